"""What two graphs are compared by: their notes, things, facts and the order of authors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kg import terms
from kg.graph import author_lists, kinds, labels, pairs
from kg.rdf import Store

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
