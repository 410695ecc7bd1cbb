"""The process that runs queries of others, with search by words inside of them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from kg.asking.search import index
from kg.asking.search.ranking import searching
from kg.errors import EngineError
from kg.rdf import Search
from kg.rdf import worker as _worker

PROGRAM = __name__
"""For `kg.rdf.Worker`."""


def main() -> None:
    """Answer messages until their sender ends."""
    _worker.main(opened)


def opened(graph: Path) -> Search:
    """Return the function that searches by words in a graph.

    Raises:
        EngineError: it has no index yet.
    """
    return searching(database_of(graph))


def database_of(graph: Path) -> sqlite3.Connection:
    """Return the index of a graph.

    Raises:
        EngineError: there is none yet.
    """
    database = index.current(graph)
    if database is None:
        raise EngineError("the query searches by words, but the graph has no search index. Create one: kg find WORDS")
    return database
