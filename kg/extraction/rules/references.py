"""Reference strings in any style: one to an item or paragraph, or several, in lists, quotes and footnotes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kg.extraction import align, citations, names, shapes
from kg.extraction.cited import make_entry, place, runs
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.link_labels import is_link_label, own_links
from kg.extraction.outline import Role as Heading
from kg.extraction.outline import role_of, stands_elsewhere
from kg.extraction.patterns import QUOTED
from kg.extraction.venues import read_venue
from kg.links import Role, read_link
from kg.model import Block, BlockKind, LinkKind, MarkKind

NAME = "reference"

_KINDS = (BlockKind.ITEM, BlockKind.PARAGRAPH, BlockKind.FOOTNOTE)
_MARKS = {MarkKind.EM: "em", MarkKind.STRONG: "strong"}
_LIKELY, _IN_REFERENCES, _UNLIKELY = 0.5, 0.3, 0.1
_LONGEST = 20_000
_QUOTES = ('"', "“", "„", "«", "»", "‘")
_SURE = 0.9
_ADDRESS = re.compile(r"\b(?:https?://|doi:?\s?10\.|DOI:?\s?10\.)")
_LABEL_END = re.compile(r":\s*|.:\s+")
_MOST_LEAD = 8
"""Characters before a marked title that may still be of the title: a quotation mark, an article."""
_MOST_BEFORE = 3
"""Words before a reference outside a list of references: a number, a label, a mark of the reader."""


def find(page: Page) -> Iterable[Entry]:
    """Find the references that earlier rules have not read."""
    note = page.note
    for index, block in enumerate(note.blocks):
        if block.kind not in _KINDS or not 20 <= len(block.prose) <= _LONGEST or page.taken(index):
            continue
        least = _IN_REFERENCES if _in_references(page, index) else _LIKELY
        for start, end in citations.split(block.prose):
            for entry in _read(block, index, max(start, _label_end(block)), end, least):
                if not stands_elsewhere(note, index) or any(read_link(k.text).role is Role.PAPER for k in entry.links):
                    yield entry


def _label_end(block: Block) -> int:
    """Give where the label ends that opens a block in bold or italics: `**Required:** ...`."""
    for mark in block.marks:
        if mark.start == 0 and mark.kind in _MARKS and len(shapes.words(block.prose[: mark.end])) <= _MOST_BEFORE:
            label = _LABEL_END.match(block.prose, mark.end - 1)
            return label.end() if label else 0
    return 0


def _in_references(page: Page, index: int) -> bool:
    at = page.note.blocks[index].parent
    while at is not None:
        block = page.note.blocks[at]
        if block.kind is BlockKind.HEADING:
            return role_of(block) is Heading.REFERENCES
        at = block.parent
    return False


def _read(block: Block, index: int, start: int, end: int, least: float) -> Iterator[Entry]:
    text = block.prose[start:end]
    likeness = citations.looks_like(text)
    if likeness < least and not (likeness >= _UNLIKELY and QUOTED.search(text)):
        return
    cited = citations.parse(text, marks=runs(block, start, end))
    if cited is None or cited.confidence < least or not shapes.words(cited.title.text):
        return
    links = own_links(block, index, start, end)
    if likeness < least and not _is_quoted(cited, text):
        return
    if least > _IN_REFERENCES and not (_is_stated(cited, links, likeness) and _is_whole(cited, text)):
        return
    if _leads_elsewhere(block, cited, start):
        return
    titled = _titled_link(block, start, end)
    if titled is not None and not (titled[0] < start + cited.title.end and start + cited.title.start < titled[1]):
        return
    title = _marked_title(block, index, start, cited) or place(cited.title, index, start)
    if shapes.is_no_work(title.text) and least > _IN_REFERENCES:
        return
    yield replace(make_entry(NAME, block, index, (start, end), cited), anchor=title, title=title)


def _is_quoted(cited: citations.Citation, text: str) -> bool:
    """Say whether several persons open a text, a title in quotation marks follows them, then a year."""
    people = [names.looks_like_person(author.text) for author in cited.authors]
    quoted = text[: cited.title.start].rstrip().endswith(_QUOTES) or text[cited.title.start] in _QUOTES
    opens = bool(cited.authors) and cited.authors[0].start <= _MOST_LEAD
    return quoted and opens and len(people) > 1 and all(people) and cited.year is not None


def _leads_elsewhere(block: Block, cited: citations.Citation, start: int) -> bool:
    """Say whether the title is the text of a link to a course, a video, a tool or a page, with no venue beside it."""
    if cited.venue is not None and read_venue(cited.venue.text) is not None:
        return False
    first, last = start + cited.title.start, start + cited.title.end
    return any(
        link.kind is LinkKind.INLINE
        and link.start < last
        and first < link.end
        and link.target.startswith("http")
        and read_link(link.target).role not in (Role.PAPER, Role.DATA)
        and not is_link_label(block.prose[link.start : link.end])
        for link in block.links
    )


def _is_stated(cited: citations.Citation, links: tuple[Field, ...], likeness: float) -> bool:
    """Say whether enough of a reference is there: persons, and a year, a venue or the address of a paper."""
    people = sum(names.looks_like_person(author.text) for author in cited.authors)
    likely = people * 2 >= len(cited.authors) or cited.complete is False or likeness >= _SURE
    address = any(read_link(link.text).role is Role.PAPER for link in links)
    venue = cited.venue is not None and read_venue(cited.venue.text) is not None
    return bool(cited.authors) and likely and (cited.year is not None or venue or address)


def _is_whole(cited: citations.Citation, text: str) -> bool:
    """Say whether the reference is what the text is about: it opens it, covers half of it, its title begins as one."""
    parts = [p for p in (cited.title, cited.year, cited.venue, *cited.authors) if p is not None]
    first, last = min(p.start for p in parts), max(p.end for p in parts)
    coined = any(c.isdigit() or c == "-" for c in cited.title.text.split(":")[0].split(" ")[0])
    head = "A" if coined else next((c for c in cited.title.text if c.isalpha()), "A")
    opens = len(shapes.words(text[:first])) <= _MOST_BEFORE
    return opens and (last - first) * 2 >= len(_ADDRESS.split(text, maxsplit=1)[0].rstrip()) and not head.islower()


def _marked_title(block: Block, index: int, start: int, cited: citations.Citation) -> Field | None:
    """Take the italic or bold title inside what was read as the title, when words of a sentence stand before it."""
    first, last = start + cited.title.start, start + cited.title.end
    for mark in block.marks:
        if mark.kind in _MARKS and first < mark.start and mark.end <= last + 1:
            text = block.prose[mark.start : mark.end]
            if len(shapes.words(text)) >= 2 and shapes.is_title_like(text) and mark.start - first > _MOST_LEAD:
                return align.field(block, index, *align.trim(block.prose, mark.start, mark.end, " \t.,;:"))
    return None


def _titled_link(block: Block, start: int, end: int) -> tuple[int, int] | None:
    for link in align.links_in(block, start, end):
        text = block.prose[link.start : link.end]
        titled = not is_link_label(text) and shapes.is_title_like(text) and len(shapes.words(text)) >= 4
        if link.kind is LinkKind.INLINE and titled and read_link(link.target).role is Role.PAPER:
            return link.start, link.end
    return None
