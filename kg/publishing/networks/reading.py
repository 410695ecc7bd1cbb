"""Read a store as a property graph, in one query for each property and three for the evidence, however large it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kg import terms, untrusted
from kg.asking.wording import words
from kg.graph import (
    KINDS,
    Place,
    author_lists,
    kinds,
    labels,
    mentions,
    notes_by_path,
    pairs,
    passages,
    statements,
    values,
)
from kg.kinds import Kind
from kg.publishing.networks.graph import Edge, Node, Property, PropertyGraph, Value, properties_of
from kg.rdf import Store

_NAMES = (terms.NAME, terms.PREF_LABEL, terms.ALTERNATE_NAME, terms.ALT_LABEL)
_OF_EVIDENCE = {
    *(terms.EVIDENCE_CLASS, terms.MENTION_CLASS, terms.PASSAGE_CLASS, terms.ACTIVITY_CLASS, terms.LIST_CLASS)
}
_NO_LINKS = {
    *(terms.TYPE, terms.IN_SCHEME, terms.AUTHOR_LIST, terms.WAS_GENERATED_BY),
    *(terms.PRESENTATION_TYPE, terms.READING_STATE, terms.SESSION_KIND),
}
LINKS = tuple(
    sorted(
        predicate
        for predicate in terms.RANGE_CLASSES
        if predicate not in _NO_LINKS and not set(terms.DOMAINS.get(predicate, ())) & _OF_EVIDENCE
    )
)
"""Every predicate between two things, or a note and a thing."""

_Fact = tuple[str, str, str]
_Places = dict[_Fact, dict[str, Place]]
"""Fact -> passage -> what the surest rule made of it."""


def read(store: Store, *, names_only: bool = False) -> PropertyGraph:
    """Read every thing and note, every fact that connects two of them, and the place of each.

    Args:
        names_only: leave out quotes and all text of the notes.
    """
    known = kinds(store, tuple(kind for kind in KINDS.values() if kind != Kind.CANDIDATE))
    places = passages(store, with_quotes=not names_only)
    notes = notes_by_path(store)
    mentioned: _Places = defaultdict(dict)
    stated: _Places = defaultdict(dict)
    for one in mentions(store):
        if one.object in known and (at := places.get(one.passage)) is not None:
            place = Place(*at, one.rule, one.confidence)
            _keep(mentioned["", "", one.object], one.passage, place)
            _keep(stated[notes[place.note], terms.MENTIONS, one.object], one.passage, place)
    for one in statements(store, LINKS):
        if one.object in known and not one.qualifier and (at := places.get(one.passage)) is not None:
            _keep(stated[one.subject, one.predicate, one.object], one.passage, Place(*at, one.rule, one.confidence))
    return PropertyGraph(
        tuple(_nodes(store, known, mentioned, names_only=names_only)),
        tuple(_edges(store, known, stated)),
        names_only,
    )


def _keep(places: dict[str, Place], passage: str, place: Place) -> None:
    known = places.get(passage)
    if known is None or (-place.confidence, place) < (-known.confidence, known):
        places[passage] = place


def _nodes(store: Store, known: Mapping[str, str], mentioned: _Places, *, names_only: bool) -> Iterator[Node]:
    shown = labels(store)
    names = values(store, *_NAMES)
    held: dict[str, dict[str, tuple[Value, ...]]] = defaultdict(dict)
    for one in properties_of(names_only=names_only):
        for node, texts in values(store, *one.predicates).items():
            if node in known and (found := _typed(one, texts)):
                held[node][one.name] = found
    stated = values(store, terms.NAME, terms.PREF_LABEL).keys()
    for node in sorted(known):
        name = shown.get(node, node)
        places = tuple(sorted(mentioned.get(("", "", node), {}).values()))
        also = tuple(other for other in names.get(node, ()) if other != name)
        yield Node(node, known[node], name, also, held[node], places, node in stated)


def _typed(one: Property, texts: Iterable[str]) -> tuple[Value, ...]:
    """Read the values of a property, and choose one of those that are no list."""
    if one.type is int:
        heads = (text.partition("-")[0] for text in texts)  # of a date the year
        return _one_of(sorted({untrusted.integer(head) for head in heads if head.isdecimal()}), one)
    if one.type is float:
        return _one_of(sorted(set(map(untrusted.number, texts))), one)
    return _one_of(sorted({words(t)[0] if t.startswith(terms.PREFIXES["kg"]) else t for t in texts}), one)


def _one_of(found: Sequence[Value], one: Property) -> tuple[Value, ...]:
    return tuple(found if one.many else found[-1:] if one.highest else found[:1])


def _edges(store: Store, known: Mapping[str, str], stated: _Places) -> Iterator[Edge]:
    lists = author_lists(store).items()
    order = {(paper, who): place for paper, people in lists for place, who in enumerate(people, start=1)}
    for predicate in LINKS:
        relation = "mentions" if predicate == terms.MENTIONS else words(predicate)[0]
        for s, o in sorted(set(pairs(store, predicate))):
            if s in known and o in known:
                found = stated.get((s, predicate, o), {}).values()
                places = sorted(found, key=lambda place: (-place.confidence, place))
                place = order.get((s, o), 0) if predicate == terms.AUTHOR else 0
                yield Edge(s, o, predicate, relation, tuple(places), place)
