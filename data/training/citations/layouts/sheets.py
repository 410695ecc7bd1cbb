"""The sheets: records in one drawn layout, with what stands around them."""

from __future__ import annotations

import re
from typing import Any

from compose import Composer, titlecase
from facts import Catalogue

from .around import Around
from .bystanders import Bystanders
from .containers import Container
from .decoys import Decoys
from .described import Described
from .dice import Dice
from .digests import lay_digest
from .hand import Hand
from .names import is_han
from .papers import Paper
from .plans import Entry, Plan
from .shapes import draw_shape, lay_shape
from .tables import lay_cards, lay_table
from .untitled import Untitled
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
        "html": 1.5,
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
        "html": 1,
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

    def __init__(self, seed: int, catalogue: Catalogue | None = None) -> None:
        self.dice = Dice(seed)
        self.composer = Composer(seed, catalogue)

    def sheet(self) -> Sheet:
        """Make a sheet with records."""
        dice = self.dice
        lay = dice.draw({"lines": 74, "table": 21, "cards": 3, "digest": 7, "shape": 38})
        shape, language = draw_shape(dice) if lay == "shape" else ("", dice.draw(LANGUAGES))
        hand = Hand(dice, self.composer, language)
        level = dice.pick([2, 2, 2, 3, 3, 4, 1])
        papers = [hand.papers.paper() for _ in range(dice.pick([1, 2, 2, 3, 3, 4, 5, 6, 8]))]
        whole = False
        if lay == "lines":
            body, layout = self._lines(hand, papers, level)
        elif lay == "table" and len(papers) > 2 and dice.chance(0.17):
            body, layout = lay_table(hand, papers, self._named(hand, papers))
        elif lay == "shape":
            body, layout, whole = lay_shape(shape, hand, papers)
        else:
            body, layout = {"table": lay_table, "cards": lay_cards, "digest": lay_digest}[lay](hand, papers)
        text = _defined(hand, body) if whole else self._dressed(hand, body, level)
        return finished(text, papers, f"{language} {layout}")

    def _lines(self, hand: Hand, papers: list[Paper], level: int) -> tuple[Piece, str]:
        """Lay out records that are lines of text."""
        dice = self.dice
        plan: Plan | Described = Plan(hand, dice.draw({"row": 45, "spread": 35, "card": 20}))
        if dice.chance(0.04):
            plan = Described(hand)
        container = Container(dice, dice.draw(_SORTS[plan.sort]), level)
        if plan.sort == "card" and plan.own_label and container.tight and container.sort == "paragraphs":
            container.gap = container.breaks if container.breaks.endswith("\n") else "\n"
        groups = self._groups(hand, papers) if len(papers) > 2 and dice.chance(0.22) else [("", papers)]
        bullet = container.sort in {"bullets", "bullet lines"} and container.bullet in "-*+" and dice.chance(0.2)
        pieces: list[Piece | str] = []
        number = 0
        strangers = Decoys(hand) if dice.chance(0.07) else None
        untitled, share = Untitled(hand), dice.pick([0.1, 0.3, 0.6]) if dice.chance(0.09) else 0.0
        for name, group in groups:
            plans = [untitled if dice.chance(share) else plan for _ in group]
            entries = [one.entry(paper).of(number + n) for n, (one, paper) in enumerate(zip(plans, group, strict=True))]
            if strangers:
                for _ in range(dice.randint(1, 2)):
                    entries.insert(dice.randint(0, len(entries)), Entry(Piece(strangers.line())))
            body = container.lay(entries, number)
            number += len(group)
            if not name:
                pieces.append(body)
            elif bullet:
                step = "    " if container.step == "\t" else container.step
                body = f"{container.bullet} {name}\n{step}" + body.indented(step)
                pieces = [join([*pieces, body], "\n")]
            else:
                pieces += ["#" * (level if container.sort != "headings" else max(1, level - 1)) + " " + name, body]
        rows = " / ".join(" ".join(slot.name for slot in row.slots) for row in plan.rows)
        rows = f"described {plan.form}" if isinstance(plan, Described) else rows
        return join(pieces, "\n\n"), f"{plan.sort} in {container.sort}: {rows}"

    def _groups(self, hand: Hand, papers: list[Paper]) -> list[tuple[str, list[Paper]]]:
        """Divide papers by year, place or topic, each group with its name."""
        dice = self.dice
        size = dice.randint(1, max(1, len(papers) - 1))
        by = dice.draw({"year": 3, "topic": 4, "venue": 1, "date": 1})
        groups = []
        for start in range(0, len(papers), size):
            group = papers[start : start + size]
            name = {
                "year": str(group[0].year),
                "topic": titlecase(dice.pick(hand.remarks.slots[dice.pick(["noun", "task", "method"])])),
                "venue": f"{group[0].venue} {group[0].year}",
                "date": hand.remarks.date(),
            }[by]
            for paper in group:
                paper.year = group[0].year if by in {"year", "venue"} else paper.year
                paper.venue = group[0].venue if by == "venue" else paper.venue
            groups.append((name, group))
        return groups

    def _named(self, hand: Hand, papers: list[Paper]) -> dict[int, str]:
        """Name groups of papers, by the number of the first of each."""
        found, number = {}, 0
        for name, group in self._groups(hand, papers):
            found[number] = name
            number += len(group)
        return found

    def decoy(self) -> Sheet:
        """Make a sheet without any paper."""
        language = self.dice.draw(LANGUAGES)
        decoys = Decoys(Hand(self.dice, self.composer, language))
        return Sheet("\n\n".join(decoys.blocks()) + "\n", (), (), f"{language} decoy")

    def _dressed(self, hand: Hand, body: Piece, level: int) -> Piece:
        """Put headings and other text around the records."""
        dice, around = self.dice, Around(hand)
        pieces: list[Piece | str] = []
        decoys = Decoys(hand)
        if dice.chance(0.05):
            pieces.append(around.matter())
        if dice.chance(0.6):
            pieces.append("# " + around.head())
        if dice.chance(0.3):
            pieces.append(around.intro())
        if dice.chance(0.08):
            pieces += [*(["## " + around.head()] if dice.chance(0.7) else []), decoys.block()]
        if (level > 2 and dice.chance(0.6)) or dice.chance(0.2):
            pieces.append("#" * max(2, level - 1) + " " + around.head())
        if dice.chance(0.1):
            pieces.append(dice.pick([around.intro, around.aside])())
        beside = Bystanders(hand)
        if dice.chance(0.08):
            pieces.append(beside.block())
        pieces.append(body)
        if dice.chance(0.12):
            pieces += ["## " + around.head(), dice.pick([around.aside, decoys.block])()]
        if dice.chance(0.06):
            pieces.append(beside.block())
        return _defined(hand, join(pieces, "\n\n"))


def _defined(hand: Hand, text: Piece) -> Piece:
    """Put the addresses of links that have a name below a text."""
    names = [*hand.links.references, *hand.titles.references]
    return join([text, "\n".join(f"[{name}]: {url}" for name, url in names)], "\n\n") + "\n"


def finished(text: Piece, papers: list[Paper], layout: str) -> Sheet:
    """Make a sheet of its text: what is printed of each record is read from the marks."""
    marks = [m for m in sorted(text.marks, key=lambda m: (m.start, m.end)) if m.start < m.end]
    records = tuple(
        _record(text.text, [m for m in marks if m.record == number], paper) for number, paper in enumerate(papers)
    )
    return Sheet(text.text, tuple(marks), records, layout)


def _stands(url: str, text: str) -> bool:
    """Say whether an address stands in a text, and not as the start of a longer one."""
    at = text.find(url)
    while at >= 0:
        if not re.match(r"[\w/-]", text[at + len(url) :][:1]):
            return True
        at = text.find(url, at + 1)
    return False


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
        "links": [url for url in (paper.url, *paper.urls.values()) if _stands(url, text)],
        "short": told("short"),
        "key": told("key"),
    }
