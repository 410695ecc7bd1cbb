"""Which lines of plain text belong together: one paragraph wrapped over lines, or one thing on each line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kg.notes.lines import Lines

_BULLET = re.compile(r"[•◦‣▪●○∙·][ \t\xa0]*(?=\S)|[-–—*+o][ \t\xa0]+(?=\S)")
_NUMBER = re.compile(r"(?:\d{1,3}[.)]|[a-z][)]|\([a-z0-9ivx]{1,4}\))[ \t\xa0]+(?=\S)")
_LABEL = re.compile(r"\[[^\]\s]{1,20}\][ \t\xa0]*\S")
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
    above: bool = False
    """Whether it stands directly above other paragraphs: rows, or a list."""
    listed: bool = False
    """Whether what it stands above is a list."""


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
    single = _one_each(run)
    hanging = not run[0].marker and any(line.inner > run[0].indent and not line.marker for line in run[1:])
    above = not _continues(run[1], run[0], single=single, hanging=hanging)
    paragraph = [replace(run[0], above=above, listed=above and run[1].marker)]
    for line in run[1:]:
        if _continues(line, paragraph[0], single=single, hanging=hanging):
            paragraph.append(line)
        else:
            yield paragraph
            paragraph = [line]
    yield paragraph


def _one_each(run: list[Line]) -> bool:
    """Return whether each line stands for itself: too long to be wrapped, or an address or a sentence on each."""
    texts = [line.text.rstrip() for line in run]
    if max(map(len, texts)) > WIDEST_WRAP:
        return True
    if sum("://" in text for text in texts) >= max(2, 0.6 * len(texts)):
        return True
    numbered = sum(text[:1].isdigit() for text in texts) >= len(texts) - 1 and len(texts) > 2
    sentences = all(text.endswith((".", "!", "?")) and not text[0].islower() and " " in text for text in texts)
    return numbered or sentences


def _continues(line: Line, head: Line, *, single: bool, hanging: bool) -> bool:
    if line.marker or _LABEL.match(line.text):
        return False
    if head.marker:
        return line.indent > head.indent or not single
    if hanging:
        return line.indent > head.indent
    return not single or (bool(_LABEL.match(head.text)) and head.indent < line.indent)
