"""Records: items with what stands below them, cards, sections, lines of a paragraph, each about one paper.

Where a record begins and ends, and what each of its words is, `kg.extraction.records` tells by layout and looks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from kg.extraction import citing_lines, headed_records
from kg.extraction.entries import Entry, Page, Unread
from kg.extraction.key_places import find_keys, is_cell, names_title
from kg.extraction.ranges import links_near
from kg.extraction.records import fields
from kg.extraction.records.reading import read_records
from kg.extraction.records.segmenter import Segment, segment
from kg.model import Kind, Note

NAME = fields.NAME


def find(page: Page) -> Iterable[Entry | Unread]:
    """Find the records among the lines that earlier rules have not read; a line that cites one is none."""
    read = list(read_records(page.note, segments(page)))
    entries = [one for one in read if isinstance(one, Entry)]
    for entry in citing_lines.without_citing(page, headed_records.titled(page.note, entries)):
        yield replace(entry, kind=Kind.WORK) if _is_data(page.note, entry) else entry
    yield from (one for one in read if isinstance(one, Unread))


_DATA = re.compile(r"[.,;)]\s{1,3}(?:Data ?set|Datensatz|Conjunto de datos)\.(?=\s|$)|\[Data ?set\]")
"""What references say of themselves in the place of a type: `figshare. Dataset.`, `[Data set]`."""


def _is_data(note: Note, entry: Entry) -> bool:
    """Return whether a reference says that it is to data; its title may say what it likes, and so may links."""
    if entry.title is None:
        return False
    block = note.blocks[entry.title.block]
    found = _DATA.search(block.prose, entry.title.end)
    return found is not None and not any(
        link.start < found.end() - 1 and found.start() + 1 < link.end
        for link in links_near(block, found.start(), found.end())
    )


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
