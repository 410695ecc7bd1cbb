"""Who and what stands in the middle: PageRank, and betweenness for those who wait for it."""

from __future__ import annotations

from decimal import Decimal

import networkx as nx

from kg import terms
from kg.analytics.tables import Cell, DerivedFact, Finding, Table, name_of, numbered
from kg.model import Iri, Kind

PIVOTS = 64
"""Betweenness counts shortest paths from this many nodes; from all of them it takes minutes at 10,000 nodes."""


def rank(network: nx.Graph, *, name: str, kind: Kind | None = None) -> Finding:
    """Rank the nodes by PageRank, and derive kg:pageRank for each.

    PageRank is that of the whole network, also when only the nodes of one kind are listed. It is given with six
    digits: more would differ between machines and say nothing.
    """
    names, numbers = numbered(network)
    scores = nx.pagerank(numbers, tol=1e-10, max_iter=1000) if names else {}
    rounded = {names[number]: round_to(score) for number, score in scores.items()}
    listed = [node for node in names if kind is None or network.nodes[node].get("kind") == kind.value]
    facts = tuple(DerivedFact(Iri(node), terms.PAGE_RANK, Decimal(str(rounded[node]))) for node in listed)
    return Finding(_table(network, name=name, column="PageRank", scores={n: rounded[n] for n in listed}), facts)


def broker(network: nx.Graph, *, name: str) -> Finding:
    """Rank the nodes by betweenness: how often the shortest way between two others leads through them."""
    names, numbers = numbered(network)
    pivots = PIVOTS if len(names) > PIVOTS else None
    scores = nx.betweenness_centrality(numbers, k=pivots, seed=1) if names else {}
    rounded = {names[number]: round_to(score) for number, score in scores.items()}
    return Finding(_table(network, name=name, column="betweenness", scores=rounded))


def round_to(value: float, digits: int = 6) -> float:
    """Round to a number of digits that count.

    >>> round_to(0.000123456789), round_to(1/3), round_to(0.0)
    (0.000123457, 0.333333, 0.0)
    """
    return float(f"{value:.{digits}g}")


def _table(network: nx.Graph, *, name: str, column: str, scores: dict[str, float]) -> Table:
    best = sorted(scores, key=lambda node: (-scores[node], name_of(network, node), node))
    rows: list[tuple[Cell, ...]] = [
        (place, name_of(network, node), network.degree(node), scores[node], node)
        for place, node in enumerate(best, start=1)
    ]
    return Table(name, ("rank", "name", "links", column, "iri"), tuple(rows))
