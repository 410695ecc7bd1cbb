"""What things have in common: what facts tie all of them to, sentences that name all of them, and their notes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kg.asking.knowledge import Knowledge
from kg.asking.relations import NOWHERE, Relations
from kg.asking.sentences import Passage
from kg.asking.subjects import Subject, as_subject


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
    """IRI, kind and name of each; of a subject of several things those of the first, and its own name."""
    subjects: tuple[Subject, ...]
    shared: tuple[Shared, ...]
    """The most telling first."""
    together: tuple[Passage, ...]
    """Sentences that name all of them."""
    notes: tuple[SharedNote, ...]


def in_common(knowledge: Knowledge, meant: Sequence[Subject | str]) -> InCommon:
    """Find what subjects have in common, or things given by their IRIs."""
    subjects = tuple(dict.fromkeys(as_subject(knowledge.store, one) for one in meant))
    groups = [subject.iris for subject in subjects]
    relations = Relations(knowledge)
    names = knowledge.names
    tied = [relations.around(things) for things in groups]
    both = set.intersection(*(set(one) for one in tied)) - {iri for some in groups for iri in some} if tied else set()
    said = relations.stated(min(one[other], key=relations.order) for one in tied for other in both)
    found = []
    for other in both:
        if not names.kind(other):
            continue
        bonds = []
        for subject, one in zip(subjects, tied, strict=True):
            link = min(one[other], key=relations.order)
            stated = said.get(link, NOWHERE)
            words = relations.say(link, link.other(other))
            bonds.append(Bond(subject.name, words, stated.passage, stated.confidence))
        score = sum(1 / relations.length(min(one[other], key=relations.order)) for one in tied)
        score /= 1 + math.log10(max(len(relations.of(other)), 1))
        hub = relations.is_hub(other)
        found.append(Shared(other, names.kind(other), names(other), tuple(bonds), hub, round(score, 3)))
    found.sort(key=lambda one: (one.is_hub, -one.score, one.kind, one.name, one.iri))
    told = tuple((subject.iri, subject.kind, subject.name) for subject in subjects)
    together = tuple(knowledge.together(*groups))
    return InCommon(told, subjects, tuple(found), together, _notes(knowledge, groups))


def _notes(knowledge: Knowledge, groups: Sequence[Sequence[str]]) -> tuple[SharedNote, ...]:
    places: list[dict[str, list[int]]] = []
    for things in groups:
        rows = knowledge.seen(things, "DISTINCT n.path, z.line", "ORDER BY n.path, z.line")
        lines: dict[str, list[int]] = {}
        for path, line in rows:
            lines.setdefault(path, []).append(line)
        places.append(lines)
    both = set.intersection(*(set(one) for one in places)) if places else set()
    return tuple(SharedNote(note, tuple(tuple(one[note]) for one in places)) for note in sorted(both))
