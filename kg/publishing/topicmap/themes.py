"""The themes of a map: communities of the things that are linked, each with a name of its own, and their parts.

A map is read by its themes, so there are few of them: a community that is too small to be one joins the one it is
linked with most. What has no links is in no theme, and is listed beside the picture. An open theme is read in the same
way, by its parts.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import networkx as nx

from kg import terms
from kg.analytics.naming import name_communities
from kg.asking.telling import tells
from kg.model import Kind
from kg.publishing.topicmap.content import Content, is_key
from kg.publishing.topicmap.grouping import Bounds, divide

MOST = 18
"""Most themes of a map: as many as can be distinguished and read at once."""
THEMES = Bounds(most=MOST, least=3, resolution=0.6)
"""The usual resolution of 1 gives many small communities for few notes. The things of a theme with too few papers go to
the list if nothing links them with another theme."""
MOST_PARTS = 12
PART = 14
"""A theme has at most one part for so many things."""
FEWEST = 3
"""Fewest things that form a theme if they are linked only with each other."""
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


class Part(NamedTuple):
    """A part of a theme."""

    theme: int
    name: str
    members: tuple[str, ...]


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
    parts: tuple[Part, ...]
    """Of the themes that are large enough to have some."""

    @property
    def of(self) -> dict[str, int]:
        """The number of the theme of each thing that has one."""
        return {iri: number for number, members in enumerate(self.members) for iri in members}

    @property
    def part_of(self) -> dict[str, int]:
        """The number of the part of each thing that is in one."""
        return {iri: number for number, part in enumerate(self.parts) for iri in part.members}


def find_themes(
    content: Content, before: Mapping[str, str] | None = None, parts_before: Mapping[str, str] | None = None
) -> Themes:
    """Divide the things of a map into themes and name them; a note belongs to the theme that it mentions most.

    Args:
        content: what the map shows.
        before: the name of the earlier theme of each thing; what was together stays together, under that name.
        parts_before: the same for the parts of themes.
    """
    network = link(content)
    weights = _weigh(content, network)
    loose = {iri for part in nx.connected_components(network) if len(part) < FEWEST for iri in part}
    linked = network.subgraph(iri for iri in network if iri not in loose)
    groups, leftovers = divide(linked, THEMES, before)
    loose |= leftovers
    mute = frozenset(
        iri for iri, thing in content.things.items() if thing["kind"] in _NAMED and not tells(_name(thing))
    )
    named = _name_themes(linked, groups, mute, before or {})
    home = {iri: number for number, group in enumerate(groups) for iri in group}
    notes = _assign_notes(content, home)
    members = tuple((*group, *notes.get(number, ())) for number, group in enumerate(groups))
    lost = loose | set(notes.get(-1, ()))
    parts = tuple(
        part
        for number, group in enumerate(groups)
        for part in _find_parts(number, network.subgraph(group).copy(), mute, parts_before or {})
    )
    return Themes(named, members, tuple(sorted(lost, key=lambda iri: (-weights[iri], iri))), weights, mute, parts)


def link(content: Content) -> nx.Graph:
    """Make a network of the things of a map and the facts between them."""
    network = nx.Graph()
    network.add_nodes_from((iri, thing) for iri, thing in content.things.items() if thing["kind"] != Kind.NOTE)
    for subject, predicate, target in content.links():
        if subject != target:
            weight = WEIGHTS.get(predicate, 1.0) + network.get_edge_data(subject, target, {}).get("weight", 0)
            network.add_edge(subject, target, weight=weight)
    return network


def _name_themes(
    network: nx.Graph, groups: Sequence[Sequence[str]], mute: frozenset[str], before: Mapping[str, str]
) -> tuple[str, ...]:
    """Name themes; one whose name is of few of its papers is named after where most of them were presented."""
    names = list(_name_groups(network, groups, mute, before))
    for number, group in enumerate(groups):
        met = _met(network, names[number], group)
        if met not in {"", *names}:
            names[number] = met
    return tuple(names)


def _name_groups(
    network: nx.Graph, groups: Sequence[Sequence[str]], mute: frozenset[str], before: Mapping[str, str]
) -> tuple[str, ...]:
    """Name groups after their informative things; a group without any, after what it has."""
    telling = [[iri for iri in group if iri not in mute] or list(group) for group in groups]
    kept = {iri: name for iri, name in before.items() if all(tells(part) for part in name.split(", "))}
    shown = network.subgraph(iri for group in telling for iri in group)
    return name_communities(shown, telling, before=kept)


def _find_parts(theme: int, network: nx.Graph, mute: frozenset[str], before: Mapping[str, str]) -> Iterator[Part]:
    """Divide the network of a theme; nothing if it is small or hangs together."""
    bounds = Bounds(most=min(MOST_PARTS, len(network) // PART), least=2)
    if bounds.most < 2:
        return
    kept = {iri: before[iri] for iri in network if iri in before}
    groups, leftovers = divide(network, bounds, kept)
    if len(groups) < 2:
        return
    groups[0] = sorted({*groups[0], *leftovers})
    names = _name_groups(network, groups, mute, kept)
    for name, group in zip(names, groups, strict=True):
        yield Part(theme, name, tuple(group))


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
