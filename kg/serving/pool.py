"""Queries that run side by side, each in a process that can be ended, on the graph as it is now."""

from __future__ import annotations

import asyncio
import hashlib
from collections import deque
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from anyio import CapacityLimiter, to_thread

from kg.asking.knowledge import indexed
from kg.errors import BusyError, DamagedError, EngineError, KgError, LimitError, NotArrangedError, WorkerError
from kg.exploring.program import PROGRAM
from kg.limits import Limits
from kg.net import guarded
from kg.rdf import STORE, Answer, Question, Worker, index, steady, wants_search
from kg.serving.options import Options


@dataclass(slots=True)
class _Hand:
    """A process with the mark of the graph that it sees."""

    worker: Worker
    mark: object


class Pool:
    """Processes that answer questions about the graph in a folder.

    A graph that was built anew is taken over with the next question. What is asked meanwhile is answered from the graph
    before or from the new one, and never fails because of the change.

    Args:
        options: the folder, the limits of a question, and how many are answered at a time or may wait.
    """

    def __init__(self, options: Options) -> None:
        self._store = options.graph / STORE
        self._graph = options.graph
        self._limits = options.limits
        self._services = options.services
        self._turns = asyncio.Semaphore(options.workers)
        self._threads = CapacityLimiter(2 * options.workers + 2)
        self._workers = options.workers
        self._room = options.workers + options.waiting
        self._idle: deque[_Hand] = deque()
        self._tasks: set[asyncio.Future[Any]] = set()
        self._arranging: asyncio.Future[Any] | None = None
        self._searched: object = None
        self.confined: dict[str, bool] = {}

    async def start(self) -> None:
        """Start the processes.

        Raises:
            StoreError: there is no graph.
        """
        hands = await asyncio.gather(*(self._fresh() for _ in range(self._workers)))
        self._idle.extend(hands)
        self.confined = hands[0].worker.confined

    async def stop(self) -> None:
        """End all processes."""
        for task in self._tasks:
            task.cancel()
        while self._idle:
            self._idle.pop().worker.kill()

    async def ask(self, question: Question) -> Answer | None:
        """Answer a question; None when it names a graph that is not there.

        A caller who is cancelled takes the query along: its process ends.

        Raises:
            BusyError: too many are waiting.
            KgError: as `Worker.ask` says.
        """
        if self._room <= 0:
            raise BusyError
        self._room -= 1
        try:
            try:
                async with self._turns:
                    return await self._answered(question)
            except NotArrangedError:
                await asyncio.wait({self._arrange()}, timeout=self._limits.seconds or None)
                async with self._turns:
                    return await self._answered(question)
        finally:
            self._room += 1

    async def _answered(self, question: Question) -> Answer | None:
        for last in (False, True):
            if question.page or wants_search(question.sparql):
                await self._search()
            hand = await self._taken()
            try:
                return await self._asked(hand.worker, question)
            except (DamagedError, EngineError, WorkerError):
                # Files of a graph that was replaced may be gone before they were read.
                if last or hand.mark == self._mark():
                    raise
            finally:
                self._give_back(hand)
        raise AssertionError

    async def _asked(self, worker: Worker, question: Question) -> Answer | None:
        asking = asyncio.ensure_future(to_thread.run_sync(worker.ask, question, limiter=self._threads))
        try:
            done, _ = await asyncio.wait({asking}, timeout=self._limits.seconds or None)
        except asyncio.CancelledError:
            worker.kill()
            await asyncio.wait({asking})
            asking.exception()
            raise
        if done:
            return await asking
        worker.kill()
        with suppress(KgError):
            await asking
        raise LimitError.seconds(self._limits.seconds)

    async def _taken(self) -> _Hand:
        mark = self._mark()
        while self._idle:
            hand = self._idle.popleft()
            if hand.mark == mark and hand.worker.is_fit:
                return hand
            self._later(to_thread.run_sync(hand.worker.kill))
        starting = asyncio.ensure_future(self._fresh())
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            self._later(self._keep(starting))
            raise

    def _give_back(self, hand: _Hand) -> None:
        if hand.worker.is_fit:
            self._idle.appendleft(hand)
        else:
            self._later(to_thread.run_sync(hand.worker.kill))
            self._later(self._keep(self._fresh()))

    async def _keep(self, starting: Awaitable[_Hand]) -> None:
        """Keep a process that starts for the next question, or end it where there are enough."""
        with suppress(KgError):
            hand = await starting
            if len(self._idle) < self._workers:
                self._idle.append(hand)
            else:
                hand.worker.kill()

    async def _fresh(self) -> _Hand:
        """Start a process on the graph as it is now; a build that just moves it is waited for."""
        return await to_thread.run_sync(steady, self._graph, self._started, limiter=self._threads)

    def _started(self) -> _Hand:
        mark = self._mark()
        limits = self._limits._replace(seconds=0)
        return _Hand(Worker(self._store, limits, services=self._services, program=PROGRAM), mark)

    async def _search(self) -> None:
        """See that there is the index for searching, which the processes only read."""
        mark = self._mark()
        if self._searched != mark:
            make = partial(guarded, lambda: indexed(self._graph).close(), EngineError)
            await to_thread.run_sync(make, limiter=self._threads)
            self._searched = mark

    def state(self) -> str:
        """Return what tells the graph as it is now from the one before."""
        return hashlib.sha256(repr(self._mark()).encode()).hexdigest()[:16]

    def _mark(self) -> object:
        return index.mark(self._graph)

    def _arrange(self) -> asyncio.Future[Any]:
        """Arrange evidence in graphs in a process without limits, once at a time."""
        if self._arranging is None or self._arranging.done():
            self._arranging = self._later(to_thread.run_sync(_arrange, self._store))
        return self._arranging

    def _later(self, work: Awaitable[Any]) -> asyncio.Future[Any]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _arrange(store: Path) -> None:
    with suppress(KgError), Worker(store, Limits(seconds=0, megabytes=0)) as worker:
        worker.arrange()
