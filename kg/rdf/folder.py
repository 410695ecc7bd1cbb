"""The folder of a graph: a new graph takes the place of the old one whole, or not at all.

A build writes into `.next`. When all is there, `.next` is renamed to `.ready`, in one step: from then on the new graph
is the graph, and its parts only have to be moved to their places, which whoever comes next does when this process dies.
What died before that step is rubbish, and the next build removes it. All that is in `.next` is on the disk before it is
renamed (see `kg.rdf.seal`), and the names of the graph before the old one is removed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TypeVar

from kg.errors import DamagedError, EngineError, StoreError, WorkerError
from kg.rdf import index, named, seal
from kg.rdf.contents import differing
from kg.rdf.store import Store
from kg.writing import sync_folder

NEXT = ".next"
READY = ".ready"
OLD = ".old"
LOCK = ".lock"
"""The file that stands for the folder where a folder cannot be locked."""
_ATTEMPTS = 5

T = TypeVar("T")


@contextlib.contextmanager
def replacing(graph: Path) -> Iterator[Path]:
    """Yield an empty folder to build into; its entries replace those of the graph only after the block.

    The new graph is sealed, with those files of the old one that stay and are whole.

    Raises:
        StoreError: the folder cannot be written, or another build writes into it.
        OSError: the block could not read something elsewhere.
    """
    try:
        graph.mkdir(parents=True, exist_ok=True)
        with locked(graph, wait=False):
            _tidy(graph)
            fresh = graph / NEXT
            fresh.mkdir()
            try:
                yield fresh
                _seal(fresh, graph)
                fresh.rename(graph / READY)
                sync_folder(graph)
            finally:
                shutil.rmtree(fresh, ignore_errors=True)
            _tidy(graph)
    except OSError as error:
        if os.path.isdir(graph) and _is_elsewhere(error.filename, graph):  # noqa: PTH112 - Path.is_dir may raise
            raise
        number = f" (errno {error.errno})" if error.errno else ""
        if sys.platform == "win32" and isinstance(error, PermissionError):
            number += "; a program that has it open, such as kg serve, has to end first"
        told = f"the graph in {str(graph)!r} cannot be written: {error.strerror or error}{number}"
        raise StoreError(f"{told}. Choose another folder with --graph") from error


def settle(graph: Path) -> None:
    """Finish what a build that was killed at its end left undone, so that store and files belong to one graph."""
    # Without the right to write, or while a build does the same, there is nothing to do here.
    if (graph / READY).is_dir():
        with contextlib.suppress(OSError), locked(graph, wait=True):
            _tidy(graph)


def check(graph: Path, *, whole: bool = False) -> None:
    """See that the graph in a folder is as it was sealed.

    Args:
        whole: whether to compare all digests, however the files look.

    Raises:
        StoreError: there is no graph.
        DamagedError: it is not.
    """
    if not (graph / seal.STORE).is_dir() and not (graph / seal.GRAPH).exists():
        raise StoreError.missing(str(graph))
    found = seal.damage(graph, whole=whole)
    if found:
        raise DamagedError.at(str(graph), found)
    _renew_times(graph)


def verify(graph: Path, *, with_store: bool = False) -> list[str]:
    """Compare every byte of a graph and of what is beside it with their seals.

    What is found is remembered where one may write: nothing is answered from what is damaged any more, and it is made
    anew: the graph by the next build, other files when they are next needed.

    Args:
        with_store: whether to compare what the store says with the files, too.

    Returns:
        What is wrong beside the graph.

    Raises:
        StoreError: there is no graph.
        DamagedError: it is not what was built.
    """
    settle(graph)
    before = index.mark(graph)
    check(graph)
    if damage := seal.damage(graph, whole=True) or (_disagreement(graph) if with_store else ""):
        with contextlib.suppress(OSError), locked(graph, wait=True):
            if index.mark(graph) == before:
                seal.remember(graph, damage)
        raise DamagedError.at(str(graph), damage)
    found = []
    for folder, file in ((graph, seal.MAP), (graph, seal.SEARCH), (graph / seal.STORE / named.FOLDER, named.SEAL)):
        if damage := seal.damage_beside(folder, file):
            found.append((folder / damage).relative_to(graph).as_posix())
            with contextlib.suppress(OSError):
                (folder / file).unlink()
    return found


def _disagreement(graph: Path) -> str:
    with Store.open(graph / seal.STORE, read_only=True) as store:
        different = differing(store)
    return f"the store and graph.trig do not agree on {different}" if different else ""


def steady(graph: Path, work: Callable[[], T]) -> T:
    """Do something that reads a graph; do it again if a build put another graph in its place meanwhile."""
    for _ in range(_ATTEMPTS):
        settle(graph)
        before = index.mark(graph)
        try:
            return work()
        except (StoreError, EngineError, WorkerError):
            if index.mark(graph) == before and not (graph / READY).is_dir():
                raise
    return work()


def open_store(graph: Path, *, services: Collection[str] = ()) -> Store:
    """Open the store of a graph to read it.

    Args:
        services: IRIs of the endpoints that queries may ask with SERVICE.

    Raises:
        StoreError: nothing was built there.
        DamagedError: it is not what was built.
    """

    def opened() -> Store:
        check(graph)
        return Store.open(graph / seal.STORE, read_only=True, services=services)

    return steady(graph, opened)


def _is_elsewhere(file: object, graph: Path) -> bool:
    return isinstance(file, str | bytes) and not Path(os.fsdecode(file)).absolute().is_relative_to(graph.absolute())


def _seal(fresh: Path, graph: Path) -> None:
    rows = seal.remaining(graph, seal.read(graph / seal.GRAPH) or {})
    names = seal.members(fresh)
    stay = {name: row for name, row in rows.items() if not name.startswith(f"{seal.STORE}/") and name not in names}
    seal.close(fresh, names, file=seal.GRAPH, before=rows, beside=stay)


def _renew_times(graph: Path) -> None:
    """Give the seal the times that the files of a copied graph have, where one may write it and nobody builds."""
    path = graph / seal.GRAPH
    rows = seal.read(path)
    with contextlib.suppress(OSError, StoreError):
        if rows is not None and (now := seal.refreshed(graph, rows)) != rows:
            with locked(graph, wait=False):
                if seal.read(path) == rows:
                    seal.write(path, now)


def _tidy(graph: Path) -> None:
    """Move a finished graph to its place, and remove what is of no use; may be interrupted and done again."""
    ready, old = graph / READY, graph / OLD
    if ready.is_dir():
        for entry in sorted(ready.iterdir()):
            place = graph / entry.name
            if place.is_dir() or (entry.is_dir() and place.exists()):
                _remove(old)
                place.rename(old)
            entry.replace(place)
        sync_folder(graph)
        ready.rmdir()
    for rubbish in (old, graph / NEXT):
        _remove(rubbish)


def _remove(path: Path) -> None:
    """Remove a folder, whatever its permissions are, or a file."""
    if path.is_dir():
        path.chmod(0o700)
        for each in path.iterdir():
            if each.is_dir():
                each.chmod(0o700)
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def locked(graph: Path, *, wait: bool) -> Iterator[None]:
    """Let one process at a time change a folder; the lock goes with the process."""
    # Windows locks bytes of a file, and no folder.
    is_file = sys.platform == "win32"
    opened = os.open(graph / LOCK, os.O_RDWR | os.O_CREAT) if is_file else os.open(graph, os.O_RDONLY)
    try:
        try:
            _lock(opened, wait=wait)
        except (BlockingIOError, PermissionError) as error:
            raise StoreError.locked(str(graph), "another build") from error
        yield
    finally:
        os.close(opened)


def _lock(opened: int, *, wait: bool) -> None:
    """Lock what is open; closing it unlocks it.

    Raises:
        OSError: another process has locked it, and this one does not wait.
    """
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(opened, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(opened, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
