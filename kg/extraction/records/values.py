"""What labels and columns state of a record: keywords and keys, and fields that the labeller has not read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from kg import lexicons
from kg.extraction import align, names
from kg.extraction.dates import iso, year_in
from kg.extraction.entries import Detail, Entry, Field
from kg.extraction.ranges import blanked, links_near
from kg.extraction.records.imprints import is_publisher
from kg.extraction.records.labels import Part, columns_of
from kg.extraction.records.lines import Line
from kg.extraction.records.looks import Look
from kg.extraction.records.venues import names_person
from kg.extraction.venues import read_venue
from kg.identifiers import arxiv
from kg.links import read_link
from kg.model import Block, BlockKind, Link, LinkKind, Note

_PUBLISHERS = lexicons.words("publisher label")
_KEY = re.compile(r"[^\s\[\]{}@`/]{3,90}")
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_PRESENTED = re.compile(r"\b(oral|spotlight|poster|workshop|talk|keynote)s?\b", re.IGNORECASE)
_MONTH = re.compile(
    r"(?P<first>(?:19|20)\d\d)(?:[-/.](?:0?[1-9]|1[0-2]))?|"
    r"(?:(?:0?[1-9]|1[0-2])[-/.]|[^\W\d_]{3,9}\.?,? )(?P<last>(?:19|20)\d\d)"
)
_BEHIND = re.compile(r"[,\s]\s*(?:['’(\[]?(?:19|20)?\d\d\b|[(\[])|\n")
"""Where the name of a venue ends: a year, a bracket."""
_LISTED, _SPACED = re.compile(r"[^,;\n]+"), re.compile(r"[^,;\s]+")
_LONGEST_WORD = 60
_LONGEST = 30
"""Words of a value that states one thing."""
_NOTHING = frozenset(["", "-", "–", "—", "n/a", "na", "none", "tbd", "tba", "?", "x", "✗", "/", "...", "…"])
"""What stands in an empty cell."""
_WRAPPED = 56
"""Characters from which on a line may be wrapped."""
_CAPITALISED = re.compile(r"[^\W\d_a-z][a-zà-ÿ]{1,20}")
_MANY = 12
"""Words of a value from which on it is a sentence."""
_EAST_LIST = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]\s?[;；]")
"""Names of East Asia with semicolons between them, which need no more to be told."""
_EDGES = " \t\n#`*_[]\"'"
_YEARS = 8
"""Years over which days of a list are spread, at least, when its papers appeared on them."""
PAPER_TAGS = lexicons.words("paper tag")
"""Tags that say that a note is about a paper."""
_WORKFLOW = lexicons.words("workflow tag")
"""Tags that sort notes and say nothing about a paper."""
Place = tuple[int, int, int]
"""Block, start, end."""
Places = dict[Part, list[Place]]


@dataclass(frozen=True)
class Columns:
    """The cells of the tables of a note by what their headers say."""

    note: Note

    @cached_property
    def values(self) -> dict[int, Places]:
        """The cells of each row; an empty cell of keywords that begins it holds what stands above."""
        found: dict[int, Places] = {}
        headers: tuple[int, list[Part | None]] = (-1, [])
        above: list[Place] = []
        for index, block in enumerate(self.note.blocks):
            if block.kind is BlockKind.HEADER:
                headers = (block.group, _columns(self.note, index))
                above = []
            elif block.kind is BlockKind.ROW and headers[0] == block.group:
                row = found[index] = gathered(_cells(index, block, headers[1]))
                if headers[1][:1] == [Part.KEYWORDS]:
                    above = row[Part.KEYWORDS] = row.get(Part.KEYWORDS, above)
        return found


def _columns(note: Note, index: int) -> list[Part | None]:
    """Return what the columns of a table say, those of editions and numbers of books left out."""
    block = note.blocks[index]
    named = zip(columns_of(note, index), (block.prose[slice(*cell)] for cell in block.cells), strict=True)
    return [None if part is Part.PUBLISHER and not _is_publisher(name) else part for part, name in named]


def _is_labelled(note: Note, place: Place) -> bool:
    """Return whether the label before a value says that it is a publisher."""
    index, start, _ = place
    prose = note.blocks[index].prose
    return _is_publisher(prose[prose.rfind("\n", 0, start) + 1 : start])


def _is_publisher(label: str) -> bool:
    return label.strip(" \t:*_=>-").casefold() in _PUBLISHERS


def _cells(index: int, block: Block, headers: Sequence[Part | None]) -> Iterator[tuple[Part, Place]]:
    for (start, end), part in zip(block.cells, headers, strict=False):
        if part is not None and block.prose[start:end].strip().casefold() not in _NOTHING:
            yield part, (index, start, end)


_NEXT = 3
"""Characters between the name of a conference and its year, at most."""


def gathered(found: Iterable[tuple[Part, Place]]) -> Places:
    """Return the places of each part, in order."""
    places: Places = {}
    for part, place in found:
        places.setdefault(part, []).append(place)
    return places


def with_values(entry: Entry, columns: Columns, lines: Sequence[Line], looks: Sequence[Look]) -> Entry:
    """Complete an entry by what the labels of its lines, or the columns of its row, state."""
    places = _stated_places(columns, lines, looks)
    entry = _unwrapped(columns.note, lines, looks, completed(entry, columns.note, places))
    found = (_value(columns.note, place) for place in places.get(Part.PUBLISHER, ()))
    details = [
        Detail("publisher", one.text, (align.span(columns.note, one),))
        for one in found
        if one is not None and is_publisher(one.text)
    ]
    edited = (one for place in places.get(Part.EDITOR, ())[:1] for one in _editors(columns.note, place))
    return replace(entry, details=(*entry.details, *details[:1], *edited))


def _stated_places(columns: Columns, lines: Sequence[Line], looks: Sequence[Look]) -> Places:
    """Return what the labels of lines state, the first of each part, or the columns of their row."""
    first = {part: found[:1] for part, found in gathered(labelled(lines, looks)).items()}
    first[Part.PUBLISHER] = [place for place in first.get(Part.PUBLISHER, ()) if _is_labelled(columns.note, place)]
    return {**first, **columns.values.get(lines[0].index, {})}


def years_of_days(
    columns: Columns, listed: Sequence[tuple[Sequence[Line], Sequence[Look], Entry | None]]
) -> list[Field | None]:
    """Return the years of entries of one list that have only a day: `Date: 2004-07-17`.

    A day may be when somebody read the paper. It is when the paper appeared if the days of the list are in no order, as
    those of a diary are, and many years apart.
    """
    years: list[Field | None] = [None] * len(listed)
    days: list[str] = []
    for number, (lines, looks, entry) in enumerate(listed):
        dated = entry is not None and entry.title is not None and entry.year is None
        for index, start, end in _stated_places(columns, lines, looks).get(Part.DATE, ())[:1] if dated else ():
            day = iso(columns.note.blocks[index].prose[start:end])
            years[number] = align.field(columns.note.blocks[index], index, start, end, day[:4]) if day else None
            days += [day] if day else []
    spans = bool(days) and int(max(days)[:4]) - int(min(days)[:4]) >= _YEARS
    return years if spans and sorted(days) not in (days, days[::-1]) else [None] * len(listed)


def _editors(note: Note, place: Place) -> Iterator[Detail]:
    """Yield those who edited a work, where all are full names, or several words: one alone may have issued it."""
    index, start, end = place
    people = names.split_names(note.blocks[index].prose[start:end]).names
    if len(people) > 1 or all(names.looks_like_person(shown) for *_, shown in people):
        named = (align.field(note.blocks[index], index, start + a, start + b, shown) for a, b, shown in people)
        yield from (Detail("editor", one.text, (align.span(note, one),)) for one in named)


def completed(entry: Entry, note: Note, places: Places) -> Entry:
    """Complete an entry by named values."""

    def first(part: Part, read: Callable[[Note, Place], Field | None]) -> Field | None:
        return next(filter(None, (read(note, place) for place in places.get(part, ()))), None)

    year = entry.year or first(Part.YEAR, find_year) or first(Part.DATE, _year) or first(Part.VENUE, find_year)
    authors, complete = _authors(note, places, entry)
    published = (Part.VENUE, _stated), (Part.PAPER, _publication), (Part.LINK, _publication)
    venue = entry.venue or next(filter(None, (first(part, read) for part, read in published)), None)
    edition = first(Part.VENUE, find_year)
    if venue is not None and year is not None and edition is not None and edition.text != year.text:
        venue = _of_year(note, venue, edition)
    presented = (Part.PRESENTATION, find_presentation), (Part.SPEAKER, _talk), (Part.VENUE, _presented_there)
    number = first(Part.IDENTIFIER, identified)
    known = {read_link(link.text).key for link in entry.links}
    return replace(
        entry,
        citekey=entry.citekey or first(Part.KEY, _key),
        keywords=(
            *entry.keywords,
            *(word for place in places.get(Part.KEYWORDS, ()) for word in _keywords(note, place)),
        ),
        title=entry.title or first(Part.TITLE, _value),
        authors=authors,
        complete=complete,
        year=year,
        venue=venue,
        presentation=entry.presentation or next(filter(None, (first(part, read) for part, read in presented)), None),
        links=entry.links if number is None or read_link(number.text).key in known else (*entry.links, number),
    )


def _unwrapped(note: Note, lines: Sequence[Line], looks: Sequence[Look], entry: Entry) -> Entry:
    """Complete a labelled title by the next line, where that is indented as mails and library records wrap a value."""
    title = entry.title
    for (line, look), (following, beside) in pairwise(zip(lines, looks, strict=True)):
        if title is None or line.kind in "rR" or not any(label.part is Part.TITLE for label in look.labels):
            continue
        block = note.blocks[line.index]
        ends = title.block == line.index and title.end <= line.end and not block.prose[title.end : line.end].strip()
        wide = line.end - line.start >= _WRAPPED and block.prose[following.start : following.end].count(" ") < _MANY
        if not ends or not wide or following.index != line.index or beside.labels:
            continue
        if _indent(note, block, following) > _indent(note, block, line):
            start, end = align.trim(block.prose, following.start, following.end)
            whole = replace(title, text=align.one_line(block.prose[title.start : end]), end=end)
            remarks = tuple(one for one in entry.remarks if one.block != line.index or not start <= one.start < end)
            anchor = whole if entry.anchor == title else entry.anchor
            return replace(entry, title=whole, anchor=anchor, remarks=remarks)
    return entry


def _indent(note: Note, block: Block, line: Line) -> int:
    """Return the blanks before a line in the file."""
    start = block.source(line.start, line.start + 1)[0]
    before = note.text[note.text.rfind("\n", 0, start) + 1 : start]
    return len(before) - len(before.rstrip())


def labelled(lines: Sequence[Line], looks: Sequence[Look]) -> Iterator[tuple[Part, Place]]:
    """Yield the value of each label as far as it stands on its line."""
    for line, look in zip(lines, looks, strict=True):
        for label, following in zip(look.labels, (*look.labels[1:], None), strict=False):
            end = following.start if following is not None else line.end
            if label.end < end:
                yield label.part, (line.index, label.end, end)


def _keywords(note: Note, place: Place) -> Iterator[Field]:
    index, start, end = place
    block = note.blocks[index]
    text = block.prose[start:end]
    if (
        len(text.split()) > _MANY
        and text.count(",") + text.count(";") + text.count("#") + text.count("\n") < _MANY // 4
    ):
        return
    for word in find_words(block, index, (start, end), edges=_EDGES, spaced="#" in text):
        plain = "".join(filter(str.isalnum, word.text.casefold()))
        if plain and plain not in _WORKFLOW:
            yield word


def find_words(
    block: Block, index: int, place: tuple[int, int], *, edges: str = " \t\n", spaced: bool = False
) -> Iterator[Field]:
    """Read keywords with commas between them, or spaces too, each without the `edges` around it."""
    near = links_near(block, *place)
    linked = [k for k in near if k.kind is LinkKind.WIKI and place[0] <= k.start < k.end <= place[1]]
    yield from (align.field(block, index, link.start, link.end) for link in linked)
    for part in (_SPACED if spaced else _LISTED).finditer(block.prose, *place):
        if any(link.start < part.end() and part.start() < link.end for link in linked):
            continue
        first, last = align.trim(block.prose, *part.span(), edges)
        if 0 < last - first <= _LONGEST_WORD:
            yield align.field(block, index, first, last)


def _key(note: Note, place: Place) -> Field | None:
    index, start, end = place
    block = note.blocks[index]
    start, end = align.trim(block.prose, start, end, _EDGES + "@{}")
    shown = block.prose[start:end]
    fits = _KEY.fullmatch(shown) and any(c.isalpha() for c in shown)
    return align.field(block, index, start, end) if fits else None


def _talk(note: Note, place: Place) -> Field | None:
    """Read that a paper with somebody who speaks about it is a talk, in a table that says who does."""
    index, start, end = place
    block = note.blocks[index]
    return (
        align.field(block, index, *align.trim(block.prose, start, end), "talk") if block.kind is BlockKind.ROW else None
    )


def find_presentation(note: Note, place: Place) -> Field | None:
    """Read the kind of presentation that a range states."""
    index, start, end = place
    block = note.blocks[index]
    named = _PRESENTED.search(block.prose, start, end)
    return align.field(block, index, *named.span(1), named[1].lower()) if named is not None else None


def _stated(note: Note, place: Place) -> Field | None:
    """Return a value without the year or the bracket behind it."""
    index, start, end = place
    behind = _BEHIND.search(note.blocks[index].prose, start + 1, end)
    found = _value(note, (index, start, behind.start() if behind else end))
    return found if found is not None and not names_person(found.text) else None


def _presented_there(note: Note, place: Place) -> Field | None:
    """Read how a paper was presented behind the name of its venue: `CVPR 2022 (Oral)`."""
    index, start, end = place
    behind = _BEHIND.search(note.blocks[index].prose, start + 1, end)
    return find_presentation(note, (index, behind.start(), end)) if behind else None


def _of_year(note: Note, venue: Field, edition: Field) -> Field:
    """Return a conference with the year behind its name, where the paper is said to be of another year."""
    beside = venue.block == edition.block and 0 <= edition.start - venue.end <= _NEXT
    whole = align.field(note.blocks[venue.block], venue.block, venue.start, edition.end) if beside else venue
    read = read_venue(whole.text) if beside else None
    return whole if read is not None and read.event and read.year is not None else venue


def _publication(note: Note, place: Place) -> Field | None:
    """Read the value of a label such as `Publication`, which may be a paper or a venue, as a venue."""
    found = _stated(note, place)
    return found if found is not None and read_venue(found.text) is not None else None


def _value(note: Note, place: Place) -> Field | None:
    """Return a value as it stands there, when it has the length of one."""
    index, start, end = place
    block = note.blocks[index]
    start, end = align.trim(block.prose, start, end, _EDGES + ".,;:()")
    shown = block.prose[start:end]
    fits = len(shown) > 1 and any(c.isalpha() for c in shown) and len(shown.split()) <= _LONGEST and "://" not in shown
    return align.field(block, index, start, end) if fits else None


def find_year(note: Note, place: Place) -> Field | None:
    """Read the year in a range that holds a year, a date or an edition: `ICML 2024`, `ICML'24`."""
    index, start, end = place
    year = year_in(note.blocks[index].prose[start:end])
    return Field(year[2], index, start + year[0], start + year[1]) if year else None


def _authors(note: Note, places: Places, entry: Entry) -> tuple[tuple[Field, ...], bool | None]:
    """Return the authors; if labels or a column state them and none was read, what stands there is one."""
    stated = places.get(Part.AUTHORS, [])
    listed = any(_EAST_LIST.search(note.blocks[index].prose, a, b) for index, a, b in stated)
    read = [one for index, a, b in stated for one in entry.authors if one.block == index and a <= one.start < b]
    if read and not listed:
        return entry.authors, entry.complete
    found: list[Field] = []
    complete = True
    for index, start, end in stated:
        block, text = note.blocks[index], note.blocks[index].prose[start:end]
        near = links_near(block, start, end)
        linked = [link for link in near if link.kind is LinkKind.WIKI and start <= link.start < link.end <= end]
        if linked:
            text = blanked(text, ((link.start - start, link.end - start) for link in linked))
        people = names.split_names(text)
        complete = complete and people.complete
        named = [(start + a, start + b, shown) for a, b, shown in people.names]
        word = align.trim(block.prose, start, end)
        if not named and not linked and _CAPITALISED.fullmatch(block.prose, *word):  # `May` is no month there
            named = [(*word, block.prose[slice(*word)])]
        named += [name for link in linked for name in _linked_names(block, link)]
        found += [align.field(block, index, *name) for name in sorted(named)]
    for (index, start, end), (at, *given) in zip(places.get(Part.FAMILY, ()), places.get(Part.GIVEN, ()), strict=False):
        family, first = note.blocks[index].prose[start:end], note.blocks[at].prose[slice(*given)]
        found.append(align.field(note.blocks[index], index, start, end, f"{first} {family}"))
    unique = {author.text: author for author in reversed(found)}
    kept = tuple(one for one in found if unique[one.text] is one and one.text not in names.ADMIN)
    return (kept, complete) if kept else (entry.authors, entry.complete)


def _linked_names(block: Block, link: Link) -> Iterator[tuple[int, int, str]]:
    """Yield the names in the text of a link to a note: `[[Roe, Jane]]`, and whole what is no list of persons."""
    text = block.prose[link.start : link.end]
    listed = names.split_names(text).names
    if len(listed) == 1 or all(names.looks_like_person(shown) for *_, shown in listed):
        yield from ((link.start + a, link.start + b, shown) for a, b, shown in listed)
    else:
        yield link.start, link.end, " ".join(text.split())


def _year(note: Note, place: Place) -> Field | None:
    """Read the year of a date without a day: that is when a paper appeared, not when it was read."""
    index, start, end = place
    block = note.blocks[index]
    start, end = align.trim(block.prose, start, end, " \t\n[]()*_`")
    dated = _MONTH.fullmatch(block.prose, start, end)
    if dated is None:
        return None
    return align.field(block, index, *dated.span("first" if dated["first"] else "last"))


def identified(note: Note, place: Place) -> Field | None:
    """Read a bare number in the field of identifiers as arXiv's or a DOI, which have forms of their own."""
    block = note.blocks[place[0]]
    start, end = align.trim(block.prose, *place[1:], " \t\n[]()`.,;")
    number = arxiv(block.prose[start:end])
    if number:
        return align.field(block, place[0], start, end, f"https://arxiv.org/abs/{number}")
    doi = _DOI.fullmatch(block.prose, start, end)
    return align.field(block, place[0], start, end, f"https://doi.org/{doi[0]}") if doi is not None else None
