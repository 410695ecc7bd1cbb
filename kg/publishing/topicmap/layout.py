"""The layout of a map: the same in every process, and nearly the same after one more note.

A force layout that starts anywhere ends anywhere. Here every thing has a seed, a place that follows from its name
alone, and is drawn from there towards what it is linked with: by weighted means, which have one solution that a new
note changes little. Then discs are pushed apart until none overlap.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import KDTree

Points = NDArray[np.float64]
Pairs = NDArray[np.int64]

ROOM = 46.0
"""Distance between the centres of two things."""
MARGIN = 52.0
"""Space around the things of a region, for its name."""
EDGE = 30.0
"""Space around the things of a part, for its name."""
SQUEEZES = 80
"""How often the parts of a region are moved towards its centre, until they lie close together."""
UNIT = 60.0
"""Radius of a region with an amount of one."""
APART = 0.62
"""Space between two regions, relative to their radii: touching discs look linked, and bands need room."""
FULL = 0.7
"""Share of the map that regions fill, including the space around them."""
WIDTH = 1.45
"""Ratio of the width of a map to its height, like that of a screen."""
ROUNDS = 60


def seeds(names: Sequence[str]) -> Points:
    """Give each name a place in the unit disc, which follows from the name alone.

    >>> seeds(["a", "b"]).round(2).tolist() == seeds(["b", "a"])[::-1].round(2).tolist()
    True
    """
    points = np.empty((len(names), 2))
    for number, name in enumerate(names):
        radius, turn = struct.unpack(">II", hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()[:8])
        radius, angle = np.sqrt(radius / 2**32), turn / 2**32 * 2 * np.pi
        points[number] = radius * np.cos(angle), radius * np.sin(angle)
    return points


def draw_together(points: Points, ends: Pairs, weights: Points, *, hold: float) -> Points:
    """Move linked points together: each to the mean of its seed, with the weight `hold`, and its neighbours."""
    if not len(ends):
        return points
    strength = np.bincount(ends.ravel(), weights=np.repeat(weights, 2), minlength=len(points))[:, None]
    share = np.minimum(strength, 1) / np.maximum(strength, 1e-12)
    placed = points
    for _ in range(ROUNDS):
        pull = np.zeros_like(points)
        np.add.at(pull, ends[:, 0], weights[:, None] * placed[ends[:, 1]])
        np.add.at(pull, ends[:, 1], weights[:, None] * placed[ends[:, 0]])
        placed = (hold * points + share * pull) / (hold + share * strength)
    return placed


def push_apart(points: Points, radii: Points, *, rounds: int, within: Points | None = None) -> Points:
    """Push discs that overlap apart, half the way each in a round; none leaves a rectangle, of which half is given."""
    placed = points.copy()
    limit = np.maximum(within - radii[:, None], 0) if within is not None else None
    every = np.triu_indices(len(points), 1) if len(points) <= 40 else None  # for so few a tree takes longer
    for _ in range(rounds):
        placed = placed if limit is None else np.clip(placed, -limit, limit)
        a, b = every or KDTree(placed).query_pairs(2 * float(radii.max()), output_type="ndarray").T
        apart = placed[a] - placed[b]
        distance = np.hypot(apart[:, 0], apart[:, 1])
        over = radii[a] + radii[b] - distance
        # Places are written as whole numbers: what touches by no more than that is left alone.
        touching = over > 2
        if not touching.any():
            break
        a, b, apart, distance, over = (x[touching] for x in (a, b, apart, distance, over))
        apart[distance < 1e-9] = [1e-9, 0]
        step = apart / np.maximum(distance, 1e-9)[:, None] * over[:, None]
        yields = radii[b] ** 2 / (radii[a] ** 2 + radii[b] ** 2)
        np.add.at(placed, a, step * yields[:, None] * 0.8)
        np.subtract.at(placed, b, step * (1 - yields)[:, None] * 0.8)
    return placed


def room_of(count: int) -> float:
    """Return the radius of a disc with room for this many things."""
    return max(_filled(count) + MARGIN, 120.0)


def radii_of(amounts: Sequence[int]) -> Points:
    """Return the radii of regions, whose areas are proportional to their amounts.

    >>> radii_of([1, 4, 16]).tolist()
    [60.0, 120.0, 240.0]
    """
    radii: Points = UNIT * np.sqrt(np.maximum(np.array(amounts, dtype=np.float64), 1))
    return radii


def gap_of(radii: Points) -> float:
    """Return the space between two regions."""
    return APART * float(np.sqrt((radii**2).mean())) if len(radii) else 0.0


def place_regions(starts: Points, radii: Points, pulls: tuple[Pairs, Points], bands: Points) -> Points:
    """Place the regions of a map: without overlap, linked ones near each other, over the whole screen.

    Args:
        starts: where each would be if it were alone.
        radii: of the regions, with the space around them.
        pulls: pairs of regions, and how strongly each pair is linked.
        bands: the strength of the band between each pair.
    """
    if len(starts) < 2:
        return np.zeros_like(starts)
    half = _half_of(radii)
    spread = _spread(draw_together(starts, *pulls, hold=0.35), radii**2) * half
    apart = push_apart(spread, radii, rounds=200, within=half)
    strongest = np.argsort(-bands, kind="stable")[: len(starts)]
    better = _swap(apart, radii, (pulls[0][strongest], bands[strongest]))
    return push_apart(push_apart(better, radii, rounds=400, within=half), radii, rounds=400)


def _half_of(radii: Points) -> Points:
    """Return half the width and height of a map that has room for regions."""
    height = float(np.sqrt(np.pi * (radii**2).sum() / FULL / WIDTH))
    half: Points = np.maximum(height * np.array([WIDTH, 1.0]) / 2, radii.max())
    return half


def _spread(points: Points, shares: Points) -> Points:
    """Spread points over a square from -1 to 1, in their order along each side."""
    spread = np.empty_like(points)
    for axis in (0, 1):
        order = np.argsort(points[:, axis], kind="stable")
        spread[order, axis] = (np.cumsum(shares[order]) - shares[order] / 2) / shares.sum() * 2 - 1
    return spread


def _swap(points: Points, radii: Points, bands: tuple[Pairs, Points]) -> Points:
    """Swap two regions as long as this makes bands shorter, or leads fewer of them through other regions."""
    placed = points.copy()
    first, second = np.triu_indices(len(points), 1)
    for _ in range(ROUNDS):
        tried = np.repeat(placed[None], len(first), axis=0)
        number = np.arange(len(first))
        tried[number, first], tried[number, second] = placed[second], placed[first]
        costs = _cost(np.concatenate([placed[None], tried]), radii, bands)
        best = int(costs.argmin())
        if costs[best] > costs[0] * (1 - 1e-6):
            break
        placed = tried[best - 1]
    return placed


def _cost(placed: Points, radii: Points, bands: tuple[Pairs, Points]) -> Points:
    """Return for each of several maps how long its bands are, and how far they lead through other regions."""
    (a, b), weights = bands[0].T, bands[1]
    x, y = placed[..., 0], placed[..., 1]
    (begin_x, begin_y), (along_x, along_y) = (x[:, a], y[:, a]), (x[:, b] - x[:, a], y[:, b] - y[:, a])
    length = np.hypot(along_x, along_y)
    to_x, to_y = x[:, None] - begin_x[..., None], y[:, None] - begin_y[..., None]
    along_x, along_y = along_x[..., None], along_y[..., None]
    share = np.clip((to_x * along_x + to_y * along_y) / np.maximum(length, 1e-9)[..., None] ** 2, 0, 1)
    through = np.maximum(radii - np.hypot(to_x - share * along_x, to_y - share * along_y), 0)
    through[:, np.arange(len(a)), bands[0].T] = 0
    costs: Points = (weights * (np.maximum(length - radii[a] - radii[b], 0) + 4 * through.sum(axis=-1))).sum(axis=-1)
    return costs


def keep_regions(known: Sequence[tuple[float, float] | None], radii: Points, pulls: tuple[Pairs, Points]) -> Points:
    """Leave regions where they were, unless they overlap; new ones start among those they are linked with.

    Args:
        known: where each was; None for a new one.
        radii: of the regions, with the space around them.
        pulls: pairs of regions, and how strongly each pair is linked.
    """
    old = np.array([at is not None for at in known])
    starts = np.array([at or (0.0, 0.0) for at in known], dtype=np.float64)
    middle = starts[old].mean(axis=0)
    for number in np.flatnonzero(~old):
        mates = [(int(b if a == number else a), w) for (a, b), w in zip(*pulls, strict=True) if number in (a, b)]
        mates = [(mate, weight) for mate, weight in mates if old[mate]]
        weights = [weight for _, weight in mates]
        near = np.average(starts[[mate for mate, _ in mates]], axis=0, weights=weights) if mates else middle
        starts[number] = near + seeds([str(number)])[0] * radii[number]
    return push_apart(starts, radii, rounds=400)


class Inside(NamedTuple):
    """Where the things of a region lie, around its centre."""

    points: Points
    radius: float
    """Of a disc with room for all of them and for the name of the region."""
    discs: Mapping[int, tuple[float, float, float]]
    """The centre and radius of each part, if there are several."""


def place_inside(names: Sequence[str], weights: Points, links: tuple[Pairs, Points], parts: Sequence[int]) -> Inside:
    """Place the things of a region: each part in a disc, with linked things near each other and important ones central.

    Args:
        names: of the things, from which their seeds follow.
        weights: how important each is.
        links: pairs of things, and how strongly each pair is linked.
        parts: the number of the part that each thing is in.
    """
    if len(names) < 2:
        return Inside(np.zeros((len(names), 2)), room_of(len(names)), {})
    drawn = draw_together(seeds(names), *links, hold=0.25)
    numbers, place, sizes = np.unique(np.array(parts), return_inverse=True, return_counts=True)
    if len(numbers) == 1:
        return Inside(_fill(drawn, weights), room_of(len(names)), {})
    radii = np.array([_filled(size) + EDGE for size in sizes])
    starts = np.stack([np.bincount(place, weights=drawn[:, axis]) / sizes for axis in (0, 1)], axis=1)
    centres, radius = _pack(starts, radii)
    points = np.empty_like(drawn)
    for number, centre in enumerate(centres):
        here = place == number
        points[here] = _fill(drawn[here], weights[here]) + centre + [0, EDGE / 2]
    discs = {int(part): (float(x), float(y), float(r)) for part, (x, y), r in zip(numbers, centres, radii, strict=True)}
    return Inside(points, radius + EDGE, discs)


def _fill(drawn: Points, weights: Points) -> Points:
    """Spread points evenly over a disc, in their directions from its centre, the important ones inside."""
    count = len(drawn)
    drawn = drawn - drawn.mean(axis=0)
    angle = np.arctan2(drawn[:, 1], drawn[:, 0])
    outward = np.hypot(drawn[:, 0], drawn[:, 1]) / (1 + np.log1p(weights))
    rank = np.empty(count)
    rank[np.argsort(outward, kind="stable")] = np.arange(count)
    limit = _filled(count)
    radius = limit * np.sqrt((rank + 0.5) / count) if count > 1 else np.zeros(1)
    spread = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    apart = push_apart(spread, np.full(count, ROOM / 2), rounds=80 if count < 2000 else 20)
    away = np.hypot(apart[:, 0], apart[:, 1])
    inside: Points = apart * np.minimum(1, limit / np.maximum(away, 1e-9))[:, None]
    return inside


def _pack(starts: Points, radii: Points) -> tuple[Points, float]:
    """Pack discs closely around the origin; return their centres, and the radius of a disc around all of them."""
    away = starts - np.average(starts, axis=0, weights=radii**2)
    spread = away / max(float(np.hypot(away[:, 0], away[:, 1]).max()), 1e-9) * float(np.sqrt((radii**2).sum()))
    placed = push_apart(spread, radii, rounds=100)
    for _ in range(SQUEEZES):
        placed = push_apart(placed * 0.97, radii, rounds=4)
    placed = push_apart(placed, radii, rounds=200)
    placed = placed - _middle(placed, radii)
    return placed, float((np.hypot(placed[:, 0], placed[:, 1]) + radii).max())


def _middle(points: Points, radii: Points) -> Points:
    """Return the centre of a small disc around discs: it moves towards the farthest one, in ever smaller steps."""
    middle: Points = np.average(points, axis=0, weights=radii**2)
    step = float(radii.max())
    while step > 1:
        away = points - middle
        distance = np.hypot(away[:, 0], away[:, 1])
        far = int((distance + radii).argmax())
        middle = middle + away[far] / max(distance[far], 1e-9) * step
        step *= 0.9
    return middle


def _filled(count: int) -> float:
    """Return the radius of a disc that things fill."""
    return max(0.72 * ROOM * float(np.sqrt(count)), ROOM / 2)
