"""Write JSON-LD with named graphs: the context inlined, one node a line, keys and values sorted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from kg import terms
from kg.rdf.syntax import by_subject, literal

_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,14}")
_NATIVE = {terms.XSD_STRING, terms.XSD_INTEGER, terms.XSD_BOOLEAN}
_TYPE = f"<{terms.TYPE}>"


class JsonLd:
    """Spells nodes with the terms and prefixes of a context."""

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
        for place, (subject, pairs) in enumerate(by_subject(lines)):
            yield f"{',' if place else ''}\n{_json(self._node(subject, pairs))}"
        yield "\n]}"

    def _node(self, subject: str, pairs: list[tuple[str, str]]) -> dict[str, Any]:
        values: dict[str, list[Any]] = {}
        for predicate, value in pairs:
            if predicate == _TYPE and value[0] == "<":
                values.setdefault("@type", []).append(self._compact(value[1:-1]))
            else:
                key, coerced = self._key(predicate[1:-1])
                values.setdefault(key, []).append(self._value(value, coerced))
        node: dict[str, Any] = {"@id": _reference(subject)}
        for key in sorted(values):
            node[key] = values[key] if len(values[key]) > 1 else values[key][0]
        return node

    def _key(self, predicate: str) -> tuple[str, str]:
        if predicate not in self._keys:
            self._keys[predicate] = self._terms.get(predicate) or (self._compact(predicate), "")
        return self._keys[predicate]

    def _value(self, value: str, coerced: str) -> Any:
        if value[0] != '"':
            reference = _reference(value)
            return reference if coerced == "@id" else {"@id": reference}
        text, datatype, language = literal(value)
        if language:
            return {"@value": text, "@language": language}
        if coerced not in ("", datatype):
            return (
                {"@value": text} if datatype == terms.XSD_STRING else {"@value": text, "@type": self._compact(datatype)}
            )
        return (
            _native(text, datatype)
            if datatype in _NATIVE or coerced
            else {"@value": text, "@type": self._compact(datatype)}
        )

    def _compact(self, iri: str) -> str:
        for prefix, space in self._prefixes.items():
            if iri.startswith(space) and len(iri) > len(space) and not iri.startswith("//", len(space)):
                return f"{prefix}:{iri[len(space) :]}"
        return iri

    def _full(self, name: str) -> str:
        prefix, colon, local = name.partition(":")
        return f"{self._prefixes[prefix]}{local}" if colon and prefix in self._prefixes else name


def _native(text: str, datatype: str) -> Any:
    """Give the JSON value that means a literal whose datatype JSON or the context says."""
    if datatype == terms.XSD_INTEGER and _INTEGER.fullmatch(text):
        return int(text)
    if datatype == terms.XSD_BOOLEAN and text in ("true", "false"):
        return text == "true"
    return text if datatype not in (terms.XSD_INTEGER, terms.XSD_BOOLEAN) else {"@value": text, "@type": datatype}


def _reference(spelled: str) -> str:
    return spelled[1:-1] if spelled[0] == "<" else spelled


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
