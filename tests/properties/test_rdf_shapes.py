"""The shapes: good graphs pass, each kind of fault is found, and a full SHACL engine finds the same."""

from __future__ import annotations

from itertools import starmap

import pyoxigraph as ox
import pyshacl
import pytest
import rdflib
from rdf_fixture import RUN, derived_quads, front_matter_note, to_quads, vault

from kg import terms
from kg.iris import DEFAULT_BASE
from kg.rdf import Store, check_shapes
from kg.rdf.shapes import compile_shapes, violations
from kg.resources import ontology

PAPER = "https://kg.example/paper/openreview-AbCdEf1234"
NOTE = "https://kg.example/note/2025/iclr.md"
EXTRA = ox.NamedNode(NOTE)


def good() -> list[ox.Quad]:
    notes, extractions, resolution = vault()
    quads = [
        q for n, e in zip(notes, extractions, strict=True) for q in to_quads(n, e, resolution, RUN, base=DEFAULT_BASE)
    ]
    return [*quads, *derived_quads(extractions, resolution, base=DEFAULT_BASE)]


GOOD = good()
SHAPES = rdflib.Graph().parse(data=ontology("shapes.ttl"), format="turtle")


def by_shacl(quads: list[ox.Quad]) -> set[tuple[str, str]]:
    """Give (thing, property) of each violation that pyshacl finds."""
    data = rdflib.Graph().parse(data="".join(sorted({f"{q.triple} .\n" for q in quads})), format="nt")
    _, report, _ = pyshacl.validate(data, shacl_graph=SHAPES, inference="none")
    sh = rdflib.Namespace("http://www.w3.org/ns/shacl#")
    return {
        (str(report.value(result, sh.focusNode)), str(report.value(result, sh.resultPath) or ""))
        for result in report.subjects(rdflib.RDF.type, sh.ValidationResult)
    }


def by_queries(quads: list[ox.Quad]) -> set[tuple[str, str]]:
    return {(row[0].value, check.path) for check, rows in violations(Store.in_memory(quads)) for row in rows}


def add(subject: str, predicate: str, value: ox.NamedNode | ox.Literal) -> ox.Quad:
    return ox.Quad(ox.NamedNode(subject), ox.NamedNode(predicate), value, EXTRA)


def typed(text: str, datatype: str) -> ox.Literal:
    return ox.Literal(text, datatype=ox.NamedNode(datatype))


PASSAGE = next(q.subject.value for q in GOOD if q.object == ox.NamedNode(terms.PASSAGE_CLASS))
EVIDENCE = next(q.subject.value for q in GOOD if q.object == ox.NamedNode(terms.EVIDENCE_CLASS))
TOPIC = "https://kg.example/topic/reading"

