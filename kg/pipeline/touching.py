"""What a change of some notes touches: things that are others now, notes that name them, what follows from all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from kg import iris, rdf
from kg.model import LITERATURE, Entity, Extraction, Iri, Kind, Mention, Resolution
from kg.resolution import resolution_of
from kg.resolution.clustering import GROUPS, NAMED, PAPERS, PERSONS, Component, Group
from kg.resolution.merge import Thing
from kg.resolution.updating import Held, Known, Update, held, update
from kg.vocabularies import NO_VOCABULARIES, Vocabularies


@dataclass(frozen=True, slots=True)
class Touched:
    """What a change affects."""

    updates: Mapping[Group, Update]
    notes: AbstractSet[str]
    """Notes that say the same as before, of things that are others now or are called otherwise."""
    resolution: Resolution
    """Of all that these and the changed notes mention."""
    before: Sequence[rdf.Fact]
    """What followed from all notes together and may not follow any more."""
    after: Sequence[rdf.Fact]
    """What follows now in its place."""
    things: Mapping[str, int]
    """How the number of things of each kind changed: added less removed."""


def touch(
    known: Known,
    gone: Collection[str],
    fresh: Sequence[Extraction],
    *,
    base: str,
    vocabularies: Vocabularies = NO_VOCABULARIES,
) -> Touched:
    """Find what a change affects.

    Args:
        known: the previous identity; it is not changed.
        gone: notes that no longer exist, or now say something else.
        fresh: what notes say that are new, or now say something else.
        vocabularies: of the user; the same as before.
    """
    updates = update(known, gone, fresh, vocabularies)
    was, now = _Side(base), _Side(base)
    for group, one in updates.items():
        was.add(group, one.old.values())
        now.add(group, one.new)
    things = [set(map(_shown, side.things)) for side in (was, now)]
    moved = {m for m in was.of.keys() | now.of.keys() if _shown_at(was, m) != _shown_at(now, m)}
    notes = {mention.span.note for mention in moved}.difference(gone, (extraction.note for extraction in fresh))
    more = _More(known, updates, (was, now))
    for group in GROUPS:
        more.load(group, notes)
    facts: list[list[rdf.Fact]] = []
    for side, changed, mine, its in zip((was, now), updates[PAPERS].changed(), things, reversed(things), strict=True):
        papers = {one.thing: one for one in (*changed, *side.listing(moved))}
        for group in (PERSONS, NAMED):
            more.load(group, {m.span.note for one in papers.values() for m in _listed(one) if m not in side.of})
        facts.append([*side.follows(mine - its), *(fact for one in papers.values() for fact in side.paper(one))])
    counted = [Counter(kind.value for kind, _, _ in some if kind is not Kind.NOTE) for some in things]
    counted[1].subtract(counted[0])
    before, after = facts
    return Touched(updates, notes, resolution_of(list(now.things), base=base), before, after, counted[1])


_Shown = tuple[Kind, str, str]


def _shown(thing: Thing) -> _Shown:
    return thing.kind, thing.key, thing.name


def _shown_at(side: _Side, mention: Mention) -> _Shown | None:
    thing = side.of.get(mention)
    return None if thing is None else _shown(thing)


def _listed(one: Held) -> Iterator[Mention]:
    return (author for said in one.said.values() for author in said.listed)


class _Side:
    """The things of components, before a change or after it."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._papers: list[Component] = []
        self.things: dict[Thing, None] = {}
        self.of: dict[Mention, Thing] = {}

    def add(self, group: Group, components: Iterable[Component]) -> None:
        for component in components:
            for thing in component.things:
                self.things[thing] = None
                self.of.update(dict.fromkeys(thing.mentions, thing))
            if group is PAPERS:
                self._papers.append(component)

    def listing(self, authors: Collection[Mention]) -> Iterator[Held]:
        """Yield the papers that list one of some authors."""
        if authors:
            papers = (one for component in self._papers for one in held([component]).values())
            yield from (one for one in papers if any(author in authors for author in _listed(one)))

    def follows(self, some: Iterable[_Shown]) -> Iterator[rdf.Fact]:
        """Return what follows for things that are no papers or other works."""
        for kind, key, name in sorted(some):
            if kind not in LITERATURE:
                entity = Entity(iris.mint(kind, key, base=self._base), kind, name, ())
                yield from rdf.thing_facts(entity, {}, {}, base=self._base)

    def paper(self, one: Held) -> Iterator[rdf.Fact]:
        """Return what follows for a paper."""
        thing = one.thing
        entity = Entity(self._iri(thing), thing.kind, thing.name, thing.mentions)
        authors = {author: self._iri(self.of[author]) for author in _listed(one)}
        return rdf.thing_facts(entity, one.said, authors, base=self._base)

    def _iri(self, thing: Thing) -> Iri:
        return iris.mint(thing.kind, thing.key, base=self._base)


class _More:
    """Loads components that did not change, where more must be known of some notes."""

    def __init__(self, known: Known, updates: Mapping[Group, Update], sides: Iterable[_Side]) -> None:
        self._known = known
        self._sides = tuple(sides)
        self._loaded = {group: set(one.old) for group, one in updates.items()}

    def load(self, group: Group, notes: Collection[str]) -> None:
        numbers = self._known.of_notes(group, notes) - self._loaded[group]
        self._loaded[group] |= numbers
        components = [self._known.load(group, number) for number in sorted(numbers)]
        for side in self._sides:
            side.add(group, components)
