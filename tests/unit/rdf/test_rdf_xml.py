"""RDF/XML: any graph that XML can hold, in elements of its classes, and a clear refusal of any other."""

from __future__ import annotations

import re
import xml.dom.minidom

import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rdf_fixture import HOSTILE
from rdf_graphs import CONTROL, GRAPHS, labels, text_of

from kg import terms
from kg.errors import ExportError
from kg.rdf import RdfFormat, parse

OUTSIDE = "\x00\x01\x08\x0b\x0c\x0e\x1f"
TEXTS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="".join(map(chr, range(32))) + "\ufffe\uffff")
)
SPACES = st.text("\t\n\r \u0085\u2028\u00a0")
ENDS = st.text("abZ019_-./#:~%é'", min_size=1, max_size=12)


def quad(predicate: str, value: ox.Literal | ox.NamedNode) -> ox.Quad:
    graph = ox.NamedNode("https://kg.example/note/a.md")
    return ox.Quad(ox.NamedNode("https://kg.example/paper/a"), ox.NamedNode(predicate), value, graph)


def read(content: bytes) -> set[str]:
    return {str(each.triple) for each in parse(content, RdfFormat.RDF_XML)}


def test_a_thing_is_an_element_of_its_class_with_its_name_first() -> None:
    text = text_of(GRAPHS["vault"], RdfFormat.RDF_XML).decode()

    assert '\n\t<schema:ScholarlyArticle rdf:about="paper/openreview-AbCdEf1234">\n\t\t<rdfs:label>Lodestar: ' in text
    assert ' xml:base="https://kg.example/"' in text
    assert ' xmlns:kg="https://w3id.org/kg-notes/ontology#"' in text
    assert text.index('"paper/') < text.index('"person/') < text.index('"note/')


def test_it_is_xml_that_declares_what_it_uses() -> None:
    text = text_of(GRAPHS["odd"], RdfFormat.RDF_XML)
    root = xml.dom.minidom.parseString(text).documentElement
    declared = {name.removeprefix("xmlns:") for name in list(root.attributes.keys()) if name.startswith("xmlns:")}
    used = set(re.findall(r"</?([\w-]+):", text.decode()))

    assert used <= declared


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(TEXTS, SPACES, st.sampled_from([t for t in HOSTILE if t != CONTROL])), max_size=4))
def test_any_text_without_controls_survives(texts: list[str]) -> None:
    quads = labels(texts)
    content = text_of(quads, RdfFormat.RDF_XML)
    found = rdflib.Graph().parse(data=content, format="xml")

    assert read(content) == {str(each.triple) for each in quads}
    assert {str(o) for o in found.objects(None, rdflib.URIRef(terms.PREF_LABEL))} == set(texts)


@pytest.mark.parametrize("character", OUTSIDE[1:])
def test_a_character_that_xml_cannot_hold_is_named_with_its_place(character: str) -> None:
    wrong = quad(terms.REMARK, ox.Literal(f"a{character}b"))

    with pytest.raises(
        ExportError, match=rf"U\+{ord(character):04X} in kg:remark of <https://kg.example/paper/a>.*Turtle"
    ):
        text_of([wrong], RdfFormat.RDF_XML)


@settings(max_examples=150, deadline=None)
@given(ENDS, st.sampled_from(["https://example.org/", "https://w3id.org/kg-notes/ontology#", "urn:x:"]))
def test_any_property_is_written_or_refused(end: str, start: str) -> None:
    try:
        wanted = quad(start + end, ox.NamedNode(f"{start}{end}"))
    except ValueError:
        assume(False)
    quads = [wanted, quad(terms.TYPE, wanted.predicate)]
    if re.search(r"[A-Za-z_][A-Za-z0-9_.-]*\Z", end):
        content = text_of(quads, RdfFormat.RDF_XML)

        assert str(wanted.triple) in read(content)
        assert len(rdflib.Graph().parse(data=content, format="xml")) == 2
    else:
        with pytest.raises(ExportError, match=re.escape(f"<{start}{end}>")):
            text_of(quads, RdfFormat.RDF_XML)


@pytest.mark.parametrize("name", ["Description", "li", "about", "RDF", "aboutEach"])
def test_a_word_of_the_syntax_is_no_property_and_only_a_class_beside_others(name: str) -> None:
    iri = f"{terms.PREFIXES['rdf']}{name}"
    class_ = quad(terms.TYPE, ox.NamedNode(iri))

    assert len(read(text_of([class_, quad(terms.NAME, ox.Literal("x"))], RdfFormat.RDF_XML))) == 2
    with pytest.raises(ExportError, match=name):
        text_of([class_], RdfFormat.RDF_XML)
    with pytest.raises(ExportError, match=name):
        text_of([quad(iri, ox.Literal("x"))], RdfFormat.RDF_XML)
