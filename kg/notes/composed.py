"""Markdown put together from strings of a file, read as one note, with places in the file, as notebooks are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from kg.model import Block, Problem, Segment, Span
from kg.notes.draft import Content, Piece, Source, is_even
from kg.notes.jsontree import Value, read_json
from kg.notes.markdown import read_markdown


@dataclass(slots=True)
class Composed:
    """The text put together, and the way from it to the file."""

    parts: list[str] = field(default_factory=list)
    pieces: list[Segment] = field(default_factory=list)
    """`prose` is the text put together, `source` the file."""
    length: int = 0

    def add(self, text: str, start: int, end: int) -> None:
        """Append text that was read from `start:end` of the file."""
        if text:
            self.parts.append(text)
            self.pieces.append(Segment(self.length, self.length + len(text), start, end))
            self.length += len(text)

    def extend(self, pieces: Iterable[Piece]) -> None:
        """Append pieces of the file."""
        for piece in pieces:
            self.add(*piece)

    def layout(self, text: str, place: int) -> None:
        """Append marks and ends of line that stand nowhere in the file: they lead back to a place and to no text."""
        self.add(text, place, place)

    def read(self, source: Source) -> Content:
        """Read the whole as Markdown, and give each place in the file."""
        content = read_markdown(Source(source.id, "".join(self.parts)))
        blocks = tuple(self._moved(block) for block in content.blocks)
        problems = tuple(self._moved_problem(problem, source) for problem in content.problems)
        return replace(content, blocks=blocks, problems=problems)

    def _moved(self, block: Block) -> Block:
        links = tuple(
            replace(
                link, source_start=self._place(link.source_start)[0], source_end=self._place(link.source_end - 1)[1]
            )
            for link in block.links
        )
        origins = tuple(part for segment in block.origins for part in self._split(segment))
        return replace(block, origins=origins, links=links)

    def _moved_problem(self, problem: Problem, source: Source) -> Problem:
        if problem.span is None:
            return problem
        start, end = self._place(problem.span.start)[0], self._place(problem.span.end - 1)[1]
        end = max(end, start + 1)
        placed = source.problem(problem.code, problem.message, start, end)
        return replace(placed, span=Span(source.id, start, end))

    def _piece(self, place: int) -> Segment:
        index = bisect_right(self.pieces, place, key=lambda piece: piece.prose_start) - 1
        return self.pieces[max(index, 0)]

    def _place(self, place: int) -> tuple[int, int]:
        piece = self._piece(place)
        if not is_even(piece):
            return piece.source_start, piece.source_end
        start = piece.source_start + place - piece.prose_start
        return start, start + 1

    def _split(self, segment: Segment) -> Iterator[Segment]:
        if not is_even(segment):
            start = self._place(segment.source_start)[0]
            end = self._place(max(segment.source_end - 1, segment.source_start))[1]
            yield _whole(segment.prose_start, segment.prose_end, start, max(start, end))
            return
        place = segment.source_start
        while place < segment.source_end:
            piece = self._piece(place)
            last = min(piece.prose_end, segment.source_end)
            shift = segment.prose_start - segment.source_start
            if is_even(piece):
                offset = piece.source_start - piece.prose_start
                yield Segment(place + shift, last + shift, place + offset, last + offset)
            else:
                yield _whole(place + shift, last + shift, piece.source_start, piece.source_end)
            place = last


def _whole(first: int, last: int, start: int, end: int) -> Segment:
    """Make a segment that maps as a whole, though its lengths may be equal by chance."""
    return Segment(first, last, start, end - (last - first == end - start > 1))


def read_notebook(source: Source) -> Content:
    """Read the Markdown cells of a notebook, one below the other."""
    root = read_json(source, "notebook")
    if isinstance(root, Problem):
        return Content((), (root,))
    text = Composed()
    for cell in _markdown_cells(root):
        for number, line in enumerate(cell):
            if number == 0 and text.parts:
                text.layout("\n\n", line.start)
            text.extend(line.pieces())
    return text.read(source)


def _markdown_cells(root: Value) -> Iterator[list[Value]]:
    """Find the strings of `source` in every Markdown cell."""
    cells = root.get("cells")
    for cell in cells.elements if cells is not None else ():
        lines = cell.get("source")
        if lines is not None and cell.said("cell_type") == "markdown":
            yield [line for line in (lines.elements or [lines]) if line.is_text]
