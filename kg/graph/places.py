"""The places of a graph: its passages, and the mentions and statements that rest on them, all of them at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kg import terms
from kg.graph.facts import pairs
from kg.rdf import Askable


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A passage that states a fact, and what read it."""

    note: str
    """Its path."""
    line: int
    quote: str
    """Words of the passage, as whoever reads it wants them; "" if only names are wanted."""
    rule: str
    confidence: float
    qualifier: str = ""
    """`negated`, `hedged`, or "" for what is simply stated."""


class Evidence(NamedTuple):
    """What supports a fact at one passage; a mention supports that a note mentions a thing."""

    subject: str
    """"" for a mention: the note is that of the passage."""
    predicate: str
    object: str
    passage: str
    """Its IRI."""
    rule: str
    confidence: float
    qualifier: str
    """`negated`, `hedged`, or ""."""


def passages(store: Askable, *, with_quotes: bool) -> dict[str, tuple[str, int, str]]:
    """Return every passage: IRI -> path of its note, line and quote; "" for a quote that is not wanted."""
    paths = dict(pairs(store, terms.PATH))
    rows = store.query(_QUOTED if with_quotes else _LINES).texts()
    return {passage: (paths[note], int(line), "".join(quote)) for passage, note, line, *quote in rows if note in paths}


def mentions(store: Askable) -> Iterator[Evidence]:
    """Yield every mention of a thing."""
    for thing, passage, rule, sure, qualifier in store.query(_MENTIONS).texts():
        yield Evidence("", str(terms.MENTIONS), thing, passage, rule, float(sure), qualifier)


def statements(store: Askable, predicates: Collection[str] = ()) -> Iterator[Evidence]:
    """Yield the evidence of all facts except mentions, or of those with some predicates."""
    wanted = f"VALUES ?predicate {{ {' '.join(f'<{iri}>' for iri in predicates)} }}" if predicates else ""
    for s, p, o, passage, rule, sure, qualifier in store.query(_STATEMENTS % wanted).texts():
        yield Evidence(s, p, o, passage, rule, float(sure), qualifier)


def _joined(node: str, **properties: str) -> str:
    """Return a SPARQL pattern for the nodes that have all of some properties, which it binds.

    Parts of their own are joined in memory; triples one after another are looked up on disk for each node.
    """
    parts = (f"{{ SELECT ?{node} ?{name} {{ ?{node} {path} ?{name} }} }}" for name, path in properties.items())
    return " ".join(parts)


_PLACE = {"note": "oa:hasSource", "line": "kg:line"}
_LINES = f"SELECT ?passage ?note ?line {{ {_joined('passage', **_PLACE)} }}"
_QUOTED = f"SELECT ?passage ?note ?line ?quote {{ {_joined('passage', **_PLACE, quote='kg:quote')} }}"
_HOW = {"passage": "prov:wasDerivedFrom", "rule": "kg:rule", "confidence": "kg:confidence"}
_QUALIFIED = "OPTIONAL { SELECT ?node ?qualifier { ?node kg:qualifier ?qualifier } }"
_MENTIONS = f"""SELECT ?thing ?passage ?rule ?confidence ?qualifier {{
    {_joined("node", thing="kg:names", **_HOW)} {_QUALIFIED} }}"""
_STATEMENTS = f"""SELECT ?subject ?predicate ?object ?passage ?rule ?confidence ?qualifier {{
    {{ SELECT ?node ?predicate {{ %s ?node rdf:predicate ?predicate }} }}
    {_joined("node", subject="rdf:subject", object="rdf:object", **_HOW)} {_QUALIFIED} }}"""
