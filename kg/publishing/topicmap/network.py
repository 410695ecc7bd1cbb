"""The numbered things of a map with their links, and what ties two of its regions: things that have links in both."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from kg.model import Kind
from kg.publishing.topicmap.content import Content, called
from kg.publishing.topicmap.themes import Themes

LONG = 36
"""A name with more characters than this is a sentence rather than a name."""
REPEATED = 0.5
"""How much a name counts as the label of a tie if one of the two themes has it already."""


class Network:
    """The numbered things of a map with their links, from which all views are drawn."""

    def __init__(self, content: Content, themes: Themes) -> None:
        self.iris = tuple(content.things)
        self.called = [called(thing) for thing in content.things.values()]
        self.kinds = [str(thing["kind"]) for thing in content.things.values()]
        self.years = [int(thing.get("year", 0)) for thing in content.things.values()]
        self.weights = [themes.weights[iri] for iri in self.iris]
        number = {iri: place for place, iri in enumerate(self.iris)}
        home = themes.of
        self.themes = [home.get(iri, -1) for iri in self.iris]
        part = themes.part_of
        self.parts = [part.get(iri, -1) for iri in self.iris]
        self.names = themes.names
        self.mute = [iri in themes.mute for iri in self.iris]
        self.near: list[dict[int, None]] = [{} for _ in self.iris]
        self.links: list[tuple[int, int]] = []
        said = ((number[s], number[o]) for s, _, o in content.links() if s != o)
        noted = ((number[note], number[iri]) for iri, notes in content.noted.items() if iri in number for note in notes)
        for linked, is_fact in ((said, True), (noted, False)):
            for a, b in linked:
                if is_fact and b not in self.near[a]:
                    self.links.append((a, b))
                self.near[a][b] = self.near[b][a] = None

    def since(self, thing: int) -> int:
        """Return the year of a thing: its own, or else that of its first paper; 0 if there is none."""
        years = [self.years[other] for other in self.near[thing] if self.kinds[other] == Kind.PAPER]
        return self.years[thing] or min(filter(None, years), default=0)

    def notes_of(self, thing: int) -> list[int]:
        """Return the notes that mention a thing."""
        return [other for other in self.near[thing] if self.kinds[other] == Kind.NOTE]


class Tie(NamedTuple):
    """What ties two regions, as the page takes it."""

    first: int
    second: int
    shared: int
    """How many things have links in both."""
    thing: int
    """The one that says most about what they have in common."""
    weight: float
    """How much these things tie them: one that has links in n regions counts 1/(n - 1), as in Newman's networks, so
    that what is linked with everything ties nothing in particular."""


def find_ties(network: Network, home: Sequence[int], bridging: set[str]) -> list[Tie]:
    """Find what ties themes: things that have links in several of them."""
    reaches = (
        (thing, _reach(network, home, thing))
        for thing, kind in enumerate(network.kinds)
        if kind in bridging and not network.mute[thing]
    )
    names = {number: set(name.casefold().split(", ")) for number, name in enumerate(network.names)}
    return _tie(network, reaches, names)


def find_ties_of_notes(network: Network, home: Sequence[int], bridging: set[str]) -> list[Tie]:
    """Find what ties notes: things that several of them mention."""
    filled = set(home)
    reaches = (
        (thing, dict.fromkeys(filled.intersection(network.notes_of(thing)), 1))
        for thing, kind in enumerate(network.kinds)
        if kind in bridging and not network.mute[thing]
    )
    return _tie(network, reaches, {})


def _reach(network: Network, home: Sequence[int], thing: int) -> Counter[int]:
    """Count the links of a thing in each region, with itself in its own."""
    reach = Counter(t for n in network.near[thing] if network.kinds[n] != Kind.NOTE and (t := home[n]) >= 0)
    if home[thing] >= 0:
        reach[home[thing]] += 1
    return reach


def _tie(
    network: Network, reaches: Iterable[tuple[int, Mapping[int, int]]], names: Mapping[int, Collection[str]]
) -> list[Tie]:
    """Make the ties from each thing and the number of its links in each region.

    A tie is labelled with a thing that has many links in both regions and few elsewhere, preferably one with a short
    name that is not also a name of one of the two.
    """
    counts: Counter[tuple[int, int]] = Counter()
    weights: dict[tuple[int, int], float] = defaultdict(float)
    best: dict[tuple[int, int], tuple[float, float, int]] = {}
    for thing, reach in reaches:
        share = 1 / max(len(reach) - 1, 1)
        brevity = min(1.0, LONG / len(network.called[thing])) ** 2
        for pair in combinations(sorted(reach), 2):
            both = min(reach[pair[0]], reach[pair[1]])
            new = REPEATED if any(network.called[thing].casefold() in names.get(region, ()) for region in pair) else 1.0
            counts[pair] += 1
            weights[pair] += share
            telling = (math.sqrt(both) * share * brevity * new, network.weights[thing], -thing)
            best[pair] = max(best.get(pair, telling), telling)
    return [Tie(*pair, count, -best[pair][2], round(weights[pair], 3)) for pair, count in sorted(counts.items())]
