"""`kg serve` under attack: other servers, files, other sites, false names, floods, broken HTTP, text that would be code.

No probe gets through, the server answers after each, prints no traceback and keeps no memory. Everything goes to ports
of 127.0.0.1 that these tests have opened themselves.
"""

from __future__ import annotations

import asyncio
import json
import re
import select
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from servers import EVIL, FORM, QUERY, Reply, Server, papers, read_all, serving, wait_until, write_graph

UPDATE = "application/sparql-update"
SECRET = "the content of a file"
GROWN = 150
"""Megabytes that the server may have more after the attack than before: what its processes have read of the store."""
ALWAYS = {
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "vary": "Accept, Origin",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    graph = write_graph(tmp_path_factory.mktemp("probed") / "graph", papers(60))
    with serving(graph, limits={"seconds": 1, "megabytes": 400, "rows": 20_000}, workers=2) as running:
        assert decided(lambda: running.query("ASK { GRAPH ?g { ?s ?p ?o } }")).status == 200
        before = running.memory()
        yield running
        wait_until(lambda: running.memory() < before + GROWN, seconds=60)
        assert running.query("ASK {}").status == 200
        assert running.log == []


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that stops a query soon, for those that would go on for ever."""
    graph = write_graph(tmp_path_factory.mktemp("hasty") / "graph", papers(60))
    with serving(graph, limits={"seconds": 0.3, "megabytes": 400, "rows": 20_000}, workers=2) as running:
        before = running.memory()
        yield running
        wait_until(lambda: running.memory() < before + GROWN, seconds=60)
        assert decided(lambda: running.query("ASK {}")).status == 200
        assert running.log == []


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for clients for a second only."""
    graph = write_graph(tmp_path_factory.mktemp("strict") / "graph", papers(60))
    limits = {"seconds": 30, "rows": 0}
    with serving(graph, limits=limits, slowest=1, workers=2) as running:
        before = running.memory()
        yield running
        wait_until(lambda: running.memory() < before + GROWN, seconds=60)
        assert running.log == []


@pytest.fixture(autouse=True)
def answers_afterwards(request: pytest.FixtureRequest) -> Iterator[None]:
    """Ask something easy after every probe."""
    yield
    for name in {"server", "strict"} & set(request.fixturenames):
        assert json.loads(request.getfixturevalue(name).query("ASK {}").text)["boolean"] is True
    if "hasty" in request.fixturenames:
        asked = request.getfixturevalue("hasty")
        assert json.loads(decided(lambda: asked.query("ASK {}")).text)["boolean"] is True


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A port that nobody may connect to."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        yield listening
        with pytest.raises(BlockingIOError):
            listening.accept()


def decided(ask: Callable[[], Reply]) -> Reply:
    """Ask until the answer is not just that this busy machine took too long."""
    for _ in range(20):
        reply = ask()
        if reply.status != 503 or "nested" in reply.text:
            break
    return reply


def ways(server: Server, sparql: str) -> Iterator[Reply]:
    """Send a query in every way that there is."""
    content = sparql.encode()
    form = urlencode({"query": content})
    for method, path, kind, body in (
        ("GET", f"/sparql?{form}", "", None),
        ("POST", "/sparql", QUERY, content),
        ("POST", "/sparql", FORM, form),
    ):
        headers = {"Content-Type": kind} if kind else {}
        yield decided(partial(server.request, method, path, headers=headers, body=body))


# Other servers.


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(text, id=name)
        for name, text in {
            "plain": "SELECT * { SERVICE <URL> { ?s ?p ?o } }",
            "silent": "SELECT * { SERVICE SILENT <URL> { ?s ?p ?o } }",
            "lower case": "select * { service silent <URL> { ?s ?p ?o } }",
            "no spaces": "SELECT*{SERVICE<URL>{?s?p?o}}",
            "after a number": "SELECT*{BIND(1AS?c)SERVICE<URL>{?s ?p ?o}}",
            "a variable": "SELECT * { VALUES ?e { <URL> } SERVICE ?e { ?s ?p ?o } }",
            "a dollar variable": "SELECT * { BIND(IRI('URL') AS $e) SERVICE$e{ ?s ?p ?o } }",
            "a prefixed name": "PREFIX e: <URL> SELECT * { SERVICE e: { ?s ?p ?o } }",
            "the empty prefix": "PREFIX : <URL> SELECT * { SERVICE:sparql{ ?s ?p ?o } }",
            "a base": "BASE <URL> SELECT * { SERVICE <sparql> { ?s ?p ?o } }",
            "comments between": "SELECT * { SERVICE # one\n # two\r <URL> # three\n { ?s ?p ?o } }",
            "after a comment that a carriage return ends": "SELECT * { # text\rSERVICE <URL> { ?s ?p ?o } }",
            "mixed line ends": "SELECT *\r\n{\n\r SERVICE\r\n<URL>\n{ ?s ?p ?o }\r}",
            "an escaped keyword": "SELECT * { \\u0053ERVICE <URL> { ?s ?p ?o } }",
            "a long escape": "SELECT * { \\U00000053ERVICE <URL> { ?s ?p ?o } }",
            "an escaped IRI": "SELECT * { SERVICE <\\u0068ttp:REST> { ?s ?p ?o } }",
            "an escaped line end in a comment": "SELECT * { # \\u000A SERVICE <URL> { ?s ?p ?o }\n}",
            "nested groups": "SELECT * { { { { SERVICE <URL> { ?s ?p ?o } } } } }",
            "a subquery": "SELECT * { { SELECT * { SERVICE <URL> { ?s ?p ?o } } } }",
            "EXISTS": "ASK { ?s ?p ?o FILTER EXISTS { SERVICE <URL> { ?s ?p ?o } } }",
            "NOT EXISTS in BIND": "SELECT * { ?s ?p ?o BIND(NOT EXISTS { SERVICE <URL> { ?a ?b ?c } } AS ?x) }",
            "OPTIONAL": "SELECT * { OPTIONAL { SERVICE <URL> { ?s ?p ?o } } }",
            "MINUS": "SELECT * { ?s ?p ?o MINUS { SERVICE <URL> { ?s ?p ?o } } }",
            "UNION": "SELECT * { { ?s ?p ?o } UNION { SERVICE <URL> { ?s ?p ?o } } }",
            "GRAPH": "SELECT * { GRAPH ?g { SERVICE <URL> { ?s ?p ?o } } }",
            "LATERAL": "SELECT * { ?s ?p ?o LATERAL { SERVICE <URL> { ?s ?p ?c } } }",
            "CONSTRUCT": "CONSTRUCT { ?s ?p ?o } { SERVICE <URL> { ?s ?p ?o } }",
            "DESCRIBE": "DESCRIBE ?s { SERVICE <URL> { ?s ?p ?o } }",
            "service in service": "SELECT * { SERVICE <URL> { SERVICE <URL> { ?s ?p ?o } } }",
            "after a quote in a string": "SELECT * { FILTER('\\'' != '#') SERVICE <URL> { ?s ?p ?o } #'\n }",
            "after a string that ends with quotes": 'SELECT * { FILTER(""""a""" != "") SERVICE <URL> { ?s ?p ?o } #"\n }',
            "after a string with a bad escape": 'SELECT * { VALUES ?x { """a" } SERVICE <URL> { ?s ?p ?o } } # \\q """',
            "after a string with half a character": "SELECT * { VALUES ?x {'''a'} SERVICE <URL> {} } # \\uD800 '''",
            "after less than a string": "SELECT * { FILTER('a'<'>')SERVICE<URL>{ ?s ?p ?o }#'\n }",
            "between less than and a comment": "PREFIX : <URL> SELECT*{ FILTER(1<2)SERVICE:x#>\n{ ?s ?p ?o } }",
            "after an escaped number sign in a name": "SELECT * { OPTIONAL{ ?s kg:a ?o } FILTER(kg:\\#=1) SERVICE <URL> {} }",
            "after an escaped quote in a name": "SELECT * { ?s ?p kg:\\' . SERVICE <URL> {} OPTIONAL { ?s ?p kg:\\' } }",
            "after a name that ends with its prefix": "SELECT * { { ?s ?p ?o } UNION { ?s ?p kg:.SERVICE<URL>{} } }",
            "a byte order mark": "\ufeffSELECT * { SERVICE <URL> { ?s ?p ?o } }",
            "a line separator": "SELECT * { # text\u2028\nSERVICE <URL> { ?s ?p ?o } }",
            "a no-break space": "SELECT * {\u00a0SERVICE <URL> { ?s ?p ?o } }",
            "a NUL": "SELECT * {\0SERVICE <URL> { ?s ?p ?o } }",
            "a form feed": "SELECT * {\fSERVICE <URL> { ?s ?p ?o } }",
            "localhost": "SELECT * { SERVICE <http://localhost:PORT/> { ?s ?p ?o } }",
            "a decimal address": "SELECT * { SERVICE <http://2130706433:PORT/> { ?s ?p ?o } }",
            "IPv6": "SELECT * { SERVICE <http://[::ffff:127.0.0.1]:PORT/> { ?s ?p ?o } }",
            "another scheme": "SELECT * { SERVICE <ftp://127.0.0.1:PORT/> { ?s ?p ?o } }",
        }.items()
    ],
)
def test_no_query_asks_another_server(server: Server, listener: socket.socket, asked: str) -> None:
    port = str(listener.getsockname()[1])
    url = f"http://127.0.0.1:{port}/"
    sparql = asked.replace("REST", url[5:]).replace("URL", url).replace("PORT", port)

    for reply in ways(server, sparql):
        assert reply.status in (400, 403), reply.text


