"""Single records: a reference that stands in no note, and ranges of a note that another rule has found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kg.extraction import align
from kg.extraction.citations.likeness import looks_like
from kg.extraction.citations.reading import Citation, Part
from kg.extraction.entries import Entry, Field
from kg.extraction.linking import paper_link
from kg.extraction.records.fields import to_entry
from kg.extraction.records.labelling import label_each
from kg.extraction.records.lines import Line
from kg.extraction.records.looks import look_at
from kg.extraction.records.reading import cite
from kg.extraction.records.record import Record, make_record, reference_record
from kg.model import Note

_LONGEST = 6000
"""Characters; what is longer is no reference."""
_UNLIKELY = 0.05


def parse(text: str, *, marks: Sequence[tuple[int, int, str]] = ()) -> Citation | None:
    """Read one reference; None when the text is none.

    Args:
        text: one reference, without the marks of Markdown.
        marks: typographic runs of the text (start, end, "em" | "strong" | "link"), as far as known.

    >>> found = parse("Smith, J. and Li, W. (2019). Deep parsing of treebanks. Computational Linguistics, 3(4), 1–9.")
    >>> found.title.text, [author.text for author in found.authors], found.year.text
    ('Deep parsing of treebanks', ['J. Smith', 'W. Li'], '2019')
    """
    if len(text) > _LONGEST or not text.strip() or looks_like(text) < _UNLIKELY:
        return None
    record = reference_record(text, marks)
    if not record.lines:
        return None
    cited = cite(label_each([[record]])[0][0], alone=True)
    return _placed(record, cited) if cited is not None else None


def _placed(record: Record, cited: Citation) -> Citation:
    """Return the places of the parts in the text as it was given."""

    def placed(part: Part) -> Part:
        first, last = record.line_at(part.start), record.line_at(max(part.start, part.end - 1))
        start = record.lines[first].start + part.start - record.starts[first]
        return replace(part, start=start, end=record.lines[last].start + part.end - record.starts[last])

    return replace(
        cited,
        title=placed(cited.title),
        authors=tuple(map(placed, cited.authors)),
        year=placed(cited.year) if cited.year is not None else None,
        venue=placed(cited.venue) if cited.venue is not None else None,
    )


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
