"""`kg serve`: the graph for programs and browsers on this machine."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from kg import origin
from kg.commands.command import limits_of
from kg.errors import StoreError, VaultError
from kg.library.graphs import vault_of, write_map
from kg.publishing.topicmap.memory import MAP
from kg.rdf import open_store

_UNCONFINED = {
    "network": "it could reach the network if it got past the check for SERVICE",
    "memory": "its memory has no limit",
}


def run(asked: Namespace) -> int:
    """Serve a graph until Ctrl-C."""
    if asked.notes is not None and not asked.notes.exists():
        raise VaultError.missing(str(asked.notes))
    if asked.watch:
        with _kept_fresh(vault_of(asked.graph, asked.notes), asked.graph):
            return _serve(asked)
    return _serve(asked)


def _serve(asked: Namespace) -> int:
    from kg.serving import Options, serve

    options = Options(
        asked.graph,
        notes=asked.notes,
        decides=asked.decide,
        draw=lambda: _draw(asked.graph, asked.notes),
        host=asked.host,
        port=asked.port,
        limits=limits_of(asked),
        waiting=asked.waiting,
        names=tuple(asked.allow_host),
        origins=tuple(asked.allow_origin),
        services=tuple(asked.allow_service),
        **({"workers": asked.workers} if asked.workers else {}),
    )

    def ready(address: str, confined: Mapping[str, bool]) -> None:
        print(f"Serving {options.graph} at {address} (SPARQL endpoint: {address}sparql). Ctrl-C stops it.", flush=True)
        for what, told in _UNCONFINED.items():
            if not confined.get(what, True):
                print(f"kg: this system cannot confine the process that runs a query: {told}", file=sys.stderr)

    serve(options, ready=ready)
    return 0


def _draw(graph: Path, notes: Path | None) -> None:
    """Draw the map beside a graph."""
    with open_store(graph) as store:
        write_map(store, graph / MAP, graph, notes or origin.find(graph))


@contextmanager
def _kept_fresh(notes: Path, graph: Path) -> Iterator[None]:
    """Build, and build again after every change, until the block ends; print what each build says.

    Raises:
        StoreError: the first build failed.
    """
    command = [sys.executable, "-P", "-m", "kg", "watch", str(notes), "--graph", str(graph)]
    # A server that is told to end ends at once, but for this; what it has started would go on for ever.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as building:  # noqa: S603
        try:
            first = building.stdout.readline() if building.stdout else ""
            if not first:
                raise StoreError(f"the notes at {str(notes)!r} could not be built. See: kg build {notes}")
            print(first, end="", flush=True)
            threading.Thread(target=_tell, args=(building,), daemon=True).start()
            yield
        finally:
            building.terminate()


def _tell(building: subprocess.Popen[str]) -> None:
    for line in building.stdout or ():
        print(line, end="", flush=True)
