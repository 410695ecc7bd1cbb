"""The Leiden method over arrays: all nodes that gain by it move at once, and nothing is random."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kg.analytics.arrays import Floats, Ints, Links, components, firsts, link, numbered

MARGIN = 1e-9
"""Smallest gain of a move, as a share of the weight of an average node; less is a rounding error."""
ENOUGH = 2e-4
"""Smallest gain in modularity of another division; very many divisions are as good as the best, up to this."""
ANEW = 0.03
"""Smallest gain in modularity to take apart what was together at the start: people know it by its name."""


def divide(links: Links, *, resolution: float = 1.0, start: Ints | None = None) -> Ints:
    """Return the community of each node, such that modularity is high and every community is connected.

    A link draws two nodes together if it is stronger than expected by chance, given how strongly both are linked at
    all: what is linked to everything draws nothing. That is, its association strength is compared with the resolution.

    This is the method of Traag, Waltman and van Eck, "From Louvain to Leiden: guaranteeing well-connected communities"
    (2019). Nodes move to where they gain most until no move gains anything. Then each community is put together anew
    from its single nodes, in parts that are well connected within it; these become nodes, and all is repeated as long
    as it adds to modularity. Where Leiden moves and joins nodes in random order, the largest gain goes first here; of
    equal gains, the community with the lowest number.

    Single nodes may leave what is together at the start, and it may join others as a whole, as in the Louvain method;
    it is taken apart if that gains much. The result, used as the start, gives the same result again.

    Args:
        links: in both directions.
        resolution: below 1 for fewer and larger communities, above for more and smaller ones.
        start: a number for each node, below that of the nodes; equal ones start together. By default, none do.

    >>> divide(link((np.array([0, 2, 2, 3]), np.array([1, 3, 4, 4])), np.ones(4), 6, both_ways=True)).tolist()
    [0, 0, 1, 1, 1, 2]
    """
    total = float(links.weights.sum())
    size = len(links)
    member = np.arange(size) if start is None else start
    if total <= 0:
        return np.arange(size)
    level = _Level(links, np.zeros(size), resolution / total)
    anew = ENOUGH if start is None else ANEW
    while True:
        member = _settle(level, member)
        quality, divided = level.quality(member), _coarsen(level, member)
        if level.quality(divided) - quality > anew * total:
            member, anew = divided, ENOUGH
            continue
        joined = _coarsen(level, member, whole=True)
        if level.quality(joined) - quality <= ENOUGH * total:
            return numbered(member)
        member = joined


@dataclass(frozen=True)
class _Level:
    """A network whose nodes stand for one or many, to be divided."""

    links: Links
    within: Floats
    """What the links weigh between those that each node stands for."""
    by_chance: float
    """What chance would have a link weigh between two nodes of strength 1, times the resolution."""

    @cached_property
    def strength(self) -> Floats:
        return self.links.strength + self.within

    @cached_property
    def margin(self) -> float:
        return MARGIN * float(self.strength.sum()) / len(self.links)

    def quality(self, member: Ints) -> float:
        """Return the modularity of a division, times the weight of all links."""
        inside = member[self.links.sources] == member[self.links.ends]
        sums = np.bincount(member, self.strength)
        return float(self.links.weights[inside].sum() + self.within.sum() - self.by_chance * (sums**2).sum())

    def joined(self, member: Ints) -> _Level:
        """Make a node of each community."""
        first, second, weights = member[self.links.sources], member[self.links.ends], self.links.weights
        size = int(member.max()) + 1
        inside = first == second
        within = np.bincount(member, self.within, size) + np.bincount(first[inside], weights[inside], size)
        return _Level(link((first, second), weights, size), within.astype(np.float64), self.by_chance)


@dataclass(frozen=True)
class _Moves:
    """Nodes that would leave their community for another."""

    nodes: Ints
    old: Ints
    new: Ints
    gains: Floats

    def chosen(self, which: Ints | NDArray[np.bool_]) -> _Moves:
        return _Moves(self.nodes[which], self.old[which], self.new[which], self.gains[which])

    def in_order(self, strength: Floats) -> _Moves:
        """Put those first that gain most for their strength."""
        return self.chosen(np.lexsort((self.nodes, -self.gains / strength[self.nodes])))


def _settle(level: _Level, member: Ints) -> Ints:
    """Move nodes until none gains by it, and take apart what is not connected, until both holds."""
    while True:
        member = components(level.links.within(member))
        moved = _move(level, member)
        if np.array_equal(moved, member):
            return member
        member = moved


def _coarsen(level: _Level, member: Ints, *, whole: bool = False) -> Ints:
    """Make nodes of the well-connected parts of communities, move these, and go on until there is nothing to join.

    Args:
        level: what is divided.
        member: the community of each node.
        whole: whether nodes are made of whole communities, so that these can only join.
    """
    stands_for = np.arange(len(member))
    while True:
        part = numbered(member if whole else _refine(level, member))
        size = int(part.max()) + 1
        if size == len(level.links):
            return member[stands_for]
        joined = np.empty(size, dtype=np.int64)
        joined[part] = member
        stands_for = part[stands_for]
        level = level.joined(part)
        member = _move(level, numbered(joined))


def _move(level: _Level, member: Ints) -> Ints:
    """Move nodes to where they gain most; nodes are looked at again when a neighbour went to another community."""
    member = member.copy()
    links = level.links
    active = np.flatnonzero(links.counts)
    while len(active):
        moves = _wanted(level, member, active)
        taken = _compatible(level, moves)
        again = np.zeros(len(links), dtype=bool)
        again[moves.nodes[~taken]] = True
        moves = moves.chosen(taken)
        member[moves.nodes] = moves.new
        at, owner = links.of(moves.nodes)
        near = links.ends[at]
        again[near[member[near] != moves.new[owner]]] = True
        active = np.flatnonzero(again)
    return member


def _wanted(level: _Level, member: Ints, nodes: Ints) -> _Moves:
    """Return the moves by which nodes gain most, as things stand, in the order in which they would be made."""
    strength = level.strength[nodes]
    sums = np.bincount(member, level.strength, len(member))
    old = member[nodes]
    owner, part, weights = level.links.towards(nodes, member)
    stays = part == old[owner]
    gains = weights - level.by_chance * strength[owner] * (sums[part] - strength[owner] * stays)
    stay = -level.by_chance * strength * (sums[old] - strength)
    stay[owner[stays]] = gains[stays]
    new, best = _best(owner, part, gains, len(nodes))
    # What chance would have linked more strongly to its own community, and to all others, is better alone.
    leaving = np.flatnonzero(np.maximum(stay, best) < -level.margin)
    free = np.flatnonzero(np.bincount(member, minlength=len(member)) == 0)[: len(leaving)]
    new[leaving[: len(free)]], best[leaving[: len(free)]] = free, 0.0
    wanted = (new != old) & (best - stay > level.margin)
    return _Moves(nodes, old, new, best - stay).chosen(wanted).in_order(level.strength)


def _best(owner: Ints, part: Ints, gains: Floats, size: int) -> tuple[Ints, Floats]:
    """Return for each owner the part by which it gains most, the lowest of equal ones, and the gain; -1 for none."""
    best = np.full(size, -np.inf)
    np.maximum.at(best, owner, gains)
    most = np.flatnonzero(gains == best[owner])[::-1]
    new = np.full(size, -1)
    new[owner[most]] = part[most]
    return new, best


def _compatible(level: _Level, moves: _Moves) -> NDArray[np.bool_]:
    """Return which moves gain also after all before them: so modularity rises, however many nodes move at once.

    A node loses what it gains if those before it come to where it goes, or leave from where it is, as they make the one
    larger and the other smaller; and if one that it is linked to leaves where it goes, or comes to where it is.
    """
    strength = level.strength[moves.nodes]
    loss = level.by_chance * strength * (_before(moves.new, strength) + _before(moves.old, strength))
    place = np.full(len(level.links), -1)
    place[moves.nodes] = np.arange(len(moves.nodes))
    at, owner = level.links.of(moves.nodes)
    other = place[level.links.ends[at]]
    earlier = (other >= 0) & (other < owner)
    at, owner, other = at[earlier], owner[earlier], other[earlier]
    times = (moves.old[other] == moves.new[owner]).astype(float) + (moves.new[other] == moves.old[owner])
    loss += np.bincount(owner, level.links.weights[at] * times, len(moves.nodes))
    return moves.gains - loss > level.margin


def _before(groups: Ints, values: Floats) -> Floats:
    """Sum up for each place the values of its group that stand before it."""
    order = np.argsort(groups, kind="stable")
    sums = np.cumsum(values[order]) - values[order]
    first = firsts(groups[order])
    found = np.empty(len(values))
    found[order] = sums - np.repeat(sums[first], np.diff(first, append=len(groups)))
    return found


def _refine(level: _Level, member: Ints) -> Ints:
    """Put communities together anew, from single nodes that join parts as long as they gain by it.

    Who joins and what is joined has to be well connected: linked to the rest of the community at least as strongly as
    chance would have it. What was joined stays where it is.
    """
    size, strength = len(member), level.strength
    links, part, whole = level.links.within(member), np.arange(size), np.bincount(member, strength, size)[member]
    active = np.flatnonzero(links.counts)
    first, second, weighs = links.sources, links.ends, links.weights
    while len(active):
        sums = np.bincount(part, strength, size)
        apart = part[first] != part[second]
        first, second, weighs = first[apart], second[apart], weighs[apart]
        out = np.bincount(part[first], weighs, size)
        well = out >= level.by_chance * sums * (whole - sums) - level.margin
        active = active[well[active]]
        owner, joins, weights = links.towards(active, part)
        gains = weights - level.by_chance * strength[active[owner]] * sums[joins]
        good = well[joins] & (gains > level.margin)
        new, best = _best(owner[good], joins[good], gains[good], len(active))
        moves = _Moves(active, active, new, best).chosen(new >= 0).in_order(strength)
        taken = _joinable(level, moves)
        left = moves.nodes[~taken]
        part[moves.nodes[taken]] = moves.new[taken]
        active = np.sort(left[np.bincount(part, minlength=size)[left] == 1])
    return part


def _joinable(level: _Level, moves: _Moves) -> NDArray[np.bool_]:
    """Return which nodes may join a part, and gain by it, also after all before them.

    Nobody may have joined them, and what they join must not have gone elsewhere; others who join it make it larger.
    """
    place, strength = np.arange(len(moves.nodes)), level.strength[moves.nodes]
    goes, comes = np.full(len(level.links), len(place)), np.full(len(level.links), len(place))
    goes[moves.nodes] = place
    np.minimum.at(comes, moves.new, place)
    free = (comes[moves.nodes] > place) & (goes[moves.new] > place)
    return free & (moves.gains - level.by_chance * strength * _before(moves.new, strength) > level.margin)
