"""JSON-LD: what programs that follow the standard make of our files, with no network."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyld import jsonld
from rdf_graphs import GRAPHS, labels, text_of

from kg import terms
from kg.rdf import RdfFormat, Store
from kg.rdf.syntax import context

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00\ufffe\uffff"), max_size=30)


def document(quads: list[object]) -> dict[str, object]:
    return json.loads(text_of(quads, RdfFormat.JSON_LD))


def nodes(document: dict[str, object]) -> dict[tuple[str, str], dict[str, object]]:
    """Give the nodes of a document by graph and IRI."""
    graphs = [document] if "@id" in document else document["@graph"]
    found = {}
    for graph in graphs if isinstance(graphs, list) else [graphs]:
        inside = graph["@graph"]
        for node in inside if isinstance(inside, list) else [inside]:
            found[graph["@id"], node["@id"]] = node
    return found


@pytest.mark.parametrize("name", ["vault", "labels", "controls", "empty"])
def test_a_processor_of_the_standard_finds_every_quad(name: str) -> None:
    written = jsonld.to_rdf(document(GRAPHS[name]), {"format": "application/n-quads"})

    assert {str(quad) for quad in Store.in_memory(_parse(written))} == {str(quad) for quad in GRAPHS[name]}


@pytest.mark.parametrize("name", ["vault", "labels"])
def test_the_document_is_what_compaction_makes_of_it(name: str) -> None:
    ours = document(GRAPHS[name])
    compacted = jsonld.compact(jsonld.expand(ours), {"@context": context()})

    assert nodes(compacted) == nodes(ours) != {}


@settings(max_examples=30, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=3))
def test_any_text_is_read_back_by_a_processor_of_the_standard(texts: list[str]) -> None:
    quads = labels(texts)
    expanded = jsonld.expand(document(quads))
    found = {value["@value"] for graph in expanded for node in graph["@graph"] for value in node[str(terms.PREF_LABEL)]}

    assert found == set(texts)


def test_a_class_is_a_word() -> None:
    paper = nodes(document(GRAPHS["vault"]))[
        "https://kg.example/note/2025/iclr.md", "https://kg.example/paper/openreview-AbCdEf1234"
    ]

    assert paper["@type"] == "ScholarlyArticle"
    assert paper["presentationType"] == "kg:Oral"
    assert paper["datePublished"] == "2025"


def _parse(n_quads: str) -> list[object]:
    from kg.rdf import parse

    return list(parse(n_quads.encode(), RdfFormat.N_QUADS))
