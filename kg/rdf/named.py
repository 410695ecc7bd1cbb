"""A second store in which evidence is in graphs of its own, for queries that name graphs.

In the store of a build evidence is in the default graph alone: it is most of all there is, each triple more in a named
graph costs the engine twice what it costs in the default graph, and which note a passage is of, the passage says. So
queries that name graphs, which are rare, are answered from a store that is made for the first of them.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import pyoxigraph as ox

from kg.model import Iri
from kg.rdf import seal
from kg.rdf.lexing import code_of, has_word
from kg.rdf.sections import holds_evidence

FOLDER = "graphs"
"""In the folder of the store, so that it goes with it."""

SEAL = "graphs.seal"
_PART = 8_000_000
_NAMED = re.compile(r"\bGRAPH\b\s*(<[^<>\s]*>)|\b(GRAPH|FROM)\b|<[^<>\s]*>", re.IGNORECASE)
"""A graph with a name, graphs with any, or an IRI, in which such a word means nothing."""

Graphs = Callable[[], Iterable[tuple[Iri, bytes]]]
"""Gives each graph with its N-Triples; the default graph is called ""."""


def names_evidence(sparql: str) -> bool:
    """Return whether a query may look for evidence in a graph: it names a graph of evidence, or matches any graph.

    >>> names_evidence("SELECT * { GRAPH <https://kg.example/note/a.md> { ?s ?p ?o } }")
    False
    >>> names_evidence("SELECT * { GRAPH ?g { ?s ?p ?o } }")
    True
    """
    if not has_word(sparql, "graph", "from"):
        return False
    found = _NAMED.finditer(code_of(sparql, iris=True).words)
    return any(
        any_graph or (graph and holds_evidence(Iri(graph[1:-1]))) for graph, any_graph in (f.groups() for f in found)
    )


def open_named(store: Path, graphs: Graphs) -> ox.Store:
    """Open the second store of a store; make it if it is not there or damaged, in memory if the folder is not writable.

    Args:
        graphs: the graphs to fill it with.
    """
    folder = store / FOLDER
    if not is_named(store):
        fresh = store / f".{FOLDER}-{os.getpid()}"
        try:
            fill(ox.Store(str(fresh)), graphs)
            seal.close(fresh, seal.stored(fresh), file=SEAL)
            forget_named(store)
            with suppress(OSError):  # another process was faster
                fresh.rename(folder)
        except (OSError, RuntimeError):
            return fill(ox.Store(), graphs)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    try:
        return ox.Store.read_only(str(folder))
    except (OSError, RuntimeError):
        return fill(ox.Store(), graphs)


def is_named(store: Path) -> bool:
    """Return whether a store already has its second store, as it was written."""
    folder = store / FOLDER
    with suppress(OSError):
        names = [name for name in seal.stored(folder) if name != SEAL]
        return bool(names) and seal.is_whole(folder, names, file=SEAL)
    return False


def forget_named(store: Path) -> None:
    """Remove the second store of a store that is about to change."""
    shutil.rmtree(store / FOLDER, ignore_errors=True)


def fill(store: ox.Store, graphs: Graphs) -> ox.Store:
    """Load graphs into a store."""
    waiting: list[bytes] = []
    size = 0
    for name, triples in graphs():
        waiting.append(triples.replace(b" .\n", f" <{name}> .\n".encode()) if name else triples)
        size += len(waiting[-1])
        if size > _PART:
            store.bulk_load(b"".join(waiting), ox.RdfFormat.N_QUADS, lenient=True)
            waiting, size = [], 0
    store.bulk_load(b"".join(waiting), ox.RdfFormat.N_QUADS, lenient=True)
    return store
