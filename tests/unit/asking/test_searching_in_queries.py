"""Search by words inside queries: what `kg find` finds, in the process of the query, whatever the words are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from asked import Notes, iri
from rdf_fixture import HOSTILE
from servers import write_graph

import kg
from kg.asking.knowledge import Knowledge
from kg.asking.search import search
from kg.asking.search.worker import PROGRAM
from kg.errors import EngineError, ReachOutError
from kg.extras.conversation import Conversation
from kg.limits import Limits
from kg.model import Kind
from kg.rdf import STORE, Found, Question, Rows, Store, Worker
from kg.rdf.hints import hints

THING = '?x a ?kind FILTER(!CONTAINS(STR(?x), "#char="))'
MATCHING = f'SELECT DISTINCT ?x {{ {THING} FILTER(kg:matches(?x, "%s")) }} ORDER BY ?x'
RANKED = f'SELECT DISTINCT ?x (kg:score(?x, "%s") AS ?s) {{ {THING} }} ORDER BY DESC(?s) ?x'


def notes() -> Notes:
    made = Notes()
    first = made.note("a.md", "Transformer models read long texts.\nDiffusion draws pictures with Ann Lee.\n")
    first.mention(Kind.METHOD, "Transformer")
    first.mention(Kind.METHOD, "Diffusion")
    first.mention(Kind.PERSON, "Ann Lee")
    return made


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    return write_graph(tmp_path / "graph", notes().store())


@pytest.fixture
def knowledge(tmp_path: Path) -> Knowledge:
    return notes().knowledge(tmp_path / "notes")


def test_a_query_finds_what_a_search_finds(knowledge: Knowledge) -> None:
    for words in ("diffusion", "tranformer", "kind:person lee", "ann diffusion", "-ann pictures", "nothing-like-it"):
        found = {hit.iri: hit.score for hit in search(knowledge.index, words, limit=0).things}
        rows = {thing for (thing,) in knowledge.store.query(MATCHING % words).texts()}
        scores = {thing: float(score) for thing, score in knowledge.store.query(RANKED % words).texts() if score}

        assert rows == set(found)
        assert scores == found


def test_passages_of_sentences_that_fit_are_found(knowledge: Knowledge) -> None:
    asked = 'SELECT ?quote { ?at kg:quote ?quote FILTER(kg:matches(?at, "pictures")) } ORDER BY ?quote'

    assert list(knowledge.store.query(asked).texts()) == [("Ann Lee",), ("Diffusion",)]


def test_findings_join_and_are_looked_up_once() -> None:
    asked: list[str] = []

    def found(words: str) -> Found:
        asked.append(words)
        return Found({iri("method", "Diffusion"): 2.5})

    store = notes().store()
    store.search_with(lambda: found)
    joined = 'SELECT ?name { ?x rdfs:label ?name ; a ?kind FILTER(kg:matches(?x, "a") && !kg:matches(?x, "b")) }'

    assert list(store.query(joined.replace('!kg:matches(?x, "b")', "kg:score(?x, 'a') > 2")).texts()) == [
        ("Diffusion",)
    ]
    assert list(
        store.query("SELECT (kg:score('text', 'a') AS ?x) (kg:matches(<urn:x>, <urn:a>) AS ?y) {}").texts()
    ) == [("", "")]
    assert asked == ["a"]


@pytest.mark.parametrize("text", [*HOSTILE, '" OR 1=1 --', "names: x", "(((", "* NEAR(", "\\"])
def test_any_words_can_be_searched(knowledge: Knowledge, text: str) -> None:
    from kg.rdf import string

    rows = knowledge.store.query(f"SELECT DISTINCT ?x {{ {THING} FILTER(kg:matches(?x, {string(text)})) }}").texts()

    assert {thing for (thing,) in rows} == {hit.iri for hit in search(knowledge.index, text, limit=0).things}


def test_the_guard_is_as_strict_as_without(knowledge: Knowledge) -> None:
    with pytest.raises(ReachOutError):
        knowledge.store.query('SELECT * { SERVICE <http://127.0.0.1:9/> { ?x ?p ?o } FILTER(kg:matches(?x, "a")) }')


def test_the_functions_are_no_slips() -> None:
    assert list(hints(MATCHING % "a")) == []
    assert list(hints("ASK { ?x kg:matche 'a' }"))


# In processes of their own.


def test_a_process_searches_too(graph: Path) -> None:
    with Conversation(graph, Limits()) as conversation:
        answer = conversation.query(Question(MATCHING % "lee"))

    assert answer is not None
    assert list(Rows.read(answer.content).texts()) == [(iri("person", "Ann Lee"),)]


def test_a_process_says_that_there_is_no_index(graph: Path) -> None:
    with Worker(graph / STORE, Limits(), program=PROGRAM) as worker:
        with pytest.raises(EngineError, match="kg find WORDS"):
            worker.ask(Question(MATCHING % "lee"))
        assert worker.ask(Question("ASK {}")) is not None
        with Knowledge.open(graph) as knowledge:
            assert knowledge.index

        assert worker.ask(Question(MATCHING % "lee")) is not None


def test_a_store_alone_says_that_it_cannot_search(graph: Path) -> None:
    with Store.open(graph / STORE, read_only=True) as store, pytest.raises(EngineError, match="matches"):
        list(store.query(MATCHING % "lee"))


def test_python_searches_too(graph: Path) -> None:
    with kg.open(graph) as opened:
        assert opened.query(MATCHING % "diffusion").records() == [{"x": iri("method", "Diffusion")}]
    shutil.rmtree(graph)
