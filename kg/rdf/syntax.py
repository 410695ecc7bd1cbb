"""The RDF files that kg writes and reads.

The store hands out a graph as canonical N-Triples lines. Put in order (`kg.rdf.sections`), they decide the order of
every format, so that equal graphs give equal bytes; the writers only spell the terms of those lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import pyoxigraph as ox

from kg import untrusted
from kg.errors import RdfFormatError
from kg.model import Iri

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_SHORT = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}
_XSD_STRING = "http://www.w3.org/2001/XMLSchema#string"


class RdfFormat(StrEnum):
    """A format of RDF files; the value is the suffix."""

    TURTLE = "ttl"
    TRIG = "trig"
    N_TRIPLES = "nt"
    N_QUADS = "nq"
    JSON_LD = "jsonld"
    RDF_XML = "rdf"

    @classmethod
    def of(cls, path: Path) -> RdfFormat:
        """Return the format that the suffix of a path names.

        Raises:
            RdfFormatError: no format has the suffix.
        """
        found = cls.of_suffix(path.suffix)
        if found is None:
            known = ", ".join(f".{each}" for each in cls)
            raise RdfFormatError(f"no RDF format for {str(path)!r}. Use a name that ends in one of: {known}")
        return found

    @classmethod
    def of_suffix(cls, suffix: str) -> RdfFormat | None:
        """Return the format of a suffix, with its dot, or None."""
        name = suffix.lower().removeprefix(".")
        name = _OTHER_SUFFIXES.get(name, name)
        return cls(name) if name in set(cls) else None

    @property
    def has_graphs(self) -> bool:
        """Whether files of the format have named graphs, and so can hold the evidence beside the facts."""
        return self in (RdfFormat.TRIG, RdfFormat.N_QUADS, RdfFormat.JSON_LD)

    @property
    def engine(self) -> ox.RdfFormat | None:
        """The same format, as the engine knows it."""
        return ox.RdfFormat.from_extension(self)


_OTHER_SUFFIXES = {"owl": "rdf", "xml": "rdf"}


class Literal(NamedTuple):
    """A literal read from a line."""

    text: str
    datatype: str
    language: str


def parse(content: bytes, rdf_format: RdfFormat, *, base: str | None = None) -> Iterator[ox.Quad]:
    """Read quads from a file's bytes. Nothing is fetched: JSON-LD must carry its context.

    Raises:
        RdfFormatError: the content does not have the format.
    """
    try:
        yield from ox.parse(content, rdf_format.engine, base_iri=base)
    except (SyntaxError, ValueError) as error:
        raise RdfFormatError(f"this is not {rdf_format.name}: {error!s}") from error


def parts_of(lines: Iterable[str], predicates: Collection[Iri]) -> Iterator[tuple[str, Iri, str]]:
    """Yield subject, predicate and value of those lines of N-Triples, without their ends, that have some predicates.

    >>> list(parts_of(['<https://kg.example/a> <https://schema.org/name> "A" .'], ["https://schema.org/name"]))
    [('https://kg.example/a', 'https://schema.org/name', 'A')]
    """
    some = [line for line in lines if any(f" <{predicate}> " in line for predicate in predicates)]
    for quad in parse("\n".join(some).encode(), RdfFormat.N_TRIPLES):
        if isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.NamedNode | ox.Literal):
            yield quad.subject.value, Iri(quad.predicate.value), quad.object.value


def lines_of(triples: bytes) -> list[str]:
    """Split N-Triples, as the store writes them, into lines."""
    return triples.decode().removesuffix("\n").split("\n") if triples else []


def by_subject(lines: Iterable[str]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Group sorted lines by subject: (subject, [(predicate, object)]), terms spelled as in N-Triples."""
    current, pairs = "", list[tuple[str, str]]()
    for line in lines:
        subject, predicate, rest = line.split(" ", 2)
        if subject != current:
            if pairs:
                yield current, pairs
            current, pairs = subject, []
        pairs.append((predicate, rest.removesuffix(" .")))
    if pairs:
        yield current, pairs


def literal(spelled: str) -> Literal:
    r"""Read a literal from a line.

    >>> literal('"a\\nb"@en')
    Literal(text='a\nb', datatype='http://www.w3.org/1999/02/22-rdf-syntax-ns#langString', language='en')
    """
    end = spelled.rindex('"')
    text, behind = spelled[1:end], spelled[end + 1 :]
    if "\\" in text:
        text = _ESCAPE.sub(_unescaped, text)
    if behind.startswith("@"):
        return Literal(text, "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString", behind[1:])
    return Literal(text, behind[3:-1] if behind else _XSD_STRING, "")


def context() -> dict[str, object]:
    """Read the JSON-LD context of the ontology."""
    from kg.resources import ontology

    return dict(json.loads(ontology("context.jsonld"))["@context"])


def _unescaped(found: re.Match[str]) -> str:
    short, long, character = found.groups()
    code = short or long
    return untrusted.character(code) if code else _SHORT.get(character, character)