def test_no_update_asks_another_server(server: Server, listener: socket.socket) -> None:
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/"

    for update in (
        f"LOAD <{url}>",
        f"LOAD SILENT <{url}> INTO GRAPH <urn:x>",
        f"INSERT {{ ?s ?p ?o }} WHERE {{ SERVICE <{url}> {{ ?s ?p ?o }} }}",
        f"WITH <urn:x> DELETE {{ ?s ?p ?o }} USING <{url}> WHERE {{ ?s ?p ?o }}",
    ):
        for reply in updates(server, update):
            assert reply.status == 403


def updates(server: Server, update: str) -> Iterator[Reply]:
    yield from ways(server, update)
    yield server.request("GET", f"/sparql?update={quote(update)}")
    yield server.request("POST", "/sparql", headers={"Content-Type": FORM}, body=urlencode({"update": update}))
    yield server.request("POST", "/sparql", headers={"Content-Type": UPDATE}, body=update)
    yield server.request("POST", f"/sparql?update={quote(update)}", headers={"Content-Type": FORM}, body="")


def test_no_graph_that_a_request_names_is_fetched(server: Server, listener: socket.socket) -> None:
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/"

    for ask in (
        partial(server.query, "SELECT * { ?s ?p ?o }", **{"default-graph-uri": url}),
        partial(server.query, "SELECT * { GRAPH ?g { ?s ?p ?o } }", **{"named-graph-uri": url}),
        partial(server.query, f"SELECT * FROM <{url}> FROM NAMED <{url}> {{ ?s ?p ?o }}"),
        partial(server.query, f"SELECT * {{ GRAPH <{url}> {{ ?s ?p ?o }} }}"),
    ):
        reply = decided(ask)
        assert json.loads(reply.text)["results"]["bindings"] == []
    assert server.request("GET", f"/graphs?graph={url}").status == 404


