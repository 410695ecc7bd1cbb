"""Pasted pages: lists in which each paper takes several lines without any markup, title, authors, venue, buttons.

One title above a list of names may be anything. Several in a row, written alike, are a list of papers when something
on the page speaks of papers, or when most have several authors and titles as papers have them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kg.extraction import align, names, shapes, venues
from kg.extraction.details import Details, fill
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.label_lines import read_labelled
from kg.extraction.link_labels import own_links
from kg.extraction.links import Role, find_identifiers, read_link
from kg.extraction.loose import read_loose
from kg.extraction.pagelines import PageLine, Sort, is_noise, read_lines
from kg.model import Block, BlockKind, Note

NAME = "page"

_FEWEST = 3
_MOST_LINES = 12
_MOST_BETWEEN = 2
_ABOUT_PAPERS = re.compile(
    r"\b(?:papers?|accepted|proceedings|publications?|posters?|orals?|spotlights?|preprints?|arxiv|bibliography|literature|"
    r"reading list|further reading|submissions?|manuscripts?|articles?|citations?|references|cited by)\b",
    re.IGNORECASE,
)
_CHUNK = re.compile(r"\s[·|•–—-]\s|\t|\s{4,}")
_VOLUME = re.compile(
    r"(?P<name>[^\W\d_][^\d\n]{2,90}?)[,\s]{1,3}(?:vol\.?\s?)?\d{1,5}(?:\s?\(\d[^()]{0,12}\))?(?:[,:]\s?(?:pp\.?\s?)?[\w.]{1,10}(?:[-–]\w{1,10})?)?,?\s*"
)
_YEAR = re.compile(r"(?<![\d./-])(?:19[5-9]\d|20[0-4]\d)(?![\d/-])")
_PLACE = re.compile(
    r"\b(?:universit\w+|institut\w*|department|dept|school|college|lab(?:oratory|s)?|inc|research|centre|center|hall|room)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Group:
    """Places in the lines of a page: where a paper begins, its title and its names."""

    title: int
    people: int
    last: int
    """The last line of names."""
    sure: bool = True


def find(page: Page) -> Iterable[Entry]:
    """Find the papers of a page that was pasted."""
    lines = read_lines(page)
    groups = _groups(page.note, lines)
    if not _is_list(page.note, lines, groups):
        groups = [g for number, g in enumerate(groups) if _is_sure(page.note, lines, number, groups)]
    elif any(group.sure for group in groups):
        groups = _with_weak(lines, groups)
    yield from _entries(page.note, lines, groups)


def _groups(note: Note, lines: tuple[PageLine, ...]) -> list[_Group]:
    """Find each title that stands right above names."""
    found: list[_Group] = []
    used = -1
    for at, line in enumerate(lines):
        if line.sort is not Sort.PEOPLE or at <= used:
            continue
        title = _title_above(note, lines, at, used)
        if title is not None:
            used = _last_people(lines, at)
            found.append(_Group(title, at, used))
    return found


def _title_above(note: Note, lines: tuple[PageLine, ...], people: int, used: int) -> int | None:
    for at in range(people - 1, max(people - 2 - _MOST_BETWEEN, used), -1):
        line = lines[at]
        if line.sort is Sort.TITLE or (line.sort is Sort.WEAK and not lines[people].label):
            return at if _may_go(note, lines, at, people) and _begins(lines, at, people, used) else None
        if line.sort is not Sort.NOISE:
            return None
    return None


def _begins(lines: tuple[PageLine, ...], title: int, people: int, used: int) -> bool:
    """Say whether a title is the first line of its run of lines, or follows another paper in it."""
    if lines[title].gap or lines[title].label or lines[title - 1].sort in (Sort.NOISE, Sort.LABELLED, Sort.BREAK):
        return True
    run = next((at for at in range(title, -1, -1) if lines[at].gap), 0)
    apart = any(line.gap for line in lines[title + 1 : people + 1])
    return used >= run and not apart


def _may_go(note: Note, lines: tuple[PageLine, ...], title: int, people: int) -> bool:
    """Say whether names may belong to a title above them, by the bullets of the page."""
    first, second = note.blocks[lines[title].block], note.blocks[lines[people].block]
    if lines[title].block == lines[people].block or second.kind is not BlockKind.ITEM:
        return (
            first.kind is not BlockKind.ITEM
            or lines[title].block == lines[people].block
            or second.parent == lines[title].block
        )
    return second.parent == lines[title].block


def _last_people(lines: tuple[PageLine, ...], at: int) -> int:
    """Give the last line of names: they may be wrapped, or stand one to a line."""
    while (
        at + 1 < len(lines)
        and lines[at + 1].sort is Sort.PEOPLE
        and not lines[at + 1].gap
        and not lines[at + 1].label
        and lines[at].rest >= lines[at].end - 1
        and lines[at + 1].rest >= lines[at + 1].end - 1
        and not (at + 2 < len(lines) and lines[at + 2].sort is Sort.PEOPLE and lines[at + 2].gap)
    ):
        at += 1
    return at


def _shape(lines: tuple[PageLine, ...], title: int, people: int) -> tuple[object, ...]:
    first = lines[title]
    return (
        first.gap,
        any(line.gap for line in lines[title + 1 : people + 1]),
        people - title,
        first.marked,
        first.label,
    )


def _with_weak(lines: tuple[PageLine, ...], groups: list[_Group]) -> list[_Group]:
    """Add the groups whose names are doubtful, where they stand as the others do."""
    shapes_seen = Counter(_shape(lines, g.title, g.people) for g in groups)
    usual = {shape for shape, count in shapes_seen.items() if count >= _FEWEST and count * 5 >= len(groups)}
    used = {at for g in groups for at in range(g.title, g.last + 1)}
    extra: list[_Group] = []
    for at in range(len(lines) - 1):
        after = at + 1
        if at in used or after in used or lines[at].sort not in (Sort.TITLE, Sort.WEAK, Sort.PEOPLE):
            continue
        if not lines[after].people and lines[after].sort is not Sort.WEAK:
            continue
        if lines[at].title[0] < lines[at].title[1] and _shape(lines, at, after) in usual:
            extra.append(_Group(at, after, after, sure=False))
            used |= {at, after}
    return sorted((*groups, *extra), key=lambda g: g.title)


def _is_list(note: Note, lines: tuple[PageLine, ...], groups: list[_Group]) -> bool:
    """Decide whether the groups of a page are papers."""
    if len(groups) < _FEWEST:
        close = all(len(lines[g.people].people) > 1 or not lines[g.people].gap for g in groups)
        return len(groups) == _FEWEST - 1 and close and _page_speaks(note, lines, groups)
    used = {at for g in groups for at in range(g.title, g.last + 1)}
    if sum(line.sort is Sort.PEOPLE and at not in used for at, line in enumerate(lines)) > len(groups):
        return False
    several = sum(len(lines[g.people].people) > 1 or g.last > g.people for g in groups)
    words = sorted(len(shapes.words(_text(note, lines[g.title]))) for g in groups)
    if words[len(words) // 2] < _FEWEST:
        return False
    stated = sum(_speaks_of_papers(note, lines, number, groups) for number in range(len(groups)))
    if stated * 2 >= len(groups) or _page_speaks(note, lines, groups):
        return True
    titled = sum(shapes.is_title_case(_text(note, lines[g.title])) for g in groups)
    return several * 2 >= len(groups) and titled * 4 >= 3 * len(groups) and words[len(words) // 2] >= _FEWEST + 2


def _is_sure(note: Note, lines: tuple[PageLine, ...], number: int, groups: list[_Group]) -> bool:
    """Say whether a group is a paper without others like it: labelled, or with a venue, an identifier or a link."""
    title, people = lines[groups[number].title], lines[groups[number].people]
    if title.label and people.label:
        return True
    words = len(shapes.words(_text(note, title)))
    return title.block == people.block and words >= _FEWEST and _speaks_of_papers(note, lines, number, groups)


def _text(note: Note, line: PageLine) -> str:
    return note.blocks[line.block].prose[slice(*line.title)]


def _speaks_of_papers(note: Note, lines: tuple[PageLine, ...], number: int, groups: list[_Group]) -> bool:
    """Say whether a group has a venue, an identifier or a link to a paper, or labels."""
    first, end = _extent(lines, number, groups, note)
    for at in range(first, end):
        line = lines[at]
        block = note.blocks[line.block]
        text = block.prose[line.start : line.end]
        if line.label or next(iter(find_identifiers(text)), None):
            return True
        if any(read_link(k.target).role is Role.PAPER for k in align.links_in(block, line.start, line.end)):
            return True
        if at > groups[number].people and len(text) < 200 and venues.find_venues(text):
            return True
    line = lines[groups[number].people]
    return bool(venues.find_venues(note.blocks[line.block].prose[line.rest : line.end]))


def _page_speaks(note: Note, lines: tuple[PageLine, ...], groups: list[_Group]) -> bool:
    """Say whether the title, a heading or the introduction says that papers follow."""
    before = [b.prose for b in note.blocks[: lines[groups[0].title].block] if b.kind is BlockKind.PARAGRAPH][:6]
    heads = [b.prose for b in note.blocks if b.kind is BlockKind.HEADING and len(b.prose) < 120][:40]
    places = {lines[g.title].block for g in groups} | {lines[g.people].block for g in groups}
    if note.blocks and 0 not in places:
        before.append(note.blocks[0].prose[:300])
    titled = bool(venues.find_venues(note.title[:300]))
    return titled or any(_ABOUT_PAPERS.search(text[:300]) for text in (note.title, *before, *heads))


def _extent(lines: tuple[PageLine, ...], number: int, groups: list[_Group], note: Note) -> tuple[int, int]:
    """Give the lines of a group: from the decoration above its title to that of the next, or to a heading."""
    group = groups[number]
    floor = groups[number - 1].last + 1 if number else 0
    first = _first(lines, group.title, floor)
    limit = group.last + 1 + _MOST_LINES
    if number + 1 < len(groups):
        limit = min(limit, _first(lines, groups[number + 1].title, group.last + 1))
    elif number:
        usual = max(_first(lines, b.title, a.last + 1) - a.last for a, b in zip(groups, groups[1:], strict=False))
        limit = min(limit, group.last + usual)
    end = group.last + 1
    while end < min(limit, len(lines)) and not _stops(note, lines[end]):
        end += 1
    return first, end


def _first(lines: tuple[PageLine, ...], title: int, floor: int) -> int:
    """Give where the decoration begins that stands right above a title and belongs to it."""
    at = title
    while at > floor and lines[at - 1].sort is Sort.NOISE and not lines[at].gap:
        at -= 1
    return at if at == title or lines[at].gap or at == floor == 0 else title


def _stops(note: Note, line: PageLine) -> bool:
    if line.sort is Sort.BREAK or line.label == "title":
        return True
    heading = note.blocks[line.block].kind is BlockKind.HEADING
    return heading and line.sort in (Sort.TITLE, Sort.WEAK, Sort.TEXT) and not _said(note, line).found


def _entries(note: Note, lines: tuple[PageLine, ...], groups: list[_Group]) -> Iterator[Entry]:
    for number, group in enumerate(groups):
        first, end = _extent(lines, number, groups, note)
        line = lines[group.title]
        block = note.blocks[line.block]
        title = align.field(block, line.block, *line.title)
        if not shapes.words(title.text):
            continue
        authors, complete = _authors(note, lines, group)
        entry = Entry(
            NAME,
            title,
            0.92 if group.sure else 0.8,
            title=title,
            authors=authors,
            complete=complete,
            blocks=(line.block,),
        )
        details = _beside(note, line).and_then(_said(note, lines[group.last], lines[group.last].rest))
        blocks = {lines[at].block for at in range(group.title, group.last + 1)}
        for at in (*range(first, group.title), *range(group.title + 1, group.people), *range(group.last + 1, end)):
            said = _said(note, lines[at])
            details = details.and_then(said)
            if said.found or lines[at].sort in (Sort.NOISE, Sort.LABELLED):
                blocks.add(lines[at].block)
        rest = tuple(sorted(blocks - {line.block}))
        yield fill(replace(entry, blocks=(line.block, *rest)), details)


def _authors(note: Note, lines: tuple[PageLine, ...], group: _Group) -> tuple[tuple[Field, ...], bool | None]:
    found: list[Field] = []
    complete: bool | None = True
    for at in range(group.people, group.last + 1):
        line = lines[at]
        people, whole = line.people, line.complete
        if not people and not group.sure:
            block = note.blocks[line.block]
            shown = names.split_names(block.prose[line.start : line.rest]).names
            people = tuple(Field(name, line.block, line.start + a, line.start + b) for a, b, name in shown)
        found += people
        complete = complete and whole is not False
    return tuple(found), complete if found else None


def _beside(note: Note, line: PageLine) -> Details:
    """Read the decoration before and behind a title: `(Oral)`, `[PDF]`, `Poster:`."""
    block = note.blocks[line.block]
    links = Details(links=own_links(block, line.block, line.start, line.end))
    for a, b in ((line.title[1], line.end), (line.start, line.title[0])):
        if any(c.isalpha() for c in block.prose[a:b]):
            read = read_loose(block, line.block, a, b)
            links = links.and_then(replace(read, authors=(), complete=None))
    return links


def _said(note: Note, line: PageLine, start: int | None = None) -> Details:
    """Read venue, year, presentation and links of a line below the names, or of what stands behind them."""
    block = note.blocks[line.block]
    if line.sort is Sort.LABELLED:
        return read_labelled(block, line.block, line.start, line.end) or Details()
    start = line.start if start is None else start
    links = Details(links=own_links(block, line.block, start, line.end)) if start < line.end else Details()
    found = links
    for a, b in _chunks(block.prose, start, line.end):
        text = block.prose[a:b]
        if len(text) > 240:
            break
        if is_noise(text) and not _YEAR.fullmatch(text):
            read = read_loose(block, line.block, a, b)
            found = found.and_then(Details(presentation=read.presentation))
            continue
        read = read_loose(block, line.block, a, b)
        if read.explained and read.found and not read.authors:
            found = found.and_then(read)
        elif a > start or start > line.start or not found.venue:
            found = found.and_then(_printed(block, line.block, a, b))
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
    year = next((m for m in _YEAR.finditer(prose, start, end)), None)
    at = align.field(block, index, *year.span()) if year else None
    volume = _VOLUME.match(prose, start, end)
    named = (
        volume["name"]
        if volume and volume.end() >= (year.start() if year else end)
        else prose[start : year.start()]
        if year
        else ""
    )
    a, b = align.trim(prose, start, start + len(named), " \t,;.(")
    text = prose[a:b]
    journal = 1 <= len(shapes.words(text)) <= 10 and text[:1].isupper() and "…" not in text and not _PLACE.search(text)
    if year and end - year.end() > 3:
        return Details()
    return Details(year=at, venue=align.field(block, index, a, b) if journal else None)
