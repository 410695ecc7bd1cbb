"""A block in the making: raw text with its places, then one cleaning that moves links, marks and cells along."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import NamedTuple

from kg.model import (
    Block,
    BlockKind,
    Link,
    LinkKind,
    Mark,
    MarkKind,
    NamedField,
    Problem,
    Segment,
    Span,
    line_starts,
)
from kg.notes.addresses import addresses
from kg.notes.clean import clean, without_wide_gaps

UNKNOWN = "unknown-format"
"""Code of the problem of a file that is in no format that kg knows."""

Piece = tuple[str, int, int]
"""Text, and the range of the file that it was read from; equal lengths map character by character."""


def whole(text: str, start: int, end: int) -> Piece:
    """Make a piece that leads back as a whole, and never character by character, though as long by chance."""
    return text, start, end - (end - start == len(text) > 1)


def cut(piece: Piece, first: int, last: int) -> Piece:
    """Return a range of the text of a piece; where a piece leads back as a whole, so does each part of it."""
    text, start, end = piece
    return (
        (text[first:last], start + first, start + last) if end - start == len(text) else (text[first:last], start, end)
    )


class Place(NamedTuple):
    """Where a block stands among the others: the fields of `Block` that come from the layout."""

    kind: BlockKind
    level: int = 0
    parent: int | None = None
    quote: int = 0
    info: str = ""
    group: int = 0
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A file as decoded, what every reader is given."""

    id: str
    text: str

    def problem(self, code: str, message: str, start: int, end: int) -> Problem:
        """Make a problem with its place; an empty place is widened by one character where there is one."""
        start = max(0, min(start, len(self.text) - 1))
        end = max(start + 1, end)
        starts = line_starts(self.text)
        line = bisect_right(starts, start)
        return Problem(code, message, self.id, Span(self.id, start, end), line, start - starts[line - 1] + 1)


@dataclass(frozen=True, slots=True)
class Content:
    """What a reader makes of a source."""

    blocks: tuple[Block, ...]
    problems: tuple[Problem, ...] = ()
    title: str = ""
    meta: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Draft:
    """Raw text of a block, gathered from places of the source in increasing order."""

    parts: list[tuple[str, int, int]] = field(default_factory=list)
    length: int = 0
    links: list[Link] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    cells: list[tuple[int, int]] = field(default_factory=list)
    fields: list[NamedField] = field(default_factory=list)
    info_at: tuple[int, int] = (0, 0)
    """Of a record: where the source states its type."""

    @property
    def text(self) -> str:
        """The raw text gathered so far."""
        return "".join(part[0] for part in self.parts)

    def add(self, text: str, start: int, end: int | None = None) -> None:
        """Append text read from `source[start:end]`; without an end it maps character by character."""
        if text:
            self.parts.append((text, start, start + len(text) if end is None else end))
            self.length += len(text)

    def separate(self, text: str, place: int) -> None:
        """Append what divides two values and stands nowhere: it leads back to a place and to no text."""
        self.add(text, place, place)

    @contextmanager
    def value(self, name: str) -> Iterator[None]:
        """Gather the value of a field, on a line of its own."""
        if self.length:
            self.separate("\n", self.parts[-1][2])
        begin = self.length
        yield
        self.fields.append(NamedField(name, begin, self.length))

    @contextmanager
    def cell(self, place: int) -> Iterator[None]:
        """Gather a cell of a row; what divides it from the one before stands at a place."""
        if self.cells:
            self.separate("\t", place)
        begin = self.length
        yield
        self.cells.append((begin, self.length))

    def mark(self, start: int, kind: MarkKind) -> None:
        """Mark everything from `start` to here."""
        if start < self.length:
            self.marks.append(Mark(start, self.length, kind))

    def link(self, start: int, target: str, kind: LinkKind, place: tuple[int, int]) -> None:
        """Link everything from `start` to here; `place` is where the whole link stands in the source."""
        self.links.append(Link(start, self.length, target, kind, *place))

    def link_addresses(self, start: int = 0) -> None:
        """Link every address that stands in the text from `start` on, unless it is (in) the text of a link."""
        text = self.text
        starts = [0, *accumulate(len(part[0]) for part in self.parts)]
        marked = ((m.start, m.end) for m in self.marks if m.kind in (MarkKind.CODE, MarkKind.MATH))
        taken = disjoint((*((link.start, link.end) for link in self.links), *marked))
        for first, last, target in addresses(text[start:] if start else text):
            if overlaps(taken, start + first, start + last):
                continue
            place = self._source(starts, start + first)[0], self._source(starts, start + last - 1)[1]
            self.links.append(Link(start + first, start + last, target, LinkKind.BARE, *place))

    def _source(self, starts: list[int], raw: int) -> tuple[int, int]:
        """Return the place in the source of one raw character."""
        index = bisect_right(starts, raw) - 1
        text, start, end = self.parts[index]
        offset = raw - starts[index]
        return (start + offset, start + offset + 1) if end - start == len(text) else (start, end)

    def block(self, place: Place) -> Block | None:
        """Finish: the prose is repaired and trimmed; a block without text and links is none."""
        prose = _Prose(self.parts, keep_tabs=place.kind is BlockKind.CODE or bool(self.cells))
        move = prose.move
        links = sorted((replace(x, start=move(x.start), end=move(x.end)) for x in self.links), key=_link_order)
        if not prose.text.strip() and not links:
            return None
        marks = sorted((Mark(move(m.start), move(m.end), m.kind) for m in self.marks), key=_mark_order)
        return Block(
            prose.text,
            tuple(prose.segments),
            links=tuple(links),
            marks=tuple(m for m in marks if m.start < m.end),
            cells=tuple((move(start), move(end)) for start, end in self.cells),
            fields=tuple(NamedField(f.name, move(f.start), move(f.end)) for f in self.fields),
            info_at=self.info_at,
            **place._asdict(),
        )


