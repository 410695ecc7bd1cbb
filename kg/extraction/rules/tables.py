"""Tables of papers: Markdown and HTML tables whose header or content says which column is what.

A row is a paper when something says so: a link to a paper, authors, or a column that is called "Paper" beside a venue
or a year. Tables of results, tools, hyper-parameters and courses have none of these, whatever their header is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kg.extraction import shapes
from kg.extraction.align import field, links_in, trim
from kg.extraction.author_lines import people_before
from kg.extraction.columns import Table, column_of, read_tables
from kg.extraction.details import Details
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.headers import Column
from kg.extraction.link_labels import is_link_label
from kg.extraction.pieces import tidy, year_in
from kg.extraction.table_rows import (
    LINE,
    Row,
    read_key,
    read_keywords,
    read_links,
    read_rating,
    read_row_around,
    read_rows,
    read_short,
)
from kg.extraction.venues import read_venue
from kg.links import Role, find_identifiers, read_link
from kg.model import Block, BlockKind, Link, LinkKind, MarkKind, Note

NAME = "table"
_NO_PAPER = re.compile(
    r"\b(?:break|lunch|dinner|breakfast|registration|opening|closing|welcome|reception|banquet|social|remarks|coffee|"
    r"panel|discussion|keynote|invited talk|tutorial|business meeting|"
    r"poster session|q\s?&\s?a|networking|ceremony|no class|"
    r"holiday|midterm|final exam|homework|project presentations|pause|mittagessen|total|average|mean|tba|tbd)\b",
    re.IGNORECASE,
)
_ET_AL = re.compile(r"\bet al\.?,?\s{0,2}(?:\(?(?:19|20)\d\d[a-z]?\)?)?$")
_BEHIND = re.compile(r"\s*[\[(]([^()\[\]]{2,60})[\])]\W{0,3}$")
_AUTHORED = re.compile(r"[^\n]{2,200}(?:19|20)\d\d[a-z]?[)\]]?[,.:]?")
_ET_AL_LED = re.compile(r"[^\W\d_][^\n:(\d]{1,80}?\bet al\.?\s?[,:]\s+(?=[\"“A-Z])")
_CARD_HEADS = frozenset({"field", "fields", "attribute", "property", "key", "item", "metadata", "", "what", "name"})


def find(page: Page) -> Iterable[Entry]:
    """Find the papers of each table of a note."""
    for table in read_tables(page.note):
        card = _card(page.note, table)
        if card:
            yield card
            continue
        for row in read_rows(page.note, table):
            yield from _read_row(table, row)


def _read_row(table: Table, row: Row) -> Iterator[Entry]:
    titles = [place for column in (Column.TITLE,) for place in row.cells.get(column, ())]
    if not titles:
        yield from _untitled(table, row)
        return
    if is_link_label(row.block.prose[slice(*titles[0])]):
        row.cells.setdefault(Column.LINK, []).append(titles[0])
        yield from _short_only(table, row)
        return
    papers = _titles(row.block, titles[0])
    for number, (title, rest) in enumerate(papers):
        entry = _entry(table, row, title, (number, len(papers)), rest)
        if entry:
            yield entry


def _titles(block: Block, cell: tuple[int, int]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Give the title and the range that belongs to it for each paper in a cell."""
    named = [link for link in links_in(block, *cell) if _names_work(block, link)]
    if len(named) > 1:
        ends = [link.start for link in named[1:]] + [cell[1]]
        return [
            (tidy(block.prose, link.start, link.end), (link.start, end)) for link, end in zip(named, ends, strict=True)
        ]
    lines = [trim(block.prose, hit.start(), hit.end()) for hit in LINE.finditer(block.prose, *cell)]
    listed = [line for line in lines if re.match(r"[-•*·]\s|\d{1,2}[.)]\s", block.prose[slice(*line)])]
    if len(lines) > 1 and len(listed) == len(lines):
        return [(_title(block, line, None), line) for line in lines]
    return [(_title(block, cell, named[0] if named else None), cell)]


