"""Vocabularies of the user: which concept a name is a label of, and which concepts stand above it.

A vocabulary is a file that somebody else made. `kg.rdf` reads its concepts, extraction takes their labels for a sign
that a name is a subject, resolution joins the topics that are labels of one concept, and the derived graph says which
concept that is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from kg.lexicons import rows
from kg.text import label_key, plain_form

_FEWEST = 2
"""Letters or digits of a label that can be told from others."""


class Concept(NamedTuple):
    """A concept of a vocabulary."""

    iri: str
    preferred: tuple[str, ...]
    """Its labels, one for each language."""
    others: tuple[str, ...] = ()
    """Other labels."""
    hidden: tuple[str, ...] = ()
    """Labels that are only to be recognised: common mistakes, for example."""
    broader: tuple[str, ...] = ()
    """IRIs of the concepts right above it."""


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """The labels that name one concept each, to look names up in."""

    keys: frozenset[str] = frozenset()

    def __contains__(self, name: str) -> bool:
        return bool(self.keys) and label_key(name) in self.keys


NO_LABELS = Labels()


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The concepts of a file."""

    name: str
    """Of the file."""
    digest: str
    """SHA-256 of the file."""
    concepts: Mapping[str, Concept]
    """By IRI."""
    meanings: Mapping[str, str]
    """Key of a label -> IRI of the one concept that it names."""
    left: int = 0
    """Labels that were left out, as no name in a note can be that long or is made of signs alone."""

    @classmethod
    def of(cls, name: str, digest: str, concepts: Iterable[Concept], left: int = 0) -> Vocabulary:
        """Make a vocabulary of concepts, each IRI once."""
        by_iri = {one.iri: one for one in concepts}
        return cls(name, digest, by_iri, _meanings(by_iri.values()), left)


@dataclass(frozen=True, slots=True, eq=False)
class Vocabularies:
    """The vocabularies of a build, in order."""

    all: Sequence[Vocabulary] = field(default=())

    def concepts(self, name: str) -> tuple[str, ...]:
        """Return the IRI of the concept that a name means in each vocabulary, "" where it means none; () if in no one.

        >>> plants = Vocabulary.of("plants.ttl", "", [Concept("urn:oak", ("oak", "Eiche"), ("oak tree",))])
        >>> Vocabularies([plants]).concepts("Oak-Tree"), Vocabularies([plants]).concepts("beech")
        (('urn:oak',), ())
        """
        key = label_key(name) if self.all else ""
        found = tuple(one.meanings.get(key, "") for one in self.all)
        return found if any(found) else ()

    def labels(self) -> Labels:
        """Return all labels that name one concept."""
        return Labels(frozenset(key for one in self.all for key in one.meanings)) if self.all else NO_LABELS

    def names(self, iri: str) -> list[str]:
        """Return the labels of a concept that are to be shown, the preferred ones first."""
        told = [one.concepts[iri] for one in self.all if iri in one.concepts]
        return list(
            dict.fromkeys([*(n for one in told for n in one.preferred), *(n for one in told for n in one.others)])
        )

    def broader(self, iri: str) -> list[str]:
        """Return the concepts right above a concept, or the fields right above a field, in order."""
        if is_field(iri):
            return [f"{_FIELD}{form}" for form in _fields().get(iri.removeprefix(_FIELD), ())]
        return sorted({above for one in self.all if iri in one.concepts for above in one.concepts[iri].broader})

    def signatures(self) -> list[str]:
        """Return name and digest of each: what is the same as long as its file is."""
        return [f"{one.name} sha256:{one.digest}" for one in self.all]


NO_VOCABULARIES = Vocabularies()
_FIELD = "field "
"""Before the form of a field, where a concept of a vocabulary has its IRI."""


def field_of(form: str) -> str | None:
    """Return the field of knowledge that a topic is, by the form of its name; None if the word list does not know it.

    >>> field_of("machinelearning"), field_of("gardenparty")
    ('field machinelearning', None)
    """
    return f"{_FIELD}{form}" if form in _fields() else None


def is_field(concept: str) -> bool:
    """Return whether a concept is a field of the word list, and not of a vocabulary of the user."""
    return concept.startswith(_FIELD)


@cache
def _fields() -> Mapping[str, tuple[str, ...]]:
    """Map the form of each field that stands below or above another one to the forms of those right above it."""
    above = {
        plain_form(row["name"]): tuple(plain_form(name) for name in row["broader"].split("|"))
        for row in rows("topics")
        if row["broader"]
    }
    return {**dict.fromkeys((form for some in above.values() for form in some), ()), **above}


def reached(start: str, steps: Mapping[str, Iterable[str]]) -> list[str]:
    """Return all that some steps lead to, near things first, each once; the start only if it stands in a circle.

    >>> reached("a", {"a": ["b"], "b": ["c", "d"], "d": ["b"]})
    ['b', 'c', 'd']
    """
    found = list(dict.fromkeys(steps.get(start, ())))
    seen = set(found)
    for one in found:  # which grows meanwhile
        new = [each for each in dict.fromkeys(steps.get(one, ())) if each not in seen]
        seen.update(new)
        found += new
    return found


def _meanings(concepts: Iterable[Concept]) -> dict[str, str]:
    """Map the key of each label to the concept that it names: the only one, or the only one that prefers it."""
    preferring, having = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for one in concepts:
        for label in one.preferred:
            preferring[label_key(label)].add(one.iri)
        for label in (*one.preferred, *one.others, *one.hidden):
            having[label_key(label)].add(one.iri)
    meant = {
        key: min(preferring.get(key) or all_) for key, all_ in having.items() if len(preferring.get(key) or all_) == 1
    }
    return {key: iri for key, iri in sorted(meant.items()) if len(key) >= _FEWEST}
