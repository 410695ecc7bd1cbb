"""Papers that prose knows by the name of their method only, where the text says that it is a paper.

`ColBERT (SIGIR 2020)`, `SPLADE, by Thibault Formal and Stéphane Clinchant`, `the BEIR paper`, `published SBERT`,
`In Pix2Struct, a team at Google proposed ...`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.extraction.author_lines import people_behind
from kg.extraction.details import Details, fill
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.loose import read_bracket
from kg.extraction.naming import Named, Names
from kg.extraction.outline import stands_elsewhere
from kg.extraction.venues import read_venue
from kg.links import Role, read_link
from kg.model import Block, BlockKind, Kind
from kg.text import form_key

NAME = "named-paper"

_BEFORE = re.compile(
    r"(?:\b(?:the|their|that|this|original) (?:[\w-]+ ){0,2}?(?:paper|preprint|article) (?:on|about|behind|introducing|"
    r"called|titled|presenting) (?:the )?|\b(?:published|co-?authored|wrote up|wrote) (?:the )?)[\"“*_]?$",
    re.IGNORECASE,
)
_AFTER = re.compile(r"[\"”*_]?(?:['’]s)? (?:paper|preprint|article)\b(?! (?:with|from|by) code)", re.IGNORECASE)
_IN = re.compile(r"(?:^|[.!?:]\s+|\n)(?:[-*•]\s*)?In [\"“*_]?$")
_WORK = re.compile(
    r"[\"”*_]?, (?:the authors|they|[A-Z][^,.;:()\n]{2,60}?) (?:\w+ly )?"
    r"(?:introduc|propos|present|develop|stud[iy]|show|demonstrat)\w*\b"
)
"""What people do in a paper: `In X, the group of Y introduced ...`."""
_OTHER = re.compile(
    r"\b(?:blog(?: ?posts?)?|videos?(?= (?:about|on|by|of|from|explain)|\W*$|[.,:;)])|podcasts?|course|lectures?|book|"
    r"chapter|newsletter|tweets?|thread|tutorials?)\b",
    re.IGNORECASE,
)
"""What a text that tells of such things may name instead of a paper."""
_NEAR = 200
"""Characters before a name in which stands what calls it a paper."""
_PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.FOOTNOTE)
_BY = re.compile(r",? (?:\([^()\n]{2,60}\),? )?by (?=[A-Z])")


def find(page: Page, names: Names) -> Iterator[Entry]:
    """Find the papers that are only called by the name of a method or dataset, once each, at their first such place."""
    called = {form_key(f.text) for e in page.entries for f in (e.short, e.title) if f is not None}
    called |= {form_key(f.text.partition(":")[0]) for e in page.entries for f in (e.title,) if f is not None}
    other: dict[int, bool] = {}
    for name in names.named:
        key = form_key(name.text)
        if name.kind not in (Kind.METHOD, Kind.DATASET) or key in called:
            continue
        block = page.note.blocks[name.block]
        if block.kind not in _PROSE or stands_elsewhere(page.note, name.block):
            continue
        if name.block not in other:
            other[name.block] = _tells_of_other(block)
        if other[name.block]:
            continue
        told = _told(block, name)
        if told is not None and not _is_beside(page, name, told):
            called.add(key)
            anchor = Field(name.text, name.block, name.start, name.end)
            entry = Entry(NAME, anchor, 0.75, short=anchor, blocks=(name.block,), listed=False)
            yield fill(entry, told)


def _tells_of_other(block: Block) -> bool:
    """Say whether a text tells of a blog post, a course or the like, or only links to what is no paper."""
    roles = [read_link(link.target).role for link in block.links if "://" in link.target]
    return _OTHER.search(block.prose) is not None or (bool(roles) and Role.PAPER not in roles)


def _is_beside(page: Page, name: Named, told: Details) -> bool:
    """Say whether a paper read in the same block is the one meant: it shares an author, or nothing else is told."""
    beside = [e for e in page.entries if name.block in e.blocks or e.anchor.block == name.block]
    mine = {author.text.split()[-1] for author in told.authors}
    shared = any(mine & {author.text.split()[-1] for author in entry.authors} for entry in beside)
    return shared or (bool(beside) and not told.found)


def _told(block: Block, name: Named) -> Details | None:
    """Read what says that a name is of a paper; None when nothing does."""
    dated = read_bracket(block, name.block, name.end)
    venue = read_venue(dated.venue.text) if dated.venue is not None else None
    if venue is not None and venue.event and (venue.year or dated.year) and not dated.authors:
        return dated.and_then(people_behind(block, name.block, name.end))
    if dated.authors and dated.year:
        return dated
    if _BY.match(block.prose, name.end):
        people = people_behind(block, name.block, name.end)
        if people.authors:
            return people.and_then(dated if dated.explained else Details())
    first = max(0, name.start - _NEAR)
    if _IN.search(block.prose, first, name.start) and _WORK.match(block.prose, name.end):
        return Details()
    if _BEFORE.search(block.prose, first, name.start) or _AFTER.match(block.prose, name.end):
        return Details()
    return None
