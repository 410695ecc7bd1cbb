"""Groups of lines of a page, each a title and names, and whether there are enough alike to be a list of papers."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from kg.extraction import align, shapes, venues
from kg.extraction.outline import title_block
from kg.extraction.pagelayout import Group, Layout, extent
from kg.extraction.pagelines import PageLine, Sort
from kg.extraction.pagewords import is_invited
from kg.links import Role, find_identifiers, read_link
from kg.model import BlockKind, Note

_FEWEST = 3
_MOST_BETWEEN = 2
_MOST_WRAPPED = 3
_ABOUT_PAPERS = re.compile(
    r"\b(?:papers?|accepted|proceedings|publications?|posters?|orals?|spotlights?|preprints?|arxiv|bibliography|literature|"
    r"reading list|further reading|submissions?|manuscripts?|articles?|citations?|references|cited by)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ISSUE = re.compile(r"(?<!\d)\d{1,4}\s?\(\d{1,5}\)")
_GOES_ON = re.compile(r"(?:[,;&]|\band|(?<![^\W\d_])[A-Z]\.)\s*\Z")


def group(note: Note, lines: tuple[PageLine, ...]) -> Layout:
    """Find the groups of a page that are papers."""
    layout = Layout(note, lines)
    above, below = _titles_above(layout), _titles_below(layout)
    layout = replace(layout, groups=_without_heading(layout, below if len(below) > len(above) else above))
    if not _is_list(layout):
        alone = [g for number, g in enumerate(layout.groups) if _stands_alone(layout, number)]
        return replace(layout, groups=tuple(alone))
    return replace(layout, groups=_with_weak(layout))


def _titles_above(layout: Layout) -> tuple[Group, ...]:
    """Find each title that stands right above names."""
    found: list[Group] = []
    used = -1
    for at, line in enumerate(layout.lines):
        if line.sort is not Sort.PEOPLE or at <= used:
            continue
        title = _title_above(layout, at, used)
        if title is not None:
            used = _last_people(layout, at)
            found.append(Group(title, (at, used)))
    return tuple(found)


def _titles_below(layout: Layout) -> tuple[Group, ...]:
    """Find each title right below the names that begin a run of lines; three of them show that the page is so."""
    lines = layout.lines
    found = [
        Group((at + 1, at + 1), (at, at))
        for at in range(len(lines) - 1)
        if lines[at].sort is Sort.PEOPLE
        and lines[at].gap
        and not lines[at + 1].gap
        and lines[at + 1].sort in (Sort.TITLE, Sort.WEAK)
        and lines[at].rest >= lines[at].end - 1
        and not _GOES_ON.search(layout.text(lines[at]))
        and (at + 2 == len(lines) or lines[at + 2].gap)
    ]
    return tuple(found) if len(found) >= _FEWEST else ()


def _without_heading(layout: Layout, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Leave out the title of the note when it stands above names otherwise than the titles after it."""
    if len(groups) > 1 and layout.lines[groups[0].title[0]].block == title_block(layout.note):
        usual = Counter(_shape(layout, g)[1:] for g in groups[1:]).most_common(1)[0][0]
        return groups if _shape(layout, groups[0])[1:] == usual else groups[1:]
    return groups


def _title_above(layout: Layout, people: int, used: int) -> tuple[int, int] | None:
    lines, labelled = layout.lines, bool(layout.lines[people].label)
    most = _MOST_WRAPPED + 1 if labelled else _MOST_BETWEEN
    for at in range(people - 1, max(people - 2 - most, used), -1):
        line = lines[at]
        if line.label == "title":
            return at, next((k for k in range(people - 1, at, -1) if lines[k].sort in (Sort.TITLE, Sort.WEAK)), at)
        wrapped = labelled and not line.gap and line.sort in (Sort.LABELLED, Sort.TEXT, Sort.WEAK)
        if wrapped or line.sort is Sort.NOISE:
            continue
        if line.sort not in (Sort.TITLE, Sort.WEAK) or (labelled and line.sort is Sort.WEAK and not line.gap):
            return None
        if labelled and not line.gap and _begins(layout, at, people, used) is None:
            continue
        first = _begins(layout, at, people, used)
        invited = any(
            is_invited(layout.text(lines[k])) for k in range(max(used + 1, at - 2), at) if lines[k].sort is Sort.NOISE
        )
        return (first, at) if first is not None and not invited and _may_go(layout, at, people) else None
    return None


