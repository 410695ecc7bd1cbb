"""Tables: a record in each row, columns in any order; and cards that are tables of two columns."""

from __future__ import annotations

from .dice import Dice
from .hand import Hand
from .html import as_html
from .lines import Line, draw_line
from .papers import Paper
from .words import WORDS
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
}
_SEPARATORS = ["---", "---", ":---", ":-:", "---:", ":------", "-", ":--:", "--"]


def lay_table(hand: Hand, papers: list[Paper]) -> tuple[Piece, str]:
    """Write a table of papers; the second value names the columns."""
    dice = hand.dice
    columns = _columns(dice)
    lines = [_line(dice, column) for column in columns]
    counted = dice.chance(0.15)
    empty = dice.pick(["", "", "", "-", "–", "n/a", "?", "—", "N/A", "/", "✗"])
    heads = [_head(hand, column) for column in columns]
    rows: list[list[Piece]] = []
    for number, paper in enumerate(papers):
        cells = [_cell(hand, column, line, paper) for column, line in zip(columns, lines, strict=True)]
        cells = [_flat(cell).of(number) or Piece(empty) for cell in cells]
        rows.append([Piece(str(number + 1)), *cells] if counted else cells)
    heads = [dice.pick(["#", "No.", "Nr.", "", "ID", "№"]), *heads] if counted else heads
    layout = "table: " + " | ".join(columns)
    useless = dice.random()
    if useless < 0.05:
        heads = [""] * len(heads)
    if dice.chance(0.06):
        return _html(dice, heads, rows), "html " + layout
    head = [Piece(text) for text in heads]
    if 0.05 <= useless < 0.08 and len(rows) > 1:
        head, rows = rows[0], rows[1:]
    return _piped(dice, head, rows), layout


def lay_cards(hand: Hand, papers: list[Paper]) -> tuple[Piece, str]:
    """Write a table of two columns for each paper."""
    dice = hand.dice
    names = [name for column in _columns(dice) for name in column.split("+") if name not in {"title", "score", "cite"}]
    names = [name for name in names if name != "links" or "url" not in names]
    names = list(dict.fromkeys(["title", *(names if len(names) > 1 else ["authors", "year", "place"])]))
    named = dice.chance(0.35)
    titled = dice.chance(0.2)
    tables = []
    habit = dice.getrandbits(32)
    for number, paper in enumerate(papers):
        rows = []
        for name in names:
            value = _flat(hand.write(name.replace("presenter", "person"), paper)).of(number)
            if value:
                word = _flat(_label(hand, name))
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
        tables.append(join([above, _piped(Dice(habit), head, rows)], "\n\n"))
    return join(tables, dice.pick(["\n\n", "\n\n---\n\n"])), "cards: " + " | ".join(names)


def _columns(dice: Dice) -> list[str]:
    columns = dice.draw(_SETS).split()
    for name, often in _MORE.items():
        if dice.chance(often) and not any(name in column.split("+") for column in columns):
            for _ in range(dice.randint(1, 3) if name == "score" else 1):
                columns.insert(len(columns) if dice.chance(0.85) else dice.randrange(len(columns)), name)
    if dice.chance(0.08):
        dice.shuffle(columns)
    return columns


def _line(dice: Dice, column: str) -> Line:
    column = column.replace("presenter", "person")
    names = ["place" if name == "venue" and "year" in column else name for name in column.split("+")]
    line = draw_line(dice, names, ends=0.0)
    if len(names) == 1:
        return Line((line.slots[0].__class__(names[0], ""),))
    if dice.chance(0.6):
        slots = [line.slots[0].__class__(n, dice.pick(["<br>", "<br>", "<br/>", "<br> "])) for n in names]
        return Line(tuple(slots))
    return line


def _cell(hand: Hand, column: str, line: Line, paper: Paper) -> Piece:
    if column == "score":
        return mark(
            "remark",
            hand.remarks.fill(hand.dice.pick(["{p}", "{p}", "{n}", "**{p}**", "{p} / {p2}", "{n}M"])).strip("*"),
        )
    if column in {"links", "url", "code"} and not hand.dice.chance(0.93):
        return Piece()
    return line.write(hand, paper)


def _head(hand: Hand, column: str) -> str:
    dice, words = hand.dice, hand.words
    if column == "score":
        return hand.composer.coined()
    names = {"place": "venue", "url": "links", "cite": "authors", "abstract": "remark", "presenter": "date"}
    first, *rest = (names.get(name, name) for name in column.split("+"))
    if column == "cite":
        return dice.pick(["Reference", "Ref.", "Citation", "Authors", "Source", "Who"])
    if column == "presenter":
        return dice.pick(["Presenter", "Speaker", "Discussant", "Presented by", "Assigned to", "Who reads", "Owner"])
    if column == "short+cite":
        return dice.pick(["Model", "Method", "Approach", "System"])
    if first == "links" and dice.chance(0.4):
        return dice.pick(["Paper", "PDF", "Paper link", "arXiv", ""])
    text = dice.pick(words.get(first, WORDS["en"].get(first, [first.capitalize()])))
    if rest and dice.chance(0.4):
        text += dice.pick([" / ", " & ", ", ", " and "]) + dice.pick(words.get(rest[0], [rest[0]]))
    text = {0: text.lower(), 1: text.upper(), 2: f"**{text}**"}.get(dice.randrange(40), text)
    return text.replace("|", "/")


def _label(hand: Hand, name: str) -> Piece:
    before, word, _ = hand.label(
        {"place": "venue", "url": "links", "abstract": "remark", "presenter": "date"}.get(name, name)
    )
    star = "**" if "**" in before else ""
    return star + mark("label", word) + star


def _flat(piece: Piece) -> Piece:
    """Take out what would end a cell or a row."""
    text = piece.text.replace("|", "/").replace("\n", " ").replace("\t", " ")
    return Piece(text, piece.marks)


def _piped(dice: Dice, head: list[Piece], rows: list[list[Piece]]) -> Piece:
    padded, outer = dice.chance(0.2), dice.chance(0.9)
    width = [max(len(row[n].text) for row in [head, *rows]) for n in range(len(head))]
    tight = dice.chance(0.12) and not padded
    separators = [Piece(dice.pick(_SEPARATORS)) for _ in head] if dice.chance(0.4) else [Piece("---")] * len(head)
    if padded:
        separators = [Piece("-" * max(3, min(60, w))) for w in width]
    if tight:
        separators = [Piece("-")] * len(head)

    def line(cells: list[Piece]) -> Piece:
        if padded:
            cells = [cell + " " * (min(60, w) - len(cell.text)) for cell, w in zip(cells, width, strict=True)]
        text = Piece()
        for number, cell in enumerate(cells):
            text = text + ("|" if tight else " | ") * bool(number) + cell
        before, after = ("|", "|") if tight else ("| ", " |")
        return text.wrap(before, after) if outer or len(cells) == 1 else text

    if not outer and any(not row[0] or not row[-1] for row in [head, *rows]):
        outer = True
    return join([line(head), line(separators), *map(line, rows)], "\n")


def _html(dice: Dice, heads: list[str], rows: list[list[Piece]]) -> Piece:
    """Write a table in HTML."""
    gap = dice.pick(["", "\n    "])
    head = "<tr>" + "".join(f"<th>{text}</th>" for text in heads) + "</tr>\n"
    lines = [
        "  <tr>" + join([(gap + "<td>" + as_html(cell) + "</td>") for cell in row]) + ("\n  " if gap else "") + "</tr>"
        for row in rows
    ]
    return "<table>\n" + (head if any(heads) else "") + join(lines, "\n") + "\n</table>"
