"""Under which names the notes show the things of a graph, as decisions call them."""

from __future__ import annotations

from collections.abc import Iterator

from kg import terms
from kg.model import Kind
from kg.rdf import Store
from kg.resolution.decisions import plain
from kg.resolution.designating import Seen
from kg.resolution.paper_facts import identifier

_NAMES = (terms.NAME, terms.ALTERNATE_NAME, terms.PREF_LABEL, terms.ALT_LABEL, terms.CITATION_KEY)


def names(store: Store, kind: Kind) -> Iterator[Seen]:
    """Give every name that a note states of a thing of a kind, and every identifier of a paper, line by line."""
    predicates = ", ".join(f"<{predicate}>" for predicate in (*_NAMES, terms.URL))
    rows = store.query(
        f"SELECT DISTINCT ?thing ?p ?name ?path ?line {{ ?thing a <{terms.CLASSES[kind]}> . ?e rdf:subject ?thing ; "
        "rdf:predicate ?p ; rdf:object ?name ; prov:wasDerivedFrom ?at . ?at kg:line ?line ; "
        f"oa:hasSource/kg:path ?path FILTER(?p IN ({predicates})) }} ORDER BY ?thing ?p ?name ?path ?line"
    ).texts()
    for thing, predicate, name, path, line in [*rows, *(() if kind is Kind.PAPER else _mentioned(store, kind))]:
        shown = identifier(name) if predicate == terms.URL else plain(name)
        if shown and (predicate != terms.URL or kind is Kind.PAPER):
            yield Seen(thing, kind, shown, path, int(line))


def _mentioned(store: Store, kind: Kind) -> Iterator[tuple[str, ...]]:
    """Give the names that follow from mentions, in the columns of `names`."""
    return store.query(
        f"SELECT DISTINCT ?thing ?p ?name ?path ?line {{ ?thing a <{terms.CLASSES[kind]}> . ?m kg:names ?thing ; "
        "prov:wasDerivedFrom ?at . ?at kg:quote ?quote ; kg:line ?line ; oa:hasSource/kg:path ?path "
        "OPTIONAL { ?m kg:form ?form } BIND(COALESCE(?form, ?quote) AS ?name) } ORDER BY ?thing ?name ?path ?line"
    ).texts()
