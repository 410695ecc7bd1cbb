"""Write the answer to a query as text: a table for people, the formats of SPARQL for programs."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable
from enum import StrEnum

import pyoxigraph as ox

from kg import terms
from kg.errors import QueryError
from kg.rdf.syntax import lines_of
from kg.rdf.turtle import Turtle

Row = tuple[ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple | None, ...]
Answer = ox.QuerySolutions | ox.QueryTriples | ox.QueryBoolean

WIDEST = 80
"""Longer cells of a table are cut; every other format is whole."""
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


class ResultFormat(StrEnum):
    """A format of answers."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    TSV = "tsv"
    XML = "xml"
    TTL = "ttl"


_ENGINE = {
    ResultFormat.JSON: ox.QueryResultsFormat.JSON,
    ResultFormat.XML: ox.QueryResultsFormat.XML,
    ResultFormat.CSV: ox.QueryResultsFormat.CSV,
    ResultFormat.TSV: ox.QueryResultsFormat.TSV,
}


def render(answer: Answer, columns: tuple[str, ...], rows: Iterable[Row], result_format: ResultFormat) -> str:
    """Write an answer in a format; lines end in a line feed.

    Raises:
        QueryError: Turtle is asked for rows, or JSON or XML results for triples.
    """
    if isinstance(answer, ox.QueryTriples):
        if result_format is ResultFormat.TTL:
            return turtle(answer)
        if result_format in (ResultFormat.JSON, ResultFormat.XML):
            raise QueryError.no_such_format(result_format, known="ttl, table, csv, tsv")
        return _delimited(columns, rows, result_format)
    if result_format is ResultFormat.TTL:
        raise QueryError.no_such_format("ttl (which needs CONSTRUCT)", known="table, json, csv, tsv, xml")
    if result_format is ResultFormat.TABLE:
        return table(columns, rows)
    if isinstance(answer, ox.QueryBoolean) and result_format in (ResultFormat.CSV, ResultFormat.TSV):
        return _delimited(columns, rows, result_format)
    written = (answer.serialize(format=_ENGINE[result_format]) or b"").decode().replace("\r\n", "\n")
    return written if written.endswith("\n") else f"{written}\n"


def turtle(triples: Iterable[ox.Triple]) -> str:
    """Write triples as Turtle, sorted."""
    writer = Turtle(terms.PREFIXES)
    lines = writer.sections.in_order(lines_of(ox.serialize(set(triples), format=ox.RdfFormat.N_TRIPLES) or b""))
    return writer.head() + "".join(writer.triples(lines))


def table(columns: tuple[str, ...], rows: Iterable[Row]) -> str:
    """Write rows as a table with aligned columns, for a terminal: no text of a note can control it."""
    cells = [[_cut(_shown(term)) for term in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(columns, *cells, strict=True)] if columns else []
    lines = [columns, ["-" * width for width in widths], *cells]
    return "".join(
        "  ".join(f"{cell}{' ' * (width - _width(cell))}" for cell, width in zip(line, widths, strict=True)).rstrip()
        + "\n"
        for line in lines
    )


def _delimited(columns: tuple[str, ...], rows: Iterable[Row], result_format: ResultFormat) -> str:
    if result_format is ResultFormat.TABLE:
        return table(columns, rows)
    text = io.StringIO()
    tabs = result_format is ResultFormat.TSV
    writer = csv.writer(text, delimiter="\t" if tabs else ",", lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(["" if term is None else str(term) if tabs else _value(term) for term in row] for row in rows)
    return text.getvalue()


def _shown(term: ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple | None) -> str:
    if term is None:
        return ""
    if isinstance(term, ox.NamedNode):
        for prefix, iri in terms.PREFIXES.items():
            if term.value.startswith(iri) and len(term.value) > len(iri):
                return f"{prefix}:{term.value[len(iri) :]}"
    return _CONTROLS.sub(" ", _value(term))


def _value(term: ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple) -> str:
    return str(term) if isinstance(term, ox.Triple | ox.BlankNode) else term.value


def _cut(text: str) -> str:
    return text if len(text) <= WIDEST or text.startswith(("http://", "https://")) else f"{text[: WIDEST - 1]}…"


def _width(text: str) -> int:
    """Count the columns of a terminal that a text takes: wide characters two, marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
