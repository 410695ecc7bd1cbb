"""Tables of a programme or of a reading group: a row with somebody who speaks is a talk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.extraction import align, dates
from kg.extraction.entries import Field, Occasion, Page, Speaker
from kg.extraction.records.labels import Part
from kg.extraction.records.values import Columns, Place, Places
from kg.extraction.speakers import kind_of, read_places, read_speakers
from kg.model import Block

NAME = "programme"
_WHO = (Part.SPEAKER, Part.PRESENTER)
_WHAT = (Part.TITLE, Part.PAPER, Part.KEYWORDS)


def find(page: Page) -> Iterable[Occasion]:
    """Find the talks of each table that has a column for who speaks."""
    for row in Columns(page.note).values.values():
        who = next((place for part in _WHO for place in row.get(part, ())), None)
        if who is not None:
            yield from _talk(page, who, row)


def _talk(page: Page, who: Place, row: Places) -> Iterator[Occasion]:
    index = who[0]
    block = page.note.blocks[index]
    what = next((place for part in _WHAT for place in row.get(part, ())), None)
    if what is None:
        return
    speakers = read_speakers(block, index, *_inner(block, who), told=True)
    if Part.AFFILIATION in row and speakers:
        places = tuple(read_places(block, index, *_inner(block, row[Part.AFFILIATION][0])))
        speakers = tuple(one if one.places else Speaker(one.name, places) for one in speakers)
    paper = next((entry for entry in page.entries if index in entry.blocks), None)
    title = (
        paper.title
        if paper is not None and paper.title is not None
        else align.field(block, index, *_inner(block, what))
    )
    if speakers and title.text:
        kind = kind_of(title.text) if paper is None else "talk"
        yield Occasion(NAME, title, kind or "talk", speakers, day=_day(block, index), paper=paper)


def _inner(block: Block, place: Place) -> tuple[int, int]:
    return align.trim(block.prose, place[1], place[2])


def _day(block: Block, index: int) -> Field | None:
    """Read the day in a cell of the row."""
    for cell in block.cells:
        iso = dates.iso(block.prose[slice(*cell)])
        if iso:
            return Field(iso, index, *align.trim(block.prose, *cell))
    return None
