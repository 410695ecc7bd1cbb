"""What holds a network together and what is missing in it: bridges, articulation points, links to come, loose nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

import networkx as nx
import numpy as np

from kg.analytics.arrays import Floats, Ints, Links, firsts
from kg.analytics.centrality import round_to
from kg.analytics.structure import Structure
from kg.analytics.tables import Cell, Finding, Table, head, name_of

CROWD = 100
"""A node with more links than this says nothing about its neighbours."""
LIKELY = 100
"""How many links are listed."""
AT_ONCE = 4_000_000
"""Paths of two steps that are looked at together; more would take much memory."""


def hold_together(structure: Structure, *, name: str) -> Finding:
    """List what falls apart without a node or a link.

    Such a node is an articulation point, and such a link a bridge. For a node, the table gives the number of parts that
    its component would have without it; for a link, the number of nodes on the smaller side.
    """
    network = nx.Graph(structure.network)  # without directions
    blocks = list(nx.biconnected_components(network))
    parts = Counter(node for block in blocks for node in block)
    bridges = sorted((min(block), max(block)) for block in blocks if len(block) == 2)
    rows: list[tuple[Cell, ...]] = [
        ("node", name_of(network, node), "", count) for node, count in sorted(parts.items()) if count > 1
    ]
    sides = _smaller_sides(network, bridges)
    rows += [("link", name_of(network, a), name_of(network, b), sides[a, b]) for a, b in bridges]
    ordered = sorted(rows, key=lambda row: (row[0] == "link", -int(row[3]), row[1], row[2]))
    return Finding(Table(name, ("what", "name", "to", "parts or nodes"), tuple(ordered)))


def _smaller_sides(network: nx.Graph, bridges: Sequence[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Return for each bridge the number of nodes on its smaller side: what bridges connect is a tree."""
    rest = nx.Graph(network)
    rest.remove_edges_from(bridges)
    home = {node: number for number, part in enumerate(nx.connected_components(rest)) for node in part}
    below, sides = Counter(home.values()), dict[frozenset[int], int]()
    tree = nx.Graph((home[a], home[b]) for a, b in bridges)
    for whole in list(nx.connected_components(tree)):
        size = sum(below[part] for part in whole)
        for part, farther in reversed(list(nx.dfs_edges(tree, min(whole)))):
            sides[frozenset((part, farther))] = min(below[farther], size - below[farther])
            below[part] += below[farther]
    return {(a, b): sides[frozenset((home[a], home[b]))] for a, b in bridges}


def predict(structure: Structure, *, name: str) -> Finding:
    """List pairs without a link but with many connections, by the resource allocation of Zhou, Lü and Zhang (2009).

    Every common neighbour adds 1 divided by the number of its links: who knows everybody introduces nobody.
    """
    called = [name_of(structure.network, node) for node in structure.names]
    links = structure.links
    rows = []
    for a, b, score in likely(links):
        near, other = (links.ends[links.begins[node] : links.begins[node + 1]] for node in (a, b))
        common = np.intersect1d(near, other, assume_unique=True)
        through = head([called[n] for n in common[links.counts[common] <= CROWD].tolist()], limit=3)
        rows.append((called[a], called[b], round_to(score), through))
    return Finding(Table(name, ("name", "and", "score", "through"), tuple(rows)))


def likely(links: Links) -> list[tuple[int, int, float]]:
    """Return the pairs without a link that have the highest scores, equal ones in the order of the nodes."""
    pairs = np.empty(0, dtype=np.int64)
    scores = np.empty(0)
    for more, higher in _scored(links):
        pairs, scores = np.concatenate((pairs, more)), np.concatenate((scores, higher))
        shown = _six_digits(scores)
        if len(shown) > LIKELY:
            high = np.flatnonzero(shown >= np.partition(shown, -LIKELY)[-LIKELY])
            pairs, scores, shown = pairs[high], scores[high], shown[high]
        best = np.lexsort((pairs, -shown))[:LIKELY]
        pairs, scores = pairs[best], scores[best]
    return [(*divmod(pair, len(links)), score) for pair, score in zip(pairs.tolist(), scores.tolist(), strict=True)]


def _scored(links: Links) -> Iterator[tuple[Ints, Floats]]:
    """Yield pairs without a link, each as one number, and their scores; those of some nodes after the other."""
    size, counts = len(links), links.counts
    introduces = (counts > 1) & (counts <= CROWD)
    share = np.divide(1.0, counts, out=np.zeros(size), where=introduces)
    known = links.sources * size + links.ends
    there = links.matrix(share[links.ends])
    back = links.only(introduces[links.sources]).matrix(np.ones(int(counts[introduces].sum())))
    ways = np.cumsum(np.bincount(links.sources, (introduces * counts)[links.ends], size))
    blocks = firsts((ways // AT_ONCE).astype(np.int64)).tolist()
    for first, after in pairwise((*blocks, size)):
        found = (there[first:after] @ back).tocoo()
        a, b = found.row.astype(np.int64) + first, found.col.astype(np.int64)
        keys = a * size + b
        at = np.searchsorted(known, keys)
        linked = known[np.minimum(at, len(known) - 1)] == keys if len(known) else np.zeros(len(keys), dtype=bool)
        fresh = (a < b) & ~linked & (found.data > 0)
        yield keys[fresh], found.data[fresh]


def _six_digits(values: Floats) -> Floats:
    """Round as `round_to` does, all values at once."""
    unit = 10.0 ** (np.floor(np.log10(values)) - 5)
    return np.round(values / unit) * unit


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
