"""A graph in two stores of others: it gets there whole, and every question has the same answer."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pyoxigraph as ox
import pytest
from places import UNFINISHED
from stores import Place, oxigraph, virtuoso

from kg import terms
from kg.analytics import analyze
from kg.asking.questions import Parameter, ParameterKind, questions
from kg.asking.questions.answering import ask, written
from kg.asking.questions.filling import Filled, fill
from kg.cli import main
from kg.commands.stores import PASSWORD
from kg.connection import Connection, Credentials
from kg.extras.pushing import GraphStore, Pushing, Updates, push
from kg.rdf import Store, contents
from kg.rdf.endpoint import Endpoint

TITLE = "Attention Is All You Need"
TYPED = {
    ParameterKind.THING: "BERT",
    ParameterKind.PAPER: "BERT",
    ParameterKind.PERSON: "Jure Leskovec",
    ParameterKind.SUBJECT: "reinforcement learning",
    ParameterKind.VENUE: "NeurIPS",
    ParameterKind.ORGANISATION: "Tsinghua University",
    ParameterKind.NOTE: "llm",
    ParameterKind.YEARS: "2019..2022",
    ParameterKind.DAY: "2024",
    ParameterKind.NUMBER: "0.75",
    ParameterKind.RATING: "4/5",
    ParameterKind.STATE: "read",
    ParameterKind.TEXT: "the",
}
"""What a person may type for each kind of parameter, of things in these notes."""
SPELLED = {
    "virtuoso": {
        f'"{number}"^^<{terms.XSD_BOOLEAN}>': f'"{word}"^^<{terms.XSD_BOOLEAN}>'
        for number, word in ((0, "false"), (1, "true"))
    }
}
"""Store -> how it spells values: Virtuoso 7 keeps booleans as the numbers 0 and 1, which are the same values."""

ASKED = {
    "papers-by-rating": {"topic": "reinforcement learning"},
    "people-of-topic": {"topic": "graph"},
    "authors-by-papers": {},
}
"""Questions whose answers are compared with their names and places: what is given for their parameters."""
COMMANDS = [
    ["query", "SELECT ?p ?y { ?p schema:datePublished ?y ; rdfs:label ?l } ORDER BY ?l ?p ?y LIMIT 20"],
    ["query", "--format", "csv", "SELECT ?l { ?p a kg:Task ; rdfs:label ?l } ORDER BY ?l"],
    ["query", "ASK { ?p a kg:Task }"],
    ["ask", "most-cited", "--limit", "5"],
]


class Pushed(NamedTuple):
    """A store of others with the graph in it."""

    name: str
    place: Place
    graph: Path
    local: Store

    def endpoint(self, *, parameters: str = "") -> Endpoint:
        return Endpoint(Connection(self.place.queries + parameters))


@pytest.fixture(scope="module")
def local(some_graph: Path) -> Iterator[Store]:
    with Store.open(some_graph / "store", read_only=True) as store:
        yield store


@pytest.fixture
def pushed(store: str, some_graph: Path, local: Store, tmp_path: Path) -> Iterator[Pushed]:
    run = {"virtuoso": virtuoso, "oxigraph": oxigraph}[store]
    graph = shutil.copytree(some_graph, tmp_path / "graph", ignore=UNFINISHED)  # a push keeps its progress in it
    (tmp_path / store).mkdir()
    with run(tmp_path / store) as place:
        assert _push(place.graphs, place, graph) == 0
        yield Pushed(store, place, graph, local)


def _push(address: str, place: Place, graph: Path, *options: str) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(PASSWORD, place.user)
        user = ["--user", place.user] if place.user else []
        return main(["push", address, "--graph", str(graph), *user, *options])


def spelled(store: Pushed, rows: Iterable[Iterable[object]]) -> list[tuple[str, ...]]:
    known = SPELLED.get(store.name, {})
    return [tuple(known.get(str(term), str(term)) for term in row) for row in rows]


def held(store: Pushed) -> Counter[tuple[str, ...]]:
    """Give what a store of others holds: every named graph but the record, and the union."""
    with store.endpoint() as endpoint:
        named = spelled(store, endpoint.query("SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }"))
        union = spelled(store, endpoint.query("SELECT ?s ?p ?o { ?s ?p ?o }"))
    return Counter(row for row in named if not row[0].endswith("graph/pushed>")) + Counter(union)


def wanted(store: Pushed, local: Store) -> Counter[tuple[str, ...]]:
    """Give what it should hold."""
    union = spelled(store, (quad.triple for quad in ox.parse(local.graph("") or b"", ox.RdfFormat.N_TRIPLES)))
    named = spelled(store, ((q.graph_name, q.subject, q.predicate, q.object) for q in local))
    return Counter(named) + Counter(union)


# One test for each store: a process of the tests that runs one of several has to run the store and push the graph anew.
@pytest.mark.timeout(900)
@pytest.mark.parametrize("store", [pytest.param("virtuoso", marks=pytest.mark.needs("virtuoso-t")), "oxigraph"])
def test_a_store_holds_and_answers_what_the_folder_does(
    pushed: Pushed, subtests: pytest.Subtests, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for check in (
        every_graph_and_the_union_arrive_whole,
        analyses_find_the_same,
        values_and_what_has_them_are_the_same,
        triples_and_yes_or_no_are_the_same,
        a_graph_is_asked_by_its_name,
    ):
        with subtests.test(check.__name__):
            check(pushed)
    for name in sorted(questions()):
        with subtests.test(name):
            a_question_has_the_same_answer(pushed, name)
    for name, given in ASKED.items():
        with subtests.test(name, given=given):
            names_and_places_are_the_same(pushed, name, given)
    for command in COMMANDS:
        with subtests.test(" ".join(command)):
            the_command_prints_what_it_prints_of_the_folder(pushed, command, capsys)
    with subtests.test("an analysis"):
        an_analysis_prints_and_keeps_nothing(pushed, capsys)
    with subtests.test("another graph"):  # last, because it takes the graph of the notes away
        another_graph_takes_the_place_of_the_first_by_either_way(pushed, tmp_path)


def every_graph_and_the_union_arrive_whole(pushed: Pushed) -> None:
    counted = "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g"
    union = "SELECT ?s ?p ?o { ?s ?p ?o }"
    with pushed.endpoint() as endpoint:
        counts = {graph: n for graph, n in endpoint.query(counted).texts() if not graph.endswith("graph/pushed")}
        assert counts == dict(pushed.local.query(counted).texts())
        assert sorted(spelled(pushed, endpoint.query(union))) == sorted(spelled(pushed, pushed.local.query(union)))


def a_question_has_the_same_answer(pushed: Pushed, name: str) -> None:
    question = questions()[name]
    with pushed.endpoint() as endpoint:
        # Oxigraph is the engine of kg: what parameters make of a question it answers as the folder does.
        parameters = question.parameters if pushed.name != "oxigraph" else ()
        for given in ({}, *({p.name: _typed(p)} for p in parameters)):
            sparql = written(
                question.sparql, [filled(pushed.local, question.parameter(p), typed) for p, typed in given.items()]
            )
            there = spelled(pushed, endpoint.query(sparql))

            assert there == answered(pushed.local, sparql), given  # each question decides the order of its rows


@cache
def answered(local: Store, sparql: str) -> list[tuple[str, ...]]:
    return [tuple(map(str, row)) for row in local.query(sparql)]


@cache
def filled(local: Store, parameter: Parameter, typed: str) -> Filled:
    return fill(local, parameter, typed)


def _typed(parameter: Parameter) -> str:
    special = {"award": "Best Paper", "speaker": "Lei Bai", "min-rating": "1", "method": "BERT"}
    return special.get(parameter.name, TYPED[parameter.kind])


def names_and_places_are_the_same(pushed: Pushed, name: str, given: dict[str, str]) -> None:
    question = questions()[name]
    with pushed.endpoint() as endpoint:
        assert ask(endpoint, question, given) == ask(pushed.local, question, given)


def analyses_find_the_same(pushed: Pushed) -> None:
    with pushed.endpoint() as endpoint:
        assert analyze(endpoint) == analyze(pushed.local)


def values_and_what_has_them_are_the_same(pushed: Pushed) -> None:
    paper = "https://kg.example/paper/arxiv-1706.03762"
    with pushed.endpoint() as endpoint:
        assert endpoint.base == pushed.local.base
        assert endpoint.values(paper, terms.LABEL) == [TITLE]
        for thing in (paper, "no iri>", "https://kg.example/none"):
            for predicate in (terms.LABEL, terms.TYPE, terms.SAME_AS):
                assert endpoint.values(thing, predicate) == pushed.local.values(thing, predicate)
        for value in (TITLE, "https://arxiv.org/abs/1706.03762", 'none "', "no iri>"):
            for predicate in (terms.LABEL, terms.SAME_AS):
                assert endpoint.having(predicate, value) == pushed.local.having(predicate, value)


def triples_and_yes_or_no_are_the_same(pushed: Pushed) -> None:
    for form in (
        "CONSTRUCT { ?s rdfs:label ?l } WHERE { ?s rdfs:label ?l ; a kg:Task }",
        "ASK { ?s a kg:Task }",
        "ASK { ?s a kg:Nothing }",
    ):
        with pushed.endpoint() as endpoint:
            assert Counter(endpoint.query(form).texts()) == Counter(pushed.local.query(form).texts()), form


def a_graph_is_asked_by_its_name(pushed: Pushed) -> None:
    for asked in (
        "SELECT DISTINCT ?g { GRAPH ?g { ?s a schema:ScholarlyArticle } } ORDER BY ?g",
        "SELECT ?s FROM <https://kg.example/note/llm-outline.md> { ?s a schema:ScholarlyArticle }",
        "SELECT ?note { ?note kg:path 'llm-outline.md' . GRAPH ?note { <paper/arxiv-2205.14135> ?p ?o } }",
    ):
        with pushed.endpoint() as endpoint:
            assert Counter(endpoint.query(asked).texts()) == Counter(pushed.local.query(asked).texts()), asked


def the_command_prints_what_it_prints_of_the_folder(
    pushed: Pushed, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--endpoint", pushed.place.queries]) == 0
    there = capsys.readouterr().out
    assert main([command[0], "--graph", str(pushed.graph), *command[1:]]) == 0

    assert there == capsys.readouterr().out != ""


def an_analysis_prints_and_keeps_nothing(pushed: Pushed, capsys: pytest.CaptureFixture[str]) -> None:
    before = (pushed.graph / "graph.trig").stat().st_mtime_ns

    assert main(["analyze", "years", "--graph", str(pushed.graph), "--endpoint", pushed.place.queries]) == 0
    assert "years" in capsys.readouterr().out
    assert (pushed.graph / "graph.trig").stat().st_mtime_ns == before


def another_graph_takes_the_place_of_the_first_by_either_way(pushed: Pushed, tmp_path: Path) -> None:
    chosen = ("/diffusion.md", "/daily/2024-03-14.md", "/graph/derived")
    small = Store.in_memory(quad for quad in pushed.local if any(name in quad.graph_name.value for name in chosen))
    told = Credentials(pushed.place.user, pushed.place.user)
    updates, queries = Connection(pushed.place.updates, told), Connection(pushed.place.queries, told)
    how = Pushing(tmp_path, 1000)

    assert len(push(contents(small), GraphStore(Connection(pushed.place.graphs, told)), how).dropped) > 5
    assert held(pushed) == wanted(pushed, small)

    smaller = Store.in_memory(quad for quad in small if "/graph/derived" not in quad.graph_name.value)
    for _ in range(2):
        push(contents(smaller), Updates(updates, queries), how)
        assert held(pushed) == wanted(pushed, smaller)
