"""Themes: communities of topics, their positions, the gaps between them, and their papers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

import networkx as nx

from kg.analytics.centrality import attention, round_to
from kg.analytics.naming import name_communities
from kg.analytics.structure import Structure
from kg.analytics.tables import Cell, Finding, Table, head, name_of
from kg.model import Kind

SPARSE = 0.5
"""Two themes have a gap between them if their links have less than this share of the expected weight."""
BRIDGES = 2
"""Most papers that are named for a gap."""
KEY = 3
"""Most papers that are named for a theme."""
PLACES = {
    (True, True): "motor",
    (False, True): "niche",
    (True, False): "basic",
    (False, False): "emerging or declining",
}
"""By whether a theme is central and whether it is dense."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A community of topics and its papers."""

    name: str
    topics: tuple[str, ...]
    papers: tuple[str, ...]


def find_themes(topics: Structure, papers: nx.Graph) -> tuple[Theme, ...]:
    """Return the communities of topics, the largest first, with the papers about any of their topics."""
    communities = topics.division.communities
    names = name_communities(topics.network, communities, before=topics.called)
    found = []
    for name, members in zip(names, communities, strict=True):
        near = {paper for topic in members if topic in papers for paper in nx.all_neighbors(papers, topic)}
        own = sorted(node for node in near if papers.nodes[node].get("kind") == Kind.PAPER.value)
        found.append(Theme(name, members, tuple(own)))
    return tuple(found)


def place_themes(topics: Structure, papers: Structure, *, name: str) -> Finding:
    """Draw the strategic diagram of Callon as a table: how central each theme is, and how dense.

    The strength of a link is the square of its weight, divided by the strengths of both topics. Centrality is 10 times
    the sum over links to other themes; density is 100 times the sum over links inside, divided by the number of topics.
    A theme above both medians is a motor of the field, one below both is emerging or declining.
    """
    themes = find_themes(topics, papers.network)
    theme = _theme_of(topics, themes)
    central, dense = [0.0] * len(themes), [0.0] * len(themes)
    strength = topics.links.strength.tolist()
    for a, b, weight in _pairs(topics):
        power = weight**2 / (strength[a] * strength[b])
        if theme[a] >= 0 and theme[a] == theme[b]:
            dense[theme[a]] += 100 * power / len(themes[theme[a]].topics)
            continue
        for number in (theme[a], theme[b]):
            if number >= 0:
                central[number] += 10 * power
    middle = (median(central), median(dense)) if themes else (0.0, 0.0)
    rows: list[tuple[Cell, ...]] = []
    for one, out, inside in zip(themes, central, dense, strict=True):
        place = PLACES[out >= middle[0], inside >= middle[1]]
        rows.append((one.name, place, round_to(out, 4), round_to(inside, 4), len(one.topics), len(one.papers)))
    return Finding(Table(name, ("theme", "place", "centrality", "density", "topics", "papers"), tuple(rows)))


def find_gaps(topics: Structure, papers: Structure, links: Structure, *, name: str) -> Finding:
    """List pairs of themes that have fewer links than expected, and papers that could bridge them.

    The expected number is that by chance, given how strongly the topics of both are linked. The papers of one theme
    that share most with papers of the other come nearest to bridging them.
    """
    themes = find_themes(topics, papers.network)
    theme = _theme_of(topics, themes)
    between: dict[tuple[int, int], float] = defaultdict(float)
    strength = [0.0] * len(themes)
    total = 0.0
    for a, b, weight in _pairs(topics):
        total += 2 * weight
        ends = sorted(number for number in (theme[a], theme[b]) if number >= 0)
        for number in ends:
            strength[number] += weight
        if len(ends) == 2:
            between[ends[0], ends[1]] += weight
    rows: list[tuple[Cell, ...]] = []
    for first, second in combinations(range(len(themes)), 2):
        expected = strength[first] * strength[second] / total
        found = between[first, second]
        one, other = themes[first], themes[second]
        if one.papers and other.papers and found < SPARSE * expected:
            near = head(_nearest(links.network, one.papers, other.papers), limit=BRIDGES)
            rows.append((one.name, other.name, round_to(found, 4), round_to(expected, 4), near))
    rows.sort(key=lambda row: (float(row[2]) - float(row[3]), row[0], row[1]))
    return Finding(Table(name, ("theme", "and", "links", "expected", "papers that come nearest"), tuple(rows)))


def _theme_of(topics: Structure, themes: Sequence[Theme]) -> list[int]:
    """Return the number of the theme of each topic, -1 for those in none."""
    theme = {topic: number for number, one in enumerate(themes) for topic in one.topics}
    return [theme.get(topic, -1) for topic in topics.names]


def _pairs(topics: Structure) -> Iterator[tuple[int, int, float]]:
    """Return each link once, with its weight."""
    links = topics.links
    once = links.only(links.sources < links.ends)
    return zip(once.sources.tolist(), once.ends.tolist(), once.weights.tolist(), strict=True)


def _nearest(links: nx.Graph, first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Name the papers of one of two themes that share most with papers of the other, the best first."""
    scores: dict[str, float] = {}
    for own, others in ((set(first), set(second)), (set(second), set(first))):
        for paper in sorted(own):
            if paper in links:
                near = sorted(set(nx.all_neighbors(links, paper)) & (others - {paper}))
                score = sum(links.get_edge_data(paper, other, {}).get("weight", 1.0) for other in near)
                scores[paper] = max(scores.get(paper, 0.0), score)
    best = sorted((p for p in scores if scores[p] > 0), key=lambda p: (-round_to(scores[p]), name_of(links, p), p))
    return [name_of(links, paper) for paper in best[:BRIDGES]]


def choose_papers(topics: Structure, papers: Structure, *, name: str) -> Finding:
    """List for each theme the papers that get the most attention in the notes."""
    network = papers.network
    rows: list[tuple[Cell, ...]] = []
    for theme in find_themes(topics, network):
        best = sorted(theme.papers, key=lambda paper: (-attention(network, paper), name_of(network, paper), paper))
        for paper in best[:KEY]:
            told = network.nodes[paper]
            cells = (told.get("evidence", 0), told.get("remarks", 0), told.get("rating", ""))
            rows.append((theme.name, name_of(network, paper), *cells, paper))
    return Finding(Table(name, ("theme", "paper", "places", "remarks", "rating", "iri"), tuple(rows)))
