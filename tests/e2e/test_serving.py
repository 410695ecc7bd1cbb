"""`kg serve`: the protocols of SPARQL as clients speak them, limits, and a graph that changes meanwhile."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import unquote

import pyoxigraph as ox
import pytest
from places import ROOT
from rdflib import OWL, RDF, Graph, URIRef
from rdflib.plugins.stores.sparqlstore import SPARQLStore
from servers import BASE, FORM, QUERY, Server, papers, replace_graph, serving, wait_until, write_graph
from SPARQLWrapper import CSV, JSON, TURTLE, SPARQLWrapper

from kg import terms

SELECT = "SELECT ?name { ?p a schema:ScholarlyArticle ; schema:name ?name } ORDER BY ?name"
CONSTRUCT = "CONSTRUCT WHERE { ?p schema:datePublished ?y }"
NOTE = f"{BASE}note/a.md"
ENDLESS = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l } ORDER BY ?c ?f"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    graph = write_graph(tmp_path_factory.mktemp("serving") / "graph", papers())
    with serving(graph, "--rows", "1000") as running:
        yield running


@pytest.fixture(scope="module")
def tight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that stops queries soon."""
    graph = write_graph(tmp_path_factory.mktemp("tight") / "graph", papers(60))
    with serving(graph, "--timeout", "1", "--rows", "50", "--workers", "2") as running:
        yield running


# The ways to ask.


def test_an_empty_answer_in_json_says_why(server: Server) -> None:
    reply = server.query("SELECT ?p { ?p schema:nmae ?name }")

    (reason,) = json.loads(unquote(reply.headers["kg-hints"]))
    assert "no graph of kg has schema:nmae. Did you mean schema:name?" in reason
    assert "kg-hints" not in server.query(SELECT).headers


def test_a_query_is_asked_by_get_and_post(server: Server) -> None:
    by_get = server.query("ASK { ?p schema:name 'Paper 3' }")
    by_body = server.request(
        "POST", "/sparql", headers={"Content-Type": QUERY}, body="ASK { ?p schema:name 'Paper 3' }"
    )
    by_form = server.request(
        "POST",
        "/sparql",
        headers={"Content-Type": f"{FORM}; charset=UTF-8"},
        body="query=ASK+%7B+%3Fp+schema%3Aname+%27Paper+3%27+%7D",
    )

    for reply in (by_get, by_body, by_form):
        assert reply.status == 200
        assert json.loads(reply.text)["boolean"] is True
        assert reply.type == "application/sparql-results+json"


@pytest.mark.parametrize(
    ("accept", "type"),
    [
        ("", "application/sparql-results+json"),
        ("application/sparql-results+xml", "application/sparql-results+xml"),
        ("text/csv", "text/csv"),
        ("text/tab-separated-values", "text/tab-separated-values"),
        ("application/json", "application/sparql-results+json"),
    ],
)
def test_rows_come_as_the_client_accepts_them(server: Server, accept: str, type: str) -> None:
    reply = server.query(SELECT, accept)
    rows = ox.parse_query_results(reply.body, ox.QueryResultsFormat.from_media_type(type)) if type != "text/csv" else ()

    assert (reply.status, reply.type) == (200, type)
    assert len(list(rows) or reply.text.splitlines()[1:]) == 20


@pytest.mark.parametrize(
    "type",
    [
        "text/turtle",
        "application/n-triples",
        "application/ld+json",
        "application/rdf+xml",
        "application/trig",
        "application/n-quads",
    ],
)
def test_triples_come_as_the_client_accepts_them(server: Server, type: str) -> None:
    reply = server.query(CONSTRUCT, type)
    stored = server.request("GET", f"/graphs?graph={NOTE}", headers={"Accept": type})

    assert (reply.status, reply.type, stored.status, stored.type) == (200, type, 200, type)
    assert len(list(ox.parse(reply.body, ox.RdfFormat.from_media_type(type)))) == 20
    assert len(list(ox.parse(stored.body, ox.RdfFormat.from_media_type(type)))) == 82


