"""How a note was read: the region of each block, the record of each line, the field of each word."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from kg import extraction
from kg.extraction import align
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.records.labelling import Labelled
from kg.extraction.records.papers import NO_PAPER
from kg.extraction.records.reading import Read, read_segments
from kg.extraction.rules import records
from kg.model import Extraction, Note, Problem, Span
from kg.publishing.explained.regions import RegionKind, read_regions
from kg.resources import rows

LONG = 400
"""Characters of a line that is cut into rows."""
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the file, or a part of a long one: a saved page may have no line ends."""

    line: int
    """From 1."""
    start: int
    end: int
    """`note.text[start:end]`, without the line end."""
    first: bool
    """Whether the line begins here."""
    whole: bool
    """Whether it is all of the line."""


class Rows:
    """The rows of a note, and which of them a range of the file touches."""

    def __init__(self, note: Note) -> None:
        spans = (block_span(note, index) for index in range(len(note.blocks)))
        blocks = sorted({span.start for span in spans if span is not None})
        ends = [found.span() for found in _LINE_END.finditer(note.text)]
        starts = [0, *(end for _, end in ends)]
        stops = [*(start for start, _ in ends), len(note.text)]
        if len(starts) > 1 and starts[-1] == stops[-1]:
            starts.pop()
            stops.pop()
        self.rows = tuple(
            row for line, start in enumerate(starts, 1) for row in _cut(line, start, stops[line - 1], blocks)
        )
        self.starts = [row.start for row in self.rows]
        self.lines = starts

    def of(self, start: int, end: int) -> range:
        """Return the numbers of the rows that a range of the file touches."""
        first, last = bisect_right(self.starts, start) - 1, bisect_right(self.starts, max(start, end - 1)) - 1
        return range(first, last + 1)

    def of_problem(self, problem: Problem) -> int:
        """Return the row of a problem, the first for one that has no place."""
        if problem.span is not None:
            return self.of(problem.span.start, problem.span.end)[0]
        start = self.lines[min(max(problem.line, 1), len(self.lines)) - 1]
        return self.of(start, start)[0]


def _cut(line: int, start: int, end: int, blocks: Sequence[int]) -> Iterator[Row]:
    """Cut a long line where blocks begin."""
    inner = blocks[bisect_right(blocks, start) : bisect_left(blocks, end)] if end - start > LONG else ()
    for first, last in pairwise([start, *inner, end]):
        yield Row(line, first, last, first == start, not inner)


def block_span(note: Note, index: int) -> Span | None:
    """Return the place of a block in the file; None for one without text and links."""
    block = note.blocks[index]
    return align.block_span(note, index) if block.prose or block.links else None


TABLE = rows(Path(__file__).with_name("fields.csv"))
"""Every field that a word can have, in the order of a legend: the labels of its tokens, and its style on a terminal."""
FIELDS = tuple(row["field"] for row in TABLE)
"""Their names. An `other link` leads to another paper than the rest."""
_SIGNS = {label: row["field"] for row in TABLE for label in row["labels"].split()}
"""Label of a token -> field."""
_SETTLED = frozenset(["title", "short name", "key", "author", "year", "venue", "presentation"])
"""Fields of which the entry says the last word."""
_JOINT = "A"
_FIRST = ("FB", "GB")
"""Labels with which another name begins."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words of one field: `note.text[start:end]`."""

    start: int
    end: int
    field: str
    text: str
    """As it is understood."""
    kept: bool = True
    """False for words that the labeller took for the field, and the record has something else in it."""


def words(note: Note, labelled: Labelled) -> Iterator[Run]:
    """Yield the runs of tokens with one label; a name goes on over the comma between its parts."""
    record, tokens = labelled.record, labelled.tokens
    for field, first, last in _groups(labelled):
        place = record.place(tokens[first].start, tokens[last].end)
        if (found := span(note, place)) is not None:
            yield Run(found.start, found.end, field, place.text)


def beside(words: Sequence[Run], final: Sequence[Run]) -> Iterator[Run]:
    """Yield what the labeller says beside the fields of the entry, which are settled later."""
    for run in words:
        if not any(one.field == run.field and one.start < run.end and run.start < one.end for one in final):
            yield replace(run, kept=run.field not in _SETTLED)


def _groups(labelled: Labelled) -> Iterator[tuple[str, int, int]]:
    field, first, last, line = "", 0, 0, -1
    for i, (sign, token) in enumerate(zip(labelled.labels, labelled.tokens, strict=True)):
        here = labelled.record.line_at(token.start)
        if sign == _JOINT and field == "author" and here == line:
            continue
        own = _SIGNS.get(sign, "")
        if own == field and here == line and sign not in _FIRST:
            last = i
            continue
        if field:
            yield field, first, last
        field, first, last, line = own, i, i, here
    if field:
        yield field, first, last


def fields(note: Note, entry: Entry) -> Iterator[Run]:
    """Yield the fields of an entry, the title last: it goes over all others."""
    named = [
        *((field, "keyword") for field in (*entry.keywords, *entry.tags)),
        *((field, "author") for field in entry.authors),
        (entry.venue, "venue"),
        (entry.year, "year"),
        (entry.presentation, "presentation"),
        (entry.rating, "rating"),
        (entry.state, "state"),
        (entry.read, "state"),
        (entry.citekey, "key"),
        (entry.short, "short name"),
        (entry.title, "title"),
    ]
    for field, name in named:
        found = span(note, field) if field is not None else None
        if found is not None and field is not None:
            yield Run(found.start, found.end, name, field.text)


