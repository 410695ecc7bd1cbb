"""What two graphs are compared by: their notes, things, facts, the order of authors, and the evidence of facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from kg import terms
from kg.asking.thing import QUOTE_LENGTH
from kg.graph import Place, author_lists, kinds, labels, pairs
from kg.rdf import Store
from kg.text import cut

Triple = tuple[str, str, str]

_OF_EVIDENCE = {
    *(terms.SUBJECT, terms.PREDICATE, terms.OBJECT, terms.WAS_DERIVED_FROM, terms.RULE, terms.CONFIDENCE),
    *(terms.QUALIFIER, terms.NAMES, terms.FORM, terms.HAS_SOURCE, terms.START, terms.END, terms.LINE, terms.QUOTE),
}
_OF_RUNS = {terms.WAS_GENERATED_BY, terms.VERSION, terms.SETTINGS}
_COMPUTED = {terms.PAGE_RANK, terms.COMMUNITY, terms.COMMUNITY_NAME}
"""What `kg analyze` adds follows from the other facts."""
_APART = {
    *(terms.TYPE, terms.LABEL, terms.PATH, terms.CONTENT_HASH),
    *(terms.AUTHOR_LIST, terms.FIRST, terms.REST, terms.IN_SCHEME),
}
"""Compared in other ways: as kinds, names, notes and the order of authors."""
COMPARED = tuple(sorted(terms.RANGES.keys() - _OF_EVIDENCE - _OF_RUNS - _COMPUTED - _APART))


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph as it is compared."""

    kinds: Mapping[str, str]
    """Thing or note -> its kind, or `note`."""
    names: Mapping[str, str]
    """Thing -> its name to show; note -> its path."""
    hashes: Mapping[str, str]
    """Note -> the hash of its content."""
    facts: frozenset[Triple]
    authors: Mapping[str, tuple[str, ...]]
    """Paper -> its authors in order."""
    run: Mapping[str, tuple[str, ...]]
    """How it was built: version, rules and settings."""
    base: str
    """Where its IRIs begin."""


def read(store: Store) -> Graph:
    """Read all of a graph except its evidence."""
    known, names = kinds(store), labels(store)
    facts = frozenset((s, p, o) for p in COMPARED for s, o in pairs(store, p) if s in known)
    return Graph(
        known,
        {iri: names.get(iri, iri) for iri in known},
        dict(pairs(store, terms.CONTENT_HASH)),
        facts,
        author_lists(store),
        _run(store),
        store.base,
    )


def places(store: Store) -> dict[str, set[str]]:
    """Read which things are mentioned at each passage; a passage has the same IRI in every graph of the same notes."""
    rows = store.query("SELECT ?at ?thing { ?m kg:names ?thing ; prov:wasDerivedFrom ?at }").texts()
    found: dict[str, set[str]] = defaultdict(set)
    for at, thing in rows:
        found[at].add(thing)
    return found


def quotes(store: Store, passages: Iterable[str]) -> dict[str, tuple[str, int, str]]:
    """Read the note, the line and the words of passages."""
    pattern = "SELECT ?path ?line ?quote { {} kg:quote ?quote ; kg:line ?line ; oa:hasSource/kg:path ?path }"
    return {at: (path, int(line), quote) for at, path, line, quote in asked(store, passages, pattern)}


def asked(store: Store, nodes: Iterable[str], query: str) -> Iterator[tuple[str, ...]]:
    """Run a query for each of some nodes, which replaces `{}`; each row begins with the node.

    The engine answers a thousand such questions in the time of one that lists them all in VALUES.
    """
    for node in sorted(nodes):
        for row in store.query(query.replace("{}", f"<{node}>")).texts():
            yield node, *row


def _run(store: Store) -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = defaultdict(set)
    pattern = "?note kg:path ?path ; prov:wasGeneratedBy ?run . ?run ?said ?value"
    rows = store.query(f"SELECT DISTINCT ?said ?value {{ {pattern} }}").texts()
    words = {str(terms.VERSION): "version", str(terms.RULE): "rules", str(terms.SETTINGS): "settings"}
    for said, value in rows:
        if said in words:
            found[words[said]].add(value)
    return {word: tuple(sorted(found[word])) for word in sorted(found)}


