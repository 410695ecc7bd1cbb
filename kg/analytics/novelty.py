"""How methods appear and spread: which are new, and what they reach year by year."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx

from kg.analytics.centrality import round_to
from kg.analytics.dated import Dated
from kg.analytics.tables import Cell, Finding, Table, head, name_of
from kg.lexicons import is_general
from kg.model import Kind

RECENT = 2
"""How many years count as recent: the last of those with enough papers."""
TAKEN_UP = 2
"""Fewest papers of a method that was taken up."""
_NAMED = 3
"""Most topics, and most venues, that are named for a year."""


def find_new(network: nx.Graph, *, name: str) -> Finding:
    """List the methods first mentioned by papers of the last years, and how quickly others took them up.

    "Expected before" is how many of the earlier papers that could have the method (`Dated.compared`) would mention it
    if it had been as common as in its first year. If there are many, the method is new; if fewer than one, it may only
    seem new.
    """
    dated = Dated(network)
    recent = dated.last(RECENT)
    rows: list[tuple[Cell, ...]] = []
    for node, counts in dated.themes(Kind.METHOD).items():
        first = min(counts)
        if recent and first >= recent[0] and counts.total() >= TAKEN_UP:
            own, among = dated.compared(node)
            earlier = sum(count for year, count in among.items() if year < first)
            expected = own[first] / max(among[first], 1) * earlier
            topics, venues = _reached(dated, _papers(dated, node))
            part = 100 * counts[first] / dated.papers[first]
            taken = (counts[first], round(part, 1), round(expected, 1), counts.total(), len(topics), len(venues))
            rows.append((name_of(network, node), first, *taken, node))
    rows.sort(key=lambda row: (-float(row[4]), -int(row[5]), -int(row[2]), row[0], row[8]))
    columns = ("method", "first", "papers then", "share in %", "expected before", "papers", "topics", "venues", "iri")
    told = f"Methods in two papers or more. {dated.rests_on(*recent)}. {dated.left_out()}".strip() if recent else ""
    return Finding(Table(name, columns, tuple(rows), told))


def spread(network: nx.Graph, *, name: str) -> Finding:
    """Follow each method through the years: its papers, their share of all, and the topics and venues new to it."""
    dated = Dated(network)
    themes = dated.themes(Kind.METHOD)
    methods = [node for node in themes if themes[node].total() >= TAKEN_UP]
    methods.sort(key=lambda node: (-themes[node].total(), name_of(network, node), node))
    rows: list[tuple[Cell, ...]] = []
    for node in methods:
        topics: set[str] = set()
        venues: set[str] = set()
        for year, count in sorted(themes[node].items()):
            near, places = _reached(dated, (paper for paper in _papers(dated, node) if dated.years[paper] == year))
            reached = (_names(network, near - topics), _names(network, places - venues))
            topics, venues = topics | near, venues | places
            part = round_to(100 * count / dated.papers[year], 3)
            rows.append((name_of(network, node), year, count, part, len(topics), len(venues), *reached, node))
    columns = ("method", "year", "papers", "share in %", "topics", "venues", "new topics", "new venues", "iri")
    return Finding(Table(name, columns, tuple(rows), dated.left_out()))


def _papers(dated: Dated, node: str) -> list[str]:
    return [paper for paper in dated.near(node, Kind.PAPER) if paper in dated.years]


def _reached(dated: Dated, papers: Iterable[str]) -> tuple[set[str], set[str]]:
    """Return the topics and venues of papers, without headings that any note could have."""
    topics: set[str] = set()
    venues: set[str] = set()
    for paper in papers:
        near = dated.near(paper, Kind.TOPIC)
        topics.update(topic for topic in near if not is_general(name_of(dated.network, topic)))
        venues.update(dated.venues(paper))
    return topics, venues


def _names(network: nx.Graph, nodes: Iterable[str]) -> str:
    return head(sorted({name_of(network, node) for node in nodes}), limit=_NAMED)
