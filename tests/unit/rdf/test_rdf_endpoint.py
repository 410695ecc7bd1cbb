"""Endpoints of others: what is asked of them, what they answer, and what no answer is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs

import pyoxigraph as ox
import pytest
from servers import BASE, named, papers
from stores import PASSWORD, USER, Answer, Fake, fake

from kg import terms
from kg.cli import main
from kg.connection import Connection
from kg.errors import QueryError, ReachOutError, ReadOnlyError, RemoteError
from kg.rdf.endpoint import DEFAULT_GRAPH, Endpoint

NAMES = "SELECT ?name { ?p a schema:ScholarlyArticle ; schema:name ?name } ORDER BY ?name"
JSON = {"Content-Type": "application/sparql-results+json"}


@pytest.fixture
def store() -> Iterator[Fake]:
    with fake() as running:
        running.dataset.extend(ox.Quad(*quad.triple) for quad in papers(3))
        yield running


@pytest.fixture
def endpoint(store: Fake) -> Iterator[Endpoint]:
    with Endpoint(Connection(f"{store.address}/query")) as made:
        yield made


def asked(store: Fake) -> dict[str, list[str]]:
    """Give the fields of the last request."""
    return parse_qs(store.got[-1].body.decode())


def recorded(store: Fake, union: str) -> None:
    store.dataset.add(ox.Quad(named("graph/pushed"), ox.NamedNode(DEFAULT_GRAPH), ox.NamedNode(union)))


def test_prefixes_are_set_unless_the_query_sets_them(store: Fake, endpoint: Endpoint) -> None:
    assert [name for (name,) in endpoint.query(NAMES).texts()][1:] == ["Paper 1", "Paper 2"]
    assert asked(store)["query"][0].startswith("PREFIX schema: <https://schema.org/> SELECT")

    own = "prefix schema: <urn:own> ASK { ?s a schema:x }"
    assert not endpoint.query(own)
    assert asked(store)["query"] == [own]


def test_relative_iris_are_below_the_base_of_the_graph_there(store: Fake, endpoint: Endpoint) -> None:
    assert endpoint.query("ASK { <paper/1> a schema:ScholarlyArticle }")
    assert asked(store)["query"][0].startswith(f"BASE <{BASE}> ")


@pytest.mark.parametrize(
    ("sparql", "error"),
    [
        ("SELECT ?s { ?s a }", QueryError),
        ("DROP ALL", ReadOnlyError),
        ("SELECT * { SERVICE <http://127.0.0.1/> { ?s ?p ?o } }", ReachOutError),
    ],
)
def test_what_is_wrong_with_a_query_is_found_before_it_is_sent(
    store: Fake, endpoint: Endpoint, sparql: str, error: type[QueryError]
) -> None:
    with pytest.raises(error):
        endpoint.query(sparql)
    assert store.got == []


def test_the_union_is_asked_where_a_push_has_recorded_it(store: Fake, endpoint: Endpoint) -> None:
    recorded(store, "urn:union")
    store.dataset.add(
        ox.Quad(named("paper/9"), ox.NamedNode(terms.LABEL), ox.Literal("nine"), ox.NamedNode("urn:union"))
    )

    assert list(endpoint.query("SELECT ?l { ?s rdfs:label ?l }").texts()) == [("nine",)]
    assert asked(store)["default-graph-uri"] == ["urn:union"]


def test_an_address_with_a_graph_is_asked_as_it_stands(store: Fake) -> None:
    with Endpoint(Connection(f"{store.address}/query?default-graph-uri=urn:a")) as endpoint:
        endpoint.query(NAMES)

    assert len(store.got) == 1
    assert "default-graph-uri" not in asked(store)


def test_graphs_of_several_vaults_have_to_be_chosen_from(store: Fake, endpoint: Endpoint) -> None:
    recorded(store, "urn:one")
    recorded(store, "urn:two")

    with pytest.raises(RemoteError, match=r"2 graphs of kg: urn:one, urn:two\. .*default-graph-uri"):
        endpoint.query(NAMES)


@pytest.mark.parametrize(
    "answer",
    [
        Answer(200, {"Content-Type": "text/html"}, b"<html>Welcome</html>"),
        Answer(200, JSON, b"<html>"),
        Answer(200, JSON, b'{"head":{"vars":["name"]},"results":{"bindings":[{"name":{"type":"uri","value":"a b"}}]}}'),
        Answer(200, JSON, b""),
        Answer(200, {}, b"x"),
    ],
    ids=["page", "no JSON", "bad IRI", "nothing", "no type"],
)
def test_what_is_no_answer_is_told(store: Fake, answer: Answer) -> None:
    store.instead = lambda *_: answer
    with (
        Endpoint(Connection(f"{store.address}/query"), is_plain=True) as endpoint,
        pytest.raises(RemoteError) as stopped,
    ):
        endpoint.query(NAMES)

    assert "did not send SPARQL results" in str(stopped.value)


@pytest.mark.parametrize(("rows", "is_there"), [(b'[{"x":{"type":"literal","value":"1"}}]', True), (b"[]", False)])
def test_yes_or_no_may_come_as_a_row_or_none(store: Fake, rows: bytes, is_there: bool) -> None:
    body = b'{"head":{"vars":["x"]},"results":{"bindings":%s}}' % rows
    store.instead = lambda *_: Answer(200, JSON, body)
    with Endpoint(Connection(f"{store.address}/query"), is_plain=True) as endpoint:
        found = endpoint.query("ASK { ?s ?p ?o }")

    assert found.is_boolean and bool(found) is is_there


def test_an_answer_of_which_rows_are_left_out_is_none(store: Fake) -> None:
    store.instead = lambda sent, _: store.answer(sent)._replace(headers={**JSON, "X-SPARQL-MaxRows": "2"})
    with (
        Endpoint(Connection(f"{store.address}/query"), is_plain=True) as endpoint,
        pytest.raises(RemoteError) as stopped,
    ):
        endpoint.query(NAMES)

    assert "returns at most 2 rows" in str(stopped.value)


# The commands.


@pytest.fixture
def kg(store: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def run(*arguments: str) -> tuple[int, str, str]:
        command, *rest = arguments
        graph = ["--graph", str(tmp_path / "none")]
        code = main([command, *graph, "--endpoint", f"{store.address}/query", *rest])
        return code, *capsys.readouterr()

    return run


def test_things_have_their_names_and_few_requests_tell_them(
    store: Fake, kg: Callable[..., tuple[int, str, str]]
) -> None:
    code, out, _ = kg("query", "SELECT ?p { ?p a schema:ScholarlyArticle } ORDER BY ?p")

    assert code == 0
    assert out.splitlines()[3:] == ["Paper 1", "Paper 2"]
    assert len(store.got) == 3


def test_a_question_is_asked_there_wherever_the_option_stands(
    store: Fake, kg: Callable[..., tuple[int, str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    first = kg("ask", "papers-per-year")
    assert first[0] == 0
    assert "2020" in first[1]

    assert main(["ask", "papers-per-year", "--endpoint", f"{store.address}/query"]) == 0
    assert capsys.readouterr().out == first[1]


def test_an_error_of_the_server_is_a_sentence(store: Fake, kg: Callable[..., tuple[int, str, str]]) -> None:
    store.instead = lambda *_: Answer(500, {}, b"out of \x1b[2Jmemory")

    code, out, err = kg("query", NAMES)

    assert (code, out) == (1, "")
    assert err == f"kg: {store.address}/query answers with error 500: out of [2Jmemory\n"


def test_who_asks_is_told_there(
    store: Fake, kg: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    store.auth = "digest"
    monkeypatch.setenv("KG_PASSWORD", PASSWORD)

    assert kg("query", NAMES)[0] == 1
    assert kg("query", "--user", USER, NAMES)[0] == 0
    assert kg("ask", "--user", USER, "papers-per-year")[0] == 0
