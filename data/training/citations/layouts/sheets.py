"""The sheets: records in one drawn layout, with what stands around them."""

from __future__ import annotations

import re
from typing import Any

from compose import Composer

from .around import Around
from .containers import Container
from .decoys import Decoys
from .dice import Dice
from .digests import lay_digest
from .hand import Hand
from .names import is_han
from .papers import Paper
from .plans import Plan
from .tables import lay_cards, lay_table
from .words import LANGUAGES
from .writer import Piece, Sheet, Stretch, join

_SORTS = {
    "row": {
        "bullets": 42,
        "numbers": 14,
        "paragraphs": 9,
        "rows": 7,
        "labels": 9,
        "headings": 4,
        "quotes": 2,
        "bullet lines": 6,
        "callouts": 1,
    },
    "spread": {
        "bullets": 26,
        "numbers": 8,
        "bullet lines": 14,
        "paragraphs": 18,
        "blocks": 8,
        "headings": 22,
        "quotes": 3,
        "callouts": 3,
        "details": 2,
        "labels": 2,
    },
    "card": {
        "bullets": 14,
        "bullet lines": 4,
        "paragraphs": 28,
        "blocks": 10,
        "headings": 32,
        "quotes": 3,
        "callouts": 4,
        "numbers": 4,
        "details": 1,
    },
}


class Layouter:
    """A source of sheets; equal seeds give equal sheets."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)
        self.composer = Composer(seed)

    def sheet(self) -> Sheet:
        """Make a sheet with records."""
        dice = self.dice
        language = dice.draw(LANGUAGES)
        hand = Hand(dice, self.composer, language)
        level = dice.pick([2, 2, 2, 3, 3, 4, 1])
        papers = [hand.papers.paper() for _ in range(dice.pick([1, 2, 2, 3, 3, 4, 5, 6, 8]))]
        lay = dice.draw({"lines": 74, "table": 16, "cards": 3, "digest": 7})
        if lay == "lines":
            body, layout = self._lines(hand, papers, level)
        else:
            body, layout = {"table": lay_table, "cards": lay_cards, "digest": lay_digest}[lay](hand, papers)
        return finished(self._dressed(hand, body, level), papers, f"{language} {layout}")

    def _lines(self, hand: Hand, papers: list[Paper], level: int) -> tuple[Piece, str]:
        """Lay out records that are lines of text."""
        dice = self.dice
        plan = Plan(hand, dice.draw({"row": 45, "spread": 35, "card": 20}))
        container = Container(dice, dice.draw(_SORTS[plan.sort]), level)
        entries = [plan.entry(paper) for paper in papers]
        for number, entry in enumerate(entries):
            entry.head = entry.head.of(number)
            entry.lines = [line.of(number) for line in entry.lines]
            entry.notes = [line.of(number) for line in entry.notes]
        rows = " / ".join(" ".join(slot.name for slot in row.slots) for row in plan.rows)
        return container.lay(entries), f"{plan.sort} in {container.sort}: {rows}"

    def decoy(self) -> Sheet:
        """Make a sheet without any paper."""
        language = self.dice.draw(LANGUAGES)
        decoys = Decoys(Hand(self.dice, self.composer, language))
        return Sheet("\n\n".join(decoys.blocks()) + "\n", (), (), f"{language} decoy")

    def _dressed(self, hand: Hand, body: Piece, level: int) -> Piece:
        """Put headings and other text around the records."""
        dice, around = self.dice, Around(hand)
        pieces: list[Piece | str] = []
        if dice.chance(0.6):
            pieces.append("# " + around.head())
        if dice.chance(0.3):
            pieces.append(around.intro())
        if level > 2 and dice.chance(0.6) or dice.chance(0.2):
            pieces.append("#" * max(2, level - 1) + " " + around.head())
        if dice.chance(0.1):
            pieces.append(around.intro())
        pieces.append(body)
        if dice.chance(0.12):
            pieces += ["## " + around.head(), around.aside()]
        definitions = "\n".join(f"[{name}]: {url}" for name, url in [*hand.links.references, *hand.titles.references])
        pieces.append(definitions)
        return join(pieces, "\n\n") + "\n"


def finished(text: Piece, papers: list[Paper], layout: str) -> Sheet:
    """Make a sheet of its text: what is printed of each record is read from the marks."""
    marks = [m for m in sorted(text.marks, key=lambda m: (m.start, m.end)) if m.start < m.end]
    records = tuple(
        _record(text.text, [m for m in marks if m.record == number], paper) for number, paper in enumerate(papers)
    )
    return Sheet(text.text, tuple(marks), records, layout)


def _record(text: str, marks: list[Stretch], paper: Paper) -> dict[str, Any]:
    def told(part: str) -> str:
        found = " ".join(text[m.start : m.end] for m in marks if m.part == part)
        return re.sub(r"\s+", " ", found)

    people: dict[int, dict[str, str]] = {}
    for m in marks:
        if m.part in {"family", "given", "suffix"}:
            person = people.setdefault(m.person, {})
            person[m.part] = " ".join(filter(None, [person.get(m.part, ""), text[m.start : m.end]]))
    names = []
    for person in people.values():
        blank = "" if "given" in person and is_han({"family": person["family"]}) else " "
        parts = [person.get("given", ""), person.get("family", ""), person.get("suffix", "")]
        if not blank:
            parts[:2] = [parts[1], parts[0]]
        names.append(re.sub(r"\s+", " ", blank.join(filter(None, parts))))
    cut = paper.cut or any(m.part == "etal" for m in marks)
    year = told("year").split(" ")[0]
    return {
        "title": told("title").replace("**", ""),
        "authors": names,
        "complete": bool(names) and not cut,
        "year": int(year) if len(year) == 4 else paper.year if year else None,
        "venue": told("venue"),
        "presentation": told("presentation"),
        "identifiers": [text[m.start : m.end] for m in marks if m.part == "identifier"],
        "links": [url for url in (paper.url, *paper.urls.values()) if re.search(re.escape(url) + r"(?![\w/-])", text)],
        "short": told("short"),
        "key": told("key"),
    }
