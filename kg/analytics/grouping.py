"""Groups of a size and number that can be read: communities that are too small join those they are linked with most."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

import networkx as nx

from kg.analytics.structure import Structure
from kg.model import Kind


class Bounds(NamedTuple):
    """How a network is divided."""

    most: int
    """Most groups."""
    least: int
    """Fewest papers of a group, if most papers can be in groups of so many."""
    resolution: float = 1.0
    """Of the communities from which the groups are made: below 1, they are fewer and larger."""


def divide(
    network: nx.Graph, bounds: Bounds, before: Mapping[str, str] | None = None
) -> tuple[list[list[str]], set[str]]:
    """Divide a network into groups; return them, large ones first, and the things of groups that are too small.

    What is too small and linked with no other group is left over. Groups with many papers are large.

    Args:
        network: nodes have `kind`, and links have `weight`.
        bounds: how many groups, and how small they may be.
        before: the name of the earlier group of each thing; what was together stays together.
    """
    found = _adopt(network, Structure(network).divide(resolution=bounds.resolution, before=before).communities)
    return _merge(network, found, bounds)


def _adopt(network: nx.Graph, found: Sequence[Sequence[str]]) -> list[list[str]]:
    """Add what is in no community to the one it is linked with most; what is linked with none forms its own group."""
    groups = [list(members) for members in found]
    home = {iri: number for number, members in enumerate(groups) for iri in members}
    while left := [iri for iri in network if iri not in home and any(other in home for other in network.adj[iri])]:
        for iri in left:
            ties: Counter[int] = Counter()
            for other, link in network.adj[iri].items():
                if other in home:
                    ties[home[other]] += link.get("weight", 1.0)
            home[iri] = min(ties, key=lambda number: (-ties[number], number))
            groups[home[iri]].append(iri)
    rest = network.subgraph(iri for iri in network if iri not in home)
    return [*groups, *map(sorted, sorted(nx.connected_components(rest), key=min))]


def _merge(network: nx.Graph, found: Sequence[Sequence[str]], bounds: Bounds) -> tuple[list[list[str]], set[str]]:
    """Merge small groups with those they are linked with most, until there are few enough and none is too small."""
    kinds = network.nodes(data="kind")
    groups = {number: list(members) for number, members in enumerate(found)}
    papers = {number: sum(kinds[iri] == Kind.PAPER for iri in members) for number, members in groups.items()}
    ties = _tie(network, groups)
    in_large = sum(count for count in papers.values() if count >= bounds.least)
    least = bounds.least if 2 * in_large > sum(papers.values()) else 0
    leftovers: set[str] = set()

    def size(number: int) -> tuple[int, int]:
        return papers[number], len(groups[number])

    smallest = [(*size(number), -number) for number in groups]
    largest = [(-len(members), number) for number, members in groups.items()]
    heapify(smallest)
    heapify(largest)
    while groups:
        while (number := -smallest[0][2]) not in groups or smallest[0][:2] != size(number):
            heappop(smallest)  # what it was before something was merged into it
        if len(groups) <= bounds.most and papers[number] >= least:
            break
        heappop(smallest)
        members, near = groups.pop(number), ties.pop(number, Counter())
        others = [other for other in near if other in groups]
        into = max(others, key=lambda n: (near[n] / len(groups[n]), -n), default=None)
        if into is None and papers[number] >= least:
            while largest[0][1] not in groups or -largest[0][0] != len(groups[largest[0][1]]):
                heappop(largest)
            into = largest[0][1]
        if into is None:
            leftovers.update(members)
            continue
        groups[into] += members
        papers[into] += papers[number]
        heappush(smallest, (*size(into), -into))
        heappush(largest, (-len(groups[into]), into))
        for other in others:
            if other != into:
                ties[into][other] += near[other]
                ties[other][into] += near[other]
    ordered = sorted(groups, key=lambda number: (*(-part for part in size(number)), sorted(groups[number])))
    return [sorted(groups[number]) for number in ordered], leftovers


def _tie(network: nx.Graph, groups: Mapping[int, Sequence[str]]) -> dict[int, Counter[int]]:
    """Return how strongly each group is linked with each other one."""
    home = {iri: number for number, members in groups.items() for iri in members}
    ties: dict[int, Counter[int]] = defaultdict(Counter)
    for a, b, weight in network.edges(data="weight", default=1.0):
        if home[a] != home[b]:
            ties[home[a]][home[b]] += weight
            ties[home[b]][home[a]] += weight
    return ties
