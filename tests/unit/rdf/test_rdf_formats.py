"""The files: every format holds the same, every parser reads them, every label survives."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
import rdflib
from hypothesis import given, settings
from hypothesis import strategies as st
from rdf_graphs import GRAPHS, facts_of, labels, text_of, triples_of, values_of, write
from rdflib.compare import isomorphic

from kg import terms
from kg.errors import ExportError, RdfFormatError
from kg.publishing.exporters import EXPORTERS, Exporter, find_exporter
from kg.publishing.files import Chosen
from kg.rdf import RdfFormat, Store, parse

RAPPER = shutil.which("rapper")
NAMES = {
    RdfFormat.TURTLE: "turtle",
    RdfFormat.TRIG: "trig",
    RdfFormat.N_TRIPLES: "ntriples",
    RdfFormat.N_QUADS: "nquads",
    RdfFormat.RDF_XML: "rdfxml",
}
WHOLE = [f for f in RdfFormat if f.has_graphs]
FACTS = [RdfFormat.TURTLE, RdfFormat.N_TRIPLES, RdfFormat.RDF_XML]


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("rdf_format", WHOLE)
def test_formats_with_graphs_hold_everything(name: str, rdf_format: RdfFormat) -> None:
    again = parse(text_of(GRAPHS[name], rdf_format), rdf_format)

    assert values_of(again) == {str(q) for q in GRAPHS[name]}


def held(*names: str) -> list[object]:
    """Give every format with every graph that it can hold."""
    return [
        pytest.param(name, each, id=f"{name}-{each}")
        for name in names or GRAPHS
        for each in RdfFormat
        if (name, each) != ("controls", RdfFormat.RDF_XML)
    ]


@pytest.mark.parametrize(("name", "rdf_format"), [p for p in held() if p.values[1] in FACTS])
def test_formats_without_graphs_hold_the_facts_once(name: str, rdf_format: RdfFormat) -> None:
    again = list(parse(text_of(GRAPHS[name], rdf_format), rdf_format))

    assert triples_of(again) == facts_of(GRAPHS[name])
    assert len(again) == len(set(again))


def _valued(term: rdflib.term.Node) -> rdflib.term.Node:
    """Write a whole decimal as the store does."""
    whole = isinstance(term, rdflib.Literal) and term.datatype == rdflib.XSD.decimal
    return rdflib.Literal(str(term).removesuffix(".0"), datatype=rdflib.XSD.decimal) if whole else term


@pytest.mark.parametrize(("name", "rdf_format"), held("vault", "labels", "controls"))
def test_rdflib_reads_every_format_as_the_same_graph(name: str, rdf_format: RdfFormat) -> None:
    names = {
        RdfFormat.TURTLE: "turtle",
        RdfFormat.N_TRIPLES: "nt",
        RdfFormat.N_QUADS: "nquads",
        RdfFormat.TRIG: "trig",
        RdfFormat.JSON_LD: "json-ld",
        RdfFormat.RDF_XML: "xml",
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
@pytest.mark.parametrize(("name", "rdf_format"), [p for p in held() if p.values[1] in NAMES])
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
def test_any_text_survives_every_format_but_xml(texts: list[str]) -> None:
    quads = labels(texts)
    for rdf_format in set(RdfFormat) - {RdfFormat.RDF_XML}:
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
    ("name", "rdf_format"),
    [("a.ttl", "ttl"), ("a.TRIG", "trig"), ("a.b.nq", "nq"), ("a.jsonld", "jsonld"), ("a.OWL", "rdf")],
)
def test_the_suffix_names_the_format(name: str, rdf_format: str) -> None:
    assert RdfFormat.of(Path(name)) == rdf_format


def test_an_unknown_suffix_lists_the_known_ones() -> None:
    with pytest.raises(RdfFormatError, match=r"\.ttl, \.trig, \.nt, \.nq, \.jsonld, \.rdf"):
        RdfFormat.of(Path("graph.xlsx"))


def test_what_is_not_rdf_is_a_message() -> None:
    with pytest.raises(RdfFormatError, match="not TURTLE"):
        list(parse(b"<a> <b> .", RdfFormat.TURTLE))


def test_json_ld_fetches_no_context() -> None:
    with pytest.raises(RdfFormatError):
        list(
            parse(b'{"@context": "https://example.org/context.jsonld", "@id": "urn:x", "name": "x"}', RdfFormat.JSON_LD)
        )


RDF_EXPORTERS = [each for each in EXPORTERS if each.suffixes and each.suffixes[0].removeprefix(".") in set(RdfFormat)]


@pytest.mark.parametrize("exporter", RDF_EXPORTERS, ids=lambda exporter: exporter.name)
def test_every_rdf_exporter_writes_what_the_store_has_and_the_same_twice(exporter: Exporter, tmp_path: Path) -> None:
    store = Store.in_memory(GRAPHS["vault"])
    paths = [tmp_path / f"{name}{exporter.suffixes[0]}" for name in ("a", "b")]
    for path in paths:
        find_exporter(path).write(store, path, Chosen())
    rdf_format = RdfFormat.of(paths[0])
    again = triples_of(parse(paths[0].read_bytes(), rdf_format))

    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert again == ({str(q.triple) for q in GRAPHS["vault"]} if rdf_format.has_graphs else facts_of(GRAPHS["vault"]))


def test_a_suffix_without_exporter_lists_those_there_are() -> None:
    with pytest.raises(ExportError, match=r"\.ttl"):
        find_exporter(Path("graph.doc"))
