"""How long the pages of the explorer take: things, notes and searches of a graph, asked by several clients at once.

python tests/benchmarks/exploring.py GRAPH [--clients 1 8] [--seconds 30]

GRAPH is the folder of a graph, for instance of notes by `tests/benchmarks/vaults.py`. Each client keeps its connection
and asks for the next page as soon as it has one, first of one sort of page, then of the next: things of all kinds, one
in ten of them among the twenty that most sentences name.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from serving import Served, Taken, answered, free_port, quantile, running

from kg import origin
from kg.asking.knowledge import Knowledge, indexed
from kg.exploring import addresses

KINDS = ("paper", "person", "topic", "method", "venue", "task", "dataset", "edition", "org")
STEP = 7919
"""By which things are gone through: a prime, so that clients see others and no page twice for long."""


def pages(graph: Path) -> dict[str, list[str]]:
    """Give addresses of each sort of page, in an order that repeats late."""
    with Knowledge.open(graph, origin.find(graph)) as knowledge:
        base = knowledge.store.base
    with closing(indexed(graph)) as index:
        things: list[str] = []
        for kind in KINDS:
            rows = index.execute("SELECT iri FROM things WHERE kind = ? ORDER BY places DESC, iri", (kind,)).fetchall()
            mixed = [rows[n * STEP % len(rows)] if n % 10 else rows[n // 10 % 20 % len(rows)] for n in range(len(rows))]
            things += [addresses.thing(iri, base) for (iri,) in mixed[:400]]
        words = [word for (word,) in index.execute("SELECT word FROM words ORDER BY times DESC LIMIT 2000")]
        names = [name for (name,) in index.execute("SELECT name FROM things WHERE kind = 'person' LIMIT 2000")]
        notes = [addresses.note(path) for (path,) in index.execute("SELECT path FROM notes")]
    searches = [f"/search?q={quote(text)}" for pair in zip(words, names, strict=False) for text in pair]
    typed = [f"/suggest.json?starts={quote(name[:4])}" for name in names]
    found = {"thing": things, "search": searches, "suggestion": typed, "note": notes}
    return {sort: [some[n * STEP % len(some)] for n in range(len(some))] for sort, some in found.items()}


async def ask(server: Served, sort: str, asked: list[str], clients: int, seconds: float) -> Taken:
    """Have clients ask for pages of one sort for some seconds."""
    taken = Taken(defaultdict(list), Counter())
    ends = time.perf_counter() + seconds

    async def client(number: int) -> None:
        reading, writing = await asyncio.open_connection("127.0.0.1", server.port)
        while time.perf_counter() < ends:
            address = asked[number % len(asked)]
            number += clients
            began = time.perf_counter()
            head = f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAccept: text/html\r\n\r\n"
            writing.write(head.encode())
            status, _ = await answered(reading)
            taken.seconds[sort].append(time.perf_counter() - began)
            taken.failed[status] += status != 200
        writing.close()

    await asyncio.gather(*(client(number) for number in range(clients)))
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph", type=Path)
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8])
    parser.add_argument("--seconds", type=float, default=30)
    given = parser.parse_args()
    port = free_port()
    command = [sys.executable, "-m", "kg", "serve", "--graph", given.graph, "--port", port]
    asked = pages(given.graph)
    print(f"{'':14}" + "".join(f"{word:>9}" for word in ("pages", "per s", "p50 ms", "p95", "p99")))
    with running("kg serve", command, port=port, path="/") as server:
        for sort, some in asked.items():
            asyncio.run(ask(server, sort, some, 4, 3))  # nothing is warm before
            for clients in given.clients:
                taken = asyncio.run(ask(server, sort, some, clients, given.seconds))
                measured = taken.seconds[sort]
                cells = [1000 * quantile(measured, share) for share in (0.5, 0.95, 0.99)]
                rest = "".join(f"{cell:9.1f}" for cell in cells)
                failed = dict(+taken.failed) or "none"
                told = f"{len(measured):9}{len(measured) / given.seconds:9.1f}{rest}  failed: {failed}"
                print(f"{clients:2} {sort:11}{told}; {server.memory():.0f} MB", flush=True)


if __name__ == "__main__":
    main()