def test_what_the_client_cannot_take_is_not_sent(server: Server) -> None:
    assert server.query(SELECT, "image/png").status == 406
    assert server.query(CONSTRUCT, "text/csv").status == 406
    assert "text/turtle" in server.query(CONSTRUCT, "text/csv").text


def test_graphs_of_the_request_are_looked_at_instead(server: Server) -> None:
    count = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"

    assert server.query(count, "text/csv", **{"default-graph-uri": NOTE}).text == "n\r\n82\r\n"
    assert server.query(count, "text/csv", **{"named-graph-uri": NOTE}).text == "n\r\n0\r\n"
    assert server.query("ASK { GRAPH ?g { ?s ?p ?o } }", "text/csv", **{"named-graph-uri": NOTE}).text.endswith(
        "true\r\n"
    )
    assert server.query(count, **{"default-graph-uri": "no iri"}).status == 400


def test_the_endpoint_describes_itself(server: Server) -> None:
    reply = server.request("GET", "/sparql", headers={"Accept": "text/turtle"})
    sd = "http://www.w3.org/ns/sparql-service-description#"
    described = Graph().parse(data=reply.text)
    endpoint = URIRef(f"{server.address}sparql")

    assert reply.status == 200
    assert (endpoint, URIRef(f"{sd}endpoint"), endpoint) in described
    assert len(set(described.objects(endpoint, URIRef(f"{sd}resultFormat")))) == 10
    assert server.request("GET", "/sparql", headers={"Accept": "text/csv"}).status == 406


def test_the_ontology_and_a_description_of_the_graph_are_there(server: Server) -> None:
    void = "http://rdfs.org/ns/void#"
    ontology = Graph().parse(data=server.request("GET", "/ontology", headers={"Accept": "text/turtle"}).text)
    described = Graph().parse(data=server.request("GET", "/void", headers={"Accept": "text/turtle"}).text)
    (dataset,) = described.subjects(URIRef(f"{void}sparqlEndpoint"), URIRef(f"{server.address}sparql"))

    assert (URIRef(terms.REMARK), RDF.type, OWL.DatatypeProperty) in ontology
    assert described.value(dataset, URIRef(f"{void}triples")).toPython() > 50
    assert URIRef(terms.SCHOLARLY_ARTICLE_CLASS) in set(described.objects(None, URIRef(f"{void}class")))
    assert str(dataset).startswith(str(described.value(dataset, URIRef(f"{void}uriSpace"))))
    assert server.request("GET", "/.well-known/void").status == 200


def test_a_browser_is_shown_pages(server: Server) -> None:
    browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    to_page = server.request("GET", "/sparql", headers={"Accept": browser})
    answer = server.query("SELECT ?p ?name { ?p schema:name ?name } ORDER BY ?name LIMIT 3", browser)
    wrong = server.query("SELECT", browser)

    assert (to_page.status, to_page.headers["location"]) == (303, "/query")
    assert answer.type == "text/html"
    assert "&lt;img src=x onerror=" in answer.text
    assert "<img" not in answer.text
    assert "<script>document" not in answer.text
    assert wrong.status == 400
    assert "expected" in wrong.text


def test_the_graph_store_is_read(server: Server) -> None:
    whole = server.request("GET", "/graphs?default", headers={"Accept": "application/n-triples"})

    assert whole.status == 200
    assert whole.body.count(b"\n") == 82
    assert server.request("HEAD", f"/graphs?graph={NOTE}").status == 200
    assert server.request("HEAD", f"/graphs?graph={NOTE}").body == b""
    assert server.request("GET", f"/graphs?graph={BASE}note/none").status == 404
    for wrong in ("/graphs", "/graphs?graph=a&graph=b", f"/graphs?default&graph={NOTE}"):
        assert server.request("GET", wrong).status == 400


