"""How a map is drawn: look of each kind, size and place of each node, what is shown at first."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

import networkx as nx

from kg import terms
from kg.analytics import divide_network
from kg.model import Kind
from kg.publishing.topicmap.content import Content, short
from kg.publishing.topicmap.layout import Box, lay_out, rings

BUDGET = 2000
"""Nodes drawn at first; a browser without a graphics card needs half a second for as many."""
LINE = 19
"""Characters on a line of a label."""
HUB = 40
"""Links of a node with more than this many are drawn faintly."""
SPACING = 16
"""Between the small nodes around another, in pixels."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the nodes of some kinds are drawn, and named in the legend."""

    name: str
    title: str
    kinds: tuple[Kind, ...]
    shape: str
    color: str
    size: float
    growth: float
    """Added to the size, times the square root of the links."""
    font: int


LOOKS: tuple[Look, ...] = (
    Look("topic", "Topics", (Kind.TOPIC,), "hexagon", "#E69F00", 16, 3.0, 14),
    Look("venue", "Venues", (Kind.VENUE, Kind.EDITION, Kind.PERIODICAL), "star", "#D55E00", 17, 1.2, 14),
    Look("session", "Sessions", (Kind.SESSION,), "triangle", "#8C6D31", 12, 1.2, 12),
    Look("award", "Awards", (Kind.AWARD,), "triangleDown", "#C9A800", 12, 1.2, 12),
    Look("org", "Organisations", (Kind.ORG,), "triangle", "#7F7F7F", 11, 1.2, 12),
    Look("task", "Tasks", (Kind.TASK,), "triangleDown", "#56B4E9", 12, 1.2, 12),
    Look("dataset", "Datasets", (Kind.DATASET,), "square", "#00796B", 11, 1.2, 12),
    Look("method", "Methods", (Kind.METHOD,), "diamond", "#009E73", 12, 1.2, 12),
    Look("paper", "Papers", (Kind.PAPER,), "square", "#0072B2", 10, 0.6, 12),
    Look("work", "Other works", (Kind.WORK,), "square", "#8DA9C4", 9, 0.6, 11),
    Look("person", "Authors", (Kind.PERSON,), "dot", "#CC79A7", 6, 1.5, 11),
)
"""In the order in which they are shown while there is room. Told apart by colour (after Okabe and Ito) and by shape."""

WEIGHTS: Mapping[str, float] = {terms.ABOUT: 2, terms.PRESENTED_AT: 0.1, terms.IS_PART_OF: 0.2, terms.SUPER_EVENT: 0.5}
"""How strongly a link keeps two nodes together; a venue has papers of all topics, so it divides none."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Nodes and links as vis-network takes them; a node's id is its place in `iris`."""

    iris: tuple[str, ...]
    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]
    shown: tuple[str, ...]
    """Names of the looks that are shown at first."""


def draw(content: Content) -> Drawing:
    """Choose what is shown at first, place every node, and give each its look."""
    iris = tuple(content.things)
    network = _network(content)
    looks = {iri: _LOOK[str(content.things[iri]["kind"])] for iri in iris}
    shown = _choose(looks)
    around = _around(network, _anchors(network, {iri for iri in iris if looks[iri].name in shown}))
    sizes = {iri: _size(looks[iri], network.degree(iri)) for iri in iris}
    labels = {iri: _label(content.things[iri]) for iri in iris}
    small = {iri for guests in around.values() for iri in guests}
    places = _places(network, around, sizes, labels, looks)
    number = {iri: place for place, iri in enumerate(iris)}
    nodes = [
        {
            "id": number[iri],
            "label": labels[iri],
            "group": looks[iri].name,
            "x": places[iri][0],
            "y": places[iri][1],
            "size": round(min(sizes[iri], 6) if iri in small else sizes[iri], 1),
            "font": {"size": 11 if iri in small else _font(looks[iri], network.degree(iri))},
            "mass": _importance(looks[iri], network.degree(iri)),
        }
        for iri in iris
    ]
    edges = [
        {"id": place, "from": number[a], "to": number[b], "faint": max(network.degree(a), network.degree(b)) > HUB}
        for place, (a, b) in enumerate(network.edges())
    ]
    return Drawing(iris, nodes, edges, shown)


