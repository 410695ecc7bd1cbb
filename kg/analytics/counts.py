"""Counts: how many things there are of each kind, of each year, at each venue."""

from __future__ import annotations

from collections import Counter

import networkx as nx

from kg.analytics.dated import Dated
from kg.analytics.tables import Finding, Table, name_of
from kg.model import Kind

COUNTED = (
    ("papers", Kind.PAPER),
    ("works", Kind.WORK),
    ("people", Kind.PERSON),
    ("topics", Kind.TOPIC),
    ("methods", Kind.METHOD),
    ("datasets", Kind.DATASET),
    ("tasks", Kind.TASK),
    ("venues", Kind.VENUE),
    ("editions", Kind.EDITION),
    ("periodicals", Kind.PERIODICAL),
    ("organisations", Kind.ORG),
    ("sessions", Kind.SESSION),
    ("awards", Kind.AWARD),
)


def count_things(network: nx.Graph, *, name: str) -> Finding:
    """Count the things of each kind, the years, and the links between things."""
    kinds = Counter(kind for _, kind in network.nodes(data="kind"))
    years = {year for _, year in network.nodes(data="year") if year is not None}
    rows = [(word, kinds[kind.value]) for word, kind in COUNTED]
    rows += [("years", len(years)), ("links", network.number_of_edges())]
    return Finding(Table(name, ("things", "count"), tuple(rows)))


def count_years(network: nx.Graph, *, name: str) -> Finding:
    """Count the papers of each year."""
    papers = [node for node, kind in network.nodes(data="kind") if kind == Kind.PAPER.value]
    years = Counter(network.nodes[paper].get("year") for paper in papers)
    without = years.pop(None, 0)
    rows: list[tuple[int | str, int]] = sorted(years.items())
    return Finding(Table(name, ("year", "papers"), (*rows, *([("unknown", without)] if without else []))))


def count_venues(network: nx.Graph, *, name: str) -> Finding:
    """Count the papers of each venue, editions summed under their series."""
    papers = Dated(network).held()
    counted = sorted(papers, key=lambda series: (-len(papers[series]), name_of(network, series), series))
    rows = tuple((name_of(network, series), len(papers[series]), series) for series in counted)
    return Finding(Table(name, ("venue", "papers", "iri"), rows))
