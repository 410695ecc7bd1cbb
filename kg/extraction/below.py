"""Reading the lines under a title: authors, venue, links, one to a line, until text about something else begins."""

from __future__ import annotations

import re
from dataclasses import replace

from kg.extraction import align, citations, patterns, shapes
from kg.extraction.details import Details
from kg.extraction.entries import Page
from kg.extraction.label_lines import read_labelled
from kg.extraction.link_labels import is_link_label
from kg.extraction.loose import read_loose
from kg.model import Block, BlockKind

_MOST_BLOCKS = 14
_OPENING = re.compile(
    r"\W{0,3}(Oral|Spotlight|Poster|Keynote|Talk)(?: (?:paper|presentation|talk))?\W{0,3}[.:!–—-](?=\s)"
)
_MOST_LEFT = 0.5
"""Share of a line of authors that may be something else: affiliations, a venue that no lexicon has."""
_MOST_LETTERS = 40
_TITLE_WORDS = 3
_REFERENCE = 0.5
"""From this likeness on a line of authors is a reference of its own, not what stands below a title."""


def read_below(page: Page, title: int, *, start: int | None = None) -> tuple[Details, tuple[int, ...]]:
    """Read what stands under a title: the rest of its block from `start`, then the blocks that follow it.

    Returns:
        What was read, and the blocks that it was read from.
    """
    note = page.note
    details, blocks = Details(), []
    if start is not None:
        details, whole = _lines(note.blocks[title], title, start, details)
        if not whole:
            return details, ()
    level = note.blocks[title]
    for index in range(title + 1, min(title + 1 + _MOST_BLOCKS, len(note.blocks))):
        block = note.blocks[index]
        if _ends(level, title, block) or page.taken(index):
            break
        if block.kind is BlockKind.CODE or not block.prose:
            continue
        listed = block.kind is BlockKind.ITEM and level.kind is not BlockKind.ITEM
        if listed and read_labelled(block, index, 0, len(block.prose)) is None and not _is_links(block):
            break
        read, whole = _lines(block, index, 0, details)
        if read != details:
            blocks.append(index)
        details = read
        if not whole:
            break
    return details, tuple(blocks)


def _ends(title: Block, at: int, block: Block) -> bool:
    if block.kind in (BlockKind.HEADING, BlockKind.HEADER, BlockKind.ROW, BlockKind.RECORD, BlockKind.FOOTNOTE):
        return True
    if block.quote > title.quote and block.info:
        return True
    if title.kind is BlockKind.ITEM:
        return block.parent != at
    return title.kind is BlockKind.PARAGRAPH and block.kind is BlockKind.ITEM and block.parent != at


def _opening(block: Block, index: int, start: int, end: int) -> Details:
    """Read a kind of presentation that stands as a sentence of its own before the remarks: `Oral. They show ...`."""
    match = _OPENING.match(block.prose, start, end)
    return (
        Details(presentation=align.field(block, index, *match.span(1), match.group(1).lower())) if match else Details()
    )


def _is_links(block: Block) -> bool:
    """Say whether a block is nothing but labelled links."""
    if not block.links:
        return False
    covered = sum(link.end - link.start for link in block.links if is_link_label(block.prose[link.start : link.end]))
    return covered * 2 >= len(block.prose.strip())


def _is_reference(line: str) -> bool:
    """Say whether a line has a title of its own, in quotation marks behind its authors."""
    quoted = patterns.QUOTED.search(line)
    return quoted is not None and quoted.start() > 0 and len(shapes.words(quoted.group(1))) >= _TITLE_WORDS


def _lines(block: Block, index: int, start: int, details: Details) -> tuple[Details, bool]:
    """Read the lines of a block one after the other; a line that is not about the paper ends the reading."""
    for first, last in align.lines(block):
        if last <= start:
            continue
        first = max(first, start)
        labelled = read_labelled(block, index, first, last)
        read = labelled or read_loose(block, index, first, last)
        people = (
            bool(read.authors) and not details.authors and read.left <= min(_MOST_LEFT * read.letters, _MOST_LETTERS)
        )
        people = people and citations.looks_like(block.prose[first:last]) < _REFERENCE
        if labelled is None and read.authors and _is_reference(block.prose[first:last]):
            return details, False
        if labelled is None and not (read.found and (read.explained or people)):
            return details.and_then(_opening(block, index, first, last)), False
        if labelled is None and details.authors and read.authors and not (read.venue or read.year or read.links):
            return details, False
        details = details.and_then(replace(read, letters=0, left=0))
    return details, True
