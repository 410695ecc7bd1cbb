"""Concepts from files of vocabularies."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from kg.errors import UsageError
from kg.rdf.skos import read_vocabulary
from kg.vocabularies import Concept

SKOS = """\
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix v: <https://vocabulary.example/> .

v:scheme a skos:ConceptScheme ; skos:prefLabel "Tools of the garden"@en .
v:tool a skos:Concept ; skos:prefLabel "garden tools"@en ; skos:narrower v:hoe .
v:hoe a skos:Concept ;
    skos:prefLabel "hoes"@en, "Hacken"@de ; skos:altLabel "weeding  hoes"@en ; skos:hiddenLabel "hoos" ;
    skos:broader [ skos:prefLabel "nothing with a name of its own" ] .
v:rake a skos:Concept ; xl:prefLabel [ xl:literalForm "rakes"@en ] ; xl:altLabel v:rake-2 ; skos:broader v:tool .
v:rake-2 a xl:Label ; xl:literalForm "leaf rakes"@en .
v:bare a skos:Concept .
"""
CSO = """\
<https://topics.example/hoeing> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://cso.kmi.open.ac.uk/schema/cso#Topic> .
<https://topics.example/hoeing> <http://www.w3.org/2000/01/rdf-schema#label> "hoeing"@en .
<https://topics.example/hoe_work> <http://www.w3.org/2000/01/rdf-schema#label> "hoe work"@en .
<https://topics.example/hoe_work> <http://cso.kmi.open.ac.uk/schema/cso#relatedEquivalent> <https://topics.example/hoeing> .
<https://topics.example/hoe_work> <http://cso.kmi.open.ac.uk/schema/cso#preferentialEquivalent> <https://topics.example/hoeing> .
<https://topics.example/gardening> <http://cso.kmi.open.ac.uk/schema/cso#superTopicOf> <https://topics.example/hoe_work> .
<https://topics.example/gardening> <http://www.w3.org/2000/01/rdf-schema#label> "gardening"@en .
<https://topics.example/gardening> <http://cso.kmi.open.ac.uk/schema/cso#contributesTo> <https://topics.example/hoeing> .
"""
MESH = """\
<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [ <!ENTITY m "http://id.nlm.nih.gov/mesh/vocab#"> ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"
         xmlns:m="http://id.nlm.nih.gov/mesh/vocab#">
  <rdf:Description rdf:about="https://mesh.example/D2">
    <rdf:type rdf:resource="&m;TopicalDescriptor"/>
    <rdfs:label xml:lang="en">Blisters</rdfs:label>
    <m:broaderDescriptor rdf:resource="https://mesh.example/D1"/>
    <m:preferredConcept rdf:resource="https://mesh.example/M2"/>
    <m:concept rdf:resource="https://mesh.example/M3"/>
  </rdf:Description>
  <rdf:Description rdf:about="https://mesh.example/D1"><rdfs:label>Wounds of the Hand</rdfs:label></rdf:Description>
  <rdf:Description rdf:about="https://mesh.example/M2">
    <m:preferredTerm rdf:resource="https://mesh.example/T1"/><m:term rdf:resource="https://mesh.example/T2"/>
  </rdf:Description>
  <rdf:Description rdf:about="https://mesh.example/M3">
    <m:preferredTerm rdf:resource="https://mesh.example/T3"/>
  </rdf:Description>
  <rdf:Description rdf:about="https://mesh.example/T1"><m:prefLabel>Blisters</m:prefLabel></rdf:Description>
  <rdf:Description rdf:about="https://mesh.example/T2">
    <m:prefLabel>Bullae</m:prefLabel><m:altLabel>Blisters, Hand</m:altLabel>
  </rdf:Description>
  <rdf:Description rdf:about="https://mesh.example/T3"><m:prefLabel>Blisters of Gardeners</m:prefLabel></rdf:Description>
</rdf:RDF>
"""


def concepts(path: Path, text: str | bytes) -> list[Concept]:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read_vocabulary(path).concepts.values())


@pytest.mark.parametrize("packed", [False, True])
def test_skos_and_its_labels_with_nodes_of_their_own(tmp_path: Path, packed: bool) -> None:
    name, text = ("v.ttl.gz", gzip.compress(SKOS.encode())) if packed else ("v.ttl", SKOS.encode())
    tool = "https://vocabulary.example/tool"
    assert concepts(tmp_path / name, text) == [
        Concept("https://vocabulary.example/hoe", ("Hacken", "hoes"), ("weeding hoes",), ("hoos",), (tool,)),
        Concept("https://vocabulary.example/rake", ("rakes",), ("leaf rakes",), (), (tool,)),
        Concept(tool, ("garden tools",)),
    ]


def test_the_topics_of_cso_with_what_is_equivalent(tmp_path: Path) -> None:
    gardening, hoeing = "https://topics.example/gardening", "https://topics.example/hoeing"
    assert concepts(tmp_path / "cso.nt", CSO) == [
        Concept(gardening, ("gardening",)),
        Concept(hoeing, ("hoeing",), ("hoe work",), (), (gardening,)),
    ]


def test_the_descriptors_of_mesh_with_the_terms_of_their_own_concept(tmp_path: Path) -> None:
    wounds = "https://mesh.example/D1"
    assert concepts(tmp_path / "mesh.rdf", MESH) == [
        Concept(wounds, ("Wounds of the Hand",)),
        Concept("https://mesh.example/D2", ("Blisters",), ("Blisters, Hand", "Bullae"), (), (wounds,)),
    ]


def test_json_ld_with_its_context(tmp_path: Path) -> None:
    text = """{"@context": {"skos": "http://www.w3.org/2004/02/skos/core#"}, "@id": "urn:v:1", "@type": "skos:Concept",
        "skos:prefLabel": [{"@value": "hoes", "@language": "en"}]}"""
    assert concepts(tmp_path / "v.jsonld", text) == [Concept("urn:v:1", ("hoes",))]


def test_what_is_deprecated_is_no_concept(tmp_path: Path) -> None:
    text = SKOS + "v:hoe <http://www.w3.org/2002/07/owl#deprecated> true ."
    assert [one.iri[-4:] for one in concepts(tmp_path / "v.ttl", text)] == ["rake", "tool"]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("v.ttl", "@prefix a: <urn:a:> .\na:b a:c\n", "v.ttl:3: this is not TURTLE: "),
        ("v.nt", "<urn:a> <urn:b> <urn:c> .\n<urn:a> <b> <urn:c> .\n", "v.nt:2: this is not N_TRIPLES: "),
        ("v.rdf", "<a/>", "this is not RDF_XML: "),
        ("v.jsonld", '{"@context": "https://far.example/context", "a": 1}', "this is not JSON_LD: "),
        ("v.ttl", "<urn:a> <urn:b> <urn:c> .", "has no concept with a label"),
        ("v.ttl", "", "has no concept with a label"),
        ("v.txt", SKOS, "no RDF format for"),
        ("v.ttl.gz", SKOS, "cannot be read: "),
        ("v.ttl", b"\xff\xfe", "v.ttl:1: this is not TURTLE: "),
    ],
)
def test_a_file_that_is_no_vocabulary_is_named_with_its_line(
    tmp_path: Path, name: str, text: str | bytes, told: str
) -> None:
    with pytest.raises(UsageError) as raised:
        concepts(tmp_path / name, text)
    assert told in str(raised.value)


@pytest.mark.parametrize(
    "entities",
    [
        '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">',
        f'<!ENTITY a "{"a" * 300}">',
        '<!ENTITY a SYSTEM "file:///etc/hostname">',
        '<!ENTITY % a "x">',
    ],
)
def test_entities_that_would_grow_or_fetch_are_refused(tmp_path: Path, entities: str) -> None:
    text = MESH.replace('<!ENTITY m "http', f'{entities}\n<!ENTITY m "http')
    with pytest.raises(UsageError, match=r"is not read|is not RDF_XML"):
        concepts(tmp_path / "v.rdf", text)


def test_labels_are_cleaned_and_those_that_name_nothing_are_counted(tmp_path: Path) -> None:
    prefix = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"
    labels = ['"hoes\\u202E\\u0000 \\n of iron"', '"***"', f'"{"very " * 100}long"']
    (tmp_path / "v.ttl").write_text(f"{prefix}<urn:a> a skos:Concept ; skos:altLabel {', '.join(labels)} .")
    found = read_vocabulary(tmp_path / "v.ttl")
    assert found.concepts["urn:a"].others == ("hoes of iron",) and found.left == 2


def test_iris_that_no_graph_can_hold_are_no_concepts(tmp_path: Path) -> None:
    long = "urn:" + "a" * 3_000
    text = f"<{long}> a <http://www.w3.org/2004/02/skos/core#Concept> ; <http://www.w3.org/2004/02/skos/core#prefLabel> 'x y' ."
    with pytest.raises(UsageError, match="has no concept"):
        concepts(tmp_path / "v.ttl", text)
