"""A part of a line read as the one record of a list: what a line of minutes or a heading says of a paper."""

from __future__ import annotations

from kg.extraction import align
from kg.extraction.entries import Entry, Field
from kg.extraction.link_labels import paper_link
from kg.extraction.records.fields import to_entry
from kg.extraction.records.labelling import label
from kg.extraction.records.lines import Line
from kg.extraction.records.looks import look_at
from kg.extraction.records.reading import cite
from kg.extraction.records.record import make_record
from kg.model import Note


def read_part(note: Note, place: Field) -> Entry | None:
    """Read a range of a block as a paper; None when no title, short name or key is found in it."""
    start, end = align.trim(note.blocks[place.block].prose, place.start, place.end)
    if start >= end:
        return None
    line = Line(place.block, start, end, "i", 1, 1, None)
    labelled = label([make_record(note, (line,), (look_at(note, line),))])[0]
    return to_entry(labelled, cite(labelled), 1.0)


def is_credited(entry: Entry) -> bool:
    """Return whether what stands beside a title is a paper's: authors, a venue, or its address."""
    return bool(entry.authors or entry.venue or paper_link(entry.links))
