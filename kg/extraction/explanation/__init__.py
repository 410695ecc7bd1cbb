"""How a note was read: the region of each block, the record of each line, the field of each word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kg import extraction
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.explanation.rows import Row, Rows, block_span
from kg.extraction.explanation.runs import FIELDS, Run, beside, fields, linked, span, words
from kg.extraction.records.papers import NO_PAPER
from kg.extraction.records.reading import Read, read_segments
from kg.extraction.records.regions import RegionKind, read_regions
from kg.extraction.rules import records
from kg.model import Note, Problem

if TYPE_CHECKING:
    from spacy.language import Language

__all__ = ["FIELDS", "Explanation", "Reading", "Row", "Run", "explain"]

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


def explain(note: Note, nlp: Language, problems: Iterable[Problem] = ()) -> Explanation:
    """Read a note, and keep how it was read.

    Args:
        note: the note.
        nlp: the pipeline of `kg.extraction.make_nlp`.
        problems: what was found wrong with the file.
    """
    page, extracted = extraction.read(note, nlp)
    rows = Rows(note)
    found = sorted(_records(page, rows), key=lambda one: (one.rows, [run.start for run in one.runs]))
    return Explanation(
        note,
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
    numbers: set[int] = set()
    for line in read.segment.lines:
        place = span(note, Field("", line.index, line.start, line.end)) or block_span(note, line.index)
        if place is not None:
            numbers.update(rows.of(place.start, place.end))
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
