"""The process that runs queries of others, one at a time, on a snapshot of a graph that it can only read.

It is started by `kg.rdf.workers`, which ends it when a query takes too long: the engine itself cannot be stopped.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from kg.errors import EngineError, KgError, LimitError
from kg.limits import Limits
from kg.net import guarded
from kg.rdf.answering import Answer, GraphFormat, Question, RowFormat, answer
from kg.rdf.confining import leave_network, limit_memory
from kg.rdf.folder import open_store
from kg.rdf.query import Dataset
from kg.rdf.searching import Search
from kg.rdf.store import Store
from kg.rdf.workers import receive, send
from kg.running import peak_memory

Pages = Callable[[Store, str, Mapping[str, str]], Answer | None]
"""Gives a page by its name and what it is asked for with; None when it is about nothing that is there."""


def main(opening: Callable[[Path], Search] | None = None, pages: Pages | None = None) -> None:
    """Answer messages until their sender ends: the first names a graph and limits, each later one is a question.

    Args:
        opening: gives the function that searches by words, from the folder of the graph.
        pages: gives whatever is requested other than answers to queries.
    """
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C is meant for who asks, who ends this process where it is to end
    asked, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDWR), 1)  # what a library prints is no answer
    head, _ = receive(asked)
    limits = Limits(**head["limits"])
    services = head["services"]
    confined = {"network": bool(services) or leave_network(), "memory": limit_memory(limits.megabytes)}
    try:
        path = Path(head["store"])
        store = open_store(path.parent, services=services)
        if opening is not None:
            store.search_with(partial(opening, path.parent))
    except KgError as error:
        send(told, {"error": type(error).__name__, "message": str(error)})
        return
    send(told, {"confined": confined})

    def found(head: dict[str, Any], body: bytes) -> Answer | None:
        if pages is not None and head["page"]:
            return pages(store, head["page"], head["given"])
        return answer(store, _question(head, body), limits)

    with suppress(EOFError, OSError):
        while True:
            head, body = receive(asked)
            _reply(store, limits, head, partial(found, head, body), told)


def _reply(
    store: Store, limits: Limits, head: dict[str, Any], answering: Callable[[], Answer | None], told: Any
) -> None:
    try:
        if head.get("arrange"):
            store.arrange()
            send(told, {"peak": peak_memory()})
            return
        found = guarded(answering, EngineError)
        if found is None:
            send(told, {"peak": peak_memory(), "missing": True})
        else:
            told_of = {"media_type": found.media_type, "hints": found.hints}
            send(told, {"peak": peak_memory(), **told_of}, found.content)
    except MemoryError:
        # What else has no room now is not known: this process ends.
        send(told, {"error": LimitError.__name__, "message": str(LimitError.memory(limits.megabytes)), "ends": True})
        os._exit(1)
    except KgError as error:
        send(told, {"peak": peak_memory(), "error": type(error).__name__, "message": str(error)})


def _question(head: dict[str, Any], body: bytes) -> Question:
    dataset = head["dataset"]
    return Question(
        sparql=body.decode(),
        dataset=None if dataset is None else Dataset(*map(tuple, dataset)),
        graph=head["graph"],
        rows=RowFormat(head["rows"]) if head["rows"] else None,
        triples=GraphFormat(head["triples"]) if head["triples"] else None,
    )
