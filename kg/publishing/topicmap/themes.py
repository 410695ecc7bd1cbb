"""The themes of a map: communities of the things that are linked, each with a name of its own.

A map is read by its themes, so there are few of them: communities that are too small to be one go to that which they
are linked with most. What no link leads to is in none, and stands in a list beside the picture.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

from kg import terms
from kg.analytics import find_communities
from kg.analytics.naming import name_communities
from kg.model import Kind
from kg.publishing.topicmap.content import Content

MOST = 18
"""Themes of a map; as many can be told apart and read at once."""
COARSE = 0.6
"""How fine communities are that become themes: 1 is what is usual, and gives many small ones of a few notes."""
FEWEST = 3
"""Things that are linked with each other, but with nothing else, make a theme from this number on."""
UNTITLED = 0.6
"""What a paper counts whose title no note gives: a citation key tells little to who looks at a map."""
WEIGHTS: Mapping[str, float] = {
    terms.ABOUT: 3,
    terms.BROADER: 2,
    terms.AUTHOR: 0.5,
    terms.AFFILIATION: 0.3,
    terms.PRESENTED_AT: 0.02,
    terms.IS_PART_OF: 0.2,
    terms.SUPER_EVENT: 0.1,
    terms.AWARD: 0.1,
}
"""How strongly a link keeps two things together, 1 without a word here; a venue has papers of all topics, so it
divides none."""


@dataclass(frozen=True, slots=True)
class Themes:
    """The themes of a map, large ones first, and how much each thing matters."""

    names: tuple[str, ...]
    members: tuple[tuple[str, ...], ...]
    loose: tuple[str, ...]
    """Things that nothing connects, or next to nothing."""
    weights: Mapping[str, float]

    @property
    def of(self) -> dict[str, int]:
        """Give the number of the theme of each thing that has one."""
        return {iri: number for number, members in enumerate(self.members) for iri in members}


def find_themes(content: Content, before: Mapping[str, str] | None = None) -> Themes:
    """Divide the things of a map into themes and name them; a note belongs to the theme of most of what it names.

    Args:
        content: what the map shows.
        before: of things, the name of the theme in which they were: what was together stays together, under its name.
    """
    network = link(content)
    weights = _weigh(content, network)
    parts = [set(part) for part in nx.connected_components(network)]
    loose = {iri for part in parts if len(part) < FEWEST for iri in part}
    linked = network.subgraph(iri for iri in network if iri not in loose)
    groups = _merge(linked, _adopt(linked, find_communities(linked, resolution=COARSE, before=before)))
    named = name_communities(linked, groups, before=before)
    home = {iri: number for number, group in enumerate(groups) for iri in group}
    notes = _assign_notes(content, home)
    members = tuple((*group, *notes.get(number, ())) for number, group in enumerate(groups))
    lost = loose | set(notes.get(-1, ()))
    return Themes(named, members, tuple(sorted(lost, key=lambda iri: (-weights[iri], iri))), weights)


def link(content: Content) -> nx.Graph:
    """Make a network of the things of a map and the facts between them."""
    network = nx.Graph()
    network.add_nodes_from((iri, thing) for iri, thing in content.things.items() if thing["kind"] != Kind.NOTE)
    for subject, predicate, target in content.links():
        if subject != target:
            weight = WEIGHTS.get(predicate, 1.0) + network.get_edge_data(subject, target, {}).get("weight", 0)
            network.add_edge(subject, target, weight=weight)
    return network


def _adopt(network: nx.Graph, found: Sequence[Sequence[str]]) -> list[list[str]]:
    """Give what is in no community to that which it is linked with most."""
    groups = [list(members) for members in found]
    home = {iri: number for number, members in enumerate(groups) for iri in members}
    while left := [iri for iri in network if iri not in home and any(other in home for other in network.adj[iri])]:
        for iri in left:
            ties: Counter[int] = Counter()
            for other, link in network.adj[iri].items():
                if other in home:
                    ties[home[other]] += link["weight"]
            home[iri] = min(ties, key=lambda number: (-ties[number], number))
            groups[home[iri]].append(iri)
    return groups


def _merge(network: nx.Graph, found: Sequence[Sequence[str]]) -> list[list[str]]:
    """Give small communities to those that they are linked with most, until no more are left than can be read."""
    groups = {number: list(members) for number, members in enumerate(found)}
    home = {iri: number for number, members in groups.items() for iri in members}
    ties: dict[int, Counter[int]] = defaultdict(Counter)
    for a, b, weight in network.edges(data="weight"):
        if home[a] != home[b]:
            ties[home[a]][home[b]] += weight
            ties[home[b]][home[a]] += weight
    while len(groups) > MOST:
        small = min(groups, key=lambda number: (len(groups[number]), -number))
        near = ties.pop(small, Counter())
        others = [number for number in near if number in groups and number != small]
        into = max(others, key=lambda n: (near[n] / len(groups[n]), -n), default=None)
        if into is None:
            into = max((n for n in groups if n != small), key=lambda n: (len(groups[n]), -n))
        groups[into] += groups.pop(small)
        for other, weight in near.items():
            if other in groups and other != into:
                ties[into][other] += weight
                ties[other][into] += weight
    return sorted((sorted(members) for members in groups.values()), key=lambda group: (-len(group), group))


def _weigh(content: Content, network: nx.Graph) -> dict[str, float]:
    """Say how much each thing matters: by places that speak of it and links; the authors of a paper add nothing."""
    weights: dict[str, float] = defaultdict(float)
    for fact in content.facts:
        counted = len(fact.places) + fact.more
        if fact.predicate == terms.MENTIONS:
            weights[fact.subject] += math.sqrt(counted)
        elif fact.predicate == terms.REMARK:
            weights[fact.subject] += 1
        elif fact.linked:
            weights[fact.object] += _POINTED.get(fact.predicate, 1.0)
            weights[fact.subject] += 0 if fact.predicate in _POINTED else 1
    for iri, thing in content.things.items():
        if thing["kind"] == Kind.PAPER and " " not in str(thing["name"]):
            weights[iri] *= UNTITLED
        rating = thing.get("rating", 0)
        weights[iri] += 2 * float(rating) if isinstance(rating, int | float) and math.isfinite(rating) else 0
    for iri, notes in content.noted.items():
        for note in notes:
            weights[note] += 1 if iri in network else 0
    return {iri: round(weights[iri], 1) for iri in content.things}


_POINTED: Mapping[str, float] = {terms.AUTHOR: 2, terms.ABOUT: 2, terms.PRESENTED_AT: 0.1, terms.CITATION: 2}
"""Links that count for what they point at alone."""


def _assign_notes(content: Content, home: Mapping[str, int]) -> dict[int, list[str]]:
    """Give each theme the notes that speak of it most; -1 has those that speak of none."""
    spoken: dict[str, Counter[int]] = defaultdict(Counter)
    for iri, notes in content.noted.items():
        if iri in home:
            for note in notes:
                spoken[note][home[iri]] += 1
    assigned: dict[int, list[str]] = defaultdict(list)
    for iri, thing in content.things.items():
        if thing["kind"] == Kind.NOTE:
            counts = spoken[iri]
            assigned[min(counts, key=lambda number: (-counts[number], number), default=-1)].append(iri)
    return assigned
