"""Papers by year, and among which of them a thing can be compared; how many things and papers there are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

import networkx as nx

from kg.analytics.tables import Finding, Table, name_of
from kg.lexicons import is_general
from kg.model import Kind

FEW = 3
"""Fewest papers of a burst, of a shift, and of a year that is compared."""
SURE = 1.0
"""Smallest difference that is listed, in standard deviations."""
THEMES = (Kind.TOPIC, Kind.METHOD, Kind.TASK, Kind.DATASET)
"""Kinds of things that papers are about."""
LIST = 10
"""A note with this many papers or more is a list, with headings and words of its own."""
MEANINGFUL = 30
"""With fewer papers, neither a trend nor a gap means anything."""
ONE_SIDED = 0.9
"""A list with this share of its papers from one year is about that year."""
_PLACES = (Kind.EDITION, Kind.PERIODICAL, Kind.VENUE)


class Dated:
    """The papers of a network that have a year.

    Args:
        network: the view `history`.
        papers: those to look at; all by default.
    """

    def __init__(self, network: nx.Graph, papers: Iterable[str] | None = None) -> None:
        self.network = network
        known = sorted(self.all(Kind.PAPER) if papers is None else papers)
        self.years = {paper: int(network.nodes[paper]["year"]) for paper in known if "year" in network.nodes[paper]}
        self.undated = len(known) - len(self.years)
        self.papers = Counter(self.years.values())
        notes = {note: self._dated(note) for note in self.all(Kind.NOTE)}
        self._lists = {note: papers for note, papers in notes.items() if len(papers) >= LIST}
        self._unlisted = frozenset(self.years).difference(*self._lists.values())
        self._series: dict[str, list[str]] = {}
        self._among: dict[tuple[str, ...], tuple[frozenset[str], Counter[int]]] = {}

    def all(self, kind: Kind) -> list[str]:
        """Return the things of a kind."""
        return sorted(node for node, found in self.network.nodes(data="kind") if found == kind.value)

    def near(self, node: str, *kinds: Kind) -> list[str]:
        """Return the neighbours of a node that are of the given kinds."""
        return sorted(n for n in set(self.network.adj[node]) if self.network.nodes[n].get("kind") in kinds)

    def _dated(self, node: str) -> frozenset[str]:
        return frozenset(paper for paper in self.network.adj[node] if paper in self.years)

    def of(self, node: str) -> Counter[int]:
        """Count the papers of a thing by year."""
        return Counter(self.years[paper] for paper in self._dated(node))

    def last(self, number: int) -> tuple[int, ...]:
        """Return the last years with enough papers to compare."""
        return tuple(sorted(year for year, count in self.papers.items() if count >= FEW)[-number:])

    def compared(self, node: str) -> tuple[Counter[int], Counter[int]]:
        """Count by year the papers of a thing, and all papers that could have it.

        If a list of papers has no heading or word for a thing, none of its papers can have it; if all its papers have
        it, the list was made of such papers. Neither says how common the thing is. So only two groups count: papers of
        lists that mention the thing for some of their papers, and papers in no list.
        """
        own = self._dated(node)
        telling = tuple(n for n in self.near(node, Kind.NOTE) if n in self._lists and not self._lists[n] <= own)
        if telling not in self._among:
            among = self._unlisted.union(*(self._lists[note] for note in telling))
            self._among[telling] = among, Counter(self.years[paper] for paper in among)
        among, counts = self._among[telling]
        return Counter(self.years[paper] for paper in own & among), counts

    def themes(self, *kinds: Kind) -> dict[str, Counter[int]]:
        """Count by year the papers of each thing of the given kinds, except headings that any note could have."""
        near = {node for paper in self.years for node in self.network.adj[paper]}
        nodes = sorted(node for node in near if self.network.nodes[node].get("kind") in kinds)
        return {node: self.of(node) for node in nodes if not is_general(name_of(self.network, node))}

    def venues(self, paper: str) -> list[str]:
        """Return the series, journals and books in which a paper was published."""
        found: set[str] = set()
        for place in self.near(paper, *_PLACES):
            if place not in self._series:
                is_edition = self.network.nodes[place]["kind"] == Kind.EDITION.value
                self._series[place] = (is_edition and self.near(place, Kind.VENUE)) or [place]
            found.update(self._series[place])
        return sorted(found)

    def held(self) -> dict[str, set[str]]:
        """Return the papers of each series, journal and book."""
        held = defaultdict[str, set[str]](set)
        for paper in self.all(Kind.PAPER):
            for venue in self.venues(paper):
                held[venue].add(paper)
        return held

    def rests_on(self, *years: int) -> str:
        """Return how many papers there are from each year, and how many notes mention them."""
        told = []
        for year in years:
            papers = [paper for paper, of in self.years.items() if of == year]
            notes = {note for paper in papers for note in self.near(paper, Kind.NOTE)}
            told.append(f"{year}: {_counted(papers, 'paper')} in {_counted(notes, 'note')}")
        return "; ".join(told)

    def caution(self) -> str:
        """Return why numbers over the years say little in these notes; "" if they can be taken as they are."""
        if small := too_small(self.papers.total() + self.undated):
            return small
        last = self.last(2)
        if len(last) < 2:
            about = f"nearly all papers with a year are from {last[0]}" if last else "hardly any paper has a year"
            return f"There is nothing to compare: {about}."
        one_sided = frozenset(
            paper for papers in self._lists.values() for paper in papers if self._is_one_sided(papers)
        )
        of_both = [paper for paper, year in self.years.items() if year in last]
        if 2 * len(one_sided.intersection(of_both)) < len(of_both):
            return ""
        return (
            f"Most papers of {last[0]} and {last[1]} are in lists about one year each: "
            "the numbers show what was listed, not how the field changed."
        )

    def _is_one_sided(self, papers: frozenset[str]) -> bool:
        return max(Counter(self.years[paper] for paper in papers).values()) >= ONE_SIDED * len(papers)

    def left_out(self) -> str:
        """Return how many papers have no year; "" if all have one."""
        if not self.undated:
            return ""
        return (
            f"{_counted(range(self.undated), 'paper')} without a year {'is' if self.undated == 1 else 'are'} left out."
        )


def too_small(papers: int) -> str:
    """Return why a number of papers is too small for a trend or a gap; "" if it is large enough.

    >>> too_small(4), too_small(400)
    ('There are only 4 papers: too few for a trend or a gap to mean much.', '')
    """
    if papers >= MEANINGFUL:
        return ""
    counted = f"{'is' if papers == 1 else 'are'} only {_counted(range(papers), 'paper')}"
    return f"There {counted}: too few for a trend or a gap to mean much."


def warn(network: nx.Graph, *, name: str) -> Finding:
    """List what the other measures cannot tell in these notes.

    Args:
        network: the view `history`.
        name: of the table.
    """
    dated = Dated(network)
    small = too_small(dated.papers.total() + dated.undated)
    rows = [(about, said) for about, said in (("years", dated.caution()), ("gaps", small)) if said]
    return Finding(Table(name, ("about", "caution"), tuple(rows)))


def _counted(some: Iterable[object], word: str) -> str:
    number = len(list(some))
    return f"{number:,} {word}{'s' * (number != 1)}"


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
