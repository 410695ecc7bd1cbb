"""Grids: cells as a table of Markdown or of HTML."""

from __future__ import annotations

from .dice import Dice
from .html import as_html
from .writer import Piece, join

_SEPARATORS = ["---", "---", ":---", ":-:", "---:", ":------", "-", ":--:", "--"]
_ATTRIBUTES = ["", "", "", "", ' align="center"', ' style="text-align: left"', ' valign="top"', ' class="paper"']


def flat(piece: Piece) -> Piece:
    """Take out what would end a cell or a row."""
    text = piece.text.replace("|", "/").replace("\n", " ").replace("\t", " ")
    return Piece(text, piece.marks)


def piped(dice: Dice, head: list[Piece], rows: list[list[Piece]]) -> Piece:
    """Write a table of Markdown."""
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


def html(dice: Dice, heads: list[str], rows: list[list[Piece]]) -> Piece:
    """Write a table of HTML."""
    gap = dice.pick(["", "", "\n    ", "\n"])
    bold = dice.pick(["", "b", "strong"])
    inner = [dice.pick(_ATTRIBUTES)] * len(heads)
    if dice.chance(0.1):
        inner = [f' width="{dice.randint(5, 60)}%"' for _ in heads]
    named = dice.chance(0.12)
    whole = dice.draw({"": 6, ' border="1"': 1, ' style="width:100%"': 0.6, ' class="table"': 0.6})
    parts = dice.chance(0.3)
    sign = dice.draw({"th": 8, "td": 1})
    open_row = dice.draw({"<tr>": 9, '<tr valign="top">': 1})
    head = "<tr>" + "".join(f"<{sign}>{text.strip('*')}</{sign}>" for text in heads) + "</tr>"
    lines = []
    for row in rows:
        cells = []
        for number, (cell, more) in enumerate(zip(row, inner, strict=True)):
            tag = 'th scope="row"' if named and not number else "td" + more
            cells.append(f"{gap}<{tag}>" + as_html(cell, bold) + f"</{tag.split()[0]}>")
        lines.append(f"  {open_row}" + join(cells) + ("\n  " if gap else "") + "</tr>")
    body = join(lines, "\n")
    if parts:
        head, body = f"<thead>\n{head}\n</thead>", body.wrap("<tbody>\n", "\n</tbody>")
    return f"<table{whole}>\n" + (head + "\n" if any(heads) else "") + body + "\n</table>"
