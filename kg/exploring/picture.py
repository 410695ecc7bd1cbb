"""A small picture of the things near a thing: the thing in the middle, its neighbours around it, and their ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kg.asking.near import Near, Neighbour
from kg.text import cut

WIDE, ROW, MARGIN = 560, 34, 26
LEFT, MIDDLE, RIGHT = 205, 280, 355
"""Columns: names end to the left of the first and begin to the right of the last."""
LONGEST = 22
NOTHING: Mapping[str, str] = {}
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


def nearest(found: Near, most: int) -> list[Neighbour]:
    """Return the things that a picture shows, the nearest first."""
    return sorted(found.neighbours, key=lambda one: (-one.score, one.name, one.iri))[:most]


def picture(found: Near, most: int, added: Mapping[str, str] = NOTHING) -> Picture | None:
    """Lay out the nearest things, those of a kind side by side; None if there are none.

    Args:
        found: what is near a thing.
        most: things to show.
        added: what tells things of the same name apart, by IRI.
    """
    some = nearest(found, most)
    if not some:
        return None
    ordered = sorted(some, key=lambda one: (one.kind, -one.score, one.name, one.iri))
    half = (len(ordered) + 1) // 2
    height = 2 * MARGIN + ROW * max(half, 1)
    best = max(one.score for one in ordered) or 1.0
    labels = {one.iri: _label(one.name, added.get(one.iri, "")) for one in ordered}
    left = _column(ordered[:half], labels, height, best, left=True)
    dots = (*left, *_column(ordered[half:], labels, height, best, left=False))
    return Picture(cut(found.name, limit=LONGEST), found.kind, WIDE, height, MIDDLE, height // 2, dots)


def _label(name: str, added: str) -> str:
    """Cut a name, and leave room for what tells it from another.

    >>> _label("Analysis", "in Large Language Models"), _label("Representation Learning", "")
    ('Analysis (in Large…)', 'Representation…')
    """
    if not added:
        return cut(name, limit=LONGEST)
    short = cut(name, limit=LONGEST // 2)
    return f"{short} ({cut(added, limit=LONGEST - 3 - len(short))})"


def _column(
    some: Sequence[Neighbour], labels: Mapping[str, str], height: int, best: float, *, left: bool
) -> tuple[Dot, ...]:
    """Place things below each other, around the middle of the height."""
    top = (height - ROW * (len(some) - 1)) // 2
    x, text_x, anchor = (LEFT, LEFT - 10, "end") if left else (RIGHT, RIGHT + 10, "start")
    return tuple(
        Dot(
            one,
            labels[one.iri],
            x,
            top + place * ROW,
            text_x,
            anchor,
            round(1 + _THICKEST * one.score / best, 1),
        )
        for place, one in enumerate(some)
    )
