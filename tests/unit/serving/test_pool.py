"""The processes that answer queries: none is lost."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from kg.rdf import Question
from kg.serving import pool as pools
from kg.serving.options import Options


class SlowWorker:
    """A process that takes its time to start."""

    is_fit = True

    def __init__(self, begun: threading.Event, ready: threading.Event) -> None:
        begun.set()
        ready.wait(30)
        self.killed = False

    def kill(self) -> None:
        self.killed = True


def test_a_process_that_starts_for_a_client_that_leaves_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ready, started = threading.Event(), threading.Event(), []

    def start(*_: object, **__: object) -> SlowWorker:
        started.append(SlowWorker(begun, ready))
        return started[-1]

    monkeypatch.setattr(pools, "Worker", start)
    monkeypatch.setattr(pools, "steady", lambda _, work: work())
    monkeypatch.setattr(pools, "index", SimpleNamespace(mark=lambda _: 0))

    async def scenario() -> None:
        pool = pools.Pool(Options(tmp_path, workers=1))
        asked = asyncio.create_task(pool.ask(Question("ASK {}")))
        await asyncio.to_thread(begun.wait, 30)
        asked.cancel()
        await asyncio.wait({asked})
        ready.set()
        await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})
        await pool.stop()

    asyncio.run(scenario())

    assert [worker.killed for worker in started] == [True]
