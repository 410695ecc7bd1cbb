"""Queries that name graphs of evidence: answered from a second store, which is never older than the first."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg import pipeline
from kg.rdf import Store
from kg.rdf.derived import analysis_lines
from kg.rdf.named import FOLDER, names_evidence
from kg.settings import Settings

PAPERS = (
    "# Reading\n\n- [Deep Sets](https://arxiv.org/abs/1703.06114), Manzil Zaheer\n"
    "- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), Ashish Vaswani\n"
)
RULES = """SELECT ?graph ?evidence ?rule { GRAPH ?graph { ?evidence a kg:Evidence ; kg:rule ?rule } }"""
ANYWHERE = """SELECT ?evidence ?rule { ?evidence a kg:Evidence ; kg:rule ?rule }"""
JOINED = """SELECT ?title ?quote {
    ?paper a schema:ScholarlyArticle .
    GRAPH <https://kg.example/note/reading.md> { ?paper schema:name ?title }
    GRAPH <https://kg.example/note/reading.md#evidence> {
        ?evidence rdf:subject ?paper ; rdf:predicate schema:author ; prov:wasDerivedFrom/kg:quote ?quote } }"""
FROM = """SELECT ?quote FROM <https://kg.example/note/reading.md#evidence> { ?passage kg:quote ?quote }"""


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vault")
    (folder / "reading.md").write_text(PAPERS, encoding="utf-8")
    (folder / "other.md").write_text("# Other\n\nWe talked about BERT at ICML 2020.\n", encoding="utf-8")
    return folder


def build(vault: Path, graph: Path) -> Path:
    pipeline.build(vault, graph, settings=Settings())
    return graph / "store"


@pytest.fixture(scope="module")
def built(vault: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(vault, tmp_path_factory.mktemp("graph"))


def rows(store: Store, sparql: str) -> set[tuple[str, ...]]:
    return {tuple(str(cell) for cell in row) for row in store.query(sparql)}


@pytest.fixture(params=["on disk", "in memory"])
def store(request: pytest.FixtureRequest, built: Path) -> Iterator[Store]:
    with Store.open(built, read_only=True) as store:
        yield store if request.param == "on disk" else Store.in_memory(store)


def test_evidence_is_found_in_the_graph_of_its_note(store: Store) -> None:
    found = rows(store, RULES)

    assert {(evidence, rule) for _, evidence, rule in found} == rows(store, ANYWHERE) != set()
    assert {graph for graph, _, _ in found} <= {f"<{graph}>" for graph in store.graphs() if "#evidence" in graph}


def test_facts_and_evidence_are_joined_over_their_graphs(store: Store) -> None:
    assert rows(store, JOINED) == {
        ('"Deep Sets"', '"Manzil Zaheer"'),
        ('"Attention Is All You Need"', '"Ashish Vaswani"'),
    }


def test_a_query_from_one_graph_sees_that_graph_alone(store: Store) -> None:
    quotes = {quote for (quote,) in rows(store, FROM)}

    assert '"Manzil Zaheer"' in quotes and not any("BERT" in quote for quote in quotes)


def test_what_a_build_changed_is_seen(vault: Path, tmp_path: Path) -> None:
    graph = tmp_path / "graph"
    with Store.open(build(vault, graph), read_only=True) as store:
        before = rows(store, RULES)
    assert (graph / "store" / FOLDER).is_dir()
    text = PAPERS.replace("Manzil Zaheer", "Manzil Zaheer, Satwik Kottur")
    changed = tmp_path / "vault"
    changed.mkdir()
    (changed / "reading.md").write_text(text, encoding="utf-8")
    (changed / "other.md").write_text((vault / "other.md").read_text(encoding="utf-8"), encoding="utf-8")
    with Store.open(build(changed, graph), read_only=True) as store:
        after = rows(store, RULES)
        assert {row[1:] for row in after} == rows(store, ANYWHERE)

    assert after != before


def test_what_an_analysis_adds_is_seen_in_its_graph(vault: Path, tmp_path: Path) -> None:
    path = build(vault, tmp_path / "graph")
    named = "SELECT ?graph { GRAPH ?graph { ?activity a prov:Activity } }"
    with Store.open(path, read_only=True) as store:
        before = rows(store, named)
    with Store.open(path) as store:
        store.revise(analysis_lines("ranks", [], base=store.base))
        assert len(rows(store, named)) == len(before) + 1


def test_a_store_that_cannot_be_written_beside_is_no_hindrance(vault: Path, tmp_path: Path) -> None:
    path = build(vault, tmp_path / "graph")
    (path / f".{FOLDER}-{os.getpid()}").touch()  # where the second store would be made
    with Store.open(path, read_only=True) as store:
        found = rows(store, RULES)

    assert found and not (path / FOLDER).exists()


@pytest.mark.parametrize(
    ("sparql", "expected"),
    [
        ("SELECT * { GRAPH ?g { ?s ?p ?o } }", True),
        ("SELECT * { graph<https://kg.example/note/a.md#evidence> { ?s ?p ?o } }", True),
        ("SELECT * { GRAPH <https://kg.example/note/a.md> { ?s ?p ?o } }", False),
        ("SELECT * { GRAPH note:a { ?s ?p ?o } }", True),
        ("SELECT * FROM <https://kg.example/note/a.md> { ?s ?p ?o }", True),
        ('SELECT * { ?s schema:name "GRAPH ?g" } # GRAPH ?g FROM', False),
        ("SELECT * { ?graph ?from <https://kg.example/graph> }", False),
    ],
)
def test_queries_that_name_graphs_of_evidence_are_told_from_others(sparql: str, expected: bool) -> None:
    assert names_evidence(sparql) is expected
