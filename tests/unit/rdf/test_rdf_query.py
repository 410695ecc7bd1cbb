"""Queries: prefixes set, nothing changed, no server asked, errors that show the place, answers in every format."""

from __future__ import annotations

import contextlib
import csv
import json
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rdf_fixture import RUN, derived_quads, to_quads, vault

from kg.errors import QueryError
from kg.iris import DEFAULT_BASE
from kg.rdf import ResultFormat, Store
from kg.rdf.lexing import reaches_out


@pytest.fixture(scope="module")
def store() -> Store:
    notes, extractions, resolution = vault()
    quads = [
        q for n, e in zip(notes, extractions, strict=True) for q in to_quads(n, e, resolution, RUN, base=DEFAULT_BASE)
    ]
    return Store.in_memory([*quads, *derived_quads(extractions, resolution, base=DEFAULT_BASE)])


PEOPLE = "SELECT ?name ?other { ?p a schema:Person ; schema:name ?name OPTIONAL { ?p schema:alternateName ?other } } ORDER BY ?name"


def test_rows_are_terms_in_the_order_of_the_columns(store: Store) -> None:
    rows = store.query(PEOPLE)

    assert rows.columns == ("name", "other")
    assert [[term and term.value for term in row] for row in rows] == [["Anna McKay", None], ["Lili Yu", "L. Yu"]]


def test_evidence_and_facts_are_asked_together(store: Store) -> None:
    asked = (
        "SELECT ?quote ?line ?path { ?e rdf:subject ?paper ; rdf:predicate kg:rating ; rdf:object 3 ;"
        " prov:wasDerivedFrom ?p . ?p kg:quote ?quote ; kg:line ?line ; oa:hasSource/kg:path ?path }"
    )

    assert [[term.value for term in row] for row in store.query(asked)] == [["+++", "2", "talks #1.md"]]


def test_an_ask_is_true_or_false(store: Store) -> None:
    assert store.query("ASK { ?paper kg:rating 3 }")
    assert not store.query("ASK { ?paper kg:rating 4 }")


def test_json_and_xml_are_the_formats_of_sparql(store: Store) -> None:
    answer = json.loads(store.query(PEOPLE).render(ResultFormat.JSON))
    tree = ET.fromstring(store.query(PEOPLE).render(ResultFormat.XML))

    assert answer["head"]["vars"] == ["name", "other"]
    assert answer["results"]["bindings"][1]["other"] == {"type": "literal", "value": "L. Yu"}
    assert len(tree.findall(".//{http://www.w3.org/2005/sparql-results#}result")) == 2


def test_csv_and_tsv_have_a_line_a_row(store: Store) -> None:
    rows = list(csv.reader(store.query(PEOPLE).render(ResultFormat.CSV).splitlines()))

    assert rows == [["name", "other"], ["Anna McKay", ""], ["Lili Yu", "L. Yu"]]
    assert store.query(PEOPLE).render(ResultFormat.TSV).startswith('?name\t?other\n"Anna McKay"\t\n')


def test_construct_gives_sorted_turtle(store: Store) -> None:
    written = store.query("CONSTRUCT { ?p schema:name ?n } { ?p a schema:Person ; schema:name ?n }").render(
        ResultFormat.TTL
    )

    assert written.endswith(
        '\n<https://kg.example/person/anna-mckay> schema:name "Anna McKay" .\n'
        '\n<https://kg.example/person/lili-yu> schema:name "Lili Yu" .\n'
    )


@pytest.mark.parametrize("result_format", [ResultFormat.CSV, ResultFormat.TSV])
@pytest.mark.parametrize("asked", ["ASK { ?s ?p ?o }", "CONSTRUCT WHERE { ?s a schema:Person }", "DESCRIBE kg:Oral"])
def test_other_answers_are_rows_too(store: Store, asked: str, result_format: ResultFormat) -> None:
    assert store.query(asked).render(result_format).count("\n") >= 1


@pytest.mark.parametrize(
    ("asked", "result_format"),
    [("SELECT * { ?s a schema:Person }", "ttl"), ("CONSTRUCT WHERE { ?s a schema:Person }", "json")],
)
def test_a_format_that_cannot_hold_the_answer_names_those_that_can(
    store: Store, asked: str, result_format: str
) -> None:
    with pytest.raises(QueryError, match="Choose one of"):
        store.query(asked).render(ResultFormat(result_format))


# Errors.


