"""Write the answer to a query as text, in the formats of SPARQL."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from enum import StrEnum

import pyoxigraph as ox

from kg import terms
from kg.errors import QueryError
from kg.rdf.syntax import lines_of
from kg.rdf.turtle import Turtle

Row = tuple[ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple | None, ...]
Answer = ox.QuerySolutions | ox.QueryTriples | ox.QueryBoolean


class ResultFormat(StrEnum):
    """A format of answers."""

    JSON = "json"
    CSV = "csv"
    TSV = "tsv"
    XML = "xml"
    TTL = "ttl"


def render(answer: Answer, columns: tuple[str, ...], rows: Iterable[Row], result_format: ResultFormat) -> str:
    """Write an answer in a format; lines end in a line feed.

    Raises:
        QueryError: Turtle is asked for rows, or JSON or XML results for triples.
    """
    if isinstance(answer, ox.QueryTriples):
        if result_format is ResultFormat.TTL:
            return turtle(answer)
        if result_format in (ResultFormat.JSON, ResultFormat.XML):
            raise QueryError.no_such_format(result_format, known="ttl, csv, tsv")
        return _delimited(columns, rows, result_format)
    if result_format is ResultFormat.TTL:
        raise QueryError.no_such_format("ttl (which needs CONSTRUCT)", known="json, csv, tsv, xml")
    if isinstance(answer, ox.QueryBoolean) and result_format in (ResultFormat.CSV, ResultFormat.TSV):
        return _delimited(columns, rows, result_format)
    written = (
        (answer.serialize(format=ox.QueryResultsFormat.from_extension(result_format)) or b"")
        .decode()
        .replace("\r\n", "\n")
    )
    return written if written.endswith("\n") else f"{written}\n"


def turtle(triples: Iterable[ox.Triple]) -> str:
    """Write triples as Turtle, sorted."""
    writer = Turtle(terms.PREFIXES)
    lines = writer.sections.in_order(lines_of(ox.serialize(set(triples), format=ox.RdfFormat.N_TRIPLES) or b""))
    return writer.head() + "".join(writer.triples(lines))


def _delimited(columns: tuple[str, ...], rows: Iterable[Row], result_format: ResultFormat) -> str:
    text = io.StringIO()
    tabs = result_format is ResultFormat.TSV
    writer = csv.writer(text, delimiter="\t" if tabs else ",", lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(["" if term is None else str(term) if tabs else _value(term) for term in row] for row in rows)
    return text.getvalue()


def _value(term: ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple) -> str:
    return str(term) if isinstance(term, ox.Triple | ox.BlankNode) else term.value
