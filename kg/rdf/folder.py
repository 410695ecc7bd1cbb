"""The folder of a graph: a new graph takes the place of the old one whole, or not at all.

A build writes into `.next`. When all is there and sealed (`kg.seal`), `.next` is renamed to `.ready`, in one step: from
then on the new graph is the graph, and its parts only have to be moved to their places, which whoever comes next does
when this process dies. What died before that step is rubbish, and the next build removes it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from kg import seal
from kg.errors import DamagedError, StoreError

NEXT = ".next"
READY = ".ready"
OLD = ".old"


@contextlib.contextmanager
def replacing(graph: Path) -> Iterator[Path]:
    """Yield an empty folder to build into; its entries replace those of the graph only after the block.

    Raises:
        StoreError: the folder cannot be written, or another build writes into it.
    """
    try:
        graph.mkdir(parents=True, exist_ok=True)
        with _locked(graph, wait=False):
            _tidy(graph)
            fresh = graph / NEXT
            fresh.mkdir()
            try:
                yield fresh
                seal.close(fresh, graph)
                fresh.rename(graph / READY)
            finally:
                shutil.rmtree(fresh, ignore_errors=True)
            _tidy(graph)
    except OSError as error:
        number = f" (errno {error.errno})" if error.errno else ""
        place = Path(error.filename) if isinstance(error.filename, str) else graph
        if not place.is_relative_to(graph):
            raise StoreError.unreadable(str(place), f"{error.strerror}{number}") from error
        raise StoreError.unwritable(str(graph), f"{error.strerror or error}{number}") from error


def check(graph: Path) -> None:
    """See that the graph in a folder is whole and as it was written; wait for a build that just puts it there.

    Raises:
        DamagedError: it is not.
    """
    for last in (False, False, True):
        settle(graph)
        state = seal.state(graph)
        found = seal.damage(graph)
        if not found:
            return
        if last or not ((graph / READY).is_dir() or seal.state(graph) != state):
            raise DamagedError(str(graph), found)


def settle(graph: Path) -> None:
    """Finish what a build that was killed at its end left undone, so that store and files belong to one graph."""
    # Without the right to write, or while a build does the same, there is nothing to do here.
    if (graph / READY).is_dir():
        with contextlib.suppress(OSError), _locked(graph, wait=True):
            _tidy(graph)


def _tidy(graph: Path) -> None:
    """Move a finished graph to its place, and remove what is of no use; may be interrupted and done again."""
    ready, old = graph / READY, graph / OLD
    if ready.is_dir():
        for entry in sorted(ready.iterdir()):
            place = graph / entry.name
            if place.is_dir():
                _remove(old)
                place.rename(old)
            entry.replace(place)
        ready.rmdir()
    for rubbish in (old, graph / NEXT):
        _remove(rubbish)


def _remove(folder: Path) -> None:
    if folder.is_dir():
        shutil.rmtree(folder)


@contextlib.contextmanager
def _locked(graph: Path, *, wait: bool) -> Iterator[None]:
    """Let one process at a time change a folder, where the system can lock one; the lock goes with the process."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    folder = os.open(graph, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield
    except BlockingIOError as error:
        raise StoreError.locked(str(graph), "another build") from error
    finally:
        os.close(folder)