_Stand = tuple[Place, int]
"""A place, and where it begins in its note."""
_Witness = dict[Triple, set[_Stand]]
_DETAILS = (
    "SELECT ?s ?p ?o ?path ?line ?start ?quote ?rule ?sure ?how { {} rdf:subject ?s ; rdf:predicate ?p ; "
    "rdf:object ?o ; kg:rule ?rule ; kg:confidence ?sure ; prov:wasDerivedFrom ?at . "
    "?at kg:line ?line ; kg:start ?start ; kg:quote ?quote ; oa:hasSource/kg:path ?path "
    "OPTIONAL { {} kg:qualifier ?how } }"
)
_NAMES = (
    "SELECT ?note ?thing ?path ?line ?start ?quote ?rule ?sure { {} kg:names ?thing ; kg:rule ?rule ; "
    "kg:confidence ?sure ; prov:wasDerivedFrom ?at . "
    "?at kg:line ?line ; kg:start ?start ; kg:quote ?quote ; oa:hasSource ?note . ?note kg:path ?path }"
)


@dataclass(frozen=True, slots=True)
class Changed:
    """A fact with the evidence that only one of two graphs has."""

    fact: Triple
    gone: tuple[Place, ...]
    come: tuple[Place, ...]

    @property
    def only_moved(self) -> bool:
        """Whether the same words were read in the same way, and only moved within their note."""
        return _unplaced(self.gone) == _unplaced(self.come)


def changed(old: Store, new: Store, *, same: Mapping[str, str]) -> list[Changed]:
    """Compare the evidence of all facts, in order; a mention is evidence that the note mentions the thing.

    The IRI of an evidence follows from its note, fact, rule and places, that of a mention from its thing, rule and
    place, so that only what differs in these, in confidence, qualifier or words is looked at closely.

    Args:
        same: things of the old graph -> the same things in the new.
    """
    first, last = _suspects(old, new)
    before = _details(old, first, same)
    now = _details(new, last, {})
    found = []
    for fact in sorted(before.keys() | now.keys()):
        gone = before.get(fact, set()) - now.get(fact, set())
        come = now.get(fact, set()) - before.get(fact, set())
        if gone or come:
            found.append(Changed(fact, _placed(gone), _placed(come)))
    return found


def _suspects(old: Store, new: Store) -> tuple[set[str], set[str]]:
    """Return the evidence of both graphs that is not the same in the other."""
    first, last = (dict(pairs(store, terms.CONFIDENCE)) for store in (old, new))
    hedged, still = (dict(pairs(store, terms.QUALIFIER)) for store in (old, new))
    stood, stand = (dict(pairs(store, terms.QUOTE)) for store in (old, new))
    both = {
        evidence
        for evidence in first.keys() & last.keys()
        if (first[evidence], hedged.get(evidence)) != (last[evidence], still.get(evidence))
    }
    reworded = {at for at in stood.keys() & stand.keys() if stood[at] != stand[at]}
    query = "SELECT ?e { ?e prov:wasDerivedFrom {} }"
    return (
        both | (first.keys() - last.keys()) | {e for _, e in asked(old, reworded, query)},
        both | (last.keys() - first.keys()) | {e for _, e in asked(new, reworded, query)},
    )


def _details(store: Store, evidence: Iterable[str], same: Mapping[str, str]) -> _Witness:
    found: _Witness = defaultdict(set)
    facts = (row[1:] for row in asked(store, evidence, _DETAILS))
    names = ((note, terms.MENTIONS, thing, *place, "") for _, note, thing, *place in asked(store, evidence, _NAMES))
    for s, p, o, path, line, start, quote, rule, sure, how in chain(facts, names):
        place = Place(path, int(line), cut(quote, limit=QUOTE_LENGTH), rule, float(sure), how)
        found[same.get(s, s), p, same.get(o, o)].add((place, int(start)))
    return found


def _placed(stands: Iterable[_Stand]) -> tuple[Place, ...]:
    return tuple(place for place, _ in sorted(stands))


def _unplaced(places: Iterable[Place]) -> list[Place]:
    return sorted(replace(place, line=0) for place in places)
