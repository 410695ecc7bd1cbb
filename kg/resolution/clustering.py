"""Mentions of one group of kinds to things, one component after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from kg import iris
from kg.model import LITERATURE, Kind, Mention
from kg.resolution import named, notes, papers, persons, places
from kg.resolution.components import Key, components
from kg.resolution.merge import Match, Pair, Thing
from kg.resolution.slips import slips

Said_contra = TypeVar("Said_contra", contravariant=True)


class Cluster(Protocol[Said_contra]):
    """Divides the mentions of a component into things, and tells why."""

    def __call__(
        self, said: Mapping[Mention, Said_contra], /, *, same: Iterable[Pair] = (), apart: Iterable[Pair] = ()
    ) -> tuple[list[Thing], list[Match]]: ...


class Keys(Protocol[Said_contra]):
    """Gives the keys of a mention."""

    def __call__(self, mention: Mention, said: Said_contra, /) -> Iterable[Key]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Kinds that are resolved together, and how."""

    name: str
    kinds: Collection[Kind]
    keys: Keys[Any]
    cluster: Cluster[Any]


PAPERS = Group("papers", LITERATURE, papers.keys, papers.cluster)
PERSONS = Group("persons", (Kind.PERSON,), persons.keys, persons.cluster)
NAMED = Group("named", named.KINDS, named.keys, named.cluster)
PLACES = Group("places", tuple(places.KINDS), places.keys, places.cluster)
NOTES = Group("notes", tuple(notes.KINDS), notes.keys, notes.cluster)
GROUPS = (PAPERS, PERSONS, NAMED, PLACES, NOTES)


@dataclass(frozen=True, slots=True)
class Component:
    """Mentions that can have to do with each other, and the things they name."""

    said: Mapping[Mention, Any]
    """What is said of each mention, in order."""
    things: tuple[Thing, ...]
    matches: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True)
class Pairs:
    """What the user said is one thing, and what is not."""

    same: Sequence[Pair] = field(default=())
    apart: Sequence[Pair] = field(default=())


def cluster(
    group: Group,
    said: Mapping[Mention, Any],
    pairs: Pairs,
    known: Iterable[Component] = (),
    *,
    reasons: bool = False,
) -> list[Component]:
    """Divide mentions into components, and these into things.

    Args:
        pairs: what the user decided of some of them.
        known: components that are taken over where they come out again.
        reasons: whether to keep why mentions were joined, which only people ask for.
    """
    first = {next(iter(one.said)): one for one in known}
    bound = [*pairs.same, *(_slipped(said) if group is PAPERS else ())]
    parts = components({mention: group.keys(mention, one) for mention, one in said.items()}, bound)
    found = [
        _same(first.get(part[0]), part, said) or _component(group, part, said, near, reasons=reasons)
        for part, near in zip(parts, _divided(parts, pairs), strict=True)
    ]
    return settle(group, found, pairs, reasons=reasons)


def divide(
    group: Group, parts: Sequence[Sequence[Mention]], said: Mapping[Mention, Any], pairs: Pairs, *, reasons: bool
) -> list[Component]:
    """Divide the mentions of some components into things.

    Args:
        parts: the mentions of each component, in order.
        said: what is said of each mention.
    """
    return [
        _component(group, part, said, near, reasons=reasons)
        for part, near in zip(parts, _divided(parts, pairs), strict=True)
    ]


def settle(
    group: Group,
    found: Sequence[Component],
    pairs: Pairs,
    more: Callable[[Sequence[Component]], Iterable[Component]] = lambda _: (),
    *,
    reasons: bool = False,
) -> list[Component]:
    """Make one component of those that would have things of one key, until no two have.

    Args:
        more: gives the components elsewhere that have things with the keys of those of some new components.
    """
    found = list(found)
    while clashes := _clashes(found):
        gone = {id(one) for some in clashes for one in some}
        found = [one for one in found if id(one) not in gone]
        parts = [sorted(mention for one in some for mention in one.said) for some in clashes]
        said = {mention: its for some in clashes for one in some for mention, its in one.said.items()}
        made = divide(group, parts, said, pairs, reasons=reasons)
        found += [*made, *more(made)]
    return found


def _same(known: Component | None, part: Sequence[Mention], said: Mapping[Mention, Any]) -> Component | None:
    """Return a component that is known, where it has these mentions and the same is said of them."""
    same = known is not None and len(part) == len(known.said) and all(m in known.said for m in part)
    return known if known and same and all(said[m] == known.said[m] for m in part) else None


def _component(
    group: Group, part: Sequence[Mention], said: Mapping[Mention, Any], near: Pairs, *, reasons: bool
) -> Component:
    own = {mention: said[mention] for mention in part}
    things, matches = group.cluster(own, same=near.same, apart=near.apart)
    return Component(own, tuple(things), tuple(matches) if reasons else ())


def _slipped(said: Mapping[Mention, Any]) -> Iterator[Pair]:
    """Pair papers whose titles are alike but for a slip."""
    bearer = {title: m for m, one in said.items() if m.kind is Kind.PAPER for title in one.titles}
    return ((bearer[one], bearer[other]) for one, other in slips(bearer))


def _divided(parts: Sequence[Sequence[Mention]], pairs: Pairs) -> Iterator[Pairs]:
    """Yield the decisions on each part."""
    if not (pairs.same or pairs.apart):
        yield from (pairs for _ in parts)
        return
    where = {mention: number for number, part in enumerate(parts) for mention in part}
    near: dict[int, tuple[list[Pair], list[Pair]]] = defaultdict(lambda: ([], []))
    for at, some in enumerate((pairs.same, pairs.apart)):
        for one, other in some:
            if one in where and where[one] == where.get(other):
                near[where[one]][at].append((one, other))
    yield from (Pairs(*near[number]) for number in range(len(parts)))


def keys_of(group: Group, component: Component) -> dict[str, bool]:
    """Return the keys by which a component is found, those of its mentions and things, each with whether it binds."""
    found: dict[str, bool] = {}
    for mention, one in component.said.items():
        for key in group.keys(mention, one):
            found[key.text] = found.get(key.text, False) or key.binds
    return found | {thing_key(thing).text: True for thing in component.things}


def meant_topics(found: Iterable[Component]) -> Iterator[tuple[Thing, list[str]]]:
    """Yield the topics of components that are concepts of a vocabulary or fields of the word list, with these."""
    for component in found:
        for thing in component.things:
            if thing.kind is Kind.TOPIC:
                concepts = places.concepts_of(component.said[mention] for mention in thing.mentions)
                if concepts:
                    yield thing, concepts


def thing_key(thing: Thing) -> Key:
    """Return a key that no two things may share."""
    return Key(f"thing {iris.path(thing.kind)} {thing.key}")


def _clashes(found: Sequence[Component]) -> list[list[Component]]:
    """Return components that would have things of one key, each of them once."""
    holders: dict[tuple[str, str], list[Component]] = defaultdict(list)
    for component in found:
        for thing in component.things:
            holders[iris.path(thing.kind), thing.key].append(component)
    taken: set[int] = set()
    clashes = []
    for some in (holders[key] for key in sorted(key for key, several in holders.items() if len(several) > 1)):
        if taken.isdisjoint(map(id, some)):
            taken.update(map(id, some))
            clashes.append(some)
    return clashes
