"""What venues are about: compared with other venues, and from year to year."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import log

import networkx as nx

from kg.analytics.dated import FEW, SURE, THEMES, Dated
from kg.analytics.history import SHIFTED, compare
from kg.analytics.tables import Cell, Finding, Table, name_of
from kg.lexicons import is_general
from kg.model import Kind

TELLING = 5
"""Most things that are listed for a venue."""


def profile(network: nx.Graph, *, name: str) -> Finding:
    """List for each venue what a larger share of its papers is about than of the papers at other venues.

    The logarithm of the odds ratio, with half a paper added to each count, tells how much larger the share is, and its
    standard deviations how sure that is.
    """
    held = _held(network)
    everywhere = {paper for papers in held.values() for paper in papers}
    about: dict[str, list[str]] = defaultdict(list)
    totals: dict[str, int] = {}
    for node, papers in _themes(network).items():
        at_venues = papers & everywhere
        totals[node] = len(at_venues)
        for paper in at_venues:
            about[paper].append(node)
    rows: list[tuple[Cell, ...]] = []
    for venue in sorted(held, key=lambda one: (-len(held[one]), name_of(network, one), one)):
        here, others = len(held[venue]), len(everywhere) - len(held[venue])
        found: list[tuple[Cell, ...]] = []
        for node, own in Counter(node for paper in held[venue] for node in about[paper]).items():
            elsewhere = totals[node] - own
            ratio, sure = _odds((own, here), (elsewhere, others))
            if own >= FEW and others >= FEW and sure >= SURE:
                told = (name_of(network, venue), name_of(network, node), network.nodes[node]["kind"])
                found.append((*told, own, here, elsewhere, others, round(ratio, 2), round(sure, 1), node))
        found.sort(key=lambda row: (-float(row[8]), -int(row[3]), row[1], row[9]))
        rows += found[:TELLING]
    columns = (
        "venue",
        "about",
        "kind",
        "papers",
        "of papers",
        "elsewhere",
        "of papers elsewhere",
        "log odds",
        "deviations",
        "iri",
    )
    return Finding(Table(name, columns, tuple(rows)))


def shift_venues(network: nx.Graph, *, name: str) -> Finding:
    """Compare for each venue the last two years with enough papers, as `shift` does for all venues together."""
    rows: list[tuple[Cell, ...]] = []
    told = []
    number = 0
    held = _held(network)
    for venue in sorted(held, key=lambda one: (-len(held[one]), name_of(network, one), one)):
        dated = Dated(network, held[venue])
        last = dated.last(2)
        if len(last) == 2:
            number += 1
            found, _ = compare(dated, (last[0], last[1]))
            rows += [(name_of(network, venue), *row) for row in found]
            told += [f"{name_of(network, venue)}: {dated.rests_on(*last)}."] if found else []
    compared = f"{number:,} {'venue has' if number == 1 else 'venues have'} two years with {FEW} or more papers."
    return Finding(Table(name, ("venue", *SHIFTED), tuple(rows), " ".join((compared, *told))))


def _held(network: nx.Graph) -> dict[str, set[str]]:
    """Return the papers of each venue that has enough of them."""
    return {venue: papers for venue, papers in Dated(network).held().items() if len(papers) >= FEW}


def _themes(network: nx.Graph) -> dict[str, set[str]]:
    """Return the papers of each thing that papers are about, without headings that any note could have."""
    dated = Dated(network)
    nodes = (node for kind in THEMES for node in dated.all(kind) if not is_general(name_of(network, node)))
    found = {node: set(dated.near(node, Kind.PAPER)) for node in nodes}
    return {node: papers for node, papers in found.items() if len(papers) >= FEW}


def _odds(own: tuple[int, int], other: tuple[int, int]) -> tuple[float, float]:
    """Return the logarithm of an odds ratio, and its standard deviations.

    >>> ratio, sure = _odds((3, 4), (1, 8))
    >>> round(ratio, 2), round(sure, 2)
    (2.46, 1.86)
    """
    cells = [count + 0.5 for having, total in (own, other) for count in (having, total - having)]
    ratio = log(cells[0] / cells[1]) - log(cells[2] / cells[3])
    return ratio, ratio / sum(1 / cell for cell in cells) ** 0.5