# Files.


@pytest.mark.parametrize(
    "asked",
    [
        "LOAD <FILE>",
        "load silent <FILE>",
        "LOAD <FILE> INTO GRAPH <urn:x>",
        "PREFIX f: <FILE> LOAD f:",
        "# text\nLOAD <FILE>",
        "LOAD <PATH>",
        "SELECT * FROM <FILE> { ?s ?p ?o }",
        "SELECT * FROM NAMED <FILE> { GRAPH ?g { ?s ?p ?o } }",
        "BASE <FILE> SELECT * FROM <> { ?s ?p ?o }",
        "SELECT * { GRAPH <FILE> { ?s ?p ?o } }",
        "SELECT * { SERVICE <FILE> { ?s ?p ?o } }",
        "DESCRIBE <FILE>",
        "CONSTRUCT { ?s ?p ?o } FROM <FILE> WHERE { ?s ?p ?o }",
        "ADD <FILE> TO DEFAULT",
        "INSERT { ?s ?p ?o } USING <FILE> WHERE { ?s ?p ?o }",
    ],
)
def test_no_query_reads_a_file(server: Server, tmp_path: Path, asked: str) -> None:
    file = tmp_path / "secret.ttl"
    file.write_text(f'<urn:s> <urn:p> "{SECRET}" .', encoding="utf-8")

    for reply in updates(server, asked.replace("FILE", file.as_uri()).replace("PATH", str(file))):
        assert SECRET not in reply.text
        assert reply.status in (200, 400, 403)


def test_no_parameter_reads_a_file(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "secret.ttl"
    file.write_text(f'<urn:s> <urn:p> "{SECRET}" .', encoding="utf-8")

    for uri in (file.as_uri(), str(file), "file:///etc/passwd", "../../../../etc/passwd", "\0"):
        for reply in (
            server.query("SELECT * { ?s ?p ?o }", **{"default-graph-uri": uri}),
            server.query("SELECT * { GRAPH ?g { ?s ?p ?o } }", **{"named-graph-uri": uri}),
            server.request("GET", "/graphs?" + urlencode({"graph": uri})),
        ):
            assert SECRET not in reply.text
            assert "root:" not in reply.text
            assert reply.status in (200, 400, 404)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/%252e%252e%252fapp.py",
        "/static/..\\app.py",
        "/static/%5c..%5capp.py",
        "/static/....//app.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/page.js/../../app.py",
        "/static/page.js%00",
        "/static/%00/etc/passwd",
        "/static/%c0%ae%c0%ae/app.py",
        "/static/yasqe/../../templates/editor.html",
        "/static/",
        "/static",
        "/static/yasqe",
        "/../../etc/passwd",
        "/%2e%2e/app.py",
        "//etc/passwd",
        f"/static/{'a' * 5000}",
        f"/static/{'../' * 2000}etc/passwd",
    ],
)
def test_only_files_of_the_page_are_given(server: Server, path: str) -> None:
    for method in ("GET", "HEAD"):
        reply = server.request(method, path)
        assert reply.status == 404, path
        assert b"import" not in reply.body


# Other sites, and false names.


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (403, {"Origin": "https://evil.example"}),
        (403, {"Origin": "null"}),
        (403, {"Origin": ""}),
        (403, {"Origin": "http://127.0.0.1"}),
        (403, {"Origin": "http://127.0.0.1:1"}),
        (403, {"Origin": "https://127.0.0.1:PORT"}),
        (403, {"Origin": "http://localhost:PORT"}),
        (403, {"Origin": "http://127.0.0.1:PORT@evil.example"}),
        (403, {"Origin": "http://evil@127.0.0.1:PORT"}),
        (403, {"Origin": "http://127.0.0.1:PORT.evil.example"}),
        (403, {"Origin": "http://127.0.0.1:PORT/"}),
        (403, {"Origin": "http://127.0.0.1:PORT https://evil.example"}),
        (403, {"Origin": "file://"}),
        (403, {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"}),
        (403, {"Sec-Fetch-Site": "cross-site"}),
        (403, {"Sec-Fetch-Site": "same-site"}),
        (403, {"Sec-Fetch-Site": "Cross-Site"}),
        (403, {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}),
        (403, {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}),
        (403, {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}),
        (200, {"Origin": "http://127.0.0.1:PORT", "Sec-Fetch-Site": "same-origin"}),
        (200, {"Origin": "HTTP://127.0.0.1:PORT"}),
        (200, {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}),
        (200, {}),
    ],
)
def test_pages_of_other_sites_may_not_ask(server: Server, status: int, headers: dict[str, str]) -> None:
    sent = {name: value.replace("PORT", str(server.port)) for name, value in headers.items()}
    form = {**sent, "Content-Type": FORM}

    for reply in (
        server.request("GET", "/sparql?query=ASK%7B%7D", headers=sent),
        server.request("POST", "/sparql", headers=form, body="query=ASK%7B%7D"),
        server.request("POST", "/sparql", headers={**sent, "Content-Type": QUERY}, body="ASK{}"),
        server.request("GET", "/names.json?starts=pap", headers=sent),
    ):
        assert reply.status == status
        assert "access-control-allow-origin" not in reply.headers
        assert_guarded(reply)


