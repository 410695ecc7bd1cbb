"""Talks that records were read as: in a list of talks, and where no more is told than who speaks, on what."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from kg.extraction.entries import Entry, Occasion, Page, Speaker
from kg.extraction.linking import paper_link
from kg.extraction.names import looks_like_person
from kg.extraction.talks import TALKS, heads, is_reading, list_above
from kg.links import read_link
from kg.model import BlockKind, Note
from kg.personal_names import divide

RULE = "session"
_FEWEST, _OWN = 2, 0.6
"""Talks of a list, and the share of them, in which the name of its owner stands."""


def with_talks(page: Page) -> Page:
    """Take for talks of the owner of a list what was read as papers there: records with authors in a list of talks.

    They lead to no paper, and one name stands in most of them, as in a curriculum.
    """
    before = heads(page.note)
    listed = [
        entry
        for entry in page.entries
        if entry.authors and entry.title is not None and not entry.citekey and paper_link(entry.links) is None
        if list_above(page.note, entry.title.block, before)
    ]
    times = Counter(name for entry in listed for name in {divide(author.text).family for author in entry.authors})
    if max(times.values(), default=0) < max(_FEWEST, _OWN * len(listed)):
        return page
    talks = [
        Occasion(RULE, entry.title, "talk", _persons(entry), day=entry.year)
        for entry in listed
        if entry.title is not None
    ]
    entries = tuple(entry for entry in page.entries if entry not in listed)
    return replace(page, entries=entries, occasions=(*page.occasions, *talks))


def without_talks(page: Page) -> Page:
    """Leave out the papers that are talks; in a list of talks year and meeting are those of the talk."""
    given = page.occasions
    page = replace(
        page, occasions=tuple(replace(one, paper=None) if _is_alone(page.note, one) else one for one in given)
    )
    talks = [one for one in page.occasions if one.paper is None]
    said = {(one.title.block, who.name.text) for one in talks for who in one.speakers}
    titled = {one.title.block for one in talks if not one.speakers and one.kind != "poster"}
    days = {(one.title.block, one.day.text[:4]) for one in talks if one.day is not None}
    before = heads(page.note)
    told = {id(one.paper) for one in given if _is_alone(page.note, one)}

    def is_talk(entry: Entry) -> bool:
        link = paper_link(entry.links)
        if entry.title is None or entry.citekey or (link is not None and read_link(link.text).key):
            return False
        at = entry.title.block
        if at in titled and not (_persons(entry) or (link and entry.venue)):
            return TALKS.fullmatch(list_above(page.note, at, before)) is not None  # a link leads to slides
        if page.note.blocks[at].kind is BlockKind.HEADING or link is not None:
            return False  # it may be a poster, or have an award
        year = entry.year is not None and (at, entry.year.text) not in days
        told = year or entry.venue or entry.presentation
        return not told and any((at, author.text) in said for author in entry.authors)

    left_out = [one for one in page.entries if is_talk(one) or id(one) in told]
    years = {one.title.block: one.year for one in left_out if one.title is not None}
    occasions = tuple(replace(one, day=one.day or years.get(one.title.block)) for one in page.occasions)
    return replace(page, entries=tuple(one for one in page.entries if one not in left_out), occasions=occasions)


def _is_alone(note: Note, one: Occasion) -> bool:
    """Return whether nothing but who speaks stands beside a title in a table: a talk, of which no paper is known."""
    paper = one.paper
    if paper is None or paper.presentation is None or paper.citekey or paper_link(paper.links) is not None:
        return False
    at = paper.presentation
    spoken = any(at.block == who.name.block and at.start <= who.name.start < at.end for who in one.speakers)
    row = note.blocks[at.block].kind is BlockKind.ROW
    return row and spoken and not (paper.authors or paper.year or paper.venue or is_reading(note))


def _persons(entry: Entry) -> tuple[Speaker, ...]:
    """Return the authors that are full names: in a list of talks towns and schools stand behind the title, too."""
    return tuple(Speaker(author) for author in entry.authors if looks_like_person(author.text))
