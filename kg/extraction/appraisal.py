"""What the reader of papers notes beside them: how good they are, whether they are read, and when they were.

Every rule finds papers in a way of its own; what stands around a paper is read here, for all of them alike: on its own
line between its fields, on the lines of its record, in columns and named values, and in the headings above it.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from kg import untrusted
from kg.extraction import align, dates, owners, ratings, states
from kg.extraction.entries import Entry, Field, Page, fields_of
from kg.extraction.outline import blocks_above
from kg.extraction.ranges import marks_near
from kg.extraction.records.labels import Part, inline_fields, part_of, read_labels
from kg.model import Block, BlockKind, MarkKind, Note

_TEXT = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.HEADING, BlockKind.FOOTNOTE)
_SHARE = 0.5
"""Share of the boxes of a list that must stand before papers: in a list of errands a tick says that one was run."""
_HIGHEST = 10
"""A column that holds a bare number above it holds no ratings."""
_SEVERAL = 2
"""Fewest papers of a note that are rated on a scale for it to be the usual one."""
_READING_VERBS = frozenset("read re-read reread lesen lire leer skim".split())
_REMARKS = frozenset("note notes annote annotation comment comments addendum remark".split())
"""Named values that hold what somebody thinks of a paper."""
_DECORATION = "📖"
"""A sign that states something only in a note that has others, too."""
_OVERLAPPING = 3
"""So many fields before a line may reach into it."""
_KEYWORD = re.compile(r"[^,;\n\s](?:[^,;\n]{0,100}[^,;\n\s])?")
_UNNAMED = "-"
"""Stands for the header of a column that has none."""
_CUT = " \t\n.,;:()[]|—–-·•"
Span = tuple[int, int, int]
"""Block, start and end in its prose."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A piece of a note that is about one paper."""

    index: int
    start: int
    end: int
    label: str = ""
    """What the piece is by the header of its column or the name of its value."""
    own: bool = False
    """Whether the paper itself stands on it."""


@dataclass(slots=True)
class _Noted:
    """What was found for a paper, the surest first of each kind."""

    rating: Field | None = None
    scale: int = 0
    """Of the rating, if the note shows it."""
    is_starred: bool = False
    """Whether it is given by stars."""
    star: tuple[int, ratings.Rating] | None = None
    """A single star in a block, which may be but an ornament."""
    state: Field | None = None
    read: Field | None = None
    places: list[Span] = field(default_factory=list)
    """The words that findings take up."""

    def take(self, kind: str, place: Field, *, whole: Span | None = None) -> None:
        """Keep a finding unless there is one of its kind, and remember the words that it takes up."""
        if getattr(self, kind) is None:
            setattr(self, kind, place)
        self.places.append(whole or (place.block, place.start, place.end))


@dataclass(frozen=True, slots=True)
class _Paper:
    """A paper with what of the note is about it alone."""

    entry: Entry
    fields: Mapping[int, list[tuple[int, int]]]
    """Block -> where fields of it stand, in order."""
    pieces: list[_Said]

    @property
    def block(self) -> int:
        """The block by which the paper has its place in the outline."""
        return self.entry.first_block

    def within(self, said: _Said) -> Iterator[tuple[int, int]]:
        """Yield where its fields stand on a line, in order."""
        places = self.fields.get(said.index, [])
        for at in range(max(bisect_left(places, (said.start,)) - _OVERLAPPING, 0), len(places)):
            start, end = places[at]
            if start >= said.end:
                return
            if said.start < end:
                yield start, end

    def begins(self, index: int) -> int:
        """Return where its first field of a block begins, -1 when it has none there."""
        places = self.fields.get(index)
        return places[0][0] if places else -1


def complete(page: Page) -> Page:
    """Complete the papers of a page by rating, reading state and the day on which they were read."""
    papers = {number: _paper(entry) for number, entry in enumerate(page.entries) if entry.listed}
    _divide(page, papers)
    boxes = _boxes(page.note, {paper.block for paper in papers.values()})
    found = {number: _noted(page.note, paper, boxes) for number, paper in papers.items()}
    scales = Counter(noted.scale for noted in found.values() if noted.scale)
    usual = [scale for scale, count in scales.items() if count >= _SEVERAL]
    starred = sum(noted.star is not None or noted.is_starred for noted in found.values())
    entries = list(page.entries)
    for number, paper in papers.items():
        star = found[number].star
        if star is not None and found[number].rating is None and starred >= _SEVERAL:
            _rate(found[number], *star)
        if usual and found[number].rating is None:
            for said in paper.pieces:
                _read_rating(page.note, said, paper, found[number], usual)
        entries[number] = _completed(page.note, paper.entry, found[number])
    return replace(page, entries=tuple(entries))


