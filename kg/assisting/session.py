"""The graph during a conversation: opened once, opened anew when a build has put another in its place."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from kg import origin
from kg.asking.knowledge import Knowledge
from kg.model import Limits
from kg.rdf import STORE, Answer, Question, Worker, index, settle

T = TypeVar("T")


class Session:
    """Runs what is asked, one thing after the other, in a thread of its own: index and store belong to one thread.

    Args:
        graph: the folder of the graph.
        limits: of queries in SPARQL.
    """

    def __init__(self, graph: Path, limits: Limits) -> None:
        self._graph = graph
        self._limits = limits
        self._thread = ThreadPoolExecutor(1, "graph")
        self._knowledge: Knowledge | None = None
        self._worker: Worker | None = None
        self._digest = ""

    async def run(self, work: Callable[[Knowledge], T]) -> T:
        """Do something with the graph as it is now.

        Raises:
            KgError: whatever the work raises, or there is no graph.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(self._open()))

    async def query(self, question: Question) -> Answer | None:
        """Answer a query in SPARQL, in a process that is ended when it takes too long.

        Raises:
            KgError: as `Worker.ask` says.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._queried, question)

    def close(self) -> None:
        """Let the graph go."""
        self._thread.submit(self._close).result()
        self._thread.shutdown()

    def _open(self) -> Knowledge:
        settle(self._graph)
        digest = index.digest(self._graph)
        if self._knowledge is None or digest != self._digest:
            self._close()
            self._knowledge, self._digest = Knowledge.open(self._graph, origin.find(self._graph)), digest
        return self._knowledge

    def _queried(self, question: Question) -> Answer | None:
        self._open()
        if self._worker is None or not self._worker.is_fit:
            self._worker = Worker(self._graph / STORE, self._limits)
        return self._worker.ask(question)

    def _close(self) -> None:
        if self._knowledge is not None:
            self._knowledge.__exit__(None, None, None)
        if self._worker is not None:
            self._worker.kill()
        self._knowledge = self._worker = None
