"""The process that runs queries of others, with search by words inside of them."""

from __future__ import annotations

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
    _worker.main(_opened)


def _opened(graph: Path) -> Search:
    database = index.current(graph)
    if database is None:
        raise EngineError.not_indexed()
    return searching(database)
