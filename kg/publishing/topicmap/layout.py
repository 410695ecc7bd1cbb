"""Where each node of a map lies: computed once, the same in every process, without two nodes on one spot.

Force layouts of whole graphs are quadratic and end in a ball of wool. Here communities are laid out one by one, each
by a short force layout whose boxes are then pushed apart, and their discs are packed near those they are linked to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

GOLDEN = np.pi * (3 - np.sqrt(5))
CROWDED = 700
"""Larger communities are laid out on a sunflower: a force layout takes the square of their size."""
GAP = 0.3
"""Free space around a community, in boxes."""


WIDTH = 1.4
"""How much wider than high a map is at most: labels are flat, but screens are not as flat."""


@dataclass(frozen=True, slots=True)
class Box:
    """Half the width and half the height that a node takes with its label."""

    width: float
    height: float


def lay_out(
    communities: Sequence[Sequence[str]], links: Sequence[tuple[str, str]], boxes: Mapping[str, Box]
) -> dict[str, tuple[int, int]]:
    """Place every node of the communities.

    Args:
        communities: the nodes, in groups to be kept together, large ones first.
        links: pairs of nodes; each community is laid out by its own, and packed near those it has links to.
        boxes: what each node takes.

    >>> lay_out([["a"]], [], {"a": Box(10, 10)})
    {'a': (0, 0)}
    """
    home = {node: number for number, members in enumerate(communities) for node in members}
    inner: list[list[tuple[str, str]]] = [[] for _ in communities]
    pull = np.zeros((len(communities), len(communities)))
    for a, b in links:
        if home[a] == home[b]:
            inner[home[a]].append((a, b))
        else:
            pull[home[a], home[b]] += 1
            pull[home[b], home[a]] += 1
    width, height = np.mean([(box.width, box.height) for box in boxes.values()] or [(0.5, 0.5)], axis=0) * 2
    unit = np.array([width, max(height, width / WIDTH)])
    halves = [np.array([(boxes[n].width, boxes[n].height) for n in members]) / unit for members in communities]
    local = [_arrange(members, inner[place], halves[place]) for place, members in enumerate(communities)]
    radii = [np.hypot(*(np.abs(points) + half).T).max() for points, half in zip(local, halves, strict=True)]
    centres = pack(np.array(radii) + GAP, pull)
    return {
        node: (round(float(x)), round(float(y)))
        for members, points, centre in zip(communities, local, centres, strict=True)
        for node, (x, y) in zip(members, (points + centre) * unit, strict=True)
    }


def sunflower(count: int, *, start: int = 0) -> Points:
    """Give points evenly spread over a disc, neighbours about 1 apart, from the middle outwards."""
    number = np.arange(start, start + count)
    radius, angle = 0.6 * np.sqrt(number), number * GOLDEN
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)


def rings(count: int, *, inner: float, spacing: float) -> Points:
    """Give points on rings around a node, `inner` from its middle, `spacing` apart."""
    points: list[tuple[float, float]] = []
    radius = inner
    while len(points) < count:
        room = max(int(2 * np.pi * radius / spacing), 1)
        here = min(room, count - len(points))
        points += [(radius * np.cos(a), radius * np.sin(a)) for a in np.arange(here) * 2 * np.pi / here - np.pi / 2]
        radius += spacing
    return np.array(points).reshape(-1, 2)


def pack(radii: Points, pull: Points) -> Points:
    """Place discs without overlap, the largest in the middle, each then as near as possible to those that pull it."""
    centres = np.zeros((len(radii), 2))
    placed: list[int] = []
    left = [int(number) for number in np.argsort(-radii, kind="stable")]
    pulled = np.zeros(len(radii))
    step = max(float(np.median(radii)) / 2, 0.5) if left else 1.0
    outside = 0
    while left:
        number = max(left, key=lambda n: (pulled[n], radii[n], -n))
        left.remove(number)
        alone = pulled[number] == 0
        target = np.zeros(2) if alone else np.average(centres[placed], axis=0, weights=pull[number, placed])
        apart = radii[placed] + radii[number]
        centres[number], spot = _free_spot(target, centres[placed], apart, step=step, start=outside if alone else 0)
        outside = spot if alone else outside
        placed.append(number)
        pulled += pull[number]
    return centres


def _free_spot(target: Points, others: Points, apart: Points, *, step: float, start: int) -> tuple[Points, int]:
    """Walk a sunflower around the target to the first spot that is far enough from all others."""
    while True:
        spots = target + sunflower(256, start=start) * step
        distances = np.hypot(spots[:, None, 0] - others[None, :, 0], spots[:, None, 1] - others[None, :, 1])
        free = np.flatnonzero((distances >= apart).all(axis=1))
        if len(free):
            return spots[free[0]], start + int(free[0])
        start += 256


def _arrange(members: Sequence[str], links: Sequence[tuple[str, str]], half: Points) -> Points:
    """Lay out one community around the origin, in boxes of size 1."""
    number = {node: place for place, node in enumerate(members)}
    ends = np.array([(number[a], number[b]) for a, b in links], dtype=np.int64).reshape(-1, 2)
    outward = np.argsort(-np.bincount(ends.ravel(), minlength=len(members)), kind="stable")
    points = np.empty((len(members), 2))
    points[outward] = sunflower(len(members))
    if len(members) > CROWDED:
        spread: Points = points * 4 * half.max()
        return spread
    points = _push_apart(_fill(_attract(points, ends)), half)
    low, high = (points - half).min(axis=0), (points + half).max(axis=0)
    centred: Points = points - (low + high) / 2
    return centred


def _attract(points: Points, ends: NDArray[np.int64], *, rounds: int = 60) -> Points:
    """Fruchterman and Reingold's forces: all nodes repel, linked ones attract, steps get shorter."""
    heat = 0.25 * np.sqrt(len(points)) + 0.1
    place = points[:, 0] + 1j * points[:, 1]  # one array of complex numbers is several times faster than pairs
    for left in range(rounds, 0, -1):
        apart = place[:, None] - place[None]
        square = apart.real**2 + apart.imag**2 + 0.01
        force = (apart / square).sum(axis=1) - 0.05 * place
        along = place[ends[:, 0]] - place[ends[:, 1]]
        drawn = along * np.sqrt(along.real**2 + along.imag**2 + 0.01)
        np.subtract.at(force, ends[:, 0], drawn)
        np.add.at(force, ends[:, 1], drawn)
        length = np.abs(force) + 1e-9
        place = place + force / length * np.minimum(length, heat * left / rounds)
    return np.stack([place.real, place.imag], axis=1)


def _fill(points: Points) -> Points:
    """Scale points so that they take about one unit of space each; forces alone spread large communities too far."""
    if len(points) < 2:
        return points
    points = points - points.mean(axis=0)
    spread = np.sqrt((points**2).sum(axis=1).mean()) + 1e-9
    filled: Points = points / spread * 0.6 * np.sqrt(len(points))
    return filled


def _push_apart(points: Points, half: Points, *, patience: int = 25) -> Points:
    """Push boxes that overlap apart, along the side on which less is needed; spread all when that takes long."""
    needed = half[:, None] + half[None]
    side = np.sign(np.arange(len(points))[:, None] - np.arange(len(points))[None])
    rounds = 0
    while True:
        apart = points[:, None] - points[None]
        over = needed - np.abs(apart)
        touching = (over > 0.01).all(axis=2) & (side != 0)
        if not touching.any():
            return points
        across = over[..., 0] < over[..., 1]
        direction = np.where(apart == 0, side[..., None], np.sign(apart))
        push = direction * over * np.stack([across, ~across], axis=2) * touching[..., None]
        rounds += 1
        points = (points + np.clip(push.sum(axis=1) * 0.5, -half, half)) * (1.03 if rounds > patience else 1)
