"""The ontology as logic: in OWL 2 DL but for the words of RDF itself, readable, and consistent with a graph."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache

import owl_dl
import owlrl
import pytest
from competency import GRAPH
from rdflib import OWL, RDF, Graph, URIRef

from kg.rdf.syntax import RdfFormat, parse
from kg.resources import folder, ontology

ONTOLOGY = URIRef("https://w3id.org/kg-notes/ontology")


@cache
def whole() -> Graph:
    return Graph().parse(data=ontology("kg.ttl"), format="turtle")


@cache
def own_words() -> Graph:
    return owl_dl.own_words(whole())


def facts(turtle: str) -> Graph:
    prefixes = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in whole().namespaces())
    return owl_dl.own_words(Graph().parse(data=f"{prefixes}@base <https://kg.example/> .\n{turtle}", format="turtle"))


def graph(more: str = "") -> Graph:
    return own_words() + facts(more)


def test_the_ontology_is_in_owl_2_dl() -> None:
    assert list(owl_dl.faults(graph())) == []


def test_only_the_words_of_rdf_are_left_out_of_that() -> None:
    left_out = {str(subject) for subject, _, _ in whole() - own_words() if isinstance(subject, URIRef)}

    assert left_out
    assert all(iri.startswith(("http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/2000/01/rdf-schema#")) for iri in left_out)  # fmt: skip


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("<https://other.example/> a owl:Ontology .", "2 ontologies"),
        ("<https://w3id.org/kg-notes/ontology> owl:imports <https://schema.org/> .", "imports"),
        ("kg:rating a owl:ObjectProperty .", "two sorts"),
        ("kg:Award a rdfs:Datatype .", "a class and a datatype"),
        ("owl:near a owl:ObjectProperty .", "reserved vocabulary"),
        ("kg:kind a owl:FunctionalProperty .", "has a characteristic"),
        ("kg:rating a owl:SymmetricProperty .", "symmetric"),
        ("<x> a kg:Unknown .", "used as a class"),
        ("<x> a rdf:Bag .", "reserved class"),
        ("<x> owl:versionIRI <y> .", "no ontology"),
        ("<x> kg:unknown <y> .", "used, and not declared"),
        ("<x> kg:uses 'y' .", "should be a thing"),
        ("<x> kg:rating <y> .", "should be a literal"),
        ("kg:Award rdfs:subClassOf rdf:Statement .", "is no class"),
        ("kg:uses rdfs:subPropertyOf kg:rating .", "two sorts, or not declared"),
        ("kg:rating owl:inverseOf kg:uses .", "has an inverse"),
        ("kg:kind rdfs:domain [ a owl:Class ; owl:unionOf ( kg:Award ) ] .", "class expression"),
        ("kg:readOn rdfs:range xsd:date .", "no datatype of OWL 2"),
        ("kg:uses rdfs:range kg:Unknown .", "which is no class"),
        ("kg:Award rdfs:subClassOf [ a owl:Class ; owl:unionOf ( kg:Unknown ) ] .", "in a list is no class"),
        ("kg:Award rdfs:subClassOf _:one . kg:Task rdfs:subClassOf _:one . _:one a owl:Class .", "used 2 times"),
        ("kg:Award rdfs:seeAlso [] .", "neither a list nor an expression"),
    ],
)
def test_what_is_not_in_owl_2_dl_is_found(more: str, fault: str) -> None:
    assert [one for one in owl_dl.faults(graph(more)) if fault in one]


def closure(stated: Graph) -> list[str]:
    """Give the contradictions that the rules of OWL 2 RL find between the ontology and facts."""
    together = own_words() + stated
    rules = owlrl.OWLRL_Semantics(together, axioms=False, daxioms=False, rdfs=False)
    rules.closure()
    return list(rules.error_messages)


def test_the_graph_made_by_hand_is_consistent_with_the_ontology() -> None:
    assert closure(owl_dl.own_words(Graph().parse(GRAPH))) == []


def test_contradictions_are_found() -> None:
    stated = (
        "<person/ada> a schema:Person, kg:Method . <paper/a> kg:rating 4 ; a kg:Award . kg:Read owl:sameAs kg:Reading ."
    )

    found = closure(facts(stated))

    assert len(found) == 3
    for named in ("person/ada", "paper/a", "ontology#Reading"):
        assert len([one for one in found if named in one]) == 1


def test_the_graph_made_by_hand_is_in_the_words_of_the_ontology() -> None:
    together = graph() + owl_dl.own_words(Graph().parse(GRAPH))

    assert list(owl_dl.faults(together)) == []


# The head of the file, and who can read it.


def test_the_head_says_what_the_ontology_is() -> None:
    head = {str(whole().qname(p)): str(o) for p, o in whole().predicate_objects(ONTOLOGY)}

    assert {"dcterms:title", "dcterms:description", "dcterms:license", "owl:versionIRI", "owl:versionInfo"} <= set(head)
    assert head["vann:preferredNamespacePrefix"] == "kg"
    assert head["vann:preferredNamespaceUri"] == f"{ONTOLOGY}#" == str(dict(whole().namespaces())["kg"])
    assert head["owl:versionIRI"] == f"{ONTOLOGY}/{head['owl:versionInfo']}"
    assert head["dcterms:license"] == "https://creativecommons.org/publicdomain/zero/1.0/"
    assert not [
        name for name in head if name.startswith("dcterms:") and name.endswith(("creator", "created", "modified"))
    ]


@pytest.mark.parametrize("name", ["kg.ttl", "shapes.ttl", "competency.ttl"])
def test_programs_that_we_did_not_write_read_the_files_alike(name: str) -> None:
    path = folder() / name
    by_rdflib = len(Graph().parse(path))
    by_oxigraph = len(list(parse(path.read_bytes(), RdfFormat.TURTLE)))
    rapper = shutil.which("rapper")

    assert by_rdflib == by_oxigraph > 100
    if rapper:
        done = subprocess.run(
            [rapper, "-q", "-i", "turtle", "-o", "ntriples", str(path)], capture_output=True, check=True
        )
        assert len(set(done.stdout.splitlines())) == by_rdflib
        assert done.stderr == b""


def test_every_class_is_declared_once() -> None:
    assert len(set(whole().subjects(RDF.type, OWL.Ontology))) == 1
