"""Write RDF/XML to be read: typed elements, the name first, relative IRIs, sections with a title as a comment.

XML cannot hold every RDF graph: some control characters have no spelling in it, and a property whose IRI does not end
in a name cannot be an element. Neither is dropped or changed; the graph is refused, with the place. The engine writes
both all the same, as no XML, and a carriage return as it is, which a parser takes for a line feed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import count, islice
from xml.sax.saxutils import escape, quoteattr

from kg import terms
from kg.errors import ExportError
from kg.rdf.sections import Sections
from kg.rdf.syntax import by_subject, literal
from kg.rdf.turtle import name_first, relative
from kg.rdf.vocabulary import shortened

_RDF = terms.PREFIXES["rdf"]
_LOCAL = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,500}$")
"""Names that every XML parser takes, whichever edition of XML it knows."""
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
_PREFIX = re.compile(r"(?!xml|rdf$|ns[0-9]+$)[a-z][a-z0-9_-]*", re.IGNORECASE)
"""Those of a query that can be prefixes here: not empty, not taken, and none that this module makes."""


class RdfXml:
    """Writes a graph as one document.

    Args:
        prefixes: name -> IRI, which ends in `/` or `#`.
        base: where the IRIs of the data begin; without one, nothing is relative and there are no sections.
    """

    def __init__(self, prefixes: dict[str, str], base: str = "") -> None:
        self._base = base
        self._sections = Sections(base)
        self._prefixes = {iri: prefix for prefix, iri in prefixes.items() if _PREFIX.fullmatch(prefix)}
        self._prefixes[_RDF] = "rdf"
        self._numbers = count(1)
        self._names: dict[str, str] = {}
        self._classes: dict[str, str] = {}
        self._order: dict[str, tuple[int, str]] = {}

    def document(self, lines: Sequence[str]) -> Iterator[str]:
        """Write N-Triples lines in the order of sections, one text a thing or title.

        Raises:
            ExportError: XML cannot write a character or a property.
        """
        self._check(lines)
        for predicate in sorted({line.split(" ", 2)[1] for line in lines}):
            self._names[predicate] = name = self._name(predicate[1:-1])
            if not name:
                raise ExportError.no_xml_name(predicate)
            self._order[predicate] = name_first((name, predicate))
        self._classes = {value: self._name(value[1:-1], known=True) for value in sorted(_classes(lines))}
        chosen = {self._class(pairs) for _, pairs in by_subject(lines)} - {""}
        yield self._head({*self._names.values(), *(self._classes[each] for each in chosen)})
        last = ""
        for subject, pairs in by_subject(lines):
            title = self._sections.title(subject) if self._base else ""
            if title != last:
                yield f"\n<!-- {title} -->\n"
                last = title
            yield self._thing(subject, pairs)
        yield "\n</rdf:RDF>\n"

    def _check(self, lines: Sequence[str]) -> None:
        # An escape is the only way in which a line can hold what XML cannot, so most are passed over at once.
        suspects = (line for line in lines if "\\" in line or _UNHOLDABLE.search(line))
        found = (self._unholdable(line) for line in suspects)
        first = list(islice(filter(None, found), _SHOWN))
        if first:
            raise ExportError.not_in_xml(first)

    def _unholdable(self, line: str) -> str:
        """Tell what XML cannot hold in a line, "" when it can hold all."""
        subject, predicate, rest = line.split(" ", 2)
        value = rest.removesuffix(" .")
        found = _UNHOLDABLE.search(literal(value).text if value[0] == '"' else value)
        return f"U+{ord(found[0]):04X} in {shortened(predicate[1:-1]) or predicate} of {subject}" if found else ""

    def _name(self, iri: str, *, known: bool = False) -> str:
        """Return the name of an element for an IRI, "" if it cannot be one, or lacks a prefix that must be known."""
        cut = max(iri.rfind("/"), iri.rfind("#")) + 1
        if iri[:cut] not in self._prefixes or not _LOCAL.fullmatch(iri, cut):
            found = _LOCAL.search(iri, cut)
            cut = found.start() if found else 0
        if not cut or iri in _SYNTAX or iri[:cut] in _RESERVED:
            return ""
        if iri[:cut] not in self._prefixes:
            if known:
                return ""
            self._prefixes[iri[:cut]] = f"ns{next(self._numbers)}"
        return f"{self._prefixes[iri[:cut]]}:{iri[cut:]}"

    def _head(self, names: Collection[str]) -> str:
        used = {name.partition(":")[0] for name in names} | {"rdf"}
        spaces = sorted((prefix, iri) for iri, prefix in self._prefixes.items() if prefix in used)
        base = f"\n    xml:base={quoteattr(self._base)}" if self._base else ""
        declared = "".join(f"\n    xmlns:{prefix}={quoteattr(iri)}" for prefix, iri in spaces)
        return f'<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF{base}{declared}>\n'

    def _thing(self, subject: str, pairs: list[tuple[str, str]]) -> str:
        chosen = self._class(pairs)
        name = self._classes[chosen] if chosen else "rdf:Description"
        rest = [pair for pair in pairs if pair != (_TYPE, chosen)]
        rest.sort(key=lambda pair: self._order[pair[0]])
        said = "".join(self._property(predicate, value) for predicate, value in rest)
        about = f"<{name} {self._reference(subject, 'about')}"
        return f"\n{about}>\n{said}</{name}>\n" if said else f"\n{about}/>\n"

    def _class(self, pairs: list[tuple[str, str]]) -> str:
        """Choose the class that becomes the element of a thing, "" when none can."""
        classes = (value for predicate, value in pairs if predicate == _TYPE and value != _ENTITY)
        return next((value for value in classes if self._classes.get(value)), "")

    def _property(self, predicate: str, value: str) -> str:
        name = self._names[predicate]
        if value[0] != '"':
            return f"  <{name} {self._reference(value, 'resource')}/>\n"
        text, datatype, language = literal(value)
        attribute = ""
        if language:
            attribute = f" xml:lang={quoteattr(language)}"
        elif datatype != terms.XSD_STRING:
            attribute = f" rdf:datatype={quoteattr(datatype)}"
        # A parser makes a line feed of a carriage return unless it is written as a reference.
        return f"  <{name}{attribute}>{escape(text, {chr(13): '&#13;'})}</{name}>\n"

    def _reference(self, term: str, attribute: str) -> str:
        if term.startswith("_:"):
            return f"rdf:nodeID={quoteattr(term[2:])}"
        return f"rdf:{attribute}={quoteattr(relative(term[1:-1], self._base) or term[1:-1])}"


_TYPE, _ENTITY = f"<{terms.TYPE}>", f"<{terms.ENTITY_CLASS}>"


def _classes(lines: Sequence[str]) -> set[str]:
    said = (line.split(" ", 2) for line in lines)
    return {rest.removesuffix(" .") for _, predicate, rest in said if predicate == _TYPE and rest[0] == "<"}
