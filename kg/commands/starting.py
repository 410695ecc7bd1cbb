"""Start the process from which those that read notes are forked, while this one still imports what it needs itself."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from kg import processes

KNOWN = "cache.db"
"""The file of what was read before; its module is one of those that take long to import."""


def start_processes(notes: Path, graph: Path) -> None:
    """Start it if a build from scratch will need it: many notes, several processors, and no cache.

    Args:
        notes: a vault, or one note.
        graph: the folder of its graph.
    """
    with suppress(OSError):
        if processes.processors() > 1 and not (graph / KNOWN).exists() and _are_many(notes):
            processes.start()


def _are_many(notes: Path) -> bool:
    size = 0
    for folder, _, files in os.walk(notes):
        size += sum(Path(folder, file).stat().st_size for file in files)
        if size >= processes.WORTH_WORKERS:
            return True
    return False
