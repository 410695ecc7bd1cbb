r"""Entries of a LaTeX bibliography, `\bibitem{key} Authors. \newblock Title. \newblock In {\em Venue}, Year.`, pasted.

BibTeX divides what it prints by `\newblock`: authors, title, the rest. An entry may run over several paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kg.extraction import align, pieces
from kg.extraction.details import Details, fill
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.link_labels import own_links
from kg.extraction.loose import people, read_loose
from kg.links import find_identifiers
from kg.model import Block, BlockKind

NAME = "bibitem"

_KEY = re.compile(r"\\bibitem\s*(?:\[[^\[\]]{0,200}\])?\s*\{([^{}\s]{1,100})\}")
_DIVIDER = re.compile(r"\\newblock\b")
_EMPHASIS = re.compile(r"\{\\(?:em|it|emph)\s+([^{}]{2,200})\}|\\(?:emph|textit)\{([^{}]{2,200})\}")
_COMMAND = re.compile(r"\\[a-zA-Z]+\s?|[{}]")
_MOST_BLOCKS = 12
"""Paragraphs that one entry may run over."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A range of a block between two dividers."""

    block: int
    start: int
    end: int


def find(page: Page) -> Iterable[Entry]:
    r"""Find the entries that give at least authors and a title, divided by `\newblock`."""
    for index, block in enumerate(page.note.blocks):
        if "\\bibitem" not in block.prose or page.taken(index) or block.kind is BlockKind.CODE:
            continue
        keys = list(_KEY.finditer(block.prose))
        for number, key in enumerate(keys):
            last = number + 1 == len(keys)
            end = len(block.prose) if last else keys[number + 1].start()
            ranges = [_Piece(index, key.end(), end), *(_following(page, index) if last else ())]
            entry = _entry(page, key, index, [piece for part in ranges for piece in _divided(page, part)])
            if entry is not None:
                yield entry


def _following(page: Page, index: int) -> Iterator[_Piece]:
    """Yield the paragraphs below that still belong to the entry: until the next entry, or what is no paragraph."""
    for at in range(index + 1, min(index + 1 + _MOST_BLOCKS, len(page.note.blocks))):
        block = page.note.blocks[at]
        if block.kind is not BlockKind.PARAGRAPH or _KEY.search(block.prose) or "\\end{" in block.prose:
            return
        yield _Piece(at, 0, len(block.prose))


def _divided(page: Page, part: _Piece) -> Iterator[_Piece]:
    prose, start = page.note.blocks[part.block].prose, part.start
    for divider in [*_DIVIDER.finditer(prose, part.start, part.end), None]:
        end = divider.start() if divider else part.end
        first, last = align.trim(prose, start, end)
        if first < last:
            yield _Piece(part.block, first, last)
        start = divider.end() if divider else end


def _entry(page: Page, key: re.Match[str], index: int, parts: list[_Piece]) -> Entry | None:
    if len(parts) < 3:
        return None
    blocks = [page.note.blocks[part.block] for part in parts]
    who, complete = people(blocks[0], parts[0].block, parts[0].start, parts[0].end)
    title = _plain(blocks[1], parts[1])
    if not who or not title.text:
        return None
    entry = Entry(
        NAME,
        title,
        0.95,
        title=title,
        citekey=Field(key[1], index, *key.span(1)),
        authors=who,
        complete=complete,
        blocks=tuple(dict.fromkeys((index, *(part.block for part in parts)))),
    )
    for part, block in zip(parts[2:], blocks[2:], strict=True):
        entry = fill(entry, _published(block, part))
    return entry


def _plain(block: Block, part: _Piece) -> Field:
    """Return a piece without its commands, braces and closing full stop."""
    start, end = align.trim(block.prose, part.start, part.end, " \t\n.,{}")
    return align.field(block, part.block, start, end, align.one_line(_COMMAND.sub("", block.prose[start:end])))


def _published(block: Block, part: _Piece) -> Details:
    """Read the venue in italics, the year and the links; without italics, whatever can be told apart."""
    venue = _EMPHASIS.search(block.prose, part.start, part.end)
    links = own_links(block, part.block, part.start, part.end)
    links += tuple(
        Field(address.canonical, part.block, part.start + a, part.start + b)
        for a, b, address in find_identifiers(block.prose[part.start : part.end])
        if address.canonical
    )
    year = pieces.find_year(block, part.block, part.start, part.end)
    if venue is None:
        return Details(year=year, links=links).and_then(read_loose(block, part.block, part.start, part.end))
    group = 1 if venue[1] else 2
    named = align.field(block, part.block, *venue.span(group))
    return Details(venue=None if links and "arXiv" in named.text else named, year=year, links=links)
