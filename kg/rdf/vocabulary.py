"""The terms of the ontology as people write them, for completion and for errors that say what was meant."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import NamedTuple

import pyoxigraph as ox

from kg import terms
from kg.resources import ontology

ORIGIN = f"{terms.PREFIXES['kg']}origin"
"""How a term comes into a graph."""
IN_NO_GRAPH = "ontology"
"""The origin of a term that is in no graph."""
_RDFS = terms.PREFIXES["rdfs"]
_THINGS = "http://www.w3.org/2002/07/owl#ObjectProperty"
_RANGES = {f"{_RDFS}range", f"{terms.PREFIXES['schema']}rangeIncludes"}
_CLASSES = {"http://www.w3.org/2002/07/owl#Class", f"{_RDFS}Class"}


class Term(NamedTuple):
    """A class, property or value that the ontology declares."""

    name: str
    """With its prefix: `schema:author`."""
    iri: str
    label: str
    comment: str
    is_class: bool
    datatypes: frozenset[str]
    """IRIs of the types of the values of a property; none if these are things, or if any are possible."""
    has_things: bool
    """Whether the values of a property are things."""


@cache
def vocabulary() -> tuple[Term, ...]:
    """Return the terms of the ontology that have a prefix and that graphs may hold, by name."""
    said = defaultdict[str, dict[str, list[str]]](lambda: defaultdict(list))
    for quad in ox.parse(ontology("kg.ttl"), ox.RdfFormat.TURTLE):
        if isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.NamedNode | ox.Literal):
            said[quad.predicate.value][quad.subject.value].append(quad.object.value)
    labels, comments, types = (said[predicate] for predicate in (f"{_RDFS}label", f"{_RDFS}comment", terms.TYPE))
    ranges = {iri: {value for one in _RANGES for value in said[one][iri]} for iri in labels}
    found = (
        Term(
            *(shortened(iri), iri, labels[iri][0], next(iter(comments[iri]), "")),
            is_class=not _CLASSES.isdisjoint(types[iri]),
            datatypes=frozenset(value for value in ranges[iri] if value.startswith(terms.PREFIXES["xsd"])),
            has_things=_THINGS in types[iri],
        )
        for iri in labels
        if shortened(iri) and IN_NO_GRAPH not in said[ORIGIN][iri]
    )
    return tuple(sorted(found))


def shortened(iri: str) -> str:
    """Write an IRI with a prefix of the ontology, "" if none matches.

    >>> shortened("https://schema.org/author"), shortened("https://example.org/")
    ('schema:author', '')
    """
    for prefix, space in terms.PREFIXES.items():
        if iri.startswith(space) and len(iri) > len(space):
            return f"{prefix}:{iri[len(space) :]}"
    return ""
