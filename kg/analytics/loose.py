"""What nothing connects: notes without links, and good papers without related ones."""

from __future__ import annotations

from statistics import median

import networkx as nx

from kg.analytics.tables import Finding, Table, name_of

FEW = 2
"""Most papers that may share something with an isolated paper."""


def find_loose(network: nx.Graph, *, name: str) -> Finding:
    """List the nodes that have no links."""
    loose = sorted((name_of(network, node), node) for node in network if not network.degree(node))
    return Finding(Table(name, ("name", "iri"), tuple(loose)))


def find_isolated(network: nx.Graph, *, name: str) -> Finding:
    """List papers with at least the median rating that share little with others."""
    ratings = {node: rating for node, rating in network.nodes(data="rating") if rating is not None}
    middle = median(ratings.values()) if ratings else 0
    found = [node for node in ratings if ratings[node] >= middle and network.degree(node) <= FEW]
    found.sort(key=lambda node: (-ratings[node], network.degree(node), name_of(network, node), node))
    rows = tuple((name_of(network, node), ratings[node], network.degree(node), node) for node in found)
    return Finding(Table(name, ("paper", "rating", "links", "iri"), rows))
