"""The rows of a note: the lines of its file, long ones cut where blocks begin."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kg.extraction import align
from kg.model import Note, Problem, Span

LONG = 400
"""Characters of a line that is cut into rows."""
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the file, or a part of a long one: a saved page may have no line ends."""

    line: int
    """From 1."""
    start: int
    end: int
    """`note.text[start:end]`, without the line end."""
    first: bool
    """Whether the line begins here."""
    whole: bool
    """Whether it is all of the line."""


class Rows:
    """The rows of a note, and which of them a range of the file touches."""

    def __init__(self, note: Note) -> None:
        spans = (block_span(note, index) for index in range(len(note.blocks)))
        blocks = sorted({span.start for span in spans if span is not None})
        ends = [found.span() for found in _LINE_END.finditer(note.text)]
        starts = [0, *(end for _, end in ends)]
        stops = [*(start for start, _ in ends), len(note.text)]
        if len(starts) > 1 and starts[-1] == stops[-1]:
            starts.pop()
            stops.pop()
        self.rows = tuple(
            row for line, start in enumerate(starts, 1) for row in _cut(line, start, stops[line - 1], blocks)
        )
        self.starts = [row.start for row in self.rows]
        self.lines = starts

    def of(self, start: int, end: int) -> range:
        """Return the numbers of the rows that a range of the file touches."""
        first, last = bisect_right(self.starts, start) - 1, bisect_right(self.starts, max(start, end - 1)) - 1
        return range(first, last + 1)

    def of_problem(self, problem: Problem) -> int:
        """Return the row of a problem, the first for one that has no place."""
        if problem.span is not None:
            return self.of(problem.span.start, problem.span.end)[0]
        start = self.lines[min(max(problem.line, 1), len(self.lines)) - 1]
        return self.of(start, start)[0]


def _cut(line: int, start: int, end: int, blocks: Sequence[int]) -> Iterator[Row]:
    """Cut a long line where blocks begin."""
    inner = blocks[bisect_right(blocks, start) : bisect_left(blocks, end)] if end - start > LONG else ()
    for first, last in pairwise([start, *inner, end]):
        yield Row(line, first, last, first == start, not inner)


def block_span(note: Note, index: int) -> Span | None:
    """Return the place of a block in the file; None for one without text and links."""
    block = note.blocks[index]
    return align.block_span(note, index) if block.prose or block.links else None
