"""The files: every format holds the same, every parser reads them, every label survives."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import given, settings
from hypothesis import strategies as st
from rdf_fixture import HOSTILE, RUN, derived_quads, to_quads, vault
from rdflib.compare import isomorphic

from kg import terms
from kg.errors import RdfFormatError
from kg.iris import DEFAULT_BASE, mint
from kg.model import Kind
from kg.publishing import EXPORTERS, Exporter, find_exporter
from kg.rdf import RdfFormat, Store, parse, serialize, write

RAPPER = shutil.which("rapper")
NAMES = {
    RdfFormat.TURTLE: "turtle",
    RdfFormat.TRIG: "trig",
    RdfFormat.N_TRIPLES: "ntriples",
    RdfFormat.N_QUADS: "nquads",
}
WHOLE = [f for f in RdfFormat if f.has_graphs]


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


GRAPHS = {"vault": small_graph(), "labels": labels(list(HOSTILE)), "odd": odd_values(), "empty": []}


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
    return "".join(serialize(Store.in_memory(quads), rdf_format)).encode()


def facts_of(quads: list[ox.Quad]) -> set[str]:
    return {str(q.triple) for q in quads if not q.graph_name.value.endswith("#evidence")}


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("rdf_format", WHOLE)
def test_formats_with_graphs_hold_everything(name: str, rdf_format: RdfFormat) -> None:
    again = parse(text_of(GRAPHS[name], rdf_format), rdf_format)

    assert values_of(again) == {str(q) for q in GRAPHS[name]}


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("rdf_format", [RdfFormat.TURTLE, RdfFormat.N_TRIPLES])
def test_formats_without_graphs_hold_the_facts_once(name: str, rdf_format: RdfFormat) -> None:
    again = list(parse(text_of(GRAPHS[name], rdf_format), rdf_format))

    assert triples_of(again) == facts_of(GRAPHS[name])
    assert len(again) == len(set(again))


def _valued(term: rdflib.term.Node) -> rdflib.term.Node:
    """Write a whole decimal as the store does."""
    whole = isinstance(term, rdflib.Literal) and term.datatype == rdflib.XSD.decimal
    return rdflib.Literal(str(term).removesuffix(".0"), datatype=rdflib.XSD.decimal) if whole else term


@pytest.mark.parametrize("name", ["vault", "labels"])
@pytest.mark.parametrize("rdf_format", list(RdfFormat))
def test_rdflib_reads_every_format_as_the_same_graph(name: str, rdf_format: RdfFormat) -> None:
    names = {
        RdfFormat.TURTLE: "turtle",
        RdfFormat.N_TRIPLES: "nt",
        RdfFormat.N_QUADS: "nquads",
        RdfFormat.TRIG: "trig",
        RdfFormat.JSON_LD: "json-ld",
    }
    dataset = rdflib.Dataset(default_union=True)
    dataset.parse(data=text_of(GRAPHS[name], rdf_format).decode(), format=names[rdf_format])
    expected = rdflib.Graph()
    wanted = {str(q.triple) for q in GRAPHS[name]} if rdf_format.has_graphs else facts_of(GRAPHS[name])
    expected.parse(data="".join(f"{line} .\n" for line in sorted(wanted)), format="nt")
    found = rdflib.Graph()
    for triple in dataset.triples((None, None, None)):
        found.add(tuple(_valued(term) for term in triple))  # type: ignore[arg-type]

    assert isomorphic(found, expected)


@pytest.mark.skipif(RAPPER is None, reason="rapper (raptor2-utils) is not installed")
@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("rdf_format", sorted(NAMES))
def test_rapper_counts_as_many_triples(name: str, rdf_format: RdfFormat, tmp_path: Path) -> None:
    path = tmp_path / "graph"
    write(Store.in_memory(GRAPHS[name]), path, rdf_format)
    command = [str(RAPPER), "-q", "-i", NAMES[rdf_format], "-o", "ntriples", str(path)]
    done = subprocess.run(command, capture_output=True, check=True)
    expected = {str(q) for q in GRAPHS[name]} if rdf_format.has_graphs else facts_of(GRAPHS[name])

    assert done.stderr == b""
    assert len(done.stdout.splitlines()) == len(expected)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=30), max_size=4))
def test_any_text_survives_every_format(texts: list[str]) -> None:
    quads = labels(texts)
    for rdf_format in RdfFormat:
        again = {str(q.triple) for q in parse(text_of(quads, rdf_format), rdf_format)}

        assert again == {str(q.triple) for q in quads}


def test_turtle_is_grouped_sorted_and_prefixed() -> None:
    lines = text_of(GRAPHS["vault"], RdfFormat.TURTLE).decode().split("\n")
    subjects = [line.split(" ")[0].strip("<>") for line in lines if line.startswith("<")]
    titles = [line for line in lines if line.startswith("# ")]

    assert lines[:2] == ["@base <https://kg.example/> .", f"@prefix kg: <{terms.PREFIXES['kg']}> ."]
    assert titles[:2] == ["# Papers", "# People"]
    assert len(titles) == len(set(titles))
    assert len(subjects) == len(set(subjects))
    for kind in ("paper/", "person/", "method/"):
        of_kind = [subject for subject in subjects if subject.startswith(kind)]
        assert of_kind == sorted(of_kind) != []
    assert "<person/lili-yu> a schema:Person ;" in lines
    assert '    schema:alternateName "L. Yu" ;' in lines


def test_a_file_appears_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "graph.ttl"
    path.write_text("old", encoding="utf-8")
    store = Store.in_memory(GRAPHS["vault"])
    write(store, path)

    assert path.read_bytes() == text_of(GRAPHS["vault"], RdfFormat.TURTLE)
    assert [p.name for p in tmp_path.iterdir()] == ["graph.ttl"]


@pytest.mark.parametrize(
    ("name", "rdf_format"), [("a.ttl", "ttl"), ("a.TRIG", "trig"), ("a.b.nq", "nq"), ("a.jsonld", "jsonld")]
)
def test_the_suffix_names_the_format(name: str, rdf_format: str) -> None:
    assert RdfFormat.of(Path(name)) == rdf_format


def test_an_unknown_suffix_lists_the_known_ones() -> None:
    with pytest.raises(RdfFormatError, match=r"\.ttl, \.trig, \.nt, \.nq, \.jsonld"):
        RdfFormat.of(Path("graph.xlsx"))


def test_what_is_not_rdf_is_a_message() -> None:
    with pytest.raises(RdfFormatError, match="not TURTLE"):
        list(parse(b"<a> <b> .", RdfFormat.TURTLE))


def test_json_ld_fetches_no_context() -> None:
    with pytest.raises(RdfFormatError):
        list(
            parse(b'{"@context": "https://example.org/context.jsonld", "@id": "urn:x", "name": "x"}', RdfFormat.JSON_LD)
        )


@pytest.mark.parametrize("exporter", EXPORTERS, ids=lambda exporter: exporter.suffix)
def test_every_exporter_writes_what_the_store_has_and_the_same_twice(exporter: Exporter, tmp_path: Path) -> None:
    store = Store.in_memory(GRAPHS["vault"])
    paths = [tmp_path / f"{name}{exporter.suffix}" for name in ("a", "b")]
    for path in paths:
        find_exporter(path).write(store, path)
    again = triples_of(parse(paths[0].read_bytes(), RdfFormat.of(paths[0])))

    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert again == ({str(q.triple) for q in GRAPHS["vault"]} if exporter.whole else facts_of(GRAPHS["vault"]))


def test_a_suffix_without_exporter_lists_those_there_are() -> None:
    with pytest.raises(RdfFormatError, match=r"\.ttl"):
        find_exporter(Path("graph.doc"))
