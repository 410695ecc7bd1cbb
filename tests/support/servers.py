"""A graph made by hand and a server of it: what tests of `kg serve` ask, as a process of its own."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import psutil
import pyoxigraph as ox
from places import ROOT

from kg import terms
from kg.rdf import FILES, STORE, Store, index, replacing, seal
from kg.rdf.store import _mirrored

BASE = "https://kg.example/"
EVIL = '<img src=x onerror="document.title=\'hacked\'"><script>document.title="hacked"</script>'
"""A title that runs a script wherever it gets to be HTML."""
QUERY = "application/sparql-query"
FORM = "application/x-www-form-urlencoded"


def named(local: str) -> ox.NamedNode:
    return ox.NamedNode(f"{BASE}{local}")


def papers(count: int = 20, *, year: int = 2020) -> list[ox.Quad]:
    """Give papers with titles and years in the graph of a note, and one with a title that attacks."""
    note = named("note/a.md")
    quads = [
        ox.Quad(note, ox.NamedNode(terms.PATH), ox.Literal("a.md"), note),
        ox.Quad(note, ox.NamedNode(terms.TYPE), ox.NamedNode("https://schema.org/DigitalDocument"), note),
    ]
    for number in range(count):
        paper = named(f"paper/{number}")
        title = EVIL if number == 0 else f"Paper {number}"
        quads += [
            ox.Quad(paper, ox.NamedNode(terms.TYPE), ox.NamedNode("https://schema.org/ScholarlyArticle"), note),
            ox.Quad(paper, ox.NamedNode(terms.NAME), ox.Literal(title), note),
            ox.Quad(paper, ox.NamedNode(terms.LABEL), ox.Literal(title), note),
            ox.Quad(
                paper,
                ox.NamedNode(terms.DATE_PUBLISHED),
                ox.Literal(str(year), datatype=ox.NamedNode(terms.XSD_GYEAR)),
                note,
            ),
        ]
    return quads


def write_graph(folder: Path, quads: Iterable[ox.Quad]) -> Path:
    """Write a graph folder that commands open."""
    with Store.create(folder / STORE) as store:
        store._inner.bulk_extend(_mirrored(quads))
        store._inner.flush()
    for name in FILES:
        (folder / name).write_text("", encoding="utf-8")
    index.Index().save(folder)
    seal.close(folder, seal.members(folder), file=seal.GRAPH)
    return folder


def replace_graph(graph: Path, new: Path) -> None:
    """Put a new graph in the place of an old one, as a build does."""
    with replacing(graph) as folder:
        for entry in new.iterdir():
            if entry.is_dir():
                shutil.copytree(entry, folder / entry.name)
            else:
                shutil.copy(entry, folder / entry.name)
        # Builds differ in their index, which tells one graph from another.
        written = json.loads((new / index.FILE_NAME).read_text(encoding="utf-8"))
        (folder / index.FILE_NAME).write_text(json.dumps({**written, "made": new.name}), encoding="utf-8")


@dataclass(frozen=True)
class Reply:
    """What a server answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0]


@dataclass
class Server:
    """A process that serves a graph."""

    process: subprocess.Popen[str]
    address: str
    port: int
    graph: Path
    log: list[str] = field(default_factory=list)
    """What it prints after it has started."""

    def request(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | str | None = None,
        timeout: float = 60,
    ) -> Reply:
        """Send a request, with just these headers beside `Host` and the length of the body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            sent = {"Host": f"127.0.0.1:{self.port}", **(headers or {})}
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            content = body.encode() if isinstance(body, str) else body
            if content is not None and "Content-Length" not in sent and "Transfer-Encoding" not in sent:
                sent["Content-Length"] = str(len(content))
            for name, value in sent.items():
                connection.putheader(name, value)
            connection.endheaders(content)
            answer = connection.getresponse()
            return Reply(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def query(self, sparql: str, accept: str = "", **fields: str | Sequence[str]) -> Reply:
        """Ask by GET."""
        path = "/sparql?" + urlencode({"query": sparql, **fields}, doseq=True)
        return self.request("GET", path, headers={"Accept": accept} if accept else None)

    def send(self, content: bytes, *, timeout: float = 30) -> bytes:
        """Send bytes as they are, and read until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as connection:
            with suppress(ConnectionError):  # it may have refused already, and what it said can be read
                connection.sendall(content)
            return read_all(connection)

    def memory(self) -> int:
        """Give the memory of the server and its processes, in megabytes."""
        process = psutil.Process(self.process.pid)
        family = [process, *process.children(recursive=True)]
        return sum(each.memory_info().rss for each in family) // 1_000_000


_UNUSUAL = """
import sys, json, pathlib
from kg.limits import Limits
from kg.serving import Options, serve
given = json.loads(sys.argv[2])
options = Options(pathlib.Path(sys.argv[1]), port=0, limits=Limits(**given.pop("limits", {})), **given)
serve(options, ready=lambda address, _: print(f"Serving at {address}", flush=True))
"""
"""A server with options that the command does not offer."""


@contextmanager
def serving(graph: Path, *options: str, package: Path = ROOT, **unusual: object) -> Iterator[Server]:
    """Serve a graph at any free port; the server ends with the block.

    Args:
        graph: folder of the graph.
        options: of the command.
        package: the folder in which kg lies.
        unusual: fields of `kg.serving.Options` instead, when the command does not offer what a test needs.
    """
    if unusual:
        command = [sys.executable, "-c", _UNUSUAL, str(graph), json.dumps(unusual)]
    else:
        command = [sys.executable, "-m", "kg", "serve", "--graph", str(graph), "--port", "0", *options]
    environment = {**os.environ, "PYTHONPATH": str(package)}
    process = subprocess.Popen(
        command, cwd=package, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    log: list[str] = []
    reading = threading.Thread(target=lambda: log.extend(process.stdout or ()), daemon=True)
    try:
        said, found = "", None
        while not found and process.stdout and (line := process.stdout.readline()):
            said, found = said + line, re.search(r"^Serving\b.* at (http://\S+:(\d+)/)", line)
        assert found, said
        reading.start()
        yield Server(process, found[1], int(found[2]), graph, log)
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def read_all(connection: socket.socket) -> bytes:
    """Read until the other side closes, orderly or not."""
    pieces = []
    with suppress(ConnectionError):
        while piece := connection.recv(65536):
            pieces.append(piece)
    return b"".join(pieces)


def wait_until(condition: object, *, seconds: float = 30) -> None:
    """Wait until something holds, however busy the machine is; fail after a long time."""
    ends = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < ends
        time.sleep(0.05)
