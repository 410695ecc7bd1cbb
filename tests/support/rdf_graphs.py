"""Graphs to write into files and read back: a small vault, hostile texts, odd values; and what they are compared by."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pyoxigraph as ox
from rdf_fixture import HOSTILE, RUN, derived_quads, to_quads, vault

from kg import terms
from kg.iris import DEFAULT_BASE, mint
from kg.model import Kind
from kg.rdf import RdfFormat, Store, serialize_contents, write_contents
from kg.rdf.contents import Contents

CONTROL = "\x01\x0b\x7f controls"
"""The hostile text that no XML can hold."""


def labels(texts: list[str]) -> list[ox.Quad]:
    """Give one thing a label, with the datatypes and forms that a writer shortens."""
    graph = ox.NamedNode("https://kg.example/note/a.md")
    quads = []
    for number, text in enumerate(texts):
        subject = ox.NamedNode(mint(Kind.TOPIC, text + str(number)))
        quads += [
            ox.Quad(subject, ox.NamedNode(terms.PREF_LABEL), ox.Literal(text), graph),
            ox.Quad(subject, ox.NamedNode(terms.ALT_LABEL), ox.Literal(text, language="en-gb"), graph),
            ox.Quad(subject, ox.NamedNode(terms.SETTINGS), ox.Literal(text, datatype=ox.NamedNode("urn:x")), graph),
            ox.Quad(subject, ox.NamedNode(terms.URL), subject, graph),
        ]
    return quads


def odd_values() -> list[ox.Quad]:
    """Give literals whose short form would be another literal, and IRIs whose short form would be another IRI."""
    graph, subject = ox.NamedNode("https://kg.example/note/a.md"), ox.NamedNode("https://kg.example/paper/x")
    xsd = terms.PREFIXES["xsd"]
    literals = [
        ("007", "integer"), ("+5", "integer"), ("-0", "integer"), ("12345678901234567890", "integer"), ("five", "integer"),
        ("1.0", "decimal"), ("1.", "decimal"), (".5", "decimal"), ("1", "decimal"), ("-1.50", "decimal"),
        ("true", "boolean"), ("1", "boolean"), ("TRUE", "boolean"), ("1.0e0", "double"), ("INF", "double"),
        ("2025", "gYear"), ("2025-01", "gYearMonth"), ("2025-01-01", "date"), ("x", "string"), ("5", "string"),
    ]  # fmt: skip
    iris = [f"{terms.PREFIXES['kg']}{end}" for end in ("", "a.b", "a/b", "1a", "a%20b", "-a", "a:b", "é", "//x", "a'b")]
    iris += [terms.TYPE, "urn:x:y", "https://schema.org/name", "https://schema.org", "mailto:a@b.example", "kgx:y"]
    predicates = [
        terms.RATING,
        terms.NAME,
        terms.URL,
        terms.DATE_PUBLISHED,
        terms.CONFIDENCE,
        "urn:other",
        f"{terms.PREFIXES['kg']}x/y",
    ]
    quads = []
    for predicate in predicates:
        quads += [
            ox.Quad(subject, ox.NamedNode(predicate), ox.Literal(text, datatype=ox.NamedNode(xsd + name)), graph)
            for text, name in literals
        ]
        quads += [ox.Quad(subject, ox.NamedNode(predicate), ox.NamedNode(iri), graph) for iri in iris]
    quads += [ox.Quad(subject, ox.NamedNode(terms.TYPE), ox.NamedNode(iri), graph) for iri in iris]
    return [*quads, ox.Quad(subject, ox.NamedNode(terms.TYPE), ox.Literal("odd"), graph)]


def small_graph() -> list[ox.Quad]:
    notes, extractions, resolution = vault()
    facts = [
        q for n, e in zip(notes, extractions, strict=True) for q in to_quads(n, e, resolution, RUN, base=DEFAULT_BASE)
    ]
    return [*facts, *derived_quads(extractions, resolution, base=DEFAULT_BASE)]


GRAPHS = {
    "vault": small_graph(),
    "labels": labels([text for text in HOSTILE if text != CONTROL]),
    "controls": labels([CONTROL]),
    "odd": odd_values(),
    "empty": [],
}


GRAPHS = {name: list(Store.in_memory(quads)) for name, quads in GRAPHS.items()}
"""As the store has them: it keeps the value of a number, and not how it was written."""


def values_of(quads: Iterable[ox.Quad]) -> set[str]:
    """Give quads with numbers as the store has them."""
    return {str(quad) for quad in Store.in_memory(quads)}


def triples_of(quads: Iterable[ox.Quad]) -> set[str]:
    """Give triples with numbers as the store has them."""
    graph = ox.NamedNode("urn:graph")
    moved = (ox.Quad(q.subject, q.predicate, q.object, graph) for q in quads)
    return {str(quad.triple) for quad in Store.in_memory(moved)}


def text_of(quads: list[ox.Quad], rdf_format: RdfFormat) -> bytes:
    return "".join(serialize_contents(Contents(Store.in_memory(quads)), rdf_format)).encode()


def write(store: Store, path: Path, rdf_format: RdfFormat | None = None) -> None:
    """Write a store to a file, by its suffix unless a format is given, and never from the files of a build."""
    write_contents(Contents(store), path, rdf_format or RdfFormat.of(path))


def facts_of(quads: list[ox.Quad]) -> set[str]:
    return {str(q.triple) for q in quads if not q.graph_name.value.endswith("#evidence")}
