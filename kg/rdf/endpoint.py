"""A graph in another store, asked over the SPARQL protocol: what is asked of a `Store` can be asked of it."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Self
from urllib.parse import urlencode

import pyoxigraph as ox

from kg import iris, terms
from kg.connection import Connection, Reply, Request
from kg.errors import RemoteError
from kg.model import Iri
from kg.rdf.answering import GraphFormat, RowFormat
from kg.rdf.lexing import uses
from kg.rdf.query import Dataset, Rows, ask
from kg.rdf.values import string

SD = "http://www.w3.org/ns/sparql-service-description#"
DEFAULT_GRAPH = Iri(f"{SD}defaultGraph")
"""Of the record of a push: the graph that says what all the others say together."""
DEFAULT_NAME = "#default"
"""How the name of that graph ends when it has none: it is the default graph of the store."""
NAMED_GRAPH = Iri(f"{SD}namedGraph")
"""Of the record of a push: each graph that was put there."""
RECORD, UNION = "pushed", "union"
"""Names of the graph with the record, and of that with what all the others say."""

_RELATIVE = re.compile(r"<[^:<>\s\"{}|^`\\]*>")
_ROWS = f"{RowFormat.JSON}, {RowFormat.XML};q=0.5"
_TRIPLES = f"{GraphFormat.N_TRIPLES}, {GraphFormat.TURTLE};q=0.5"
_FORM = "application/x-www-form-urlencoded"


class Endpoint:
    """The graph behind an address of the SPARQL protocol.

    If `kg push` put the graph there, queries see the union of all its graphs as in a `Store`: its record in
    the target says where the union is. An address with its own `default-graph-uri` is used unchanged.

    Args:
        is_plain: whether to use the address unchanged.
    """

    def __init__(self, connection: Connection, *, is_plain: bool = False) -> None:
        self._connection = connection
        self._known_base: str | None = None
        self._known_dataset = Dataset() if is_plain or "default-graph-uri" in connection.parameters else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._connection.close()

    @property
    def base(self) -> str:
        """Where the IRIs of the graph begin, read from the graph itself."""
        if self._known_base is None:
            self._known_base = iris.DEFAULT_BASE  # what the query itself asks has no relative IRIs
            pairs = self.query("SELECT ?note ?path { ?note kg:path ?path } LIMIT 10").texts()
            found = (iris.base_of(note, path) for note, path in pairs)
            self._known_base = next((base for base in found if base), iris.DEFAULT_BASE)
        return self._known_base

    def query(self, sparql: str, dataset: Dataset | None = None) -> Rows:
        """Run a SPARQL query, with the prefixes of the ontology; relative IRIs are relative to the base of the graph.

        Args:
            dataset: the graphs to look at; None for those that the query names, or else all.

        Raises:
            QueryError: it is not a query, changes the graph, or contacts another server.
            RemoteError: the server does not answer it.
        """
        empty = ask(ox.Store(), sparql, dataset, base=iris.DEFAULT_BASE)  # finds mistakes before a query is sent
        sort = type(empty.answer)
        del empty  # only this thread may drop it
        base = f"BASE <{self.base}> " if _RELATIVE.search(sparql) else ""
        return self._answer(base + headed(sparql), self._dataset(sparql) if dataset is None else dataset, sort)

    def values(self, thing: str, predicate: Iri) -> list[str]:
        """Return the values of a predicate for a thing, as text, sorted; what is not an IRI has none."""
        with suppress(ValueError):
            rows = self.query(f"SELECT ?value {{ {ox.NamedNode(thing)} {ox.NamedNode(predicate)} ?value }}")
            return sorted(value for (value,) in rows.texts())
        return []

    def having(self, predicate: Iri, value: str) -> set[Iri]:
        """Return what has a value: a text, or a thing by its IRI."""
        written = [string(value)]
        with suppress(ValueError):
            written.append(str(ox.NamedNode(value)))
        rows = self.query(f"SELECT ?thing {{ VALUES ?value {{ {' '.join(written)} }} ?thing <{predicate}> ?value }}")
        return {Iri(thing.value) for (thing,) in rows if isinstance(thing, ox.NamedNode)}

    def _dataset(self, sparql: str) -> Dataset | None:
        """Return the graphs that stand for what a store of ours sees; None to leave it to the query or the server."""
        if uses(sparql, "from"):
            return None
        if self._known_dataset is None:
            self._known_dataset = Dataset()
            self._known_dataset = self._recorded()
        if not self._known_dataset.default:
            return None
        return self._known_dataset if uses(sparql, "graph") else Dataset(self._known_dataset.default)

    def _recorded(self) -> Dataset:
        """Find where the union is, in a store whose queries see all graphs at once and would count facts twice."""
        asked = f"SELECT DISTINCT ?union {{ ?record <{DEFAULT_GRAPH}> ?union }}"
        found = [union for (union,) in self.query(asked).texts() if not union.endswith(DEFAULT_NAME)]
        if len(found) > 1:
            raise RemoteError(
                f"{self._connection.address} holds {len(found)} graphs of kg: {', '.join(sorted(found))}. "
                "Choose one in the address: ?default-graph-uri=IRI"
            )
        if not found:
            return Dataset()
        asked = f"SELECT DISTINCT ?graph {{ ?record <{DEFAULT_GRAPH}> <{found[0]}> ; <{NAMED_GRAPH}> ?graph }}"
        named = {graph for (graph,) in self.query(asked).texts()} - set(found)
        return Dataset((found[0],), tuple(sorted(named)))

    def _answer(self, sparql: str, dataset: Dataset | None, sort: type) -> Rows:
        fields = [("query", sparql)]
        if dataset is not None:
            fields += [("default-graph-uri", graph) for graph in dataset.default]
            fields += [("named-graph-uri", graph) for graph in dataset.named]
        headers = {"Accept": _TRIPLES if sort is ox.QueryTriples else _ROWS, "Content-Type": _FORM}
        reply = self._connection.demand(Request("POST", body=urlencode(fields).encode(), headers=headers))
        most = reply.headers.get("X-SPARQL-MaxRows", "")
        if most:  # of Virtuoso, only where there would be more
            raise RemoteError(
                f"{self._connection.address} returns at most {most[:20]} rows, and this answer has more. "
                "Ask for fewer with LIMIT, or raise the limit of the server (in Virtuoso: ResultSetMaxRows)"
            )
        try:
            found = _triples(reply) if sort is ox.QueryTriples else _rows(reply)
        except (SyntaxError, ValueError) as error:
            raise RemoteError.no_answer(self._connection.address, str(error)[:200]) from error
        if sort is ox.QueryBoolean and not found.is_boolean:  # Virtuoso 7 answers ASK with a row, or with none
            return ask(ox.Store(), "ASK {}" if found else "ASK { FILTER(false) }")
        return found


def headed(sparql: str) -> str:
    """Declare the prefixes of the ontology that a query uses but does not declare, without moving its lines.

    >>> headed("SELECT * { ?p skos:broader ?q }")
    'PREFIX skos: <http://www.w3.org/2004/02/skos/core#> SELECT * { ?p skos:broader ?q }'
    """
    wanted = (
        name
        for name in terms.PREFIXES
        if f"{name}:" in sparql and not re.search(rf"\bPREFIX\s+{name}:", sparql, re.IGNORECASE)
    )
    return "".join(f"PREFIX {name}: <{terms.PREFIXES[name]}> " for name in wanted) + sparql


def _rows(reply: Reply) -> Rows:
    """Read rows, or yes or no, and make sure that all of them can be read."""
    format = ox.QueryResultsFormat.from_media_type(reply.media_type)
    if format is None or format not in _READ:
        raise ValueError(f"the answer is {reply.media_type}")
    complaint = _complaint(reply.body, format)
    if complaint:
        raise ValueError(complaint)
    return Rows(ox.parse_query_results(reply.body, format))


def _complaint(body: bytes, format: ox.QueryResultsFormat) -> str:
    """Return what keeps results from being read; an error would hold on to them, and only this thread may drop them."""
    try:
        answer = ox.parse_query_results(body, format)
        if isinstance(answer, ox.QuerySolutions):
            for _ in answer:
                pass
    except (SyntaxError, ValueError) as error:
        return str(error) or type(error).__name__
    return ""


def _triples(reply: Reply) -> Rows:
    format = ox.RdfFormat.from_media_type(reply.media_type)
    if format is None:
        raise ValueError(f"the answer is {reply.media_type}")
    store = ox.Store()
    store.extend(ox.Quad(*quad.triple) for quad in ox.parse(reply.body, format, lenient=True))
    return ask(store, "CONSTRUCT WHERE { ?s ?p ?o }")


_READ = (ox.QueryResultsFormat.JSON, ox.QueryResultsFormat.XML)
