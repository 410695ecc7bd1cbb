"""How fast communities and betweenness of a large co-author graph are, beside networkx: `networks.py [PERSONS]`."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from itertools import combinations
from typing import TypeVar

import networkx as nx

from kg.analytics.betweenness import PIVOTS, betweenness
from kg.analytics.communities import divide_network

T = TypeVar("T")
PERSONS = 100_000
GROUP = 40
"""Persons of a group, most of whose papers have authors of the group alone."""


def coauthors(persons: int, *, seed: int = 1) -> nx.Graph:
    """Make a network of co-authors up: a paper for each person, with one to twelve authors, now and then from elsewhere."""
    chance = random.Random(seed)
    weights: dict[tuple[int, int], float] = {}
    for _ in range(persons):
        group = chance.randrange(max(persons // GROUP, 1)) * GROUP
        authors = set()
        for _ in range(min(1 + int(chance.expovariate(1 / 2.2)), 12)):
            near = group + min(int(chance.expovariate(1 / 10)), GROUP - 1)
            authors.add(near % persons if chance.random() < 0.93 else chance.randrange(persons))
        for pair in combinations(sorted(authors), 2):
            weights[pair] = weights.get(pair, 0.0) + 1 / (len(authors) - 1)
    network = nx.Graph()
    network.add_nodes_from(f"p{number:06}" for number in range(persons))
    network.add_weighted_edges_from((f"p{a:06}", f"p{b:06}", weight) for (a, b), weight in sorted(weights.items()))
    return network


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Give the seconds that work takes, and what comes of it."""
    began = time.perf_counter()
    found = work()
    return time.perf_counter() - began, found


def main() -> None:
    """Print the seconds of both, and the modularity."""
    network = coauthors(int(sys.argv[1]) if len(sys.argv) > 1 else PERSONS)
    print(f"{len(network):,} persons, {network.number_of_edges():,} links")
    ours, division = timed(lambda: divide_network(network))
    theirs, found = timed(lambda: nx.community.louvain_communities(network, seed=1))
    parts = [*map(set, division.communities), *map(set, division.small), *({node} for node in division.alone)]
    reached = [nx.community.modularity(network, each) for each in (parts, found)]
    print(f"communities  kg {ours:.1f} s  networkx {theirs:.1f} s  {theirs / ours:.1f} times as fast")
    print(f"modularity   kg {reached[0]:.4f}  networkx {reached[1]:.4f}")
    ours, _ = timed(lambda: betweenness(network))
    theirs, _ = timed(lambda: nx.betweenness_centrality(network, k=PIVOTS, seed=1))
    print(f"betweenness  kg {ours:.1f} s  networkx {theirs:.1f} s  {theirs / ours:.1f} times as fast")


if __name__ == "__main__":
    main()