def _names_work(block: Block, link: Link) -> bool:
    text = block.prose[link.start : link.end]
    role = read_link(link.target).role
    return (
        role in (Role.PAPER, Role.OTHER, Role.PROJECT)
        and link.kind is LinkKind.INLINE
        and not is_link_label(text)
        and len(text) > 3
    )


def _title(block: Block, cell: tuple[int, int], named: Link | None) -> tuple[int, int]:
    """Give the title in a cell: the bold text, the text of the link, else the first line up to the first label."""
    for mark in block.marks:
        inside = cell[0] <= mark.start and mark.end <= cell[1]
        if mark.kind is MarkKind.STRONG and inside and len(block.prose[mark.start : mark.end].split()) > 2:
            return tidy(block.prose, mark.start, mark.end)
    if named:
        before = block.prose[cell[0] : named.start].strip(" \n\t:-–—*[")
        led = len(before.split()) <= 2 or shapes.is_short_name(before) or _AUTHORED.fullmatch(before)
        if led or people_before(block, 0, cell[0], named.start):
            return tidy(block.prose, named.start, named.end)
    lines = [hit.span() for hit in LINE.finditer(block.prose, *cell)]
    cell = next((line for line in lines if not is_link_label(block.prose[slice(*line)])), cell)
    led = _ET_AL_LED.match(block.prose, *cell)
    cell = (led.end(), cell[1]) if led else cell
    end = cell[1]
    for link in links_in(block, cell[0], end):
        if is_link_label(block.prose[link.start : link.end]) and link.start > cell[0]:
            end = min(end, link.start)
    identifiers = find_identifiers(block.prose[cell[0] : end])
    if identifiers and identifiers[0][0] > 3:
        end = cell[0] + identifiers[0][0]
    return _without_venue(block.prose, *tidy(block.prose, cell[0], end))


def _without_venue(prose: str, start: int, end: int) -> tuple[int, int]:
    """Leave out a venue or year in brackets behind a title; it is read from the rest of the cell."""
    behind = _BEHIND.search(prose, max(start, end - 70), end)
    if behind and (read_venue(behind[1]) or year_in(behind[1])) and behind.start() > start + 3:
        return tidy(prose, start, behind.start())
    return start, end


def _entry(
    table: Table, row: Row, title: tuple[int, int], number: tuple[int, int], rest: tuple[int, int]
) -> Entry | None:
    block, index = row.block, row.index
    text = block.prose[slice(*title)]
    if title[0] >= title[1] or is_link_label(text) or not shapes.is_title_like(text) or _is_other_row(row, text):
        return None
    around = read_row_around(row, title, rest, number)
    links = read_links(row, rest, number)
    confidence = _confidence(table, row, around, links)
    if not confidence:
        return None
    name = field(block, index, *title)
    short = read_short(row, text) if number[1] == 1 else None
    return Entry(
        rule=NAME,
        anchor=name,
        confidence=confidence,
        title=name,
        short=short,
        citekey=read_key(row),
        rating=read_rating(row),
        authors=around.authors,
        complete=around.complete,
        year=around.year,
        venue=around.venue,
        presentation=around.presentation or (row.talk if Column.SPEAKER in row.cells else None),
        links=links,
        keywords=read_keywords(row),
        blocks=(index,),
    )


def _is_other_row(row: Row, title: str) -> bool:
    """Say whether a row of a programme is a break, or what stands for a title only names authors."""
    if row.cells.keys() & {Column.TIME, Column.SPEAKER, Column.PRESENTER}:
        kinds = " ".join(
            row.block.prose[slice(*place)]
            for at in (Column.PRESENTATION, Column.TOPIC)
            for place in row.cells.get(at, ())
        )
        if _NO_PAPER.search(kinds) or (_NO_PAPER.search(title) and len(title.split()) <= 6):
            return True
    return _NO_PAPER.fullmatch(title.strip()) is not None or _ET_AL.search(title) is not None


def _confidence(table: Table, row: Row, around: Details, links: tuple[Field, ...]) -> float:
    if any(read_link(link.text).role is Role.PAPER for link in links):
        return 0.95
    if read_key(row):
        return 0.9
    if around.authors and Column.SPEAKER not in row.cells:
        return 0.9
    if around.authors:
        return 0.6
    known = around.venue and read_venue(around.venue.text)
    return 0.8 if table.headed and (known or (around.year and _calls_papers(table))) else 0.0


