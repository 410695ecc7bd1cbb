"""Which of the media types that a client accepts an answer is written in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from kg import untrusted
from kg.rdf import GraphFormat, RowFormat

T = TypeVar("T")

ROWS: Mapping[str, RowFormat] = {
    **{each.value: each for each in RowFormat},
    "application/json": RowFormat.JSON,
    "application/xml": RowFormat.XML,
    "text/xml": RowFormat.XML,
    "text/plain": RowFormat.TSV,
}
"""Media type -> format of rows, the standard's own first."""
GRAPHS: Mapping[str, GraphFormat] = {
    **{each.value: each for each in GraphFormat},
    "application/x-turtle": GraphFormat.TURTLE,
    "text/n3": GraphFormat.TURTLE,
    "text/plain": GraphFormat.N_TRIPLES,
    "application/json": GraphFormat.JSON_LD,
    "application/xml": GraphFormat.RDF_XML,
    "text/xml": GraphFormat.RDF_XML,
}
"""Media type -> format of triples."""
HTML = {"text/html": True, "application/xhtml+xml": True}


def choose(accept: str, known: Mapping[str, T]) -> T | None:
    """Choose by an Accept header; an empty one takes anything. None if nothing fits.

    Of equal wishes the more specific counts, then what stands first in the header, then what stands first here.

    >>> choose("text/html, application/xml;q=0.9, */*;q=0.1", ROWS), choose("text/csv;q=0", ROWS)
    (<RowFormat.XML: 'application/sparql-results+xml'>, None)
    """
    best: tuple[float, T] | None = None
    for wanted, quality in _wishes(accept):
        name = next((name for name in known if _fits(wanted, name)), None)
        if name is not None and quality > 0 and (best is None or quality > best[0]):
            best = quality, known[name]
    return None if best is None else best[1]


def prefers_html(accept: str) -> bool:
    """Return whether a browser asks: it takes a page, and no format of data that it names is dearer to it.

    >>> prefers_html("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"), prefers_html("*/*")
    (True, False)
    """
    qualities = dict(_wishes(accept))
    page = max((qualities.get(name, 0.0) for name in HTML), default=0.0)
    return page > 0 and all(q <= page for name, q in qualities.items() if name in ROWS or name in GRAPHS)


def _wishes(accept: str) -> list[tuple[str, float]]:
    """Return the media ranges of an Accept header with their qualities, the most specific first."""
    wishes = []
    for part in (accept or "*/*").split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        quality = next((value[2:] for value in parameters if value.startswith("q=")), "1")
        wishes.append((name, untrusted.number(quality)))
    return sorted(wishes, key=lambda wish: wish[0].count("*"))


def _fits(wanted: str, name: str) -> bool:
    return wanted in ("*/*", name) or (wanted.endswith("/*") and name.startswith(wanted[:-1]))
