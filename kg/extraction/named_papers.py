"""Papers that prose knows by the name of their method only, where the text says that it is a paper.

`ColBERT (SIGIR 2020)`, `SPLADE, by Thibault Formal and Stéphane Clinchant`, `the BEIR paper`, `published SBERT`,
`In Pix2Struct, a team at Google proposed ...`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kg.extraction.credits import Credit, by_whom, credited, in_bracket
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.naming import Named, Names, choosing
from kg.extraction.outline import stands_elsewhere
from kg.extraction.ranges import Ranges
from kg.extraction.venues import find_venues, read_venue
from kg.links import Role, read_link
from kg.model import Block, BlockKind, Kind
from kg.text import form_key

NAME = "named-paper"

_BEFORE = re.compile(
    r"(?:\b(?:the|their|that|this|original) (?:[\w-]+ ){0,2}?(?:paper|preprint|article) (?:on|about|behind|introducing|"
    r"called|titled|presenting) (?:the )?|\b(?:published|co-?authored|wrote up|wrote) (?:the )?)[\"“*_]?$",
    re.IGNORECASE,
)
_THEME = re.compile(r"\b(?:paper|preprint|article|book|chapter|work) (?:on|about) (?:the )?$", re.IGNORECASE)
"""Words before what a paper is about: `this paper on molecular dynamics by Jane Doe`."""
_AFTER = re.compile(r"[\"”*_]?(?:['’]s)? (?:paper|preprint|article)\b(?! (?:with|from|by) code)", re.IGNORECASE)
_WORK_TEXT = (
    r"[\"”*_]?, (?:the authors|they|[A-Z][^,.;:()\n]{2,60}?) (?:\w+ly )?"
    r"(?:introduc|propos|present|develop|stud[iy]|show|demonstrat|curat|releas|collect|train|built|build|design|evaluat|"
    r"argu|prov|find|found)\w*\b"
)
_CALLED = re.compile(
    r"\b(?:paper|preprint|article)\b(?:(?!\b(?:introduc|propos|present|describ|develop|method|algorithm|model|framework|tool))"
    r"[^.!?\n\"“]){0,60}?,? (?:entitled|titled|called|named|was|is) (?:the )?[\"“*_]?"
    r"(?P<name>[A-Z][\w+-]{2,24}(?: [A-Z][\w+-]{1,20}){0,5})"
    r"(?=[\"”*_]?(?:[.,;:]|\s(?:had|has|which|that|by|from|is|was)\b))"
)
"""A paper called by a name that need not be one of a method: `a second paper from there was Cartridges`."""
_IN_IT = re.compile(
    r"(?:^|[.!?] )In [\"“]?(?P<name>[A-Z][\w+-]{0,30}[a-z][\w+-]{0,30}[A-Z0-9][\w+-]{0,30}|"
    r"[A-Z]{3,30}[\w+-]{0,30})[\"”]?"
    rf"(?={_WORK_TEXT})"
)
"""`In KernelMix, they collected ...`: a name of small and large letters, whatever it is of."""
_TECHNIQUE = re.compile(
    r"\b(?:present|introduc|propos|publish|unveil)\w* (?:an?|the|their) (?:[\w-]+ ){0,3}?(?:technique|method|work|"
    r"approach|framework|algorithm|model|architecture|benchmark)s? (?:entitled|titled|called|named|dubbed) "
    r"[\"“](?P<name>[A-Z][^\s\"“”]{0,40} [^\"“”\n]{4,100})[\"”]"
)
_WORK_OF = re.compile(
    r"(?<![\w-])(?P<who>[A-Z][\w-]{1,40}(?: [A-Z][\w-]{1,40}){1,2})['’]s? "
    r"(?P<name>[A-Z][\w-]{1,40}(?: (?:[A-Z][\w-]{1,40}|of|for|and|in|with)){1,6}) "
    r"(?:work|paper|study)(?: published)?(?: (?:in|from))? (?P<year>(?:19|20)\d\d)\b"
)
"""`Jane Doe’s Unsupervised Design work published in 2020`."""
_REPORTED = re.compile(
    r"\b(?:present|introduc|propos|releas|unveil)\w* (?:an?|the|their|its) (?:[\w-]+ ){0,4}?"
    r"(?:(?:architecture|framework|method|benchmark|technique|algorithm|model|dataset|system) "
    r"(?:called|named|dubbed|entitled) )?$"
)
_OTHER = re.compile(
    r"\b(?:blog(?: ?posts?)?|videos?(?= (?:about|on|by|of|from|explain)|\W*$|[.,:;)])|podcasts?|course|lectures?|book|"
    r"chapter|newsletter|tweets?|thread|tutorials?)\b",
    re.IGNORECASE,
)
"""What a text that tells of such things may name instead of a paper."""
_NAMING = ("called", "named", "dubbed", "entitled")
_TITLE_WORDS = 3
"""Words from which on a name is a title."""
_SHORT = 100
"""Characters of an item that is about the paper that it begins with, and no text that speaks of others, too."""
_NEAR = 200
"""Characters before a name in which stands what calls it a paper."""
_PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.FOOTNOTE)
_BY = re.compile(r",? (?:\([^()\n]{2,60}\),? )?by (?=[A-Z])")


def find(page: Page, names: Names) -> Iterator[Entry]:
    """Find the papers that are only called by the name of a method or dataset, once each, at their first such place."""
    called = {form_key(f.text) for e in page.entries for f in (e.short, e.title) if f is not None}
    called |= {form_key(f.text.partition(":")[0]) for e in page.entries for f in (e.title,) if f is not None}
    other: dict[int, bool] = {}
    titles = choosing.title_ranges(page)
    report = any(venue.year and venue.event for _, _, venue in find_venues(page.note.title))
    for name in names.named:
        if name.kind not in (Kind.METHOD, Kind.DATASET) or Ranges(titles[name.block]).touch(name.start, name.end):
            continue
        block = page.note.blocks[name.block]
        if block.kind not in _PROSE or stands_elsewhere(page.note, name.block):
            continue
        if name.block not in other:
            other[name.block] = _tells_of_other(block)
        if other[name.block] or (key := form_key(name.text)) in called:
            continue
        told = _told(block, name, report=report)
        if told is not None and not _is_beside(page, name, told):
            called.add(key)
            anchor = Field(name.text, name.block, name.start, name.end)
            opens = block.kind is BlockKind.ITEM and not any(map(str.isalnum, block.prose[: name.start]))
            opens = opens and len(block.prose) <= _SHORT
            entry = Entry(NAME, anchor, 0.75, short=anchor, blocks=(name.block,), listed=opens)
            yield credited(entry, told)


def spelled(page: Page) -> Iterator[Entry]:
    """Find the papers that a sentence names as papers, whatever their names look like."""
    titles = {form_key(f.text) for e in page.entries for f in (e.short, e.title) if f is not None}
    for index, block in enumerate(page.note.blocks):
        if block.kind not in _PROSE or stands_elsewhere(page.note, index) or index in page.used:
            continue
        for pattern in (_CALLED, _IN_IT, _TECHNIQUE, _WORK_OF):
            for found in pattern.finditer(block.prose.replace("\n", " ")):
                name = Field(found["name"], index, *found.span("name"))
                if form_key(name.text) in titles or read_venue(name.text) is not None:
                    continue
                titles.add(form_key(name.text))
                yield _spelled(name, found)


def _spelled(name: Field, found: re.Match[str]) -> Entry:
    groups = found.groupdict()
    long = len(name.text.split()) >= _TITLE_WORDS
    who = (Field(groups["who"], name.block, *found.span("who")),) if groups.get("who") else ()
    return Entry(
        NAME,
        name,
        0.7,
        title=name if long else None,
        short=None if long else name,
        authors=who,
        complete=False if who else None,
        year=Field(groups["year"], name.block, *found.span("year")) if groups.get("year") else None,
        blocks=(name.block,),
        listed=False,
    )


def _tells_of_other(block: Block) -> bool:
    """Return whether a text tells of a blog post, a course or the like, or only links to what is no paper."""
    roles = [read_link(link.target).role for link in block.links if "://" in link.target]
    return _OTHER.search(block.prose) is not None or (bool(roles) and Role.PAPER not in roles)


def _is_beside(page: Page, name: Named, told: Credit) -> bool:
    """Return whether a paper read in the same block is the one meant: it shares an author, or nothing else is told."""
    beside = [e for e in page.entries if name.block in e.blocks or e.anchor.block == name.block]
    mine = {author.text.split()[-1] for author in told.authors}
    shared = any(mine & {author.text.split()[-1] for author in entry.authors} for entry in beside)
    return shared or (bool(beside) and not told)


def _told(block: Block, name: Named, *, report: bool) -> Credit | None:
    """Read what says that a name is of a paper; None when nothing does.

    Args:
        block: in which the name stands.
        name: of a method or dataset.
        report: whether the note is of one conference, where what is introduced was introduced in a paper.
    """
    dated = in_bracket(block, name.block, name.end)
    venue = read_venue(dated.venue.text) if dated.venue is not None else None
    if venue is not None and venue.event and (venue.year or dated.year) and not dated.authors:
        who = by_whom(block, name.block, name.end)
        return replace(dated, authors=who.authors, complete=who.complete)
    if dated.authors and dated.year:
        return dated
    if _BY.match(block.prose, name.end) and not (name.text.islower() and _THEME.search(block.prose[: name.start])):
        who = by_whom(block, name.block, name.end)
        if who.authors:
            return replace(dated, authors=who.authors, complete=who.complete)
    first = max(0, name.start - _NEAR)
    prose = block.prose.replace("\n", " ")
    reported = _REPORTED.search(prose, first, name.start) if report else None
    if reported and reported.group().rstrip().endswith(_NAMING):
        return Credit()
    called = _AFTER.match(prose, name.end)
    if called:
        cited = in_bracket(block, name.block, called.end())
        return cited if cited.authors and cited.year else Credit()
    if _BEFORE.search(prose, first, name.start):
        return Credit()
    return None
