"""Tables: a record in each row, columns in any order; and cards that are tables of two columns."""

from __future__ import annotations

import itertools
import re

from .around import Around
from .boards import Row, board, programme
from .columns import Columns
from .dice import Dice
from .grids import flat, html, piped
from .hand import Hand
from .papers import Paper
from .writer import Piece, join, mark

_SETS = {
    "title authors venue year": 8,
    "title authors year venue": 7,
    "title authors year": 6,
    "year title authors venue": 5,
    "authors title venue": 4,
    "authors year title": 5,
    "title venue": 8,
    "title year": 6,
    "venue title": 6,
    "year venue title": 4,
    "cite title": 4,
    "title cite": 2,
    "title": 4,
    "short title venue": 6,
    "short title": 4,
    "title+authors venue": 4,
    "title+authors": 3,
    "title+venue authors": 2,
    "title+authors+venue": 4,
    "short+cite title": 6,
    "title short venue": 2,
    "title authors": 4,
    "title+cite": 2,
    "venue short title": 3,
    "date title authors": 3,
    "authors+year title venue": 2,
    "key title authors year": 2,
    "title+year authors": 1.5,
    "title+links venue": 2,
    "surnames year title": 3,
    "surnames title": 2.5,
    "title surnames year venue": 2.5,
    "title surnames year": 2,
    "year surnames title": 1.5,
    "surnames+year title venue": 1.5,
    "ref title": 5,
    "title ref": 3,
    "ref title venue": 2,
    "title ref place": 1.5,
    "title+ref": 1.5,
    "title+surnames venue": 1,
    "title+place year": 2,
    "title+venue links": 2.5,
    "title+authors+place+year": 2,
    "title+authors+venue+links": 2,
    "title+affiliation venue": 1,
    "title+links": 2.5,
    "title+links authors venue": 1.5,
    "title links": 4,
    "authors+title venue": 1,
}
_MORE = {
    "links": 0.35,
    "code": 0.25,
    "remark": 0.35,
    "keyword": 0.12,
    "rating": 0.08,
    "status": 0.1,
    "affiliation": 0.07,
    "presentation": 0.04,
    "date": 0.05,
    "identifier": 0.05,
    "presenter": 0.05,
    "score": 0.14,
    "url": 0.08,
    "publisher": 0.02,
    "abstract": 0.03,
    "number": 0.09,
    "tick": 0.05,
    "type": 0.05,
    "count": 0.05,
    "task": 0.06,
    "dataset": 0.06,
    "domain": 0.05,
    "approach": 0.05,
}
_PARTS = "title authors year venue place short key links url code remark keyword rating status affiliation presentation date identifier presenter publisher abstract".split()
"""Fields that a card may have."""


def lay_table(hand: Hand, papers: list[Paper], groups: dict[int, str] | None = None) -> tuple[Piece, str]:
    """Write a table of papers; the second value names the columns.

    Args:
        hand: the writer.
        papers: a paper for each row.
        groups: names of groups of papers, by the number of the first; each has a table or a row above it.
    """
    dice = hand.dice
    groups = groups or {}
    in_html = dice.chance(0.1)
    if in_html:
        hand.links.form = "[l](u)" if hand.links.form in {"badge", "alt", "ref", "<u>"} else hand.links.form
        hand.titles.style = hand.titles.style.replace("ref link", "link")
        hand.names.links = ""
        hand.venues.style = hand.venues.style if "badge" not in hand.venues.style else ""
    kind = dice.draw({"plain": 66, "board": 26, "programme": 8}) if not groups else "plain"
    if kind == "plain":
        heads, rows, layout = _plain(hand, papers, set(groups.values()))
    else:
        heads, rows, layout = {"board": board, "programme": programme}[kind](hand, papers)
    empty = dice.pick(["", "", "", "-", "–", "n/a", "?", "—", "N/A", "/", "✗", "--", "TBD"])
    full = [(n, [flat(cell).of(n) if n >= 0 else flat(cell) for cell in row]) for n, row in rows]
    full = [(n, [cell or Piece(empty) for cell in row]) for n, row in full]
    if kind != "programme" and dice.chance(0.14):
        heads = [dice.pick(["#", "No.", "Nr.", "", "ID", "№", "Rank", "Nº"]), *heads]
        full = [(n, [Piece(str(at + 1)), *row]) for at, (n, row) in enumerate(full)]
    useless = dice.random()
    if useless < 0.07:
        heads = [""] * len(heads)
    elif useless < 0.085:
        heads = [(f"Column {n + 1}", chr(65 + n), str(n + 1))[int(useless * 1e5) % 3] for n in range(len(heads))]
    write = dice.getrandbits(32)
    divided = dice.chance(0.35)

    def table(cells: list[list[Piece]]) -> Piece:
        if in_html:
            return html(Dice(write), heads, cells)
        if 0.085 <= useless < 0.13 and len(cells) > 1:
            return piped(Dice(write), cells[0], cells[1:])
        return piped(Dice(write), [Piece(text) for text in heads], cells)

    layout = "html " * in_html + "table: " + layout
    if not groups:
        if dice.chance(0.05):
            full.insert(dice.randint(0, len(full)), (-1, _divider(dice, len(heads), Around(hand).head())))
        return table([row for _, row in full]), layout
    if divided:
        rule = dice.getrandbits(32)
        cells = []
        for n, row in full:
            cells += [_divider(Dice(rule), len(heads), groups[n]), row] if n in groups else [row]
        return table(cells), "divided " + layout
    pieces: list[Piece | str] = []
    starts = [*groups, len(full)]
    sign = dice.pick(["## ", "### ", "## ", "#### ", "**"])
    for first, end in itertools.pairwise(starts):
        pieces += [sign + groups[first] + sign * (sign == "**"), table([row for _, row in full[first:end]])]
    return join(pieces, "\n\n"), "headed " + layout