FAULTS = {
    "two names": [add(PAPER, terms.NAME, ox.Literal("Another"))],
    "name with language": [add(PAPER, terms.ALTERNATE_NAME, ox.Literal("x", language="en"))],
    "name is a thing": [add(PAPER, terms.ALTERNATE_NAME, ox.NamedNode(PAPER))],
    "key with a space at its end": [add(PAPER, terms.CITATION_KEY, ox.Literal("a key "))],
    "key with a line": [add(PAPER, terms.CITATION_KEY, ox.Literal("a\nkey"))],
    "rating below zero": [add(PAPER, terms.RATING, ox.Literal(-1))],
    "rating as text": [add(PAPER, terms.RATING, ox.Literal("3"))],
    "rating that is no integer": [add(PAPER, terms.RATING, typed("three", terms.XSD_INTEGER))],
    "author that is a method": [add(PAPER, terms.AUTHOR, ox.NamedNode("https://kg.example/method/chameleon"))],
    "author that is text": [add(PAPER, terms.AUTHOR, ox.Literal("Ada"))],
    "author of nothing known": [add(PAPER, terms.AUTHOR, ox.NamedNode("https://kg.example/person/nobody"))],
    "year as date": [add(PAPER, terms.DATE_PUBLISHED, typed("2025-01-01", terms.XSD_DATE))],
    "presented at a person": [add(PAPER, terms.PRESENTED_AT, ox.NamedNode("https://kg.example/person/lili-yu"))],
    "unknown presentation": [add(PAPER, terms.PRESENTATION_TYPE, ox.NamedNode(terms.KEYNOTE_SESSION))],
    "complete as number": [add(PAPER, terms.AUTHORS_COMPLETE, ox.Literal(1))],
    "link as text": [add(PAPER, terms.URL, ox.Literal("https://example.org"))],
    "two lists of authors": [add(PAPER, terms.AUTHOR_LIST, ox.NamedNode("https://kg.example/x"))],
    "rating of a topic": [add(TOPIC, terms.RATING, ox.Literal(3))],
    "thing without label": [add("https://kg.example/award/x", terms.TYPE, ox.NamedNode(terms.AWARD_CLASS))],
    "mention of nothing known": [add(NOTE, terms.MENTIONS, ox.NamedNode("https://kg.example/paper/none"))],
    "two hashes": [add(NOTE, terms.CONTENT_HASH, ox.Literal("x" * 64))],
    "confidence above one": [add(EVIDENCE, terms.CONFIDENCE, typed("1.5", terms.XSD_DECIMAL))],
    "unknown qualifier": [add(EVIDENCE, terms.QUALIFIER, ox.Literal("maybe"))],
    "two quotes": [add(PASSAGE, terms.QUOTE, ox.Literal("another"))],
    "line zero": [add(PASSAGE, terms.LINE, ox.Literal(0))],
    "session kind": [add("https://kg.example/session/keynote-session", terms.SESSION_KIND, ox.NamedNode(terms.ORAL))],
    "start that is no date": [add("https://kg.example/session/keynote-session", terms.START_DATE, ox.Literal("April"))],
    "two topics' schemes": [add(TOPIC, terms.IN_SCHEME, ox.NamedNode("https://kg.example/graph/other"))],
}


def test_a_good_graph_has_no_violation() -> None:
    assert check_shapes(Store.in_memory(GOOD)) == ()
    assert by_shacl(GOOD) == set()


def test_a_note_with_front_matter_has_none() -> None:
    note, extraction, resolution = front_matter_note()
    quads = [*to_quads(note, extraction, resolution, RUN, base=DEFAULT_BASE)]
    quads += derived_quads([extraction], resolution, base=DEFAULT_BASE)

    assert check_shapes(Store.in_memory(quads)) == ()


def test_an_empty_graph_has_none() -> None:
    assert check_shapes(Store.in_memory()) == ()


def test_each_fault_is_found_by_both() -> None:
    graphs: list[tuple[list[ox.Quad], set[tuple[str, str]]]] = []
    for fault in FAULTS.values():
        found = by_queries([*GOOD, *fault])
        assert found != set()
        # The engine takes long to read a graph: faults of other things and properties are in one.
        at = next((n for n, (_, others) in enumerate(graphs) if not found & others), len(graphs))
        graphs[at:] = graphs[at:] or [([*GOOD], set())]
        graphs[at][0].extend(fault)
        graphs[at][1].update(found)
    for quads, found in graphs:
        assert by_queries(quads) == by_shacl(quads) == found


@pytest.mark.parametrize(
    "predicate", [terms.LABEL, terms.PATH, terms.CONTENT_HASH, terms.RULE, terms.QUOTE, terms.OBJECT]
)
def test_what_is_missing_is_found_by_both(predicate: str) -> None:
    quads = [q for q in GOOD if q.predicate.value != predicate]
    found = by_queries(quads)

    assert found != set()
    assert found == by_shacl(quads)


