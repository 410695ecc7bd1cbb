"""A graph during many questions: opened once, opened anew when a build has put another in its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Self

from kg import origin
from kg.asking.knowledge import Knowledge, silent
from kg.asking.search.worker import PROGRAM
from kg.errors import NotArrangedError
from kg.limits import Limits
from kg.rdf import STORE, Answer, Question, Worker, index, settle, steady, wants_search


class Conversation:
    """Answers one request after another, in one thread: index and store belong to the thread that opened them.

    Args:
        graph: the folder of the graph.
        limits: of SPARQL queries.
        tell: called with the number of notes to be indexed.
    """

    def __init__(self, graph: Path, limits: Limits, tell: Callable[[int], None] = silent) -> None:
        self.graph = graph
        self._limits = limits
        self._tell = tell
        self._knowledge: Knowledge | None = None
        self._worker: Worker | None = None
        self._mark: object = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def knowledge(self) -> Knowledge:
        """Return the current graph.

        Raises:
            StoreError: there is none.
        """
        settle(self.graph)
        mark = index.mark(self.graph)
        if self._knowledge is None or mark != self._mark:
            self.close()
            self._knowledge = Knowledge.open(self.graph, origin.find(self.graph), self._tell)
            self._mark = mark
        return self._knowledge

    def query(self, question: Question) -> Answer | None:
        """Answer a SPARQL query, in a process that is ended if it takes too long, or by Ctrl-C.

        Raises:
            KgError: as `Worker.ask` says, or there is no graph.
        """
        if wants_search(question.sparql):
            assert self.knowledge().index  # noqa: S101 - it is made now, as the process only reads it
        return steady(self.graph, lambda: self._arranged(question))

    def _arranged(self, question: Question) -> Answer | None:
        try:
            return self._answered(question)
        except NotArrangedError:
            with Worker(self.graph / STORE, Limits(seconds=0, megabytes=0)) as worker:
                worker.arrange()
            return self._answered(question)

    def _answered(self, question: Question) -> Answer | None:
        self.knowledge()
        if self._worker is None or not self._worker.is_fit:
            self._let_go()
            self._worker = Worker(self.graph / STORE, self._limits, program=PROGRAM)
        try:
            return self._worker.ask(question)
        except KeyboardInterrupt:
            self._let_go()
            raise

    def close(self) -> None:
        """Close the graph."""
        if self._knowledge is not None:
            self._knowledge.__exit__(None, None, None)
        self._knowledge = None
        self._let_go()

    def _let_go(self) -> None:
        if self._worker is not None:
            self._worker.kill()
        self._worker = None
