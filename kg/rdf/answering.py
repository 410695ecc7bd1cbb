"""Answer a request of the SPARQL Protocol or the Graph Store Protocol from a store, in the format that is wanted."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

import pyoxigraph as ox

from kg import terms
from kg.errors import AnswerFormatError, LimitError, NotArrangedError
from kg.limits import Limits
from kg.rdf.hints import hints, is_nothing
from kg.rdf.query import Dataset, failure
from kg.rdf.results import turtle
from kg.rdf.store import Store
from kg.resources import ontology


class RowFormat(StrEnum):
    """A format of rows and of yes or no; the value is its media type."""

    JSON = "application/sparql-results+json"
    XML = "application/sparql-results+xml"
    CSV = "text/csv"
    TSV = "text/tab-separated-values"


class GraphFormat(StrEnum):
    """A format of triples; the value is its media type."""

    TURTLE = "text/turtle"
    N_TRIPLES = "application/n-triples"
    JSON_LD = "application/ld+json"
    RDF_XML = "application/rdf+xml"
    TRIG = "application/trig"
    N_QUADS = "application/n-quads"


@dataclass(frozen=True, slots=True)
class Question:
    """A query, or a request for a whole graph."""

    sparql: str = ""
    dataset: Dataset | None = None
    graph: str | None = None
    """IRI of a graph, "" for the default graph; without a query."""
    rows: RowFormat | None = RowFormat.JSON
    """Of the answer to SELECT and ASK; None when whoever asks takes none."""
    triples: GraphFormat | None = GraphFormat.TURTLE
    """Of the answer to CONSTRUCT and DESCRIBE, and of graphs."""
    page: str = ""
    """What a program that answers more than queries is asked for; without a query."""
    given: Mapping[str, str] = field(default_factory=dict)
    """What the page is asked for with."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer, ready to be sent."""

    content: bytes
    media_type: str
    hints: tuple[str, ...] = ()
    """Why rows in JSON are not there, where this can be known, and terms of the query that no graph has."""


_SHORT = 4096
"""Bytes of an answer that may tell nothing."""
_MOST = 5
"""Hints of one query."""


def answer(store: Store, question: Question, limits: Limits) -> Answer | None:
    """Answer a question; None if the graph that it asks for does not exist.

    Raises:
        QueryError: it is not a query, changes the graph, or contacts another server.
        NotArrangedError: it looks for evidence in graphs, and `Store.arrange` was not called yet.
        AnswerFormatError: the client does not accept answers of this kind.
        DamagedError: the files of the store are gone, or not what was written.
        EngineError: the engine failed.
        LimitError: the answer is too long.
    """
    if question.graph is not None:
        content = store.graph(question.graph)
        return None if content is None else written(content, question.triples)
    if store.needs_arranging(question.sparql, question.dataset):
        raise NotArrangedError
    found = store.query(question.sparql, question.dataset).answer
    try:
        if isinstance(found, ox.QueryTriples):
            triples = Measured(limits, counting(ox.RdfFormat.N_TRIPLES))
            found.serialize(triples, format=ox.RdfFormat.N_TRIPLES)
            return written(triples.getvalue(), question.triples)
        if question.rows is None:
            raise AnswerFormatError(
                f"the answer to SELECT and ASK can be sent as {', '.join(RowFormat)}; accept one of these"
            )
        rows_format = ox.QueryResultsFormat.from_media_type(question.rows)
        if isinstance(found, ox.QueryBoolean) and question.rows in (RowFormat.CSV, RowFormat.TSV):
            # The standard has no such form; a column with one value is what programs expect.
            return Answer(f"answer\r\n{str(bool(found)).lower()}\r\n".encode(), question.rows)
        rows = Measured(limits, counting(rows_format))
        found.serialize(rows, format=rows_format)
        return Answer(rows.getvalue(), question.rows, tuple(_hints(store, question, rows.getvalue())))
    except (OSError, RuntimeError, ValueError) as error:
        raise failure(error) from error


def _hints(store: Store, question: Question, content: bytes) -> list[str]:
    if question.rows is not RowFormat.JSON:
        return []
    is_empty = len(content) <= _SHORT and question.dataset is None and _is_nothing(json.loads(content))
    return [str(hint) for hint in hints(question.sparql, store if is_empty else None)[:_MOST]]


def _is_nothing(found: dict[str, Any]) -> bool:
    if "boolean" in found:
        return not found["boolean"]
    return is_nothing([[term["value"] for term in row.values()] for row in found["results"]["bindings"]])