def _begins(layout: Layout, title: int, people: int, used: int) -> int | None:
    """Give the first line of a title: it begins a run of lines, stands below buttons, or follows another paper."""
    lines = layout.lines
    if lines[title].gap or lines[title].label or lines[title - 1].sort in (Sort.NOISE, Sort.LABELLED, Sort.BREAK):
        return title
    run = next((at for at in range(title, -1, -1) if lines[at].gap), 0)
    if any(line.gap for line in lines[title + 1 : people + 1]):
        return None
    if used >= run:
        return title
    while lines[run].sort is Sort.NOISE:
        run += 1
    wrapped = lines[run : title + 1]
    texts = [layout.text(line) for line in wrapped]
    whole = (
        len(wrapped) <= _MOST_WRAPPED
        and all(
            line.block == lines[title].block and line.sort in (Sort.TITLE, Sort.TEXT, Sort.WEAK) for line in wrapped
        )
        and lines[run].sort is Sort.TITLE
        and not any(_YEAR.search(text) or text.endswith(".") for text in texts[:-1])
        and shapes.is_title_like(" ".join(texts))
    )
    return run if whole else None


def _may_go(layout: Layout, title: int, people: int) -> bool:
    """Say whether names may belong to a title above them, by the bullets of the page."""
    above, below = layout.lines[title].block, layout.lines[people].block
    first, second = layout.note.blocks[above], layout.note.blocks[below]
    if above == below:
        return True
    return second.parent == above if BlockKind.ITEM in (first.kind, second.kind) else True


def _last_people(layout: Layout, at: int) -> int:
    """Give the last line of names: they may be wrapped, or stand one to a line."""
    lines = layout.lines
    while at + 1 < len(lines) and not lines[at + 1].gap:
        line, after = lines[at], lines[at + 1]
        if line.label and after.label == line.label == "authors":
            at += 1
            continue
        open_end = after.block == line.block and bool(_GOES_ON.search(layout.text(line)))
        single = len(line.people) == len(after.people) == 1 and after.sort is Sort.PEOPLE and not line.label
        single = single and after.rest >= after.end - 1
        ends = line.rest < line.end - 1 and not open_end
        begins = at + 2 < len(lines) and lines[at + 2].sort is Sort.PEOPLE and lines[at + 2].gap
        if (
            ends
            or after.label
            or begins
            or not (single or (open_end and after.sort in (Sort.PEOPLE, Sort.WEAK, Sort.TITLE)))
        ):
            break
        at += 1
    return at


def _shape(layout: Layout, g: Group) -> tuple[object, ...]:
    first = layout.lines[g.title[0]]
    apart = any(line.gap for line in layout.lines[g.begin + 1 : max(g.title[1], g.people[0]) + 1])
    return first.gap, apart, g.people[0] - g.title[1], first.marked, first.label


