"""The graph during a conversation with an assistant, beside the event loop of the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from kg.asking.knowledge import Knowledge
from kg.errors import EngineError, LimitError
from kg.extras.conversation import Conversation
from kg.limits import QUESTION, Limits
from kg.net import guarded
from kg.rdf import Answer, Question

T = TypeVar("T")


class Session:
    """Runs what is asked, one thing after the other, in a thread of its own: index and store belong to one thread.

    A thread cannot be ended. What takes too long is left to itself, and the next question is asked in another thread,
    of a graph opened anew.

    Args:
        graph: the folder of the graph.
        limits: of queries in SPARQL.
    """

    def __init__(self, graph: Path, limits: Limits) -> None:
        self._graph, self._limits = graph, limits
        self._begin()

    def _begin(self) -> None:
        self._conversation = Conversation(self._graph, self._limits)
        self._thread = ThreadPoolExecutor(1, "graph")

    async def run(self, work: Callable[[Knowledge], T]) -> T:
        """Do something with the graph as it is now.

        Raises:
            LimitError: it takes too long.
            KgError: whatever the work raises, or there is no graph.
        """
        conversation = self._conversation
        asked = self._in_thread(lambda: work(conversation.knowledge()))
        done, _ = await asyncio.wait({asked}, timeout=QUESTION)
        if not done:
            if conversation is self._conversation:
                self._thread.shutdown(wait=False)
                self._begin()
            raise LimitError.question(QUESTION)
        return await asked

    async def query(self, question: Question) -> Answer | None:
        """Answer a query in SPARQL, in a process that is ended when it takes too long.

        Raises:
            KgError: as `Worker.ask` says.
        """
        conversation = self._conversation
        return await self._in_thread(lambda: conversation.query(question))

    def _in_thread(self, work: Callable[[], T]) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._thread, guarded, work, EngineError)

    def close(self) -> None:
        """Let the graph go."""
        self._thread.submit(self._conversation.close).result()
        self._thread.shutdown()
