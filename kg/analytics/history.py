"""What changes over the years: growth, shifts, bursts, and how methods spread."""

from __future__ import annotations

from collections import Counter, defaultdict

import networkx as nx

from kg.analytics.naming import is_generic
from kg.analytics.tables import Cell, Finding, Table, name_of
from kg.model import Kind

FEW = 3
"""Papers below which nothing is a burst or a shift, and a year is not compared."""
SURPRISE = 2.0
"""Standard deviations above what was to be expected."""
_THEMES = {Kind.TOPIC.value, Kind.METHOD.value, Kind.TASK.value, Kind.DATASET.value}


def grow(network: nx.Graph, *, name: str) -> Finding:
    """Count for each year, the latest first, the papers and what comes up with them for the first time."""
    years = _years(network)
    papers = Counter(years.values())
    news: dict[str, Counter[int]] = defaultdict(Counter)
    for node, kind in network.nodes(data="kind"):
        known = [years[paper] for paper in nx.all_neighbors(network, node) if paper in years]
        if known and node not in years:
            news[kind][min(known)] += 1
    rows = []
    total = 0
    for year in sorted(papers):
        total += papers[year]
        first = (news[kind.value][year] for kind in (Kind.PERSON, Kind.TOPIC, Kind.METHOD))
        rows.append((year, papers[year], total, *first))
    return Finding(
        Table(name, ("year", "papers", "in all", "new persons", "new topics", "new methods"), tuple(reversed(rows)))
    )


def shift(network: nx.Graph, *, name: str) -> Finding:
    """Compare the last two years that have a few papers: what has a greater or a smaller part of them now."""
    years = _years(network)
    papers = Counter(years.values())
    last = sorted(year for year, count in papers.items() if count >= FEW)[-2:]
    rows: list[tuple[Cell, ...]] = []
    if len(last) == 2:
        for node, counts in _themes(network, years).items():
            before, after = (counts[year] for year in last)
            change = 100 * (after / papers[last[1]] - before / papers[last[0]])
            if before + after >= FEW:
                kind = network.nodes[node]["kind"]
                rows.append(
                    (name_of(network, node), kind, f"{last[0]}-{last[1]}", before, after, round(change, 1), node)
                )
    rows.sort(key=lambda row: (-abs(float(row[5])), row[0], row[6]))
    columns = ("name", "kind", "years", "papers before", "papers after", "change in points", "iri")
    return Finding(Table(name, columns, tuple(rows)))


def burst(network: nx.Graph, *, name: str) -> Finding:
    """List what had many more papers in a year than its papers of all years let expect.

    Expected is the part that the year has of all papers. A burst has two standard deviations more than that, as chance
    has it where things happen one by one (Poisson), and three papers.
    """
    years = _years(network)
    papers = Counter(years.values())
    found = []
    for node, counts in _themes(network, years).items():
        for year, count in sorted(counts.items()):
            expected = counts.total() * papers[year] / papers.total()
            surprise = (count - expected) / expected**0.5
            if count >= FEW and surprise >= SURPRISE:
                kind = network.nodes[node]["kind"]
                row = (name_of(network, node), kind, year, count, round(expected, 1), round(surprise, 1), node)
                found.append(row)
    found.sort(key=lambda row: (-row[5], row[0], row[2], row[6]))
    columns = ("name", "kind", "year", "papers", "expected", "deviations", "iri")
    return Finding(Table(name, columns, tuple(found)))


def spread(network: nx.Graph, *, name: str) -> Finding:
    """Say of each method in which years papers speak of it, how many, and over how many topics and venues."""
    rows: list[tuple[Cell, ...]] = []
    for node, kind in network.nodes(data="kind"):
        papers = _around(network, node, Kind.PAPER) if kind == Kind.METHOD.value else []
        years = sorted(network.nodes[paper]["year"] for paper in papers if "year" in network.nodes[paper])
        if len(papers) > 1:
            topics = {topic for paper in papers for topic in _around(network, paper, Kind.TOPIC)}
            venues = {v for p in papers for k in (Kind.EDITION, Kind.PERIODICAL) for v in _around(network, p, k)}
            first, latest = (years[0], years[-1]) if years else ("", "")
            rows.append((name_of(network, node), first, latest, len(papers), len(topics), len(venues), node))
    rows.sort(key=lambda row: (-int(row[3]), -int(row[4]), row[0], row[6]))
    return Finding(Table(name, ("method", "first", "latest", "papers", "topics", "venues", "iri"), tuple(rows)))


def _years(network: nx.Graph) -> dict[str, int]:
    """Give the years of the papers."""
    papers = (node for node, kind in network.nodes(data="kind") if kind == Kind.PAPER.value)
    return {node: network.nodes[node]["year"] for node in sorted(papers) if "year" in network.nodes[node]}


def _themes(network: nx.Graph, years: dict[str, int]) -> dict[str, Counter[int]]:
    """Give for each topic, method, task and dataset, but generic headings, the number of its papers in each year."""
    found = {}
    for node, kind in sorted(network.nodes(data="kind")):
        if kind in _THEMES and not is_generic(name_of(network, node)):
            counts = Counter(years[paper] for paper in set(nx.all_neighbors(network, node)) if paper in years)
            if counts:
                found[node] = counts
    return found


def _around(network: nx.Graph, node: str, kind: Kind) -> list[str]:
    return sorted(n for n in set(nx.all_neighbors(network, node)) if network.nodes[n].get("kind") == kind.value)
