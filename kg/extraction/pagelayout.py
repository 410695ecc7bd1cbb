"""The lines of a page with the groups found in them, and how far each group reaches."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from kg.extraction import align, venues
from kg.extraction.pagelines import PageLine, Sort
from kg.links import find_identifiers
from kg.model import BlockKind, Note

_MOST_LINES = 12
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class Group:
    """Places in the lines of a page: the title and the names of a paper, each from its first line to its last."""

    title: tuple[int, int]
    people: tuple[int, int]
    sure: bool = True

    @property
    def begin(self) -> int:
        """The first line of both."""
        return min(self.title[0], self.people[0])

    @property
    def last(self) -> int:
        """The last line of both."""
        return max(self.title[1], self.people[1])


@dataclass(frozen=True, slots=True)
class Layout:
    """The lines of a note and the groups found in them."""

    note: Note
    lines: tuple[PageLine, ...]
    groups: tuple[Group, ...] = ()

    def text(self, line: PageLine) -> str:
        """Give the text of a line."""
        return self.note.blocks[line.block].prose[line.start : line.end]

    def title(self, group: Group) -> tuple[int, int, int]:
        """Give the block of a title and its range there."""
        first, last = self.lines[group.title[0]], self.lines[group.title[1]]
        return first.block, first.title[0], last.title[1] or last.end

    def title_text(self, group: Group) -> str:
        """Give the text of a title."""
        block, start, end = self.title(group)
        return align.one_line(self.note.blocks[block].prose[start:end])


def extent(layout: Layout, number: int) -> tuple[int, int]:
    """Give the lines of a group: from the decoration above it to that of the next, or to a heading."""
    groups, lines = layout.groups, layout.lines
    g = groups[number]
    named = _identified(layout)
    first = _first(layout, g.begin, groups[number - 1].last + 1 if number else 0, identified=named)
    limit = g.last + 1 + _MOST_LINES
    if number + 1 < len(groups):
        limit = min(limit, _first(layout, groups[number + 1].begin, g.last + 1, identified=named))
    elif number:
        pairs = pairwise(groups)
        limit = min(
            limit, g.last + max(_first(layout, b.begin, a.last + 1, identified=named) - a.last for a, b in pairs)
        )
    end = g.last + 1
    while end < min(limit, len(lines)) and not _stops(layout, lines[end], g):
        end += 1
    return first, end


def _identified(layout: Layout) -> bool:
    """Say whether the identifier of a paper stands above its title on this page, as in listings of an archive."""
    at = layout.groups[0].begin - 1
    while at >= 0 and layout.lines[at].sort is Sort.NOISE:
        if next(iter(find_identifiers(layout.text(layout.lines[at]))), None):
            return True
        at -= 1
    return False


def _first(layout: Layout, begin: int, floor: int, *, identified: bool) -> int:
    """Give where the decoration begins that stands right above a group and belongs to it."""
    lines, at = layout.lines, begin
    while at > floor and lines[at - 1].sort is Sort.NOISE and not lines[at].gap:
        at -= 1
        if identified and next(iter(find_identifiers(layout.text(lines[at]))), None):
            return at
    return at if at == begin or lines[at].gap or at == floor == 0 else begin


def _stops(layout: Layout, line: PageLine, g: Group) -> bool:
    """Say whether a line begins something else: a heading, or a line that looks like the titles of the page."""
    if line.sort is Sort.BREAK or line.label == "title":
        return True
    names = line.sort in (Sort.TITLE, Sort.WEAK, Sort.TEXT) and not venues.find_venues(layout.text(line)[:200])
    if layout.note.blocks[line.block].kind is BlockKind.HEADING:
        return names
    first = layout.lines[g.title[0]]
    alike = line.gap and first.gap and line.sort is Sort.TITLE and line.marked == first.marked
    return alike and names and not _YEAR.search(layout.text(line))
