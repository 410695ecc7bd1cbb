"""Under which names the notes show the things of a graph, as decisions call them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from kg import terms
from kg.model import Kind
from kg.rdf import Store
from kg.resolution.decisions import Designator, plain
from kg.resolution.designating import Seen, designate
from kg.resolution.paper_facts import identifier

_NAMES = (terms.NAME, terms.ALTERNATE_NAME, terms.PREF_LABEL, terms.ALT_LABEL, terms.CITATION_KEY)


def call(seen: Iterable[Seen], thing: str) -> tuple[tuple[Designator, ...], tuple[Designator, ...]]:
    """Return how to name a thing in a decision: by designators for all its places, and by those that are enough.

    A unique name is enough, because the rules join it with the other names of the thing.
    """
    rows = list(seen)
    called = designate(rows, thing)
    alone = bool(called) and called[0].text in {row.name for row in rows if row.thing == thing}
    return called, called[:1] if alone else called


def names(store: Store, kind: Kind, things: Collection[str] | None = None) -> Iterator[Seen]:
    """Yield every name that a note states of a thing of a kind, and every identifier of a paper, line by line.

    Args:
        things: of these only; None for all.
    """
    among = "" if things is None else f"VALUES ?thing {{ {' '.join(f'<{one}>' for one in sorted(things))} }} "
    predicates = ", ".join(f"<{predicate}>" for predicate in (*_NAMES, terms.URL))
    rows = store.query(
        f"SELECT DISTINCT ?thing ?p ?name ?path ?line {{ {among}?thing a <{terms.CLASSES[kind]}> . "
        "?e rdf:subject ?thing ; rdf:predicate ?p ; rdf:object ?name ; prov:wasDerivedFrom ?at . ?at kg:line ?line ; "
        f"oa:hasSource/kg:path ?path FILTER(?p IN ({predicates})) }} ORDER BY ?thing ?p ?name ?path ?line"
    ).texts()
    for thing, predicate, name, path, line in [*rows, *(() if kind is Kind.PAPER else _mentioned(store, kind, among))]:
        shown = identifier(name) if predicate == terms.URL else plain(name)
        if shown and (predicate != terms.URL or kind is Kind.PAPER):
            yield Seen(thing, kind, shown, path, int(line))


def _mentioned(store: Store, kind: Kind, among: str) -> Iterator[tuple[str, ...]]:
    """Return the names that follow from mentions, in the columns of `names`."""
    return store.query(
        f"SELECT DISTINCT ?thing ?p ?name ?path ?line {{ {among}?thing a <{terms.CLASSES[kind]}> . "
        "?m kg:names ?thing ; prov:wasDerivedFrom ?at . "
        "?at kg:quote ?quote ; kg:line ?line ; oa:hasSource/kg:path ?path "
        "OPTIONAL { ?m kg:form ?form } BIND(COALESCE(?form, ?quote) AS ?name) } ORDER BY ?thing ?name ?path ?line"
    ).texts()
