"""A Turtle file of facts with other facts about some things: the rest is copied as it stands, and never parsed."""

from __future__ import annotations

import mmap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from kg.rdf.syntax import subject_order
from kg.rdf.turtle import Turtle

_PIECE = 1 << 22
_BETWEEN = b"\n\n"
"""Stands between two things and nowhere within one: a literal has its ends of lines escaped."""


def patch(old: Path, new: Path, facts: Mapping[str, Sequence[str]], turtle: Turtle) -> None:
    """Write a file as `Turtle` writes all facts, from the file before.

    Args:
        old: the file before, as `Turtle` wrote it.
        new: the file to write.
        facts: a thing, spelled as in N-Triples -> every fact about it as sorted lines; one without facts is gone.
        turtle: spells terms, with the prefixes of the old file.
    """
    with old.open("rb") as source, mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ) as text, new.open("wb") as to:
        head = len(turtle.head().encode())
        to.write(text[:head])
        to.writelines(patched(text, (head, len(text)), facts, turtle))


def patched_graph(
    text: mmap.mmap, place: tuple[int, int], name: str, facts: Mapping[str, Sequence[str]], turtle: Turtle
) -> Iterator[bytes]:
    """Give a graph of a TriG file, some of its things with other facts; see `patched`."""
    head, tail = (part.encode() for part in turtle.frame(name))
    yield head
    yield from patched(text, (place[0] + len(head), place[1] - len(tail)), facts, turtle)
    yield tail


def patched(
    text: mmap.mmap, place: tuple[int, int], facts: Mapping[str, Sequence[str]], turtle: Turtle
) -> Iterator[bytes]:
    """Give the things of a stretch of a file, some with other facts, piece by piece.

    Args:
        text: of the file.
        place: where the first thing begins, with the empty line before it, and where the last one ends.
        facts: as in `patch`.
        turtle: spells terms.
    """
    done, end = place
    for subject in sorted(facts, key=subject_order):
        start = _find(text, subject, turtle, (done, end))
        yield from _pieces(text, done, start)
        yield from (block.encode() for block in turtle.triples(facts[subject]))
        is_there = start < end and _subject(text, start, turtle) == subject
        done = _after(text, start, end) if is_there else start
    yield from _pieces(text, done, end)


def _pieces(text: mmap.mmap, start: int, end: int) -> Iterator[bytes]:
    return (text[at : min(at + _PIECE, end)] for at in range(start, end, _PIECE))


def _find(text: mmap.mmap, subject: str, turtle: Turtle, place: tuple[int, int]) -> int:
    """Give the place of the first thing of a stretch that does not stand before a subject."""
    low, high = place
    end = high
    wanted = subject_order(subject)
    while low < high:
        start = max(text.rfind(_BETWEEN, low, (low + high) // 2 + 1) + 1, low)
        if subject_order(_subject(text, start, turtle)) < wanted:
            low = _after(text, start, end)
        else:
            high = start
    return low


def _after(text: mmap.mmap, start: int, end: int) -> int:
    """Give where the next thing begins: with the empty line before it."""
    found = text.find(_BETWEEN, start + 1, end)
    return found + 1 if found >= 0 else end


def _subject(text: mmap.mmap, start: int, turtle: Turtle) -> str:
    return turtle.read(text[start + 1 : text.find(b" ", start)].decode())
