"""The backbone of a dense network: the links that are stronger than expected by chance."""

from __future__ import annotations

import networkx as nx

DENSE = 20.0
"""A network with more links per node than this, on average, is dense."""
SURE = 0.05
"""A link is kept if the probability of one as strong by chance is lower than this."""


def backbone(network: nx.Graph, *, sure: float = SURE) -> nx.Graph:
    """Keep the links that are significant for one of their nodes, and the strongest link of every node.

    This is the disparity filter of Serrano, Boguñá and Vespignani (2009): if a node with k links spread its weight over
    them by chance, a link would have the share p of it or more with a probability of (1 - p) ** (k - 1). As every node
    keeps its strongest link, no node is lost.

    >>> star = nx.Graph()
    >>> star.add_weighted_edges_from([("a", "b", 97), ("a", "c", 1), ("a", "d", 1), ("a", "e", 1), ("b", "c", 1)])
    >>> sorted(backbone(star).edges)
    [('a', 'b'), ('a', 'c'), ('a', 'd'), ('a', 'e')]
    """
    strength = dict(network.degree(weight="weight"))
    kept = network.__class__()
    kept.add_nodes_from(network.nodes(data=True))
    for a, b, link in network.edges(data=True):
        weight = link.get("weight", 1)
        if min(_by_chance(network.degree(node), weight, strength[node]) for node in (a, b)) < sure:
            kept.add_edge(a, b, **link)
    for node in sorted(network):
        links = sorted(network.adj[node].items(), key=lambda link: (-link[1].get("weight", 1), link[0]))
        for other, link in links[:1]:
            kept.add_edge(node, other, **link)
    return kept


def thinned(network: nx.Graph) -> nx.Graph:
    """Return the backbone of a dense network, or else the network itself."""
    return backbone(network) if 2 * network.number_of_edges() > DENSE * len(network) else network


def _by_chance(links: int, weight: float, strength: float) -> float:
    """Return how probable it is that chance makes a link as strong; a single link has all of the weight in any case."""
    return float((1 - weight / strength) ** (links - 1)) if links > 1 else 1.0
