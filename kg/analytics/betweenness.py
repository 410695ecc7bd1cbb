"""Betweenness by Brandes' method over arrays: as networkx counts it, in a fraction of the time."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
import numpy as np
from numpy.typing import NDArray

PIVOTS = 64
"""Shortest paths are counted from this many nodes; from all of them it takes minutes at 10,000 nodes."""


def betweenness(network: nx.Graph, *, pivots: int = PIVOTS) -> dict[str, float]:
    """Say of each node for which part of the pairs of others it lies on their shortest paths, weights left out.

    Where there are more nodes than pivots, paths are counted from nodes at equal distances in the order of nodes, and
    the sum is taken for all: chance has no part in it.

    Args:
        network: any.
        pivots: nodes to count from, at most.

    >>> betweenness(nx.path_graph(4))
    {0: 0.0, 1: 0.6666666666666666, 2: 0.6666666666666666, 3: 0.0}
    """
    names = sorted(network)
    size = len(names)
    chosen = [place * size // pivots for place in range(pivots)] if size > pivots else range(size)
    sums = np.zeros(size)
    begins, ends = _adjacency(network, names)
    for pivot in chosen:
        sums += _dependencies(begins, ends, pivot)
    pairs = (size - 1) * (size - 2)
    scale = size / len(chosen) / pairs if size > 2 else 0.0
    return {name: float(value) for name, value in zip(names, sums * scale, strict=True)}


def _adjacency(network: nx.Graph, names: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give where the neighbours of each node begin in a list, and the list."""
    number = {name: place for place, name in enumerate(names)}
    links = np.array([(number[a], number[b]) for a, b in network.edges if a != b], dtype=np.int64).reshape(-1, 2)
    if not network.is_directed():
        links = np.concatenate((links, links[:, ::-1]))
    links = links[np.lexsort((links[:, 1], links[:, 0]))]
    return np.searchsorted(links[:, 0], np.arange(len(names) + 1)), links[:, 1].copy()


def _dependencies(begins: NDArray[np.int64], ends: NDArray[np.int64], pivot: int) -> NDArray[np.float64]:
    """Say how much of the shortest paths from one node leads through each other."""
    size = len(begins) - 1
    paths = np.zeros(size)
    seen = np.zeros(size, dtype=bool)
    paths[pivot], seen[pivot] = 1.0, True
    front = np.array([pivot])
    steps: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
    while len(front):
        sources, targets = _links(begins, ends, front)
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


def _links(
    begins: NDArray[np.int64], ends: NDArray[np.int64], nodes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give both ends of all links of some nodes."""
    first = begins[nodes]
    counts = begins[nodes + 1] - first
    starts = np.repeat(first - np.cumsum(counts) + counts, counts)
    return np.repeat(nodes, counts), ends[starts + np.arange(int(counts.sum()))]
