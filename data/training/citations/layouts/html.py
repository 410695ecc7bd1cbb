"""Pieces as HTML takes them."""

from __future__ import annotations

import re

from .writer import Piece, Stretch

_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]*)\)")
_STRONG = re.compile(r"\*\*([^*]+)\*\*")
_SIGN = re.compile(r"[*`_\\]")


def as_html(cell: Piece, bold: str = "") -> Piece:
    """Turn links of Markdown into those of HTML and leave out other signs, which mean nothing there.

    Args:
        cell: the text.
        bold: the element that stands for two stars, if any.
    """
    new = {}
    for strong in _STRONG.finditer(cell.text) if bold else ():
        ends = (strong.start(), strong.end(1))
        if not any(m.start <= at < m.end for m in cell.marks for at in ends):
            new |= {at: (at + 2, sign) for at, sign in zip(ends, (f"<{bold}>", f"</{bold}>"), strict=True)}
    for link in _LINK.finditer(cell.text):
        picture = link[0].startswith("!")
        before, after = ("", "") if picture else (f'<a href="{link[2]}">', "</a>")
        new[link.start()] = (link.start(1), before)
        new[link.end(1)] = (link.end(), after)
    for sign in _SIGN.finditer(cell.text):
        if not any(m.start <= sign.start() < m.end for m in cell.marks):
            new.setdefault(sign.start(), (sign.end(), ""))
    keep, moved, length, at = [], [0] * (len(cell.text) + 1), 0, 0
    while at < len(cell.text):
        end, text = new.get(at, (at + 1, cell.text[at]))
        moved[at:end] = [length] * (end - at)
        keep.append(text)
        length += len(text)
        at = end
    moved[-1] = length
    marks = [Stretch(moved[m.start], moved[m.end], m.part, m.record, m.person) for m in cell.marks]
    return Piece("".join(keep), tuple(m for m in marks if m.start < m.end))
