"""The views of a map: each answers one question, with the kinds of things that it needs, by the same themes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kg.model import Kind
from kg.publishing.topicmap import layout
from kg.publishing.topicmap.memory import Spots
from kg.publishing.topicmap.network import Network, Tie, find_ties, find_ties_of_notes

CROWD = 60
"""Sharing a thing with more than this many others does not link two of them."""
KEPT = 5
"""Most links by shared things that each thing keeps, the strongest."""
NAMED = 3
"""Most shared things that are named for a link."""
_SUBJECTS = (Kind.TOPIC, Kind.TASK, Kind.METHOD, Kind.DATASET)
_METHODS = (Kind.METHOD, Kind.DATASET, Kind.TASK)


@dataclass(frozen=True, slots=True)
class View:
    """A question about the graph, and what is drawn to answer it."""

    name: str
    title: str
    question: str
    kinds: tuple[Kind, ...]
    leaders: tuple[tuple[Kind, int], ...]
    """How many things of each kind represent a theme until it is opened."""
    shared: tuple[Kind, ...] = ()
    """Things of the view are also linked when they share one of these."""
    bridges: tuple[Kind, ...] = ()
    """What ties two themes: things of these kinds that have links in both."""
    regions: str = "theme"
    """How things are grouped: by theme, by theme and year, or by the note that mentions them."""
    sized: Kind = Kind.PAPER
    """The area of a region is the number of its things of this kind; if no region has any, of all its things."""


VIEWS: tuple[View, ...] = (
    View(
        "topics",
        "Topics",
        "What are these notes about, and how is it connected?",
        (Kind.TOPIC, Kind.TASK, Kind.PAPER),
        ((Kind.TOPIC, 3), (Kind.PAPER, 4), (Kind.PERSON, 2)),
        shared=(Kind.PAPER,),
        bridges=_SUBJECTS,
    ),
    View(
        "papers",
        "Papers",
        "Which papers belong together, and why?",
        (Kind.PAPER, Kind.WORK),
        ((Kind.PAPER, 6), (Kind.WORK, 1)),
        shared=(*_SUBJECTS, Kind.PERSON),
        bridges=_SUBJECTS,
    ),
    View(
        "people",
        "People",
        "Who works on what, with whom, and who connects themes?",
        (Kind.PERSON, Kind.ORG),
        ((Kind.PERSON, 5), (Kind.ORG, 2)),
        shared=(Kind.PAPER, Kind.SESSION),
        bridges=(Kind.PERSON,),
        sized=Kind.PERSON,
    ),
    View(
        "methods",
        "Methods",
        "Which methods, data sets and tasks are there, and what builds on what?",
        _METHODS,
        ((Kind.METHOD, 4), (Kind.TASK, 2), (Kind.DATASET, 1)),
        shared=(Kind.PAPER,),
        bridges=_METHODS,
        sized=Kind.METHOD,
    ),
    View(
        "notes",
        "Notes",
        "What does each note mention, and which notes mention the same things?",
        (Kind.NOTE,),
        ((Kind.NOTE, 2), (Kind.TOPIC, 3), (Kind.METHOD, 2)),
        shared=(*_SUBJECTS, Kind.PAPER, Kind.PERSON),
        bridges=_SUBJECTS,
        sized=Kind.NOTE,
    ),
    View(
        "time",
        "Time",
        "What appeared when, and what is new?",
        (Kind.PAPER, Kind.TOPIC, Kind.METHOD),
        ((Kind.PAPER, 2), (Kind.TOPIC, 2), (Kind.METHOD, 2)),
        regions="year",
    ),
)
"""In the order of the buttons; a map opens with the first."""
FEW_NOTES = replace(
    next(view for view in VIEWS if view.name == "notes"),
    kinds=(Kind.TOPIC, Kind.TASK, Kind.METHOD, Kind.PAPER),
    leaders=((Kind.TOPIC, 4), (Kind.PAPER, 3), (Kind.METHOD, 3)),
    shared=(),
    regions="note",
    sized=Kind.PAPER,
)
"""The view of notes if they are few enough for each to have a region of its own."""
FEW = 24
"""Most notes that have regions of their own."""
GAP = 26.0
"""Space between two cells of a table."""
COLUMNS = 6
"""Most years with a column of their own; an extra column before them holds what is older."""
SPARSE = 0.02
"""Smallest share of all things that the first year with a column must have."""


@dataclass(frozen=True, slots=True)
class Link:
    """Two things of a view that are linked by a fact, or by what they share."""

    ends: tuple[int, int]
    weight: float
    shared: tuple[int, ...] = ()


def draw_views(network: Network, before: Mapping[str, Spots]) -> tuple[dict[str, Any], ...]:
    """Lay out each view for the page; regions that were drawn before stay where they were."""
    few = network.kinds.count(Kind.NOTE) <= FEW
    chosen = (FEW_NOTES if few and view.name == FEW_NOTES.name else view for view in VIEWS)
    return tuple(_draw(network, view, before.get(view.name, {})) for view in chosen)


def _draw(network: Network, view: View, before: Spots) -> dict[str, Any]:
    kinds = {kind.value for kind in view.kinds}
    chosen = [n for n, kind in enumerate(network.kinds) if kind in kinds and network.themes[n] >= 0]
    links = [] if view.regions == "year" else _links(network, view, set(chosen))
    bridges = {kind.value for kind in view.bridges}
    keys: Sequence[str] = ()
    if view.regions == "year":
        ties: list[Tie] = []
        placed = _by_year(network, chosen)
    else:
        home = network.themes if view.regions == "theme" else _by_note(network, chosen)
        ties = (
            find_ties(network, home, bridges) if view.regions == "theme" else find_ties_of_notes(network, home, bridges)
        )
        keys = network.names if view.regions == "theme" else network.iris
        inner = network.parts if view.regions == "theme" else network.themes
        placed = _by_home(network, home, _Shown(chosen, links, ties, keys, before, view.sized, inner))
    regions, groups, places, discs = placed
    return {
        "name": view.name,
        "title": view.title,
        "question": view.question,
        "leaders": [[kind.value, count] for kind, count in view.leaders],
        "by": view.regions,
        "bridges": [kind.value for kind in view.bridges],
        "sized": view.sized.value,
        "keys": [] if view.regions == "year" else [keys[int(row[0])] for row in regions],
        "regions": regions,
        "discs": discs,
        "ties": ties,
        "nodes": [number for group in groups for number in group],
        "at": [round(float(c)) for group in groups for n in group for c in places[n]],
        "in": [place for place, group in enumerate(groups) for _ in group],
        "links": [[*link.ends, round(link.weight, 2), list(link.shared)] for link in links],
    }


def _links(network: Network, view: View, chosen: set[int]) -> list[Link]:
    """Find the links of a view: facts between its things, and the strongest by what two of them share."""
    direct = {tuple(sorted(pair)): Link((min(pair), max(pair)), 1.0) for pair in network.links if {*pair} <= chosen}
    hubs = {kind.value for kind in view.shared}
    weights: dict[tuple[int, int], float] = defaultdict(float)
    through: dict[tuple[int, int], list[int]] = defaultdict(list)
    for hub, kind in enumerate(network.kinds):
        members = sorted(other for other in network.near[hub] if other in chosen) if kind in hubs else []
        if 2 <= len(members) <= CROWD:
            for pair in combinations(members, 2):
                weights[pair] += 1 / (len(members) - 1)
                through[pair].append(hub)
    best: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for pair, _ in sorted(weights.items(), key=lambda row: (-row[1], row[0])):
        if min(len(best[pair[0]]), len(best[pair[1]])) < KEPT:
            best[pair[0]].append(pair)
            best[pair[1]].append(pair)
    kept = sorted({pair for pairs in best.values() for pair in pairs} - direct.keys())
    named = {pair: sorted(through[pair], key=lambda n: (-network.weights[n], n))[:NAMED] for pair in kept}
    return [*direct.values(), *(Link(pair, weights[pair], tuple(named[pair])) for pair in kept)]


def _by_note(network: Network, chosen: Iterable[int]) -> list[int]:
    """Give each thing the note that mentions it; of several, the one that mentions the fewest things."""
    spoken = Counter(note for n in chosen for note in network.notes_of(n))
    home = [-1] * len(network.iris)
    for number in chosen:
        home[number] = min(network.notes_of(number), key=lambda note: (spoken[note], note), default=-1)
    return home


class _Placed(NamedTuple):
    """Where a view shows its things."""

    regions: list[list[float]]
    groups: list[list[int]]
    """The things in each region."""
    places: Mapping[int, tuple[float, float]]
    discs: list[list[float]]
    """Of the parts of regions: the place of the region, the number of the part, x, y and radius."""


class _Shown(NamedTuple):
    """What a view shows: its things, their links, and what ties regions; and where these were, by their keys."""

    chosen: Sequence[int]
    links: Sequence[Link]
    ties: Sequence[Tie]
    keys: Sequence[str]
    before: Spots
    sized: str
    parts: Sequence[int]
    """The number of the part of its region that each thing is in, -1 for none."""


def _by_home(network: Network, home: Sequence[int], shown: _Shown) -> _Placed:
    """Place things in discs, one for each theme or note: its number, x, y and radius.

    Args:
        home: the number of the region of each thing, -1 where it is in none.
        shown: what the view shows.
    """
    chosen, links, ties, keys, before, _, parts = shown
    filled = sorted({home[number] for number in chosen} - {-1})
    place = {number: here for here, number in enumerate(filled)}
    groups: list[list[int]] = [[] for _ in filled]
    for number in chosen:
        if home[number] >= 0:
            groups[place[home[number]]].append(number)
    inner: list[list[Link]] = [[] for _ in filled]
    for link in links:
        a, b = (home[end] for end in link.ends)
        if a == b >= 0:
            inner[place[a]].append(link)
    local = [_inside(network, group, links, parts) for group, links in zip(groups, inner, strict=True)]
    radii = layout.radii_of(_amounts(network, groups, shown.sized))
    free = radii + layout.gap_of(radii) / 2
    starts, spans = _starts(network, [place.get(number, -1) for number in home], len(filled))
    rows = [
        (place[tie.first], place[tie.second], tie.weight) for tie in ties if {tie.first, tie.second} <= place.keys()
    ]
    pairs = np.array([row[:2] for row in rows], dtype=np.int64).reshape(-1, 2)
    weights = np.array([row[2] for row in rows], dtype=np.float64)
    pulls = weights / (spans[pairs[:, 0]] * spans[pairs[:, 1]])
    known = [before.get(keys[number]) for number in filled]
    if any(known):
        centres = layout.keep_regions(known, free, (pairs, pulls))
    else:
        centres = layout.place_regions(starts, free, (pairs, pulls), weights)
    places: dict[int, tuple[float, float]] = {}
    discs: list[list[float]] = []
    for here, (group, inside, radius, centre) in enumerate(zip(groups, local, radii, centres, strict=True)):
        scale = radius / inside.radius
        for number, (x, y) in zip(group, inside.points * scale + centre, strict=True):
            places[number] = float(x), float(y)
        for part, (dx, dy, r) in inside.discs.items():
            x, y = centre + np.array([dx, dy]) * scale
            discs.append([here, part, round(float(x)), round(float(y)), round(r * scale)])
    regions: list[list[float]] = [
        [number, round(float(x)), round(float(y)), round(float(radius))]
        for number, (x, y), radius in zip(filled, centres, radii, strict=True)
    ]
    return _Placed(regions, groups, places, discs)


def _amounts(network: Network, groups: Iterable[Sequence[int]], kind: str) -> list[int]:
    """Return how much there is in each region: things of a kind, or all where no region has any of it."""
    groups = list(groups)
    counts = [sum(network.kinds[number] == kind for number in group) for group in groups]
    return counts if any(counts) else [len(group) for group in groups]


def _starts(network: Network, home: Sequence[int], count: int) -> tuple[layout.Points, layout.Points]:
    """Return where each region would lie if it were alone, and the square root of its size.

    The place follows from the things in it: one more moves it little.
    """
    homes = np.array(home, dtype=np.int64)
    inside = homes >= 0
    starts = np.zeros((count, 2))
    np.add.at(starts, homes[inside], layout.seeds(network.iris)[inside])
    spans: layout.Points = np.sqrt(np.maximum(np.bincount(homes[inside], minlength=count), 1))
    return starts / spans[:, None], spans


def _inside(network: Network, group: Sequence[int], links: Iterable[Link], parts: Sequence[int]) -> layout.Inside:
    place = {number: here for here, number in enumerate(group)}
    rows = [(place[link.ends[0]], place[link.ends[1]], link.weight) for link in links]
    ends = np.array([row[:2] for row in rows], dtype=np.int64).reshape(-1, 2)
    weights = np.array([network.weights[number] for number in group])
    pulls = (ends, np.array([row[2] for row in rows]))
    return layout.place_inside([network.iris[n] for n in group], weights, pulls, [parts[n] for n in group])


def _by_year(network: Network, chosen: Sequence[int]) -> _Placed:
    """Place things in the cells of a table: a row for each theme and a column for each year.

    A cell is number of the theme, x and y of its middle, width, height and year; the first column has all that is
    older than the others, and its year is below 0.
    """
    dated = {number: year for number in chosen if (year := network.since(number))}
    columns = _columns(Counter(dated.values()))
    column = {year: place for place, year in enumerate(columns)}
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, year in dated.items():
        cells[network.themes[number], column.get(year, 0)].append(number)
    rows = sorted({row for row, _ in cells})
    counts = np.zeros((len(rows), len(columns)), dtype=np.int64)
    for (row, place), members in cells.items():
        counts[rows.index(row), place] = len(members)
        members.sort(key=lambda n: (-network.weights[n], n))
    lefts, widths, tops, heights = _place_cells(counts)
    regions: list[list[float]] = []
    groups, places = [], {}
    for (row, place), members in sorted(cells.items()):
        left, width, top, height = lefts[place], widths[place], tops[rows.index(row)], heights[rows.index(row)]
        middle = (round(left + width / 2), round(top + height / 2))
        regions.append([row, *middle, round(width), round(height), columns[place]])
        groups.append(members)
        points = _fill_cell(len(members), width)
        places.update({n: (left + dx, top + dy) for n, (dx, dy) in zip(members, points.tolist(), strict=True)})
    return _Placed(regions, groups, places, [])


def _columns(counts: Counter[int]) -> list[int]:
    """Choose the years that have a column, with one for all that is older before them."""
    first = min((year for year, count in counts.items() if count >= SPARSE * counts.total()), default=0)
    years = sorted(year for year in counts if year >= first)[-COLUMNS:]
    return [-years[0], *years] if years and min(counts) < years[0] else years


def _place_cells(counts: NDArray[np.int64]) -> tuple[layout.Points, layout.Points, layout.Points, layout.Points]:
    """Place the cells of a table of themes (rows) and years (columns).

    Gives left edges and widths of the columns, and top edges and heights of the rows; a row is as high as its
    fullest cell needs, and cells are so wide that the table has the shape of a screen.
    """
    fullest = counts.max(axis=1, initial=1)
    across = 5
    while counts.size and across * layout.ROOM * counts.shape[1] < 1.6 * _heights(fullest, across).sum():
        across += 1
    widths = np.full(counts.shape[1], (across + 1) * layout.ROOM)
    heights = _heights(fullest, across)
    return _edges(widths), widths, _edges(heights), heights


def _heights(counts: NDArray[np.int64], across: int) -> layout.Points:
    needed: layout.Points = np.ceil(counts / across) * layout.ROOM + layout.MARGIN
    return np.maximum(needed, 0.9 * needed.mean()) if len(needed) else needed


def _fill_cell(count: int, width: float) -> layout.Points:
    """Return places in a cell, row by row from its upper left corner."""
    across = max(int((width - layout.ROOM) // layout.ROOM), 1)
    number = np.arange(count)
    return np.stack(
        [(number % across + 1) * layout.ROOM, (number // across + 0.5) * layout.ROOM + layout.MARGIN * 0.7], axis=1
    )


def _edges(sizes: layout.Points) -> layout.Points:
    edges: layout.Points = np.concatenate([[0.0], np.cumsum(sizes + GAP)[:-1]]) if len(sizes) else np.zeros(0)
    return edges
