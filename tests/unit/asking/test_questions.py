"""Ready-made questions: parameters in the words of people, answers with names and places, files of one's own."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox
import pytest
from asked import Notes
from hypothesis import given, settings
from hypothesis import strategies as st
from servers import BASE, write_graph

from kg import terms
from kg.asking.questions import GROUPS, Question, find_question, grouped, questions
from kg.asking.questions.answering import ask
from kg.asking.questions.reading import MARK, of_papers, read
from kg.cli import main
from kg.errors import UsageError
from kg.model import Kind
from kg.rdf import Store

TURTLE = f"""
@base <{BASE}> .
@prefix : <{terms.PREFIXES["kg"]}> . @prefix schema: <https://schema.org/> . @prefix skos: <{terms.PREFIXES["skos"]}> .
@prefix rdfs: <{terms.PREFIXES["rdfs"]}> . @prefix prov: <{terms.PREFIXES["prov"]}> . @prefix oa: <{terms.PREFIXES["oa"]}> .
@prefix rdf: <{terms.PREFIXES["rdf"]}> . @prefix xsd: <{terms.PREFIXES["xsd"]}> .
<note/a.md> a schema:DigitalDocument ; :path "2025/a.md" ; rdfs:label "a" ; schema:mentions <paper/1>, <paper/2> .
<topic/learning> a skos:Concept ; rdfs:label "Learning" ; skos:prefLabel "Learning" .
<topic/rlhf> a skos:Concept ; rdfs:label "RLHF" ; skos:prefLabel "RLHF" ; skos:altLabel "human feedback" ; skos:broader <topic/learning> .
<topic/vision> a skos:Concept ; rdfs:label "Vision models" ; skos:prefLabel "Vision models" .
<person/ann> a schema:Person ; rdfs:label "Ann Lee" ; schema:name "Ann Lee" .
<person/bo> a schema:Person ; rdfs:label "Bo Lee" ; schema:name "Bo Lee" .
<venue/iclr> a :VenueSeries ; rdfs:label "ICLR" ; schema:name "ICLR" .
<venue/iclr-2025> a :VenueEdition ; rdfs:label "ICLR 2025" ; schema:name "ICLR 2025" ; schema:superEvent <venue/iclr> .
<paper/1> a schema:ScholarlyArticle ; rdfs:label "Aligned" ; schema:name "Aligned" ; schema:author <person/ann>, <person/bo> ;
  schema:about <topic/rlhf> ; :rating 3 ; schema:datePublished "2025"^^xsd:gYear ; :presentedAt <venue/iclr-2025> ;
  :readingState :Read ; :remark "said **this** of it" .
<paper/2> a schema:ScholarlyArticle ; rdfs:label "Seen <img onerror>" ; schema:name "Seen <img onerror>" ; schema:author <person/bo> ;
  schema:about <topic/vision> ; :rating 1 ; schema:datePublished "2023"^^xsd:gYear .
