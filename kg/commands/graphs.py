"""The folder of a graph, as a build leaves it, and what the commands open and write in it."""

from __future__ import annotations

from pathlib import Path

from kg.errors import StoreError
from kg.publishing import topicmap
from kg.rdf import Store

STORE = "store"
MAP = "map.html"


def open_graph(graph: Path) -> Store:
    """Open the store of a graph to read it.

    Raises:
        StoreError: nothing was built there.
    """
    if not (graph / STORE).is_dir():
        raise StoreError.missing(str(graph))
    return Store.open(graph / STORE, read_only=True)


def write_map(store: Store, path: Path) -> Path:
    """Write the topic map of a graph to a file; give the file."""
    topicmap.write(store, path)
    return path
