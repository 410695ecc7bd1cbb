"""A heading that is the title of a paper: with links, with authors, venue or year beside it, or with these below."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kg.extraction import align, shapes
from kg.extraction.author_lines import people_before
from kg.extraction.below import read_below
from kg.extraction.details import Details, fill
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.line_parts import take_apart
from kg.extraction.link_labels import is_link_label, own_links
from kg.extraction.loose import read_loose
from kg.extraction.outline import Role as Heading
from kg.extraction.outline import role_of, title_block
from kg.extraction.patterns import QUOTED
from kg.links import Role, read_link
from kg.model import Block, BlockKind, Link, LinkKind, MarkKind

NAME = "heading"

_NUMBERING = re.compile(
    r"\s*(?:\[?\d{1,3}(?:\.\d{1,2}){0,3}[.)\]:]?\s+|#\d{1,3}[:.)]?\s+|(?:paper|no\.?)\s?\d{1,3}\s*[:.)-]\s*)",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"[\[(]([^\[\]()]{2,120})[\])]")
_MANY = 3


@dataclass(frozen=True, slots=True)
class _Head:
    """A heading taken apart: its title, and what its brackets and its tail say."""

    title: Field
    details: Details
    linked: bool
    """Whether a link leads to the paper, or is labelled as links to papers are."""
    marked: bool = False
    """Whether the title is set off, with its authors before it."""


def find(page: Page) -> Iterable[Entry]:
    """Find the headings that are titles of papers, with what stands below them."""
    title = title_block(page.note)
    for index, block in enumerate(page.note.blocks):
        if block.kind is not BlockKind.HEADING or page.taken(index) or not block.prose.strip():
            continue
        head = _behind_authors(block, index) or _read(block, index)
        if head is None or (index == title and not head.linked):
            continue
        entry = _entry(page, index, head)
        if entry is not None:
            yield entry


def _entry(page: Page, index: int, head: _Head) -> Entry | None:
    below, blocks = read_below(page, index)
    words = len(shapes.words(head.title.text))
    role = role_of(page.note.blocks[index])
    if not head.linked:
        line = take_apart(page.note.blocks[index], index, *_inner(page.note.blocks[index]))
        told = line is not None and line.details.authors and line.details.year and not head.marked
        if line is not None and line.title is not None and told:
            entry = Entry(NAME, line.title, 0.88, title=line.title, short=line.short, blocks=(index, *blocks))
            return fill(fill(entry, line.details), below)
        stated = head.details.found and head.details.explained and (head.details.authors or head.details.venue)
        under = below.authors or (below.links and _leads_to_paper(below)) or (below.venue and below.year)
        told = words >= 1 and below.authors and (below.links or below.year or below.venue)
        if role is not Heading.TOPIC or not (told or (words >= _MANY and (stated or under))):
            return None
    if role in (Heading.FUNCTIONAL, Heading.REFERENCES, Heading.DATE):
        return None
    if not shapes.is_title_like(head.title.text) and not shapes.is_short_name(head.title.text) and not head.linked:
        return None
    entry = Entry(NAME, head.title, 0.97 if head.linked else 0.85, title=head.title, blocks=(index, *blocks))
    return fill(fill(entry, head.details), below)


def _behind_authors(block: Block, index: int) -> _Head | None:
    """Read `Takahashi & Yamanaka, *Title* (2006)`: a title set off or in quotation marks, persons before it, a year."""
    start, end = _inner(block)
    quoted = QUOTED.search(block.prose, start, end)
    places = [(m.start, m.end) for m in block.marks if m.kind in (MarkKind.EM, MarkKind.STRONG)]
    for first, last in [*places, *([quoted.span(1)] if quoted else [])]:
        title = align.field(block, index, *align.trim(block.prose, first, last, " \t.,;:"))
        if first <= start or not shapes.is_title_like(title.text) or len(shapes.words(title.text)) < _MANY:
            continue
        who = people_before(block, index, start, first) or _surname(block, index, start, first)
        behind = read_loose(block, index, last, end)
        if who is not None and behind.year is not None and behind.explained:
            return _Head(title, who.and_then(behind), linked=False, marked=True)
    return None


def _surname(block: Block, index: int, start: int, end: int) -> Details | None:
    """Read one capitalised word before a title as the family name of its author."""
    name = align.field(block, index, *align.trim(block.prose, start, end, ' \t,.:;–—-„“"«'))
    return Details((name,), complete=True) if name.text.isalpha() and name.text.istitle() else None


def _inner(block: Block) -> tuple[int, int]:
    numbering = _NUMBERING.match(block.prose)
    return (numbering.end() if numbering else 0), len(block.prose)


def _leads_to_paper(details: Details) -> bool:
    return any(read_link(link.text).role is Role.PAPER for link in details.links)


def _read(block: Block, index: int) -> _Head | None:
    """Take a heading apart; None when nothing is left that could be a title."""
    start, end = align.trim(block.prose, 0, len(block.prose))
    numbering = _NUMBERING.match(block.prose, start, end)
    if numbering and numbering.end() < end and any(c.isalpha() for c in block.prose[numbering.end() : end]):
        start = numbering.end()
    links = align.links_in(block, start, end)
    papers = [link for link in links if read_link(link.target).role is Role.PAPER]
    labels = [
        link for link in links if is_link_label(block.prose[link.start : link.end]) and link.kind is not LinkKind.WIKI
    ]
    titled = [link for link in links if link not in labels and link.kind is LinkKind.INLINE]
    details = Details()
    first = min((link.start for link in labels if link.start > start), default=end)
    main = next(
        (link for link in titled if link in papers or shapes.is_title_like(block.prose[link.start : link.end])), None
    )
    if main is not None and read_link(main.target).role in (Role.PAPER, Role.PROJECT, Role.OTHER, Role.CODE):
        details = read_loose(block, index, main.end, end) if main.end < end else details
        start, end = main.start, main.end
        if main not in papers and not details.found:
            return None
    elif first < end:
        details = read_loose(block, index, first, end)
        end = first
    start, end, more = _brackets(block, index, start, end)
    details = details.and_then(more)
    for mark in block.marks:
        if mark.kind is MarkKind.TAG and start < mark.start and mark.end <= end:
            end = mark.start
    start, end = align.trim(block.prose, start, end, " \t\n([{|:;,–—-*📄🔥⭐✨📝")
    if start >= end:
        return None
    inner = block.prose[start + 1 : end - 1]
    if block.prose[start] in '“„«"' and block.prose[end - 1] in '”“»"' and not re.search(r"[“”„«»\"]", inner):
        start, end = start + 1, end - 1
    own = own_links(block, index, 0, len(block.prose))
    linked = bool(papers) or (bool(labels) and _labelled_as_paper(block, labels))
    fields = Details(links=own if linked else (), letters=details.letters, left=details.left)
    return _Head(align.field(block, index, start, end), details.and_then(fields), linked)


def _labelled_as_paper(block: Block, labels: list[Link]) -> bool:
    words = " ".join(block.prose[link.start : link.end].casefold() for link in labels)
    return bool(re.search(r"\b(?:paper|pdf|arxiv|poster|openreview|preprint|oral|doi|acl|pmlr)\b", words))


def _brackets(block: Block, index: int, start: int, end: int) -> tuple[int, int, Details]:
    """Read `(Vaswani et al., 2017)` behind a title and `[ICLR 2025]` before or behind it."""
    details = Details()
    for _ in range(3):
        first, last = align.trim(block.prose, start, end, " \t\n:–—-,")
        head = _BRACKET.match(block.prose, first, last)
        tail = next((m for m in _BRACKET.finditer(block.prose, max(first, last - 124), last) if m.end() == last), None)
        for match in (head, tail):
            if match is None or match.span() == (first, last):
                continue
            read = read_loose(block, index, *match.span(1))
            if read.explained and read.found:
                details = details.and_then(read)
                start, end = (match.end(), last) if match is head else (first, match.start())
                break
        else:
            break
    return start, end, details
