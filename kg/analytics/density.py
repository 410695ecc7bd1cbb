"""Measures of nodes, computed over arrays: cores, clustering, closeness, and betweenness by Brandes' method.

The results are those of networkx in a fraction of the time.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csgraph

from kg.analytics.arrays import Floats, Ints, Links


def core_numbers(links: Links) -> Ints:
    """Return for each node the largest k such that it is in a part in which all nodes have k links or more.

    >>> from kg.analytics.arrays import link
    >>> kite = link((np.array([0, 0, 1, 2]), np.array([1, 2, 2, 3])), np.ones(4), 4, both_ways=True)
    >>> core_numbers(kite).tolist()
    [2, 2, 2, 1]
    """
    left = links.counts.copy()
    cores = np.full(len(links), -1)
    for core in range(int(left.max(initial=0)) + 1):
        leaving = np.flatnonzero((cores < 0) & (left <= core))
        while len(leaving):
            cores[leaving] = core
            ends = links.ends[links.of(leaving)[0]]
            np.subtract.at(left, ends, 1)
            leaving = np.unique(ends[(cores[ends] < 0) & (left[ends] <= core)])
    return cores


def clustering(links: Links) -> Floats:
    """Return for each node the share of the pairs of its neighbours that are linked, ignoring weights.

    Every link is looked at from the end with fewer links, so that a node with very many costs no more than others.

    >>> from kg.analytics.arrays import link
    >>> kite = link((np.array([0, 0, 1, 2]), np.array([1, 2, 2, 3])), np.ones(4), 4, both_ways=True)
    >>> clustering(kite).round(3).tolist()
    [1.0, 1.0, 0.333, 0.0]
    """
    counts = links.counts
    first, second = links.sources, links.ends
    upward = (counts[first] < counts[second]) | ((counts[first] == counts[second]) & (first < second))
    up = links.only(upward)
    up = up.matrix(np.ones(len(up.ends)))
    by_ends = (up @ up).multiply(up)  # of each link, the triangles that lead around it
    by_first = (up.T @ up).multiply(up)  # ... and those that lead to both of its ends
    triangles = by_ends.sum(axis=1) + by_ends.sum(axis=0) + by_first.sum(axis=1)
    pairs = counts * (counts - 1)
    shares: Floats = np.divide(2 * triangles, pairs, out=np.zeros(len(links)), where=pairs > 0)
    return shares


def closeness(links: Links) -> Floats:
    """Return how near each node is to all others, after Wasserman and Faust: nodes out of reach count as far away.

    Time and memory grow with the square of the number of nodes.

    >>> from kg.analytics.arrays import link
    >>> closeness(link((np.array([0, 1]), np.array([1, 2])), np.ones(2), 3, both_ways=True)).round(3).tolist()
    [0.667, 1.0, 0.667]
    """
    if not len(links):
        return np.zeros(0)
    steps = csgraph.shortest_path(links.matrix(), method="D", unweighted=True)
    reached = np.isfinite(steps)
    total = steps.sum(axis=1, where=reached)
    near = reached.sum(axis=1) - 1
    near_to_all: Floats = np.divide(near**2, total * (len(links) - 1), out=np.zeros(len(links)), where=total > 0)
    return near_to_all


PIVOTS = 64
"""Shortest paths are counted from this many nodes; from all of them it takes minutes at 10,000 nodes."""


def betweenness(links: Links, *, pivots: int = PIVOTS) -> Floats:
    """Return the share of the pairs of other nodes whose shortest paths, ignoring weights, lead through each node.

    If there are more nodes than pivots, paths are counted from nodes at equal distances in the order of nodes, and the
    sum is scaled up: nothing is random.

    Args:
        links: of any network; paths follow their directions.
        pivots: nodes to count from, at most.

    >>> from kg.analytics.arrays import link
    >>> path = link((np.array([0, 1, 2]), np.array([1, 2, 3])), np.ones(3), 4, both_ways=True)
    >>> betweenness(path).round(3).tolist()
    [0.0, 0.667, 0.667, 0.0]
    """
    size = len(links)
    chosen = [place * size // pivots for place in range(pivots)] if size > pivots else range(size)
    sums = np.zeros(size)
    for pivot in chosen:
        sums += _dependencies(links, pivot)
    pairs = (size - 1) * (size - 2)
    return sums * (size / len(chosen) / pairs) if size > 2 else sums


def _dependencies(links: Links, pivot: int) -> Floats:
    """Return how much of the shortest paths from one node leads through each other."""
    size = len(links)
    paths = np.zeros(size)
    seen = np.zeros(size, dtype=bool)
    paths[pivot], seen[pivot] = 1.0, True
    front = np.array([pivot])
    steps: list[tuple[Ints, Ints]] = []
    while len(front):
        at, owner = links.of(front)
        sources, targets = front[owner], links.ends[at]
        fresh = ~seen[targets]
        sources, targets = sources[fresh], targets[fresh]
        np.add.at(paths, targets, paths[sources])
        before = seen.copy()
        seen[targets] = True
        front = np.flatnonzero(seen & ~before)
        steps.append((sources, targets))
    through = np.zeros(size)
    for sources, targets in reversed(steps):
        np.add.at(through, sources, paths[sources] / paths[targets] * (1 + through[targets]))
    through[pivot] = 0.0
    return through
