"""`kg serve` and the W3C's own tests of the protocols, replayed request by request from a copy beside the repository."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import pyoxigraph as ox
import pytest
from rdflib import RDF, RDFS, Graph, Namespace, URIRef
from rdflib.collection import Collection
from rdflib.term import Node
from servers import Reply, Server, serving, write_graph
from w3c import CNT, HT, MF, SPARQL11, SUITES, UT, canonical, path

SD = Namespace("http://www.w3.org/ns/sparql-service-description#")
PERSON = """@prefix foaf: <http://xmlns.com/foaf/0.1/> . @prefix v: <http://www.w3.org/2006/vcard/ns#> .
<http://www.example/gsp/person/{number}> a foaf:Person ; foaf:businessCard [ a v:VCard ; v:fn "{name}" ] ."""
PEOPLE = {
    "http://www.example/gsp/person/1.ttl": PERSON.format(number=1, name="John Doe"),
    "http://www.example/gsp/person/%31.ttl": PERSON.format(number=2, name="Jane Doe"),
}
"""What the tests of the Graph Store Protocol write before they read it, by the names of its graphs."""

pytestmark = pytest.mark.skipif(not SUITES.is_dir(), reason="no copy of the W3C test suites beside the repository")


@dataclass(frozen=True)
class Exchange:
    """A request of a test, and what is to come of it."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None
    statuses: frozenset[str]
    """Last parts of their IRIs, such as `StatusCode2xx`."""
    boolean: bool | None
    format: str


def exchanges(manifest: Path) -> dict[str, list[Exchange]]:
    """Read the tests of a manifest, and of those it includes: the requests of each."""
    if not manifest.is_file():
        return {}
    graph = Graph().parse(manifest, publicID=manifest.as_uri())
    found = {}
    for listed in graph.objects(None, MF.include):
        for included in Collection(graph, listed):
            found |= exchanges(path(included))
    for listed in graph.objects(None, MF.entries):
        for test in Collection(graph, listed):
            requests = graph.value(graph.value(test, MF.action), HT.requests)
            name = str(test).rsplit("#", 1)[-1]
            found[name] = [_exchange(graph, request) for request in Collection(graph, requests)] if requests else []
    return found


def _exchange(graph: Graph, request: Node) -> Exchange:
    response = graph.value(request, HT.resp)
    content = graph.value(request, HT.body)
    listed = graph.value(request, HT.headers)
    headers = {
        str(graph.value(header, HT.fieldName)).lower(): str(graph.value(header, HT.fieldValue))
        for header in (Collection(graph, listed) if listed else ())
    }
    boolean = graph.value(response, MF.expectedBoolean)
    return Exchange(
        method=str(graph.value(request, HT.methodName)),
        path=str(graph.value(request, HT.absolutePath)),
        headers=headers,
        body=None if content is None else _body(graph, content),
        statuses=frozenset(str(s).rsplit("#", 1)[-1] for s in graph.objects(response, MF.expectedStatus)),
        boolean=None if boolean is None else str(boolean) == "true",
        format=str(graph.value(response, MF.expectedFormat) or ""),
    )


def _body(graph: Graph, content: Node) -> bytes:
    return str(graph.value(content, CNT.chars)).encode(str(graph.value(content, CNT.characterEncoding) or "utf-8"))


def loaded(manifest: Path) -> Iterator[ox.Quad]:
    """Read the graphs that the tests of a manifest want to find."""
    graph = Graph().parse(manifest, publicID=manifest.as_uri())
    wanted = {
        (path(graph.value(d, UT.graph)), str(graph.value(d, RDFS.label))) for d in graph.objects(None, UT.graphData)
    }
    for file, name in sorted(wanted):
        for quad in ox.parse(path=file, base_iri=name):
            yield ox.Quad(quad.subject, quad.predicate, quad.object, ox.NamedNode(name))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    quads = [*loaded(SPARQL11 / "protocol" / "manifest.ttl"), *(quad for name in PEOPLE for quad in people(name))]
    graph = write_graph(tmp_path_factory.mktemp("w3c") / "graph", quads)
    with serving(graph, "--workers", "1") as running:
        yield running


def people(name: str) -> list[ox.Quad]:
    """Give the graph of this name."""
    triples = ox.parse(PEOPLE.get(name, ""), ox.RdfFormat.TURTLE)
    return [ox.Quad(quad.subject, quad.predicate, quad.object, ox.NamedNode(name)) for quad in triples]


def send(server: Server, exchange: Exchange, path: str) -> Reply:
    return server.request(exchange.method, path, headers=exchange.headers, body=exchange.body)


PROTOCOL = exchanges(SPARQL11 / "protocol" / "manifest.ttl")
UPDATES = sorted(name for name in PROTOCOL if "update" in name)
QUERIES = sorted(set(PROTOCOL) - set(UPDATES))


def test_all_tests_of_the_protocol_are_there() -> None:
    assert (len(QUERIES), len(UPDATES)) == (20, 14)


@pytest.mark.parametrize("name", QUERIES)
def test_queries_are_answered_as_the_protocol_says(server: Server, name: str) -> None:
    for exchange in PROTOCOL[name]:
        reply = send(server, exchange, exchange.path)

        assert f"StatusCode{reply.status // 100}xx" in exchange.statuses, reply.text
        if exchange.boolean is not None:
            assert json.loads(reply.text)["boolean"] is exchange.boolean
        if exchange.format == "tabular":
            assert "results" in json.loads(reply.text)
        if exchange.format == "RDF":
            Graph().parse(data=reply.text, format=reply.type)


@pytest.mark.parametrize("name", UPDATES)
def test_updates_are_refused_as_documented(server: Server, name: str) -> None:
    first, *_ = PROTOCOL[name]
    reply = send(server, first, first.path)

    if name.startswith("bad_"):
        assert first.statuses == {"StatusCode4xx"}
        assert 400 <= reply.status < 500
    else:
        assert (reply.status, "read-only" in reply.text) == (403, True)


# Graph Store Protocol.

GRAPHS = exchanges(SPARQL11 / "graph-store-protocol" / "manifest-indirect.ttl")


def test_all_tests_of_the_graph_store_are_there() -> None:
    assert len(GRAPHS) == 9


@pytest.mark.parametrize("name", sorted(GRAPHS))
def test_graphs_are_not_written(server: Server, name: str) -> None:
    for exchange in GRAPHS[name]:
        if exchange.method not in ("GET", "HEAD"):
            reply = send(server, exchange, exchange.path.replace("/gsp", "/graphs", 1))
            assert (reply.status, "read-only" in reply.text) == (403, True)


@pytest.mark.parametrize("name", sorted(GRAPHS))
def test_graphs_are_read(server: Server, name: str) -> None:
    for exchange in GRAPHS[name]:
        if exchange.method not in ("GET", "HEAD") or "$LOCATION$" in exchange.path:
            continue
        reply = send(server, exchange, exchange.path.replace("/gsp", "/graphs", 1))
        graph = unquote(exchange.path.partition("graph=")[2])
        is_there = graph in PEOPLE or "default" in exchange.path
        assert reply.status == (200 if is_there else 404)
        if is_there and exchange.method == "GET":
            assert reply.type == "text/turtle"
            found = [ox.Quad(q.subject, q.predicate, q.object) for q in ox.parse(reply.body, ox.RdfFormat.TURTLE)]
            expected = [ox.Quad(q.subject, q.predicate, q.object) for q in people(graph)]
            assert "default" in exchange.path or canonical(found) == canonical(expected)


# Service Description.


@pytest.fixture(scope="module")
def described(server: Server) -> Graph:
    reply = server.request("GET", "/sparql")
    assert reply.status == 200
    return Graph().parse(data=reply.text, format=reply.type)


def test_the_endpoint_returns_rdf(described: Graph) -> None:
    assert len(described) > 10


def test_the_description_names_its_endpoint(server: Server, described: Graph) -> None:
    assert set(described.objects(None, SD.endpoint)) == {URIRef(f"{server.address}sparql")}


def test_the_description_conforms_to_its_schema(described: Graph) -> None:
    (service,) = described.subjects(RDF.type, SD.Service)
    ranges = {
        SD.feature: {
            SD.UnionDefaultGraph,
            SD.DereferencesURIs,
            SD.RequiresDataset,
            SD.EmptyGraphs,
            SD.BasicFederatedQuery,
        },
        SD.supportedLanguage: {SD.SPARQL10Query, SD.SPARQL11Query, SD.SPARQL11Update},
    }

    for predicate, allowed in ranges.items():
        assert set(described.objects(service, predicate)) <= allowed
    assert SD.SPARQL11Query in set(described.objects(service, SD.supportedLanguage))
    assert SD.SPARQL11Update not in set(described.objects(service, SD.supportedLanguage))
    terms = {t for triple in described for t in triple if isinstance(t, URIRef) and t.startswith(str(SD))}
    known = {URIRef(SD + name) for name in SCHEMA.split()}
    assert terms <= known


SCHEMA = """Service Language Function Aggregate EntailmentRegime EntailmentProfile GraphCollection Dataset Graph
NamedGraph Feature SPARQL10Query SPARQL11Query SPARQL11Update DereferencesURIs UnionDefaultGraph RequiresDataset
EmptyGraphs BasicFederatedQuery endpoint feature defaultEntailmentRegime entailmentRegime
defaultSupportedEntailmentProfile supportedEntailmentProfile extensionFunction extensionAggregate languageExtension
supportedLanguage propertyFeature defaultDataset availableGraphs resultFormat inputFormat defaultGraph namedGraph name
graph"""
"""The terms of the vocabulary of SPARQL 1.1 Service Description."""
