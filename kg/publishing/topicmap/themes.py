"""The themes of a map: communities of the things that are linked, each with a name of its own, and their parts.

Papers are linked by what they are about, also by words that their titles share. A map is read by its themes, so there
are few of them: a community that is too small to be one joins the one it is linked with most. What has no links, and a
community without a subject that several of its papers share, is in no theme, and is listed beside the picture. An open
theme is read in the same way, by its parts.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import networkx as nx

from kg import origin, settings, terms
from kg.analytics import themes as analytics
from kg.analytics.grouping import Bounds, divide
from kg.analytics.project import WEIGHTS
from kg.analytics.themes import TITLE_WORDS, Theming, Wishes
from kg.model import Iri, Kind
from kg.pipeline import read_decisions
from kg.publishing.topicmap.content import Content
from kg.publishing.topicmap.memory import drawn
from kg.telling import tells

MOST_PARTS = 12
PART = 14
"""A theme has at most one part for so many things."""
UNTITLED = 0.4
"""Weight of a paper whose title no note gives: a citation key says little on a map."""
_NAMED = (Kind.TOPIC, Kind.TASK, Kind.METHOD, Kind.DATASET, Kind.SESSION)
"""Kinds whose names in notes may not be names at all; papers have titles, and people have names."""


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
    found: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Those that the user calls otherwise or has merged, as they were found."""

    @property
    def of(self) -> dict[str, int]:
        """The number of the theme of each thing that has one."""
        return {iri: number for number, members in enumerate(self.members) for iri in members}

    @property
    def part_of(self) -> dict[str, int]:
        """The number of the part of each thing that is in one."""
        return {iri: number for number, part in enumerate(self.parts) for iri in part.members}


def find_themes(
    content: Content,
    before: Mapping[str, str] | None = None,
    parts_before: Mapping[str, str] | None = None,
    wishes: Wishes | None = None,
) -> Themes:
    """Divide the things of a map into themes and name them; a note belongs to the theme that it mentions most.

    Args:
        before: the name of the earlier theme of each thing; what was together stays together, under that name.
        parts_before: the same for the parts of themes.
        wishes: what the user wants of themes.
    """
    things = link(content)
    weights = _weigh(content, things)
    division = analytics.find_themes(things, before=before, wishes=wishes)
    groups = [theme.members for theme in division.themes]
    home = {iri: number for number, group in enumerate(groups) for iri in group}
    notes = _assign_notes(content, home)
    members = tuple((*group, *notes.get(number, ())) for number, group in enumerate(groups))
    placed = {iri for group in members for iri in group}
    lost = sorted(content.things.keys() - placed, key=lambda iri: (-weights[iri], iri))
    mute = frozenset(
        iri for iri, thing in content.things.items() if thing["kind"] in _NAMED and not tells(str(thing["name"]))
    )
    parts = tuple(
        part for number, group in enumerate(groups) for part in _find_parts(number, group, division, parts_before or {})
    )
    names = tuple(theme.name for theme in division.themes)
    shown = {theme.members for theme in division.themes}
    called = {one.name: one.members for one in division.found if one.name not in names or one.members not in shown}
    return Themes(names, members, tuple(lost), weights, mute, parts, called)


def link(content: Content) -> nx.Graph:
    """Make the `map` view of a graph from the things of a map and the facts between them."""
    network = nx.Graph(broader=content.broader())
    network.add_nodes_from((iri, thing) for iri, thing in content.things.items() if thing["kind"] != Kind.NOTE)
    for subject, predicate, target in content.links():
        if subject != target and predicate in WEIGHTS:
            weight = WEIGHTS[Iri(predicate)] + network.get_edge_data(subject, target, {}).get("weight", 0)
            network.add_edge(subject, target, weight=weight)
    return network


def _find_parts(
    theme: int, members: Sequence[str], division: analytics.Division, before: Mapping[str, str]
) -> Iterator[Part]:
    """Divide the network of a theme; nothing if it is small or hangs together."""
    bounds = Bounds(most=min(MOST_PARTS, len(members) // PART), least=2)
    if bounds.most < 2:
        return
    network = division.network
    near = {node for iri in members for node in network.adj[iri] if network.nodes[node]["kind"] == TITLE_WORDS}
    kept = {iri: before[iri] for iri in members if iri in before}
    groups, _ = divide(network.subgraph({*members, *near}).copy(), bounds, kept)
    names = analytics.name_groups(groups, division.subjects, kept)
    named = [(name, {*group}.intersection(members)) for name, group in zip(names, groups, strict=True) if name]
    if len(named) < 2:
        return
    named[0][1].update(set(members).difference(*(group for _, group in named)))
    for name, group in named:
        yield Part(theme, name, tuple(sorted(group)))


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
        if "shown" in thing:
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


def wishes(notes: Path | None) -> Wishes:
    """Read what the user wants of the themes of some notes, from `kg.toml` and `decisions.toml` beside them.

    Args:
        notes: where the notes are; None if that is not known.

    Raises:
        SettingsError: a file cannot be read, or is wrong.
    """
    if notes is None:
        return Wishes()
    return Wishes(settings.find(notes).themes, read_decisions(notes).themes())


def theming_of(graph: Path) -> Theming:
    """Return what is known of the themes of a graph: those of its topic map, or else what the user wants."""
    return Theming(drawn(graph).themes, wishes=wishes_of(graph))


def wishes_of(graph: Path) -> Wishes:
    """Read what the user wants of the themes of a graph, whose folder knows where the notes are; see `wishes`."""
    return wishes(origin.find(graph))
