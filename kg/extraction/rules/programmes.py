"""Tables of a programme or of a reading group: a row with somebody who speaks is a talk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.extraction import align, dates
from kg.extraction.columns import Table, read_tables
from kg.extraction.entries import Field, Occasion, Page, Speaker
from kg.extraction.headers import Column
from kg.extraction.speakers import kind_of, read_places, read_speakers
from kg.extraction.table_rows import Row, read_rows

NAME = "programme"
_WHO = (Column.SPEAKER, Column.PRESENTER)
_WHAT = (Column.TITLE, Column.TOPIC)
_PLACES = (Column.AFFILIATION,)


def find(page: Page) -> Iterable[Occasion]:
    """Find the talks of each table that has a column for who speaks."""
    for table in read_tables(page.note):
        if any(column in table.columns for column in _WHO):
            for row in read_rows(page.note, table):
                yield from _talk(page, table, row)


def _talk(page: Page, table: Table, row: Row) -> Iterator[Occasion]:
    who = _cell(row, *_WHO)
    what = _cell(row, *_WHAT)
    if who is None or what is None:
        return
    speakers = read_speakers(row.block, row.index, *who, told=True)
    where = _cell(row, *_PLACES)
    if where is not None and speakers:
        places = tuple(read_places(row.block, row.index, *where))
        speakers = tuple(one if one.places else Speaker(one.name, places) for one in speakers)
    paper = next((entry for entry in page.entries if row.index in entry.blocks), None)
    title = paper.title if paper is not None and paper.title is not None else align.field(row.block, row.index, *what)
    if speakers and title.text:
        kind = kind_of(title.text) if paper is None else "talk"
        yield Occasion(NAME, title, kind or "talk", speakers, day=_day(row), paper=paper)


def _cell(row: Row, *columns: Column) -> tuple[int, int] | None:
    """Give the first filled cell of some columns."""
    places = (place for column in columns for place in row.cells.get(column, ()))
    return next((place for place in places if place[0] < place[1]), None)


def _day(row: Row) -> Field | None:
    """Read the day in a cell of the row."""
    for column in (Column.YEAR, Column.TIME, Column.OTHER):
        place = _cell(row, column)
        iso = dates.iso(row.block.prose[slice(*place)]) if place is not None else ""
        if place is not None and iso:
            return Field(iso, row.index, *place)
    return None
