"""Processes beside this one: from when they pay, how many there may be, and what they are forked from.

Imported before anything heavy, so that the process they are forked from can start while this one still imports.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from multiprocessing.context import BaseContext
from pathlib import Path

WORTH_WORKERS = 100_000
"""Bytes of notes from which on processes that read notes pay."""
_LOADED, _BARE = "kg.pipeline.loaded", "kg.pipeline.extracting"


_BEGAN = time.perf_counter()


def running() -> float:
    """Give the seconds for which this program runs, nearly: from when it imported this module, its first."""
    return time.perf_counter() - _BEGAN


def peak_memory() -> int:
    """Give the most memory that this process has had, in megabytes; 0 where the system does not tell.

    On Linux what `getrusage` tells includes what the process that started this one had.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return int(status.partition("VmHWM:")[2].split()[0]) // 1000
    except (OSError, IndexError, ValueError):
        pass
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (1_000_000 if sys.platform == "darwin" else 1_000)


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


def start() -> None:
    """Start the process that those that read notes are forked from, if not yet, where the system has such."""
    if context(reading=True).get_start_method() == "forkserver":
        from multiprocessing import forkserver

        forkserver.ensure_running()
