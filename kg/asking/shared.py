"""What things have in common: what facts tie all of them to, sentences that name all of them, and their notes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kg.asking.knowledge import Knowledge
from kg.asking.relations import NOWHERE, Link, Relations
from kg.asking.sentences import Passage


@dataclass(frozen=True, slots=True)
class Bond:
    """How one of the things is connected with what they share."""

    name: str
    """Of the thing."""
    relation: str
    """In words, as said from the thing."""
    passage: Passage | None
    confidence: float | None
    """Of the fact at the passage, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Shared:
    """Something with which all the things are connected."""

    iri: str
    kind: str
    name: str
    bonds: tuple[Bond, ...]
    """One for each thing, in the order asked."""
    is_hub: bool
    """Whether it ties so many others that it says little."""
    score: float


@dataclass(frozen=True, slots=True)
class SharedNote:
    """A note that names all the things."""

    note: str
    places: tuple[tuple[int, ...], ...]
    """Lines on which each of them is named, in the order asked."""


@dataclass(frozen=True, slots=True)
class InCommon:
    """What things have in common."""

    things: tuple[tuple[str, str, str], ...]
    """IRI, kind and name of each."""
    shared: tuple[Shared, ...]
    """The most telling first."""
    together: tuple[Passage, ...]
    """Sentences that name all of them."""
    notes: tuple[SharedNote, ...]


def in_common(knowledge: Knowledge, things: Sequence[str]) -> InCommon:
    """Find what things have in common."""
    things = tuple(dict.fromkeys(things))
    relations = Relations(knowledge)
    names = knowledge.names
    tied = [_tied(relations, thing) for thing in things]
    both = set.intersection(*(set(one) for one in tied)) - set(things) if tied else set()
    said = relations.stated(min(one[other], key=_key(relations)) for one in tied for other in both)
    found = []
    for other in both:
        if not names.kind(other):
            continue
        bonds = []
        for thing, one in zip(things, tied, strict=True):
            link = min(one[other], key=_key(relations))
            stated = said.get(link, NOWHERE)
            bonds.append(Bond(names(thing), relations.say(link, thing), stated.passage, stated.confidence))
        score = sum(1 / relations.length(min(one[other], key=_key(relations))) for one in tied)
        score /= 1 + math.log10(max(len(relations.of(other)), 1))
        hub = relations.is_hub(other)
        found.append(Shared(other, names.kind(other), names(other), tuple(bonds), hub, round(score, 3)))
    found.sort(key=lambda one: (one.is_hub, -one.score, one.kind, one.name, one.iri))
    told = tuple((thing, names.kind(thing), names(thing)) for thing in things)
    return InCommon(told, tuple(found), tuple(knowledge.together(things)), _notes(knowledge, things))


def _key(relations: Relations) -> Callable[[Link], tuple[float, Link]]:
    return lambda link: (relations.length(link), link)


def _tied(relations: Relations, thing: str) -> dict[str, list[Link]]:
    found: dict[str, list[Link]] = {}
    for link in relations.of(thing):
        found.setdefault(link.other(thing), []).append(link)
    return found


def _notes(knowledge: Knowledge, things: Sequence[str]) -> tuple[SharedNote, ...]:
    places: list[dict[str, list[int]]] = []
    for thing in things:
        rows = knowledge.index.execute(
            "SELECT DISTINCT n.path, z.line FROM things t JOIN seen s ON s.thing = t.id JOIN sentences z "
            "ON z.id = s.sentence JOIN notes n ON n.id = z.note WHERE t.iri = ? ORDER BY n.path, z.line",
            (thing,),
        )
        lines: dict[str, list[int]] = {}
        for path, line in rows:
            lines.setdefault(path, []).append(line)
        places.append(lines)
    both = set.intersection(*(set(one) for one in places)) if places else set()
    return tuple(SharedNote(note, tuple(tuple(one[note]) for one in places)) for note in sorted(both))
