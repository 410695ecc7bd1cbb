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
    labels: dict[str, str] = {}
    comments: dict[str, str] = {}
    classes: set[str] = set()
    in_no_graph: set[str] = set()
    things: set[str] = set()
    datatypes = defaultdict[str, set[str]](set)
    for quad in ox.parse(ontology("kg.ttl"), ox.RdfFormat.TURTLE):
        predicate, subject = quad.predicate.value, getattr(quad.subject, "value", "")
        if predicate in (f"{_RDFS}label", f"{_RDFS}comment") and isinstance(quad.object, ox.Literal):
            (labels if predicate.endswith("label") else comments).setdefault(subject, quad.object.value)
        elif predicate == terms.TYPE and getattr(quad.object, "value", "") in _CLASSES:
            classes.add(subject)
        elif predicate == ORIGIN and getattr(quad.object, "value", "") == IN_NO_GRAPH:
            in_no_graph.add(subject)
        elif predicate == terms.TYPE and getattr(quad.object, "value", "") == _THINGS:
            things.add(subject)
        elif predicate in _RANGES and getattr(quad.object, "value", "").startswith(terms.PREFIXES["xsd"]):
            datatypes[subject].add(getattr(quad.object, "value", ""))
    named = ((shortened(iri), iri) for iri in labels if iri not in in_no_graph)
    return tuple(
        sorted(
            Term(
                name,
                iri,
                labels[iri],
                comments.get(iri, ""),
                iri in classes,
                frozenset(datatypes[iri]),
                iri in things,
            )
            for name, iri in named
            if name
        )
    )


def shortened(iri: str) -> str:
    """Write an IRI with a prefix of the ontology, "" if none matches.

    >>> shortened("https://schema.org/author"), shortened("https://example.org/")
    ('schema:author', '')
    """
    for prefix, space in terms.PREFIXES.items():
        if iri.startswith(space) and len(iri) > len(space):
            return f"{prefix}:{iri[len(space) :]}"
    return ""
