"""What changes over time: growth, shifts and bursts; which methods are new, and what they reach year by year."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

import networkx as nx

from kg.analytics.centrality import round_to
from kg.analytics.dated import FEW, SURE, THEMES, Dated
from kg.analytics.tables import Cell, Finding, Table, head, name_of
from kg.lexicons import is_general
from kg.model import Kind

SURPRISE = 2.0
"""Fewest standard deviations of a burst above its expected number."""
MONTHS = 24
"""Growth is shown by month if the notes were written in this many months or fewer."""
UNDATED = "undated"
_GROWING = (Kind.PERSON, Kind.TOPIC, Kind.METHOD)


def grow(network: nx.Graph, *, name: str) -> Finding:
    """Count the papers of each time and what is new in them, the latest time first; what has no date comes last.

    The time is the date of the notes if half of them have one, and not all the same; else it is the year of the papers.
    """
    dated = Dated(network)
    notes = dated.all(Kind.NOTE)
    written = _written(network, notes)
    by_notes = len(set(written.values())) > 1 and 2 * len(written) >= len(notes)
    when: Mapping[str, str] = written if by_notes else {paper: str(year) for paper, year in dated.years.items()}
    source = Kind.NOTE if by_notes else Kind.PAPER
    counts = {kind: _first(dated, when, kind, source) for kind in (Kind.NOTE, Kind.PAPER, *_GROWING)}
    if not by_notes:
        counts[Kind.NOTE] = _naming(dated, when)
    rows: list[tuple[Cell, ...]] = []
    papers = 0
    for time in _in_order(counts.values()):
        papers += counts[Kind.PAPER][time]
        new = (counts[kind][time] for kind in _GROWING)
        rows.append((time, counts[Kind.NOTE][time], counts[Kind.PAPER][time], papers, *new))
    ordered = [*reversed([row for row in rows if row[0] != UNDATED]), *(row for row in rows if row[0] == UNDATED)]
    columns = ("when", "notes", "papers", "papers in all", "new people", "new topics", "new methods")
    told = (
        f"By the dates of the notes; {len(written):,} of {len(notes):,} have one."
        if by_notes
        else "By the years of the papers."
    )
    return Finding(Table(name, columns, tuple(ordered), told if rows else ""))


def _written(network: nx.Graph, notes: Iterable[str]) -> dict[str, str]:
    """Return the months of dated notes, or the years where there are many months."""
    dates = {note: str(network.nodes[note]["written"]) for note in notes if "written" in network.nodes[note]}
    months = {note: date[:7] for note, date in dates.items()}
    return months if len(set(months.values())) <= MONTHS else {note: date[:4] for note, date in dates.items()}


def _first(dated: Dated, when: Mapping[str, str], kind: Kind, source: Kind) -> Counter[str]:
    """Count the things of a kind by the first time of what names them; those that nothing dated names are undated."""
    found = Counter[str]()
    for node in dated.all(kind):
        near = [node] if kind is source else dated.near(node, source)
        if near:
            found[min((when[one] for one in near if one in when), default=UNDATED)] += 1
    return found


def _naming(dated: Dated, when: Mapping[str, str]) -> Counter[str]:
    """Count the notes that name papers of each time."""
    found: dict[str, set[str]] = defaultdict(set)
    for paper in dated.all(Kind.PAPER):
        found[when.get(paper, UNDATED)].update(dated.near(paper, Kind.NOTE))
    return Counter({time: len(notes) for time, notes in found.items()})


def _in_order(counts: Iterable[Counter[str]]) -> list[str]:
    times = {time for counter in counts for time, count in counter.items() if count}
    return [*sorted(times - {UNDATED}), *times & {UNDATED}]


def shift(network: nx.Graph, *, name: str) -> Finding:
    """Compare the last two years with enough papers: what has a larger or smaller share of them now."""
    dated = Dated(network)
    last = dated.last(2)
    if len(last) < 2:
        return Finding(Table(name, SHIFTED, (), f"There are not two years with {FEW} or more papers."))
    rows, apart = compare(dated, (last[0], last[1]))
    told = f"{dated.rests_on(*last)}. {_apart(apart)} {dated.left_out()}"
    return Finding(Table(name, SHIFTED, tuple(rows), told.strip()))


SHIFTED = (
    *("name", "kind", "years", "papers before", "of papers before", "papers after", "of papers after"),
    *("change in points", "deviations", "iri"),
)
"""Columns of the rows that `compare` gives."""


def compare(dated: Dated, years: tuple[int, int]) -> tuple[list[tuple[Cell, ...]], int]:
    """List what changed its share of the papers between two years, the surest first; count what is left out.

    A thing is compared among papers that could have it (`Dated.compared`), if there are enough from both years: a
    heading that only one year's list has is neither new nor gone. Changes of less than one standard deviation are not
    listed.
    """
    rows: list[tuple[Cell, ...]] = []
    apart = 0
    for node, counts in dated.themes(*THEMES).items():
        if sum(counts[year] for year in years) < FEW:
            continue
        own, among = dated.compared(node)
        before, after = (own[year] for year in years)
        first, second = (among[year] for year in years)
        if min(first, second) < FEW or before + after < FEW:
            apart += 1
            continue
        change = after / second - before / first
        sure = _deviations(change, before + after, first, second)
        if abs(sure) >= SURE:
            counted = (before, first, after, second, round(100 * change, 1), round(sure, 1))
            told = (name_of(dated.network, node), dated.network.nodes[node]["kind"], f"{years[0]}-{years[1]}")
            rows.append((*told, *counted, node))
    rows.sort(key=lambda row: (-abs(float(row[8])), -abs(float(row[7])), row[0], row[9]))
    return rows, apart


def _deviations(change: float, both: int, first: int, second: int) -> float:
    """Return the standard deviations of a change of a share (the test of two proportions).

    >>> round(_deviations(0.75, 3, 4, 4), 2)
    2.19
    """
    part = both / (first + second)
    return change / (part * (1 - part) * (1 / first + 1 / second)) ** 0.5 if change else 0.0


def _apart(number: int) -> str:
    if not number:
        return ""
    if number == 1:
        return "1 thing is left out because only lists about one year mention it."
    return f"{number:,} things are left out because only lists about one year mention them."


def follow(network: nx.Graph, *, name: str) -> Finding:
    """Count the papers of each topic in each year, and give their share of all; topics with the most papers first."""
    dated = Dated(network)
    found = dated.themes(Kind.TOPIC)
    rows: list[tuple[Cell, ...]] = []
    for node in sorted(found, key=lambda node: (-found[node].total(), name_of(network, node), node)):
        for year, count in sorted(found[node].items()):
            rows.append((name_of(network, node), year, count, round_to(100 * count / dated.papers[year], 3), node))
    return Finding(Table(name, ("topic", "year", "papers", "share in %", "iri"), tuple(rows), dated.left_out()))


def burst(network: nx.Graph, *, name: str) -> Finding:
    """List what had many more papers in a year than expected from its papers of all years.

    The expected number is in proportion to the papers of the year that could have it (`Dated.compared`), so that a
    heading of one year's list is not a burst. A burst is at least two standard deviations (of a Poisson distribution)
    above that, and has three or more papers.
    """
    dated = Dated(network)
    found = []
    for node in dated.themes(*THEMES):
        counts, among = dated.compared(node)
        for year, count in sorted(counts.items()):
            expected = counts.total() * among[year] / among.total()
            surprise = (count - expected) / expected**0.5
            if count >= FEW and surprise >= SURPRISE:
                told = (name_of(network, node), network.nodes[node]["kind"], year)
                found.append((*told, count, round(expected, 1), round(surprise, 1), node))
    found.sort(key=lambda row: (-row[5], row[0], row[2], row[6]))
    columns = ("name", "kind", "year", "papers", "expected", "deviations", "iri")
    return Finding(Table(name, columns, tuple(found), dated.left_out()))


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
