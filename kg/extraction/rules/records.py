"""Records: items with what stands below them, cards, sections, lines of a paragraph, each about one paper.

Where a record begins and ends, and what each of its words is, `kg.extraction.records` tells by layout and looks.
"""

from __future__ import annotations

from collections.abc import Iterable

from kg.extraction import citing_lines, headed_records
from kg.extraction.entries import Entry, Page, Unread
from kg.extraction.key_places import find_keys, is_cell, names_title
from kg.extraction.records import fields
from kg.extraction.records.reading import read_records
from kg.extraction.records.segmenter import Segment, segment

NAME = fields.NAME


def find(page: Page) -> Iterable[Entry | Unread]:
    """Find the records among the lines that earlier rules have not read; a line that cites one is none."""
    read = list(read_records(page.note, segments(page)))
    yield from citing_lines.without_citing(
        page, headed_records.titled(page.note, [one for one in read if isinstance(one, Entry)])
    )
    yield from (one for one in read if isinstance(one, Unread))


def segments(page: Page) -> tuple[Segment, ...]:
    """Cut the lines that earlier rules have not read into records, papers or not.

    A line with a citation key is left to the rule of keys, but for one that sets off the title of its paper.
    """
    papers = {block for entry in page.entries for block in entry.blocks}
    cited: set[int] = set()
    for index, keys in find_keys(page.note).items():
        block = page.note.blocks[index]
        if not any(names_title(page.note, index, key) or is_cell(block, key) for key in keys):
            cited.add(index)
    return segment(page.note, papers | cited, papers=papers | cited)