def _with_weak(layout: Layout) -> tuple[Group, ...]:
    """Add the groups whose names are doubtful, where they stand as the others do."""
    groups, lines = layout.groups, layout.lines
    counted = Counter(_shape(layout, g) for g in groups)
    usual = {shape for shape, count in counted.items() if count >= _FEWEST and count * 5 >= len(groups)}
    used = {at for g in groups for at in range(g.begin, g.last + 1)}
    extra: list[Group] = []
    for at in range(len(lines) - 1):
        if at in used or at + 1 in used or not (lines[at + 1].people or lines[at + 1].sort is Sort.WEAK):
            continue
        for title, people in ((at, at + 1), (at + 1, at)):
            may = (
                lines[title].sort in (Sort.TITLE, Sort.WEAK, Sort.PEOPLE)
                and lines[title].title[0] < lines[title].title[1]
            )
            new = Group((title, title), (people, people), sure=False)
            if may and _shape(layout, new) in usual and _may_go(layout, at, at + 1):
                extra.append(new)
                used |= {at, at + 1}
                break
    return tuple(sorted((*groups, *extra), key=lambda g: g.begin))


def _is_list(layout: Layout) -> bool:
    """Decide whether the groups of a page are papers."""
    groups, lines = layout.groups, layout.lines
    if len(groups) < _FEWEST:
        close = all(len(lines[g.people[0]].people) > 1 or not lines[g.people[0]].gap for g in groups)
        return len(groups) == _FEWEST - 1 and close and _page_speaks(layout)
    used = {at for g in groups for at in range(g.begin, g.last + 1)}
    if sum(line.sort is Sort.PEOPLE and at not in used for at, line in enumerate(lines)) > len(groups):
        return False
    several = sum(len(lines[g.people[0]].people) > 1 or g.people[1] > g.people[0] for g in groups)
    words = sorted(len(shapes.words(layout.title_text(g))) for g in groups)
    middle = words[len(words) // 2]
    stated = sum(_speaks_of_papers(layout, number) for number in range(len(groups)))
    if stated * 2 >= len(groups) or _page_speaks(layout):
        return middle >= _FEWEST - 1
    titled = sum(shapes.is_title_case(layout.title_text(g)) for g in groups)
    return several * 2 >= len(groups) and titled * 4 >= 3 * len(groups) and middle >= _FEWEST + 2


def _stands_alone(layout: Layout, number: int) -> bool:
    """Say whether a group is a paper without others like it: labelled, or with a venue, an identifier or a link."""
    g = layout.groups[number]
    title, people = layout.lines[g.title[0]], layout.lines[g.people[0]]
    if people.label:
        return bool(title.label) or title.sort in (Sort.TITLE, Sort.WEAK)
    words = len(shapes.words(layout.title_text(g)))
    return title.block == people.block and g.title < g.people and words >= _FEWEST and _speaks_of_papers(layout, number)


def _speaks_of_papers(layout: Layout, number: int) -> bool:
    """Say whether a group has a venue, an identifier or a link to a paper, or labels."""
    g, lines = layout.groups[number], layout.lines
    for at in range(*extent(layout, number)):
        line, text = lines[at], layout.text(lines[at])
        block = layout.note.blocks[line.block]
        if line.label or next(iter(find_identifiers(text)), None):
            return True
        if any(read_link(k.target).role is Role.PAPER for k in align.links_in(block, line.start, line.end)):
            return True
        if at > g.people[1] and len(text) < 200 and (_ISSUE.search(text) or venues.find_venues(text)):
            return True
    line = lines[g.people[0]]
    return bool(venues.find_venues(layout.note.blocks[line.block].prose[line.rest : line.end]))


def _page_speaks(layout: Layout) -> bool:
    """Say whether the title, a heading or the introduction says that papers follow."""
    note, first = layout.note, layout.lines[layout.groups[0].begin].block
    before = [b.prose for b in note.blocks[:first] if b.kind is BlockKind.PARAGRAPH][:6]
    heads = [b.prose for b in note.blocks if b.kind is BlockKind.HEADING and len(b.prose) < 120][:40]
    places = {layout.lines[at].block for g in layout.groups for at in range(g.begin, g.last + 1)}
    if note.blocks and 0 not in places:
        before.append(note.blocks[0].prose[:300])
    titled = bool(venues.find_venues(note.title[:300]))
    return titled or any(_ABOUT_PAPERS.search(text[:300]) for text in (note.title, *before, *heads))
