"""The process that runs queries and makes the pages of the explorer, with the same limits for both."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from kg import origin
from kg.asking.knowledge import Knowledge
from kg.asking.search.worker import database_of, opened
from kg.errors import EngineError
from kg.exploring import deciding, home, listing, notes, papers, paths, questions, things, topics
from kg.rdf import Answer, Store
from kg.rdf import worker as _worker

PROGRAM = __name__
"""For `kg.rdf.Worker`."""
Page = Callable[[Knowledge, Mapping[str, str]], Answer | None]


def _report(knowledge: Knowledge, given: Mapping[str, str]) -> Answer | None:
    from kg.exploring import report  # which computes with networks: only for those who read it

    return report.page(knowledge, given)


PAGES: Mapping[str, Page] = {
    "home": home.page,
    "search": home.search_page,
    "suggest": home.suggest,
    "thing": things.page,
    "data": things.data,
    "note": notes.page,
    "notes": listing.page,
    "topics": topics.page,
    "questions": questions.listed,
    "question": questions.page,
    "path": paths.page,
    "next": papers.to_read_page,
    "report": _report,
    "why": deciding.why,
    "proposal": deciding.proposal,
}
"""Every page that the process makes, by name."""


def main() -> None:
    """Answer messages until their sender ends."""
    _worker.main(opened, answer)


def answer(store: Store, page: str, given: Mapping[str, str]) -> Answer | None:
    """Make a page; None if its subject is not in the graph.

    Raises:
        EngineError: the search index is missing or cannot be read.
        KgError: the request is invalid; the message says why.
    """
    folder = (store.path or Path()).parent
    try:
        # Where the notes are: where whoever serves says, or else where they were at the build.
        notes = Path(given["notes"]) if given.get("notes") else origin.find(folder)
        knowledge = Knowledge.over(store, _index(folder), notes)
        return PAGES[page](knowledge, given)
    except sqlite3.Error as error:
        raise EngineError.failed(str(error)) from error


@cache
def _index(graph: Path) -> sqlite3.Connection:
    return database_of(graph)
