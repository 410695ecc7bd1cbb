"""Stores of other programs: two real ones as processes, and one of our own that fails in whatever way a test wants."""

from __future__ import annotations

import base64
import hashlib
import http.client
import http.server
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pyoxigraph as ox
from servers import wait_until

USER, PASSWORD, TOKEN = "ada", "pass: word", "t0ken"
_VIRTUOSO = """
[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
FileExtend = 200
[TempDatabase]
DatabaseFile = temporary.db
TransactionFile = temporary.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
DisableUnixSocket = 1
ServerThreads = 10
CheckpointInterval = 0
NumberOfBuffers = 10000
MaxDirtyBuffers = 6000
DirsAllowed = .
ThreadsPerQuery = 1
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerRoot = .
ServerThreads = 5
[SPARQL]
ResultSetMaxRows = 1000000
"""


class Place(NamedTuple):
    """Where a real store can be reached."""

    graphs: str
    updates: str
    queries: str
    user: str = ""
    """Its password is the same word."""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@contextmanager
def virtuoso(folder: Path) -> Iterator[Place]:
    """Run Virtuoso in an empty folder."""
    port = free_port()
    (folder / "virtuoso.ini").write_text(_VIRTUOSO.format(sql=free_port(), http=port), encoding="utf-8")
    address = f"http://127.0.0.1:{port}"
    with _running(["virtuoso-t", "+foreground", "+configfile", "virtuoso.ini"], folder, port):
        yield Place(f"{address}/sparql-graph-crud-auth", f"{address}/sparql-auth", f"{address}/sparql", "dba")


@contextmanager
def oxigraph(folder: Path, *options: str) -> Iterator[Place]:
    """Run the server of Oxigraph in an empty folder."""
    port = free_port()
    program = str(Path(sys.executable).parent / "oxigraph")
    address = f"http://127.0.0.1:{port}"
    command = [program, "serve", "--location", "store", "--bind", f"127.0.0.1:{port}", *options]
    with _running(command, folder, port):
        yield Place(f"{address}/store", f"{address}/update", f"{address}/query")


@contextmanager
def _running(command: Sequence[str], folder: Path, port: int) -> Iterator[None]:
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT)

    def answers() -> bool:
        assert process.poll() is None, (folder / "log").read_text(encoding="utf-8", errors="replace")
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        with suppress(OSError, http.client.HTTPException):
            connection.request("GET", "/")
            return bool(connection.getresponse().status)
        return False

    try:
        wait_until(answers, seconds=120)
        yield
    finally:
        process.kill()
        process.wait()


class Sent(NamedTuple):
    """A request that came in."""

    method: str
    path: str
    parameters: dict[str, str]
    authorization: str
    body: bytes


class Answer(NamedTuple):
    """What is answered instead of what would be right."""

    status: int
    headers: dict[str, str] = {}  # noqa: RUF012 - of a tuple
    body: bytes = b""


