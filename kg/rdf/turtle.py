"""Write Turtle and TriG to be read: relative IRIs, sections with a title, one block a thing, its name first.

Evidence, of which there is much, is a row each. Of a file of TriG it is known where each graph stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, Self

from kg import terms, untrusted
from kg.model import Iri
from kg.rdf.sections import Sections, holds_evidence
from kg.rdf.syntax import by_subject

ON_ONE_LINE = 4
"""More objects of one predicate stand one a line, so that the hundreds a note mentions can be read and compared."""

_LOCAL = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_BARE = {
    f"<{terms.XSD_INTEGER}>": re.compile(r'"([+-]?[0-9]+)"'),
    f"<{terms.XSD_DECIMAL}>": re.compile(r'"([+-]?[0-9]*\.[0-9]+)"'),
    f"<{terms.XSD_BOOLEAN}>": re.compile(r'"(true|false)"'),
}
_WHOLE = re.compile(r'"([+-]?[0-9]+)"')
_TYPE = f"<{terms.TYPE}>"
_EQUALS, _COMMA = r"\=", r"\,"
_ORDER = (
    *(terms.TYPE, terms.LABEL, terms.NAME, terms.PREF_LABEL, terms.ALTERNATE_NAME, terms.ALT_LABEL),
    *(terms.SUBJECT, terms.PREDICATE, terms.OBJECT, terms.NAMES, terms.FORM),
    *(terms.HAS_SOURCE, terms.LINE, terms.START, terms.END, terms.QUOTE),
    *(terms.WAS_DERIVED_FROM, terms.RULE, terms.CONFIDENCE, terms.QUALIFIER),
)
_FIRST = {f"<{iri}>": rank for rank, iri in enumerate(_ORDER)}
_ABSOLUTE = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]*:")
_PART = re.compile(r"(?:evidence|char=[0-9]+,[0-9]+|[em]-[0-9a-f]+)>")
_CLIMBING = re.compile(r"(?:^|/)\.\.?(?:[/?#]|$)|//")


class Spelled(NamedTuple):
    """A named graph of TriG."""

    head: str
    body: str
    """Its triples. Without head and tail, but behind the prefixes of the head, they are of the default graph."""
    tail: str


class Turtle:
    """Writes terms with a base and prefixes, and remembers them, because predicates are repeated.

    Args:
        prefixes: name -> IRI, which ends in `/` or `#`.
        base: where the IRIs of the data begin; without one, nothing is relative and there are no sections.
    """

    def __init__(self, prefixes: dict[str, str], base: str = "") -> None:
        self.base = base
        self.sections = Sections(base)
        self._has_sections = bool(base)
        self._base = f"<{base}" if _resolves(base) else ""
        self._prefixes = dict(sorted(prefixes.items()))
        self._spaces = {f"<{iri}": prefix for prefix, iri in self._prefixes.items()}
        self._spelled: dict[str, str] = {_TYPE: "a"}
        self._note = ""
        self._rows: dict[tuple[str, ...], list[tuple[str, str]]] = {}

    def head(self) -> str:
        """Write the base and the prefixes."""
        base = f"@base {self._base}> .\n" if self._base else ""
        return base + "".join(f"@prefix {prefix}: <{iri}> .\n" for prefix, iri in self._prefixes.items())

    def triples(self, lines: Iterable[str]) -> Iterator[str]:
        """Write N-Triples lines in the order of sections as Turtle, one text a subject or title."""
        return self._titled(lines, self.block)

    def _titled(self, lines: Iterable[str], spell: Callable[[str, list[tuple[str, str]]], str]) -> Iterator[str]:
        last = ""
        for subject, pairs in by_subject(lines):
            title = self.sections.title(subject) if self._has_sections else ""
            if title != last:
                yield self.title(title)
                last = title
            yield spell(subject, pairs)

    def title(self, title: str) -> str:
        """Write the title of a section."""
        return f"\n# {title}\n"

    def block(self, subject: str, pairs: list[tuple[str, str]]) -> str:
        """Write all that is said about a subject."""
        named = subject if subject == _TYPE else self._iri(subject)  # "a" is a predicate only
        return f"\n{named} {self._predicates(pairs)} .\n"

    def graph(self, name: str, lines: Iterable[str]) -> Spelled:
        """Write N-Triples lines in the order of sections as a named graph of TriG."""
        if self._has_sections and holds_evidence(Iri(name)):
            return self.rows(name, "".join(self._evidence(name, lines)))
        head, tail = self.frame(name)
        return Spelled(head, "".join(self.triples(lines)), tail)

    def rows(self, name: str, rows: str) -> Spelled:
        """Write rows of evidence, with their titles, as a named graph of TriG; the empty prefix is that of the note."""
        return Spelled(f"{self.local(name)}:evidence {{\n", rows, "}\n")

    def local(self, name: str) -> str:
        """Write the prefix of the parts of a note, of which a graph of evidence is one."""
        return f"\n@prefix : {self._iri(f'<{_parts(name)}>')} .\n"

    def _evidence(self, name: str, lines: Iterable[str]) -> Iterator[str]:
        """Write triples of evidence as rows with titles."""
        self._note = f"<{_parts(name)}"
        yield from self._titled(lines, lambda s, pairs: f"{self._iri(s)} {self._predicates(pairs, in_row=True)} .\n")
        self._note = ""

    def frame(self, name: str) -> tuple[str, str]:
        """Write what comes before and after the triples of a named graph."""
        return f"\n{self._iri(f'<{name}>')} {{\n", "}\n"

    def read(self, spelled: str) -> str:
        """Return an IRI as it is spelled in N-Triples."""
        if spelled.startswith("<"):
            return spelled if _ABSOLUTE.match(spelled) else f"{self._base}{spelled[1:]}"
        prefix, _, local = spelled.partition(":")
        return f"<{self._prefixes[prefix]}{local}>"

    def _predicates(self, pairs: list[tuple[str, str]], *, in_row: bool = False) -> str:
        objects: dict[str, list[str]] = {}
        for predicate, value in pairs:
            if predicate in objects:
                objects[predicate].append(self.spell(value))
            else:
                objects[predicate] = [self.spell(value)]
        # Most things are of a few makes, passages and evidence above all: the same predicates in the same order.
        make = tuple(objects)
        rows = self._rows.get(make)
        if rows is None:
            rows = sorted(((self._iri(predicate), predicate) for predicate in make), key=name_first)
            self._rows[make] = rows
        most = len(pairs) if in_row else ON_ONE_LINE
        return (" ; " if in_row else " ;\n    ").join([_row(s, objects[predicate], most) for s, predicate in rows])

    def spell(self, value: str) -> str:
        """Write a term that is not a part of a note."""
        if value[0] == "<":
            return self._iri(value) if value != _TYPE else value
        if value[-1] != ">":
            return value
        quoted, datatype = value.rsplit("^^", 1)
        bare = _BARE[datatype].fullmatch(quoted) if datatype in _BARE else None
        if bare is not None:
            return bare[1]
        whole = _WHOLE.fullmatch(quoted) if datatype == f"<{terms.XSD_DECIMAL}>" else None
        return f"{whole[1]}.0" if whole else f"{quoted}^^{self._iri(datatype)}"

    def _iri(self, iri: str) -> str:
        known = self._spelled.get(iri)
        if known is not None:
            return known
        if self._note and iri.startswith(self._note) and _PART.fullmatch(iri, len(self._note)):
            return f":{iri[len(self._note) : -1].replace('=', _EQUALS).replace(',', _COMMA)}"
        if self._base and iri.startswith(self._base):
            rest = iri[len(self._base) : -1]
            return f"<{rest}>" if _is_relative(rest) else iri
        cut = max(iri.rfind("/"), iri.rfind("#")) + 1
        prefix = self._spaces.get(iri[:cut])
        if prefix is not None and _LOCAL.fullmatch(iri, cut, len(iri) - 1):
            self._spelled[iri] = f"{prefix}:{iri[cut:-1]}"
            return self._spelled[iri]
        return iri


def _parts(name: str) -> str:
    """Return what the IRIs of the parts of a note begin with, from that of its graph of evidence."""
    return name.removesuffix("evidence")


@cache
def _resolves(base: str) -> bool:
    """Return whether what stands behind a base can be written relative to it."""
    parts = untrusted.address(base)
    return bool(parts.scheme and parts.netloc and base.endswith("/") and not parts.query and not parts.fragment)


def _is_relative(rest: str) -> bool:
    """Return whether what stands behind a base resolves to the IRI from which it was cut.

    >>> _is_relative("paper/a"), _is_relative("paper/../a")
    (True, False)
    """
    colon, slash = rest.find(":"), rest.find("/")  # what has a colon first would be taken for one with a scheme
    return rest[:1].isalnum() and not _CLIMBING.search(rest) and (colon < 0 or 0 <= slash < colon)


def name_first(row: tuple[str, str]) -> tuple[int, str]:
    """Return the sort key of a predicate, as written and as in N-Triples: the class, then names, then the others."""
    return _FIRST.get(row[1], len(_FIRST)), row[0]


def _row(predicate: str, values: list[str], most: int) -> str:
    if len(values) == 1:
        return f"{predicate} {values[0]}"
    if len(values) <= most:
        return f"{predicate} {', '.join(values)}"
    return f"{predicate}\n        " + ",\n        ".join(values)


class Trig:
    """Writes graphs in the given order, from their lines or as they are spelled."""

    def __init__(self, path: Path, turtle: Turtle) -> None:
        self._turtle = turtle
        self._file = path.open("wb")
        self._end = self._file.write(turtle.head().encode())
        self.places: dict[str, tuple[int, int]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._file.close()

    def write(self, name: Iri, lines: Iterable[str]) -> None:
        """Write a graph of N-Triples lines in the order of sections."""
        self.put(name, ["".join(self._turtle.graph(name, lines)).encode()])

    def put(self, name: Iri, pieces: Iterable[bytes]) -> None:
        """Write a spelled graph."""
        size = sum(map(self._file.write, pieces))
        self.places[name] = self._end, self._end + size
        self._end += size

    def close(self) -> None:
        """End the file."""
        self._file.close()
