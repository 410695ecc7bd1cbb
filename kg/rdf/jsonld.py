"""Write JSON-LD with named graphs: the context inlined, one node a line, keys and values sorted.

The document is in compact form: what the compaction of the standard makes of it with the same context. Lists are
written as their cells, which have IRIs that `@list` would lose.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from kg import terms
from kg.rdf.syntax import by_subject, literal

_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,14}")
_TYPE = f"<{terms.TYPE}>"


class JsonLd:
    """Writes nodes with the terms and prefixes of a context."""

    def __init__(self, context: dict[str, Any]) -> None:
        self._context = context
        self._prefixes = {key: value for key, value in sorted(context.items()) if isinstance(value, str)}
        self._terms: dict[str, tuple[str, str]] = {}
        for key, value in sorted(context.items()):
            if isinstance(value, dict):
                self._terms[self._full(value["@id"])] = key, self._full(value.get("@type", ""))
        self._keys: dict[str, tuple[str, str]] = {}

    def head(self) -> str:
        """Open the file: the context, then the graphs."""
        context = json.dumps(self._context, ensure_ascii=False, sort_keys=True, indent=1)
        return f'{{"@context": {context},\n"@graph": ['

    def tail(self) -> str:
        """Close the file."""
        return "\n]}\n"

    def graph(self, name: str, lines: Iterable[str]) -> Iterator[str]:
        """Write sorted N-Triples lines as a named graph."""
        yield f'\n{{"@id": {_json(name)}, "@graph": ['
        yield from self.nodes(lines)
        yield "\n]}"

    def nodes(self, lines: Iterable[str]) -> Iterator[str]:
        """Write sorted N-Triples lines as nodes, one a line."""
        for place, (subject, pairs) in enumerate(by_subject(lines)):
            yield f"{',' if place else ''}\n{_json(self._node(subject, pairs))}"

    def _node(self, subject: str, pairs: list[tuple[str, str]]) -> dict[str, Any]:
        values: dict[str, list[Any]] = {}
        for predicate, value in pairs:
            if predicate == _TYPE and value[0] == "<":
                known = self._terms.get(value[1:-1])
                values.setdefault("@type", []).append(known[0] if known else self._compact(value[1:-1]))
            else:
                key, said = self._key_and_value(predicate[1:-1], value)
                values.setdefault(key, []).append(said)
        node: dict[str, Any] = {"@id": self._reference(subject)}
        for key in sorted(values):
            node[key] = values[key] if len(values[key]) > 1 else values[key][0]
        return node

    def _key_and_value(self, predicate: str, value: str) -> tuple[str, Any]:
        """Return the key and the value of a statement.

        A term of the context stands for values of one datatype only; what has another is said by the IRI.
        """
        if predicate not in self._keys:
            self._keys[predicate] = self._terms.get(predicate) or (self._compact(predicate), "")
        term, coerced = self._keys[predicate]
        kind, plain, whole = self._value(value)
        if coerced and coerced == kind:
            return term, plain
        return (self._compact(predicate) if coerced else term), whole

    def _value(self, value: str) -> tuple[str, Any, Any]:
        """Return the datatype of a value, the value where a term says the datatype, and where none does."""
        if value[0] != '"':
            reference = self._reference(value)
            return "@id", reference, {"@id": reference}
        text, datatype, language = literal(value)
        if language:
            return "", text, {"@value": text, "@language": language}
        native = _native(text, datatype)
        whole = {"@value": text, "@type": self._compact(datatype)} if native is None else native
        return (datatype if native is None else ""), text, whole

    def _reference(self, spelled: str) -> str:
        return self._compact(spelled[1:-1]) if spelled[0] == "<" else spelled

    def _compact(self, iri: str) -> str:
        for prefix, space in self._prefixes.items():
            if iri.startswith(space) and len(iri) > len(space) and not iri.startswith("//", len(space)):
                return f"{prefix}:{iri[len(space) :]}"
        return iri

    def _full(self, name: str) -> str:
        prefix, colon, local = name.partition(":")
        return f"{self._prefixes[prefix]}{local}" if colon and prefix in self._prefixes else name


def _native(text: str, datatype: str) -> Any:
    """Return the JSON value that means a literal by itself, None when there is none."""
    if datatype == terms.XSD_INTEGER and _INTEGER.fullmatch(text):
        return int(text)
    if datatype == terms.XSD_BOOLEAN and text in ("true", "false"):
        return text == "true"
    return text if datatype == terms.XSD_STRING else None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
