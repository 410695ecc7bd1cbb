"""The ontology: complete, generated from, valid, and the only source of terms."""

from __future__ import annotations

import json

import pyoxigraph as ox
import pytest
from generate_terms import PROPERTIES_FILE, TERMS_FILE, generate, generate_properties
from rdf_fixture import RUN, derived_quads, to_quads, vault
from rdflib import OWL, RDF, RDFS, SKOS, Graph, URIRef

from kg import terms
from kg.iris import DEFAULT_BASE
from kg.model import Kind
from kg.rdf import ResultFormat, Store, parse, queries, vocabulary
from kg.rdf.syntax import RdfFormat
from kg.resources import ontology

SCHEMA_RANGE = URIRef("https://schema.org/rangeIncludes")
KG = "https://w3id.org/kg-notes/ontology#"
_DATATYPES = {
    terms.XSD_DATE: {terms.XSD_DATE, terms.XSD_GYEAR, terms.XSD_GYEARMONTH},
    terms.XSD_DECIMAL: {terms.XSD_DECIMAL, terms.XSD_INTEGER},
}
"""Datatype of a range -> those that are written: a date may be a year, a whole number is an integer."""
PROPERTIES = {OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty, RDF.Property}


@pytest.fixture(scope="module")
def graph() -> Graph:
    return Graph().parse(data=ontology("kg.ttl"), format="turtle")


@pytest.fixture(scope="module")
def store() -> Store:
    notes, extractions, resolution = vault()
    quads = [
        q for n, e in zip(notes, extractions, strict=True) for q in to_quads(n, e, resolution, RUN, base=DEFAULT_BASE)
    ]
    return Store.in_memory([*quads, *derived_quads(extractions, resolution, base=DEFAULT_BASE)])


def ours(graph: Graph) -> list[URIRef]:
    return sorted(s for s in set(graph.subjects(RDF.type)) if isinstance(s, URIRef) and s.startswith(KG))


def test_terms_are_fresh() -> None:
    assert TERMS_FILE.read_text(encoding="utf-8") == generate(ontology("kg.ttl").encode())
    assert PROPERTIES_FILE.read_text(encoding="utf-8") == generate_properties(ontology("kg.ttl").encode())


def test_two_terms_of_one_constant_are_refused() -> None:
    twice = "@prefix owl: <http://www.w3.org/2002/07/owl#> . <http://a/x> a owl:ObjectProperty . <http://b/x> a owl:ObjectProperty ."

    with pytest.raises(ValueError, match="would both be"):
        generate(twice.encode())


def test_every_term_of_ours_has_a_label_a_comment_and_its_ontology(graph: Graph) -> None:
    for term in ours(graph):
        assert graph.value(term, RDFS.label), term
        assert graph.value(term, RDFS.comment), term
        assert graph.value(term, RDFS.isDefinedBy) == URIRef(KG.removesuffix("#")), term


def test_every_property_of_ours_has_a_domain_and_a_range(graph: Graph) -> None:
    without_range = []
    for term in ours(graph):
        kinds = set(graph.objects(term, RDF.type))
        if kinds & PROPERTIES and OWL.AnnotationProperty not in kinds:
            assert graph.value(term, RDFS.domain), term
            assert graph.value(term, RDFS.range) or graph.value(term, SCHEMA_RANGE), term
            without_range += [] if graph.value(term, RDFS.range) else [term]

    # OWL 2 DL has no class for these values: lists, dates without a time, whatever there is.
    dates = {URIRef(iri) for iri in _DATATYPES[terms.XSD_DATE]}
    beyond = {RDF.List, RDFS.Resource, *dates}
    assert all(set(graph.objects(term, SCHEMA_RANGE)) <= beyond for term in without_range)


def test_no_meaning_is_added_to_a_term_of_another_vocabulary(graph: Graph) -> None:
    for predicate in (RDFS.domain, RDFS.range, RDFS.subClassOf, RDFS.subPropertyOf, OWL.equivalentClass):
        assert [s for s in graph.subjects(predicate) if isinstance(s, URIRef) and not s.startswith(KG)] == []


def test_every_borrowed_term_says_where_it_is_defined(graph: Graph) -> None:
    borrowed = {s for s in graph.subjects(RDF.type) if isinstance(s, URIRef) and not s.startswith(KG)}

    assert [
        t for t in borrowed if not graph.value(t, RDFS.isDefinedBy) and (t, RDF.type, OWL.Ontology) not in graph
    ] == []


def test_every_kind_has_a_class() -> None:
    assert set(terms.CLASSES) == set(Kind)