def test_a_year_that_is_none_is_found_though_rdflib_lets_it_pass() -> None:
    fault = add(PAPER, terms.DATE_PUBLISHED, typed("soon", terms.XSD_GYEAR))

    assert by_queries([*GOOD, fault]) == {(PAPER, terms.DATE_PUBLISHED)}


def test_a_problem_names_thing_property_value_and_note() -> None:
    (problem,) = check_shapes(Store.in_memory([*GOOD, *FAULTS["rating below zero"]]))

    assert problem.code == "shape"
    assert problem.note == "2025/iclr.md"
    assert PAPER in problem.message
    assert "kg:rating" in problem.message
    assert "-1" in problem.message


def test_a_fault_among_the_facts_alone_is_found_and_placed_as_in_the_whole_graph() -> None:
    quads = [*GOOD, *FAULTS["rating below zero"]]
    facts = Store.in_memory(q for q in quads if not q.graph_name.value.endswith("#evidence"))

    assert check_shapes(Store.in_memory(quads), facts=facts) == check_shapes(Store.in_memory(quads))


def test_many_faults_of_one_kind_are_counted() -> None:
    faults = [add(f"https://kg.example/award/x{i}", terms.TYPE, ox.NamedNode(terms.AWARD_CLASS)) for i in range(30)]
    problems = check_shapes(Store.in_memory([*GOOD, *faults]))

    assert [p.message for p in problems if p.message.endswith("10 more")] == [
        "rdfs:label is missing: 10 more",
        "schema:name is missing: 10 more",
    ]


def test_every_class_that_is_written_has_a_shape() -> None:
    targets = {str(o) for o in SHAPES.objects(None, rdflib.URIRef("http://www.w3.org/ns/shacl#targetClass"))}

    assert {*terms.CLASSES.values(), terms.DIGITAL_DOCUMENT_CLASS, terms.PASSAGE_CLASS, terms.EVIDENCE_CLASS} <= targets
    assert terms.ACTIVITY_CLASS in targets


def test_every_property_that_is_written_has_a_shape() -> None:
    paths = {str(o) for o in SHAPES.objects(None, rdflib.URIRef("http://www.w3.org/ns/shacl#path"))}

    assert {q.predicate.value for q in GOOD} - paths <= {terms.TYPE, terms.FIRST, terms.REST}


def test_shacl_that_is_not_read_is_refused() -> None:
    shape = "@prefix sh: <http://www.w3.org/ns/shacl#> . <urn:s> a sh:NodeShape ; sh:targetClass <urn:c> ; "
    for part in (
        "sh:property [ sh:path <urn:p> ; sh:minLength 3 ] .",
        "sh:property [ sh:path <urn:p> ; sh:minCount 2 ] .",
    ):
        with pytest.raises(ValueError, match="read"):
            compile_shapes((shape + part).encode())


def _form(said: rdflib.term.Node, value: rdflib.term.Node) -> tuple[object, ...]:
    """Give what SHACL looks at in what a shape says: of words of its own and of lists all, of others which sort they are."""
    own = isinstance(value, rdflib.BNode) or value in rdflib.SH
    return said, value if own else type(value), getattr(value, "datatype", None), getattr(value, "language", None)


def test_the_shapes_are_valid_shacl() -> None:
    # Of the shapes of properties one of each form, on its own: which class a value has is nothing that SHACL forbids.
    shapes = {*SHAPES.objects(None, rdflib.SH.property)}
    kept = {*{frozenset(starmap(_form, SHAPES.predicate_objects(shape))): shape for shape in sorted(shapes)}.values()}
    left_out, once = shapes - kept, rdflib.Graph()
    once += (triple for triple in SHAPES if triple[1] != rdflib.SH.property and triple[0] not in left_out)
    once += ((shape, rdflib.RDF.type, rdflib.SH.PropertyShape) for shape in kept)
    conforms, _, text = pyshacl.validate(rdflib.Graph(), shacl_graph=once, meta_shacl=True)

    assert conforms and kept, text
