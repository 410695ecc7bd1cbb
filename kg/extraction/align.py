"""From places in the prose of a block to places in the file, and to spaCy's spans. Nothing else maps offsets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kg.extraction.entries import Field
from kg.extraction.ranges import links_near
from kg.model import Block, BlockKind, Link, LinkKind, Note, Span

_TRIM = " \t\n"
_LINE = re.compile(r"[^\n]+")


def span(note: Note, place: Field) -> Span:
    """Return the place of a field in the file.

    A link without text stands at its address; a field without any text takes its whole block, so that every fact has
    a quote that a person can read.
    """
    block = note.blocks[place.block]
    if place.start < place.end:
        behind = _behind_label(block, place)
        return Span(note.id, *(behind or block.source(place.start, place.end)))
    for link in links_near(block, place.start, place.start):
        if link.start == place.start and link.target == place.text:
            return Span(note.id, link.source_start, link.source_end)
    return block_span(note, place.block)


def _behind_label(block: Block, place: Field) -> tuple[int, int] | None:
    """Return the place of a whole wikilink when what it says stands in its target: `[[JaneRoe2017CVPR|the ResNet]]`."""
    for link in links_near(block, place.start, place.end):
        if link.kind is LinkKind.WIKI and (link.start, link.end) == (place.start, place.end):
            shown = block.prose[link.start : link.end]
            return None if place.text in shown else (link.source_start, link.source_end)
    return None


def block_span(note: Note, index: int) -> Span:
    """Return the place of a whole block."""
    block = note.blocks[index]
    if block.prose:
        return Span(note.id, *block.source(0, len(block.prose)))
    link = block.links[0]
    return Span(note.id, link.source_start, link.source_end)


def link_span(note: Note, place: Field) -> Span:
    """Return the place of a link with its markup and address, so that the quote shows where it leads."""
    block = note.blocks[place.block]
    for link in links_near(block, place.start, place.start):
        if link.start <= place.start <= link.end and link.target == place.text and link.source_start < link.source_end:
            return Span(note.id, link.source_start, link.source_end)
    return span(note, place)


def field(block: Block, index: int, start: int, end: int, text: str | None = None) -> Field:
    """Make a field of `prose[start:end]` without the white space around it; `text` is shown instead when given."""
    start, end = trim(block.prose, start, end)
    return Field(one_line(block.prose[start:end]) if text is None else text, index, start, end)


def in_turn(block: Block, index: int, names: Iterable[str], start: int) -> tuple[Field, ...]:
    """Return the places of names that stand one behind the other, from a place of a block on."""
    found: list[Field] = []
    for name in names:
        start = block.prose.index(name, start)
        found.append(Field(name, index, start, start + len(name)))
        start += len(name)
    return tuple(found)


def trim(text: str, start: int, end: int, characters: str = _TRIM) -> tuple[int, int]:
    """Narrow a range by the given characters at both ends.

    >>> trim("  a b ", 0, 6)
    (2, 5)
    """
    while start < end and text[start] in characters:
        start += 1
    while end > start and text[end - 1] in characters:
        end -= 1
    return start, end


def one_line(text: str) -> str:
    r"""Put a text on one line with single spaces.

    >>> one_line("a\n  b\tc ")
    'a b c'
    """
    return " ".join(text.split())


def lines(block: Block, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield the range of each line of the prose, or of a part of it, that is not blank."""
    for match in _LINE.finditer(block.prose, start, len(block.prose) if end is None else end):
        start, end = trim(block.prose, match.start(), match.end())
        if start < end:
            yield start, end


def headers(note: Note) -> dict[int, Block]:
    """Map each table, by the number of its group, to the row that heads it."""
    return {block.group: block for block in note.blocks if block.kind is BlockKind.HEADER}


def heading(header: Block | None, column: int) -> str:
    """Return the text that heads a column of a table; "" where there is none."""
    if header is None or not 0 <= column < len(header.cells):
        return ""
    return header.prose[slice(*header.cells[column])].strip()


def links_in(block: Block, start: int, end: int) -> tuple[Link, ...]:
    """Return the links whose text lies in a range of prose; pictures and footnotes are none."""
    return tuple(
        link
        for link in links_near(block, start, end)
        if link.kind not in (LinkKind.IMAGE, LinkKind.FOOTNOTE) and start <= link.start and link.end <= end
    )
