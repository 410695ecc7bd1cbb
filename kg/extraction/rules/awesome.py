"""Lists of papers as on GitHub: a title with labels or badges that link to paper, code and project, in any order.

`- **Title** [[paper]](…) [[code]](…) *ICLR 2024*`, `* [2023/10] **Title** *Authors. Venue.* [[paper](…)]`, a title
with its labels in the list below it, or a heading with a line of labels. An entry needs an address of a paper, or a
set-off title with authors or a venue: blogs, videos, tools and courses of the same list have neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kg.extraction import shapes
from kg.extraction.align import field, lines, trim
from kg.extraction.author_lines import are_people
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.labelled import (
    BRACKETS,
    CITED,
    Line,
    are_names,
    find_title,
    is_bare,
    is_talk,
    leads,
    leads_to_paper,
    read_line,
)
from kg.extraction.link_labels import is_link_label
from kg.extraction.names import looks_like_person
from kg.extraction.pieces import read_around, tidy, year_in
from kg.extraction.venues import read_venue
from kg.links import Role, read_link
from kg.model import BlockKind, Link, MarkKind, Note

NAME = "labelled-links"
_MOST_CHILDREN = 8
_MOST_LINKS = 40
_LONGEST = 6000


def find(page: Page) -> Iterable[Entry]:
    """Find the titles that stand with labels of links."""
    note = page.note
    children: dict[int, list[int]] = {}
    for index, block in enumerate(note.blocks):
        if block.parent is not None and block.kind in (BlockKind.ITEM, BlockKind.PARAGRAPH):
            children.setdefault(block.parent, []).append(index)
    done: set[int] = set()
    for index, block in enumerate(note.blocks):
        if (
            index in done
            or page.taken(index)
            or shapes.announces(block.prose)
            or block.kind not in (BlockKind.ITEM, BlockKind.PARAGRAPH, BlockKind.HEADING)
        ):
            continue
        below = children.get(index, [])[:_MOST_CHILDREN] if block.kind is not BlockKind.PARAGRAPH else []
        entry = _read(note, index, [number for number in below if not page.taken(number)])
        if entry is not None and entry.title is not None and are_people(entry.title.text):
            continue
        if entry:
            done.update(entry.blocks)
            yield entry


def _read(note: Note, index: int, below: Sequence[int]) -> Entry | None:
    if not _is_small(note, index):
        return None
    line = read_line(note, index)
    if line.block.kind is BlockKind.HEADING:
        below = below[:1]
    elif not (line.labels or line.named or below):
        return None
    parts = [read_line(note, number) for number in below if _is_small(note, number)]
    parts = [part for part in parts if _belongs(part, heading=line.block.kind is BlockKind.HEADING)]
    if line.block.kind is BlockKind.HEADING and not (parts and not line.named and not line.labels):
        return None
    title = find_title(line, listed=bool(parts))
    if title is None or (not line.papers() and any(part.named for part in parts)):
        return _short_only(line)
    return _entry(line, title, parts)


def _is_small(note: Note, index: int) -> bool:
    """Say whether a block can be about one paper by its size."""
    return len(note.blocks[index].prose) <= _LONGEST and len(note.blocks[index].links) <= _MOST_LINKS


def _belongs(part: Line, *, heading: bool) -> bool:
    """Say whether a block below only holds labels, authors or a venue of the title above."""
    if part.block.kind is BlockKind.PARAGRAPH and not heading and not part.labels:
        return False
    worded = any(not is_bare(part.block, link) for link in part.labels)
    if heading and (part.block.kind is not BlockKind.PARAGRAPH or not worded or CITED.search(part.block.prose)):
        return False
    around = read_around(part.block, part.index, _beside(part, (0, 0)))
    rest = "".join(part.block.prose[start:end] for start, end in _beside(part, (0, 0))).strip(BRACKETS)
    if not rest or is_link_label(rest):
        return bool(part.labels)
    if heading or part.named:
        return bool(part.labels) and len(rest.split()) <= 25 and bool(around.authors or around.venue)
    return bool(around.authors or around.venue) and not is_talk(rest)


def _entry(line: Line, title: tuple[int, int], parts: Sequence[Line]) -> Entry | None:
    around = read_around(line.block, line.index, _beside(line, title))
    for part in parts:
        around = around.and_then(read_around(part.block, part.index, _beside(part, (0, 0))))
    links = tuple(_links((line, *parts)))
    linked = any(read_link(link.text).role is Role.PAPER for link in links)
    set_off = any(mark.kind is MarkKind.STRONG and mark.start <= title[0] < mark.end for mark in line.block.marks)
    stated = bool(around.authors) + bool(around.venue)
    if not linked and not (links and stated and (set_off or stated > 1)):
        return None
    name = field(line.block, line.index, *title)
    return Entry(
        rule=NAME,
        anchor=name,
        confidence=0.9 if linked else 0.75,
        title=name,
        short=_short(line, title),
        authors=around.authors,
        complete=around.complete,
        year=around.year,
        venue=around.venue,
        presentation=around.presentation,
        links=links,
        tags=tuple(field(line.block, line.index, m.start, m.end) for m in line.block.marks if m.kind is MarkKind.TAG),
        blocks=(line.index, *(part.index for part in parts)),
    )


def _beside(line: Line, title: tuple[int, int]) -> list[tuple[int, int]]:
    """Give the ranges beside the title that are neither labels nor running text."""
    taken = sorted([title, *((link.start, link.end) for link in line.labels if not _names_venue(line, link))])
    taken += [(m.start, m.end) for m in line.block.marks if m.kind in (MarkKind.TAG, MarkKind.IMAGE)]
    places: list[tuple[int, int]] = []
    for first, last in lines(line.block):
        start = first
        for left, right in sorted(taken):
            if start <= left < last or start < right <= last:
                places.append((start, max(start, left)))
                start = max(start, right)
        places.append((start, last))
    return [place for place in places if place[0] < place[1] and not _is_prose(line.block.prose[slice(*place)])]


def _names_venue(line: Line, link: Link) -> bool:
    text = line.block.prose[link.start : link.end]
    return read_venue(text) is not None and bool(year_in(text))


def _is_prose(text: str) -> bool:
    """Say whether a text is a description: most of its words begin small."""
    words = [
        word
        for word in text.split()
        if word[0].isalpha() and word not in ("and", "et", "al", "al.", "al.,", "of", "on", "in", "the", "for")
    ]
    small = sum(word[0].islower() for word in words)
    return len(words) > 6 and small * 5 > len(words) * 2


def _links(parts: Iterable[Line]) -> Iterator[Field]:
    """Give the addresses; of one site only the first paper, for a second one is another paper."""
    seen: set[str] = set()
    keys: dict[str, str] = {}
    for part in parts:
        for link in sorted((*part.named, *part.labels), key=lambda link: (link.start, link.source_start)):
            address = read_link(link.target)
            if address.role in (Role.BADGE, Role.LISTING) or link.target in seen or "://" not in link.target:
                continue
            if address.role is Role.PAPER and keys.setdefault(address.site, address.key) != address.key:
                continue
            if (
                link in part.named
                and address.role is not Role.PAPER
                and are_names(part.block.prose[link.start : link.end])
            ):
                continue
            seen.add(link.target)
            yield Field(link.target, part.index, link.start, link.end)


def _short(line: Line, title: tuple[int, int]) -> Field | None:
    """Read a short name before the title: `[LLaVA] Visual Instruction Tuning`."""
    prose = line.block.prose
    for hit in re.finditer(r"[^\[\]()|:\n–—`【】]{2,40}", prose[: title[0]]):
        start, end = trim(prose, *hit.span(), BRACKETS)
        text = prose[start:end]
        plain = (
            text
            and shapes.is_short_name(text)
            and len(text.split()) <= 3
            and any(shapes.is_name_shaped(w) for w in text.split())
        )
        if (
            plain
            and not is_link_label(text)
            and not year_in(text)
            and read_venue(text) is None
            and not looks_like_person(text)
        ):
            return field(line.block, line.index, start, end)
    return None


def _short_only(line: Line) -> Entry | None:
    """Read a named tool or model with the label of its paper: `[vLLM](code): an engine [[paper]](…)`."""
    papers = [link for link in line.labels if leads_to_paper(line.block, link) and read_link(link.target).key]
    if len(line.named) != 1 or not papers or line.block.kind is not BlockKind.ITEM:
        return None
    start, end = tidy(line.block.prose, line.named[0].start, line.named[0].end)
    text = line.block.prose[start:end]
    if not leads(line, start) or not text or not shapes.is_short_name(text) or len(text.split()) > 3:
        return None
    short = field(line.block, line.index, start, end)
    return Entry(NAME, short, 0.7, short=short, links=tuple(_links([line])), blocks=(line.index,))
