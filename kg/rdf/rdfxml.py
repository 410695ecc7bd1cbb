"""RDF/XML, which the engine writes: typed elements, the name first, relative IRIs.

XML cannot hold every RDF graph: some control characters have no spelling in it, and a property whose IRI does not end
in a name cannot be an element. Neither is dropped or changed; the graph is refused, with the place. The engine writes
both all the same, as no XML, and a carriage return as it is, which a parser takes for a line feed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

import pyoxigraph as ox

from kg import terms
from kg.errors import ExportError
from kg.rdf.syntax import RdfFormat, by_subject, literal, parse
from kg.rdf.turtle import name_first
from kg.rdf.vocabulary import shortened

_RDF = terms.PREFIXES["rdf"]
_TYPE, _ENTITY = f"<{terms.TYPE}>", f"<{terms.ENTITY_CLASS}>"
_LOCAL = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,500}$")  # names that every XML parser takes
_UNHOLDABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SYNTAX = {
    f"{_RDF}{name}"
    for name in (
        *("RDF", "ID", "about", "parseType", "resource", "nodeID", "datatype", "Description", "li"),
        *("bagID", "aboutEach", "aboutEachPrefix"),
    )
}
"""IRIs that mean something else where an element stands."""
_RESERVED = {"http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"}
_SHOWN = 3
_PREFIX = re.compile(r"(?!xml)[a-z][a-z0-9_-]*", re.IGNORECASE)  # those of a query that can be prefixes here


def document(lines: Sequence[str], prefixes: dict[str, str], base: str = "") -> str:
    """Write N-Triples lines as a document, in their order; ExportError if XML cannot hold them."""
    first = list(islice(filter(None, map(_unholdable, lines)), _SHOWN))
    if first:
        raise ExportError(
            f"RDF/XML cannot hold the control character {'; '.join(first)}. Take it out of the note and build again, "
            "or choose a format that can hold it, such as Turtle: kg export graph.ttl"
        )
    for predicate in sorted({predicate for _, predicate, _ in map(_parts, lines)}):
        if not _is_name(predicate[1:-1]):
            raise ExportError.no_xml_name(predicate)
    ordered = "\n".join(_ordered(lines)).encode()
    triples = [quad.triple for quad in parse(ordered, RdfFormat.N_TRIPLES)]
    used = {name: iri for name, iri in prefixes.items() if _PREFIX.fullmatch(name)}
    written = ox.serialize(triples, format=ox.RdfFormat.RDF_XML, prefixes=used, base_iri=base or None)
    return (written or b"").decode().replace("\r", "&#13;")


def _ordered(lines: Sequence[str]) -> Iterator[str]:
    """Put the class that becomes the element of a thing before what is said about it, and names before the rest."""
    for subject, pairs in by_subject(lines):
        ordered = sorted(pairs, key=_rank)
        if ordered[0][0] == _TYPE and not _is_name(ordered[0][1][1:-1]):
            raise ExportError.no_xml_name(ordered[0][1])
        yield from (f"{subject} {predicate} {value} ." for predicate, value in ordered)


def _rank(pair: tuple[str, str]) -> tuple[int, tuple[int, str]]:
    predicate, value = pair
    is_element = predicate == _TYPE and value != _ENTITY and _is_name(value[1:-1])
    return (0 if is_element else 2 if predicate == _TYPE else 1), name_first((predicate, predicate))


def _parts(line: str) -> list[str]:
    return line.split(" ", 2)


def _unholdable(line: str) -> str:
    """Tell what XML cannot hold in a line, "" when it can hold all."""
    if "\\" not in line and not _UNHOLDABLE.search(line):
        return ""  # most lines: an escape is the only way in which a line can hold what XML cannot
    subject, predicate, rest = _parts(line)
    value = rest.removesuffix(" .")
    found = _UNHOLDABLE.search(literal(value).text if value[0] == '"' else value)
    return f"U+{ord(found[0]):04X} in {shortened(predicate[1:-1]) or predicate} of {subject}" if found else ""


def _is_name(iri: str) -> bool:
    """Return whether an IRI ends in a name that an element can have."""
    found = _LOCAL.search(iri, max(iri.rfind("/"), iri.rfind("#")) + 1)
    return found is not None and iri not in _SYNTAX and iri[: found.start()] not in _RESERVED
