"""Pasted pages: lists in which each paper takes several lines without any markup, title, authors, venue, buttons.

One title above a list of names may be anything. Several in a row, written alike, are a list of papers when something
on the page speaks of papers, or when most have several authors and titles as papers have them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kg.extraction import align, names, shapes, venues
from kg.extraction.author_lines import is_reference
from kg.extraction.details import Details, fill
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.label_lines import read_labelled
from kg.extraction.link_labels import own_links
from kg.extraction.loose import read_loose
from kg.extraction.pagegroups import group
from kg.extraction.pagelayout import Group, Layout, extent
from kg.extraction.pagelines import PageLine, Sort, read_lines
from kg.extraction.pagepeople import read_people
from kg.extraction.pagewords import is_noise
from kg.model import Block

NAME = "page"

_LONGEST = 240
_CHUNK = re.compile(r"\s[·|•–—-]\s|\t|\s{4,}")
_YEAR = re.compile(r"(?<![\d./-])(?:19[5-9]\d|20[0-4]\d)(?![\d/-])")
_BRACKET = re.compile(r"\s\(([^()\n]{3,120})\)\Z")
_DATED = re.compile(r"(?:[,(]\s?|\A[\d,*]{1,9}\s{1,4})((?:19[5-9]|20[0-4])\d)\)?\Z")
_STATING = re.compile(
    r"\W{0,3}(?:conference name|proceedings title|publication|date|url|journal[- ]ref\w*|cite as|doi|published)\b",
    re.IGNORECASE,
)
_VOLUME = re.compile(
    r"(?P<name>[^\W\d_][^\d\n]{2,90}?)[,\s]{1,3}(?:vol\.?\s?)?\d{1,5}(?:\s?\(\d[^()]{0,12}\)?)?"
    r"(?:[,:]\s?(?:pp\.?\s?)?[\w.]{1,10}(?:[-–]\w{1,10})?)?,?\s*"
)
_JOURNAL = re.compile(r"(?P<name>[^\W\d_][^\d\n;:]{1,80}?)[.,]?\s(?P<year>(?:19|20)\d\d)\b[^;:\n]{0,14}[;:]\s?\d")
_PLACE = re.compile(
    r"\b(?:universit\w+|institut\w*|department|dept|school|college|lab(?:oratory|s)?|inc|centre|center|hall|room)\b",
    re.IGNORECASE,
)


def find(page: Page) -> Iterable[Entry]:
    """Find the papers of a page that was pasted."""
    layout = group(page.note, read_lines(page))
    for number, found in enumerate(layout.groups):
        entry = _entry(layout, number, found)
        if entry is not None:
            yield entry


def _entry(layout: Layout, number: int, g: Group) -> Entry | None:
    first, end = extent(layout, number)
    title, details = _title(layout, g)
    if not shapes.words(title.text) or is_reference(title.text):
        return None
    authors, complete = _authors(layout, g)
    named = layout.lines[g.people[1]]
    details = details.and_then(_said(layout, named, named.rest))
    blocks = {layout.lines[at].block for at in range(g.begin, g.last + 1)}
    for at in range(first, end):
        line = layout.lines[at]
        if g.title[0] <= at <= g.title[1] or g.people[0] <= at <= g.people[1]:
            continue
        said = _said(layout, line)
        details = details.and_then(said)
        if said.found or line.sort in (Sort.NOISE, Sort.LABELLED):
            blocks.add(line.block)
    places = (title.block, *sorted(blocks - {title.block}))
    confidence = 0.92 if g.sure else 0.8
    entry = Entry(NAME, title, confidence, title=title, authors=authors, complete=complete, blocks=places)
    return fill(entry, details)


def _title(layout: Layout, g: Group) -> tuple[Field, Details]:
    """Read a title and what stands before and behind it: `(Oral)`, `[PDF]`, `(ICLR 2021)`, `. NIPS 2017: 5998-6008`."""
    index, start, end = layout.title(g)
    block, line = layout.note.blocks[index], layout.lines[g.title[0]]
    details = Details(links=own_links(block, index, line.start, layout.lines[g.title[1]].end))
    if _YEAR.search(block.prose, start, end):
        for match in re.finditer(r"[.?!]\s", block.prose[start:end]):
            cut = start + match.start() + (match.group()[0] != ".")
            read = read_loose(block, index, cut, end)
            if read.explained and read.venue and len(shapes.words(block.prose[start:cut])) > 1:
                details, end = details.and_then(read), cut
                break
    bracket = _BRACKET.search(block.prose, max(start, end - 130), end)
    if bracket and bracket.start() > start:
        read = read_loose(block, index, *bracket.span(1))
        stated = read if read.explained else _printed(block, index, *bracket.span(1))
        if (stated.venue or stated.year) and not stated.authors:
            details, end = details.and_then(stated), bracket.start()
    for a, b in ((line.title[1], line.end), (line.start, line.title[0])):
        if g.title[0] == g.title[1] and not line.label and any(c.isalpha() for c in block.prose[a:b]):
            details = details.and_then(replace(read_loose(block, index, a, b), authors=(), complete=None))
    return align.field(block, index, start, end), details


def _authors(layout: Layout, g: Group) -> tuple[tuple[Field, ...], bool | None]:
    first, last = (layout.lines[at] for at in g.people)
    block = layout.note.blocks[first.block]
    wrapped = g.people[0] < g.people[1] and first.block == last.block and len(first.people) > 1
    if wrapped:
        begin = min(person.start for person in first.people)
        people, complete, _ = read_people(block, first.block, begin, last.end, labelled=True)
        return people, complete
    found: list[Field] = []
    complete = True
    for at in range(g.people[0], g.people[1] + 1):
        line = layout.lines[at]
        people, whole = line.people, line.complete
        if not people and not g.sure:
            prose = layout.note.blocks[line.block].prose
            shown = names.split_names(prose[line.start : line.rest]).names
            people = tuple(Field(name, line.block, line.start + a, line.start + b) for a, b, name in shown)
        found += people
        complete = complete and whole is not False
    return tuple(found), complete if found else None


def _said(layout: Layout, line: PageLine, start: int | None = None) -> Details:
    """Read venue, year, presentation and links of a line below the names, or of what stands behind them."""
    block = layout.note.blocks[line.block]
    if line.sort is Sort.LABELLED:
        read = read_labelled(block, line.block, line.start, line.end)
        if read is not None:
            return read
        if line.rest >= line.end or not _STATING.match(block.prose, line.start, line.end):
            return Details()
        read = read_loose(block, line.block, line.rest, line.end)
        return read if read.explained and not read.authors else Details(links=read.links)
    start = line.start if start is None else start
    found = Details(links=own_links(block, line.block, start, line.end)) if start < line.end else Details()
    before: tuple[int, int] | None = None
    for a, b in _chunks(block.prose, start, line.end):
        text = block.prose[a:b]
        if len(text) > _LONGEST:
            break
        read = read_loose(block, line.block, a, b)
        if is_noise(text) and not _YEAR.fullmatch(text):
            dated = _DATED.search(text)
            year = align.field(block, line.block, a + dated.start(1), a + dated.end(1)) if dated else None
            found = found.and_then(Details(presentation=read.presentation, year=year))
        elif read.explained and read.found and not read.authors:
            named = before and _YEAR.fullmatch(text) and not found.venue
            found = found.and_then(Details(venue=_venue(block, line.block, *before)) if before and named else read)
            found = found.and_then(read)
        elif not found.venue:
            found = found.and_then(_printed(block, line.block, a, b))
        before = (a, b)
    return found


def _chunks(prose: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in (*_CHUNK.finditer(prose, start, end), None):
        stop = match.start() if match else end
        a, b = align.trim(prose, start, stop, " \t\n,;.()-–—·|")
        if a < b:
            yield a, b
        start = match.end() if match else end


def _printed(block: Block, index: int, start: int, end: int) -> Details:
    """Read a journal that no lexicon has by its form: a name before volume, pages or year."""
    prose = block.prose
    dated = _JOURNAL.match(prose, start, end)
    if dated:
        stated = align.field(block, index, *dated.span("year"))
        return Details(year=stated, venue=_venue(block, index, *dated.span("name")))
    found = _YEAR.search(prose, start, end)
    if found and end - found.end() > 3:
        return Details()
    volume = _VOLUME.match(prose, start, end)
    stop = found.start() if found else start
    if volume and volume.end() >= (found.start() if found else end):
        stop = volume.end("name")
    year = align.field(block, index, *found.span()) if found else None
    return Details(year=year, venue=_venue(block, index, start, stop))


def _venue(block: Block, index: int, start: int, end: int) -> Field | None:
    a, b = align.trim(block.prose, start, end, " \t,;.(")
    text = block.prose[a:b]
    known = venues.read_venue(text) or next(iter(venues.find_venues(text)), None)
    form = 1 <= len(shapes.words(text)) <= 10 and text[:1].isupper() and "…" not in text and not _PLACE.search(text)
    return align.field(block, index, a, b) if known or form else None