<e1> a :Evidence ; rdf:subject <paper/1> ; rdf:predicate :rating ; rdf:object 3 ; prov:wasDerivedFrom <p1> ; :confidence 0.9 .
<e2> a :Evidence ; rdf:subject <paper/2> ; rdf:predicate :rating ; rdf:object 1 ; prov:wasDerivedFrom <p2> ; :confidence 0.9 .
<e3> a :Evidence ; rdf:subject <paper/1> ; rdf:predicate :remark ; rdf:object "said **this** of it" ; prov:wasDerivedFrom <p1> ; :confidence 0.9 .
<m1> a :Mention ; :names <paper/1> ; prov:wasDerivedFrom <p1> . <m2> a :Mention ; :names <paper/2> ; prov:wasDerivedFrom <p2> .
<m3> a :Mention ; :names <person/bo> ; prov:wasDerivedFrom <p2> .
<p1> a :Passage ; oa:hasSource <note/a.md> ; :line 4 ; :quote "Aligned +++" . <p2> a :Passage ; oa:hasSource <note/a.md> ; :line 9 ; :quote "Seen +" .
"""


def quads() -> list[ox.Quad]:
    graph = ox.NamedNode(f"{BASE}note/a.md")
    return [ox.Quad(q.subject, q.predicate, q.object, graph) for q in ox.parse(TURTLE, ox.RdfFormat.TURTLE)]


@pytest.fixture(scope="module")
def store() -> Store:
    return Store.in_memory(quads())


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_graph(tmp_path_factory.mktemp("asking") / "graph", quads())


@pytest.fixture
def kg_ask(graph: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def run(*words: str) -> tuple[int, str, str]:
        code = main(["ask", "--graph", str(graph), *words])
        out, err = capsys.readouterr()
        return code, out, err

    return run


RATED = questions()["papers-by-rating"]


def rated(store: Store, **given: str) -> list[str]:
    return [row.cells[0].text for row in ask(store, RATED, {k.replace("_", "-"): v for k, v in given.items()}).rows]


@pytest.mark.parametrize(
    ("given", "papers"),
    [
        ({}, ["Aligned", "Seen <img onerror>"]),
        ({"topic": "rlhf"}, ["Aligned"]),
        ({"topic": "Human Feedback"}, ["Aligned"]),
        ({"topic": "learning"}, ["Aligned"]),
        ({"topic": "vision"}, ["Seen <img onerror>"]),
        ({"author": "ann lee"}, ["Aligned"]),
        ({"author": "Lee"}, ["Aligned", "Seen <img onerror>"]),
        ({"venue": "ICLR"}, ["Aligned"]),
        ({"venue": "ICLR 2025"}, ["Aligned"]),
        ({"year": "2023"}, ["Seen <img onerror>"]),
        ({"year": "2023..2025"}, ["Aligned", "Seen <img onerror>"]),
        ({"year": "2024-2026", "topic": "rlhf"}, ["Aligned"]),
        ({"note": "2025/"}, ["Aligned", "Seen <img onerror>"]),
        ({"note": "2024/"}, []),
        ({"min_rating": "2"}, ["Aligned"]),
        ({"state": "read"}, ["Aligned"]),
        ({"state": "to-read"}, []),
        ({"word": "<IMG"}, ["Seen <img onerror>"]),
    ],
)
def test_a_question_is_narrowed_in_the_words_of_who_asks(
    store: Store, given: dict[str, str], papers: list[str]
) -> None:
    assert rated(store, **given) == papers


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"topic": "rlfh"}, r"nothing in the graph that --topic can be is called 'rlfh'. Did you mean 'RLHF'\?"),
        ({"author": "zz"}, "is called 'zz'"),
        ({"author": "rlhf"}, r"--author takes people. 'rlhf' is RLHF \(topic, in Learning\)"),
        ({"topic": "person:ann lee"}, r"--topic takes topics, methods, tasks or datasets. 'person:ann lee' is Ann Lee"),
        ({"year": "soon"}, "--year soon is not a year"),
        ({"min-rating": "much"}, "is not a number"),
        ({"state": "burnt"}, "Choose one of: to-read, reading, read"),
        ({"topc": "x"}, r"has no parameter --topc. Did you mean --topic\?"),
        ({"topic": " "}, "--topic needs a value"),
    ],
)
def test_what_fits_nothing_is_told_with_what_would(store: Store, given: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        ask(store, RATED, given)


@pytest.mark.parametrize("name", sorted(questions()))
def test_each_question_is_asked_with_each_of_its_parameters(store: Store, name: str) -> None:
    question = questions()[name]
    samples = {"person": "Bo Lee", "subject": "RLHF", "venue": "ICLR", "years": "2025", "day": "2025", "number": "1"}
    samples |= {"state": "read", "text": "a", "note": "a", "thing": "RLHF", "paper": "Aligned"}
    for parameter in question.parameters:
        if parameter.kind in samples:
            found = ask(store, question, {parameter.name: samples[parameter.kind]})
            assert found.total == len(found.rows)
            assert MARK not in found.sparql


def test_at_least_thirty_questions_say_what_they_ask() -> None:
    known = questions()

    assert len(known) >= 30
    assert len({question.title for question in known.values()}) == len(known)
    assert all(question.title.endswith("?") for question in known.values())
    assert all(parameter.help for question in known.values() for parameter in question.parameters)


def test_each_question_is_in_a_group_and_each_group_has_some() -> None:
    known = questions()

    assert {name for name, question in known.items() if not question.group} == set()
    assert list(grouped(known.values())) == list(GROUPS.values())
    assert sum(map(len, grouped(known.values()).values())) == len(known)


def test_no_group_is_by_what_only_an_optional_binds() -> None:
    """Virtuoso gives such a group twice, or not at all."""
    for name, question in questions().items():
        bound = re.sub(r"OPTIONAL \{(?:[^{}]|\{[^{}]*\})*\}|(?m:^ *(?:SELECT|ORDER|GROUP) .*)", "", question.sparql)
        by = [one for group in re.findall(r"GROUP BY (.*)", question.sparql) for one in group.split()]
        bound += " ".join(re.findall(r"AS (\?\w+)\)", question.sparql))
        assert [one for one in by if not re.search(rf"\{one}\b", bound)] == [], name


def test_own_questions_come_first_unless_they_name_a_group() -> None:
    known = [read("a", "# A?\nASK {}"), read("b", "# B?\n#: group people\nASK {}")]

    assert {heading: [one.name for one in some] for heading, some in grouped(known).items()} == {
        "Your own questions": ["a"],
        "People and organisations": ["b"],
    }


def test_rows_say_where_they_are_said(store: Store) -> None:
    by_evidence = ask(store, RATED, {})
    by_thing = ask(store, questions()["authors-by-papers"], {}, limit=1)

    assert [row.where for row in by_evidence.rows] == [(("2025/a.md", 4),), (("2025/a.md", 9),)]
    assert [(row.cells[0].text, row.where) for row in by_thing.rows] == [("Bo Lee", (("2025/a.md", 9),))]
    assert (by_thing.total, len(by_thing.rows)) == (2, 1)


def test_a_row_that_counts_says_where_by_one_passage_and_a_row_without_by_its_thing(store: Store) -> None:
    counted = read(
        "q", "# Q?\nSELECT (COUNT(?e) AS ?n) (MIN(?at) AS ?passage) { ?e a kg:Evidence ; prov:wasDerivedFrom ?at }"
    )
    placeless = read(
        "q", "# Q?\nSELECT ?person ?note { ?person schema:name 'Bo Lee' OPTIONAL { ?person kg:path ?note } }"
    )

    assert [([cell.text for cell in row.cells], row.where) for row in ask(store, counted, {}).rows] == [
        (["3"], (("2025/a.md", 4),))
    ]
    assert [row.where for row in ask(store, placeless, {}).rows] == [(("2025/a.md", 9),)]


def test_two_coauthors_are_one_row_and_a_person_who_is_given_comes_first(store: Store) -> None:
    def pairs(**given: str) -> list[list[str]]:
        return [[cell.text for cell in row.cells[:2]] for row in ask(store, questions()["coauthors"], given).rows]

    assert pairs() == [["Ann Lee", "Bo Lee"]]
    assert pairs(person="bo lee") == [["Bo Lee", "Ann Lee"]]


@settings(max_examples=60)
@given(
    st.sampled_from(of_papers()),
    st.text(max_size=30) | st.sampled_from(['" } #', "$from", "?x", "\\", "<urn:a>", "Ann\nLee", "'"]),
)
def test_nothing_that_is_typed_becomes_sparql(parameter: object, text: str) -> None:
    small = Store.in_memory(quads())
    try:
        found = ask(small, RATED, {parameter.name: text})
    except UsageError:
        return
    assert {row.cells[0].text for row in found.rows} <= {"Aligned", "Seen <img onerror>"}


# Files.


def test_questions_of_the_vault_work_the_same_way(tmp_path: Path, store: Store) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "by-ann.rq").write_text(
        "# What did Ann write?\n#: since (years) from then on -> FILTER(STR(?year) >= $from)\n"
        "SELECT ?paper { ?paper schema:author/schema:name 'Ann Lee' ; schema:datePublished ?year .\n# given\n}",
        encoding="utf-8",
    )
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "no.rq").write_text("nonsense", encoding="utf-8")
    known = questions(tmp_path)
    mine = known["by-ann"]

    assert "no" not in known
    assert (mine.title, mine.path) == ("What did Ann write?", "mine/by-ann.rq")
    assert [row.cells[0].text for row in ask(store, mine, {"since": "2024"}).rows] == ["Aligned"]
    assert ask(store, mine, {"since": "2026"}).rows == ()


@pytest.mark.parametrize("bound", ["OPTIONAL { ?paper schema:author ?who }", "{ ?paper schema:author ?who } UNION {}"])
def test_a_value_for_a_variable_that_may_be_unbound_still_leaves_rows_out(store: Store, bound: str) -> None:
    question = read(
        "q", f"# Q?\n#: who (person) only by them\nSELECT ?paper ?who {{ # given\n?paper kg:rating ?r {bound} }}"
    )

    assert [[cell.text for cell in row.cells] for row in ask(store, question, {"who": "ann lee"}).rows] == [
        ["Aligned", "Ann Lee"]
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# Q?\n#: x (nothing) help\nSELECT * {\n# given\n}", "cannot read the parameter '#: x \\(nothing\\) help'"),
        ("# Q?\n#: papers\nSELECT * {}", "has parameters, but no line '# given'"),
        ("# Q?\n#: group things\nASK {}", "no group of questions 'things'. Choose one of: papers, reading"),
    ],
)
def test_a_file_that_is_no_question_is_told(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        read("q", text, "q.rq")


def test_a_question_that_is_not_there_is_guessed() -> None:
    with pytest.raises(UsageError, match="Did you mean 'papers-by-rating'"):
        find_question(questions(), "papers-by-ratings")


def test_a_file_without_parameters_is_plain_sparql(store: Store) -> None:
    for question in questions().values():
        assert store.query(question.sparql).columns
    assert isinstance(RATED, Question)


# The command.


def test_a_person_sees_names_and_places(kg_ask: Callable[..., tuple[int, str, str]]) -> None:
    code, out, _ = kg_ask("papers-by-rating", "--topic", "learning")
    assert code == 0
    assert out.splitlines() == [
        "paper    rating  where        remark",
        "-------  ------  -----------  ---------------",
        "Aligned       3  2025/a.md:4  said this of it",
    ]

    assert kg_ask("remarks")[1] == "Aligned\n    said this of it\n    2025/a.md:4\n"
    assert kg_ask("coauthors", "ann lee")[1].splitlines()[2].startswith("Ann Lee  Bo Lee")


def test_a_paper_of_a_topic_stands_where_it_is_named_and_not_where_the_topic_is() -> None:
    notes = Notes()
    note = notes.note("a.md", "Tides\n\nWide Paths by Ann Lee\nDeep Roads by Ann Lee")
    tides, ann = note.mention(Kind.TOPIC, "Tides"), note.mention(Kind.PERSON, "Ann Lee")
    for title in ("Wide Paths", "Deep Roads"):
        paper = note.mention(Kind.PAPER, title)
        note.claim(paper, terms.ABOUT, tides, at="Tides")
        note.claim(paper, terms.AUTHOR, ann)
    store, known = notes.store(), questions()

    rows = ask(store, known["papers-of-topic"], {}).rows
    assert [(row.cells[1].text, row.where) for row in rows] == [
        ("Deep Roads", (("a.md", 4),)),
        ("Wide Paths", (("a.md", 3),)),
    ]
    (row,) = ask(store, known["people-of-topic"], {}).rows
    assert row.where[0][1] in (3, 4)


def test_rows_that_differ_by_their_place_alone_are_one_with_all_places(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    again = '<e9> a :Evidence ; rdf:subject <paper/1> ; rdf:predicate :remark ; rdf:object "said **this** of it" ; prov:wasDerivedFrom <p9> . '
    place = '<p9> a :Passage ; oa:hasSource <note/b.md> ; :line 2 ; :quote "x" . <note/b.md> a schema:DigitalDocument ; :path "b.md" .'
    graph = ox.NamedNode(f"{BASE}note/a.md")
    parsed = ox.parse(f"{TURTLE}{again}{place}", ox.RdfFormat.TURTLE)
    folder = write_graph(tmp_path / "graph", [ox.Quad(q.subject, q.predicate, q.object, graph) for q in parsed])

    assert main(["ask", "remarks", "--graph", str(folder)]) == 0
    assert capsys.readouterr().out == "Aligned\n    said this of it\n    2025/a.md:4\n    b.md:2\n"


def test_what_is_left_out_is_said(kg_ask: Callable[..., tuple[int, str, str]]) -> None:
    assert kg_ask("papers-by-rating", "--limit", "1")[1].endswith("\n1 of 2 rows (--all prints all)\n")
    assert "of 2" not in kg_ask("papers-by-rating", "--all")[1]
    assert "fits Ann Lee (person), Bo Lee (person)" in kg_ask("papers-by-rating", "--author", "lee")[2]
    assert "The graph has no answer" in kg_ask("to-read")[1]


def test_programs_get_names_iris_and_places(kg_ask: Callable[..., tuple[int, str, str]]) -> None:
    rows = list(csv.DictReader(io.StringIO(kg_ask("papers-by-rating", "--format", "csv")[1])))
    data = json.loads(kg_ask("papers-by-rating", "--format", "json", "--limit", "1")[1])

    assert rows[0] | {"scale": ""} == {
        "paper": "Aligned",
        "rating": "3",
        "scale": "",
        "as_written": "",
        "note": "2025/a.md",
        "line": "4",
        "paper_iri": f"{BASE}paper/1",
    }
    assert data["total"] == 2
    assert data["rows"][0]["paper"] == {"name": "Aligned", "iri": f"{BASE}paper/1", "kind": "paper"}
    assert data["rows"][0]["where"] == [{"note": "2025/a.md", "line": 4}]


def test_the_query_is_shown_and_runs(kg_ask: Callable[..., tuple[int, str, str]], store: Store) -> None:
    shown = kg_ask("papers-by-rating", "--topic", "learning", "--sparql")[1]

    assert "VALUES ?_subject { <https://kg.example/topic/learning>" in shown
    assert len(list(store.query(shown))) == 1


def test_a_value_that_is_for_no_parameter_is_told(kg_ask: Callable[..., tuple[int, str, str]]) -> None:
    code, _, err = kg_ask("papers-per-year", "2024")

    assert code == 2
    assert "which parameter is '2024' for?" in err


def test_a_bibliography_of_the_papers_that_answer_a_question(
    graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "refs.bib"
    export = ["export", str(written), "--graph", str(graph), "--question", "papers-by-rating"]

    assert main([*export, "--given", "topic=rlhf"]) == 0
    assert "Aligned" in written.read_text(encoding="utf-8")
    assert "Seen" not in written.read_text(encoding="utf-8")
    assert main([*export, "--given", "topic"]) == 2
    assert main(["export", str(tmp_path / "all.ttl"), "--graph", str(graph), "--question", "papers-by-rating"]) == 2
    assert "Use it with bibtex, csl-json or ris" in capsys.readouterr().err