@pytest.mark.parametrize("method", ["PUT", "POST", "DELETE", "PATCH"])
def test_the_graph_store_is_not_written(server: Server, method: str) -> None:
    reply = server.request(
        method, f"/graphs?graph={NOTE}", headers={"Content-Type": "text/turtle"}, body="<a:a> <a:b> 1 ."
    )

    assert reply.status == 403
    assert "read-only" in reply.text


@pytest.mark.parametrize(
    "update",
    [
        "INSERT DATA { <a:a> <a:b> 1 }",
        "DELETE WHERE { ?s ?p ?o }",
        "LOAD <file:///etc/passwd>",
        "DROP ALL",
        "CLEAR DEFAULT",
    ],
)
def test_updates_are_refused_with_the_reason(server: Server, update: str) -> None:
    as_body = server.request("POST", "/sparql", headers={"Content-Type": "application/sparql-update"}, body=update)
    as_form = server.request(
        "POST", "/sparql", headers={"Content-Type": FORM}, body=f"update={update.replace(' ', '+')}"
    )
    as_query = server.query(update)

    for reply in (as_body, as_form, as_query):
        assert reply.status == 403
        assert "the graph says what the notes say" in reply.text


@pytest.mark.parametrize(
    ("status", "method", "path", "headers", "body"),
    [
        (400, "GET", "/sparql?query=nonsense", {}, None),
        (400, "GET", "/sparql?query=ASK%7B%7D&query=ASK%7B%7D", {}, None),
        (400, "GET", "/sparql?other=1", {}, None),
        (400, "POST", "/sparql", {"Content-Type": FORM}, "other=1"),
        (400, "POST", "/sparql", {"Content-Type": QUERY}, b"ASK { \xff }"),
        (400, "POST", "/sparql", {"Content-Type": FORM}, b"query=%FF"),
        (415, "POST", "/sparql", {}, "ASK {}"),
        (415, "POST", "/sparql", {"Content-Type": "text/plain"}, "ASK {}"),
        (415, "POST", "/sparql", {"Content-Type": f"{QUERY}; charset=utf-16"}, "ASK {}".encode("utf-16")),
        (405, "PUT", "/sparql", {"Content-Type": QUERY}, "ASK {}"),
        (404, "GET", "/nothing", {}, None),
        (413, "POST", "/sparql", {"Content-Type": QUERY}, "#" * 1_000_001),
    ],
)
def test_a_malformed_request_is_told_so(
    server: Server, status: int, method: str, path: str, headers: dict[str, str], body: bytes | str | None
) -> None:
    assert server.request(method, path, headers=headers, body=body).status == status


# Limits.


def test_an_endless_query_is_stopped_and_others_are_answered_meanwhile(tight: Server) -> None:
    with ThreadPoolExecutor() as pool:
        endless = pool.submit(tight.query, ENDLESS)
        short = [tight.query("ASK {}") for _ in range(5)]

    assert [reply.status for reply in short] == [200] * 5
    assert endless.result().status == 503
    assert "1 s" in endless.result().text or "memory" in endless.result().text


def test_a_long_answer_is_refused_and_says_how_to_get_it(tight: Server) -> None:
    reply = tight.query("SELECT * { ?s ?p ?o }")

    assert reply.status == 503
    assert "more than 50 rows" in reply.text


def test_too_many_at_once_are_told_to_come_again(tmp_path: Path) -> None:
    graph = write_graph(tmp_path / "graph", papers(60))
    with serving(graph, "--timeout", "3", "--workers", "1", "--waiting", "2") as server:
        with ThreadPoolExecutor(12) as pool:
            replies = list(pool.map(lambda _: server.query(ENDLESS), range(8)))

        refused = [reply for reply in replies if reply.status == 429]
        assert len(refused) >= 3
        assert all(reply.headers["retry-after"] == "2" for reply in refused)
        assert {reply.status for reply in replies} == {429, 503}
        assert server.query("ASK {}").status == 200


