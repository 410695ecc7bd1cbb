"""Parts of lines read as one record: what a line of minutes, or an entry divided by commands, says of a paper."""

from __future__ import annotations

from collections.abc import Sequence

from kg.extraction import align
from kg.extraction.entries import Entry, Field
from kg.extraction.link_labels import paper_link
from kg.extraction.records.fields import to_entry
from kg.extraction.records.labelling import label_each
from kg.extraction.records.lines import Line
from kg.extraction.records.looks import look_at
from kg.extraction.records.reading import cite
from kg.extraction.records.record import Record, make_record
from kg.model import Note


def read_parts(note: Note, *places: Field) -> Entry | None:
    """Read ranges of blocks as the lines of a paper; None when no title, short name or key is found in them."""
    return read_each(note, [places])[0]


def read_each(note: Note, several: Sequence[Sequence[Field]]) -> list[Entry | None]:
    """Read the ranges of several papers, each for itself."""
    records = [_record(note, places) for places in several]
    labelled = iter(label_each([[record] for record in records if record is not None]))
    found: list[Entry | None] = []
    for record in records:
        one = next(labelled)[0] if record is not None else None
        found.append(to_entry(one, cite(one), 1.0) if one is not None else None)
    return found


def _record(note: Note, places: Sequence[Field]) -> Record | None:
    ranges = [(one.block, *align.trim(note.blocks[one.block].prose, one.start, one.end)) for one in places]
    lines = tuple(Line(index, start, end, "i", 1, 1, None) for index, start, end in ranges if start < end)
    return make_record(note, lines, tuple(look_at(note, line) for line in lines)) if lines else None


def is_credited(entry: Entry) -> bool:
    """Return whether what stands beside a title is a paper's: authors, a venue, or its address."""
    return bool(entry.authors or entry.venue or paper_link(entry.links))