def written(n_triples: bytes, wanted: GraphFormat | None) -> Answer:
    """Write N-Triples in a format.

    Raises:
        AnswerFormatError: the format is None.
    """
    if wanted is None:
        raise AnswerFormatError(f"triples can be sent as {', '.join(GraphFormat)}; accept one of these")
    if wanted is GraphFormat.N_TRIPLES:
        return Answer(n_triples, wanted)
    triples = (quad.triple for quad in ox.parse(n_triples, ox.RdfFormat.N_TRIPLES, lenient=True))
    if wanted is GraphFormat.TURTLE:
        return Answer(turtle(triples).encode(), wanted)
    return Answer(
        ox.serialize(triples, format=ox.RdfFormat.from_media_type(wanted), prefixes=terms.PREFIXES) or b"", wanted
    )


def service_description(endpoint: str, wanted: GraphFormat | None) -> Answer:
    """Describe an endpoint that answers queries about a graph, fetches nothing and changes nothing.

    Raises:
        AnswerFormatError: the format is None.
    """
    return _of_ontology("service.ttl", wanted, base=endpoint)


def ontology_graph(wanted: GraphFormat | None) -> Answer:
    """Return the ontology in a format.

    Raises:
        AnswerFormatError: the format is None.
    """
    return (
        Answer(ontology("kg.ttl").encode(), wanted) if wanted is GraphFormat.TURTLE else _of_ontology("kg.ttl", wanted)
    )


def _of_ontology(name: str, wanted: GraphFormat | None, base: str | None = None) -> Answer:
    """Write a file of the ontology in a format."""
    triples = (quad.triple for quad in ox.parse(ontology(name), ox.RdfFormat.TURTLE, base_iri=base))
    return written(ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES) or b"", wanted)


def void_query(endpoint: str, dump: str) -> str:
    """Return the query whose answer describes a graph (VoID): what it has, in which words.

    Args:
        endpoint: address of the SPARQL endpoint.
        dump: address of the whole graph.
    """
    return ontology("void.rq").replace("$endpoint", endpoint).replace("$dump", dump)


_ESCAPED = re.compile(rb"\\.", re.DOTALL)


class Counting(NamedTuple):
    """How rows are counted in the text of an answer."""

    roughly: Callable[[bytes], int]
    """In a piece: fast, and never too few."""
    exactly: Callable[[bytes], int]
    """In all of the text so far, to one more or less."""


class Measured(io.BytesIO):
    """A file in memory that receives an answer, counts its rows, and refuses what exceeds the limits.

    Args:
        limits: of rows and of size.
        counting: how to count rows; None if the format does not allow it.
    """

    def __init__(self, limits: Limits, counting: Counting | None = None) -> None:
        super().__init__()
        self._limits = limits
        self._counting = counting if limits.rows else None
        self._rows = 0

    def write(self, piece: Any) -> int:
        """Write a piece of the answer.

        Raises:
            LimitError: the answer is longer than allowed.
        """
        written = super().write(piece)
        if self._limits.size and self.tell() > self._limits.size:
            most = f"the answer has more than {self._limits.size:,} bytes"
            raise LimitError(f"{most}. Ask for fewer rows with LIMIT, or allow larger answers")
        if self._counting is not None:
            self._rows += self._counting.roughly(bytes(piece))
            if self._rows > self._limits.rows:
                self._rows = self._counting.exactly(self.getvalue())
                if self._rows > self._limits.rows:
                    most = f"the answer has more than {self._limits.rows:,} rows"
                    raise LimitError(f"{most}. Ask for fewer with LIMIT, or allow more rows")
        return written


def counting(answer_format: ox.QueryResultsFormat | ox.RdfFormat | None) -> Counting | None:
    r"""Return how to count rows, or triples, in a format: by separators that no value can forge.

    >>> counting(ox.QueryResultsFormat.CSV).exactly(b'name\r\n"a\nb"\r\nc\r\n')
    2
    """
    return _COUNTING.get(str(answer_format))


def _rows_of_csv(text: bytes) -> int:
    return b"".join(text.split(b'"')[::2]).count(b"\n") - 1


def _rows_of_json(text: bytes) -> int:
    # Outside strings an object follows a comma only if it is a row: values follow the name of their variable.
    return b"".join(_ESCAPED.sub(b"", text).split(b'"')[::2]).count(b",{") + 1


def _lines(text: bytes) -> int:
    return text.count(b"\n")


_COUNTING = {
    str(ox.QueryResultsFormat.CSV): Counting(_lines, _rows_of_csv),
    str(ox.QueryResultsFormat.JSON): Counting(lambda piece: piece.count(b",{") + 1, _rows_of_json),
    str(ox.QueryResultsFormat.TSV): Counting(_lines, lambda text: _lines(text) - 1),
    str(ox.QueryResultsFormat.XML): Counting(
        lambda piece: piece.count(b"</result>") + 1, lambda text: text.count(b"</result>")
    ),
    str(ox.RdfFormat.N_TRIPLES): Counting(_lines, _lines),
}
