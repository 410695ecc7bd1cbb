"""Works named by authors and year alone: the studies of a table, `Lind et al. 2012 | 45 | cohort`, and lists of them.

One such name cites. A column of them, or a list below `To read`, says of each of these works that it is one, and what
stands beside it is said of it. Their titles are written somewhere else, or nowhere.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kg.extraction import align, citation_forms, ratings, shapes
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.linking import own_links
from kg.extraction.names import split_names
from kg.extraction.records import terse
from kg.extraction.records.labels import Part, columns_of
from kg.extraction.records.venues import is_family_name
from kg.extraction.shelf_words import is_shelf
from kg.extraction.venues import read_venue
from kg.model import Block, BlockKind, Note

NAME = "study"
_CONFIDENCE = 0.8
_FEWEST, _SHARE, _EVEN = 3, 0.7, 0.5
"""Works of a list or a column, their share of it, and the share of several authors among them that needs no heading."""
_NAMING = frozenset([Part.TITLE, Part.SHORT, Part.KEY, Part.IDENTIFIER, Part.LINK])
"""Columns by which the reader of records names a work."""
_CREDITING = frozenset([Part.AUTHORS, Part.PAPER, Part.YEAR])
_LONGEST = 2_000
"""Characters of a line that is looked at."""
_SHORT = 120
"""Characters of a line that says hardly more than what it thinks of a work."""
_READ = re.compile(
    r"\b(?:papers?|articles?|(?:re-?)?read|reading|skimmed|skim|gelesen|lese|lu|relu|leído|letto|lido|прочитала?)\b",
    re.IGNORECASE,
)
"""What says that a line is about something to read."""
_BOXES = ' \t☐☑☒✓✔✅•·*_-–—"“”„«»'
"""What stands before and around a title on its line."""
_TITLE = 3
"""Words with which a title begins."""
_FORMS = (citation_forms.IN_BRACKETS, citation_forms.NARRATIVE, citation_forms.BARE)


class _Study(NamedTuple):
    """A work as its line or row names it."""

    anchor: Field
    authors: tuple[Field, ...]
    complete: bool | None
    year: Field
    remarks: tuple[Field, ...]
    links: tuple[Field, ...] = ()


def find_tabulated(page: Page) -> Iterable[Entry]:
    """Find the works of tables without a column of titles."""
    tables: dict[int, list[int]] = defaultdict(list)
    headers: dict[int, int] = {}
    for index, block in enumerate(page.note.blocks):
        if block.kind is BlockKind.HEADER:
            headers[block.group] = index
        elif block.kind is BlockKind.ROW and block.cells and not page.taken(index):
            tables[block.group].append(index)
    for group, rows in tables.items():
        parts = columns_of(page.note, headers[group]) if group in headers else []
        if _NAMING.isdisjoint(parts):
            yield from _tabulated(page.note, rows, parts)


def _tabulated(note: Note, rows: Sequence[int], parts: Sequence[Part | None]) -> Iterator[Entry]:
    width = max(len(note.blocks[row].cells) for row in rows)
    for column in range(width):
        named = {row: found for row in rows if (found := _cited(note, row, column))}
        filled = sum(bool(_cell(note, row, column)) for row in rows)
        headed = column < len(parts) and parts[column] in _CREDITING
        if _are_works([note.blocks[row] for row in rows], [one[0] for one in named.values()], filled, headed=headed):
            yield from (_entry(row, study) for row, found in named.items() for study in found)
            return
    titled = Part.PAPER in parts
    if Part.AUTHORS in parts and Part.YEAR in parts and not titled and len(rows) >= _FEWEST:
        at = parts.index(Part.AUTHORS), parts.index(Part.YEAR)
        for row in rows:
            study = _credited(note, row, *at)
            if study is not None:
                yield _entry(row, study)


def find_listed(page: Page) -> Iterable[Entry]:
    """Find the works of lists that earlier rules have not read."""
    lists: dict[tuple[int | None, int, int], list[int]] = defaultdict(list)
    for index, block in enumerate(page.note.blocks):
        if block.kind is BlockKind.ITEM:
            lists[block.parent, block.group, block.level].append(index)
    for items in lists.values():
        named = {
            index: study
            for index in items
            if not page.taken(index) and (study := _listed(page.note, index)) is not None
        }
        if not named:
            continue
        headed = is_shelf(page.note, items[0])
        if _are_works([page.note.blocks[at] for at in items], list(named.values()), len(items), headed=headed):
            yield from (_entry(index, study) for index, study in named.items())


def find_published(page: Page) -> Iterable[Entry]:
    """Find the works that lines name by authors, year and journal, where no earlier rule has read these."""
    for index, block in enumerate(page.note.blocks):
        if block.kind in (BlockKind.ITEM, BlockKind.PARAGRAPH) and not page.taken(index):
            for start, end in align.lines(block):
                head = terse.find_head(block.prose[start:end]) if end - start <= _LONGEST else None
                if head is not None and _is_published(block, head):
                    yield _published(block, index, (start, end), head)
                elif end - start <= _SHORT and (study := _rated(block, index, start, end)) is not None:
                    yield _entry(index, study)


def _rated(block: Block, index: int, start: int, end: int) -> _Study | None:
    """Read a line that rates the one work that it cites: `read Lind 2021, 4/5`; films and wines are rated, too."""
    line = block.prose[start:end]
    found = [one for one in citation_forms.dated(line) if citation_forms.named_in(one)[0]]
    places = {one.span("years") for one in found}
    if len(places) != 1 or not all(map(is_family_name, citation_forms.surnames(found[0])[0])):
        return None
    told = found[0]["others"] or len(citation_forms.surnames(found[0])[0]) > 1 or _READ.search(line)
    if not told or ratings.find(line, (found[0].end(), len(line)), behind=True) is None:
        return None
    whole = next(one for form in _FORMS for one in form.finditer(block.prose, start, end) if one["years"])
    return _study(block, index, whole, whole.end(), ())


def _is_published(block: Block, head: terse.Head) -> bool:
    """Return whether a venue stands beside several authors, or a known journal beside one in a list.

    Of one name and a conference, the name may be a town.
    """
    venue = read_venue(head.found["venue"])
    several = len(list(citation_forms.name_places(head.found))) > 1 or head.found["others"]
    return bool(several or (venue is not None and block.kind is BlockKind.ITEM and not venue.event))


def _published(block: Block, index: int, line: tuple[int, int], head: terse.Head) -> Entry:
    start, end = line
    places = [(start + a, start + b) for a, b in citation_forms.name_places(head.found)]
    behind = align.trim(block.prose, start + head.end, end, " .,:;)]–—-")
    listed = block.kind is BlockKind.ITEM and not head.start
    said = listed and any(map(str.isalpha, block.prose[slice(*behind)]))
    first, last = head.found.span("year")
    title = _titled(block, index, start, start + head.start)
    return Entry(
        NAME,
        title or align.field(block, index, start + head.start, start + head.venue[1]),
        _CONFIDENCE,
        title=title,
        authors=tuple(align.field(block, index, *place) for place in places),
        complete=not head.found["others"],
        year=align.field(block, index, start + first, start + last),
        venue=align.field(block, index, start + head.venue[0], start + head.venue[1]),
        remarks=(align.field(block, index, *behind),) if said else (),
        labelled=(index,) if listed else (),
        blocks=(index,),
        listed=listed,
    )


def _titled(block: Block, index: int, start: int, end: int) -> Field | None:
    """Return the title before a bracket with authors, year and journal, if all that stands before it looks like one."""
    if block.prose[end - 1 : end] != "(" or end - 1 <= start:
        return None
    first, last = align.trim(block.prose, start, end - 1, _BOXES)
    text = block.prose[first:last]
    named = len(shapes.words(text)) >= _TITLE and shapes.is_title_like(text) and not shapes.is_sentence(text)
    return align.field(block, index, first, last) if named else None


def _are_works(blocks: Sequence[Block], named: Sequence[_Study], filled: int, *, headed: bool) -> bool:
    """Return whether what is named in a list or a column are works: most of it, and no towns and years of meetings."""
    several = sum(len(study.authors) > 1 or study.complete is False for study in named)
    shown = headed or several >= max(1, _EVEN * len(named))
    return len(blocks) >= _FEWEST and len(named) >= max(_FEWEST - headed, _SHARE * filled) and shown


def _cell(note: Note, row: int, column: int) -> str:
    block = note.blocks[row]
    return block.prose[slice(*block.cells[column])].strip() if column < len(block.cells) else ""


def _cited(note: Note, row: int, column: int) -> list[_Study]:
    """Read a cell that is authors and year and nothing else, or links each of which is."""
    block = note.blocks[row]
    if column >= len(block.cells):
        return []
    first, last = align.trim(block.prose, *block.cells[column])
    links = align.links_in(block, first, last)
    found = []
    for start, end in [(k.start, k.end) for k in links] or [(first, last)]:
        whole = citation_forms.whole(block.prose, start, end)
        if whole is None or not all(map(is_family_name, whole.surnames)):
            return []
        found.append(_study(block, row, whole.found, end, _others(block, row, {column})))
    return found


def _credited(note: Note, row: int, authors: int, year: int) -> _Study | None:
    """Read a row with a cell of authors and one of the year."""
    block = note.blocks[row]
    if max(authors, year) >= len(block.cells):
        return None
    (start, end), dated = (align.trim(block.prose, *block.cells[at]) for at in (authors, year))
    people = split_names(block.prose[start:end], field=True)
    found = citation_forms.DATED.fullmatch(block.prose, *dated)
    if not people.names or found is None:
        return None
    names = tuple(Field(shown, row, start + first, start + last) for first, last, shown in people.names)
    anchor, remarks = align.field(block, row, start, end), _others(block, row, {authors, year})
    return _Study(anchor, names, people.complete, align.field(block, row, *dated), remarks)


def _listed(note: Note, index: int) -> _Study | None:
    """Read an item that begins with authors and year, behind which no title stands."""
    block = note.blocks[index]
    line = block.prose.partition("\n")[0]
    for form in _FORMS:
        found = form.match(line)
        names, start = citation_forms.named_in(found) if found is not None else ((), 0)
        if found is None or not names or start or not all(map(is_family_name, names)):
            continue
        behind = align.trim(line, found.end(), len(line), " .,:;)]–—-")
        rest = line[slice(*behind)]
        if rest[:1].isupper() and len(shapes.words(rest)) >= _TITLE:
            return None
        remarks = (align.field(block, index, *behind),) if any(map(str.isalpha, rest)) else ()
        return _study(block, index, found, found.end(), remarks)
    return None


def _study(block: Block, index: int, found: re.Match[str], end: int, remarks: tuple[Field, ...]) -> _Study:
    anchor = align.field(block, index, citation_forms.surnames(found)[1], end)
    year = citation_forms.DATED.search(found["years"])
    at = found.start("years") + (year.start() if year is not None else 0)
    places = tuple(align.field(block, index, *place) for place in citation_forms.name_places(found))
    complete = False if found["others"] else True if len(places) > 1 else None  # many write but the first
    links = own_links(block, index, anchor.start, end)
    return _Study(anchor, places, complete, align.field(block, index, at, at + 4), remarks, links)


def _others(block: Block, row: int, columns: set[int]) -> tuple[Field, ...]:
    """Return the other cells of a row that say something."""
    cells = (align.trim(block.prose, *cell) for number, cell in enumerate(block.cells) if number not in columns)
    return tuple(align.field(block, row, *cell) for cell in cells if shapes.words(block.prose[slice(*cell)])[1:])


def _entry(index: int, study: _Study) -> Entry:
    return Entry(
        NAME,
        study.anchor,
        _CONFIDENCE,
        authors=study.authors,
        complete=study.complete,
        year=study.year,
        links=study.links,
        remarks=study.remarks,
        labelled=(index,),
        blocks=(index,),
    )