@dataclass
class Fake:
    """A store that keeps graphs in memory: graphs at /store, updates at /update, queries at /query."""

    address: str = ""
    dataset: ox.Store = field(default_factory=ox.Store)
    got: list[Sent] = field(default_factory=list)
    auth: str = ""
    """`basic`, `digest` or `bearer`."""
    instead: Callable[[Sent, int], Answer | None] = lambda _sent, _number: None
    """Called with a request and its number, from 1."""

    @property
    def writes(self) -> list[Sent]:
        """Requests that changed something, or tried to."""
        return [sent for sent in self.got if sent.method in ("PUT", "DELETE") or sent.path == "/update" or sent.body]

    def quads(self) -> set[str]:
        return {str(quad) for quad in self.dataset}

    def answer(self, sent: Sent) -> Answer:
        refused = self._unauthorized(sent)
        if refused is not None:
            return refused
        answers = {"/store": self._graph, "/update": self._update, "/query": self._query}
        return answers[sent.path](sent) if sent.path in answers else Answer(404)

    def _unauthorized(self, sent: Sent) -> Answer | None:
        told = sent.authorization
        if self.auth == "basic":
            right = f"Basic {base64.b64encode(f'{USER}:{PASSWORD}'.encode()).decode()}"
            return None if told == right else Answer(401, {"WWW-Authenticate": 'Basic realm="kg"'})
        if self.auth == "bearer":
            return None if told == f"Bearer {TOKEN}" else Answer(401, {"WWW-Authenticate": "Bearer"})
        if self.auth == "digest" and not _is_digest(told, sent):
            return Answer(401, {"WWW-Authenticate": 'Digest realm="kg", nonce="n", qop="auth", algorithm="MD5"'})
        return None

    def _graph(self, sent: Sent) -> Answer:
        graph = ox.DefaultGraph() if "default" in sent.parameters else ox.NamedNode(sent.parameters["graph"])
        there = graph == ox.DefaultGraph() or self.dataset.contains_named_graph(graph)
        if sent.method == "GET":
            triples = self.dataset.dump(format=ox.RdfFormat.N_TRIPLES, from_graph=graph) or b""
            return Answer(200 if there else 404, {"Content-Type": "application/n-triples"}, triples)
        if sent.method in ("PUT", "DELETE"):
            self.dataset.remove_graph(graph)
        if sent.method in ("PUT", "POST"):
            self.dataset.load(sent.body, ox.RdfFormat.N_TRIPLES, to_graph=graph)
        return Answer(204 if there or sent.method != "DELETE" else 404)

    def _update(self, sent: Sent) -> Answer:
        if sent.method != "POST" or not re.search(rb"INSERT|DROP", sent.body):
            return Answer(400, {}, b"no update")
        self.dataset.update(sent.body.decode())
        return Answer(204)

    def _query(self, sent: Sent) -> Answer:
        fields = parse_qs(sent.body.decode())
        graphs = [ox.NamedNode(iri) for iri in fields.get("default-graph-uri", ())] or None
        found = self.dataset.query(fields["query"][0], default_graph=graphs)
        if isinstance(found, ox.QueryTriples):
            return Answer(
                200, {"Content-Type": "application/n-triples"}, found.serialize(format=ox.RdfFormat.N_TRIPLES)
            )
        body = found.serialize(format=ox.QueryResultsFormat.JSON) or b""
        return Answer(200, {"Content-Type": "application/sparql-results+json; charset=utf-8"}, body)


@contextmanager
def fake() -> Iterator[Fake]:
    """Run a fake store."""
    store = Fake()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one_request(self) -> None:
            self.raw_requestline = self.rfile.readline(65537)
            if not self.raw_requestline or not self.parse_request():
                self.close_connection = True
                return
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            fields = dict(parse_qsl(parts.query, keep_blank_values=True))
            sent = Sent(self.command, parts.path, fields, self.headers.get("Authorization", ""), body)
            store.got.append(sent)
            answer = store.instead(sent, len(store.got)) or store.answer(sent)
            if answer.status == 0:  # the line goes dead
                self.close_connection = True
                return
            self.send_response_only(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if answer.status != 204:
                self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body if answer.status != 204 else b"")

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    store.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield store
    finally:
        server.shutdown()
        server.server_close()


def _is_digest(told: str, sent: Sent) -> bool:
    """Say whether an answer to the challenge is right, by RFC 7616."""
    given = dict(re.findall(r'(\w+)="?([^",]*)"?', told.removeprefix("Digest ")))

    def md5(text: str) -> str:
        return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()

    if not told.startswith("Digest "):
        return False
    first, second = md5(f"{USER}:kg:{PASSWORD}"), md5(f"{sent.method}:{given['uri']}")
    return given["response"] == md5(f"{first}:n:{given['nc']}:{given['cnonce']}:auth:{second}")
