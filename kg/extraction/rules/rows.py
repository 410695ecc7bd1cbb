"""Rows of a table that lost its separators: `101FastThing: A Very Fast Thing ...https://arxiv.org/abs/3101.00001`.

A run of lines, each a number, a title and an address glued together, is what a table pasted from a web page leaves. One
such line alone is read too when its address leads to a paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from kg.extraction import align, names, shapes
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.linking import paper_link
from kg.extraction.outline import presentation_of
from kg.extraction.records.references import is_reference
from kg.links import Role, read_link
from kg.model import Block, BlockKind, LinkKind

NAME = "glued-row"

_NUMBER = re.compile(
    r"\s*[#(\[]?(?!(?:19|20)\d\d[-/.]\d)(?:\d{1,4}[xX]{1,4}|\d{1,5}(?!\d)|[xX?]{2,5}|[A-Z]{1,2}-?\d{1,4}(?![a-z]))[)\]]?\s*(?:(?:[.:|–-]\s*|\s+)(?=[\w\"“$])|(?=[^\W\d_]|[\"“$]))"
)
_LOOSE = re.compile(r"(?=\d)(\d{1,5})(?=[A-Z\"“$])")
_HEADER = re.compile(
    r"(?:id|#|no\.?|number|poster|paper|title|link|url|authors?|session|code|time|room|location|\W){2,12}",
    re.IGNORECASE,
)
_GLUE = re.compile(r"[a-z?!)](?=[A-Z][a-z]+[ -][A-Z])")
_INVERTED = re.compile(r"[^\W\d_][\w'’ -]{1,30}, (?:[^\W\d_]\.[ -]?){1,3}(?:,| and | & )")
_WORTH = (Role.PAPER, Role.CODE, Role.PROJECT, Role.OTHER, Role.DATA)


def find(page: Page) -> Iterable[Entry]:
    """Find rows of number, title and address."""
    note = page.note
    for index, block in enumerate(note.blocks):
        if block.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM) or page.taken(index):
            continue
        read = _rows(block, index)
        if any(paper_link(entry.links) for entry in read) or (read and _beside(page, index)):
            yield from read


def _beside(page: Page, index: int) -> bool:
    """Return whether the block before or after is such a row as well, or a header of such rows."""
    for at in (index - 1, index + 1):
        if 0 <= at < len(page.note.blocks):
            block = page.note.blocks[at]
            if _HEADER.fullmatch(block.prose.strip()) or any(paper_link(row.links) for row in _rows(block, at)):
                return True
    return False


def _rows(block: Block, index: int) -> list[Entry]:
    return [row for a, b in align.lines(block) if (row := _row(block, index, a, b)) is not None]


def _row(block: Block, index: int, start: int, end: int) -> Entry | None:
    links = [k for k in align.links_in(block, start, end) if k.kind in (LinkKind.BARE, LinkKind.INLINE)]
    if not links or read_link(links[0].target).role not in _WORTH:
        return None
    number = _NUMBER.match(block.prose, start, links[0].start)
    if number is None:
        return None
    first = _begin(block.prose, start, number.end())
    bare = links[0].kind is LinkKind.BARE
    stop = links[0].start if bare else links[0].end
    stop, authors = _glued_people(block, index, first, stop)
    title = align.field(block, index, *align.trim(block.prose, first, stop, " \t|,;:–—-"))
    glued = bare and links[0].start > start and not block.prose[links[0].start - 1].isspace()
    if not shapes.is_title_like(title.text) or not (glued or not block.prose[first - 1].isspace()):
        return None
    fields = tuple(Field(k.target, index, k.start, k.end) for k in links)
    stated = presentation_of(block.prose[links[-1].end : end])
    behind = align.trim(block.prose, links[-1].end, end, " \t()[]")
    after = align.field(block, index, *behind, stated) if stated else None
    if is_reference(block.prose[first:stop]) or _INVERTED.match(title.text):
        return None
    complete = True if authors else None
    found = Entry(NAME, title, 0.95, title=title, authors=authors, complete=complete, links=fields)
    return replace(found, presentation=after, blocks=(index,))


def _glued_people(block: Block, index: int, start: int, stop: int) -> tuple[int, tuple[Field, ...]]:
    """Find where a list of authors is glued to the title: `... Question AnsweringVladimir Karpukhin, Barlas Oguz`."""
    for match in _GLUE.finditer(block.prose, start, stop):
        listed = names.split_names(block.prose[match.end() : stop]).names
        if listed and all(names.looks_like_person(shown) for _, _, shown in listed):
            at = match.end()
            return at, tuple(Field(shown, index, at + a, at + b) for a, b, shown in listed)
    return stop, ()


def _begin(prose: str, start: int, end: int) -> int:
    """Return where the title begins: a number glued to a capital ends there, but a title may begin with a figure."""
    loose = _LOOSE.match(prose, start)
    return loose.end(1) if loose and loose.end(1) < end else end
