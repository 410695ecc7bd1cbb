"""What the ontology must be able to answer, asked of a small graph made by hand."""

from __future__ import annotations

import hashlib
from functools import cache

import pyshacl
import pytest
from competency import GRAPH, PAGE, Competency, competencies, notes, read
from rdflib import Graph

from kg.iris import DEFAULT_BASE
from kg.rdf import Store, check_shapes, parse
from kg.rdf.syntax import RdfFormat
from kg.resources import ontology

NOTES = notes(PAGE.read_text(encoding="utf-8"))


@cache
def store() -> Store:
    return Store.in_memory(list(parse(GRAPH.read_bytes(), RdfFormat.TURTLE)))


def test_there_are_many_and_each_is_asked_once() -> None:
    titles = [one.title for one in read()]

    assert len(titles) >= 25
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("question", read(), ids=lambda one: one.title)
def test_the_answer_is_the_one_that_is_expected(question: Competency) -> None:
    assert question.answer(store()) == (question.columns, question.rows)


def test_a_wrong_answer_is_found() -> None:
    table = "| name |\n|---|\n| Ada |\n"
    (one,) = competencies(f"### Who?\n\n```sparql\nSELECT ?name {{ ?person kg:citationKey ?name }}\n```\n\n{table}")

    assert one.answer(store())[1] != one.rows


@pytest.mark.parametrize("body", ["| a |\n|---|\n", "Asked with [`tags`](questions/tags.rq).\n", ""])
def test_a_question_without_query_or_answer_is_refused(body: str) -> None:
    with pytest.raises(ValueError, match="needs one way"):
        competencies(f"### Who?\n\n{body}")


def test_the_graph_conforms_to_the_shapes() -> None:
    shapes = Graph().parse(data=ontology("shapes.ttl"), format="turtle")
    conforms, _, report = pyshacl.validate(Graph().parse(GRAPH), shacl_graph=shapes)

    assert conforms, report
    assert check_shapes(store()) == ()


def test_every_passage_is_at_its_place_in_the_notes_of_the_page() -> None:
    rows = store().query(
        "SELECT ?passage ?path ?start ?end ?line ?quote { ?passage kg:start ?start ; kg:end ?end ; kg:line ?line ; "
        "kg:quote ?quote ; oa:hasSource/kg:path ?path }"
    )
    found = [tuple(getattr(term, "value", "") for term in row) for row in rows]

    assert len(found) > 50
    for passage, path, start, end, line, quote in found:
        text = NOTES[path]
        assert text[int(start) : int(end)] == quote
        assert text.count("\n", 0, int(start)) + 1 == int(line)
        assert passage == f"{DEFAULT_BASE}note/{path}#char={start},{end}"


def test_the_hashes_are_those_of_the_notes_of_the_page() -> None:
    rows = dict(store().query("SELECT ?path ?hash { ?note kg:path ?path ; kg:contentHash ?hash }").texts())

    assert rows == {path: hashlib.sha256(text.encode()).hexdigest() for path, text in NOTES.items()}


def test_every_fact_that_is_not_denied_is_in_the_graph() -> None:
    rows = list(
        store().query(
            "SELECT ?evidence { ?evidence rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o "
            'OPTIONAL { ?evidence kg:qualifier ?how } FILTER(COALESCE(?how, "") != "negated") FILTER NOT EXISTS { ?s ?p ?o } }'
        )
    )
    denied = list(
        store().query(
            'SELECT ?e { ?e kg:qualifier "negated" ; rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o . ?s ?p ?o }'
        )
    )

    assert rows == denied == []
