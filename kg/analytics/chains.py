"""Chains: what cites what cites what, and what is better than what is better than what."""

from __future__ import annotations

import networkx as nx

from kg.analytics.tables import Finding, Table, name_of, numbered

SHORTEST = 3
"""Things of a chain; two of them are a link."""


def chain(network: nx.Graph, *, name: str) -> Finding:
    """List the longest chains along the direction of the links, each thing in one of them.

    Things that lead to each other in a circle have no order, so no link between them is part of a chain.
    """
    names, numbers = numbered(network)
    directed = numbers.to_directed() if not numbers.is_directed() else numbers
    circle = {node: n for n, part in enumerate(nx.strongly_connected_components(directed)) for node in part}
    steps = nx.DiGraph()
    steps.add_nodes_from(directed)
    steps.add_edges_from((a, b) for a, b in directed.edges if circle[a] != circle[b])
    rows = []
    while len(longest := _longest(steps)) >= SHORTEST:
        rows.append((len(longest), " > ".join(name_of(network, names[node]) for node in longest)))
        steps.remove_nodes_from(longest)
    return Finding(Table(name, ("length", "chain"), tuple(rows)))


def _longest(steps: nx.DiGraph) -> list[int]:
    """Give the longest path; of equally long ones, that of the first nodes."""
    length: dict[int, int] = {}
    after: dict[int, int] = {}
    for node in reversed(list(nx.lexicographical_topological_sort(steps))):
        best = min(steps.adj[node], key=lambda other: (-length[other], other), default=None)
        length[node] = 1 if best is None else length[best] + 1
        if best is not None:
            after[node] = best
    if not length:
        return []
    path = [min(length, key=lambda node: (-length[node], node))]
    while path[-1] in after:
        path.append(after[path[-1]])
    return path
