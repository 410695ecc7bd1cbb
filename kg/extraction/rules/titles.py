"""Linked titles in items and paragraphs, with authors, venue and year beside or below.

The link has to lead to a paper and its text has to name it. A link inside a sentence is a paper mentioned in passing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kg.extraction import align, names, shapes
from kg.extraction.author_lines import people_before
from kg.extraction.below import read_below
from kg.extraction.details import Details, fill
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.link_labels import CROWDED, is_link_label, own_links
from kg.extraction.loose import read_bracket, read_loose
from kg.links import Role, read_link
from kg.model import Block, BlockKind, Link, LinkKind

NAME = "title"

_KINDS = (BlockKind.ITEM, BlockKind.PARAGRAPH, BlockKind.FOOTNOTE)
_PRELUDE = re.compile(
    r"(?:\s|[-*•–—>|:.,☐☑✅❌⭐★☆🔥📄📝✨👉]|\[[ xX/-]\]|\d{1,3}[.)]|\[\d{1,4}\]|\(\d{1,3}\)|#\d{1,4}|"
    r"[\[(](?:19|20)\d\d(?:[-/.]\d{1,2}){0,2}[\])]|(?:19|20)\d\d[-/.]\d{1,2}(?:[-/.]\d{1,2})?:?)*"
)
_CITED = re.compile(r"(?P<who>[^\W\d_][^\d\n]{1,80}?),?\s*\(?(?P<year>(?:19|20)\d\d)[a-z]?\)?")
_PART_END = re.compile(r"(?<!\b[A-Z])\.\s+(?=[A-Z])|\s[–—-]{1,2}\s|:\s|;\s")


def find(page: Page) -> Iterable[Entry]:
    """Find the titles in items and paragraphs that an earlier rule has not read."""
    for index, block in enumerate(page.note.blocks):
        if block.kind in _KINDS and block.prose and len(block.links) <= CROWDED and not page.taken(index):
            yield from _linked(page, block, index)


def _linked(page: Page, block: Block, index: int) -> Iterator[Entry]:
    """Read each link to a paper whose text names the paper."""
    own = {(f.text) for f in own_links(block, index, 0, len(block.prose))}
    titled = [
        link
        for link in align.links_in(block, 0, len(block.prose))
        if link.kind is LinkKind.INLINE
        and link.target in own
        and read_link(link.target).role is Role.PAPER
        and not is_link_label(block.prose[link.start : link.end])
    ]
    for number, link in enumerate(titled):
        line_start = block.prose.rfind("\n", 0, link.start) + 1
        leads = _leads(block, line_start, link)
        end = titled[number + 1].start if number + 1 < len(titled) else len(block.prose)
        entry = _from_link(block, index, link, leads=leads)
        if not (entry.title or entry.short or entry.authors):
            continue
        if not leads and entry.year is not None and entry.title is None:
            entry = _named_before(block, index, line_start, link, entry)
        who = None if leads else _authors_before(block, index, line_start, link)
        if who is not None and entry.title is not None:
            entry = replace(fill(entry, who), listed=True, confidence=0.92)
            leads = True
        if leads:
            yield _completed(page, entry, link.end, end, last=number + 1 == len(titled))
        else:
            yield fill(entry, read_bracket(block, index, link.end))


def _named_before(block: Block, index: int, line_start: int, link: Link, entry: Entry) -> Entry:
    """Take the title from before a linked citation: `Random Forests [Breiman 2001](...)`."""
    prelude = _PRELUDE.match(block.prose, line_start, link.start)
    start, end = align.trim(block.prose, prelude.end() if prelude else line_start, link.start, ' \t\n([,.:–—-*"“”')
    title = align.field(block, index, start, end) if start < end else None
    if title is None or not shapes.is_title_like(title.text) or shapes.is_sentence(title.text):
        return entry
    return replace(entry, anchor=title, title=title, listed=True)


def _authors_before(block: Block, index: int, line_start: int, link: Link) -> Details | None:
    """Read the authors before a linked title: `Hohenberg and Kohn (1964), [Title](...)`."""
    prelude = _PRELUDE.match(block.prose, line_start, link.start)
    return people_before(block, index, prelude.end() if prelude else line_start, link.start)


def _leads(block: Block, line_start: int, link: Link) -> bool:
    before = block.prose[line_start : link.start]
    prelude = _PRELUDE.match(before)
    rest = before[prelude.end() :].strip(' *_"“[(') if prelude else before
    if not rest:
        return True
    head = rest.rstrip(" :–—-")
    return (
        rest != head and (shapes.is_short_name(head) or len(shapes.words(head)) <= 3) and not shapes.is_sentence(head)
    )


def _from_link(block: Block, index: int, link: Link, *, leads: bool) -> Entry:
    place = align.field(block, index, link.start, link.end)
    target = Field(link.target, index, link.start, link.end)
    words = shapes.words(place.text)
    cited = _CITED.fullmatch(place.text.strip("()[] "))
    blocks = (index,)
    if cited and len(words) <= 8:
        listed = names.split_names(cited["who"])
        start = link.start + block.prose[link.start : link.end].find(cited["who"])
        who = tuple(Field(shown, index, start + a, start + b) for a, b, shown in listed.names)
        year = align.field(block, index, link.start, link.end, cited["year"])
        return Entry(
            NAME, place, 0.9, authors=who, complete=listed.complete if who else None, year=year,
            links=(target,), blocks=blocks, listed=leads,
        )  # fmt: skip
    title = short = None
    if shapes.is_title_like(place.text) and len(words) >= 2:
        title = _plain(block, place)
    elif shapes.is_short_name(place.text):
        short = place
    confidence = 0.95 if title and leads else 0.85
    return Entry(NAME, place, confidence, title=title, short=short, links=(target,), blocks=blocks, listed=leads)


def _plain(block: Block, place: Field) -> Field:
    start, end = align.trim(block.prose, place.start, place.end, ' \t\n"“”*_')
    while end > start and block.prose[end - 1] in ".," and not block.prose[:end].endswith(("...", "etc.")):
        end -= 1
    return align.field(block, place.block, start, end)


def _completed(page: Page, entry: Entry, start: int, end: int, *, last: bool) -> Entry:
    """Read what stands behind a title in its block, and below it."""
    block, index = page.note.blocks[entry.anchor.block], entry.anchor.block
    entry = fill(entry, _tail(block, index, start, end))
    if last:
        newline = block.prose.find("\n", start)
        below, blocks = read_below(page, index, start=newline + 1 if newline >= 0 else len(block.prose))
        entry = fill(entry, below)
        entry = _with_blocks(entry, blocks)
    return entry


def _with_blocks(entry: Entry, blocks: tuple[int, ...]) -> Entry:

    return replace(entry, blocks=(*entry.blocks, *blocks)) if blocks else entry


def _tail(block: Block, index: int, start: int, end: int) -> Details:
    """Read the rest of the line of a title: all of it when it is about the paper, else what its first part says."""
    newline = block.prose.find("\n", start)
    stop = min(end, newline) if newline >= 0 else end
    whole = read_loose(block, index, start, stop)
    if whole.explained:
        return whole
    first = _first_part(block.prose, start, stop)
    part = read_loose(block, index, start, first)
    if part.explained and first < stop:
        return part
    bracket = read_bracket(block, index, start)
    return Details(links=own_links(block, index, start, stop)).and_then(bracket)


def _first_part(prose: str, start: int, stop: int) -> int:
    found = _PART_END.search(prose, start + 4, stop)
    return found.start() if found else stop
