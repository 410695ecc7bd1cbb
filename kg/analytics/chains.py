"""Chains: of papers that cite each other, and of what outperforms what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush

import networkx as nx

from kg.analytics.tables import Finding, Table, name_of

SHORTEST = 3
"""Fewest things in a chain; two of them are just a link."""


def chain(network: nx.Graph, *, name: str) -> Finding:
    """List the longest chains along the direction of the links; each thing is in at most one.

    Things that lead to each other in a circle have no order, so no link between them is part of a chain.
    """
    names = sorted(network)  # networkx keeps sets of nodes, whose order differs between processes for text
    numbers = nx.relabel_nodes(network, {node: number for number, node in enumerate(names)})
    directed = numbers.to_directed() if not numbers.is_directed() else numbers
    circle = {node: n for n, part in enumerate(nx.strongly_connected_components(directed)) for node in part}
    steps = nx.DiGraph()
    steps.add_nodes_from(directed)
    steps.add_edges_from((a, b) for a, b in directed.edges if circle[a] != circle[b])
    rows = tuple((len(each), " > ".join(name_of(network, names[node]) for node in each)) for each in _chains(steps))
    return Finding(Table(name, ("length", "chain"), rows))


def _chains(steps: nx.DiGraph) -> Iterator[list[int]]:
    """Yield the longest path, then the longest of what is left; of equally long ones, that of the first nodes.

    When a path is taken away, only the lengths of what leads to it are worked out anew.
    """
    nodes = list(nx.topological_sort(steps))
    length: dict[int, int] = {}
    for node in reversed(nodes):
        length[node] = _length(steps, length, node)
    place = {node: number for number, node in enumerate(nodes)}
    waiting = [(-count, node) for node, count in length.items()]
    heapify(waiting)
    while waiting:
        count, node = heappop(waiting)
        if length.get(node) != -count:
            continue  # it was taken, or its path has become shorter and waits as that
        if -count < SHORTEST:
            return
        path = [node]
        while len(path) < -count:
            path.append(min(steps.adj[path[-1]], key=lambda other: (-length.get(other, 0), other)))
        yield path
        for taken in path:
            del length[taken]
        for changed in _shorten(steps, length, path, place):
            heappush(waiting, (-length[changed], changed))


def _shorten(
    steps: nx.DiGraph, length: dict[int, int], taken: Iterable[int], place: Mapping[int, int]
) -> Iterator[int]:
    """Correct the lengths of what leads to nodes that were taken away, the last first; give what has another one."""
    found = {place[node]: node for other in taken for node in steps.pred[other] if node in length}
    queue = [-number for number in found]
    heapify(queue)
    while queue:
        node = found.pop(-heappop(queue))
        count = _length(steps, length, node)
        if count != length[node]:
            length[node] = count
            yield node
            for before in steps.pred[node]:
                if before in length and place[before] not in found:
                    found[place[before]] = before
                    heappush(queue, -place[before])


def _length(steps: nx.DiGraph, length: Mapping[int, int], node: int) -> int:
    """Return the length of the longest path from a node."""
    return 1 + max((length.get(other, 0) for other in steps.adj[node]), default=0)
