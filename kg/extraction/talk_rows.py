"""Talks in rows of tables, and in cards: front matter, and lines or rows with labels for who speaks on what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from kg.extraction import align, dates
from kg.extraction.entries import Field, Occasion, Page, Speaker
from kg.extraction.occasion_lines import is_nothing
from kg.extraction.outline import is_date
from kg.extraction.programme import WHAT, WHO
from kg.extraction.records.labels import Part, part_of, read_labels
from kg.extraction.records.values import Columns, Place, Places, gathered
from kg.extraction.speakers import is_somebody, kind_of, read_places, read_speakers
from kg.extraction.talks import list_above
from kg.model import Block, BlockKind, Note

_LINES = (BlockKind.ITEM, BlockKind.PARAGRAPH)


def read(page: Page, before: Sequence[int], rule: str) -> Iterator[Occasion]:
    """Read the rows and the cards of a note that say who speaks, or on what in a list of talks.

    Args:
        page: the note while it is read.
        before: the `heads` of the note.
        rule: the rule that asks.
    """
    for row in Columns(page.note).values.values():
        yield from _row(page, row, before, rule) if any(part in row for part in WHAT) else _untitled(page, row, rule)
    for card in _cards(page.note):
        yield from _row(page, card, before, rule)


def _untitled(page: Page, row: Places, rule: str) -> Iterator[Occasion]:
    """Read a row that says who speaks on which day, and not yet on what."""
    for who in (place for part in WHO for place in row.get(part, ())[:1]):
        speakers, day = _spoken_by(page.note, who, row.get(Part.AFFILIATION, [])[:1]), _day_of(page.note, row, who[0])
        if day is not None and speakers and all(map(is_somebody, speakers)):
            yield Occasion(rule, speakers[0].name, "talk", speakers, (), day)


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


def _row(page: Page, row: Places, before: Sequence[int], rule: str) -> Iterator[Occasion]:
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
        yield Occasion(rule, title, kind or "talk", speakers, (), _day_of(page.note, row, index), paper)


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
