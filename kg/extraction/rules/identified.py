"""Lines of a text that each begin with the identifier or address of another paper, with a comment behind it.

So people keep links that they mean to read: `https://arxiv.org/abs/1706.03762 the one without recurrence`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kg.extraction import align, names, shapes
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.ranges import links_near
from kg.links import Address, Role, find_identifiers, read_link
from kg.model import Block, BlockKind, LinkKind

NAME = "identified"
_KINDS = (BlockKind.PARAGRAPH, BlockKind.ITEM)
_FEWEST = 2
"""Lines that begin so, which must be half of the lines of their block at least."""
_LEAD = re.compile(
    r"[\s*•>–—-]{0,8}(?:(?:see also|see|cf\.?|also|siehe(?: auch)?|vgl\.?|voir(?: aussi)?)\s+)?\W{0,2}", re.IGNORECASE
)
_ARXIV = re.compile(r"\d{4}\.\d{4,5}(?:v\d{1,2})?(?![\w.]*\w)")
_CALLED = re.compile(
    r"(?P<name>[^\W\d_a-z][\w.+-]{1,30}(?: \d[\w.]{0,5})?)"
    r"(?:\s*\((?P<who>[^()]{3,200})\)\s*$|\s?[:,–—]\s|\s-\s|$)"
)
_BETWEEN = " \t–—-:|,;)]"
_TITLE = 3
"""Words from which on what stands behind an address can be the title."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that begins with a paper: its range, what stands behind the paper, and where it leads."""

    start: int
    behind: int
    end: int
    address: Address


def find(page: Page) -> Iterable[Entry]:
    """Find the papers of such lines, where no earlier rule has read their block."""
    for index, block in enumerate(page.note.blocks):
        if block.kind in _KINDS and "\n" in block.prose and not page.taken(index):
            lines = [*align.lines(block)]
            found = [one for one in (_read(block, *line) for line in lines) if one is not None]
            if len({one.address.key for one in found}) >= _FEWEST and 2 * len(found) >= len(lines):
                yield from (_entry(block, index, one) for one in found)


def _read(block: Block, start: int, end: int) -> _Line | None:
    """Read a line: its first words are a link to a paper or an identifier."""
    lead = _LEAD.match(block.prose, start, end)
    first = lead.end() if lead else start
    for link in links_near(block, start, first):
        if link.kind in (LinkKind.BARE, LinkKind.INLINE) and start <= link.start <= first < link.end:
            address = read_link(link.target)
            shown = block.prose[link.start : link.end]
            named = any(2 * (to - at) > len(shown) for at, to, _ in find_identifiers(shown))
            bare = link.kind is LinkKind.BARE or named or _ARXIV.fullmatch(shown.strip("[]"))
            return _Line(link.start, link.end, end, address) if bare and address.role is Role.PAPER else None
    for at, to, address in find_identifiers(block.prose[start:end]):
        if start + at <= first < start + to:
            return _Line(start + at, start + to, end, address)
    number = _ARXIV.match(block.prose, first, end)
    return _Line(first, number.end(), end, read_link(f"arxiv:{number.group()}")) if number else None


def _entry(block: Block, index: int, line: _Line) -> Entry:
    start, end = align.trim(block.prose, line.behind, line.end, _BETWEEN)
    while end < line.end and block.prose[end] in ")]":
        end += 1
    text = block.prose[start:end]
    link = Field(line.address.canonical, index, line.start, line.behind)
    called = _CALLED.match(text)
    title = short = None
    authors: tuple[Field, ...] = ()
    full = shapes.is_title_like(text) and shapes.is_title_case(text) and len(shapes.words(text)) >= _TITLE
    if full and not (called and called["who"]):
        title = Field(text, index, start, end)
    elif called and (called["who"] or shapes.is_name_shaped(called["name"])):
        short = Field(called["name"], index, start, start + len(called["name"]))
        who = [start + place for place in called.span("who")]
        authors = tuple(_people(block, index, *who)) if called["who"] else ()
    remark = () if title or authors or not text or (short and short.end == end) else (Field(text, index, start, end),)
    return Entry(
        NAME,
        link,
        0.9,
        title=title,
        short=short,
        authors=authors,
        complete=True if authors else None,
        links=(link,),
        remarks=remark,
        labelled=(index,),
        blocks=(index,),
    )


def _people(block: Block, index: int, start: int, end: int) -> Iterator[Field]:
    """Read the names in brackets behind a name, if nothing else stands there."""
    listed = names.split_names(block.prose[start:end]).names
    if all(len(one.split()) <= _TITLE and one[:1].isupper() and one.replace(" ", "").isalpha() for *_, one in listed):
        yield from (Field(shown, index, start + a, start + b) for a, b, shown in listed)
