"""Which lines of plain text belong together: one paragraph wrapped over lines, or one thing on each line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from kg.notes.lines import Lines

_BULLET = re.compile(r"[•◦‣▪●○∙·][ \t\xa0]*(?=\S)|[-–—*+o][ \t\xa0]+(?=\S)")
_NUMBER = re.compile(r"(?:\d{1,3}[.)]|[a-z][)]|\([a-z0-9ivx]{1,4}\))[ \t\xa0]+(?=\S)")
_LABEL = re.compile(r"\[[^\]\s]{1,20}\][ \t\xa0]*\S")
_END_OF_ADDRESS = re.compile(r"://\S{3,2000}(?:\s{0,3}\([^()]{1,60}\))?\s{0,9}\Z")
_SENTENCE_END = (".", "!", "?", ":", "”", '"', ")")
WIDEST_WRAP = 132
"""Nobody wraps by hand wider than this; longer lines are paragraphs of their own."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of plain text without its indent and bullet."""

    text: str
    source: int
    """Place of the text in the source."""
    start: int
    """Place of the line in the source."""
    indent: int
    """Columns before the bullet, or before the text when there is none."""
    inner: int
    """Columns before the text."""
    marker: bool = False
    ordered: bool = False
    alone: bool = False
    """Whether it stands between blank lines."""


def paragraphs(lines: Lines) -> Iterator[list[Line]]:
    """Gather lines into paragraphs: blank lines divide, and so do lines that were not wrapped."""
    run: list[Line] = []
    for text, start in zip(lines.texts, lines.starts, strict=True):
        if text.strip():
            run.append(_line(text, start))
        elif run:
            yield from _divided(run)
            run = []
    if run:
        yield from _divided(run)


def _line(text: str, start: int) -> Line:
    body = text.lstrip(" \t\xa0\u3000")
    at = len(text) - len(body)
    indent = len(text[:at].expandtabs(4))
    ordered = _NUMBER.match(body)
    marker = _BULLET.match(body) or ordered
    if marker and not (indent == 0 and body[0] == "o"):
        return Line(
            body[marker.end() :], start + at + marker.end(), start, indent, indent + marker.end(), True, bool(ordered)
        )
    return Line(body, start + at, start, indent, indent)


def _divided(run: list[Line]) -> Iterator[list[Line]]:
    if len(run) == 1:
        yield [replace(run[0], alone=True)]
        return
    width = max(len(line.text) + line.inner for line in run)
    hanging = any(line.inner > run[0].indent and not line.marker for line in run[1:]) and not run[0].marker
    paragraph = [run[0]]
    for before, line in pairwise(run):
        if _continues(before, line, paragraph[0], width=width, hanging=hanging):
            paragraph.append(line)
        else:
            yield paragraph
            paragraph = [line]
    yield paragraph


def _continues(before: Line, line: Line, head: Line, *, width: int, hanging: bool) -> bool:
    if line.marker or _LABEL.match(line.text):
        return False
    if head.marker:
        return line.indent > head.indent or (before.inner + len(before.text) > 0.7 * width <= WIDEST_WRAP)
    if hanging:
        return line.indent > head.indent
    if _LABEL.match(head.text) and head.indent < line.indent:
        return True
    if width > WIDEST_WRAP or _END_OF_ADDRESS.search(before.text[-2100:]):
        return False
    full = before.inner + len(before.text) >= 0.7 * width and width >= 40
    return full or (line.text[:1].islower() and not before.text.rstrip().endswith(_SENTENCE_END))
