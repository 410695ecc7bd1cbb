"""Ranges of a text, and the links and marks of a block, found by their place without a look at each."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, Protocol, TypeVar

from kg.model import Block, Link, Mark, MarkKind


class Ranges:
    """A set of ranges `start:end` that may be asked and added to.

    >>> taken = Ranges([(0, 4), (2, 6)])
    >>> taken.touch(5, 9), taken.touch(6, 9)
    (True, False)
    >>> taken.add(6, 9)
    >>> taken.touch(6, 9)
    True
    """

    __slots__ = ("ends", "starts")

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        for start, end in sorted(ranges):
            if self.ends and start < self.ends[-1]:
                self.ends[-1] = max(self.ends[-1], end)
            else:
                self.starts.append(start)
                self.ends.append(end)

    def touch(self, start: int, end: int) -> bool:
        """Return whether some range and `start:end` overlap."""
        before = bisect_left(self.starts, end)
        return before > 0 and self.ends[before - 1] > start

    def add(self, start: int, end: int) -> None:
        """Add a range that touches none of the others."""
        place = bisect_right(self.starts, start)
        self.starts.insert(place, start)
        self.ends.insert(place, end)


class Range(NamedTuple):
    """A range of a text."""

    start: int
    end: int


class _Placed(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


P = TypeVar("P", bound=_Placed)


class Index(Generic[P]):
    """Things with a place in a text, found by place without a look at each.

    They are the leaves of a tree, in order of their starts; each node knows the last end below it.

    >>> from kg.model import Mark, MarkKind
    >>> marks = Index([Mark(0, 9, MarkKind.EM), Mark(2, 3, MarkKind.CODE), Mark(5, 7, MarkKind.CODE)])
    >>> [(mark.start, mark.end) for mark in marks.near(4, 5)]
    [(0, 9), (5, 7)]
    """

    __slots__ = ("_ends", "_order", "_starts", "_things")

    def __init__(self, things: Sequence[P]) -> None:
        self._things = things
        self._order = sorted(range(len(things)), key=lambda number: things[number].start)
        self._starts = [things[number].start for number in self._order]
        leaves = 1 << (len(things) - 1).bit_length() if things else 1
        self._ends = [-1] * (2 * leaves)
        self._ends[leaves : leaves + len(things)] = [things[number].end for number in self._order]
        for node in range(leaves - 1, 0, -1):
            self._ends[node] = max(self._ends[2 * node], self._ends[2 * node + 1])

    def near(self, start: int, end: int) -> list[P]:
        """Return those that touch or adjoin `start:end`, in the order in which they were given."""
        ends, leaves, behind = self._ends, len(self._ends) // 2, bisect_right(self._starts, end)
        found: list[int] = []
        nodes = [(1, 0, leaves)]
        while nodes:
            node, first, width = nodes.pop()
            if first >= behind or ends[node] < start:
                continue
            if node >= leaves:
                found.append(self._order[first])
            else:
                width //= 2
                nodes += [(2 * node, first, width), (2 * node + 1, first + width, width)]
        return [self._things[number] for number in sorted(found)]

    def hold(self, start: int, end: int) -> bool:
        """Return whether one of them holds all of `start:end`."""
        return any(thing.start <= start and end <= thing.end for thing in self.near(start, end))


def blanked(text: str, ranges: Iterable[tuple[int, int]], sign: str = " ") -> str:
    """Return a text with a sign in the place of each character of some ranges.

    >>> blanked("see [1] and [2]", [(4, 7), (12, 15)])
    'see     and    '
    """
    signs = list(text)
    for start, end in ranges:
        signs[start:end] = sign * (end - start)
    return "".join(signs)


_FEW = 16
"""Things of a block up to which it is cheaper to look at each."""


def links_near(block: Block, start: int, end: int) -> Sequence[Link]:
    """Return the links of a block that touch or adjoin `prose[start:end]`, and others too where there are few."""
    return block.links if len(block.links) <= _FEW else _links(block).near(start, end)


def marks_near(block: Block, start: int, end: int) -> Sequence[Mark]:
    """Return the marks of a block that touch or adjoin `prose[start:end]`, and others too where there are few."""
    return block.marks if len(block.marks) <= _FEW else _marks(block).near(start, end)


def ends_of_type(block: Block, start: int, *kinds: MarkKind) -> Iterator[int]:
    """Yield where bold type, italics or the like end that begin at a place."""
    return (mark.end for mark in marks_near(block, start, start) if mark.start == start and mark.kind in kinds)


def is_set_off(block: Block, at: int) -> bool:
    """Return whether what begins at a place is in italics, bold, quotation marks or the like."""
    quoted = block.prose[max(0, at - 1) : at] in set('"“„«')
    return quoted or any(mark.start <= at < mark.end for mark in marks_near(block, at, at))


@lru_cache(maxsize=16)
def _links(block: Block) -> Index[Link]:
    return Index(block.links)


@lru_cache(maxsize=16)
def _marks(block: Block) -> Index[Mark]:
    return Index(block.marks)
