"""ISBN and ISSN: the number of a book stands in its reference, on a line or in a field called so.

A number without the right check digit is a misprint, or none at all. One amid a sentence is of whatever that tells of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from kg.extraction import align
from kg.extraction.entries import Detail, Entry, Page
from kg.identifiers import is_isbn
from kg.model import Block, BlockKind, Note

_ISBN = re.compile(
    r"(?:^|[.,;:()\[\]|·•–—-])[\s*_]{0,3}(?:e-?|print )?ISBN(?:-1[03])?(?: \((?:print|online|electronic)\))?[*_]{0,3}"
    r"(?:\s{0,2}[:：=]{1,2}[*_]{0,3})?\s{0,3}(?P<number>(?:97[89][\s‐-–-]?)?(?:\d[\s‐-–-]?){9}[\dXx])(?![\d-])",
    re.MULTILINE | re.IGNORECASE,
)
"""A number with its label, behind the punctuation of a reference or in front of a line."""
_NAMES = ("isbn", "issn")


def complete(page: Page) -> Page:
    """Complete the papers and books of a page by the numbers that stand in their references."""
    if "isbn" not in page.note.text.casefold() and "issn" not in page.note.text.casefold():
        return page
    held = Counter(index for entry in page.entries if entry.listed for index in _blocks(entry))
    headers = align.headers(page.note)
    entries = (
        replace(entry, details=(*entry.details, *_numbers(page.note, entry, held, headers)))
        if entry.listed and not any(detail.name in _NAMES for detail in entry.details)
        else entry
        for entry in page.entries
    )
    return replace(page, entries=tuple(entries))


def _blocks(entry: Entry) -> tuple[int, ...]:
    return tuple(dict.fromkeys((*entry.blocks, entry.anchor.block)))


def _numbers(note: Note, entry: Entry, held: Mapping[int, int], headers: Mapping[int, Block]) -> Iterator[Detail]:
    """Yield the numbers of an entry, each once."""
    seen = set()
    for index in _blocks(entry):
        block = note.blocks[index]
        named = (*_in_fields(block), *_in_row(block, headers.get(block.group)))
        for name, start, end in (*named, *_in_text(block, index, entry, alone=held[index] == 1)):
            place = align.field(block, index, start, end)
            if place.text not in seen:
                seen.add(place.text)
                yield Detail(name, place.text, (align.span(note, place),))


def _in_fields(block: Block) -> Iterator[tuple[str, int, int]]:
    """Yield the numbers in fields of front matter."""
    for field in block.fields if block.kind is BlockKind.RECORD else ():
        if field.name.casefold() in _NAMES and any(map(str.isdigit, block.prose[field.start : field.end])):
            yield field.name.casefold(), field.start, field.end


def _in_row(block: Block, header: Block | None) -> Iterator[tuple[str, int, int]]:
    """Yield the numbers in the columns of a table that are called so."""
    for column, cell in enumerate(block.cells if block.kind is BlockKind.ROW else ()):
        name = align.heading(header, column).casefold()
        if name in _NAMES and any(map(str.isdigit, block.prose[slice(*cell)])):
            yield name, *align.trim(block.prose, *cell)


def _in_text(block: Block, index: int, entry: Entry, *, alone: bool) -> Iterator[tuple[str, int, int]]:
    """Yield the numbers that a label introduces, on the line of the reference or on a line of their own."""
    if block.kind in (BlockKind.RECORD, BlockKind.ROW, BlockKind.CODE):
        return
    if not alone and index != entry.anchor.block:
        return
    first, last = 0, len(block.prose)
    if not alone:  # of a block of many references, the line of its own
        first = block.prose.rfind("\n", 0, entry.anchor.start) + 1
        last = (block.prose + "\n").find("\n", entry.anchor.start)
    for found in _ISBN.finditer(block.prose, first, last):
        line = block.prose.rfind("\n", 0, found.start("number")) + 1
        if not is_isbn(found["number"]):
            continue
        opens = not any(map(str.isalnum, block.prose[line : found.start()]))
        if index == entry.anchor.block:
            own = line <= entry.anchor.start < found.start() or alone
            told = any(one.block == index and line <= one.start < found.start() for one in entry.remarks)
            own = own and (opens or not told)
        else:
            own = alone and opens
        if own:
            yield "isbn", *found.span("number")
