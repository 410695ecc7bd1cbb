"""What is no title: links may show where a paper appeared, or who wrote it: `[PLOS ONE, 2015](...)`, `[Lind et al]`."""

from __future__ import annotations

import re
from dataclasses import replace

from kg.extraction import citation_forms as forms
from kg.extraction.align import field, in_turn
from kg.extraction.entries import Entry, Page
from kg.extraction.link_labels import paper_link
from kg.extraction.venues import read_venue
from kg.model import BlockKind, Note

_VENUE = re.compile(rf"(?P<venue>\D{{3,100}}?)[,\s]*(?:[(]?(?P<year>{forms.YEAR_TEXT})[)]?)?\.?")


def with_titles_only(page: Page) -> Page:
    """Take for venue and year, or for authors, what was read as the title of a paper with a link to it."""
    return page if not page.entries else replace(page, entries=tuple(_read(page.note, entry) for entry in page.entries))


def _read(note: Note, entry: Entry) -> Entry:
    title = entry.title or entry.short
    link = paper_link(entry.links)
    if title is None or link is None or note.blocks[title.block].kind is BlockKind.RECORD:
        return entry
    short = entry.short if entry.title is not None else None
    bare = replace(entry, title=None, short=short, anchor=link if entry.anchor == title else entry.anchor)
    block = note.blocks[title.block]
    text = block.prose[title.start : title.end]
    found = _VENUE.fullmatch(text)
    venue = read_venue(found["venue"]) if found is not None else None
    if found is not None and venue is not None and (entry.venue is None or read_venue(entry.venue.text) == venue):
        place = {name: (title.start + found.start(name), title.start + found.end(name)) for name in ("venue", "year")}
        year = field(block, title.block, *place["year"]) if found["year"] else None
        return replace(bare, venue=entry.venue or field(block, title.block, *place["venue"]), year=entry.year or year)
    named = forms.UNDATED.fullmatch(f"({text})")
    if named is not None and not entry.authors and (named["others"] or "&" in named["names"].partition(",")[2]):
        authors = in_turn(block, title.block, forms.surnames(named)[0], title.start)
        return replace(bare, authors=authors, complete=named["others"] is None)
    return entry
