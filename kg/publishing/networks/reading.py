"""Read a store as a property graph, in one query for each property and three for the evidence, however large it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kg import terms, untrusted
from kg.asking.wording import KINDS, kind_rank, words
from kg.kinds import Kind
from kg.publishing.networks.graph import PROPERTIES, Edge, Node, Place, Property, PropertyGraph, Value, chosen
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
        store: the graph.
        names_only: leave out quotes and all text of the notes.
    """
    kinds = _kinds(store)
    passages = _passages(store, with_quotes=not names_only)
    notes = {path: note for note, path in _pairs(store, terms.PATH)}
    mentioned: _Places = defaultdict(dict)
    stated: _Places = defaultdict(dict)
    for thing, passage, rule, sure in store.query(_MENTIONS).texts():
        if thing in kinds and (at := passages.get(passage)) is not None:
            place = Place(*at, rule, float(sure))
            _keep(mentioned["", "", thing], passage, place)
            _keep(stated[notes[place.note], terms.MENTIONS, thing], passage, place)
    for s, p, o, passage, rule, sure in store.query(_STATEMENTS).texts():
        if o in kinds and (at := passages.get(passage)) is not None:
            _keep(stated[s, p, o], passage, Place(*at, rule, float(sure)))
    return PropertyGraph(
        tuple(_nodes(store, kinds, mentioned, names_only=names_only)),
        tuple(_edges(store, kinds, stated)),
        names_only,
    )


def _keep(places: dict[str, Place], passage: str, place: Place) -> None:
    known = places.get(passage)
    if known is None or (-place.confidence, place) < (-known.confidence, known):
        places[passage] = place


def _kinds(store: Store) -> dict[str, str]:
    """Return the kind of every thing and note; what only may be a thing is none."""
    classes = " ".join(f"<{iri}>" for iri, kind in KINDS.items() if kind != Kind.CANDIDATE)
    found: dict[str, str] = {}
    rows = store.query(f"SELECT ?node ?class {{ VALUES ?class {{ {classes} }} ?node a ?class }}").texts()
    for node, class_iri in rows:
        kind = KINDS[class_iri]
        if node not in found or kind_rank(kind) < kind_rank(found[node]):
            found[node] = kind
    return found


def _nodes(store: Store, kinds: Mapping[str, str], mentioned: _Places, *, names_only: bool) -> Iterator[Node]:
    shown = {**_first(_pairs(store, terms.LABEL)), **_first(_pairs(store, terms.PATH))}
    others = _all(row for predicate in _NAMES for row in _pairs(store, predicate))
    held: dict[str, dict[str, tuple[Value, ...]]] = defaultdict(dict)
    for one in chosen(PROPERTIES, names_only=names_only):
        for node, texts in _all(row for predicate in one.predicates for row in _pairs(store, predicate)).items():
            if node in kinds and (found := _typed(one, texts)):
                held[node][one.name] = found
    stated = {node for predicate in (terms.NAME, terms.PREF_LABEL) for node, _ in _pairs(store, predicate)}
    for node in sorted(kinds):
        name = shown.get(node, node)
        places = tuple(sorted(mentioned.get(("", "", node), {}).values()))
        also = tuple(sorted(others.get(node, set()) - {name}))
        yield Node(node, kinds[node], name, also, held[node], places, node in stated)


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


def _edges(store: Store, kinds: Mapping[str, str], stated: _Places) -> Iterator[Edge]:
    order = _author_order(store)
    for predicate in LINKS:
        relation = "mentions" if predicate == terms.MENTIONS else words(predicate)[0]
        for s, o in sorted(set(_pairs(store, predicate))):
            if s in kinds and o in kinds:
                found = stated.get((s, predicate, o), {}).values()
                places = sorted(found, key=lambda place: (-place.confidence, place))
                place = order.get((s, o), 0) if predicate == terms.AUTHOR else 0
                yield Edge(s, o, predicate, relation, tuple(places), place)


def _author_order(store: Store) -> dict[tuple[str, str], int]:
    """Return the place of each author in the author list of a paper, from 1."""
    persons, rests = dict(_pairs(store, terms.FIRST)), dict(_pairs(store, terms.REST))
    order: dict[tuple[str, str], int] = {}
    for paper, cell in sorted(set(_pairs(store, terms.AUTHOR_LIST))):
        place = 1
        while cell in persons and place <= len(persons):
            order.setdefault((paper, persons[cell]), place)
            cell, place = rests.get(cell, ""), place + 1
    return order


def _pairs(store: Store, predicate: str) -> Iterator[tuple[str, str]]:
    return ((s, o) for s, o in store.query(f"SELECT ?s ?o {{ ?s <{predicate}> ?o }}").texts())


def _first(rows: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {node: min(found) for node, found in _all(rows).items()}


def _all(rows: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for node, value in rows:
        found[node].add(value)
    return found


def _passages(store: Store, *, with_quotes: bool) -> dict[str, tuple[str, int, str]]:
    """Return note, line and quote of every passage."""
    paths = dict(_pairs(store, terms.PATH))
    rows = store.query(_QUOTED if with_quotes else _LINES).texts()
    return {passage: (paths[note], int(line), "".join(quote)) for passage, note, line, *quote in rows if note in paths}


def _joined(node: str, **properties: str) -> str:
    """Return a pattern for the nodes that have all of these properties, which it binds.

    Parts of their own are joined in memory; triples one after another are looked up on disk for each node.
    """
    parts = (f"{{ SELECT ?{node} ?{name} {{ ?{node} {path} ?{name} }} }}" for name, path in properties.items())
    return " ".join(parts)


_PLACE = {"note": "oa:hasSource", "line": "kg:line"}
_LINES = f"SELECT ?passage ?note ?line {{ {_joined('passage', **_PLACE)} }}"
_QUOTED = f"SELECT ?passage ?note ?line ?quote {{ {_joined('passage', **_PLACE, quote='kg:quote')} }}"
_HOW = {"passage": "prov:wasDerivedFrom", "rule": "kg:rule", "confidence": "kg:confidence"}
_MENTIONS = f"SELECT ?thing ?passage ?rule ?confidence {{ {_joined('node', thing='kg:names', **_HOW)} }}"
_STATEMENTS = f"""SELECT ?subject ?predicate ?object ?passage ?rule ?confidence {{
    {{ SELECT ?node ?predicate {{ VALUES ?predicate {{ {" ".join(f"<{link}>" for link in LINKS)} }}
        ?node rdf:predicate ?predicate MINUS {{ ?node kg:qualifier ?qualifier }} }} }}
    {_joined("node", subject="rdf:subject", object="rdf:object", **_HOW)} }}"""