def _noted(note: Note, paper: _Paper, boxes: Mapping[int, str]) -> _Noted:
    """Read what stands around a paper: what is stated by name first, what a heading says of all below it last."""
    noted = _Noted()
    for said in sorted(paper.pieces, key=lambda said: said.index):  # front matter comes before what the text says
        _read_labels(note, said, noted)
    for said in paper.pieces:
        _read_own(note, said, paper, noted)
    if noted.state is None and paper.block in boxes:
        noted.state = _boxed(note, paper, boxes[paper.block])
    _read_tags(note, paper, noted)
    if noted.state is None and noted.read is None:
        noted.state = _headed(note, paper.block)
    return noted


def _paper(entry: Entry) -> _Paper:
    fields: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for place in fields_of(entry):
        if place.start < place.end:
            fields[place.block].append((place.start, place.end))
    return _Paper(entry, {index: sorted(places) for index, places in fields.items()}, [])


def _divide(page: Page, papers: Mapping[int, _Paper]) -> None:
    """Give each paper the pieces of the note that are about it alone."""
    cut = _Cutter(page.note)
    numbers = {id(paper.entry): number for number, paper in papers.items()}
    shared: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, paper in papers.items():
        for index in dict.fromkeys((*paper.entry.blocks, paper.entry.anchor.block)):
            shared[index].append((paper.begins(index), number))
    for index, owner in owners.of(page).items():
        number = numbers[id(owner)]
        place = shared[index][0][0] if index in shared else -1
        block = page.note.blocks[index]
        papers[number].pieces.extend(cut.pieces(index, (owners.first_line(block, place), len(block.prose)), place))
    for index, several in shared.items():
        if len(several) > 1:
            for number, bounds, place in _between(page.note.blocks[index], sorted(several)):
                papers[number].pieces.extend(cut.pieces(index, bounds, place))


def _between(block: Block, papers: list[tuple[int, int]]) -> Iterator[tuple[int, tuple[int, int], int]]:
    """Yield the lines of each of several papers of a block: from its own up to that of the next one."""
    if block.kind not in _TEXT:
        return
    lines = [block.prose.rfind("\n", 0, max(at, 0)) + 1 for at, _ in papers]
    counts = Counter(lines)
    for (at, number), start, end in zip(papers, lines, [*lines[1:], len(block.prose)], strict=True):
        if at >= 0 and start < end and counts[start] == 1:
            yield number, (start, end), at


class _Cutter:
    """Cuts the blocks of a note into cells, named values and lines."""

    def __init__(self, note: Note) -> None:
        self._blocks = note.blocks
        self._headers = align.headers(note)
        self._results = frozenset(_results(note))

    def pieces(self, index: int, bounds: tuple[int, int], at: int) -> Iterator[_Said]:
        """Yield the pieces of a block within bounds; the one that holds the place `at` is the paper's own."""
        block = self._blocks[index]
        if block.kind is BlockKind.RECORD:
            yield from (_Said(index, field.start, field.end, field.name) for field in block.fields)
        elif block.kind is BlockKind.ROW:
            header = self._headers.get(block.group)
            for column, (first, last) in enumerate(block.cells):
                label = align.heading(header, column)
                if (block.group, column) not in self._results or _part(label) is not Part.RATING:
                    yield _Said(index, first, last, label or _UNNAMED, own=first <= at < last)
        elif block.kind in _TEXT:
            for first, last in align.lines(block, *bounds):
                yield _Said(index, first, last, own=first <= at < last)


