"""How methods come up and spread: which are new, and what they reach year by year."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx

from kg.analytics.centrality import round_to
from kg.analytics.dated import Dated
from kg.analytics.naming import is_generic
from kg.analytics.tables import Cell, Finding, Table, head, name_of
from kg.model import Kind

RECENT = 2
"""Years that count as new: the last of those with a few papers."""
TAKEN_UP = 2
"""Papers from which on more than one has spoken of a method."""
_NAMED = 3
"""Topics and venues that are named of a year."""


def find_new(network: nx.Graph, *, name: str) -> Finding:
    """List the methods that papers of the last years were the first to speak of, and how quickly others took them up.

    Expected before is how many earlier papers would speak of the method, of those that could (`Dated.compared`), had it
    been as common as in its first year: with many it is new, with less than one it may only look so.
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
    columns = ("method", "first", "papers then", "part in %", "expected before", "papers", "topics", "venues", "iri")
    told = f"In two papers or more. {dated.rests_on(*recent)}. {dated.left_out()}".strip() if recent else ""
    return Finding(Table(name, columns, tuple(rows), told))


def spread(network: nx.Graph, *, name: str) -> Finding:
    """Follow each method through the years: papers, their part of all, and topics and venues it first reached then."""
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
    columns = ("method", "year", "papers", "part in %", "topics", "venues", "new topics", "new venues", "iri")
    return Finding(Table(name, columns, tuple(rows), dated.left_out()))


def _papers(dated: Dated, node: str) -> list[str]:
    return [paper for paper in dated.near(node, Kind.PAPER) if paper in dated.years]


def _reached(dated: Dated, papers: Iterable[str]) -> tuple[set[str], set[str]]:
    """Give the topics and venues of papers; headings that any note has are no topics."""
    topics: set[str] = set()
    venues: set[str] = set()
    for paper in papers:
        near = dated.near(paper, Kind.TOPIC)
        topics.update(topic for topic in near if not is_generic(name_of(dated.network, topic)))
        venues.update(dated.venues(paper))
    return topics, venues


def _names(network: nx.Graph, nodes: Iterable[str]) -> str:
    return head(sorted({name_of(network, node) for node in nodes}), limit=_NAMED)
