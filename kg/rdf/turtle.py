"""Write Turtle and TriG: prefixes, one block a subject, `a` first, everything sorted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kg import terms
from kg.rdf.syntax import by_subject

ON_ONE_LINE = 4
"""More objects of one predicate stand one a line, so that the hundreds a note mentions can be read and compared."""

_LOCAL = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_BARE = {
    f"<{terms.XSD_INTEGER}>": re.compile(r'"([+-]?[0-9]+)"'),
    f"<{terms.XSD_DECIMAL}>": re.compile(r'"([+-]?[0-9]*\.[0-9]+)"'),
    f"<{terms.XSD_BOOLEAN}>": re.compile(r'"(true|false)"'),
}
_TYPE = f"<{terms.TYPE}>"


class Turtle:
    """Spells terms with prefixes, which end in `/` or `#`, and remembers how: predicates come again and again."""

    def __init__(self, prefixes: dict[str, str]) -> None:
        self._prefixes = dict(sorted(prefixes.items()))
        self._spaces = {f"<{iri}": prefix for prefix, iri in self._prefixes.items()}
        self._spelled: dict[str, str] = {_TYPE: "a"}
        self._rows: dict[tuple[str, ...], list[tuple[str, str]]] = {}

    def head(self) -> str:
        """Write the prefixes."""
        return "".join(f"@prefix {prefix}: <{iri}> .\n" for prefix, iri in self._prefixes.items())

    def triples(self, lines: Iterable[str]) -> Iterator[str]:
        """Write sorted N-Triples lines as Turtle, one text a subject."""
        for subject, pairs in by_subject(lines):
            yield f"\n{self._iri(subject)} {self._predicates(pairs)} .\n"

    def graph(self, name: str, lines: Iterable[str]) -> Iterator[str]:
        """Write sorted N-Triples lines as a named graph of TriG."""
        head, tail = self.frame(name)
        yield head
        yield from self.triples(lines)
        yield tail

    def frame(self, name: str) -> tuple[str, str]:
        """Write what stands before and behind the triples of a named graph."""
        return f"\n{self._iri(f'<{name}>')} {{\n", "}\n"

    def read(self, spelled: str) -> str:
        """Give an IRI as it is spelled in N-Triples."""
        if spelled.startswith("<"):
            return spelled
        prefix, _, local = spelled.partition(":")
        return f"<{self._prefixes[prefix]}{local}>"

    def _predicates(self, pairs: list[tuple[str, str]]) -> str:
        objects: dict[str, list[str]] = {}
        for predicate, value in pairs:
            if predicate in objects:
                objects[predicate].append(self._object(value))
            else:
                objects[predicate] = [self._object(value)]
        # Most things are of a few makes, passages and evidence above all: the same predicates in the same order.
        make = tuple(objects)
        rows = self._rows.get(make)
        if rows is None:
            rows = sorted(((self._iri(predicate), predicate) for predicate in make), key=_type_first)
            self._rows[make] = rows
        return " ;\n    ".join([_row(spelled, objects[predicate]) for spelled, predicate in rows])

    def _object(self, value: str) -> str:
        if value[0] == "<":
            return self._iri(value) if value != _TYPE else value
        if value[-1] != ">":
            return value
        quoted, datatype = value.rsplit("^^", 1)
        bare = _BARE[datatype].fullmatch(quoted) if datatype in _BARE else None
        return bare[1] if bare else f"{quoted}^^{self._iri(datatype)}"

    def _iri(self, iri: str) -> str:
        known = self._spelled.get(iri)
        if known is not None:
            return known
        cut = max(iri.rfind("/"), iri.rfind("#")) + 1
        prefix = self._spaces.get(iri[:cut])
        if prefix is not None and _LOCAL.fullmatch(iri, cut, len(iri) - 1):
            self._spelled[iri] = f"{prefix}:{iri[cut:-1]}"
            return self._spelled[iri]
        return iri


def _type_first(row: tuple[str, str]) -> tuple[bool, str]:
    return row[1] != _TYPE, row[0]


def _row(predicate: str, values: list[str]) -> str:
    if len(values) == 1:
        return f"{predicate} {values[0]}"
    if len(values) <= ON_ONE_LINE:
        return f"{predicate} {', '.join(values)}"
    return f"{predicate}\n        " + ",\n        ".join(values)
