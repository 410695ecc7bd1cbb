"""Queries in processes of their own: limits hold, what fails is told, and nothing gets out."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st
from servers import papers, write_graph

from kg.errors import (
    AnswerFormatError,
    EngineError,
    LimitError,
    NotArrangedError,
    QueryError,
    ReachOutError,
    ReadOnlyError,
    StoreError,
    WorkerError,
)
from kg.limits import Limits
from kg.rdf import STORE, Dataset, GraphFormat, Question, RowFormat, Store, Worker, workers
from kg.rdf.answering import Measured, answer, counting
from kg.rdf.lexing import reaches_out

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can confine a process so")
ALL = "SELECT * { ?s ?p ?o }"
CROSS = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_graph(tmp_path_factory.mktemp("workers"), papers(40)) / STORE


@pytest.fixture
def worker(store: Path) -> Iterator[Worker]:
    with Worker(store, Limits(rows=100)) as made:
        yield made


def test_an_answer_comes_in_the_format_that_is_wanted(worker: Worker) -> None:
    asked = "SELECT ?name { ?p schema:name ?name } ORDER BY DESC(?name) LIMIT 1"

    table = worker.ask(Question(asked, rows=RowFormat.CSV))
    rows = worker.ask(Question(asked))
    graph = worker.ask(Question("CONSTRUCT { ?p a kg:Award } WHERE { ?p schema:name 'Paper 7' }"))

    assert table is not None
    assert table.content == b"name\r\nPaper 9\r\n"
    assert rows is not None
    assert json.loads(rows.content)["results"]["bindings"][0]["name"]["value"] == "Paper 9"
    assert graph is not None
    assert graph.content.endswith(b"<https://kg.example/paper/7> a kg:Award .\n")


@pytest.mark.parametrize("wanted", list(GraphFormat))
def test_a_graph_is_the_same_in_every_format(worker: Worker, wanted: GraphFormat) -> None:
    found = worker.ask(Question("CONSTRUCT WHERE { ?p schema:datePublished ?y }", triples=wanted))

    assert found is not None
    assert len({str(q.triple) for q in ox.parse(found.content, ox.RdfFormat.from_media_type(wanted))}) == 40


@pytest.mark.parametrize("wanted", list(RowFormat))
def test_yes_and_no_have_every_format_of_rows(worker: Worker, wanted: RowFormat) -> None:
    found = worker.ask(Question("ASK { ?p schema:name 'Paper 7' }", rows=wanted))

    assert found is not None
    assert b"true" in found.content


def test_what_is_wrong_with_a_query_is_told_as_where_it_is_asked(worker: Worker) -> None:
    for asked, error in (
        ("SELECT", QueryError),
        ("CLEAR ALL", ReadOnlyError),
        ("SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }", ReachOutError),
    ):
        with pytest.raises(error):
            worker.ask(Question(asked))

    with pytest.raises(AnswerFormatError, match="text/turtle"):
        worker.ask(Question("CONSTRUCT WHERE { ?s ?p ?o } LIMIT 1", triples=None))
    assert worker.ask(Question("ASK {}")) is not None


def test_a_graph_that_is_not_there_is_none(worker: Worker) -> None:
    assert worker.ask(Question(graph="https://kg.example/note/none.md")) is None
    assert worker.ask(Question(graph="no iri at all")) is None
    found = worker.ask(Question(graph="https://kg.example/note/a.md", triples=GraphFormat.N_TRIPLES))
    assert found is not None
    assert found.content.count(b"\n") == 162


def test_a_protocol_dataset_takes_the_place_of_that_of_the_query(store: Path) -> None:
    with Store.open(store, read_only=True) as opened:
        asked = "SELECT (COUNT(*) AS ?n) FROM <urn:none> { ?s ?p ?o }"
        note = "https://kg.example/note/a.md"

        assert next(opened.query(asked).texts()) == ("0",)
        assert next(opened.query(asked, Dataset(default=(note,))).texts()) == ("162",)
        assert next(opened.query("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", Dataset(named=(note,))).texts()) == ("0",)
        with pytest.raises(QueryError, match="an invalid IRI"):
            opened.query(ALL, Dataset(default=("not an iri",)))


def test_evidence_in_graphs_is_arranged_first(store: Path, tmp_path: Path) -> None:
    quad = papers(1)[0]
    beside = ox.NamedNode("https://kg.example/note/a.md#evidence")
    passage = ox.NamedNode("https://kg.example/note/a.md#char=1,2")
    source = ox.Quad(passage, ox.NamedNode("http://www.w3.org/ns/oa#hasSource"), quad.subject, beside)
    graph = write_graph(tmp_path / "graph", [quad, source])
    asked = Question(f"ASK {{ GRAPH <{beside.value}> {{ ?s ?p ?o }} }}")

    with Worker(graph / STORE, Limits()) as worker:
        with pytest.raises(NotArrangedError):
            worker.ask(asked)
        worker.arrange()
        found = worker.ask(asked)
    assert found is not None
    assert b"true" in found.content


# Limits.


def test_too_many_rows_are_refused_and_just_enough_are_not(worker: Worker) -> None:
    assert worker.ask(Question(f"{ALL} LIMIT 100")) is not None
    for question in (Question(ALL), Question("CONSTRUCT WHERE { ?s ?p ?o }")):
        with pytest.raises(LimitError, match="more than 100 rows"):
            worker.ask(question)
    assert worker.is_fit


@pytest.mark.parametrize("asked", [CROSS, CROSS.replace("*", "(COUNT(*) AS ?n)")])
def test_an_endless_query_is_stopped(store: Path, asked: str) -> None:
    with (
        Worker(store, Limits(seconds=0.2, megabytes=0, rows=0, size=0)) as worker,
        pytest.raises(LimitError, match=r"stopped after 0\.2 s"),
    ):
        worker.ask(Question(asked))


@linux_only
def test_a_query_that_takes_all_memory_is_stopped(store: Path) -> None:
    with Worker(store, Limits(seconds=120, megabytes=300, rows=0, size=0)) as worker:
        with pytest.raises(LimitError, match="more than 300 MB"):
            worker.ask(Question(f"{CROSS} ORDER BY ?c ?f ?i"))
        assert not worker.is_fit


def test_a_long_answer_is_refused(store: Path) -> None:
    with Worker(store, Limits(size=1000)) as worker, pytest.raises(LimitError, match="1,000 bytes"):
        worker.ask(Question(ALL))


def test_a_killed_process_says_that_it_has_ended(store: Path) -> None:
    with Worker(store, Limits()) as worker:
        worker.kill()
        assert not worker.is_fit
        with pytest.raises(WorkerError, match="Try again"):
            worker.ask(Question(ALL))


def test_without_a_graph_there_is_no_process(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no graph"):
        Worker(tmp_path, Limits())


@given(
    st.lists(
        st.lists(st.text(max_size=6) | st.sampled_from(["},{", ',{"', '\\"', '"},{"', "\r\n", '"\n"']), max_size=2)
    )
)
def test_rows_are_counted_whatever_is_in_them(cells: list[list[str]]) -> None:
    node, graph = ox.NamedNode("urn:x"), ox.Store()
    for number, row in enumerate(cells):
        graph.add(ox.Quad(ox.NamedNode(f"urn:{number}"), node, ox.Literal("".join(row))))
    for rows_format in (
        ox.QueryResultsFormat.JSON,
        ox.QueryResultsFormat.XML,
        ox.QueryResultsFormat.CSV,
        ox.QueryResultsFormat.TSV,
    ):
        rows = counting(rows_format)
        written = graph.query("SELECT ?s ?o { ?s ?p ?o }").serialize(format=rows_format)
        assert rows is not None
        assert written is not None
        assert abs(rows.exactly(written) - len(cells)) <= (rows_format == ox.QueryResultsFormat.JSON)
        assert rows.roughly(written) >= rows.exactly(written)
        if cells:
            graph.query("SELECT ?s ?o { ?s ?p ?o }").serialize(
                Measured(Limits(rows=len(cells) + 1), rows), format=rows_format
            )


# What a query can reach when the guard is fooled.


@linux_only
def test_the_process_of_a_query_has_no_network_and_runs_no_program() -> None:
    script = (
        "import socket, subprocess\n"
        "from kg.rdf.worker import leave_network\n"
        "assert leave_network()\n"
        "for attempt in (lambda: socket.socket(), lambda: socket.create_connection(('127.0.0.1', 80)),\n"
        "                lambda: socket.socketpair(), lambda: subprocess.run(['true'])):\n"
        "    try:\n"
        "        attempt()\n"
        "    except OSError as error:\n"
        "        print(error.errno)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["1"] * 4


@linux_only
def test_an_unguarded_service_in_a_confined_process_reaches_nothing() -> None:
    script = (
        "import socket, threading\n"
        "import pyoxigraph as ox\n"
        "from kg.rdf.worker import leave_network\n"
        "listening = socket.create_server(('127.0.0.1', 0)); listening.settimeout(2)\n"
        "port = listening.getsockname()[1]\n"
        "assert leave_network()\n"
        "try:\n"
        "    list(ox.Store().query(f'SELECT * {{ SERVICE <http://127.0.0.1:{port}/> {{ ?s ?p ?o }} }}'))\n"
        "except Exception as error:\n"
        "    print('refused')\n"
        "try:\n"
        "    listening.accept(); print('reached')\n"
        "except TimeoutError:\n"
        "    print('nothing came')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.split("\n")[:2] == ["refused", "nothing came"]


def test_a_page_that_raises_is_told_and_the_process_makes_the_next_one(store: Path) -> None:
    with Worker(store, Limits(), program="raising_pages") as worker:
        for _ in range(3):
            with pytest.raises(EngineError, match=r"an error of kg .*ZeroDivisionError.*Please report it"):
                worker.ask(Question(page="raising"))
            good = worker.ask(Question(page="good", given={"q": "x"}))
            assert good is not None and good.content == b"x"
        assert worker.is_fit and worker.ask(Question(page="missing")) is None


def test_only_listed_endpoints_are_asked() -> None:
    listed = ("https://query.example/sparql",)
    store = Store(ox.Store(), services=listed)

    for asked in (
        "SELECT * { SERVICE <https://query.example/other> { ?s ?p ?o } }",
        "SELECT * { SERVICE ?x { ?s ?p ?o } VALUES ?x { <https://query.example/sparql> } }",
        "SELECT * { SERVICE <https://query.example/sparql> { ?s ?p ?o } SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
        "PREFIX s: <http://127.0.0.1:1/> SELECT * { SERVICE <https://query.example/sparql> { } SERVICE s:x { } }",
        "SELECT * { \\u0053ERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
        "BASE <http://127.0.0.1:1/> SELECT * { SERVICE <x> { ?s ?p ?o } }",
    ):
        with pytest.raises(ReachOutError, match=r"servers other than https://query\.example/sparql"):
            store.query(asked)


def test_csv_of_an_answer_is_read_back(store: Path) -> None:
    with Store.open(store, read_only=True) as opened:
        found = answer(opened, Question("SELECT ?name { ?p schema:name ?name }", rows=RowFormat.CSV), Limits())
        names = {row[0].value for row in opened.query("SELECT ?name { ?p schema:name ?name }") if row[0]}

    assert found is not None
    assert {row[0] for row in csv.reader(io.StringIO(found.content.decode()))} - {"name"} == names


@pytest.mark.parametrize("how", ["SERVICE", "service SILENT", "SERVICE\n"])
def test_a_listed_endpoint_may_be_asked(how: str) -> None:
    asked = f"SELECT * {{ {how} <https://query.example/sparql> {{ ?s ?p ?o }} }}"

    assert reaches_out(asked)
    assert not reaches_out(asked, ["https://query.example/sparql"])


def test_a_process_that_says_it_ends_is_not_asked_again(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It lives for a moment after its last words, in which the next question could be sent to it."""
    with Worker(store, Limits()) as worker:
        last = {"error": "LimitError", "message": "too much memory", "ends": True}
        monkeypatch.setattr(workers, "receive", lambda _: (last, b""))
        with pytest.raises(LimitError, match="too much memory"):
            worker.ask(Question(ALL))

        assert not worker.is_fit