def test_aligned_terms_are_ours_or_declared(graph: Graph) -> None:
    declared = set(graph.subjects(RDF.type))

    assert set(graph.subjects(SKOS.closeMatch)) <= declared


def test_every_term_that_is_written_is_declared_and_used_as_declared(store: Store) -> None:
    known = {value for value in vars(terms).values() if isinstance(value, str)}
    for quad in store:
        assert quad.predicate.value in terms.RANGES
        if quad.predicate.value == terms.TYPE:
            assert quad.object.value in known


def test_every_object_is_of_the_range_of_its_predicate(store: Store) -> None:
    for quad in store:
        expected = terms.RANGES[quad.predicate.value]
        if quad.predicate.value == terms.OBJECT:
            continue
        if expected.startswith(terms.PREFIXES["xsd"]):
            assert isinstance(quad.object, ox.Literal), quad
            assert quad.object.datatype.value in _DATATYPES.get(expected, {expected}), quad
        else:
            assert isinstance(quad.object, ox.NamedNode), quad


@pytest.mark.parametrize("predicate", sorted(terms.RANGES))
def test_the_context_knows_every_property_with_its_range(predicate: str) -> None:
    context = json.loads(ontology("context.jsonld"))["@context"]
    if predicate == terms.TYPE:
        return
    short = next(f"{p}:{predicate.removeprefix(iri)}" for p, iri in terms.PREFIXES.items() if predicate.startswith(iri))
    entries = [value for value in context.values() if isinstance(value, dict) and value["@id"] == short]
    expected = terms.RANGES[predicate]

    assert len(entries) == 1
    assert ("@type" in entries[0] and entries[0]["@type"] == "@id") == (not expected.startswith(terms.PREFIXES["xsd"]))


def test_the_context_has_the_prefixes_of_the_terms() -> None:
    context = json.loads(ontology("context.jsonld"))["@context"]

    assert {key: value for key, value in context.items() if isinstance(value, str)} == terms.PREFIXES


NOT_IN_THE_FIXTURE = {
    *(
        "code",
        "datasets",
        "disagreements",
        "rated-without-remark",
        "topics-together",
        "unlinked-notes",
        "without-title",
    ),
}
"""What the two notes made by hand do not speak of; all questions are asked of the sample notes, too."""


@pytest.mark.parametrize("name", sorted(queries("questions")))
def test_a_question_says_what_it_asks_and_has_an_answer(name: str, store: Store) -> None:
    question = queries("questions")[name]
    rows = list(store.query(question))

    assert question.startswith("# ")
    assert question.split("\n", 1)[0].endswith("?")
    assert rows or name in NOT_IN_THE_FIXTURE


@pytest.mark.parametrize("name", sorted(queries("questions")))
def test_a_question_answers_in_one_order_whatever_the_order_of_loading(name: str, store: Store) -> None:
    question = queries("questions")[name]
    turned = Store.in_memory(sorted(store, key=str, reverse=True))

    assert turned.query(question).render(ResultFormat.CSV) == store.query(question).render(ResultFormat.CSV)


@pytest.mark.parametrize("name", sorted(queries("profiles")))
def test_a_profile_writes_valid_turtle_in_its_own_words(name: str, store: Store) -> None:
    written = store.query(queries("profiles")[name]).render(ResultFormat.TTL)
    triples = list(parse(written.encode(), RdfFormat.TURTLE))
    allowed = {
        f"{terms.PREFIXES['rdf']}{local}" for local in ("type", "first", "rest", "subject", "predicate", "object")
    }
    predicates = {quad.predicate.value for quad in triples} - allowed

    assert len(Graph().parse(data=written, format="turtle")) == len(triples) > 0
    assert not any(p.startswith((KG, terms.PREFIXES["schema"])) for p in predicates)


def test_the_bibo_profile_keeps_the_order_of_authors(store: Store) -> None:
    exported = Graph().parse(data=store.query(queries("profiles")["bibo"]).render(ResultFormat.TTL), format="turtle")
    lists = list(exported.objects(None, URIRef("http://purl.org/ontology/bibo/authorList")))

    assert [str(person).rsplit("/", 1)[-1] for person in exported.items(lists[0])] == ["anna-mckay", "lili-yu"]


def test_what_is_completed_is_what_a_graph_may_hold() -> None:
    names = {term.name for term in vocabulary()}

    assert {"schema:author", "kg:Method", "kg:ToRead", "schema:location"} <= names
    assert names.isdisjoint({"kg:kind", "kg:origin", "schema:domainIncludes", "skos:example", "schema:Event"})
