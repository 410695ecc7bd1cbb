"""Louvain's method, in an order that does not change when a node is added: no chance has a part in it."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Links: TypeAlias = Sequence[Mapping[int, float]]
"""For each node the weights of its links; each link stands with both of its nodes."""
MARGIN = 1e-9
"""What a move has to gain, as a part of the weight of an average node; less is what rounding leaves."""


def divide(links: Links, *, resolution: float = 1.0, start: Sequence[int] | None = None) -> list[int]:
    """Give the community of each node, such that modularity is high.

    Two nodes are drawn together by a link that is stronger than chance would have it, given how strongly both are
    linked at all: what is linked to everything draws nothing. That is the association strength of the link, compared
    with the resolution. Nodes move one after the other, those with few links first, as long as a move gains something;
    then each community becomes a node, and all is done again.

    networkx has the method, too, and moves nodes in a random order: one node more, and all others move differently.

    Args:
        links: of each node, none of them to itself.
        resolution: below 1 for fewer and larger communities, above for more and smaller ones.
        start: a number for each node, below that of the nodes; equal ones are together at first. Without it, none are.

    >>> divide([{1: 1}, {0: 1}, {3: 2, 4: 1}, {2: 2, 4: 1}, {2: 1, 3: 1}, {}])
    [0, 0, 1, 1, 1, 2]
    """
    member = list(range(len(links)))
    total = sum(sum(mine.values()) for mine in links)
    within = [0.0] * len(links)
    together = list(start or member)
    while total > 0:
        found = _numbered(_move(links, within, resolution / total, together))
        member = [found[part] for part in member]
        size = max(found) + 1
        if size == len(links):
            break
        links, within = _joined(links, within, found, size)
        together = list(range(size))
    return _numbered(member)


def _move(links: Links, within: Sequence[float], by_chance: float, together: Sequence[int]) -> list[int]:
    """Move nodes to where they gain most; nodes are looked at again when a neighbour of another community came."""
    strength = [sum(mine.values()) + own for mine, own in zip(links, within, strict=True)]
    margin = MARGIN * sum(strength) / len(links)
    member = list(together)
    sums = [0.0] * len(links)
    for node, part in enumerate(member):
        sums[part] += strength[node]
    waiting = deque(sorted(range(len(links)), key=lambda node: (strength[node], node)))
    queued = [True] * len(links)
    while waiting:
        node = waiting.popleft()
        queued[node] = False
        towards: dict[int, float] = defaultdict(float)
        for other, weight in links[node].items():
            towards[member[other]] += weight
        left = member[node]
        sums[left] -= strength[node]
        best, most = left, towards.get(left, 0.0) - by_chance * strength[node] * sums[left] + margin
        for part in sorted(towards):
            gain = towards[part] - by_chance * strength[node] * sums[part]
            if gain > most:
                best, most = part, gain
        member[node] = best
        sums[best] += strength[node]
        if best != left:
            for other in links[node]:
                if member[other] != best and not queued[other]:
                    queued[other] = True
                    waiting.append(other)
    return member


def _joined(
    links: Links, within: Sequence[float], member: Sequence[int], size: int
) -> tuple[list[dict[int, float]], list[float]]:
    """Make a node of each community."""
    joined: list[dict[int, float]] = [defaultdict(float) for _ in range(size)]
    inside = [0.0] * size
    for node, mine in enumerate(links):
        part = member[node]
        inside[part] += within[node]
        for other, weight in mine.items():
            if member[other] == part:
                inside[part] += weight
            else:
                joined[part][member[other]] += weight
    return joined, inside


def _numbered(member: Sequence[int]) -> list[int]:
    numbers: dict[int, int] = {}
    return [numbers.setdefault(part, len(numbers)) for part in member]
