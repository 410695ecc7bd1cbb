"""Ranges of a text, kept so that to ask whether one of them is touched takes no look at each."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable


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
