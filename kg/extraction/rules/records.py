"""Records: items with what stands below them, cards, sections, lines of a paragraph, each about one paper.

Where a record begins and ends, and what each of its words is, `kg.extraction.records` tells by layout and looks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from kg.extraction import citation_forms
from kg.extraction.entries import Entry, Page
from kg.extraction.records import fields
from kg.extraction.records.reading import read_records
from kg.extraction.records.segmenter import Segment, segment
from kg.model import BlockKind
from kg.text import name_key

NAME = fields.NAME


def find(page: Page) -> Iterable[Entry]:
    """Find the records among the lines that earlier rules have not read; a sentence that cites one is none."""
    found = list(read_records(page.note, segments(page)))
    described = Counter(key for entry in (*page.entries, *found) if entry.listed for key in _keys(entry))
    return [entry for entry in found if not _is_sentence(page, entry) or all(described[k] < 2 for k in _keys(entry))]


def _is_sentence(page: Page, entry: Entry) -> bool:
    """Say whether what was read as a paper is a sentence with a citation, and no title set off from it."""
    block = page.note.blocks[entry.anchor.block]
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM) or not citation_forms.cites(block.prose):
        return False
    return entry.title is None or not any(mark.start <= entry.title.start < mark.end for mark in block.marks)


def _keys(entry: Entry) -> Iterator[str]:
    """Give first author and year, by which a sentence cites a paper."""
    if entry.authors and entry.year is not None:
        yield f"{name_key(entry.authors[0].text.split()[-1])} {entry.year.text}"


def segments(page: Page) -> tuple[Segment, ...]:
    """Cut the lines that earlier rules have not read into records, papers or not."""
    taken = {block for entry in page.entries for block in entry.blocks}
    return segment(page.note, taken)