def _plain(hand: Hand, papers: list[Paper], told: set[str]) -> tuple[list[str], list[Row], str]:
    """Write rows of fields; what the names of groups tell has no column."""
    columns = Columns(hand)
    names = _columns(hand.dice)
    if any(re.search(r"\b(19|20)\d\d$", name) for name in told) and hand.dice.chance(0.85):
        apart = any(not name.isdigit() for name in told)
        names = [_without(name, {"year", "venue", "place"} if apart else {"year"}) for name in names]
        names = ["place" if name == "venue" else name for name in names if name]
    cells = [columns.draw(name) for name in names]
    heads = [columns.head(name) for name in names]
    return heads, [(n, [cell(paper) for cell in cells]) for n, paper in enumerate(papers)], " | ".join(names)


def _without(column: str, parts: set[str]) -> str:
    return "+".join(name for name in column.split("+") if name not in parts)


def _divider(dice: Dice, width: int, text: str) -> list[Piece]:
    """Write a row that only names what comes below it."""
    text = dice.pick(["**{}**", "**{}**", "*{}*", "{}", "__{}__"]).format(text)
    at = dice.pick([0, 0, 0, min(1, width - 1)])
    return [Piece(text if n == at else "") for n in range(width)]


def lay_cards(hand: Hand, papers: list[Paper]) -> tuple[Piece, str]:
    """Write a table of two columns for each paper."""
    dice = hand.dice
    columns = Columns(hand)
    own = {name: columns.draw(name) for name in ("type", "tick", "count")}
    kept = [*_PARTS, *own]
    names = [name for column in _columns(dice) for name in column.split("+") if name in kept and name != "title"]
    names = [name for name in names if name != "links" or "url" not in names]
    names = list(dict.fromkeys(["title", *(names if len(names) > 1 else ["authors", "year", "place"])]))
    named = dice.chance(0.35)
    titled = dice.chance(0.2)
    tables = []
    habit = dice.getrandbits(32)
    for number, paper in enumerate(papers):
        rows = []
        for name in names:
            value = flat(own[name](paper) if name in own else hand.write(name.replace("presenter", "person"), paper))
            value = value.of(number)
            if value:
                word = flat(_label(hand, name, columns.head(name) if name in own else ""))
                rows.append([word.of(number), value])
        above = Piece()
        if titled:
            above, rows = "### " + rows[0][1], rows[1:]
        head = (
            [
                Piece(text)
                for text in Dice(habit).pick([("Field", "Value"), ("", ""), ("Key", "Content"), ("", "Paper")])
            ]
            if named or not rows
            else rows.pop(0)
        )
        tables.append(join([above, piped(Dice(habit), head, rows)], "\n\n"))
    return join(tables, dice.pick(["\n\n", "\n\n---\n\n"])), "cards: " + " | ".join(names)


def _columns(dice: Dice) -> list[str]:
    columns = dice.draw(_SETS).split()
    for name, often in _MORE.items():
        if dice.chance(often) and not any(name in column.split("+") for column in columns):
            for _ in range(dice.randint(1, 3) if name == "score" else 1):
                first = name == "number" and dice.chance(0.85)
                at = 0 if first else len(columns) if dice.chance(0.85) else dice.randrange(len(columns))
                columns.insert(at, name)
    if dice.chance(0.08):
        dice.shuffle(columns)
    return columns


def _label(hand: Hand, name: str, own: str) -> Piece:
    before, word, _ = hand.label({"place": "venue", "url": "links", "abstract": "remark"}.get(name, name))
    word = own or (hand.cue if name == "presenter" else word)
    star = "**" if "**" in before else ""
    return star + mark("label", word) + star