def _results(note: Note) -> Iterator[tuple[int, int]]:
    """Yield the columns, by group and number, that hold a number too high for a rating: those of results."""
    for block in note.blocks:
        for column, (start, end) in enumerate(block.cells if block.kind is BlockKind.ROW else ()):
            text = block.prose[start:end].strip().replace(",", ".").rstrip("%")
            if text.replace(".", "", 1).isdecimal() and untrusted.number(text, math.inf) > _HIGHEST:
                yield block.group, column


def _read_labels(note: Note, said: _Said, noted: _Noted) -> None:
    """Read what labels, columns and named values state."""
    block = note.blocks[said.index]
    if said.label == _UNNAMED:
        _read_cell(block, said, noted)
        return
    if said.label:
        _read_value(block, said.label, (said.index, said.start, said.end), noted)
        if said.label.casefold() not in _REMARKS:
            return
    labels = read_labels(block, said.start, said.end)
    for label, following in zip(labels, (*labels[1:], None), strict=False):
        name = block.prose[label.start : label.end].strip(" \t:：=-–—*_[](){}【】")
        end = following.start if following is not None else said.end
        _read_value(block, name, (said.index, label.end, end), noted)
    for hit in inline_fields(block.prose, said.start, said.end):
        _read_value(block, hit["name"], (said.index, *hit.span("value")), noted)


def _read_cell(block: Block, said: _Said, noted: _Noted) -> None:
    """Read a cell of a column without a header: nothing but signs speaks for itself."""
    start, end = align.trim(block.prose, said.start, said.end)
    text = block.prose[start:end]
    if not text or any(c.isalnum() for c in text):
        return
    rating = ratings.read(text)
    if rating is not None:
        noted.take("rating", Field(rating.text, said.index, start, end))
    elif state := states.value(text):
        noted.take("state", Field(state, said.index, start, end))


def _read_value(block: Block, name: str, place: Span, noted: _Noted) -> None:
    """Read a value by the name it was given under."""
    index, start, end = place
    start, end = align.trim(block.prose, start, end, " \t\n,;|")
    part = _part(name)
    if part is Part.KEYWORDS:
        _read_keywords(block, place, noted)
    if start >= end or part not in (Part.RATING, Part.STATE):
        return
    whole = (index, start, end)
    if part is Part.RATING:
        rating = ratings.stated(block.prose, start, end)
        if rating is not None:
            _rate(noted, index, rating)
        return
    first, last = align.trim(block.prose, start, end, " \t\n[](){}\"'*_`#")
    asked = states.asks(name)
    day = dates.at(block.prose, first, last) if asked else None
    if day is not None:
        noted.take("read", Field(day[1], index, first, day[0]), whole=whole)
        return
    state = states.value(block.prose[start:end], answers=asked)
    if state:
        noted.take("state", Field(state, index, *((first, last) if first < last else (start, end))), whole=whole)


def _read_keywords(block: Block, place: Span, noted: _Noted) -> None:
    """Read a keyword that is a rating."""
    index, start, end = place
    for word in _KEYWORD.finditer(block.prose, start, end):
        rating = ratings.keyword(word.group())
        if rating is not None:
            _rate(noted, index, replace(rating, start=word.start() + rating.start, end=word.start() + rating.end))


def _part(name: str) -> Part | None:
    """Return what a label, a header or the name of a value says; `★` heads ratings, `✅` states."""
    plain = name.strip()
    if plain and not any(c.isalnum() for c in plain):
        return Part.RATING if ratings.read(plain) is not None else Part.STATE if states.value(plain) else None
    return part_of(plain) or part_of(plain.rpartition(".")[2]) or (Part.STATE if states.asks(plain) else None)


def _read_own(note: Note, said: _Said, paper: _Paper, noted: _Noted) -> None:
    """Read what stands between the fields of a paper on its own line, and alone on the lines below it."""
    block = note.blocks[said.index]
    if said.label or block.kind not in _TEXT:
        return
    fields = list(paper.within(said))
    gaps = list(_gaps(said, fields))
    _read_rating(note, said, paper, noted)
    if said.own:
        _read_front(note, said, fields[0][0] if fields else said.end, noted)
        short = paper.entry.short
        if short is not None and fields[:1] == [(short.start, short.end)] and (state := states.value(short.text)):
            noted.take("state", replace(short, text=state))  # `(READ) A title`
    for start, end in gaps:
        day = states.day(block.prose, start, end, said.end)
        if day is not None:
            noted.take("read", Field(day[2], said.index, *day[:2]))
        stated = states.set_off(block.prose[start:end]) if said.own else None
        if stated is not None:
            noted.take("state", Field(stated[2], said.index, start + stated[0], start + stated[1]))


