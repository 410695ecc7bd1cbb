"""Store -> networks -> tables: what can be counted and computed from a whole graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import networkx as nx

from kg.analytics.centrality import broker, rank
from kg.analytics.communities import Division, divide_network, find_communities, group, split
from kg.analytics.counts import count_things, count_venues, count_years
from kg.analytics.naming import name_communities
from kg.analytics.project import VIEWS, Queryable, View, project
from kg.analytics.tables import DerivedFact, Finding, Table
from kg.model import Kind

__all__ = [
    "ANALYSES",
    "VIEWS",
    "Analysis",
    "DerivedFact",
    "Division",
    "Finding",
    "Table",
    "View",
    "analyze",
    "divide_network",
    "find_communities",
    "name_communities",
    "project",
]


@dataclass(frozen=True, slots=True)
class Analysis:
    """A question to a network: it takes any network, changes nothing, and gives the same for the same network."""

    name: str
    view: str
    summary: str
    find: Callable[[nx.Graph], Finding]
    optional: bool = False
    """Takes long on a large graph, so it runs only when it is named."""


ANALYSES: tuple[Analysis, ...] = (
    Analysis("things", "map", "How many things there are of each kind", count_things),
    Analysis("years", "map", "How many papers of each year", count_years),
    Analysis("venues", "map", "How many papers at each venue", count_venues),
    Analysis("authors", "coauthors", "Persons by PageRank among co-authors", partial(rank, name="authors")),
    Analysis("author-communities", "coauthors", "Circles of co-authors", partial(group, name="author-communities")),
    Analysis("author-components", "coauthors", "Co-authors within reach", partial(split, name="author-components")),
    Analysis("author-brokers", "coauthors", "Persons between circles", partial(broker, name="author-brokers"), True),
    Analysis("topics", "topics", "Topics by PageRank, linked by shared papers", partial(rank, name="topics")),
    Analysis("topic-communities", "topics", "Topics that go together", partial(group, name="topic-communities")),
    Analysis("papers", "map", "Papers by PageRank in the map", partial(rank, name="papers", kind=Kind.PAPER)),
    Analysis("methods", "map", "Methods by PageRank in the map", partial(rank, name="methods", kind=Kind.METHOD)),
)
"""Every analysis, in the order to show them. Of two that derive one predicate, each speaks of other things."""


def analyze(store: Queryable, *, only: Iterable[str] = ()) -> tuple[Finding, ...]:
    """Run the analyses of a graph, each view read once.

    Args:
        store: the graph.
        only: names of the analyses to run; without any, all that are not optional.

    Raises:
        KeyError: there is no analysis of a name; the message lists those there are.
    """
    chosen = set(only)
    unknown = sorted(chosen - {analysis.name for analysis in ANALYSES})
    if unknown:
        raise KeyError(f"no analysis {unknown[0]!r}; there are: {', '.join(a.name for a in ANALYSES)}")
    networks: dict[str, nx.Graph] = {}
    findings = []
    for analysis in ANALYSES:
        if analysis.name in chosen or (not chosen and not analysis.optional):
            if analysis.view not in networks:
                networks[analysis.view] = project(store, analysis.view)
            findings.append(analysis.find(networks[analysis.view]))
    return tuple(findings)