def test_another_site_may_link_to_the_page_and_no_further(server: Server) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}

    assert server.request("GET", "/", headers=link).status == 200
    assert server.request("GET", "/?query=ASK%7B%7D", headers=link).status == 403
    assert server.request("GET", "/", headers={**link, "Sec-Fetch-Mode": "no-cors"}).status == 403
    assert server.request("OPTIONS", "/sparql", headers={"Origin": "https://evil.example"}).status == 403


def test_an_origin_that_is_allowed_is_told_so_and_no_other(tmp_path: Path) -> None:
    graph = write_graph(tmp_path / "graph", papers(2))
    preflight = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    allowed = ("--allow-origin", "https://friend.example", "--allow-host", "kg.friend.example")
    with serving(graph, *allowed, "--workers", "1") as server:
        for origin, status in (("https://friend.example", 200), ("https://friend.example.evil.example", 403)):
            reply = server.request("GET", "/sparql?query=ASK%7B%7D", headers={"Origin": origin})
            assert reply.status == status
            assert reply.headers.get("access-control-allow-origin") == (origin if status == 200 else None)
            asked = server.request("OPTIONS", "/sparql", headers={"Origin": origin, **preflight})
            assert asked.status == (204 if status == 200 else 403)
        assert server.request("GET", "/", headers={"Host": "kg.friend.example"}).status == 200
        assert server.request("GET", "/", headers={"Host": "friend.example"}).status == 421
        assert server.log == []


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.nip.io",
        "127.0.0.1@evil.example",
        "evil.example@127.0.0.1",
        "@127.0.0.1",
        "127.0.0.1:PORT@evil.example",
        "127.0.0.1?",
        "127.0.0.1#",
        "127.0.0.1/",
        "127.0.0.1\\@evil.example",
        "127.0.0.1, evil.example",
        "127.0.0.1 evil.example",
        "127.0.0.1:port",
        "127.0.0.1:999999",
        "127.0.0.1:80:80",
        "127.0.0.1:-1",
        "127.1",
        "0x7f.1",
        "2130706433",
        "0177.0.0.1",
        "0.0.0.0",
        "localhost.",
        "[::]",
        "[::1",
        "::1",
        "[127.0.0.1]",
        "[::1%25lo]",
        "[::ffff:127.0.0.1]",
        "localhost\u00a0",
        "loc\u00e4lhost",
        "",
    ],
)
def test_a_false_name_is_not_answered(server: Server, host: str) -> None:
    sent = host.replace("PORT", str(server.port)).encode("utf-8")
    reply = server.send(b"GET /sparql?query=ASK%7B%7D HTTP/1.1\r\nHost: " + sent + b"\r\nConnection: close\r\n\r\n")

    assert status_of(reply) == 421
    assert b"boolean" not in reply


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:", "127.0.0.1:PORT", "LocalHost:80", "[::1]:PORT"])
def test_the_names_of_this_machine_are_answered(server: Server, host: str) -> None:
    reply = server.request("GET", "/sparql?query=ASK%7B%7D", headers={"Host": host.replace("PORT", str(server.port))})

    assert reply.status == 200