def test_a_client_that_leaves_takes_its_query_along(tmp_path: Path) -> None:
    graph = write_graph(tmp_path / "graph", papers(60))
    with serving(graph, "--timeout", "0", "--memory", "0", "--workers", "1") as server:
        with pytest.raises(TimeoutError):
            server.request("POST", "/sparql", headers={"Content-Type": QUERY}, body=ENDLESS, timeout=1)

        assert server.query("ASK {}").status == 200


# A graph that changes.


def test_a_graph_built_anew_is_taken_over_without_a_failed_request(tmp_path: Path) -> None:
    graph = write_graph(tmp_path / "graph", papers(5, year=2000))
    fresh = [write_graph(tmp_path / f"fresh{n}", papers(5, year=2001 + n)) for n in range(3)]
    years, failed, stop = set(), [], threading.Event()

    def ask(server: Server) -> None:
        while not stop.is_set():
            reply = server.query("SELECT DISTINCT ?y { ?p schema:datePublished ?y }", "text/csv")
            (years.add(reply.text.split()[1]) if reply.status == 200 else failed.append(reply.text))

    with serving(graph, "--workers", "2") as server:
        asking = [threading.Thread(target=ask, args=(server,)) for _ in range(3)]
        for thread in asking:
            thread.start()
        wait_until(lambda: "2000" in years)
        for number, new in enumerate(fresh):
            replace_graph(graph, new)
            wait_until(lambda number=number: str(2001 + number) in years)
        stop.set()
        for thread in asking:
            thread.join()

    assert failed == []
    assert years == {"2000", "2001", "2002", "2003"}


# Starting.


def test_without_a_graph_it_says_how_to_build_one(tmp_path: Path) -> None:
    done = _served(tmp_path / "none")

    assert done.returncode == 1
    assert "Build one: kg build NOTES" in done.stderr


def test_a_taken_port_is_told(server: Server) -> None:
    done = _served(server.graph, "--port", str(server.port))

    assert done.returncode == 1
    assert "--port" in done.stderr


def _served(graph: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kg", "serve", "--graph", str(graph), *(options or ("--port", "0"))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


# Clients that others wrote.


def test_sparqlwrapper_asks(server: Server) -> None:
    client = SPARQLWrapper(f"{server.address}sparql")
    client.setQuery(SELECT)
    client.setReturnFormat(JSON)
    assert len(client.queryAndConvert()["results"]["bindings"]) == 20

    client.setReturnFormat(CSV)
    client.setMethod("POST")
    assert client.queryAndConvert().decode().count("\r\n") == 21

    client.setQuery(CONSTRUCT)
    client.setReturnFormat(TURTLE)
    assert len(Graph().parse(data=client.queryAndConvert())) == 20


def test_rdflib_asks(server: Server) -> None:
    graph = Graph(SPARQLStore(f"{server.address}sparql"))

    assert len(list(graph.query("SELECT ?n { ?p <https://schema.org/name> ?n }"))) == 20
    assert len(list(graph.triples((None, URIRef("https://schema.org/datePublished"), None)))) == 20


@pytest.mark.needs("curl")
def test_curl_asks(server: Server) -> None:
    def curl(*options: str) -> str:
        return subprocess.run(["curl", "-sS", *options], capture_output=True, text=True, check=True).stdout

    address = f"{server.address}sparql"
    assert '"boolean":true' in curl(address, "--data-urlencode", "query=ASK { ?s ?p ?o }")
    assert '"boolean":true' in curl("-G", address, "--data-urlencode", "query=ASK { ?s ?p ?o }")
    assert "Paper 7" in curl("-H", "Accept: text/csv", "-H", f"Content-Type: {QUERY}", "--data-binary", SELECT, address)
