"""Terms as N-Triples spells them, and lines of them.

Text is what the store loads and what files hold, so facts are spelled once and never built as objects. For the value of
a claim the predicate decides whether it becomes an IRI, a year, a date or a string.
"""

from __future__ import annotations

import re

import pyoxigraph as ox

from kg import iris, terms, untrusted
from kg.model import Iri

Term = str
"""An IRI or a literal, spelled as the engine spells it: equal terms are equal texts."""
Fact = tuple[Term, Iri, Term]

_DATATYPES = {
    terms.XSD_STRING,
    terms.XSD_INTEGER,
    terms.XSD_BOOLEAN,
    terms.XSD_DATE,
    terms.XSD_GYEAR,
    terms.XSD_DECIMAL,
}
_UNHOLDABLE = re.compile("[\x00\ud800-\udfff\ufffe\uffff]")
_SPECIAL = re.compile('[\x00-\x1f\x7f"\\\\\ud800-\udfff\ufffe\uffff]')
_ESCAPES = {
    **{code: f"\\u{code:04X}" for code in (*range(0x20), 0x7F)},
    **{ord(c): f"\\{short}" for c, short in zip('\b\t\n\f\r"\\', 'btnfr"\\', strict=True)},
}
_YEAR = re.compile(r"[0-9]{4}")
_MONTH = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,18}(?:\.[0-9]{1,18})?")
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")


def node(iri: str) -> Term:
    """Write an IRI that is known to be valid.

    >>> node("https://kg.example/paper/a")
    '<https://kg.example/paper/a>'
    """
    return f"<{iri}>"


def line(fact: Fact) -> str:
    """Write a fact as a line of N-Triples, without its end."""
    subject, predicate, value = fact
    return f"{subject} <{predicate}> {value} ."


def writable(text: str) -> str:
    """Replace what RDF files cannot hold by U+FFFD, so that a text can be compared with one in a graph."""
    return _UNHOLDABLE.sub("\ufffd", text)


def string(text: str) -> Term:
    r"""Write a plain literal; what RDF files cannot hold (U+0000, half surrogates, U+FFFE, U+FFFF) becomes U+FFFD.

    >>> string('say "a"')
    '"say \\"a\\""'
    """
    if _SPECIAL.search(text):
        text = writable(text).translate(_ESCAPES)
    return f'"{text}"'


def typed(text: str, datatype: Iri) -> Term:
    """Write a literal of plain characters with its datatype."""
    return f'"{text}"^^<{datatype}>'


def integer(number: int) -> Term:
    """Write an `xsd:integer`."""
    return typed(str(number), terms.XSD_INTEGER)


def decimal(number: float) -> Term:
    """Write an `xsd:decimal` with at most six places, as the store does: it stores numbers, not their spelling.

    >>> decimal(0.9), decimal(1)
    ('"0.9"^^<http://www.w3.org/2001/XMLSchema#decimal>', '"1"^^<http://www.w3.org/2001/XMLSchema#decimal>')
    """
    text = f"{number:.6f}".rstrip("0").removesuffix(".")
    return typed("0" if text == "-0" else text, terms.XSD_DECIMAL)


def term(predicate: Iri, value: str | float) -> Term | None:
    """Make the object of a fact from a value; None if the value cannot be one.

    >>> term(terms.DATE_PUBLISHED, "2025")
    '"2025"^^<http://www.w3.org/2001/XMLSchema#gYear>'
    >>> term(terms.URL, "https://example.org/a b")
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
        return integer(untrusted.integer(text))
    return typed(text, datatype) if datatype else None


def _number(text: str) -> Term | None:
    """Write a number: a whole one is an `xsd:integer`, which is a decimal, too."""
    if not _DECIMAL.fullmatch(text):
        return None
    return integer(untrusted.integer(text)) if _INTEGER.fullmatch(text) else decimal(untrusted.number(text))


def _address(text: str) -> Term | None:
    iri = iris.link(text)
    try:
        return str(ox.NamedNode(iri)) if iri else None
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
    return terms.XSD_DATE if _DAY.fullmatch(text) and untrusted.day(text) is not None else None
