"""What holds a network together, and what is missing in it: bridges, articulation points, links to come."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations

import networkx as nx

from kg.analytics.centrality import round_to
from kg.analytics.tables import Cell, Finding, Table, head, name_of, numbered

CROWD = 100
"""What has more links than this makes none of its neighbours likely partners."""
LIKELY = 100
"""Links that are listed."""


def hold_together(network: nx.Graph, *, name: str) -> Finding:
    """List what falls apart without a node or a link.

    A node is an articulation point, and a link a bridge. Of a node it is said how many parts its component would have
    without it, and of a link how many nodes would be cut off, the smaller side of the two.
    """
    names, numbers = numbered(network)
    plain = numbers.to_undirected()
    parts = Counter(node for block in nx.biconnected_components(plain) for node in block)
    rows: list[tuple[Cell, ...]] = [
        ("node", name_of(network, names[node]), "", count) for node, count in parts.items() if count > 1
    ]
    for a, b, size in _bridges(plain):
        rows.append(("link", name_of(network, names[a]), name_of(network, names[b]), size))
    ordered = sorted(rows, key=lambda row: (row[0] == "link", -int(row[3]), row[1], row[2]))
    return Finding(Table(name, ("what", "name", "to", "parts or nodes"), tuple(ordered)))


def _bridges(plain: nx.Graph) -> list[tuple[int, int, int]]:
    """Give the bridges, with the number of nodes on the smaller side of each."""
    bridges = sorted((min(pair), max(pair)) for pair in nx.bridges(plain))
    rest = plain.copy()
    rest.remove_edges_from(bridges)
    part: dict[int, int] = {}
    sizes = []
    for number, members in enumerate(sorted(nx.connected_components(rest), key=min)):
        part.update(dict.fromkeys(members, number))
        sizes.append(len(members))
    forest = nx.Graph()
    forest.add_nodes_from(range(len(sizes)))
    forest.add_edges_from((part[a], part[b]) for a, b in bridges)
    below = sizes[:]
    parent: dict[int, int] = {}
    total: dict[int, int] = {}
    for tree in nx.connected_components(forest):
        root = min(tree)
        for node, up in reversed(list(nx.bfs_predecessors(forest, root))):
            parent[node] = up
            below[up] += below[node]
        total.update(dict.fromkeys(tree, below[root]))
    found = []
    for a, b in bridges:
        low = part[a] if parent.get(part[a]) == part[b] else part[b]
        found.append((a, b, min(below[low], total[low] - below[low])))
    return found


def predict(network: nx.Graph, *, name: str) -> Finding:
    """List pairs that nothing links and much connects, by the resource allocation of Zhou, Lü and Zhang (2009).

    Every common neighbour adds 1 divided by the number of its links: who knows everybody introduces nobody.
    """
    names, numbers = numbered(network)
    plain = numbers.to_undirected()
    scores: dict[tuple[int, int], float] = defaultdict(float)
    common: dict[tuple[int, int], list[str]] = defaultdict(list)
    for node in plain:
        if 1 < plain.degree(node) <= CROWD:
            for pair in combinations(sorted(plain.adj[node]), 2):
                if not plain.has_edge(*pair):
                    scores[pair] += 1 / plain.degree(node)
                    common[pair].append(name_of(network, names[node]))
    best = sorted(scores, key=lambda pair: (-round_to(scores[pair]), pair))[:LIKELY]
    rows = tuple(
        (name_of(network, names[a]), name_of(network, names[b]), round_to(scores[a, b]), head(common[a, b], limit=3))
        for a, b in best
    )
    return Finding(Table(name, ("name", "and", "score", "through"), rows))