def disjoint(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join ranges that overlap, in order."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def overlaps(ranges: list[tuple[int, int]], start: int, end: int) -> bool:
    """Return whether any of some disjoint ranges has a character in `start:end`."""
    index = bisect_right(ranges, (start, sys.maxsize)) - 1
    return any(a < end and start < b for a, b in ranges[max(index, 0) : index + 3])


def _link_order(link: Link) -> tuple[int, int, int]:
    return link.start, link.end, link.source_start


def _mark_order(mark: Mark) -> tuple[int, int, str]:
    return mark.start, -mark.end, mark.kind


class _Prose:
    """The cleaned text of the parts, its segments, and where each raw character went."""

    def __init__(self, parts: list[tuple[str, int, int]], *, keep_tabs: bool) -> None:
        self.raws: list[tuple[int, int, int, int]] = []  # raw start, raw end, prose start, prose end
        self.segments: list[Segment] = []
        texts: list[str] = []
        raw = length = gap = 0
        for text, start, end in parts:
            even = end - start == len(text)
            for a, b, cleaned in clean(text):
                new = _tabbed(text[a:b], cleaned) if keep_tabs and "\t" in text else cleaned
                for c, d, kept in without_wide_gaps((a, b, new), gap):
                    place = (start + c, start + d) if even else (start, end)
                    self._segment(Segment(length, length + len(kept), *place))
                    self.raws.append((raw + c, raw + d, length, length + len(kept)))
                    texts.append(kept)
                    length += len(kept)
                    gap = (gap if kept.isspace() else 0) + len(kept) - len(kept.rstrip())
            raw += len(text)
        self._trim("".join(texts))
        self.starts = [chunk[0] for chunk in self.raws]

    def _segment(self, new: Segment) -> None:
        if self.segments:
            last = self.segments[-1]
            touches = last.source_end == new.source_start
            if touches and is_even(last) and is_even(new):
                self.segments[-1] = Segment(last.prose_start, new.prose_end, last.source_start, new.source_end)
                return
            if not is_even(new) and (last.source_start, last.source_end) == (new.source_start, new.source_end):
                self.segments[-1] = Segment(last.prose_start, new.prose_end, new.source_start, new.source_end)
                return
        self.segments.append(new)

    def _trim(self, text: str) -> None:
        stripped = text.strip(" \n")
        self.cut = len(text) - len(text.lstrip(" \n"))
        self.text = stripped
        if len(stripped) == len(text):
            return
        first, last = self.cut, self.cut + len(stripped)
        self.segments = [
            moved
            for segment in self.segments
            if segment.prose_end > first
            and segment.prose_start < last
            and (moved := trimmed(segment, first, last)) is not None
        ]

    def move(self, raw: int) -> int:
        """Return the place in the prose of a place in the raw text."""
        index = bisect_right(self.starts, raw) - 1
        if index < 0:
            return 0
        start, end, new_start, new_end = self.raws[index]
        place = new_start + raw - start if end - start == new_end - new_start else new_start
        if raw >= end:
            place = new_end
        return max(0, min(place - self.cut, len(self.text)))


def _tabbed(old: str, new: str) -> str:
    """Put the tabs back that cleaning turned into spaces."""
    if len(old) != len(new):
        return new
    return "".join("\t" if before == "\t" else char for before, char in zip(old, new, strict=True))


def is_even(segment: Segment) -> bool:
    """Return whether a segment is as long in the file as in the prose."""
    return segment.prose_end - segment.prose_start == segment.source_end - segment.source_start


def trimmed(segment: Segment, first: int, last: int) -> Segment | None:
    """Return the part of a segment in a range of prose, counted from the start of the range; None if it is empty."""
    left, right = max(segment.prose_start, first), min(segment.prose_end, last)
    if is_even(segment):
        shift = segment.source_start - segment.prose_start
        return Segment(left - first, right - first, left + shift, right + shift)
    return Segment(left - first, right - first, segment.source_start, segment.source_end) if left < right else None
