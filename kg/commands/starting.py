"""Start the process from which those that read notes are forked, while this one still imports what it needs itself."""

from __future__ import annotations

import multiprocessing
import os
from contextlib import suppress
from pathlib import Path

PRELOADED = "kg.pipeline.loaded"
_WORTH = 100_000
"""Bytes of notes from which on a build uses processes."""


def start_processes(notes: Path, graph: Path) -> None:
    """Start it when a build from nothing will need it: notes are many, there are processors, and nothing is known.

    Args:
        notes: a vault, or one note.
        graph: the folder of its graph.
    """
    few = len(os.sched_getaffinity(0)) < 2 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) < 2
    if few or "forkserver" not in multiprocessing.get_all_start_methods() or (graph / "cache.db").exists():
        return
    with suppress(OSError):
        if _are_many(notes):
            from multiprocessing import forkserver

            forkserver.set_forkserver_preload([PRELOADED])
            forkserver.ensure_running()


def _are_many(notes: Path) -> bool:
    size = 0
    for folder, _, files in os.walk(notes):
        size += sum(Path(folder, file).stat().st_size for file in files)
        if size >= _WORTH:
            return True
    return False