def _read_rating(note: Note, said: _Said, paper: _Paper, noted: _Noted, usual: Collection[int] = ()) -> None:
    """Read a rating between the fields of a paper; see `ratings.find` for those on a usual scale."""
    block = note.blocks[said.index]
    if said.label or block.kind not in _TEXT:
        return
    title = paper.entry.title
    for start, end in _gaps(said, list(paper.within(said))):
        leads = said.own and start == said.start
        titled = title is not None and (title.block, title.end) == (said.index, start)
        begin = start + (titled and block.prose.startswith(": ", start))  # `A Title: 3/5`
        rating = ratings.find(block.prose, (begin, end), behind=start > said.start, before=leads, usual=usual)
        if rating is not None and rating.is_one_star:
            noted.star = noted.star or (said.index, rating)
        elif rating is not None:
            _rate(noted, said.index, rating)


def _rate(noted: _Noted, index: int, rating: ratings.Rating) -> None:
    """Keep a rating in a block."""
    noted.scale = noted.scale or rating.scale
    noted.is_starred |= rating.is_starred
    noted.take("rating", Field(rating.text, index, rating.start, rating.end))


def _gaps(said: _Said, fields: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    at = said.start
    for start, end in [*fields, (said.end, said.end)]:
        if at < start:
            yield at, start
        at = max(at, end)


def _read_front(note: Note, said: _Said, first: int, noted: _Noted) -> None:
    """Read a keyword before a paper, whose first field begins at a place, and signs at either end of its line."""
    prose = note.blocks[said.index].prose
    found = states.keyword(prose, said.start, said.end, before=first)
    if found is None or not _leads(prose[found[1] : first]):
        found = states.sign(prose, said.start, said.end)
        if found is not None and prose[found[0]] in _DECORATION and not states.uses_signs(note.text):
            return
    if found is not None:
        noted.take("state", Field(found[2], said.index, *found[:2]))


def _leads(text: str) -> bool:
    """Return whether nothing stands between the box of a task and its paper but a word for reading."""
    words = [word.strip(":*_[]()\"'").casefold() for word in text.split()]
    return all(word in _READING_VERBS or not any(c.isalpha() for c in word) for word in words)


def _boxes(note: Note, papers: Collection[int]) -> dict[int, str]:
    """Return the state of the box before each item of a list, and of each heading, whose boxes stand before papers."""
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for index, block in enumerate(note.blocks):
        if block.kind in (BlockKind.ITEM, BlockKind.HEADING) and block.prose:
            state = states.box(note.text, block.source(0, 1)[0])[1]
            if state:
                found[block.group if block.kind is BlockKind.ITEM else _HEADINGS][index] = state
    lists = [boxes for boxes in found.values() if sum(at in papers for at in boxes) >= _SHARE * len(boxes)]
    return {index: state for boxes in lists for index, state in boxes.items()}


def _boxed(note: Note, paper: _Paper, state: str) -> Field | None:
    """Return the state of a box as an empty field before its item, unless the item tells of another task."""
    leads = _leads(note.blocks[paper.block].prose[: max(paper.begins(paper.block), 0)])
    return Field(state, paper.block, 0, 0) if leads else None


def _read_tags(note: Note, paper: _Paper, noted: _Noted) -> None:
    """Read the tags of a paper's own line, and those in the front matter of a note that is about it."""
    for said in (said for said in paper.pieces if said.own):
        for mark in marks_near(note.blocks[said.index], said.start, said.end):
            if mark.kind is MarkKind.TAG and said.start <= mark.start and mark.end <= said.end:
                state = states.tag(note.blocks[said.index].prose[mark.start : mark.end])
                if state:
                    noted.take("state", Field(state, said.index, mark.start, mark.end))
    for index in paper.entry.blocks if paper.entry.whole else ():
        for named in note.blocks[index].fields:
            words = note.blocks[index].prose[named.start : named.end]
            stated = [states.tag(word.strip("#[]\"' ")) for word in words.split(",")]
            if part_of(named.name) is Part.KEYWORDS and any(stated):
                noted.take("state", Field(next(filter(None, stated)), index, named.start, named.end))


def _headed(note: Note, index: int) -> Field | None:
    """Return the state that the nearest heading or item above states, if any does."""
    for at in blocks_above(note, index):
        line = next(align.lines(note.blocks[at]), (0, 0))
        state = states.heading(note.blocks[at].prose[slice(*line)])
        if state:
            return Field(state, at, *line)
    return None


def _completed(note: Note, entry: Entry, noted: _Noted) -> Entry:
    """Give an entry what was noted, and take the words of it out of its title, tags and remarks."""
    if not (noted.rating or noted.state or noted.read):
        return entry
    state = noted.state
    if state is None and noted.read is not None:
        state = replace(noted.read, text=states.READ)
    places = noted.places
    stated = {(field.block, field.start, field.end) for field in (noted.state,) if field is not None}
    year = entry.year
    if year is not None and any(index == year.block and a <= year.start < b for index, a, b in places):
        year = None  # of the day on which it was read
    return replace(
        _retitled(note, entry, places),
        year=year,
        rating=noted.rating or entry.rating,
        short=entry.short if entry.short is None or any(_without(note, entry.short, places)) else None,
        state=state,
        read=noted.read,
        remarks=tuple(left for remark in entry.remarks for left in _without(note, remark, places)),
        tags=tuple(
            tag for tag in entry.tags if (tag.block, tag.start, tag.end) not in stated and not states.tag(tag.text)
        ),
    )


def _retitled(note: Note, entry: Entry, places: list[Span]) -> Entry:
    """Take a keyword or a rating off the edges of a title that was read with it."""
    title = entry.title
    if title is None:
        return entry
    short = next(_without(note, title, places), None)
    if short is None or short == title or len(title.text) != title.end - title.start:
        return entry
    return replace(entry, title=short, anchor=short if entry.anchor == title else entry.anchor)


def _without(note: Note, field: Field, places: list[Span]) -> Iterator[Field]:
    """Yield a field without the places at its edges; what stands inside its words stays."""
    prose = note.blocks[field.block].prose
    start, end = field.start, field.end
    for index, first, last in sorted(places):
        if index == field.block and first < end and start < last and not prose[start:first].strip(_CUT):
            start = align.trim(prose, min(last, end), end, _CUT)[0]
    for index, first, last in sorted(places, reverse=True):
        if index == field.block and first < end and start < last and not prose[last:end].strip(_CUT):
            end = align.trim(prose, start, max(first, start), _CUT)[1]
    if (start, end) == (field.start, field.end):
        yield field
    elif any(c.isalnum() for c in prose[start:end]):
        yield align.field(note.blocks[field.block], field.block, start, end)


def of_citation(note: Note, place: Field) -> Field | None:
    """Return the state of a paper that an item cites behind a keyword, or behind a box and a word for reading.

    The item of a list of tasks cites what is to be read: `LATER [[Deep Sets]]`, `[ ] read [[Deep Sets]]`.
    """
    block = note.blocks[place.block]
    if block.kind is not BlockKind.ITEM or place.start == place.end:
        return None
    word = states.keyword(block.prose, 0, len(block.prose), before=place.start)
    if word is not None and word[1] > place.start:
        return None  # the link is the keyword
    if word is not None:
        return Field(word[2], place.block, *word[:2]) if _leads(block.prose[word[1] : place.start]) else None
    state = states.box(note.text, block.source(0, 1)[0])[1]
    lead = block.prose[: place.start]
    return Field(state, place.block, 0, 0) if state and lead.strip() and _leads(lead) else None


def evidence(note: Note, place: Field) -> tuple[int, int]:
    """Return the place in the file of what was noted; a box before an item is no part of its prose."""
    if place.start < place.end:
        found = align.span(note, place)
        return found.start, found.end
    block = note.blocks[place.block]
    start, end = block.source(0, len(next(iter(block.prose.split("\n"))) or block.prose))
    return states.box(note.text, start)[0], end


_HEADINGS = -1
"""The group of all headings, as a list has one."""
