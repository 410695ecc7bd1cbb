"""Every term of the ontology: told in plain English, used or explained, with an example that holds, and in agreement."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pyoxigraph as ox
import pyshacl
import pytest
from competency import GRAPH
from declared import KG, ORIGIN, RDFS, SKOS, Vocabulary
from ontology_faults import (
    borrowed_meaning,
    context,
    contradictions,
    declared,
    disagreements,
    misuses,
    names_in_code,
    origins,
    spelled_in,
    told_twice,
    unexplained,
    untold,
)
from rdf_fixture import RUN, derived_quads, to_quads, vault
from rdflib import Graph

from kg import terms
from kg.iris import DEFAULT_BASE
from kg.rdf import Store, check_shapes, parse, queries
from kg.rdf.searching import FUNCTIONS
from kg.rdf.syntax import RdfFormat
from kg.resources import ontology

KG_TTL, SHAPES_TTL = ontology("kg.ttl"), ontology("shapes.ttl")


@cache
def read(turtle: str = KG_TTL) -> Vocabulary:
    return Vocabulary(turtle.encode())


def broken(old: str, new: str, turtle: str = KG_TTL) -> Vocabulary:
    """Give the ontology with one thing in it made wrong."""
    assert turtle.count(old) >= 1, old
    return Vocabulary(turtle.replace(old, new, 1).encode())


# Labels and definitions.


def test_every_term_is_told_in_plain_english_with_an_example_and_its_origin() -> None:
    assert list(untold(read())) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('rdfs:label "citation key"@en', 'rdfs:label "citation key"', "no one label"),
        ("The kind of the session.", "the kind of session", "no sentence"),
        ("The kind of the session.", "The kind of <b>session</b>.", "stumble"),
        ("The kind of the session.", "The kind of session, e.g. a keynote.", "abbreviation"),
        ('kg:path a owl:DatatypeProperty, owl:FunctionalProperty ;\n    kg:origin "notes" ;', "kg:path a owl:DatatypeProperty ;", "kg:origin"),
        ('skos:example """<paper/Kern2024> kg:rating 4 ."""', 'rdfs:seeAlso "none"', "no example"),
    ],
)  # fmt: skip
def test_a_term_that_is_not_told_well_is_a_fault(old: str, new: str, fault: str) -> None:
    assert [one for one in untold(broken(old, new)) if fault in one]


def test_no_two_terms_of_a_sort_are_told_alike() -> None:
    assert list(told_twice(read())) == []
    assert list(told_twice(broken('rdfs:label "rating text"', 'rdfs:label "Rating"')))
    assert list(told_twice(broken('rdfs:label "oral session"', 'rdfs:label "panel"')))


# Examples.


@cache
def examples() -> dict[str, str]:
    return {iri: found[0].value for iri in declared(read()) if (found := read().objects(iri, f"{SKOS}example"))}


@cache
def by_hand() -> tuple[ox.Quad, ...]:
    return tuple(parse(GRAPH.read_bytes(), RdfFormat.TURTLE))


def triples(turtle: str) -> list[ox.Triple]:
    prefixes = "".join(f"@prefix {prefix}: <{iri}> .\n" for prefix, iri in read().prefixes.items())
    found = ox.parse(f"{prefixes}@base <{DEFAULT_BASE}> .\n{turtle}".encode(), ox.RdfFormat.TURTLE)
    return [quad.triple for quad in found]


@pytest.mark.parametrize("iri", examples())
def test_an_example_parses_and_uses_its_term(iri: str) -> None:
    used = {each for triple in triples(examples()[iri]) for each in (triple.predicate, triple.object)}

    assert ox.NamedNode(iri) in used


@pytest.mark.parametrize("iri", examples())
def test_an_example_says_nothing_against_the_ontology(iri: str) -> None:
    if read().is_class(iri) or read().is_in_graphs(iri):
        said = [t for t in triples(examples()[iri]) if not str(t.subject).startswith(f"<{KG}")]
        both = {*by_hand(), *(ox.Quad(t.subject, t.predicate, t.object) for t in said)}

        assert list(misuses(read(), both)) == []


def test_all_examples_together_conform_to_the_shapes() -> None:
    graph = Graph().parse(GRAPH)
    before = len(graph)
    for iri, example in examples().items():
        if read().is_in_graphs(iri):
            graph.parse(data="\n".join(f"{triple} ." for triple in triples(example)), format="nt")
    conforms, _, report = pyshacl.validate(graph, shacl_graph=Graph().parse(data=SHAPES_TTL, format="turtle"))
    store = Store.in_memory(list(parse(graph.serialize(format="nt").encode(), RdfFormat.N_TRIPLES)))

    assert conforms, report
    assert check_shapes(store) == ()
    assert len(graph) > before


def test_an_example_against_the_shapes_is_found() -> None:
    graph = Graph().parse(GRAPH).parse(data="\n".join(map("{} .".format, triples("<paper/Kern2024> kg:rating -4 ."))))

    assert not pyshacl.validate(graph, shacl_graph=Graph().parse(data=SHAPES_TTL, format="turtle"))[0]


# Use.


@cache
def used() -> frozenset[str]:
    """Give the terms that code and queries use: constants, and names with a prefix."""
    constants, spelled = names_in_code()
    named = {str(getattr(terms, name, "")) for name in constants}
    in_queries = {
        iri for part in ("questions", "profiles") for text in queries(part).values() for iri in spelled_in(text)
    }
    return frozenset(named | set(spelled) | in_queries)


def test_every_term_that_code_and_queries_use_is_declared() -> None:
    known = set(declared(read())) | {str(value) for name, value in vars(terms).items() if name.startswith("XSD_")}
    constants, spelled = names_in_code()
    undeclared = {
        name
        for name in constants
        if isinstance(getattr(terms, name, ""), str) and str(getattr(terms, name, name)) not in known
    }
    queried = {iri for text in queries("questions").values() for iri in spelled_in(text)}
    exported = {iri for text in queries("profiles").values() for iri in spelled_in(text)}

    assert len(constants) > 60
    assert undeclared - {"RDFS_CLASS_CLASS", "RESOURCE_CLASS"} == set()
    assert queried - known == set()
    # Exports also write other words of the vocabularies that we borrow from; functions of queries are no terms of a graph.
    undeclared_iris = {*spelled, *exported} - known - set(FUNCTIONS)
    assert {iri for iri in undeclared_iris if iri.startswith((KG, terms.PREFIXES["schema"]))} == set()


def test_a_query_with_an_undeclared_term_is_found(tmp_path: Path) -> None:
    (tmp_path / "kg").mkdir()
    (tmp_path / "kg" / "asking.py").write_text(
        '"""Of `kg:docstring`."""\nQ = "{ ?s kg:invented ?o ; a schema:Person }"\n'
    )
    constants, spelled = names_in_code(tmp_path)

    assert (constants, set(spelled)) == ({}, {f"{KG}invented", "https://schema.org/Person"})


def test_every_term_is_used_or_says_why_it_is_there() -> None:
    assert list(unexplained(read(), used())) == []
    assert len(list(unexplained(read(), used() - {f"{KG}rating"}))) == 1
    assert list(unexplained(broken('    skos:editorialNote "No rule reads it yet.', '    rdfs:seeAlso "No rule.'), used() - {"https://schema.org/location"}))  # fmt: skip


@pytest.fixture(scope="module")
def written() -> list[ox.Quad]:
    notes, extractions, resolution = vault()
    quads = [
        q for n, e in zip(notes, extractions, strict=True) for q in to_quads(n, e, resolution, RUN, base=DEFAULT_BASE)
    ]
    return [*quads, *derived_quads(extractions, resolution, base=DEFAULT_BASE)]


def test_a_term_stands_in_the_graphs_that_it_is_said_to_come_into(written: list[ox.Quad]) -> None:
    found = origins(written)

    assert {iri for iri, where in found.items() if not where <= set(read().values(iri, ORIGIN))} == set()
    assert {"notes", "evidence", "derived"} <= set().union(*found.values())


def test_what_is_written_says_nothing_against_the_ontology(written: list[ox.Quad]) -> None:
    assert list(misuses(read(), written)) == []


@pytest.mark.parametrize(
    ("fact", "fault"),
    [
        ("<person/ada-kern> a kg:Method .", "is both"),
        ("<person/ada-kern> a schema:Organization .", "two kinds"),
        ("<note/ideas.md> kg:path 'other.md' .", "2 values"),
        ("<note/ideas.md> kg:invented 'other.md' .", "no property"),
        ("<person/ada-kern> kg:rating 4 .", "its class has not"),
        ("<paper/Kern2024> schema:author <method/beacon> .", "not of its range"),
    ],
)
def test_what_is_stated_against_the_ontology_is_found(fact: str, fault: str) -> None:
    more = [ox.Quad(t.subject, t.predicate, t.object) for t in triples(fact)]

    assert list(misuses(read(), by_hand())) == []
    assert [one for one in misuses(read(), [*by_hand(), *more]) if fault in one]


# The files beside each other.


def test_ontology_shapes_and_context_agree() -> None:
    assert list(disagreements(read(), read(SHAPES_TTL), context())) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("shape:Award a sh:NodeShape ;", "shape:Award a sh:NodeShape ; sh:property [ sh:path kg:rating ] ;", "not in its domain"),
        ("    sh:property [ sh:path schema:affiliation ; sh:class schema:Organization ] ;\n", "", "says nothing of it"),
        ("sh:path schema:affiliation ; sh:class schema:Organization", "sh:path schema:affiliation ; sh:class kg:Method", "not in its range"),
        ("sh:path kg:highlight ; sh:datatype xsd:string", "sh:path kg:highlight ; sh:nodeKind sh:IRI", "a literal by the ontology"),
        ("sh:path schema:citation ; sh:class schema:ScholarlyArticle", "sh:path schema:citation ; sh:datatype xsd:string", "a thing by the ontology"),
        ("sh:path kg:presentationType ; sh:in ( kg:Keynote", "sh:path kg:presentationType ; sh:in ( kg:Read", "are others in the shape"),
        ("sh:path kg:quote ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1", "sh:path kg:quote ; sh:datatype xsd:string", "functional"),
        ("sh:path kg:remark ; sh:datatype xsd:string", "sh:path kg:remark ; sh:datatype xsd:string ; sh:maxCount 1", "not functional"),
        ("sh:targetSubjectsOf kg:sessionKind ; sh:class kg:Session", "sh:targetSubjectsOf kg:sessionKind ; sh:class kg:Award", "who may have"),
        ("sh:path kg:sessionKind", "sh:path kg:sort", "not declared"),
    ],
)  # fmt: skip
def test_a_shape_that_says_otherwise_is_found(old: str, new: str, fault: str) -> None:
    if "not functional" in fault:  # of each class that has it
        shapes = Vocabulary(SHAPES_TTL.replace(old, new).encode())
    else:
        shapes = broken(old, new, SHAPES_TTL)

    assert [one for one in disagreements(read(), shapes, context()) if fault in one]


@pytest.mark.parametrize(
    ("name", "entry", "fault"),
    [
        ("rating", {"@id": "kg:ratingText"}, "the context names kg:rating 0 times"),
        ("marks", {"@id": "kg:marks"}, "not declared"),
        ("rating", {"@id": "kg:rating", "@type": "@id"}, "an IRI, which"),
        ("author", {"@id": "schema:author"}, "not an IRI, which"),
        ("readOn", {"@id": "kg:readOn", "@type": "xsd:dateTime"}, "not in its range"),
    ],
)
def test_a_context_that_says_otherwise_is_found(name: str, entry: dict[str, str], fault: str) -> None:
    changed = {**context(), name: entry}

    assert [one for one in disagreements(read(), read(SHAPES_TTL), changed) if fault in one]


def test_nothing_is_added_to_what_terms_of_others_mean() -> None:
    assert list(borrowed_meaning(read())) == []
    assert list(borrowed_meaning(Vocabulary(f"{KG_TTL}\nschema:Person owl:disjointWith kg:Task .".encode())))


def test_statements_of_the_ontology_fit_each_other() -> None:
    assert list(contradictions(read())) == []


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("kg:Task rdfs:subClassOf kg:Method .", "nothing in common"),
        ("kg:Session rdfs:subClassOf kg:Part . kg:Part a owl:Class ; rdfs:subClassOf kg:Session .", "subclass of itself"),
        ("kg:New a owl:Class .", "not said to have nothing in common"),
        ("kg:evaluatedOn rdfs:subPropertyOf kg:recipient .", "reaches beyond"),
        ("kg:evaluatedOn rdfs:subPropertyOf kg:rating .", "two sorts"),
        ("kg:recipient owl:inverseOf kg:introduces .", "exchanged"),
        ("kg:uses a owl:SymmetricProperty .", "symmetric"),
        ("schema:name a owl:FunctionalProperty .", "another vocabulary"),
        ("kg:Skimmed a kg:ReadingState .", "not those that are listed"),
        ("kg:Tone a owl:Class ; owl:oneOf ( kg:Warm ) . kg:Warm a kg:Tone .", "not said to be different"),
    ],
)  # fmt: skip
def test_a_statement_that_does_not_fit_is_found(more: str, fault: str) -> None:
    assert [one for one in contradictions(Vocabulary(f"{KG_TTL}\n{more}".encode())) if fault in one]


def test_every_alignment_is_of_a_declared_term_with_a_known_vocabulary() -> None:
    for relation in ("closeMatch", "exactMatch", "broadMatch"):
        for iri in read().subjects_of(f"{SKOS}{relation}"):
            assert iri in read().types
            assert not [
                target for target in read().values(iri, f"{SKOS}{relation}") if read().short(target).startswith("<")
            ]


def test_every_comment_that_names_a_term_names_one_that_there_is() -> None:
    named = {
        f"{KG}{local}"
        for iri in declared(read())
        for text in (read().value(iri, f"{RDFS}comment"), *read().values(iri, f"{SKOS}editorialNote"))
        for local in re.findall(r"\bkg:(\w+)", text)
    }

    assert named
    assert named <= set(read().types)
