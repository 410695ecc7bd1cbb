"""Records: items with what stands below them, cards, sections, lines of a paragraph, each about one paper.

Where a record begins and ends, and what each of its words is, `kg.extraction.records` tells by layout and looks.
"""

from __future__ import annotations

from collections.abc import Iterable

from kg.extraction import citing_lines
from kg.extraction.entries import Entry, Page
from kg.extraction.records import fields
from kg.extraction.records.reading import read_records
from kg.extraction.records.segmenter import Segment, segment

NAME = fields.NAME


def find(page: Page) -> Iterable[Entry]:
    """Find the records among the lines that earlier rules have not read; a line that cites one is none."""
    found = citing_lines.repeated(page.note, list(read_records(page.note, segments(page))))
    return citing_lines.without_citing(page, found)


def segments(page: Page) -> tuple[Segment, ...]:
    """Cut the lines that earlier rules have not read into records, papers or not."""
    taken = {block for entry in page.entries for block in entry.blocks}
    return segment(page.note, taken)