def _calls_papers(table: Table) -> bool:
    return Column.VENUE in table.columns or Column.LINK in table.columns or Column.SHORT in table.columns


def _untitled(table: Table, row: Row) -> Iterator[Entry]:
    """Read a row without a title: a short name with a link to its paper, or linked titles in any cell."""
    cells = [place for column, places in row.cells.items() if column is not Column.AUTHORS for place in places]
    named = [
        link
        for place in cells
        for link in links_in(row.block, *place)
        if _names_work(row.block, link)
        and read_link(link.target).role is Role.PAPER
        and len(shapes.words(row.block.prose[link.start : link.end])) >= 3
    ]
    for link in named:
        title = tidy(row.block.prose, link.start, link.end)
        if shapes.is_title_like(row.block.prose[slice(*title)]):
            name = field(row.block, row.index, *title)
            address = Field(link.target, row.index, link.start, link.end)
            year = (
                read_row_around(row, title, title, (0, 1)).year
                if Column.LINK in table.columns and len(named) == 1
                else None
            )
            yield Entry(NAME, name, 0.85, title=name, year=year, links=(address,), blocks=(row.index,))
    if not named and Column.SHORT in row.cells:
        yield from _short_only(table, row)


def _short_only(table: Table, row: Row) -> Iterator[Entry]:
    place = row.cells.get(Column.SHORT, [(0, 0)])[0]
    links = read_links(row, place, (0, 1))
    short = read_short(row, "")
    if short and any(read_link(link.text).role is Role.PAPER for link in links):
        around = read_row_around(row, place, place, (0, 1))
        yield Entry(
            NAME,
            short,
            0.8,
            short=short,
            citekey=read_key(row),
            rating=read_rating(row),
            authors=around.authors,
            complete=around.complete,
            year=around.year,
            venue=around.venue,
            presentation=around.presentation,
            links=links,
            keywords=read_keywords(row),
            blocks=(row.index,),
        )


def _card(note: Note, table: Table) -> Entry | None:
    """Read a table of two columns whose first names fields: the card of one paper."""
    first = table.rows[0]
    before = first - 1
    header = before >= 0 and note.blocks[before].kind is BlockKind.HEADER and note.blocks[before].cells
    names = (
        header and note.blocks[before].prose[slice(*note.blocks[before].cells[0])].strip().casefold() not in _CARD_HEADS
    )
    rows = [before, *table.rows] if names else list(table.rows)
    if any(len(note.blocks[row].cells) != 2 for row in rows):
        return None
    cells: dict[Column, tuple[int, tuple[int, int]]] = {}
    for row in rows:
        block = note.blocks[row]
        column = column_of(block.prose[slice(*block.cells[0])])
        if column and block.prose[slice(*block.cells[1])].strip():
            cells.setdefault(column, (row, trim(block.prose, *block.cells[1])))
    if Column.TITLE not in cells or not {Column.AUTHORS, Column.LINK, Column.VENUE} & cells.keys() or len(cells) < 3:
        return None
    index, place = cells[Column.TITLE]
    title = field(note.blocks[index], index, *tidy(note.blocks[index].prose, *place))
    entry = Entry(NAME, title, 0.9, title=title, blocks=tuple(rows))
    for column, (at, value) in cells.items():
        entry = _with_card_row(entry, Row(at, note.blocks[at], {column: [value]}, {}), value)
    return entry


def _with_card_row(entry: Entry, row: Row, value: tuple[int, int]) -> Entry:
    around = read_row_around(row, (0, 0), (0, 0), (0, 1))
    return replace(
        entry,
        authors=entry.authors or around.authors,
        complete=entry.complete if entry.authors else around.complete,
        year=entry.year or around.year,
        venue=entry.venue or around.venue,
        links=entry.links + read_links(row, value, (0, 1)),
        citekey=entry.citekey or read_key(row),
        rating=entry.rating or read_rating(row),
        presentation=entry.presentation or around.presentation,
        keywords=entry.keywords + read_keywords(row),
    )
