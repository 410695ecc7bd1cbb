"""The cells of a row of a table of papers: what each column says about the paper of the row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kg.extraction.align import field, links_in, trim
from kg.extraction.columns import Table
from kg.extraction.details import Details
from kg.extraction.entries import Field
from kg.extraction.headers import Column
from kg.extraction.link_labels import is_link_label
from kg.extraction.names import looks_like_person, split_names
from kg.extraction.pieces import find_presentation, find_words, find_year, read_around, tidy, year_in
from kg.links import Role, find_identifiers, read_link
from kg.model import Block, Note

_Places = dict[Column, list[tuple[int, int]]]
_NOTHING = frozenset(
    {"", "-", "–", "—", "n/a", "na", "none", "tbd", "tba", "?", "x", "✗", "✓", "✔", "❌", "✅", "/", "...", "…"}
)
_CARRIED = (Column.TOPIC, Column.VENUE, Column.YEAR)
_STARS = re.compile(r"[★⭐🌟+]+")
_RATED = re.compile(r"(\d{1,2})(?:\s?/\s?(?:5|10))?")
LINE = re.compile(r"[^\n]+")
_ARXIV = re.compile(r"\d{4}\.\d{4,5}(?:v\d+)?")
_KIND_BEHIND = re.compile(r"\s*[(\[,·-]\s?(?:oral|spotlight|poster|talk)s?[)\]]?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table of papers; a cell is a range of its prose, under the column that says what it holds."""

    index: int
    block: Block
    cells: _Places
    carried: dict[Column, Field]
    """Values of grouping columns from the rows above, in whose span this row stands."""
    talk: Field | None = None
    """The header over the speakers, when the table is a programme."""


def read_rows(note: Note, table: Table) -> Iterator[Row]:
    """Give the rows of a table with their filled cells."""
    title = table.columns.index(Column.TITLE) if Column.TITLE in table.columns else len(table.columns)
    grouping = {
        at for at, column in enumerate(table.columns[:title]) if column in _CARRIED and _groups(note, table, at)
    }
    carried: dict[Column, Field] = {}
    talk = _talk(note, table)
    for index in table.rows:
        block = note.blocks[index]
        cells: _Places = {}
        for at, cell in enumerate(block.cells):
            column = table.columns[at] if at < len(table.columns) else Column.OTHER
            place = trim(block.prose, *cell)
            empty = block.prose[slice(*place)].casefold() in _NOTHING and not links_in(block, *cell)
            if not empty:
                cells.setdefault(column, []).append(place)
                if at in grouping:
                    carried[column] = field(block, index, *place)
        rest = {column: value for column, value in carried.items() if column not in cells}
        yield Row(index, block, cells, rest, talk)


def _talk(note: Note, table: Table) -> Field | None:
    """Give the header over the speakers of a programme: it says that the rows are talks."""
    if table.header is None or Column.SPEAKER not in table.columns:
        return None
    header, at = note.blocks[table.header], table.columns.index(Column.SPEAKER)
    return field(header, table.header, *header.cells[at], "talk") if at < len(header.cells) else None


