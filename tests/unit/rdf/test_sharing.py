"""What can be shared of a graph: every property is thought about, and nothing else gets through."""

from __future__ import annotations

from pathlib import Path

import pytest
from rdf_graphs import GRAPHS

from kg import terms
from kg.rdf import RdfFormat, Store, contents, parse, shareable_store, write_contents
from kg.rdf.contents import WITHHELD, names_only
from kg.resources import folder, rows

LITERALS = {str(terms.named(row["property"])): row for row in rows(folder() / "sharing.csv")}
TEXTS = {iri for iri, row in LITERALS.items() if row["type"] == WITHHELD}
VAULT = Store.in_memory(GRAPHS["vault"])


def test_every_property_with_literal_values_is_sorted_with_a_reason() -> None:
    literal = {iri for iri, expected in terms.RANGES.items() if expected.startswith(terms.PREFIXES["xsd"])}

    assert set(LITERALS) == literal
    assert all(row["reason"] for row in LITERALS.values())
    assert {row["type"] for row in LITERALS.values()} == {"name", "identifier", "number", "date", "code", WITHHELD}


@pytest.mark.parametrize("rdf_format", list(RdfFormat))
def test_no_file_with_names_only_has_a_text_of_the_notes(rdf_format: RdfFormat, tmp_path: Path) -> None:
    path = tmp_path / "shared"
    write_contents(contents(VAULT, shareable=True), path, rdf_format)
    quads = list(parse(path.read_bytes(), rdf_format))
    of_evidence = {str(quad.object.value) for quad in quads if quad.predicate.value == terms.PREDICATE}

    assert quads
    assert {quad.predicate.value for quad in quads} & TEXTS == set()
    assert of_evidence & TEXTS == set()
    assert (of_evidence != set()) == rdf_format.has_graphs


def test_all_the_rest_stays() -> None:
    before = {str(q) for q in VAULT if q.predicate.value not in TEXTS}
    after = {str(q) for q in shareable_store(VAULT)}
    dropped = before - after
    evidence = {line.split(" ", 1)[0] for line in dropped}
    told = {str(q.object.value) for q in VAULT if str(q.subject) in evidence and q.predicate.value == terms.PREDICATE}

    assert after <= before
    assert told and told <= TEXTS


def test_the_store_to_share_answers_as_the_files_say() -> None:
    shared = shareable_store(VAULT)
    again = Store.in_memory(q for graph in shared.graphs() for q in shared if q.graph_name.value == graph)

    assert {str(q) for q in shared} == {str(q) for q in again}
    assert not shared.query("ASK { ?passage kg:quote ?quote }")
    assert shared.query("ASK { GRAPH ?g { ?passage kg:line ?line } }")
    assert len(list(shared.query("SELECT * { ?s ?p ?o }"))) < len(list(VAULT.query("SELECT * { ?s ?p ?o }")))


def test_a_property_that_nobody_has_thought_about_is_left_out() -> None:
    unknown = "<https://kg.example/note/a#e-1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#"

    assert names_only(['<urn:a> <urn:p> "secret" .', "<urn:a> <urn:p> <urn:b> ."], base="urn:") == [
        "<urn:a> <urn:p> <urn:b> ."
    ]
    evidence = [f'{unknown}object> "secret" .', f"{unknown}predicate> <urn:p> .", f"{unknown}subject> <urn:a> ."]
    assert names_only(evidence, base="urn:") == []


def test_a_candidate_may_be_any_word_of_a_note_and_is_left_out() -> None:
    candidate, mention = "<https://kg.example/candidate/secret>", "<https://kg.example/note/a#m-1>"
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    own = "<https://kg.example/method/a> <https://schema.org/url> <https://other.example/candidate/a> ."
    lines = [
        f'{candidate} {label} "secret" .',
        f"<https://kg.example/note/a> <https://schema.org/mentions> {candidate} .",
        f"{mention} <https://w3id.org/kg-notes/ontology#names> {candidate} .",
        f'{mention} <https://w3id.org/kg-notes/ontology#rule> "candidate-method" .',
        own,
    ]

    assert names_only(lines, base="https://kg.example/") == [own]
