"""Printed bibliographies: references that stand in a row, in items or paragraphs, all of one style.

One reference alone may be read in many ways. Several in a row show the style of all: what stands before and behind
the titles, how the names are written. So a list of references is found and read as a whole, before its lines are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kg.extraction import citations, shapes
from kg.extraction.cited import make_entry, runs
from kg.extraction.entries import Entry, Page
from kg.extraction.outline import stands_elsewhere
from kg.model import Block, BlockKind, LinkKind, MarkKind

NAME = "reference"

_KINDS = (BlockKind.ITEM, BlockKind.PARAGRAPH, BlockKind.FOOTNOTE)
_LIKELY = 0.5
_SHARE = 0.7
"""Share of the references of a list that look like some on their own."""
_SHORTEST, _LONGEST = 20, 2_000


@dataclass(frozen=True, slots=True)
class _Piece:
    """What may be one reference: `prose[start:end]` of a block."""

    index: int
    start: int
    end: int


def find(page: Page) -> Iterable[Entry]:
    """Find the bibliographies of a note, and read each as a whole."""
    for group in _groups(page):
        if _is_likely(page, group):
            yield from _read(page.note.blocks, group)


def _read(blocks: tuple[Block, ...], group: list[_Piece]) -> Iterator[Entry]:
    read = citations.parse_list([(_text(blocks, p), runs(blocks[p.index], p.start, p.end)) for p in group])
    if sum(_is_whole(cited) for cited in read) < _SHARE * len(group):
        return
    for piece, cited in zip(group, read, strict=True):
        if cited is not None and shapes.words(cited.title.text) and (cited.authors or cited.year):
            yield make_entry(NAME, blocks[piece.index], piece.index, (piece.start, piece.end), cited)


def _groups(page: Page) -> Iterable[list[_Piece]]:
    """Put together what stands side by side: the items of a list, the paragraphs below a heading."""
    groups: dict[tuple[object, ...], list[_Piece]] = defaultdict(list)
    for index, block in enumerate(page.note.blocks):
        if block.kind in _KINDS and len(block.prose) >= _SHORTEST and not page.taken(index):
            key = block.kind, block.parent, block.group, block.quote
            groups[key] += [_Piece(index, *place) for place in citations.split(block.prose)]
    return groups.values()


def _is_likely(page: Page, group: list[_Piece]) -> bool:
    """Say whether most of a group look like references on their own."""
    blocks = page.note.blocks
    if len(group) < citations.FEWEST:
        return False
    if any(_annotated(blocks[piece.index]) for piece in group) or stands_elsewhere(page.note, group[0].index):
        return False
    likely = sum(citations.looks_like(_text(blocks, piece)) >= _LIKELY for piece in group)
    return likely >= _SHARE * len(group)


def _text(blocks: tuple[Block, ...], piece: _Piece) -> str:
    return blocks[piece.index].prose[piece.start : piece.end]


def _annotated(block: Block) -> bool:
    """Say whether a block has what nobody prints in a bibliography: tags, code, texts of links, far too much text."""
    linked = any(link.kind is not LinkKind.BARE for link in block.links)
    return linked or len(block.prose) > _LONGEST or any(m.kind in (MarkKind.TAG, MarkKind.CODE) for m in block.marks)


def _is_whole(cited: citations.Citation | None) -> bool:
    """Say whether persons, a title behind them and where it appeared were read."""
    return cited is not None and cited.venue is not None and any(a.start < cited.title.start for a in cited.authors)
