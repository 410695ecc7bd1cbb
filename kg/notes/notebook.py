"""Jupyter notebooks: their Markdown cells, with places in the file and not in the cell.

The JSON is cut into tokens here because a JSON parser forgets where a string stood, and evidence needs to know.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kg.model import Block, Problem, Segment, Span
from kg.notes.draft import Content, Source
from kg.notes.markdown import read_markdown

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]')
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|.)", re.DOTALL)
_SHORT = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def read_notebook(source: Source) -> Content:
    """Read the Markdown cells of a notebook, one below the other."""
    try:
        # Only its form is looked at, so no number is made: Python refuses to make one of thousands of digits.
        json.loads(source.text, parse_int=str, parse_float=str)
    except (json.JSONDecodeError, RecursionError) as error:
        place = error.pos if isinstance(error, json.JSONDecodeError) else 0
        message = f"the notebook is no valid JSON: {error}"
        return Content((), (source.problem("broken-json", message, place, place + 1),))
    cells = _Cells()
    for start, end, fresh in _markdown_sources(source.text):
        cells.add(source.text, start, end, fresh=fresh)
    content = read_markdown(Source(source.id, "".join(cells.parts)))
    blocks = tuple(cells.moved(block) for block in content.blocks)
    problems = tuple(cells.moved_problem(problem, source) for problem in content.problems)
    return replace(content, blocks=blocks, problems=problems)


@dataclass(slots=True)
class _Cells:
    """The text of the cells, and the way from it to the file."""

    parts: list[str] = field(default_factory=list)
    pieces: list[Segment] = field(default_factory=list)
    """`prose` is the text of the cells, `source` the file."""
    length: int = 0

    def add(self, text: str, start: int, end: int, *, fresh: bool) -> None:
        """Append a JSON string; a fresh cell is a paragraph of its own."""
        if fresh and self.parts:
            self._append("\n\n", start, start + 1)
        last = start
        for match in _ESCAPE.finditer(text, start, end):
            self._append(text[last : match.start()], last, match.start())
            self._append(_unescaped(match), match.start(), match.end())
            last = match.end()
        self._append(text[last:end], last, end)

    def _append(self, text: str, start: int, end: int) -> None:
        if text:
            self.parts.append(text)
            self.pieces.append(Segment(self.length, self.length + len(text), start, end))
            self.length += len(text)

    def moved(self, block: Block) -> Block:
        """Give a block of the cells with the places of the file."""
        links = tuple(
            replace(
                link, source_start=self._place(link.source_start)[0], source_end=self._place(link.source_end - 1)[1]
            )
            for link in block.links
        )
        origins = tuple(part for segment in block.origins for part in self._split(segment))
        return replace(block, origins=origins, links=links)

    def moved_problem(self, problem: Problem, source: Source) -> Problem:
        """Give a problem of the cells with its place in the file."""
        if problem.span is None:
            return problem
        start, end = self._place(problem.span.start)[0], self._place(problem.span.end - 1)[1]
        placed = source.problem(problem.code, problem.message, start, end)
        return replace(placed, span=Span(source.id, start, end))

    def _piece(self, place: int) -> Segment:
        index = bisect_right(self.pieces, place, key=lambda piece: piece.prose_start) - 1
        return self.pieces[max(index, 0)]

    def _place(self, place: int) -> tuple[int, int]:
        piece = self._piece(place)
        if piece.prose_end - piece.prose_start != piece.source_end - piece.source_start:
            return piece.source_start, piece.source_end
        start = piece.source_start + place - piece.prose_start
        return start, start + 1

    def _split(self, segment: Segment) -> Iterator[Segment]:
        width = segment.prose_end - segment.prose_start
        if width != segment.source_end - segment.source_start:
            start = self._place(segment.source_start)[0]
            end = self._place(max(segment.source_end - 1, segment.source_start))[1]
            yield Segment(segment.prose_start, segment.prose_end, start, max(start, end))
            return
        place = segment.source_start
        while place < segment.source_end:
            piece = self._piece(place)
            last = min(piece.prose_end, segment.source_end)
            shift = segment.prose_start - segment.source_start
            even = piece.prose_end - piece.prose_start == piece.source_end - piece.source_start
            offset = piece.source_start - piece.prose_start
            source = (place + offset, last + offset) if even else (piece.source_start, piece.source_end)
            yield Segment(place + shift, last + shift, *source)
            place = last


def _unescaped(match: re.Match[str]) -> str:
    if match[1] is None:
        char = match.group()[1]
        return _SHORT.get(char, char)
    high, low = int(match[1], 16), match[2]
    if low and 0xD800 <= high < 0xDC00:
        return chr(0x10000 + ((high - 0xD800) << 10) + int(low, 16) - 0xDC00)
    return chr(high) + (chr(int(low, 16)) if low else "")


def _markdown_sources(text: str) -> Iterator[tuple[int, int, bool]]:
    """Find the strings of `source` in every Markdown cell: their places, and whether the cell is new."""
    path = _Path()
    waiting: list[tuple[int, int]] = []
    markdown = False
    for match in _TOKEN.finditer(text):
        sign = match.group()
        if sign[0] != '"':
            if sign == "}" and path.in_cell() and markdown:
                yield from ((start, end, number == 0) for number, (start, end) in enumerate(waiting))
            path.go(sign)
            if sign == "{" and path.in_cell():
                waiting, markdown = [], False
        elif path.expects_key:
            path.key = sign[1:-1]
        elif path.key == "source" and path.in_cell(lists=1):
            waiting.append((match.start() + 1, match.end() - 1))
        elif path.key == "cell_type" and path.in_cell():
            markdown = sign == '"markdown"'


@dataclass(slots=True)
class _Path:
    """Where in the JSON a token stands: the brackets around, each with the key that it is the value of."""

    around: list[tuple[str, str]] = field(default_factory=list)
    key: str = ""
    expects_key: bool = False

    def go(self, sign: str) -> None:
        """Pass a bracket, comma or colon."""
        if sign in "{[":
            self.around.append((sign, self.key))
            self.key = self.key if sign == "[" else ""
        elif sign in "}]":
            self.key = self.around.pop()[1]
        self.expects_key = sign == "{" or (sign == "," and bool(self.around) and self.around[-1][0] == "{")

    def in_cell(self, *, lists: int = 0) -> bool:
        """Say whether this is directly in a cell of the notebook, or in at most so many lists in it."""
        brackets = "".join(bracket for bracket, _ in self.around[:5])
        inside = brackets in ("{[{", "{[{[") and len(brackets) <= 3 + lists
        return inside and self.around[1][1] == "cells"
