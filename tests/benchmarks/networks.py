"""How fast analyses of a large co-author graph are, beside plain networkx, and whether both agree.

`networks.py [PERSONS]` prints seconds of the processor, so that other work on the machine matters little: for communities,
for betweenness, and for all analyses of co-authors as `kg analyze coauthors` runs them, with their tables. If networkit is
there, its communities are beside them.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from typing import Any, TypeVar

import networkx as nx
import numpy as np

from kg.analytics import ANALYSES, Structure
from kg.analytics.arrays import components
from kg.analytics.bridging import CROWD, LIKELY, likely
from kg.analytics.centrality import page_rank
from kg.analytics.density import PIVOTS, betweenness, clustering, core_numbers

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
    network.add_nodes_from(
        (f"p{number:06}", {"name": f"Person {number}", "kind": "person"}) for number in range(persons)
    )
    network.add_weighted_edges_from((f"p{a:06}", f"p{b:06}", weight) for (a, b), weight in sorted(weights.items()))
    return network


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Give the seconds of the processor that work takes, and what comes of it."""
    gc.collect()
    gc.freeze()  # what was made before is no work of this
    began = time.process_time()
    found = work()
    return time.process_time() - began, found


def show(what: str, ours: float, theirs: float, agreement: str) -> None:
    """Print a line."""
    print(f"{what:<18}{ours:8.2f} s {theirs:9.2f} s {theirs / ours:7.1f}  {agreement}", flush=True)


def plainly(network: nx.Graph, sources: list[str]) -> dict[str, Callable[[], Any]]:
    """Give what each analysis computes as calls of networkx."""
    return {
        "author-ranks": lambda: nx.pagerank(network, tol=1e-12, max_iter=1000),
        "author-communities": lambda: nx.community.louvain_communities(network, seed=1),
        "author-components": lambda: list(nx.connected_components(network)),
        "author-brokers": lambda: nx.betweenness_centrality_subset(network, sources, list(network)),
        "author-cores": lambda: (nx.core_number(network), nx.clustering(network)),
        "author-links": lambda: introduced(network),
    }


def introduced(network: nx.Graph) -> list[tuple[str, str, float]]:
    """Rank the pairs that have a neighbour in common, and no link."""
    pairs = {
        pair
        for node in network
        if network.degree(node) <= CROWD
        for pair in combinations(sorted(network.adj[node]), 2)
        if not network.has_edge(*pair)
    }
    scores = nx.resource_allocation_index(network, pairs)
    return sorted(scores, key=lambda one: (-float(f"{one[2]:.6g}"), one[:2]))[:LIKELY]


def agreements(structure: Structure, theirs: dict[str, Any]) -> dict[str, str]:
    """Say how well the results of both agree."""
    names, links = structure.names, structure.links
    division = structure.division
    parts = [*map(set, division.communities), *map(set, division.small), *({node} for node in division.alone)]
    reached = [nx.community.modularity(structure.network, each) for each in (parts, theirs["author-communities"])]
    scale = 2 * len(names) / PIVOTS / ((len(names) - 1) * (len(names) - 2))
    between = [scale * theirs["author-brokers"][name] for name in names]
    cores, clusters = ([one[name] for name in names] for one in theirs["author-cores"])
    pairs = [(names[a], names[b]) for a, b, _ in likely(links)]
    exact = {
        "author-components": same(structure.parts(components(links)), theirs["author-components"]),
        "author-cores": core_numbers(links).tolist() == cores and np.allclose(clustering(links), clusters, rtol=1e-12),
        "author-links": pairs == [one[:2] for one in theirs["author-links"]],
    }
    ranks = [theirs["author-ranks"][name] for name in names]
    return {
        **{name: "the same" if agrees else "NOT the same" for name, agrees in exact.items()},
        "author-ranks": f"largest difference {np.abs(page_rank(links) - ranks).max():.1g}",
        "author-brokers": f"largest difference {np.abs(betweenness(links) - between).max():.1g}",
        "author-communities": f"modularity {reached[0]:.4f} and {reached[1]:.4f}",
    }


def same(ours: Iterable[Iterable[str]], theirs: Iterable[Iterable[str]]) -> bool:
    """Say whether two divisions are one."""
    return set(map(frozenset, ours)) == set(map(frozenset, theirs))


def networkits(network: nx.Graph) -> str:
    """Tell the communities of networkit, if it is there."""
    if find_spec("networkit") is None:
        return "networkit is not installed"
    kit = import_module("networkit")
    seconds, found = timed(
        lambda: kit.community.detectCommunities(kit.nxadapter.nx2nk(network, "weight"), inspect=False).getVector()
    )
    parts: dict[int, set[str]] = {}
    for node, part in zip(network, found, strict=True):
        parts.setdefault(part, set()).add(node)
    return f"networkit {seconds:.2f} s, modularity {nx.community.modularity(network, parts.values()):.4f}"


def main() -> None:
    """Print seconds of kg and of networkx, how many times as fast kg is, and how both agree."""
    network = coauthors(int(sys.argv[1]) if len(sys.argv) > 1 else PERSONS)
    size = len(network)
    print(f"{size:,} persons, {network.number_of_edges():,} links")
    nodes = sorted(network)
    calls = plainly(network, [nodes[place * size // PIVOTS] for place in range(PIVOTS)])
    plain = {name: timed(call) for name, call in calls.items()}
    agreed = agreements(Structure(network), {name: found for name, (_, found) in plain.items()})
    print(f"{'':<18}{'kg':>8}   {'networkx':>9}   {'times':>7}")
    communities, _ = timed(lambda: Structure(network).divide())
    show("communities", communities, plain["author-communities"][0], agreed["author-communities"])
    between, _ = timed(lambda: betweenness(Structure(network).links))
    show(f"from {PIVOTS} pivots", between, plain["author-brokers"][0], agreed["author-brokers"])
    print("As tables, each after the other:")
    structure, things = Structure(network), Structure(nx.Graph())
    spent = 0.0
    for analysis in (one for one in ANALYSES if one.name in plain):
        ours, _ = timed(partial(analysis.run, (structure, things)[: len(analysis.views)]))
        show(analysis.name, ours, plain[analysis.name][0], agreed[analysis.name])
        spent += ours
    show("all of them", spent, sum(seconds for seconds, _ in plain.values()), "")
    print(networkits(network))


if __name__ == "__main__":
    main()
