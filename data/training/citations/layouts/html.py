"""Pieces as HTML takes them."""

from __future__ import annotations

from .writer import Piece, Stretch


def as_html(cell: Piece) -> Piece:
    """Keep the text of a cell without the signs of Markdown, which mean nothing in HTML."""
    keep, moved = [], []
    skip = _signs(cell)
    for place, character in enumerate(cell.text):
        moved.append(len(keep))
        if place not in skip:
            keep.append(character)
    moved.append(len(keep))
    marks = [Stretch(moved[m.start], moved[m.end], m.part, m.record, m.person) for m in cell.marks]
    return Piece("".join(keep), tuple(m for m in marks if m.start < m.end))


def _signs(cell: Piece) -> set[int]:
    """Find the places of stars, backticks and brackets around marked text, and of link targets."""
    skip: set[int] = set()
    at = 0
    while at < len(cell.text):
        if cell.text.startswith("](", at):
            end = cell.text.find(")", at)
            skip.update(range(at, end + 1))
            at = end
        elif cell.text[at] in "*`[]" and not any(m.start <= at < m.end for m in cell.marks):
            skip.add(at)
        at += 1
    return skip
