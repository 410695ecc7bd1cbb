"""A Turtle file of facts with other facts about some things: the rest is copied as it stands, and never parsed."""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from pathlib import Path

from kg.rdf.sections import title_order
from kg.rdf.syntax import by_subject
from kg.rdf.turtle import Turtle

_PIECE = 1 << 22
_BETWEEN = b"\n\n"
"""Stands between two things and nowhere within one: a literal has its ends of lines escaped."""
_LAST = "\U0010ffff"
"""Stands behind everything that is sorted."""


def patch(old: Path, new: Path, facts: Mapping[str, Sequence[str]], turtle: Turtle) -> None:
    """Write a file as `Turtle` writes all facts, from the file before.

    Args:
        facts: a thing, spelled as in N-Triples -> every fact about it as sorted lines; without facts, it is removed.
        turtle: spells terms, with the base and prefixes of the old file.
    """
    with old.open("rb") as source, mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ) as text, new.open("wb") as to:
        head = len(turtle.head().encode())
        to.write(text[:head])
        to.writelines(patched(text, (head, len(text)), facts, turtle))


def patched_graph(
    text: mmap.mmap, place: tuple[int, int], name: str, facts: Mapping[str, Sequence[str]], turtle: Turtle
) -> Iterator[bytes]:
    """Yield a graph of a TriG file, some of its things with other facts; see `patched`."""
    head, tail = (part.encode() for part in turtle.frame(name))
    yield head
    yield from patched(text, (place[0] + len(head), place[1] - len(tail)), facts, turtle)
    yield tail


def patched(
    text: mmap.mmap, place: tuple[int, int], facts: Mapping[str, Sequence[str]], turtle: Turtle
) -> Iterator[bytes]:
    """Yield the things of a part of a file, some with other facts, piece by piece.

    Args:
        place: where the first thing begins, with the empty line before it, and where the last one ends.
        facts: as in `patch`.
    """
    stretch = _Stretch(text, turtle)
    done, end = place
    ordered = sorted(facts, key=turtle.sections.order)
    for title, subjects in groupby(ordered, key=turtle.sections.title):
        start = stretch.find(title_order(title), (done, end))
        stop = stretch.find(title_order(title) + _LAST, (start, end))
        yield from stretch.pieces(done, start)
        things = start if start == stop else stretch.after(start, stop)
        content = stretch.replaced((things, stop), subjects, facts)
        first = next(content, None)
        if first is not None:
            yield turtle.title(title).encode()
            yield from chain([first], content)
        done = stop
    yield from stretch.pieces(done, end)


class _Stretch:
    """Finds things in a file by the order in which they stand."""

    def __init__(self, text: mmap.mmap, turtle: Turtle) -> None:
        self._text = text
        self._turtle = turtle

    def replaced(
        self, place: tuple[int, int], subjects: Iterable[str], facts: Mapping[str, Sequence[str]]
    ) -> Iterator[bytes]:
        """Yield the things of a section, without its title; no piece is empty."""
        done, end = place
        for subject in subjects:
            order = self._turtle.sections.order(subject)
            start = self.find(order, (done, end))
            yield from self.pieces(done, start)
            yield from (self._turtle.block(*said).encode() for said in by_subject(facts[subject]))
            is_there = start < end and self._order(start) == order
            done = self.after(start, end) if is_there else start
        yield from self.pieces(done, end)

    def pieces(self, start: int, end: int) -> Iterator[bytes]:
        return (self._text[at : min(at + _PIECE, end)] for at in range(start, end, _PIECE))

    def find(self, order: str, place: tuple[int, int]) -> int:
        """Return the place of the first thing or title that does not stand before some order."""
        low, high = place
        end = high
        while low < high:
            start = max(self._text.rfind(_BETWEEN, low, (low + high) // 2 + 1) + 1, low)
            if self._order(start) < order:
                low = self.after(start, end)
            else:
                high = start
        return low

    def after(self, start: int, end: int) -> int:
        """Return where the next thing begins: with the empty line before it."""
        found = self._text.find(_BETWEEN, start + 1, end)
        return found + 1 if found >= 0 else end

    def _order(self, start: int) -> str:
        """Return the order of what begins at a place: a thing, or the title of a section, which is a comment."""
        first = self._text[start + 1 : start + 3]
        if first == b"# ":
            return title_order(self._text[start + 3 : self._text.find(b"\n", start + 3)].decode())
        spelled = self._text[start + 1 : self._text.find(b" ", start)].decode()
        return self._turtle.sections.order(self._turtle.read(spelled))
