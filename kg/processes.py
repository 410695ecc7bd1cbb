"""Processes beside this one: from when they pay, how many there may be, and what they are forked from.

Imported before anything heavy, so that the process they are forked from can start while this one still imports.
"""

from __future__ import annotations

import multiprocessing
import os
from contextlib import suppress
from multiprocessing.context import BaseContext
from pathlib import Path

WORTH_WORKERS = 100_000
"""Bytes of notes from which on processes that read notes pay."""
WORTH_WRITERS = 300
"""Notes from which on processes that write their graphs pay."""
_LOADED, _BARE = "kg.pipeline.loaded", "kg.pipeline.extracting"


def processors() -> int:
    """Count the processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def context(*, reading: bool) -> BaseContext:
    """Have processes begin anew: a copy of this one would take over its locks without the threads that hold them.

    Args:
        reading: whether they are to read notes, and need all that takes.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    chosen = multiprocessing.get_context("forkserver")
    chosen.set_forkserver_preload([_LOADED if reading else _BARE])
    return chosen


def start(*more: str) -> None:
    """Start the process that those that read notes are forked from, if not yet, where the system has such.

    Args:
        more: modules that these need besides.
    """
    chosen = context(reading=True)
    if chosen.get_start_method() == "forkserver":
        from multiprocessing import forkserver

        chosen.set_forkserver_preload([_LOADED, *more])
        forkserver.ensure_running()


CACHE = "cache.db"
"""The file of what was read before; its module is one of those that take long to import."""


def start_processes(notes: Path, graph: Path) -> None:
    """Start it if a build from scratch will need it: many notes, several processors, and no cache."""
    with suppress(OSError):
        if processors() > 1 and not (graph / CACHE).exists() and _are_many(notes):
            start()


def _are_many(notes: Path) -> bool:
    size = 0
    for folder, _, files in os.walk(notes):
        size += sum(Path(folder, file).stat().st_size for file in files)
        if size >= WORTH_WORKERS:
            return True
    return False
