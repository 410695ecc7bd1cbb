"""A small picture of the things near a thing: the thing in the middle, its neighbours around it, and their ties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kg.asking.near import Near, Neighbour
from kg.text import cut

WIDE, ROW, MARGIN = 560, 34, 26
LEFT, MIDDLE, RIGHT = 205, 280, 355
"""Columns: names end to the left of the first and begin to the right of the last."""
LONGEST = 22
_THICKEST = 4.0


class Dot(NamedTuple):
    """A thing in the picture."""

    neighbour: Neighbour
    label: str
    x: int
    y: int
    text_x: int
    anchor: str
    thickness: float


class Picture(NamedTuple):
    """The layout of a picture."""

    name: str
    kind: str
    width: int
    height: int
    x: int
    y: int
    dots: tuple[Dot, ...]


def picture(found: Near, most: int) -> Picture | None:
    """Lay out the nearest things, those of a kind side by side; None if there are none."""
    nearest = sorted(found.neighbours, key=lambda one: (-one.score, one.name, one.iri))[:most]
    if not nearest:
        return None
    ordered = sorted(nearest, key=lambda one: (one.kind, -one.score, one.name, one.iri))
    half = (len(ordered) + 1) // 2
    height = 2 * MARGIN + ROW * max(half, 1)
    best = max(one.score for one in ordered) or 1.0
    dots = (*_column(ordered[:half], height, best, left=True), *_column(ordered[half:], height, best, left=False))
    return Picture(cut(found.name, limit=LONGEST), found.kind, WIDE, height, MIDDLE, height // 2, dots)


def _column(some: Sequence[Neighbour], height: int, best: float, *, left: bool) -> tuple[Dot, ...]:
    """Place things below each other, around the middle of the height."""
    top = (height - ROW * (len(some) - 1)) // 2
    x, text_x, anchor = (LEFT, LEFT - 10, "end") if left else (RIGHT, RIGHT + 10, "start")
    return tuple(
        Dot(
            one,
            cut(one.name, limit=LONGEST),
            x,
            top + place * ROW,
            text_x,
            anchor,
            round(1 + _THICKEST * one.score / best, 1),
        )
        for place, one in enumerate(some)
    )
