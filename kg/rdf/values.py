"""RDF terms for the values of claims: the predicate decides whether text becomes an IRI, a year, a date or a string."""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache

import pyoxigraph as ox

from kg import iris, terms
from kg.model import Iri

Term = ox.NamedNode | ox.Literal

_DATATYPES = {
    terms.XSD_STRING,
    terms.XSD_INTEGER,
    terms.XSD_BOOLEAN,
    terms.XSD_DATE,
    terms.XSD_GYEAR,
    terms.XSD_DECIMAL,
}
_UNHOLDABLE = re.compile("[\x00\ud800-\udfff\ufffe\uffff]")
_YEAR = re.compile(r"[0-9]{4}")
_MONTH = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,18}(?:\.[0-9]{1,18})?")
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")


@lru_cache(maxsize=4096)
def node(iri: str) -> ox.NamedNode:
    """Make a node of an IRI known to be one, and keep it: those of predicates and classes come again and again."""
    return ox.NamedNode(iri)


def writable(text: str) -> str:
    """Put U+FFFD in the place of what RDF files cannot hold, so that a text can be compared with one in a graph."""
    return _UNHOLDABLE.sub("\ufffd", text)


def string(text: str) -> ox.Literal:
    r"""Make a plain literal; what RDF files cannot hold (U+0000, half surrogates, U+FFFE, U+FFFF) becomes U+FFFD.

    >>> string("a\x00b").value
    'a\ufffdb'
    """
    return ox.Literal(writable(text))


def decimal(number: float) -> ox.Literal:
    """Make an `xsd:decimal` with at most six places, in its canonical form: the store keeps numbers, not how they look.

    >>> decimal(0.9).value, decimal(1).value
    ('0.9', '1')
    """
    text = f"{number:.6f}".rstrip("0").removesuffix(".")
    return ox.Literal("0" if text == "-0" else text, datatype=node(terms.XSD_DECIMAL))


def term(predicate: Iri, value: str | float) -> Term | None:
    """Make the object of a fact from a value, or None when the value cannot stand there.

    >>> str(term(terms.DATE_PUBLISHED, "2025"))
    '"2025"^^<http://www.w3.org/2001/XMLSchema#gYear>'
    >>> str(term(terms.URL, "https://example.org/a b"))
    '<https://example.org/a%20b>'
    >>> term(terms.URL, "javascript:alert(1)") is None
    True
    """
    expected = terms.RANGES.get(predicate, terms.XSD_STRING)
    if expected not in _DATATYPES:
        return _address(str(value))
    if expected == terms.XSD_STRING:
        return string(str(value))
    if expected == terms.XSD_DECIMAL:
        return _number(str(value).strip())
    text = str(value).strip().lower() if expected == terms.XSD_BOOLEAN else str(value).strip()
    datatype = _datatype(expected, text)
    if datatype == terms.XSD_INTEGER:
        return ox.Literal(int(text))
    return ox.Literal(text, datatype=node(datatype)) if datatype else None


def _number(text: str) -> Term | None:
    """Write a number: a whole one is an `xsd:integer`, which is a decimal, too."""
    if not _DECIMAL.fullmatch(text):
        return None
    return ox.Literal(int(text)) if _INTEGER.fullmatch(text) else decimal(float(text))


def _address(text: str) -> ox.NamedNode | None:
    iri = iris.link(text)
    try:
        return ox.NamedNode(iri) if iri else None
    except ValueError:
        return None


def _datatype(expected: Iri, text: str) -> Iri | None:
    if expected == terms.XSD_BOOLEAN:
        return expected if text in ("true", "false") else None
    if expected == terms.XSD_INTEGER:
        return expected if _INTEGER.fullmatch(text) else None
    if _YEAR.fullmatch(text) and text != "0000":
        return terms.XSD_GYEAR
    if expected != terms.XSD_DATE:
        return None
    if _MONTH.fullmatch(text) and not text.startswith("0000"):
        return terms.XSD_GYEARMONTH
    return terms.XSD_DATE if _is_day(text) else None


def _is_day(text: str) -> bool:
    if not _DAY.fullmatch(text):
        return False
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True
