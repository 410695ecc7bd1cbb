"""Who and what is central: PageRank, betweenness, closeness, cores; and the backbone of a dense network."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

import networkx as nx
import numpy as np

from kg import terms
from kg.analytics.arrays import Floats, Links
from kg.analytics.density import betweenness, closeness, clustering, core_numbers
from kg.analytics.structure import Structure
from kg.analytics.tables import Cell, Finding, Table, name_of
from kg.lexicons import is_general
from kg.model import Iri, Kind
from kg.rdf import DerivedFact

CLOSE = 2000
"""Number of nodes up to which closeness is worth its time."""
DAMPING = 0.85
"""Share of its rank that a node hands on."""
SETTLED = 1e-12
"""Ranks are settled if the sum of their changes is below this."""
_RANKED = frozenset({Kind.PERSON, Kind.TOPIC, Kind.PAPER, Kind.METHOD, Kind.DATASET, Kind.TASK})
"""Kinds of things that are measured in one network alone."""


def rank(structure: Structure, *, name: str, noticed: bool = False) -> Finding:
    """Rank the nodes by PageRank, and derive kg:pageRank for each.

    A dense network is ranked by its backbone, and headings that any note could have are left out. PageRank is given
    with six digits: more would differ between machines and mean nothing.

    Args:
        structure: of any network.
        name: of the table.
        noticed: whether the initial weight of a node is the number of places that mention it and of its papers.
    """
    network = structure.network
    named = [node for node in structure.names if not is_general(name_of(network, node))]
    ranked = _ranked(structure, named)
    counted = np.array([_places(network, node) + _papers(network, node) for node in ranked.names], dtype=np.float64)
    scores = _rounded(ranked, page_rank(ranked.arcs, counted if noticed else None))
    best = sorted((-score, name_of(network, node), node) for node, score in scores.items())
    rows: list[tuple[Cell, ...]] = [
        (place, called, _papers(network, node), structure.degree[node], -score, node)
        for place, (score, called, node) in enumerate(best, start=1)
    ]
    columns = ("rank", "name", "papers", "links", "PageRank", "iri")
    return Finding(Table(name, columns, tuple(rows)), _derive(terms.PAGE_RANK, scores))


def _ranked(structure: Structure, named: list[str]) -> Structure:
    """Return the backbone of what is ranked, where that is dense."""
    network = structure.network if len(named) == len(structure.names) else structure.network.subgraph(named)
    kept = thinned(network)
    return structure if kept is structure.network else Structure(kept)


def rank_papers(things: nx.Graph, citations: nx.Graph, *, name: str) -> Finding:
    """Rank papers by PageRank along citations, weighted by the attention that they get in the notes.

    Attention is the sum of the number of places that mention a paper, the number of remarks on it, and its rating. The
    number of its authors does not matter.
    """
    papers = sorted(node for node, kind in things.nodes(data="kind") if kind == Kind.PAPER.value)
    cited = nx.DiGraph()
    cited.add_nodes_from(papers)
    cited.add_edges_from((a, b) for a, b in citations.edges if a in cited and b in cited)
    ranked = Structure(cited)
    attended = np.array([attention(things, paper) for paper in papers])
    scores = _rounded(ranked, page_rank(ranked.arcs, attended))
    best = sorted(papers, key=lambda paper: (-scores[paper], name_of(things, paper), paper))
    rows: list[tuple[Cell, ...]] = []
    for place, paper in enumerate(best, start=1):
        told = things.nodes[paper]
        given = (cited.in_degree(paper), _places(things, paper), told.get("remarks", 0), told.get("rating", ""))
        rows.append((place, name_of(things, paper), *given, scores[paper], paper))
    columns = ("rank", "name", "cited by", "places", "remarks", "rating", "PageRank", "iri")
    return Finding(Table(name, columns, tuple(rows)), _derive(terms.PAGE_RANK, scores))


def attention(network: nx.Graph, paper: str) -> float:
    """Return how much attention a paper gets in the notes: places, remarks, and its rating."""
    told = network.nodes[paper]
    return 1.0 + _places(network, paper) + float(told.get("remarks", 0)) + float(told.get("rating", 0))


def page_rank(links: Links, start: Floats | None = None) -> Floats:
    """Return the PageRank of every node: how often a walk along random links, weighted by strength, visits it.

    Args:
        links: along their directions.
        start: the initial weight of each node; by default, all the same.
    """
    size = len(links)
    if not size:
        return np.zeros(0)
    counted = np.ones(size) if start is None else start + 1e-9
    fresh = counted / counted.sum()
    strength = links.strength
    lost = strength == 0
    handed = links.matrix(links.weights / np.where(lost, 1, strength)[links.sources]).T.tocsr()
    ranks, change = np.full(size, 1 / size), 1.0
    while change > SETTLED:
        found = DAMPING * (handed @ ranks + ranks[lost].sum() * fresh) + (1 - DAMPING) * fresh
        change = float(np.abs(found - ranks).sum())
        ranks = found
    return ranks


def _rounded(structure: Structure, scores: Floats) -> dict[str, float]:
    """Return the score of every node, in the order of the nodes."""
    return {node: round_to(score) for node, score in zip(structure.names, scores.tolist(), strict=True)}


def _derive(predicate: Iri, scores: Mapping[str, float]) -> tuple[DerivedFact, ...]:
    return tuple(DerivedFact(Iri(node), predicate, Decimal(str(score))) for node, score in scores.items())


def broker(structure: Structure, *, name: str) -> Finding:
    """Rank the nodes by betweenness, and derive kg:betweenness for each.

    The table also counts the communities that a node has links to, including its own.
    """
    network = structure.network
    scores = _rounded(structure, betweenness(structure.arcs))
    circle = {node: number for number, members in enumerate(structure.division.communities) for node in members}
    best = sorted((-score, name_of(network, node), node) for node, score in scores.items())
    rows: list[tuple[Cell, ...]] = []
    for place, (score, called, node) in enumerate(best, start=1):
        near = {circle[other] for other in (node, *nx.all_neighbors(network, node)) if other in circle}
        rows.append((place, called, structure.degree[node], len(near), -score, node))
    table = Table(name, ("rank", "name", "links", "communities", "betweenness", "iri"), tuple(rows))
    return Finding(table, _derive(terms.BETWEENNESS, scores))


def measure(structure: Structure, *, name: str) -> Finding:
    """Measure how deep each node is in the network: core, clustering, and closeness if that is quick.

    Derive kg:coreNumber for each node if all kinds in the network are measured in it alone: a person has the core
    number that it has among people, and none from the network of people and organisations.
    """
    links, size = structure.links, len(structure.links)
    cores, clusters = core_numbers(links), clustering(links)
    near = closeness(links) if size <= CLOSE else np.zeros(size)
    rows: list[tuple[Cell, ...]] = []
    for n in np.lexsort((-clusters, -near, -cores)).tolist():
        node = structure.names[n]
        close = round_to(near[n]) if size <= CLOSE else ""
        given = (structure.degree[node], int(cores[n]), round_to(clusters[n]), close)
        rows.append((name_of(structure.network, node), *given, node))
    table = Table(name, ("name", "links", "core", "clustering", "closeness", "iri"), tuple(rows))
    if any(kind not in _RANKED for _, kind in structure.network.nodes(data="kind")):
        return Finding(table)
    numbers = zip(structure.names, cores.tolist(), strict=True)
    return Finding(table, tuple(DerivedFact(Iri(node), terms.CORE_NUMBER, int(core)) for node, core in numbers))


def round_to(value: float, digits: int = 6) -> float:
    """Round to a number of significant digits.

    >>> round_to(0.000123456789), round_to(1/3), round_to(0.0)
    (0.000123457, 0.333333, 0.0)
    """
    return float(f"{value:.{digits}g}")


def _papers(network: nx.Graph, node: str) -> int:
    return int(network.nodes[node].get("papers", 0))


def _places(network: nx.Graph, node: str) -> int:
    return int(network.nodes[node].get("evidence", 0))


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
