"""What a note says of a paper in its writer's own words: all that its lines hold beyond the bibliographic fields.

`Entry.remarks` are the words that the reader of a record took for a remark; what other lines about the paper hold, and
no field of it, is a remark as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg import terms
from kg.extraction import align
from kg.extraction.context import Context
from kg.extraction.entries import Entry, Field
from kg.model import Block, BlockKind, Claim, Span

_TOLD = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.FOOTNOTE)
_FEWEST = 3
"""Words that what stands beside the fields of a line needs to be a remark."""
_LONGEST = 20_000
"""Characters; what is said beyond them is left out."""
_EDGES = " \t\n.,;:()[]{}–—-|*_/·•\"“”'"
_ENDS = ".!?…)"
_SCRAP = re.compile(
    r"(?:in|by|from|with|and|at|vol(?:ume)?|pp?|pages|no|doi|arxiv|abs|pdf|paper|code|link|project|page|video|slides|"
    r"poster|oral|spotlight|et al|others|\d+|et|al|more|proceedings|proc|of|the|press|ed|eds|github|blog)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{2,}|[\u3040-\u9fff]")
Piece = tuple[int, int, int]
"""Block, start and end in its prose."""


def make(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim remark and abstract of a paper: the text, a line for each paragraph, with the places of its pieces."""
    if not entry.listed:
        return
    remark = sorted({*map(_piece, entry.remarks), *_around(context, entry)})
    for predicate, pieces in ((terms.REMARK, remark), (terms.ABSTRACT, sorted(map(_piece, entry.abstract)))):
        if pieces:
            places = tuple(_places(context, pieces))
            yield Claim(context.subject(entry), predicate, _text(context, pieces), places, entry.rule, entry.confidence)


def _piece(field: Field) -> Piece:
    return field.block, field.start, field.end


def _text(context: Context, pieces: list[Piece]) -> str:
    """Put pieces together, with the line breaks of the note."""
    text, last = "", (-1, 0)
    for block, start, end in pieces:
        prose = context.note.blocks[block].prose
        same = block == last[0] and "\n" not in prose[last[1] : start]
        lines = (" ".join(line.split()) for line in prose[start:end].split("\n"))
        text += (" " if same else "\n") + "\n".join(line for line in lines if line)
        last = block, end
    return text[:_LONGEST].strip()


def _around(context: Context, entry: Entry) -> Iterator[Piece]:
    """Give what the blocks about the paper hold where no reader has told a remark from the rest."""
    read = {*entry.labelled}
    for index, owner in context.owners.items():
        block = context.note.blocks[index]
        if owner is not entry or index in read or block.kind not in _TOLD:
            continue
        fields = sorted((field.start, field.end) for field in _fields(entry) if field.block == index)
        yield from _beside(block, index, fields) if fields else _whole(block, index)


def _whole(block: Block, index: int) -> Iterator[Piece]:
    if _WORD.search(block.prose):
        yield (index, *align.trim(block.prose, 0, len(block.prose)))


def _beside(block: Block, index: int, fields: list[tuple[int, int]]) -> Iterator[Piece]:
    """Give the pieces between the fields of a block that are words of somebody."""
    at = 0
    for start, end in [*fields, (len(block.prose), len(block.prose))]:
        if at < start:
            first, last = align.trim(block.prose, at, start, _EDGES)
            while last < start and block.prose[last] in _ENDS:
                last += 1
            words = [word for word in _WORD.findall(block.prose[first:last]) if not _SCRAP.fullmatch(word)]
            if len(words) >= _FEWEST:
                yield index, first, last
        at = max(at, end)


def _fields(entry: Entry) -> Iterator[Field]:
    single = (entry.title, entry.short, entry.citekey, entry.rating, entry.year, entry.venue, entry.presentation)
    noted = (entry.state, entry.read)
    yield from (field for field in (*single, *noted) if field is not None)
    for several in (entry.authors, entry.links, entry.tags, entry.keywords, entry.disputed):
        yield from several


def _places(context: Context, pieces: list[Piece]) -> Iterator[Span]:
    """Give the places of the pieces in the file; those that follow each other are one."""
    note = context.note
    current: Span | None = None
    for block, start, end in pieces:
        place = Span(note.id, *note.blocks[block].source(start, end))
        if current is not None and not note.text[current.end : place.start].strip(" \t\r\n-*+>#.0123456789"):
            current = Span(note.id, current.start, place.end)
            continue
        if current is not None:
            yield current
        current = place
    if current is not None:
        yield current
