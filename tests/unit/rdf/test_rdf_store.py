"""The store on disk: one step per note, one writer, a union without doubles, rdflib's face."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import given, settings
from hypothesis import strategies as st
from rdf_fixture import RUN, derived_quads, to_quads, vault

from kg import terms
from kg.errors import EngineError, QueryError, ReadOnlyError, StoreError
from kg.iris import DEFAULT_BASE
from kg.model import Iri
from kg.rdf import Store, fact_lines
from kg.rdf.derived import analysis_lines

NOTES, EXTRACTIONS, RESOLUTION = vault()
QUADS = {
    note.id: to_quads(note, extraction, RESOLUTION, RUN, base=DEFAULT_BASE)
    for note, extraction in zip(NOTES, EXTRACTIONS, strict=True)
}
DERIVED = derived_quads(EXTRACTIONS, RESOLUTION, base=DEFAULT_BASE)
PARTS = {**QUADS, "derived": DERIVED}


@dataclass(frozen=True)
class Fact:
    subject: Iri
    predicate: Iri
    value: str | int | Decimal


def lines_of(quads: Iterable[ox.Quad], graphs: Iterable[str] = ()) -> dict[Iri, set[str]]:
    """Give quads as a revision takes them: each graph with its lines; graphs that are named and have none are emptied."""
    lines: dict[Iri, set[str]] = {Iri(graph): set() for graph in graphs}
    for quad in quads:
        lines.setdefault(Iri(quad.graph_name.value), set()).add(f"{quad.triple} .")
    return lines


def graphs_of(part: str) -> set[str]:
    """Give the graphs of a note, or of what is derived."""
    return {quad.graph_name.value for quad in PARTS[part]}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path / "store") as store:
        for quads in PARTS.values():
            store.revise(lines_of(quads))
        yield store


def everything(store: Store) -> set[str]:
    return {str(quad) for quad in store}


def default_graph(store: Store) -> set[str]:
    return {f"{s} {p} {o}" for s, p, o in store.query("SELECT ?s ?p ?o { ?s ?p ?o }")}


def union(store: Store) -> set[str]:
    return {f"{q.subject} {q.predicate} {q.object}" for q in store}


def test_a_store_keeps_what_it_was_given(store: Store) -> None:
    given_quads = [*(q for quads in QUADS.values() for q in quads), *DERIVED]

    assert everything(store) == {str(q) for q in given_quads}
    assert store.notes() == {note.id: note.sha256 for note in NOTES}
    assert store.base == DEFAULT_BASE


def test_loading_and_revising_give_the_same_store(store: Store, tmp_path: Path) -> None:
    quads = [q for quads in PARTS.values() for q in quads]
    lines = sorted({line for q in quads for line in (f"{q.graph_name} {{ {q.triple} }}\n", f"{q.triple} .\n")})
    with Store.create(tmp_path / "loaded") as loaded:
        loaded.load("".join(lines).encode())

        assert everything(loaded) == everything(store)
        assert default_graph(loaded) == default_graph(store)


def test_a_fact_of_two_notes_is_found_once(store: Store) -> None:
    count = "SELECT (COUNT(*) AS ?n) { ?paper a schema:ScholarlyArticle }"

    assert [row[0].value for row in store.query(count)] == ["1"]
    assert len(list(store.query("SELECT ?g { GRAPH ?g { ?paper a schema:ScholarlyArticle } }"))) == 2


def test_replacing_a_note_changes_that_note_only(store: Store) -> None:
    before = everything(store)
    store.revise(lines_of(QUADS["talks #1.md"][:5], graphs_of("talks #1.md")))

    assert everything(store) == {s for s in before if "talks%20%231.md" not in s.rsplit("<", 1)[-1]} | {
        str(q) for q in QUADS["talks #1.md"][:5]
    }
    assert default_graph(store) == union(store)


def test_removing_a_note_leaves_what_other_notes_say(store: Store) -> None:
    store.revise(lines_of([], graphs_of("talks #1.md")))

    assert list(store.notes()) == ["2025/iclr.md"]
    assert default_graph(store) == union(store)
    assert store.query("ASK { ?paper a schema:ScholarlyArticle ; schema:name ?title }")
    assert not store.query("ASK { ?paper kg:rating ?rating }")


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(PARTS)), st.integers(0, 60)), max_size=6))
def test_the_default_graph_is_the_union_whatever_is_revised(steps: list[tuple[str, int]]) -> None:
    store = Store.in_memory()
    for note_id, length in steps:
        store.revise(lines_of(PARTS[note_id][:length], graphs_of(note_id)))

        assert default_graph(store) == union(store)


def test_an_update_that_fails_half_way_changes_nothing(store: Store) -> None:
    before = everything(store)
    with pytest.raises(Exception, match="nowhere"):
        store._inner.update("DROP GRAPH <https://kg.example/graph/derived> ; LOAD <nowhere:x>")

    assert everything(store) == before


def test_an_analysis_replaces_what_it_added_before_and_nothing_else(store: Store) -> None:
    paper = Iri("https://kg.example/paper/openreview-AbCdEf1234")
    store.revise(analysis_lines("papers", [Fact(paper, terms.PAGE_RANK, Decimal("0.25"))], base=store.base))
    store.revise(analysis_lines("circles", [Fact(paper, terms.COMMUNITY, 2)], base=store.base))
    store.revise(analysis_lines("papers", [Fact(paper, terms.PAGE_RANK, Decimal("0.5"))], base=store.base))

    assert [r.value for (r,) in store.query("SELECT ?r { ?paper kg:pageRank ?r }")] == ["0.5"]
    assert [c.value for (c,) in store.query("SELECT ?c { ?paper kg:community ?c }")] == ["2"]
    assert store.query("ASK { ?graph prov:wasGeneratedBy/kg:rule 'papers' . GRAPH ?graph { ?paper kg:pageRank ?r } }")
    assert store.query("ASK { ?paper kg:authorList ?list }")


def test_a_revision_can_drop_what_analyses_added(store: Store) -> None:
    store.revise(
        analysis_lines(
            "papers", [Fact(Iri("https://kg.example/paper/x"), terms.PAGE_RANK, Decimal("0.25"))], base=store.base
        )
    )
    added = [graph for graph in store.graphs() if graph not in graphs_of("derived") and "derived" in graph]
    assert store.query("ASK { ?paper kg:pageRank ?r }")
    store.revise(lines_of(DERIVED, added))

    assert not store.query("ASK { ?paper kg:pageRank ?r }")


def test_a_store_is_opened_again_with_all_it_had(tmp_path: Path) -> None:
    with Store.create(tmp_path / "s") as store:
        store.revise(lines_of(QUADS["2025/iclr.md"]))
        lines = fact_lines(store)
    with Store.open(tmp_path / "s") as again:
        assert fact_lines(again) == lines


def test_a_second_writer_is_told_who_writes(store: Store, tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from kg.errors import StoreError; from kg.rdf import Store\n"
        "try: Store.open(Path(sys.argv[1]))\n"
        "except StoreError as error: print(error)"
    )
    told = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "store")], capture_output=True, text=True, check=True
    ).stdout

    assert "is writing to" in told
    assert str(tmp_path / "store") in told


def test_a_reader_may_look_while_another_writes(store: Store, tmp_path: Path) -> None:
    with Store.open(tmp_path / "store", read_only=True) as reader:
        assert list(reader.notes()) == list(store.notes())


def test_a_folder_without_a_store_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="kg build"):
        Store.open(tmp_path / "nothing")


def test_a_store_is_not_made_over_another(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="already"):
        Store.create(tmp_path / "store")


def test_a_broken_store_is_a_message(tmp_path: Path) -> None:
    (tmp_path / "CURRENT").write_text("nonsense", encoding="utf-8")

    with pytest.raises(StoreError, match=r"damaged .* Build the graph again"):
        Store.open(tmp_path)


def test_rdflib_sees_the_same_graph(store: Store) -> None:
    dataset = store.as_rdflib()
    name = rdflib.URIRef(terms.NAME)

    assert len(list(dataset.triples((None, name, None)))) == len(list(store.query("SELECT * { ?s schema:name ?n }")))
    rows = list(dataset.query("SELECT ?n { ?p a schema:Person ; schema:name ?n } ORDER BY ?n"))
    assert [str(row[0]) for row in rows] == ["Anna McKay", "Lili Yu"]
    assert rdflib.URIRef("https://kg.example/graph/derived") in {g.identifier for g in dataset.graphs()}


# A scratch copy.


def test_a_copy_in_memory_is_changed_and_the_graph_on_disk_is_not(tmp_path: Path) -> None:
    quad = ox.Quad(ox.NamedNode("urn:a"), ox.NamedNode("urn:p"), ox.Literal("old"), ox.NamedNode("urn:g"))
    with Store.create(tmp_path) as store:
        store.revise({Iri("urn:g"): {'<urn:a> <urn:p> "old" .'}})
        copy = Store.in_memory(store)
        copy.update("INSERT DATA { <urn:a> schema:name 'new' } ; DELETE WHERE { GRAPH <urn:g> { ?s ?p ?o } }")

        assert sorted(copy.query("SELECT ?o { ?s ?p ?o }").texts()) == [("new",), ("old",)]
        assert not copy.query("ASK { GRAPH <urn:g> { ?s ?p ?o } }")
        assert list(store) == [quad]
        with pytest.raises(ReadOnlyError, match="says what the notes say"):
            store.update("INSERT DATA { <urn:a> <urn:p> 1 }")


@pytest.mark.parametrize(
    ("update", "told"),
    [
        ("LOAD <file:///etc/passwd>", "uses LOAD"),
        ("load silent <http://127.0.0.1:1/> into graph <urn:x>", "uses LOAD"),
        ("CLEAR ALL;LOAD<http://127.0.0.1:1/>", "uses LOAD"),
        ("INSERT DATA { <urn:a> <urn:p> 'x\\qy' } # '\nLOAD <urn:x>", "uses LOAD"),
        ("INSERT { ?s ?p ?o } WHERE { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }", "uses SERVICE"),
        ("SELECT * { ?s ?p ?o }", "line 1, column"),
        ("INSERT DATA { <urn:a> none:p 1 }", "line 1, column"),
        ("INSERT DATA { <urn:a> <urn:b> }", "line 1, column"),
    ],
)
def test_an_update_that_is_none_or_reaches_out_is_refused(update: str, told: str) -> None:
    store = Store.in_memory()

    with pytest.raises(QueryError, match=told):
        store.update(update)
    assert list(store) == []


def test_an_update_that_fails_changes_nothing() -> None:
    store = Store.in_memory()

    with pytest.raises(EngineError, match="already exists"):
        store.update("INSERT DATA { <urn:a> <urn:p> 1 } ; CREATE GRAPH <urn:g> ; CREATE GRAPH <urn:g>")
    assert not store.query("ASK { ?s ?p ?o }")


def test_the_word_load_elsewhere_is_no_load() -> None:
    store = Store.in_memory()
    store.update("INSERT DATA { <urn:load> schema:name 'LOAD' } # load")

    assert store.query("ASK { <urn:load> schema:name ?load }")