def linked(note: Note, entry: Entry) -> Iterator[Run]:
    """Yield the addresses, first of all runs: what a field says of the text of a link goes over it."""
    for fields, name in ((entry.links, "link"), (entry.disputed, "other link")):
        for field in fields:
            if note.blocks[field.block].prose or note.blocks[field.block].links:
                yield Run(*_address(note, field), name, field.text)


def _address(note: Note, field: Field) -> tuple[int, int]:
    """Return the place of an address in the file; the whole link when it is written otherwise there."""
    place = align.link_span(note, field)
    at = note.text.rfind(field.text, place.start, place.end)
    return (at, at + len(field.text)) if at >= 0 and field.text else (place.start, place.end)


def span(note: Note, field: Field) -> Span | None:
    """Return the place of a field in the file; None for one that has no words of its own."""
    return Span(note.id, *note.blocks[field.block].source(field.start, field.end)) if field.start < field.end else None


NAMES_NOTHING = "nothing in it names a paper"


@dataclass(frozen=True, slots=True)
class Reading:
    """A record, or the place of an entry of any other rule, and what was made of it."""

    number: int
    rows: tuple[int, ...]
    """Places in `Explanation.rows`, in order."""
    runs: tuple[Run, ...]
    entry: Entry | None
    """None when the record was left out."""
    reason: str = ""
    """Why it was left out."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """All that is shown of a note."""

    note: Note
    rows: tuple[Row, ...]
    regions: tuple[tuple[int, RegionKind], ...]
    """The row where each region begins."""
    records: tuple[Reading, ...]
    problems: tuple[tuple[int, Problem], ...]
    """Each with its row."""


def explain(page: Page, extracted: Extraction, problems: Iterable[Problem] = ()) -> Explanation:
    """Tell how a note was read.

    Args:
        page: the note as `kg.extraction.read` returns it.
        extracted: what it returns beside it.
        problems: what was found wrong with the file.
    """
    rows = Rows(page.note)
    found = sorted(_records(page, rows), key=lambda one: (one.rows, [run.start for run in one.runs]))
    return Explanation(
        page.note,
        rows.rows,
        tuple(_regions(page, rows)),
        tuple(replace(one, number=number) for number, one in enumerate(found, 1)),
        tuple((rows.of_problem(problem), problem) for problem in (*problems, *extracted.problems)),
    )


def _regions(page: Page, rows: Rows) -> Iterator[tuple[int, RegionKind]]:
    """Yield the first row of each region; the fence above code or front matter belongs to it."""
    last = -1
    for region in read_regions(page.note, page.entries):
        spans = [place for at in region.blocks if (place := block_span(page.note, at)) is not None]
        if not spans:
            continue
        first = rows.of(spans[0].start, spans[0].end)[0]
        fenced = region.kind in (RegionKind.CODE, RegionKind.METADATA) and last < first - 1
        if fenced and page.note.text[rows.rows[first - 1].start : rows.rows[first - 1].end].strip():
            first -= 1
        yield first, region.kind
        last = max(last, rows.of(spans[-1].start, spans[-1].end)[-1])


def _records(page: Page, rows: Rows) -> Iterator[Reading]:
    accepted = {_place(entry): entry for entry in page.entries}
    reasons = {unread.anchor: unread.reason for unread in page.unread}
    owned = Counter(block for entry in page.entries for block in entry.blocks)
    for read in _segments(page.note):
        entry = accepted.pop(_place(read.entry), None) if read.entry is not None else None
        if entry is not None:
            yield _of_segment(page.note, replace(read, entry=entry), rows)
        elif not any(line.index in owned for line in read.segment.lines):
            reason = reasons.get(read.entry.anchor, NO_PAPER) if read.entry is not None else NAMES_NOTHING
            yield _of_segment(page.note, read, rows, reason)
    for entry in accepted.values():
        yield _of_entry(page.note, entry, rows, owned)


def _place(entry: Entry) -> tuple[str, tuple[int, ...], int, int]:
    """Tell an entry from others by its place; what is noted beside a paper is read after its record."""
    return entry.rule, entry.blocks, entry.anchor.block, entry.anchor.end


def _segments(note: Note) -> Iterator[Read]:
    """Cut the note into records as `kg.extraction.rules.records` does, which says nothing of those it leaves out."""
    page = Page(note)
    for rule in extraction.LAYOUT_RULES:
        if rule is records.find:
            yield from read_segments(note, records.segments(page))
            return
        page = page.with_found(rule(page))


def _of_segment(note: Note, read: Read, rows: Rows, reason: str = "") -> Reading:
    lines = read.segment.lines
    places = (span(note, Field("", at.index, at.start, at.end)) or block_span(note, at.index) for at in lines)
    numbers = {number for place in places if place is not None for number in rows.of(place.start, place.end)}
    runs = (*linked(note, read.entry), *words(note, read.labelled)) if read.entry else tuple(words(note, read.labelled))
    if reason or read.entry is None:
        return Reading(0, tuple(sorted(numbers)), runs, None, reason)
    final = tuple(fields(note, read.entry))
    return Reading(0, tuple(sorted(numbers)), (*beside(runs, final), *final), read.entry)


def _of_entry(note: Note, entry: Entry, rows: Rows, owned: Counter[int]) -> Reading:
    """Show an entry of another rule: its fields, and those of its blocks that no other entry shares."""
    runs = (*linked(note, entry), *fields(note, entry))
    places = [(run.start, run.end) for run in runs]
    alone = [block for block in entry.blocks if owned[block] == 1]
    blocks = alone if alone or places else [entry.anchor.block]
    places += [(place.start, place.end) for at in blocks if (place := block_span(note, at)) is not None]
    return Reading(0, tuple(sorted({number for place in places for number in rows.of(*place)})), runs, entry)