def _network(content: Content) -> nx.Graph:
    network = nx.Graph()
    network.add_nodes_from(content.things)
    for subject, predicate, target in content.links():
        if subject != target:
            weight = WEIGHTS.get(predicate, 1.0) + network.get_edge_data(subject, target, {}).get("weight", 0)
            network.add_edge(subject, target, weight=weight)
    return network


def _choose(looks: Mapping[str, Look]) -> tuple[str, ...]:
    """Name the looks shown at first: in order, as long as the budget lasts; the first that has nodes always."""
    counts: dict[str, int] = defaultdict(int)
    for look in looks.values():
        counts[look.name] += 1
    shown: list[str] = []
    total = 0
    for look in LOOKS:
        if counts[look.name] and (total + counts[look.name] <= BUDGET or not shown):
            shown.append(look.name)
            total += counts[look.name]
    return tuple(shown)


def _anchors(network: nx.Graph, shown: set[str]) -> list[str]:
    """Give the nodes that are laid out by their links: those shown at first that have a link to another one."""
    return [node for node in network if node in shown and any(other in shown for other in network.adj[node])]


def _around(network: nx.Graph, main: Sequence[str]) -> dict[str, list[str]]:
    """Give each main node the other nodes that are nearest to it; what nothing leads to stands for itself."""
    around: dict[str, list[str]] = {node: [] for node in main}
    host = {node: node for node in main}
    edge = sorted(main, key=lambda node: (-network.degree(node), node))
    while edge:
        reached = []
        for node in edge:
            for other in sorted(network.adj[node]):
                if other not in host:
                    host[other] = host[node]
                    around[host[node]].append(other)
                    reached.append(other)
        edge = reached
    around.update((node, []) for node in network if node not in host)
    return around


def _places(
    network: nx.Graph,
    around: Mapping[str, Sequence[str]],
    sizes: Mapping[str, float],
    labels: Mapping[str, str],
    looks: Mapping[str, Look],
) -> dict[str, tuple[int, int]]:
    main = network.subgraph(around)
    guests = {node: rings(len(around[node]), inner=sizes[node] + 1.5 * SPACING, spacing=SPACING) for node in around}
    reach = {node: float(abs(points).max()) + 6 if len(points) else 0.0 for node, points in guests.items()}
    boxes = {
        node: _box(labels[node], sizes[node], _font(looks[node], network.degree(node)), reach[node]) for node in around
    }
    division = divide_network(main)
    groups = [*division.communities, *division.small, *([division.alone] if division.alone else [])]
    places = lay_out(groups, sorted(map(_pair, main.edges())), boxes)
    for node, points in guests.items():
        x, y = places[node]
        for guest, (dx, dy) in zip(around[node], points, strict=True):
            places[guest] = (round(x + dx), round(y + dy))
    return places


def _box(label: str, size: float, font: int, reach: float) -> Box:
    lines = label.split("\n")
    width = max(max(map(len, lines)) * font * 0.29 + 6, size + 6, reach)
    return Box(width, max((2 * size + len(lines) * font * 1.25) / 2 + 8, reach))


def _pair(pair: tuple[str, str]) -> tuple[str, str]:
    return (pair[0], pair[1]) if pair[0] <= pair[1] else (pair[1], pair[0])


def _size(look: Look, degree: int) -> float:
    return min(look.size + look.growth * math.sqrt(degree), 46)


def _font(look: Look, degree: int) -> int:
    return look.font + (min(round(math.sqrt(degree)), 5) if look.name == "topic" else 0)


def _importance(look: Look, degree: int) -> int:
    """Rank nodes for the places of labels: topics before all, then the rest by links, papers before their authors."""
    return (1000 if look.name == "topic" else 0) + round(look.font * 4 + 10 * math.sqrt(degree))


def _label(thing: Mapping[str, str | float]) -> str:
    name = str(thing.get("short") or "") if thing["kind"] == Kind.PAPER.value else ""
    line = short(name or str(thing["name"]))
    if len(line) > LINE and " " not in line:
        line = _YEAR.sub(" ", line)
    return "\n".join(wrap(line, LINE, break_long_words=True)[:2])


_YEAR = re.compile(r"(?=(?<!\d)\d{4}(?!\d))")
"""Where a citation key may go to the next line."""
_LOOK = {kind.value: look for look in LOOKS for kind in look.kinds}
