"""How two things are connected: the shortest ways along the facts of a graph, each step with its sentence.

The search goes from both ends, one level of links at a time, on the side that has fewer things to look at; it looks at
nothing else. Things that tie anything to anything (venues, crowded topics) end a search and are not passed: a way
through one of them counts only when there is no other.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kg.asking.knowledge import Knowledge
from kg.asking.relations import NOWHERE, Link, Relations
from kg.asking.sentences import Passage
from kg.asking.subjects import Subject, as_subject

LONGEST = 6
_MOST = 3_000
"""Things that are looked at before the search gives up."""
_NEAR = 150
"""Things of a level that are looked at once more, for ways that are one step longer than the shortest."""
_TRIED = 4_000
"""Ways that are weighed."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A thing on a path."""

    iri: str
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Step:
    """From one thing to the next."""

    source: Stop
    words: str
    """The fact, as said from the source."""
    target: Stop
    predicate: str
    passage: Passage | None
    confidence: float | None
    """Of the fact at the passage, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Way:
    """Steps from one thing to another."""

    source: Stop
    steps: tuple[Step, ...]
    length: float
    """How long it is when weak ties and much-tied things count for more than their steps."""
    hubs: tuple[Stop, ...]
    """Things on it that tie so many that it says little."""


@dataclass(frozen=True, slots=True)
class Connection:
    """How two subjects are connected."""

    source: Stop
    target: Stop
    subjects: tuple[Subject, ...]
    """Both."""
    ways: tuple[Way, ...]
    """The closest first; none when there is no way that is short enough."""
    together: tuple[Passage, ...]
    """Sentences that name both."""
    only_hubs: bool
    """Whether every way goes through a thing that ties anything to anything."""
    complete: bool
    """Whether everything within reach was looked at."""


def connect(
    knowledge: Knowledge, source: Subject | str, target: Subject | str, *, longest: int = LONGEST, limit: int = 3
) -> Connection:
    """Find how two subjects are connected: from any thing of one to any of the other.

    Args:
        longest: maximum number of steps in a path.
        limit: number of paths to return; 0 for all that were weighed.
    """
    relations = Relations(knowledge)
    subjects = as_subject(knowledge.store, source), as_subject(knowledge.store, target)
    first, second = (Stop(one.iri, one.kind, one.name) for one in subjects)
    found = _Meeting(relations, *(one.iris for one in subjects))
    found.search(longest)
    together = tuple(knowledge.together(*(one.iris for one in subjects))[:3])
    for hubs in (False, True):
        routes = found.routes(longest, through_hubs=hubs)
        if routes:
            ways = tuple(_ways(knowledge, relations, routes[: limit or None]))
            return Connection(first, second, subjects, ways, together, hubs, found.complete)
    return Connection(first, second, subjects, (), together, False, found.complete)


def verdict(found: Connection, longest: int) -> str:
    """Return a sentence on how two things are connected."""
    ends = f"{found.source.name} and {found.target.name}"
    if not found.ways:
        rest = "" if found.complete else " Not all paths were tried, because both have too many connections."
        return f"No path of at most {longest} steps leads from {found.source.name} to {found.target.name}.{rest}"
    if found.only_hubs:
        hubs = sorted({hub.name for way in found.ways for hub in way.hubs})
        return f"{ends} are connected only through things with very many connections: {', '.join(hubs)}."
    steps = min(len(way.steps) for way in found.ways)
    return f"{ends} are {steps} step{'s' * (steps != 1)} apart."


class _Meeting:
    """A search from two subjects, each with its things, towards each other."""

    def __init__(self, relations: Relations, source: Sequence[str], target: Sequence[str]) -> None:
        self._relations = relations
        self._ends = (source, target)
        self._depth: tuple[dict[str, int], dict[str, int]] = (dict.fromkeys(source, 0), dict.fromkeys(target, 0))
        self._links: dict[str, dict[str, list[Link]]] = defaultdict(lambda: defaultdict(list))
        self.complete = True

    def search(self, longest: int) -> None:
        """Look at links, level by level, until the two sides meet, and once more where that is cheap."""
        frontiers = [[*end] for end in self._ends]
        levels = [0, 0]
        met = False
        while sum(levels) < longest and any(frontiers):
            side = min((0, 1), key=lambda one: (not frontiers[one], len(frontiers[one])))
            if met and len(frontiers[side]) > _NEAR:
                return
            frontiers[side] = [one for one in frontiers[side] if self._passes(one, through_hubs=False)]
            if not frontiers[side]:
                continue
            if sum(map(len, self._depth)) > _MOST:
                self.complete = False
                return
            levels[side] += 1
            frontiers[side] = self._advance(side, frontiers[side], levels[side])
            if met:
                return
            met = self._have_met()

    def _advance(self, side: int, frontier: Sequence[str], level: int) -> list[str]:
        reached = self._depth[side]
        after: list[str] = []
        for thing in frontier:
            for link in self._relations.of(thing):
                other = link.other(thing)
                self._add(link)
                if other not in reached:
                    reached[other] = level
                    after.append(other)
        return after

    def _add(self, link: Link) -> None:
        for one, other in ((link.subject, link.object), (link.object, link.subject)):
            if link not in self._links[one][other]:
                self._links[one][other].append(link)

    def _have_met(self) -> bool:
        both = self._depth[0].keys() & self._depth[1].keys()
        return any(self._is_end(thing) or not self._relations.is_hub(thing) for thing in both)

    def routes(self, longest: int, *, through_hubs: bool) -> list[tuple[float, tuple[str, ...]]]:
        """Return the ways that were found, each as its things, the closest first."""
        away = self._away(self._ends[1], through_hubs=through_hubs)
        nearest = min((away[source] for source in self._ends[0] if source in away), default=longest + 1)
        if nearest > longest:
            return []
        found = []
        for number, route in enumerate(self._walk(away, min(nearest + 1, longest))):
            if number == _TRIED:
                break
            found.append((self._length(route), route))
        return sorted(found)

    def _passes(self, thing: str, *, through_hubs: bool) -> bool:
        return self._is_end(thing) or through_hubs or not self._relations.is_hub(thing)

    def _is_end(self, thing: str) -> bool:
        return any(thing in end for end in self._ends)

    def _away(self, target: Sequence[str], *, through_hubs: bool) -> dict[str, int]:
        """Return how many steps things are from the target, along what was looked at."""
        away = dict.fromkeys(target, 0)
        waiting = deque(target)
        while waiting:
            thing = waiting.popleft()
            for other in self._links[thing]:
                if other not in away and self._passes(other, through_hubs=through_hubs):
                    away[other] = away[thing] + 1
                    waiting.append(other)
        return away

    def _walk(self, away: Mapping[str, int], most: int) -> Iterator[tuple[str, ...]]:
        """Yield the ways of at most so many steps that pass nothing twice, and neither subject on the way."""
        source, target = self._ends
        waiting: list[tuple[str, ...]] = [(thing,) for thing in sorted(source, reverse=True) if thing in away]
        while waiting:
            route = waiting.pop()
            if route[-1] in target:
                yield route
                continue
            left, passed = most - len(route) + 1, {*route, *source}
            nexts = sorted(
                (n for n in self._links[route[-1]] if away.get(n, left) < left and n not in passed), reverse=True
            )
            waiting += [(*route, other) for other in nexts]

    def _length(self, route: Sequence[str]) -> float:
        steps = sum(min(map(self._relations.length, self.links(a, b))) for a, b in pairwise(route))
        return round(steps + sum(map(self._relations.through, route[1:-1])), 3)

    def links(self, one: str, other: str) -> list[Link]:
        """Return the links between two things, the one that means most first."""
        return sorted(self._links[one][other], key=self._relations.order)


def _ways(knowledge: Knowledge, relations: Relations, routes: Sequence[tuple[float, tuple[str, ...]]]) -> Iterator[Way]:
    chosen = {pair: _strongest(relations, *pair) for _, route in routes for pair in pairwise(route)}
    stated = relations.stated(chosen.values())
    for length, route in routes:
        steps = []
        for pair in pairwise(route):
            link = chosen[pair]
            said, found = relations.say(link, pair[0]), stated.get(link, NOWHERE)
            source, target = (_stop(knowledge, thing) for thing in pair)
            steps.append(Step(source, said, target, link.predicate, found.passage, found.confidence))
        hubs = tuple(_stop(knowledge, thing) for thing in route[1:-1] if relations.is_hub(thing))
        yield Way(_stop(knowledge, route[0]), tuple(steps), length, hubs)


def _strongest(relations: Relations, one: str, other: str) -> Link:
    links = (link for link in relations.of(one) if link.other(one) == other)
    return min(links, key=relations.order)


def _stop(knowledge: Knowledge, thing: str) -> Stop:
    return Stop(thing, knowledge.names.kind(thing), knowledge.names(thing))
