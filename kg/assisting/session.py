"""The graph during a conversation with an assistant, beside the event loop of the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from kg.asking.conversation import Conversation
from kg.asking.knowledge import Knowledge
from kg.errors import EngineError
from kg.limits import Limits
from kg.net import guarded
from kg.rdf import Answer, Question

T = TypeVar("T")


class Session:
    """Runs what is asked, one thing after the other, in a thread of its own: index and store belong to one thread.

    Args:
        graph: the folder of the graph.
        limits: of queries in SPARQL.
    """

    def __init__(self, graph: Path, limits: Limits) -> None:
        self._conversation = Conversation(graph, limits)
        self._thread = ThreadPoolExecutor(1, "graph")

    async def run(self, work: Callable[[Knowledge], T]) -> T:
        """Do something with the graph as it is now.

        Raises:
            KgError: whatever the work raises, or there is no graph.
        """
        return await self._in_thread(lambda: work(self._conversation.knowledge()))

    async def query(self, question: Question) -> Answer | None:
        """Answer a query in SPARQL, in a process that is ended when it takes too long.

        Raises:
            KgError: as `Worker.ask` says.
        """
        return await self._in_thread(lambda: self._conversation.query(question))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, guarded, work, EngineError)

    def close(self) -> None:
        """Let the graph go."""
        self._thread.submit(self._conversation.close).result()
        self._thread.shutdown()
