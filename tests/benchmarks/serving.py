"""How fast the endpoint answers beside Oxigraph's own server, which reads the same store in the same run.

python tests/benchmarks/serving.py GRAPH [--clients 1 8 64] [--seconds 120]

GRAPH is the folder of a graph, for instance of notes by `tests/benchmarks/vaults.py`. The servers take turns of a few
seconds, so that whatever else the machine does slows both; the one that waits does nothing. Each client keeps its
connection and asks the next query as soon as it has its answer.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import socket
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import psutil

from kg import terms

TURN = 5.0
"""Seconds for which one server is asked before the other."""
PREFIXES = "".join(f"PREFIX {prefix}: <{iri}> " for prefix, iri in terms.PREFIXES.items())
QUERIES = {
    "papers of some people": """SELECT ?title ?year WHERE { ?paper schema:author ?person ; schema:name ?title
        OPTIONAL { ?paper schema:datePublished ?year }
        { SELECT ?person WHERE { ?person a schema:Person } ORDER BY ?person LIMIT 20 } }""",
    "papers of each year": """SELECT ?year (COUNT(?paper) AS ?papers) WHERE { ?paper a schema:ScholarlyArticle ;
        schema:datePublished ?year } GROUP BY ?year ORDER BY ?year""",
    "names with a word": """SELECT ?thing ?name WHERE { ?thing schema:name ?name
        FILTER(CONTAINS(LCASE(?name), "learning")) } ORDER BY ?name LIMIT 50""",
    "co-authors of a person": """SELECT ?name (COUNT(?paper) AS ?papers) WHERE { ?paper schema:author ?one, ?other .
        ?other schema:name ?name FILTER(?one != ?other)
        { SELECT ?one WHERE { ?one a schema:Person } ORDER BY DESC(?one) LIMIT 1 } }
        GROUP BY ?name ORDER BY DESC(?papers) ?name""",
    "where authors are stated": """SELECT ?title ?quote WHERE { ?evidence rdf:predicate schema:author ;
        rdf:subject ?paper ; prov:wasDerivedFrom/kg:quote ?quote . ?paper schema:name ?title } LIMIT 200""",
}


class Served(NamedTuple):
    """A server that runs."""

    name: str
    port: int
    path: str
    process: psutil.Process

    def memory(self) -> float:
        """Give the memory of all its processes, in megabytes, what they share counted once."""
        family = [self.process, *self.process.children(recursive=True)]
        return float(sum(each.memory_full_info().pss for each in family)) / 1e6


@contextmanager
def running(name: str, command: Sequence[object], *, port: int, path: str) -> Iterator[Served]:
    """Run a server until the block ends."""
    with subprocess.Popen(
        [str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    if process.poll() is not None:
                        sys.exit(f"{name} ended with {process.returncode}")
                    time.sleep(0.05)
            yield Served(name, port, path, psutil.Process(process.pid))
        finally:
            process.terminate()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


async def answered(reading: asyncio.StreamReader) -> tuple[int, int]:
    """Read an answer: its status and its bytes."""
    head = (await reading.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    status = int(head.split(" ", 2)[1])
    length = re.search(r"^content-length: (\d+)", head, re.MULTILINE)
    if length:
        return status, len(await reading.readexactly(int(length[1])))
    size = 0
    while piece := int(await reading.readline(), 16):
        size += piece
        await reading.readexactly(piece + 2)
    await reading.readline()
    return status, size


class Taken(NamedTuple):
    """What answers took."""

    seconds: dict[str, list[float]]
    """Query -> of each answer."""
    failed: Counter[int]
    """Status -> how often, where it was not 200."""


async def ask(server: Served, clients: int, seconds: float, taken: Taken) -> None:
    """Have clients ask for some seconds."""
    ends = time.perf_counter() + seconds

    async def client(number: int) -> None:
        reading, writing = await asyncio.open_connection("127.0.0.1", server.port)
        names = list(QUERIES)
        while time.perf_counter() < ends:
            name = names[number % len(names)]
            number += 1
            line = f"GET {server.path}?query={quote(PREFIXES + QUERIES[name])} HTTP/1.1"
            began = time.perf_counter()
            writing.write(
                f"{line}\r\nHost: 127.0.0.1:{server.port}\r\nAccept: application/sparql-results+json\r\n\r\n".encode()
            )
            status, _ = await answered(reading)
            taken.seconds[name].append(time.perf_counter() - began)
            taken.failed[status] += status != 200
        writing.close()

    await asyncio.gather(*(client(number) for number in range(clients)))


def quantile(measured: Sequence[float], share: float) -> float:
    ordered = sorted(measured)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def compare(servers: Sequence[Served], clients: int, seconds: float) -> None:
    """Ask the servers in turns, and print what they took."""
    taken = {server.name: Taken(defaultdict(list), Counter()) for server in servers}
    before = {}
    for server in servers:
        asyncio.run(ask(server, clients, TURN, Taken(defaultdict(list), Counter())))  # nothing is warm before
        before[server.name] = server.memory()
    for _ in range(max(round(seconds / TURN), 1)):
        for server in servers:
            asyncio.run(ask(server, clients, TURN, taken[server.name]))
    for name in [*QUERIES, ""]:
        told = {}
        for server in servers:
            found = taken[server.name].seconds
            every = found[name] if name else [one for some in found.values() for one in some]
            told[server.name] = [len(every) / seconds, *(1000 * quantile(every, share) for share in (0.5, 0.95, 0.99))]
        ours, theirs = told.values()
        ratio = " ".join(f"{a / b:7.2f}" for a, b in zip(ours[1:], theirs[1:], strict=True))
        cells = "".join(f"{rate:9.1f}" + "".join(f"{one:9.1f}" for one in rest) for rate, *rest in (ours, theirs))
        print(f"{clients:3} {name or 'all':26}{cells}  {ratio}", flush=True)
    for server in servers:
        failed = dict(+taken[server.name].failed)
        grown = server.memory() - before[server.name]
        print(
            f"    {server.name}: failed {failed or 'none'}; {before[server.name]:.0f} MB, then {grown:+.0f} MB",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph", type=Path)
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8, 64])
    parser.add_argument("--seconds", type=float, default=120)
    asked = parser.parse_args()
    oxigraph = shutil.which("oxigraph", path=str(Path(sys.executable).parent)) or sys.exit(
        "needs oxigraph: pip install oxigraph"
    )
    kg_port, ox_port = free_port(), free_port()
    ours = [sys.executable, "-m", "kg", "serve", "--graph", asked.graph, "--port", kg_port]
    theirs = [oxigraph, "serve-read-only", "--location", asked.graph / "store", "--bind", f"127.0.0.1:{ox_port}"]
    columns = "".join(f"{word:>9}" for word in ("per s", "p50 ms", "p95", "p99"))
    with (
        running("kg serve", ours, port=kg_port, path="/sparql") as kg,
        running("oxigraph", theirs, port=ox_port, path="/query") as oxi,
    ):
        print(
            f"{'':30}{'kg serve':^36}{'oxigraph':^36}  {'times as long':^23}\n{'':30}{columns}{columns}     p50     p95     p99"
        )
        for clients in asked.clients:
            compare((kg, oxi), clients, asked.seconds)


if __name__ == "__main__":
    main()
