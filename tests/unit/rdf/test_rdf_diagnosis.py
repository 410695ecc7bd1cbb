"""What is wrong with a query is told in the words of who wrote it, at its place."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import QueryError
from kg.rdf import Store, queries
from kg.rdf.diagnosis import diagnose
from kg.rdf.hints import _Written, hints, like
from kg.rdf.lexing import TokenKind, place, tokens


@pytest.mark.parametrize(
    ("sparql", "told"),
    [
        ("", r"column 1: the query is empty; it must begin with SELECT, ASK, CONSTRUCT or DESCRIBE"),
        ("nonsense", r"column 1: a query begins with .*, not with nonsense\n"),
        ("SELCT ?s { ?s ?p ?o }", r"column 1: .*not with SELCT\. Did you mean SELECT\?"),
        ("PREFIX a: <urn:a> SELET * {}", r"column 19: .*Did you mean SELECT"),
        ("SELECT ?s { ?s schma:name ?o }", r"column 16: unknown prefix 'schma:'; .*Did you mean schema:\?"),
        ("SELECT ?s { ?s x:name ?o }", r"column 16: unknown prefix 'x:'; set are kg, oa, [^.]*xsd\n"),
        ("SELECT ?s { ?s ?p ?o", r"column 11: the '{' here is never closed"),
        ("SELECT ?s\n{ ?s ?p ?o }}", r"line 2, column 13: the '}' here has no opening bracket"),
        ("SELECT ?s { ?s ?p (1 }", r"column 22: the '}' here has no opening bracket"),
        ("SELECT ?s { ?s ?p 'a }", r"column 19: the string that begins here does not end"),
        ("SELECT ?s { ?s ?p ?o } ODER BY ?s", r"column 24: SPARQL has no word ODER\. Did you mean ORDER\?"),
        ("SELECT s { ?s ?p ?o }", r"column 8: SPARQL has no word s\. Did you mean \?s\?"),
        ("SELECT ?x { ?x a Person }", r"column 18: SPARQL has no word Person\. Did you mean schema:Person\?"),
        ("SELECT (COUNT(?s)) { ?s ?p ?o }", r"column 8: a value in SELECT needs a name: \(COUNT\(\?s\) AS \?name\)"),
        ("SELECT ?s { ?s ?p ?o FILTER ?o > 3 }", r"column 22: FILTER takes its condition in brackets"),
        ("SELECT ?s { ?s ?p }", r"expected|missing"),
    ],
)
def test_a_slip_is_told_with_its_place(sparql: str, told: str) -> None:
    with pytest.raises(QueryError, match=told):
        Store.in_memory().query(sparql)


@pytest.mark.parametrize("sparql", [*queries("questions").values(), *queries("profiles").values()])
def test_a_right_query_has_no_slip_and_no_hint(sparql: str) -> None:
    assert diagnose(sparql) is None
    assert list(hints(sparql, Store.in_memory())) == []


@given(st.text(max_size=60) | st.text(alphabet="SELCT?s{}()[]'\"<>#:\\ax \n", max_size=40))
def test_no_text_breaks_it(text: str) -> None:
    diagnose(text)
    list(hints(text))
    list(_Written(text).impossible_values())
    assert all(text[token.start : token.start + len(token.text)] == token.text for token in tokens(text))


def test_places_count_from_one() -> None:
    assert [place("ab\ncd", at) for at in (0, 1, 3, 4)] == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_words_in_strings_iris_and_comments_are_no_words() -> None:
    text = "SELECT * { ?s <urn:x#WORD> \"a WORD\" , '''it's a\nWORD''' } # WORD"

    assert [token.text for token in tokens(text) if token.kind is TokenKind.WORD] == ["SELECT"]


# Terms that find nothing.


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("kg:introduce", ["kg:introduces"]),
        ("schema:Paper", ["schema:ScholarlyArticle"]),
        ("kg:Person", ["schema:Person"]),
        ("schema:title", ["schema:name"]),
        ("schema:year", ["schema:datePublished"]),
        ("kg:zzzzzz", []),
    ],
)
def test_a_term_that_no_graph_has_is_told_with_what_was_meant(name: str, meant: list[str]) -> None:
    found = list(hints(f"SELECT * {{\n  ?s {name} ?o ; a {name} }}"))

    assert [(hint.name, hint.line, hint.column) for hint in found] == [(name, 2, 6)]
    assert [term.name for term in like(name)][: len(meant) or None] == meant


def test_a_term_is_known_by_its_iri_whatever_its_prefix() -> None:
    assert [hint.name for hint in hints("SELECT * { ?s <https://schema.org/title> ?o }")] == [
        "<https://schema.org/title>"
    ]
    assert [hint.name for hint in hints("PREFIX s: <https://schema.org/> ASK { ?s s:title ?o ; s:name ?n }")] == [
        "s:title"
    ]
    assert list(hints("PREFIX dcterms: <http://purl.org/dc/terms/> ASK { ?s dcterms:title 'schema:title' }")) == []


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ("?p schema:datePublished 2019", 'schema:datePublished are years: write "2019"^^xsd:gYear'),
        ("?p schema:datePublished '2019'^^xsd:integer", 'are years: write "2019"^^xsd:gYear'),
        ("?p schema:datePublished ?y FILTER(?y>=2020)", "here ?y, are years: write YEAR(?y) >= 2020"),
        ("?p kg:readOn ?d FILTER(?d < '2024-02')", 'here ?d, are dates: write STR(?d) < "2024-02"'),
        ("?p kg:rating '3'", "kg:rating are numbers: write 3"),
        ("?p kg:authorsComplete 'true'", "are true or false: write true"),
        ("?p rdfs:label 'Kernels'@en", 'rdfs:label are text without a language: write "Kernels"'),
        ("?p kg:citationKey 7", 'are text without a language: write "7"'),
        ("?p schema:author 'Ada Kern'", 'are things, not text: write schema:author/rdfs:label "Ada Kern"'),
        (
            "?p schema:author ?a FILTER(?a = 'Ada Kern')",
            'here ?a, are things, not text: write ?a rdfs:label "Ada Kern"',
        ),
        ("?p schema:author ?a FILTER(CONTAINS(LCASE( ?a), 'kern'))", "things, not text: write ?a rdfs:label ?name"),
        ("?p schema:datePublished ?y FILTER REGEX(?y, '^20')", "are years: write STR(?y)"),
        ("?p schema:url 'https://a.org/b'", "are things, not text: write <https://a.org/b>"),
        ("?p <http://schema.org/name> ?t", "the graph has no <http://schema.org/name>. Did you mean schema:name?"),
        (
            "?p <http://purl.org/dc/terms/title> ?t",
            "has no <http://purl.org/dc/terms/title>. Did you mean schema:name?",
        ),
        ("<paper/none> ?p ?o", "the graph has no <paper/none>."),
        ("?p schema:datePublished ?y FILTER(2020 < ?y)", "here ?y, are years: write YEAR(?y) > 2020"),
        ("?p schema:datePublished ?y FILTER(?y IN (2019, 2020))", "are years: write YEAR(?y) = 2019"),
        ("VALUES ?y { 2019 } ?p schema:datePublished ?y", "are years: write YEAR(?y) = 2019"),
        ("?p schema:datePublished ?y FILTER(xsd:integer(?y) > 2020)", "are years: write YEAR(?y)"),
        ("?p schema:datePublished ?y FILTER(?y >= '2020-01-01'^^xsd:date)", "are years: write YEAR(?y) >= 2020"),
        ("?p schema:name ?n FILTER(LANG(?n) = 'en')", "text without a language: write ?n without LANG"),
    ],
)
def test_what_no_graph_can_have_is_told_with_what_to_write(pattern: str, told: str) -> None:
    (hint,) = hints(f"SELECT * {{ {pattern} }}", Store.in_memory())

    assert told in str(hint)


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ("?a rdfs:label 'Ada Kerm'", "nothing in the graph is called 'Ada Kerm'. Did you mean \"Ada Kern\"?"),
        ("?a rdfs:label ?n FILTER(?n = 'ada kern')", "is called 'ada kern'. Did you mean \"Ada Kern\"?"),
        ("?p schema:author/rdfs:label 'Ada Kernn'", "is called 'Ada Kernn'. Did you mean \"Ada Kern\"?"),
        ("?a rdfs:label 'Somebody Else'", ""),
        ("?a rdfs:label 'Ada Kern' ; schema:name 'Other'", ""),
    ],
)
def test_a_misspelt_name_is_told_with_what_was_meant(pattern: str, told: str) -> None:
    ada, label = "https://kg.example/person/ada-kern", "http://www.w3.org/2000/01/rdf-schema#label"
    store = Store.in_memory([ox.Quad(ox.NamedNode(ada), ox.NamedNode(label), ox.Literal("Ada Kern"))])
    found = [str(hint) for hint in hints(f"SELECT * {{ {pattern} }}", store)]

    assert len(found) == bool(told) and all(told in hint for hint in found)


@pytest.mark.parametrize(
    "pattern",
    [
        "?p schema:datePublished '2019'^^xsd:gYear ; kg:rating 3 ; kg:confidence .9 , 1e0",
        "?p schema:datePublished ?y FILTER(YEAR(?y) > 2020 && STR(?y) < '2023' && ?y != '2021'^^xsd:gYear)",
        "?p kg:readOn '2024-03-01'^^xsd:date ; rdfs:label 'x' ; kg:authorsComplete true",
        "?p schema:author ?a . ?a rdfs:label ?n FILTER(CONTAINS(?n, 'Kern'))",
        "?p schema:author|schema:name 'Ada Kern' . 'Ada Kern' ^schema:author ?p",
        "?p schema:author ?x . ?q schema:datePublished ?x FILTER(?x > 2020)",
        "VALUES ?n { 2019 } ?e rdf:object ?n , 'text'@en FILTER(?n < 2020)",
    ],
)
def test_what_a_graph_can_have_is_no_slip(pattern: str) -> None:
    assert hints(f"SELECT * {{ {pattern} }}", Store.in_memory()) == []