@pytest.mark.parametrize(
    ("status", "request_text"),
    [
        (400, "GET /sparql HTTP/1.1\r\n\r\n"),
        (400, "GET /sparql HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n\r\n"),
        (400, "GET /sparql HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n"),
        (421, "GET /sparql HTTP/1.0\r\n\r\n"),
        (400, "GET http://evil.example/sparql?query=ASK%7B%7D HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
        (400, "GET http://127.0.0.1/sparql?query=ASK%7B%7D HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
        (400, "CONNECT evil.example:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
        (400, "OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    ],
)
def test_a_request_without_one_true_name_is_refused(server: Server, status: int, request_text: str) -> None:
    reply = server.send(request_text.encode().replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))

    assert status_of(reply) == status


def status_of(answer: bytes) -> int:
    """Give the status of an answer that came as bytes, and see that it is the only one."""
    assert answer.count(b"HTTP/1.1 ") == 1, answer
    assert all(name.encode() in answer.lower() for name in ALWAYS), answer
    return int(answer.split(b" ", 2)[1])


def assert_guarded(reply: Reply) -> None:
    assert {name: reply.headers[name][: len(value)] for name, value in ALWAYS.items()} == ALWAYS


# Too much.


@pytest.mark.parametrize(
    ("status", "head"),
    [
        (431, f"GET /sparql?query={'a' * 70_000} HTTP/1.1\r\nHost: 127.0.0.1\r\n"),
        (400, f"GET /{'a' * 1_000_000}"),
        (431, f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: {'a' * 70_000}\r\n"),
        (431, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + "".join(f"X{n}: a\r\n" for n in range(10_000))),
        (421, f"GET / HTTP/1.1\r\nHost: {'a' * 60_000}\r\n"),
        (413, f"POST /sparql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {QUERY}\r\nContent-Length: 1000001\r\n"),
        (400, f"POST /sparql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {'9' * 30}\r\n"),
        (400, f"POST /sparql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {'9' * 5000}\r\n"),
    ],
    ids=["address", "line", "header", "headers", "name", "length", "huge length", "absurd length"],
)
def test_a_head_that_is_too_large_is_refused(server: Server, status: int, head: str) -> None:
    found = status_of(server.send(f"{head}Connection: close\r\n\r\n".encode()))

    # A head that comes in several parts is refused before it is whole.
    assert found in ({400, 431} if status == 431 else {status})


def test_a_body_without_end_is_refused(server: Server) -> None:
    head = f"POST /sparql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {QUERY}\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"10000\r\n" + b"#" * 65536 + b"\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(head.encode())
        for _ in range(1000):
            if select.select([connection], [], [], 0)[0]:
                break
            connection.sendall(chunk)
        else:
            pytest.fail("the server has taken 65 MB")
        assert status_of(connection.recv(65536)) == 413


def test_too_many_parameters_are_refused(server: Server) -> None:
    fields = "&".join(f"default-graph-uri=urn:{n}" for n in range(101))

    assert server.request("GET", f"/sparql?query=ASK%7B%7D&{fields}").status == 400
    body = "&".join(["query=ASK%7B%7D"] + ["x=1"] * 200_000)
    assert server.request("POST", "/sparql", headers={"Content-Type": FORM}, body=body).status == 400


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(text, id=name)
        for name, text in {
            "brackets": f"SELECT * {{ FILTER({'(' * 100_000}1{')' * 100_000}) }}",
            "open brackets": f"SELECT * {{ FILTER({'(' * 400_000}",
            "braces": f"SELECT * {'{' * 100_000}{'}' * 100_000}",
            "blank nodes": f"SELECT * {{ {'[<urn:p> ' * 50_000}1{']' * 50_000} }}",
            "lists": f"SELECT * {{ ?s ?p {'(' * 100_000}1{')' * 100_000} }}",
            "subqueries": f"SELECT * {{ {'{SELECT * {' * 20_000}{'}}' * 20_000} }}",
            "optional in optional": f"SELECT * {{ {'OPTIONAL {?s ?p ?o ' * 20_000}{'}' * 20_000} }}",
            "negations": f"SELECT * {{ FILTER({'!' * 300_000}true) }}",
            "inverse paths": f"SELECT * {{ ?s {'^' * 300_000}schema:name ?o }}",
            "paths in brackets": f"SELECT * {{ ?s {'(' * 100_000}schema:name{')*' * 100_000} ?o }}",
            "100,000 patterns": f"SELECT * {{ {'?a ?b ?c.' * 100_000} }}",
            "a long path": f"SELECT * {{ ?s {'/'.join(['schema:name'] * 50_000)} ?o }}",
            "many alternatives": f"SELECT * {{ ?s {'|'.join(['schema:name'] * 50_000)} ?o }}",
            "many unions": f"SELECT * {{ {' UNION '.join(['{?s ?p ?o}'] * 50_000)} }}",
            "450,000 values": f"SELECT (COUNT(*) AS ?n) {{ VALUES ?x {{ {'1 ' * 450_000} }} ?a ?b ?c . ?d ?e ?f }}",
            "100,000 columns": f"SELECT {' '.join(f'?v{n}' for n in range(100_000))} {{ ?s ?p ?o }}",
            "quotes without end": "SELECT * { ?s ?p service '" + "\\'" * 400_000,
            "long quotes without end": "SELECT * { ?s ?p service '''" + "\\'''" * 200_000,
            "signs": f"SELECT * {{ service {'<' * 900_000} }}",
            "a word": f"SELECT * {{ {'a' * 900_000}:b ?p ?o }}",
        }.items()
    ],
)
def test_a_query_that_is_too_large_is_refused(hasty: Server, asked: str) -> None:
    reply = hasty.request("POST", "/sparql", headers={"Content-Type": QUERY}, body=asked)

    assert reply.status in (400, 403, 503)
    assert len(reply.body) < 2_000


def test_what_is_nested_too_deeply_is_told_so(server: Server) -> None:
    nested = f"SELECT * {'{' * 100_000}{'}' * 100_000}"

    reply = decided(lambda: server.request("POST", "/sparql", headers={"Content-Type": QUERY}, body=nested))

    assert (reply.status, "nested too deeply" in reply.text) == (503, True)


# Queries without end.

CROSS = "?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l"


@pytest.mark.parametrize(
    "asked",
    [
        f"SELECT * {{ {CROSS} }} ORDER BY ?c ?f ?i ?l",
        f"SELECT (COUNT(*) AS ?n) {{ SELECT ?a ?d (COUNT(*) AS ?m) {{ {CROSS} }} GROUP BY ?a ?d ?g ?b }}",
        f"SELECT DISTINCT * {{ {CROSS} }}",
        f"SELECT (GROUP_CONCAT(?c) AS ?x) {{ {CROSS} }}",
        f"CONSTRUCT {{ ?a ?b ?c . ?j ?e ?f }} {{ {CROSS} }}",
        f"DESCRIBE ?a {{ {CROSS} }}",
        f"ASK {{ {CROSS} FILTER(?a = ?none) }}",
        f"SELECT * {{ {CROSS} FILTER(REGEX(CONCAT(STR(?a), STR(?d), STR(?g), STR(?j)), '((a*)*)*(.*)*z$')) }}",
        f"SELECT * {{ {CROSS} FILTER(REGEX('a', CONCAT('(((a{{1,1000}}){{1,1000}}){{1,1000}})', STR(?a), STR(?j)))) }}",
        "SELECT * { ?a ((!<urn:x>)|^(!<urn:x>))* ?b . ?c ((!<urn:x>)|^(!<urn:x>))* ?d . ?e ((!<urn:x>)|<urn:y>)* ?f }",
        f"SELECT * {{ ?s ?p ?o FILTER NOT EXISTS {{ {CROSS} FILTER(?a = ?none) }} }}",
        "SELECT (STRLEN(?x40) AS ?n) { BIND('a' AS ?x0) "
        + " ".join(f"BIND(CONCAT(?x{n}, ?x{n}) AS ?x{n + 1})" for n in range(40))
        + " }",
        "SELECT (STRLEN(?x12) AS ?n) { BIND('a' AS ?x0) "
        + " ".join(f"BIND(REPLACE(?x{n}, 'a', 'aaaaaaaaaa') AS ?x{n + 1})" for n in range(12))
        + " }",
        "SELECT * { "
        + " ".join(f"{{ SELECT (COUNT(*) AS ?n{n}) {{ ?s ?p ?o . ?q ?r ?t }} }}" for n in range(5_000))
        + " }",
    ],
    ids=[
        "sorting",
        "groups in groups",
        "distinct",
        "joining text",
        "construct",
        "describe",
        "ask",
        "expressions",
        "a huge expression",
        "paths",
        "not exists",
        "doubling",
        "replacing",
        "subqueries",
    ],
)
def test_a_query_without_end_is_stopped(hasty: Server, asked: str) -> None:
    with ThreadPoolExecutor(1) as beside:
        other = beside.submit(decided, partial(hasty.query, "ASK { ?p schema:name 'Paper 3' }"))
        reply = hasty.request("POST", "/sparql", headers={"Content-Type": QUERY}, body=asked)

    assert reply.status == 503
    assert re.search(r"stopped after 0\.3 s|more than 400 MB|more than 20,000 rows", reply.text)
    assert other.result().status == 200


# Many at once.


def test_a_thousand_requests_at_once_are_all_answered(server: Server) -> None:
    head = f"Host: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n"

    async def ask(number: int) -> int:
        reading, writing = await asyncio.open_connection("127.0.0.1", server.port)
        query = quote(f"SELECT * {{ ?s ?p {number} }}")
        writing.write(f"GET /sparql?query={query} HTTP/1.1\r\n{head}".encode())
        answer = await reading.read()
        writing.close()
        return int(answer.split(b" ", 2)[1])

    async def all_of_them() -> list[int]:
        return await asyncio.wait_for(asyncio.gather(*map(ask, range(1000))), 120)

    statuses = Counter(asyncio.run(all_of_them()))

    assert statuses.total() == 1000
    assert set(statuses) <= {200, 429, 503}
    assert statuses[200] + statuses[503] >= 258  # as many as may wait, and those that run
    assert statuses[200]


def test_a_hundred_clients_that_leave_leave_nothing_behind(server: Server) -> None:
    processes = len(children(server))
    body = f"SELECT * {{ {CROSS} }} ORDER BY ?c ?f"
    head = f"POST /sparql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {QUERY}\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    for _ in range(100):
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
            connection.sendall(head.encode())

    assert server.query("ASK {}").status == 200
    wait_until(lambda: len(children(server)) <= processes + 1)


def children(server: Server) -> list[object]:
    import psutil

    return [each for each in psutil.Process(server.process.pid).children() if each.status() != psutil.STATUS_ZOMBIE]


# Slow clients.


def until_closed(connection: socket.socket, piece: bytes) -> bytes:
    """Send a piece again and again, as slowly as one can, until the server has had enough; give what it said."""
    for _ in range(600):
        if select.select([connection], [], [], 0.1)[0]:
            return read_all(connection)
        try:
            connection.sendall(piece)
        except ConnectionError:
            return b""
    pytest.fail("the server waits for ever")


def test_a_slow_head_is_given_up(strict: Server) -> None:
    with socket.create_connection(("127.0.0.1", strict.port)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
        assert until_closed(connection, b"a") == b""


def test_a_slow_second_request_is_given_up_as_the_first(strict: Server) -> None:
    with socket.create_connection(("127.0.0.1", strict.port), timeout=30) as connection:
        connection.sendall(b"GET /vocabulary.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        head, _, body = connection.recv(1_000_000).partition(b"\r\n\r\n")
        length = int(re.search(rb"content-length: (\d+)", head)[1])
        while len(body) < length:
            body += connection.recv(1_000_000)
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
        assert until_closed(connection, b"a") == b""


def test_a_slow_body_is_given_up(strict: Server) -> None:
    for framing in ("Content-Length: 900000", "Transfer-Encoding: chunked"):
        head = f"POST /sparql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {QUERY}\r\n{framing}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", strict.port)) as connection:
            connection.sendall(head.encode())
            assert status_of(until_closed(connection, b"#" if "Length" in framing else b"1\r\n#\r\n")) == 408


def test_a_body_that_nobody_wants_does_not_stop_a_query(strict: Server) -> None:
    head = "GET /sparql?query=ASK%7B%7D HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", strict.port), timeout=30) as connection:
        connection.sendall(head.encode())
        assert status_of(read_all(connection)) == 200


LARGE = "SELECT ?a ?b ?c ?d ?e ?f { ?a ?b ?c . ?d ?e ?f }"
"""About 24 MB: more than the system keeps for a client that does not read."""


def ask_without_reading(server: Server) -> socket.socket:
    connection = socket.socket()
    connection.settimeout(60)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", server.port))
    connection.sendall(f"GET /sparql?query={quote(LARGE)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    select.select([connection], [], [], 60)
    return connection


def test_a_client_that_does_not_take_its_answer_is_given_up(strict: Server) -> None:
    with ask_without_reading(strict) as connection:
        whole = int(re.search(rb"content-length: (\d+)", connection.recv(2000))[1])
        assert whole > 8_000_000
        wait_until(lambda: len(connections(strict)) == 0)
        assert len(read_all(connection)) < whole


def connections(server: Server) -> list[object]:
    import psutil

    return [c for c in psutil.Process(server.process.pid).net_connections() if c.status == "ESTABLISHED"]


def test_many_large_answers_at_once_are_refused_and_small_ones_are_not(strict: Server) -> None:
    with serving(strict.graph, limits={"rows": 0}, largest_answers=3_000_000, workers=2) as patient:
        with ask_without_reading(patient):
            refused = patient.query(LARGE)
            small = patient.query("SELECT * { ?s ?p ?o } LIMIT 3")

        assert (refused.status, refused.headers["retry-after"]) == (429, "2")
        assert small.status == 200
        wait_until(lambda: patient.query(LARGE).status == 200)
        assert patient.log == []


def test_idle_connections_keep_nobody_from_asking(strict: Server) -> None:
    idle = [socket.create_connection(("127.0.0.1", strict.port), timeout=60) for _ in range(300)]
    try:
        assert all(strict.query("ASK {}").status == 200 for _ in range(5))
        assert all(connection.recv(1) == b"" for connection in idle)
    finally:
        for connection in idle:
            connection.close()


# What is no HTTP.

HEAD = b"POST /sparql HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/sparql-query\r\n"


@pytest.mark.parametrize(
    ("status", "content"),
    [
        (400, b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03" + b"a" * 100),
        (400, b"\0" * 100),
        (400, b"\r\n" * 40_000),
        (400, b"HELO evil.example\r\n\r\n"),
        (505, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        (505, b"GET / HTTP/0.9\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"),
        (505, b"GET / HTTP/3.0\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"),
        (400, b"GET / HTTP/11\r\nHost: 127.0.0.1\r\n\r\n"),
        (400, b"GET /a b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
        (400, b"GET /\x00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
        (400, b"G\xc3\x84T / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
        (405, b"BREW / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"),
        (405, b"TRACE / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"),
        (405, b"get / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\0b\r\n\r\n"),
        (400, HEAD + b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /sparql HTTP/1.1\r\n\r\n"),
        (400, HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nASK {}"),
        (400, HEAD + b"Content-Length: 5, 6\r\n\r\nASK {}"),
        (400, HEAD + b"Content-Length: -1\r\n\r\nASK {}"),
        (400, HEAD + b"Content-Length: +6\r\n\r\nASK {}"),
        (400, HEAD + b"Content-Length: 0x6\r\n\r\nASK {}"),
        (400, HEAD + b"Content-Length: \xb2\r\n\r\nASK {}"),
        (400, HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n"),
        (400, HEAD + b"Transfer-Encoding: identity\r\n\r\nASK {}"),
        (400, HEAD + b"Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n"),
        (400, HEAD + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        (400, HEAD + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"),
        (400, HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nASK{}\r\n0\r\n\r\n"),
        (400, HEAD + b"Transfer-Encoding: chunked\r\n\r\n-5\r\nASK{}\r\n0\r\n\r\n"),
        (400, HEAD + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFFFFF\r\nASK{}\r\n0\r\n\r\n"),
        (400, HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nASK{}GET\r\n0\r\n\r\n"),
        (200, HEAD + b'Transfer-Encoding: chunked\r\n\r\n5;a="b"\r\nASK{}\r\n0\r\nHost: evil.example\r\n\r\n'),
        (200, HEAD + b"Upgrade: websocket\r\nConnection: upgrade\r\nContent-Length: 5\r\n\r\nASK{}"),
        (200, HEAD + b"Upgrade: h2c\r\nConnection: upgrade\r\nContent-Length: 5\r\n\r\nASK{}"),
    ],
)
def test_what_is_no_http_is_refused_and_nothing_is_smuggled(server: Server, status: int, content: bytes) -> None:
    assert status_of(server.send(content)) == status


def test_rubbish_in_the_middle_of_an_answer_ends_it(strict: Server) -> None:
    head = f"GET /sparql?query={quote(LARGE)} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", strict.port), timeout=60) as connection:
        connection.sendall(head.encode())
        connection.recv(1000)
        connection.sendall(b"rubbish\r\n" * 10)
        answer, refused, _ = read_all(connection).partition(b"HTTP/1.1")

    # Told only where the whole answer was out before the rubbish was in: never inside of it.
    assert not refused or answer.endswith(b"\r\n0\r\n\r\n")


@pytest.mark.parametrize(
    "path",
    [
        "/sparql?query=%",
        "/sparql?query=%zz",
        "/sparql?query=%FF",
        "/sparql?query=%ED%A0%80",
        "/sparql?query=%00",
        "/sparql?query",
        "/sparql?%",
        "/sparql?&",
        "/sparql?=",
        "/sparql?query=ASK%7B%7D&default-graph-uri=%0D%0AX-Evil:%201",
        "/sparql?query=ASK%7B%7D&named-graph-uri=%3E",
        "/graphs?graph=",
        "/graphs?graph=a&default",
    ],
)
def test_a_malformed_address_is_refused(server: Server, path: str) -> None:
    wait_until(lambda: server.query("ASK {}").status == 200)  # while it is busy with tests before, it refuses any query
    reply = server.request("GET", path)

    assert reply.status == 400
    assert "x-evil" not in reply.headers
    assert_guarded(reply)


# Text that would be code.

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
HOSTILE = [
    EVIL,
    '"><svg onload=alert(1)>',
    "</textarea><script>alert(1)</script>",
    "</pre><script>alert(1)</script>",
    "' onmouseover='alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "javascript:alert(1)",
    "\r\nSet-Cookie: a=b\r\n\r\n<script>",
    "\u2028<!--<script>",
    "]]><script>alert(1)</script>",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_text_stays_text_on_every_page(server: Server, text: str) -> None:
    literal = json.dumps(text)
    queries = (
        f"SELECT ({literal} AS ?x) {{}}",
        f"SELECT * {{ ?s ?p {literal} }}",
        f"SELECT {text}",
        f"CONSTRUCT {{ <urn:a> <urn:b> {literal} }} {{}}",
        f"SELECT * FROM <{text}> {{}}",
        f"SELECT (STRDT({literal}, <urn:x>) AS ?x) (IRI({literal}) AS ?y) {{}}",
    )
    pages = [
        server.request("GET", "/query?" + urlencode({"query": text}), headers=BROWSER),
        *(server.request("GET", "/sparql?" + urlencode({"query": query}), headers=BROWSER) for query in queries),
    ]

    for page in pages:
        assert page.type == "text/html"
        assert_guarded(page)
        assert "set-cookie" not in page.headers
        elements = Elements()
        elements.feed(page.text)
        assert elements.tags <= ALLOWED_TAGS
        assert elements.attributes <= ALLOWED_ATTRIBUTES
        assert elements.addresses <= ALLOWED_ADDRESSES
        assert "49" not in page.text


class Elements(HTMLParser):
    """The elements of a page, as a browser would see them."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.addresses: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.addresses |= {value or "" for name, value in attrs if name in ("src", "href", "action")}


ALLOWED_TAGS = set(
    "html head meta title link body header h1 code main form p label span select optgroup option div textarea button section "
    "input pre script details summary table thead tbody tr th td nav ul li a".split()
)
ALLOWED_ATTRIBUTES = set(
    "lang charset name content rel href id action method for value data-query class hidden rows spellcheck "
    "autocapitalize autocomplete maxlength type role aria-live aria-label data-view aria-pressed checked tabindex src scope title "
    "data-state aria-current placeholder label".split()
)
ALLOWED_ADDRESSES = {
    *("data:,", "/", "/sparql", "/static/page.css", "/static/page.js", "/static/explorer.js", "", "#main"),
    *("/search", "/path", "/notes", "/topics", "/questions", "/report", "/map", "/query"),
    *("/static/yasqe/yasqe.min.css", "/static/yasqe/yasqe.min.js"),
}


@pytest.mark.parametrize("text", HOSTILE)
def test_text_in_errors_is_plain_text(server: Server, text: str) -> None:
    for reply in (
        server.query(text),
        server.query("ASK {}", **{"default-graph-uri": text}),
        server.request("GET", "/graphs?" + urlencode({"graph": text})),
        server.request("GET", "/sparql?" + urlencode({text: text})),
        server.request("GET", f"/{quote(text)}"),
        server.request("POST", "/sparql", headers={"Content-Type": "text/plain"}, body=text),
    ):
        assert reply.status in (200, 400, 404, 415)
        assert reply.type == ("text/plain" if reply.status != 200 else "application/sparql-results+json")
        assert "set-cookie" not in reply.headers
        assert_guarded(reply)


@pytest.mark.parametrize("text", [*HOSTILE, "\\", '"', '") } #', "\0", "\U0001f600", "%", "paper " * 1000, "\n"])
def test_names_are_found_by_any_text(server: Server, text: str) -> None:
    reply = server.request("GET", "/names.json?" + urlencode({"starts": text}))

    assert reply.status == 200
    assert reply.type == "application/json"
    assert all(name.lower().startswith(text.lower()) for name in json.loads(reply.text))


def test_names_that_attack_come_as_json(server: Server) -> None:
    reply = server.request("GET", "/names.json?starts=%3Cimg")

    assert json.loads(reply.text) == [EVIL]
    assert reply.type == "application/json"
    assert_guarded(reply)


@pytest.mark.parametrize(
    ("status", "method", "path"),
    [
        (200, "GET", "/"),
        (200, "GET", "/sparql?query=ASK%7B%7D"),
        (200, "HEAD", "/sparql?query=ASK%7B%7D"),
        (200, "GET", "/sparql"),
        (200, "GET", "/graphs?default"),
        (200, "GET", "/vocabulary.json"),
        (200, "GET", "/names.json?starts=p"),
        (200, "GET", "/vis-network.js"),
        (200, "GET", "/static/page.js"),
        (200, "GET", "/static/page.css"),
        (404, "GET", "/static/none"),
        (404, "GET", "/none"),
        (404, "GET", "/sparql//"),
        (404, "GET", "/graphs?graph=urn:none"),
        (405, "POST", "/static/page.js"),
        (405, "DELETE", "/"),
        (405, "OPTIONS", "/sparql"),
        (403, "PUT", "/graphs?default"),
        (400, "GET", "/sparql?query=no"),
        (400, "GET", "/graphs"),
    ],
)
def test_every_answer_has_the_headers_that_protect(server: Server, status: int, method: str, path: str) -> None:
    reply = server.request(method, path)

    assert reply.status == status
    assert_guarded(reply)
    assert reply.headers["cache-control"] == "no-cache"
    assert "server" not in reply.headers
    assert "unsafe" not in reply.headers["content-security-policy"]
    assert "*" not in reply.headers["content-security-policy"]
