"""Write Turtle and TriG: prefixes, one block a subject, `a` first, everything sorted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kg import terms
from kg.rdf.syntax import by_subject

_LOCAL = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_BARE = {
    f"<{terms.XSD_INTEGER}>": re.compile(r'"([+-]?[0-9]+)"'),
    f"<{terms.XSD_DECIMAL}>": re.compile(r'"([+-]?[0-9]*\.[0-9]+)"'),
    f"<{terms.XSD_BOOLEAN}>": re.compile(r'"(true|false)"'),
}
_TYPE = f"<{terms.TYPE}>"


class Turtle:
    """Spells terms with prefixes, and remembers how: predicates, classes and datatypes come again and again."""

    def __init__(self, prefixes: dict[str, str]) -> None:
        self._prefixes = dict(sorted(prefixes.items()))
        self._spelled: dict[str, str] = {_TYPE: "a"}

    def head(self) -> str:
        """Write the prefixes."""
        return "".join(f"@prefix {prefix}: <{iri}> .\n" for prefix, iri in self._prefixes.items())

    def triples(self, lines: Iterable[str]) -> Iterator[str]:
        """Write sorted N-Triples lines as Turtle, one text a subject."""
        for subject, pairs in by_subject(lines):
            yield f"\n{self._iri(subject)} {self._predicates(pairs)} .\n"

    def graph(self, name: str, lines: Iterable[str]) -> Iterator[str]:
        """Write sorted N-Triples lines as a named graph of TriG."""
        yield f"\n{self._iri(f'<{name}>')} {{\n"
        yield from self.triples(lines)
        yield "}\n"

    def _predicates(self, pairs: list[tuple[str, str]]) -> str:
        objects: dict[str, list[str]] = {}
        for predicate, value in pairs:
            objects.setdefault(predicate, []).append(self._object(value))
        types = objects.pop(_TYPE, [])
        rows = [f"a {', '.join(types)}"] if types else []
        rows += sorted(f"{self._iri(predicate)} {', '.join(values)}" for predicate, values in objects.items())
        return " ;\n    ".join(rows)

    def _object(self, value: str) -> str:
        if value[0] == "<":
            return self._class(value)
        if value[-1] != ">":
            return value
        quoted, datatype = value.rsplit("^^", 1)
        bare = _BARE[datatype].fullmatch(quoted) if datatype in _BARE else None
        return bare[1] if bare else f"{quoted}^^{self._iri(datatype)}"

    def _class(self, iri: str) -> str:
        return f"<{terms.TYPE}>" if iri == _TYPE else self._iri(iri)

    def _iri(self, iri: str) -> str:
        known = self._spelled.get(iri)
        if known is not None:
            return known
        for prefix, space in self._prefixes.items():
            if iri.startswith(space, 1) and _LOCAL.fullmatch(iri, 1 + len(space), len(iri) - 1):
                self._spelled[iri] = f"{prefix}:{iri[1 + len(space) : -1]}"
                return self._spelled[iri]
        return iri