def test_a_syntax_error_shows_its_line_and_place(store: Store) -> None:
    with pytest.raises(QueryError) as caught:
        store.query("SELECT ?s\nWHERE { ?s ?p }")

    lines = str(caught.value).split("\n")
    assert lines[0].startswith("query, line 2, column 16: ")
    assert lines[1] == "    WHERE { ?s ?p }"
    assert lines[2].strip() == "^"
    assert lines[2].index("^") == lines[1].index("}") + 1


def test_a_variable_that_is_not_grouped_is_said_so(store: Store) -> None:
    with pytest.raises(QueryError, match="the SELECT contains a variable that is unbound"):
        store.query("SELECT ?x WHERE { ?x a schema:Person } GROUP BY ?y")


def test_an_unknown_prefix_is_named(store: Store) -> None:
    with pytest.raises(QueryError, match=r"unknown prefix 'foaf:'; set are kg, oa, prov, rdf, rdfs, schema, skos, xsd"):
        store.query("SELECT * { ?s foaf:name ?n }")


@pytest.mark.parametrize(
    "asked",
    [
        "INSERT DATA { <urn:a> <urn:b> <urn:c> }",
        "PREFIX a: <urn:a> DELETE WHERE { ?s ?p ?o }",
        "CLEAR ALL",
        "LOAD <http://127.0.0.1:1/>",
        "DROP DEFAULT",
        "with <urn:g> insert { ?s ?p 1 } where { ?s ?p ?o }",
    ],
)
def test_a_query_never_changes_the_graph(store: Store, asked: str) -> None:
    before = len(list(store))
    with pytest.raises(QueryError, match="cannot change the graph"):
        store.query(asked)

    assert len(list(store)) == before


@pytest.mark.parametrize(
    "asked", ["", "SELECT", "nonsense", "SELECT * { ?s ?p ?o", "\x00", "🧠", "SELECT * { ?s ?p 'x }"]
)
def test_what_is_no_query_is_a_message(store: Store, asked: str) -> None:
    with pytest.raises(QueryError):
        store.query(asked)


@given(st.text(max_size=60))
def test_any_text_is_answered_or_refused(text: str) -> None:
    with contextlib.suppress(QueryError):
        list(Store.in_memory().query(text))


@pytest.mark.parametrize(
    "asked",
    [
        "SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
        "SELECT * { service silent <http://127.0.0.1:1/> { ?s ?p ?o } }",
        "SELECT * { ?s ?p 1SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
        "PREFIX x: <http://127.0.0.1:1/> SELECT * { SERVICE x:y { ?s ?p ?o } }",
        "PREFIX : <http://127.0.0.1:1/> SELECT * { SERVICE:y { ?s ?p ?o } }",
        "SELECT * { VALUES ?x { <http://127.0.0.1:1/> } SERVICE ?x { ?s ?p ?o } }",
        "SELECT * { \\u0053ERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
        "SELECT * { ?s ?p '\\u0027 . SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } #' }",
        'SELECT * { ?s ?p "a\\\\" . SERVICE <http://127.0.0.1:1/> { ?s ?p "" } }',
        "SELECT * { ?s ?p '''a''' . SERVICE <http://127.0.0.1:1/> { ?s ?p '' } }",
        "SELECT * { # comment\n SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
        "SELECT * { ?s <urn:a#b> ?o SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
    ],
)
def test_no_other_server_is_asked(store: Store, asked: str) -> None:
    with pytest.raises(QueryError, match="does not contact other servers"):
        store.query(asked)


@pytest.mark.parametrize(
    "asked",
    [
        "SELECT ?service { ?service a schema:Service }",
        'SELECT * { ?s ?p "SERVICE <http://a/>" }',
        "SELECT * { ?s ?p '''it's a \"SERVICE\"''' }",
        "SELECT * { ?s <https://service.example/SERVICE> ?o } # SERVICE",
        "SELECT * { ?s ?p ?o } #SERVICE",
    ],
)
def test_the_word_service_elsewhere_is_no_service(asked: str) -> None:
    assert not reaches_out(asked)


def test_a_from_clause_reads_no_file_and_no_address(store: Store) -> None:
    assert list(store.query("SELECT * FROM <file:///etc/passwd> FROM <http://127.0.0.1:1/> { ?s ?p ?o }")) == []


def test_asking_imports_no_rdflib() -> None:
    script = (
        "import sys; from kg.rdf import Store, ResultFormat\n"
        "Store.in_memory().query('SELECT * { ?s ?p ?o }').render(ResultFormat.CSV)\n"
        "print([m for m in ('rdflib', 'oxrdflib', 'networkx', 'spacy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"
