"""Works in which a program has marked passages: a heading and a reference each, with what was marked and noted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kg.model import BlockKind
from kg.notes.draft import Content, Draft, Piece, cut
from kg.notes.lines import between
from kg.notes.outline import Outline
from kg.notes.references import Reference

_AND = re.compile(r"(?<=\w),? (?:and|und|et|y) (?=\w)")
HIGHLIGHT = "highlight"
"""What a block is that a program exported as marked."""


@dataclass(slots=True)
class Work:
    """A work, as far as the program tells what it is."""

    title: Sequence[Piece]
    author: Sequence[Piece]
    said: list[tuple[str, Sequence[Piece]]] = field(default_factory=list)
    """What was marked, noted or tagged, in order."""
    year: Sequence[Piece] = ()
    key: Sequence[Piece] = ()
    fields: list[tuple[str, Sequence[Piece]]] = field(default_factory=list)
    """What else the program says of it, as BibTeX names it."""


def piece_of(text: str, place: tuple[int, int], before: int = 0) -> Sequence[Piece]:
    """Return a range of a text without the blanks around it, and where it stands in the file."""
    start, end = place
    while start < end and (text[start].isspace() or text[start] == "\ufeff"):
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return [(text[start:end], start + before, end + before)] if start < end else ()


def go_on(text: str, work: Work, kind: str, line: tuple[int, int]) -> None:
    """Add a line to what was said last."""
    piece = piece_of(text, line)
    if kind and piece and work.said:
        before = work.said[-1][1]
        work.said[-1] = (kind, piece_of(text, (before[0][1] if before else piece[0][1], piece[0][2])))


def written(outline: Outline, works: dict[str, Work]) -> Content:
    """Add works, each below a heading, to a note that they are."""
    for work in works.values():
        outline.heading(_draft(work.title), 1)
        reference = Reference("misc")
        reference.add("title", work.title)
        for author in _people(work.author):
            reference.add("author", author)
        reference.add("year", work.year)
        reference.add("key", work.key)
        for name, pieces in work.fields:
            reference.add(name, pieces)
        reference.finish(outline)
        for kind, pieces in work.said:
            outline.quote, outline.info = (1, HIGHLIGHT) if kind == "mark" else (0, "")
            outline.layout(_draft(pieces, "Tags: " if kind == "tags" else ""), BlockKind.PARAGRAPH)
        outline.quote, outline.info = 0, ""
    return outline.content()


def _people(pieces: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """Yield the names of several people with `and` between them, each for itself."""
    return ([cut(piece, *part)] for piece in pieces for part in between(_AND, piece[0]))


def _draft(pieces: Sequence[Piece], label: str = "") -> Draft:
    draft = Draft()
    for text, start, end in pieces:
        draft.separate(label, start)
        label = ""
        draft.add(text, start, end)
    draft.link_addresses()
    return draft
