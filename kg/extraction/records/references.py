"""A reference that stands in no note: it is read as the one record of a note would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kg.extraction.citations.likeness import looks_like
from kg.extraction.citations.reading import Citation, Part
from kg.extraction.records.labelling import label
from kg.extraction.records.reading import cite
from kg.extraction.records.record import Record, reference_record

_LONGEST = 6000
"""Characters; what is longer is no reference."""
_UNLIKELY, _LIKELY = 0.05, 0.9


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
    cited = cite(label([record])[0], alone=True)
    return _placed(record, cited) if cited is not None else None


def is_reference(text: str) -> bool:
    """Return whether what should be a title is a whole reference with its own authors and year."""
    if looks_like(text) < _LIKELY or not any(c.isdigit() for c in text):
        return False
    cited = parse(text)
    return cited is not None and bool(cited.authors) and cited.year is not None


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
