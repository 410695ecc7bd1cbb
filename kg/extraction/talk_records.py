"""Talks in rows and cards that say who speaks on what, and those that records were read as."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg.extraction import align, dates
from kg.extraction.entries import Entry, Field, Occasion, Page, Speaker
from kg.extraction.linking import paper_link
from kg.extraction.names import looks_like_person
from kg.extraction.occasion_lines import is_nothing
from kg.extraction.outline import is_date
from kg.extraction.programme import WHAT, WHO
from kg.extraction.records.labels import Part, part_of, read_labels
from kg.extraction.records.values import Columns, Place, Places, gathered
from kg.extraction.speakers import is_somebody, kind_of, read_places, read_speakers
from kg.extraction.talks import TALKS, heads, is_reading, list_above
from kg.links import read_link
from kg.model import Block, BlockKind, Note
from kg.personal_names import divide

RULE = "session"
_LINES = (BlockKind.ITEM, BlockKind.PARAGRAPH)
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


def in_rows(page: Page, before: Sequence[int]) -> Iterator[Occasion]:
    """Read the rows and the cards of a note that say who speaks, or on what in a list of talks.

    Args:
        page: the note while it is read.
        before: the `heads` of the note.
    """
    for row in Columns(page.note).values.values():
        yield from _row(page, row, before) if any(part in row for part in WHAT) else _untitled(page, row)
    for card in _cards(page.note):
        yield from _row(page, card, before)


def _untitled(page: Page, row: Places) -> Iterator[Occasion]:
    """Read a row that says who speaks on which day, and not yet on what."""
    for who in (place for part in WHO for place in row.get(part, ())[:1]):
        speakers, day = _spoken_by(page.note, who, row.get(Part.AFFILIATION, [])[:1]), _day_of(page.note, row, who[0])
        if day is not None and speakers and all(map(is_somebody, speakers)):
            yield Occasion(RULE, speakers[0].name, "talk", speakers, (), day)


def _cards(note: Note) -> Iterator[Places]:
    """Yield what front matter, or the labels of lines or of rows state, where one says who speaks."""
    labelled = defaultdict[tuple[BlockKind, int], list[tuple[Part | None, Place]]](list)
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.RECORD and block.info in ("yaml", "toml"):
            named = ((part_of(one.name), (index, one.start, one.end)) for one in block.fields)
        elif block.kind in (BlockKind.ROW, *_LINES):
            labels = ((one, last) for line, last in align.lines(block) for one in read_labels(block, line, last)[:1])
            named = ((one.part, (index, one.end, last)) for one, last in labels)
        else:
            continue
        apart = index if "\n" in block.prose or block.parent is None else block.parent
        labelled[block.kind, block.group if block.kind is BlockKind.ROW else apart] += named
    for (kind, _), places in labelled.items():
        found = gathered((part, place) for part, place in places if part is not None)
        read = kind is BlockKind.ITEM and Part.PAPER in found  # at a meeting, of which another line tells
        if any(part in found for part in WHO) and not read:
            yield found


def _row(page: Page, row: Places, before: Sequence[int]) -> Iterator[Occasion]:
    """Read a row or a card that says who speaks, or a row that stands in a list of talks."""
    who, what = (next((place for part in parts for place in row.get(part, ())), None) for parts in (WHO, WHAT))
    if what is None or (who is None and not list_above(page.note, what[0], before)):
        return
    index, block = what[0], page.note.blocks[what[0]]
    speakers = _spoken_by(page.note, who, row.get(Part.AFFILIATION, [])[:1]) if who else ()
    paper = next((entry for entry in page.entries if index in entry.blocks), None)
    line, more = block.prose[slice(*what[1:])].partition("\n")[::2]
    last = what[1] + len(line) if more and is_date(more.strip()) else what[2]
    title = (paper.title if paper is not None else None) or align.field(
        block, index, *align.trim(block.prose, what[1], last)
    )
    if (speakers or who is None) and any(map(str.isalpha, title.text)) and not is_nothing(title.text):
        kind = kind_of(title.text) if paper is None else ""
        yield Occasion(RULE, title, kind or "talk", speakers, (), _day_of(page.note, row, index), paper)


def _day_of(note: Note, row: Places, index: int) -> Field | None:
    """Return the first place of a row or a card that names a day."""
    for at, start, end in [(index, *cell) for cell in note.blocks[index].cells] or row.get(Part.DATE, []):
        prose = note.blocks[at].prose
        if day := dates.iso(prose[start:end]):
            return Field(day, at, *align.trim(prose, start, end))
    return None


def _spoken_by(note: Note, who: Place, at: Sequence[Place]) -> tuple[Speaker, ...]:
    """Read who speaks, and the organisations of those of whom the same place does not say any."""
    index, start, end = who
    block = note.blocks[index]
    start = max(behind_label(block, start, end), start)
    speakers = read_speakers(block, index, *align.trim(block.prose, start, end), told=True)
    for number, first, last in at:
        places = tuple(read_places(note.blocks[number], number, *align.trim(note.blocks[number].prose, first, last)))
        speakers = tuple(one if one.places else Speaker(one.name, places) for one in speakers)
    return speakers


def behind_label(block: Block, start: int, end: int) -> int:
    """Return where the label ends that begins a line and says that a speaker follows, -1 without one."""
    return next((one.end for one in read_labels(block, start, end)[:1] if one.part in WHO), -1)
