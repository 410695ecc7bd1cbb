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
from kg.asking.telling import tells
from kg.model import Kind
from kg.publishing.topicmap.content import Content, is_key

MOST = 18
"""Most themes of a map: as many as can be distinguished and read at once."""
COARSE = 0.6
"""Resolution of the communities that become themes: the usual 1 gives many small ones for few notes."""
FEWEST = 3
"""Fewest things that form a theme if they are linked only with each other."""
LEAST = 3
"""Fewest papers of a theme, if there are papers: a smaller one joins another, or its things go to the list."""
FEW = 2
"""A theme is named after the venue of most of its papers if fewer than this are linked with its name."""
UNTITLED = 0.4
"""Weight of a paper whose title no note gives: a citation key says little on a map."""
_NAMED = (Kind.TOPIC, Kind.TASK, Kind.METHOD, Kind.DATASET, Kind.SESSION)
"""Kinds whose names in notes may not be names at all; papers have titles, and people have names."""
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
"""How strongly a link keeps two things together, by default 1; a venue has papers on all topics, so it counts
little."""


@dataclass(frozen=True, slots=True)
class Themes:
    """The themes of a map, the largest first, and the weight of each thing."""

    names: tuple[str, ...]
    members: tuple[tuple[str, ...], ...]
    loose: tuple[str, ...]
    """Things in no theme, with few or no links."""
    weights: Mapping[str, float]
    mute: frozenset[str]
    """Things with uninformative names: they represent no theme and no tie."""

    @property
    def of(self) -> dict[str, int]:
        """The number of the theme of each thing that has one."""
        return {iri: number for number, members in enumerate(self.members) for iri in members}


def find_themes(content: Content, before: Mapping[str, str] | None = None) -> Themes:
    """Divide the things of a map into themes and name them; a note belongs to the theme that it mentions most.

    Args:
        content: what the map shows.
        before: the name of the earlier theme of each thing; what was together stays together, under that name.
    """
    network = link(content)
    weights = _weigh(content, network)
    parts = [set(part) for part in nx.connected_components(network)]
    loose = {iri for part in parts if len(part) < FEWEST for iri in part}
    linked = network.subgraph(iri for iri in network if iri not in loose)
    found = _adopt(linked, find_communities(linked, resolution=COARSE, before=before))
    groups, leftovers = _merge(linked, found)
    loose |= leftovers
    mute = frozenset(
        iri for iri, thing in content.things.items() if thing["kind"] in _NAMED and not tells(_name(thing))
    )
    named = _name_themes(linked, groups, mute, before or {})
    home = {iri: number for number, group in enumerate(groups) for iri in group}
    notes = _assign_notes(content, home)
    members = tuple((*group, *notes.get(number, ())) for number, group in enumerate(groups))
    lost = loose | set(notes.get(-1, ()))
    return Themes(named, members, tuple(sorted(lost, key=lambda iri: (-weights[iri], iri))), weights, mute)


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
    """Give what is in no community to that which it is linked with most; what is linked with none is one of its own."""
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
    rest = network.subgraph(iri for iri in network if iri not in home)
    return [*groups, *map(sorted, sorted(nx.connected_components(rest), key=min))]


def _merge(network: nx.Graph, found: Sequence[Sequence[str]]) -> tuple[list[list[str]], set[str]]:
    """Give small communities to those that they are linked with most, until no more are left than can be read.

    Gives the groups, large ones first, and the leftovers: small ones that are linked with no other. How large one is
    its papers say, where there are papers.
    """
    kinds = network.nodes(data="kind")
    groups = {number: list(members) for number, members in enumerate(found)}
    papers = {number: sum(kinds[iri] == Kind.PAPER for iri in members) for number, members in groups.items()}
    ties = _tie(network, groups)
    least = LEAST if 2 * sum(count for count in papers.values() if count >= LEAST) > sum(papers.values()) else 0
    leftovers: set[str] = set()

    def size(number: int) -> tuple[int, int]:
        return papers[number], len(groups[number])

    while groups and (len(groups) > MOST or min(papers[number] for number in groups) < least):
        small = min(groups, key=lambda number: (size(number), -number))
        members, near = groups.pop(small), ties.pop(small, Counter())
        others = [number for number in near if number in groups]
        into = max(others, key=lambda n: (near[n] / len(groups[n]), -n), default=None)
        if into is None and papers[small] >= least:
            into = max(groups, key=lambda n: (len(groups[n]), -n))
        if into is None:
            leftovers.update(members)
            continue
        groups[into] += members
        papers[into] += papers[small]
        for other in others:
            if other != into:
                ties[into][other] += near[other]
                ties[other][into] += near[other]
    ordered = sorted(groups, key=lambda number: (*(-part for part in size(number)), sorted(groups[number])))
    return [sorted(groups[number]) for number in ordered], leftovers


def _tie(network: nx.Graph, groups: Mapping[int, Sequence[str]]) -> dict[int, Counter[int]]:
    """Return how strongly each group is linked with each other one."""
    home = {iri: number for number, members in groups.items() for iri in members}
    ties: dict[int, Counter[int]] = defaultdict(Counter)
    for a, b, weight in network.edges(data="weight"):
        if home[a] != home[b]:
            ties[home[a]][home[b]] += weight
            ties[home[b]][home[a]] += weight
    return ties


def _name_themes(
    network: nx.Graph, groups: Sequence[Sequence[str]], mute: frozenset[str], before: Mapping[str, str]
) -> tuple[str, ...]:
    """Name themes by what tells something; one in which nothing does by what there is."""
    telling = [[iri for iri in group if iri not in mute] or list(group) for group in groups]
    kept = {iri: name for iri, name in before.items() if all(tells(part) for part in name.split(", "))}
    shown = network.subgraph(iri for group in telling for iri in group)
    names = list(name_communities(shown, telling, before=kept))
    for number, group in enumerate(groups):
        met = _met(network, names[number], group)
        if met not in {"", *names}:
            names[number] = met
    return tuple(names)


def _met(network: nx.Graph, name: str, group: Sequence[str]) -> str:
    """Return where most papers of a theme were presented if its name is of none or of one of them; else ""."""
    kinds, called = network.nodes(data="kind"), network.nodes(data="name")
    papers = [iri for iri in group if kinds[iri] == Kind.PAPER]
    shared: Counter[str] = Counter()
    for iri in papers:
        shared.update({called[other] for other in network.adj[iri]})
    editions = {called[other] for iri in papers for other in network.adj[iri] if kinds[other] == Kind.EDITION}
    most = max(editions, key=lambda one: (shared[one], one), default="")
    few = all(shared[part] < FEW for part in name.split(", "))
    return most if few and 2 * shared[most] > len(papers) > FEW else ""


def _name(thing: Mapping[str, str | float]) -> str:
    return str(thing["name"])


def _weigh(content: Content, network: nx.Graph) -> dict[str, float]:
    """Weigh each thing by its links and the places that mention it; the authors of a paper do not count."""
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
        if thing["kind"] == Kind.PAPER and is_key(_name(thing)):
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
    """Give each theme the notes that mention it most; those that mention none go to -1."""
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
