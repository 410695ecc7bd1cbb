"""What is said of a paper in several places of a note, put together as one text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kg.extraction.highlights import Piece
from kg.model import Note, Span

_LONGEST = 20_000
"""Characters; what is said beyond them is left out."""
_BETWEEN = " \t\r\n-*+>#.0123456789"
"""Signs between two pieces that are one place."""


def put_together(note: Note, pieces: Sequence[Piece]) -> tuple[str, tuple[Span, ...]]:
    """Return the text of pieces, with the line breaks of the note, and their places in the file.

    Args:
        note: that holds the pieces.
        pieces: in their order; those that follow each other are at one place.
    """
    return _text(note, pieces), tuple(_places(note, pieces))


def _text(note: Note, pieces: Sequence[Piece]) -> str:
    text, last = "", (-1, 0)
    for block, start, end in pieces:
        prose = note.blocks[block].prose
        same = block == last[0] and "\n" not in prose[last[1] : start]
        lines = (" ".join(line.split()) for line in prose[start:end].split("\n"))
        text += (" " if same else "\n") + "\n".join(line for line in lines if line)
        last = block, end
    return text[:_LONGEST].strip()


def _places(note: Note, pieces: Sequence[Piece]) -> Iterator[Span]:
    current: Span | None = None
    for block, start, end in pieces:
        place = Span(note.id, *note.blocks[block].source(start, end))
        follows = current is not None and current.end <= place.start  # a format may print the second before the first
        if current is not None and follows and not note.text[current.end : place.start].strip(_BETWEEN):
            current = Span(note.id, current.start, place.end)
            continue
        if current is not None:
            yield current
        current = place
    if current is not None:
        yield current