def _groups(note: Note, table: Table, at: int) -> bool:
    """Say whether a column names its value once for several rows: filled at first, empty in some, never only there."""
    filled = [
        at < len(block.cells) and bool(block.prose[slice(*block.cells[at])].strip())
        for block in (note.blocks[row] for row in table.rows)
    ]
    return filled[0] and filled.count(False) >= max(1, len(filled) // 4)


def read_row_around(row: Row, title: tuple[int, int], rest: tuple[int, int], number: tuple[int, int]) -> Details:
    """Read authors, venue, year and presentation: from their columns, else from what stands beside the title."""
    block, index = row.block, row.index
    beside = [part for part in ((rest[0], title[0]), (title[1], rest[1])) if part[0] < part[1]]
    near = read_around(block, index, [part for place in beside for part in _unlinked(block, place)])
    found = Details(presentation=near.presentation)
    gives = not row.cells.keys() & {Column.VENUE, Column.YEAR} and not (near.venue or near.year)
    for column in (Column.AUTHORS, Column.FIRST_AUTHOR, *((Column.SPEAKER,) if gives else ())):
        for place in row.cells.get(column, ())[:1]:
            listed = _authors(block, index, _share(block, place, number))
            if column is Column.SPEAKER and not all(looks_like_person(name.text) for name in listed.authors):
                continue
            if listed.authors and not found.authors:
                complete = listed.complete and column is Column.AUTHORS
                found = replace(found, authors=listed.authors, complete=complete)
    for place in row.cells.get(Column.VENUE, ())[:1]:
        found = _read_venue(found, block, index, _share(block, place, number))
    for place in (*row.cells.get(Column.YEAR, ()), *row.cells.get(Column.AUTHORS, ())):
        if not found.year:
            found = replace(found, year=find_year(block, index, *_share(block, place, number)))
    for place in (*row.cells.get(Column.PRESENTATION, ()), *row.cells.get(Column.TOPIC, ())):
        if len(block.prose[slice(*place)].split()) <= 4 and not found.presentation:
            found = replace(found, presentation=find_presentation(block, index, *place))
    authors = (found.authors, found.complete) if found.authors else (near.authors, near.complete)
    year = found.year or near.year or _carried_year(row)
    venue = found.venue or near.venue or row.carried.get(Column.VENUE)
    return Details(authors[0], authors[1], year, venue, found.presentation)


def _authors(block: Block, index: int, place: tuple[int, int]) -> Details:
    """Read a cell that its column says to hold authors: whatever stands there is a name."""
    listed = split_names(block.prose[slice(*place)])
    names = tuple(Field(name, index, place[0] + start, place[0] + end) for start, end, name in listed.names)
    return Details(names, listed.complete if names else None)


def _unlinked(block: Block, place: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Divide a range by the labels of links in it."""
    start = place[0]
    for link in sorted(block.links, key=lambda link: link.start):
        if start <= link.start and link.end <= place[1] and is_link_label(block.prose[link.start : link.end]):
            yield start, link.start
            start = link.end
    yield start, place[1]


def _share(block: Block, place: tuple[int, int], number: tuple[int, int]) -> tuple[int, int]:
    """Give the line of a cell that belongs to one of the papers of a row, when there is a line for each."""
    lines = [hit.span() for hit in LINE.finditer(block.prose, *place)]
    return trim(block.prose, *lines[number[0]]) if len(lines) == number[1] > 1 else place


def _read_venue(found: Details, block: Block, index: int, place: tuple[int, int]) -> Details:
    if not found.presentation:
        found = replace(found, presentation=find_presentation(block, index, *place))
    behind = _KIND_BEHIND.search(block.prose, *place)
    if behind and behind.start() > place[0]:
        place = place[0], behind.start()
    venue = field(block, index, *trim(block.prose, *place, " \t\n*_`()[],."))
    return replace(found, venue=venue if venue.text else None, year=find_year(block, index, *place))


def _carried_year(row: Row) -> Field | None:
    for column in (Column.YEAR, Column.VENUE):
        value = row.carried.get(column)
        year = year_in(value.text) if value else None
        if value and year:
            return replace(value, text=year[2])
    return None


def read_links(row: Row, rest: tuple[int, int], number: tuple[int, int]) -> tuple[Field, ...]:
    """Give the addresses of a row that lead to the paper or to what belongs to it."""
    block, index = row.block, row.index
    places = [rest] + [
        _share(block, place, number)
        for column, cells in row.cells.items()
        if column
        in (Column.LINK, Column.SHORT, Column.NUMBER, Column.VENUE, Column.YEAR, Column.OTHER, Column.KEY, Column.TOPIC)
        for place in cells
        if number[1] == 1 or _share(block, place, number) != place
    ]
    found: dict[str, Field] = {}
    for at, place in enumerate(places):
        for link in links_in(block, *place):
            role = read_link(link.target).role
            if (
                "://" in link.target
                and role not in (Role.BADGE, Role.LISTING, Role.SOCIAL)
                and (at == 0 or role is not Role.OTHER or place in row.cells.get(Column.LINK, ()))
            ):
                found.setdefault(link.target, Field(link.target, index, link.start, link.end))
        found |= {key: value for key, value in _identifiers(block, index, place).items() if key not in found}
    if number[1] == 1 and not any(read_link(address).role is Role.PAPER for address in found):
        for place in row.cells.get(Column.NOTES, ()):
            papers = [
                link for link in links_in(block, *place) if read_link(link.target).role in (Role.PAPER, Role.CODE)
            ]
            found |= {link.target: Field(link.target, index, link.start, link.end) for link in papers[:1]}
    return tuple(found.values())


def _identifiers(block: Block, index: int, place: tuple[int, int]) -> dict[str, Field]:
    """Give identifiers printed as text, as addresses."""
    text = block.prose[slice(*place)]
    bare = _ARXIV.fullmatch(text.strip())
    if bare and not links_in(block, *place):
        return {
            f"https://arxiv.org/abs/{text.strip()}": field(
                block, index, *place, f"https://arxiv.org/abs/{text.strip()}"
            )
        }
    linked = [(link.start - place[0], link.end - place[0]) for link in links_in(block, *place)]
    return {
        address.canonical: Field(address.canonical, index, place[0] + start, place[0] + end)
        for start, end, address in find_identifiers(text)
        if address.canonical and not any(first < end and start < last for first, last in linked)
    }


def read_short(row: Row, title: str) -> Field | None:
    """Read the short name of the paper from its column."""
    for place in row.cells.get(Column.SHORT, ())[:1]:
        start, end = tidy(row.block.prose, *place)
        text = row.block.prose[start:end]
        if (
            text
            and text != title
            and len(text.split()) <= 4
            and not is_link_label(text)
            and any(c.isalpha() for c in text)
        ):
            return field(row.block, row.index, start, end)
    return None


def read_key(row: Row) -> Field | None:
    """Read the citation key from its column."""
    for place in row.cells.get(Column.KEY, ())[:1]:
        start, end = trim(row.block.prose, *place, " \t\n[]@{}`+")
        text = row.block.prose[start:end]
        if text and not any(c.isspace() for c in text):
            return field(row.block, row.index, start, end)
    return None


def read_rating(row: Row) -> Field | None:
    """Read stars, plus signs or a number out of five or ten as a rating."""
    for start, end in (*row.cells.get(Column.RATING, ()), *row.cells.get(Column.KEY, ())):
        text = row.block.prose[start:end].replace("\ufe0f", "")
        stars = _STARS.search(text)
        if stars:
            return field(row.block, row.index, start, end, str(len(stars[0])))
        rated = _RATED.fullmatch(text.strip())
        if rated and int(rated[1]) <= 10:
            return field(row.block, row.index, start, end, rated[1])
    return None


def read_keywords(row: Row) -> tuple[Field, ...]:
    """Read the topics that columns name for the row."""
    found = [row.carried[Column.TOPIC]] if Column.TOPIC in row.carried else []
    for start, end in row.cells.get(Column.TOPIC, ()):
        found += find_words(row.block, row.index, (start, end), edges=" \t\n#`*_")
    return tuple(found)
