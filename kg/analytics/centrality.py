"""Who and what stands in the middle: PageRank, betweenness, closeness, cores."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

import networkx as nx

from kg import terms
from kg.analytics.backbone import thinned
from kg.analytics.betweenness import betweenness
from kg.analytics.communities import called, divide_network
from kg.analytics.naming import is_generic
from kg.analytics.tables import Cell, DerivedFact, Finding, Table, name_of, numbered
from kg.model import Iri, Kind

CLOSE = 2000
"""Nodes up to which closeness is worth its time."""


def rank(network: nx.Graph, *, name: str, noticed: bool = False) -> Finding:
    """Rank the nodes by PageRank, and derive kg:pageRank for each.

    A network that is dense is ranked by its backbone, and headings that any note has are left out. PageRank is given
    with six digits: more would differ between machines and say nothing.

    Args:
        network: any.
        name: of the table.
        noticed: whether nodes count as much as there are places that name them and papers that have them, before others
            hand on anything.
    """
    named = network.subgraph(node for node in network if not is_generic(name_of(network, node)))
    start = {node: float(_places(network, node) + _papers(network, node)) for node in named}
    scores = page_rank(thinned(named), start if noticed else None)
    best = sorted(scores, key=lambda node: (-scores[node], name_of(network, node), node))
    rows: list[tuple[Cell, ...]] = [
        (place, name_of(network, node), _papers(network, node), network.degree(node), scores[node], node)
        for place, node in enumerate(best, start=1)
    ]
    columns = ("rank", "name", "papers", "links", "PageRank", "iri")
    return Finding(Table(name, columns, tuple(rows)), derive_ranks(scores))


def rank_papers(things: nx.Graph, citations: nx.Graph, *, name: str) -> Finding:
    """Rank papers by PageRank along citations, each of them counting as much as the notes attend to it.

    Attention is the number of places that name a paper, and of remarks on it, and its rating. The number of its authors
    has no part in it.
    """
    papers = sorted(node for node, kind in things.nodes(data="kind") if kind == Kind.PAPER.value)
    cited = nx.DiGraph()
    cited.add_nodes_from(papers)
    cited.add_edges_from((a, b) for a, b in citations.edges if a in cited and b in cited)
    scores = page_rank(cited, {paper: attention(things, paper) for paper in papers})
    best = sorted(papers, key=lambda paper: (-scores[paper], name_of(things, paper), paper))
    rows: list[tuple[Cell, ...]] = []
    for place, paper in enumerate(best, start=1):
        told = things.nodes[paper]
        given = (cited.in_degree(paper), _places(things, paper), told.get("remarks", 0), told.get("rating", ""))
        rows.append((place, name_of(things, paper), *given, scores[paper], paper))
    columns = ("rank", "name", "cited", "places", "remarks", "rating", "PageRank", "iri")
    return Finding(Table(name, columns, tuple(rows)), derive_ranks(scores))


def attention(network: nx.Graph, paper: str) -> float:
    """Say how much the notes attend to a paper: places, remarks, and its rating."""
    told = network.nodes[paper]
    return 1.0 + _places(network, paper) + float(told.get("remarks", 0)) + float(told.get("rating", 0))


def page_rank(network: nx.Graph, start: Mapping[str, float] | None = None) -> dict[str, float]:
    """Give the PageRank of every node, in the order of the nodes.

    Args:
        network: links may have `weight`.
        start: how much each node counts before others hand on anything; without it, all the same.
    """
    names, numbers = numbered(network)
    if not names:
        return {}
    weights = {number: start[node] + 1e-9 for number, node in enumerate(names)} if start else None
    scores = nx.pagerank(numbers, tol=1e-10, max_iter=1000, personalization=weights)
    return {names[number]: round_to(score) for number, score in sorted(scores.items())}


def derive_ranks(scores: Mapping[str, float]) -> tuple[DerivedFact, ...]:
    """Give kg:pageRank for every node."""
    return tuple(DerivedFact(Iri(node), terms.PAGE_RANK, Decimal(str(score))) for node, score in scores.items())


def broker(network: nx.Graph, *, name: str) -> Finding:
    """Rank the nodes by betweenness, and count the communities that each has links to, its own among them."""
    rounded = {node: round_to(score) for node, score in betweenness(network).items()}
    division = divide_network(network, before=called(network))
    circle = {node: number for number, members in enumerate(division.communities) for node in members}
    best = sorted(rounded, key=lambda node: (-rounded[node], name_of(network, node), node))
    rows: list[tuple[Cell, ...]] = []
    for place, node in enumerate(best, start=1):
        near = {circle[other] for other in (node, *nx.all_neighbors(network, node)) if other in circle}
        rows.append((place, name_of(network, node), network.degree(node), len(near), rounded[node], node))
    return Finding(Table(name, ("rank", "name", "links", "communities", "betweenness", "iri"), tuple(rows)))


def measure(network: nx.Graph, *, name: str) -> Finding:
    """Say of each node how deep it stands in the network: core, clustering, and closeness where that is quick."""
    names, numbers = numbered(network)
    plain = numbers.to_undirected()
    plain.remove_edges_from(list(nx.selfloop_edges(plain)))
    cores, clustering = nx.core_number(plain), nx.clustering(plain)
    closeness = nx.closeness_centrality(plain) if len(names) <= CLOSE else {}
    order = sorted(range(len(names)), key=lambda n: (-cores[n], -closeness.get(n, 0.0), -clustering[n], n))
    rows: list[tuple[Cell, ...]] = []
    for n in order:
        close = round_to(closeness[n]) if n in closeness else ""
        given = (network.degree(names[n]), cores[n], round_to(clustering[n]), close)
        rows.append((name_of(network, names[n]), *given, names[n]))
    return Finding(Table(name, ("name", "links", "core", "clustering", "closeness", "iri"), tuple(rows)))


def round_to(value: float, digits: int = 6) -> float:
    """Round to a number of digits that count.

    >>> round_to(0.000123456789), round_to(1/3), round_to(0.0)
    (0.000123457, 0.333333, 0.0)
    """
    return float(f"{value:.{digits}g}")


def _papers(network: nx.Graph, node: str) -> int:
    return int(network.nodes[node].get("papers", 0))


def _places(network: nx.Graph, node: str) -> int:
    return int(network.nodes[node].get("evidence", 0))
