"""The seal of a graph: what its files were when they were finished, so that damage is seen before any answer.

What puts a graph in its place writes `graph.seal` last: size, time of change and SHA-256 of every file of the graph,
the store's among them, below a digest of these rows. All of it is on the disk before the switch, so a power cut leaves
the old graph or the new one.

Readers compare sizes, times and names, which takes less than a millisecond. Where only times differ, as in a folder
that was copied or checked out, digests are compared once, and the seal takes the new times. `kg verify --files`
compares all digests. A graph that does not fit its seal is never answered from, and the next build takes nothing over
from it.

Not sealed are the engine's log for people, its lock and its options, which say nothing of what a store holds; the cache
of a build, whose entries are checked when they are unpacked; where the notes are, which people may change; and what can
be made anew beside the graph (the map, the index for searching). A graph without a seal was made by an older kg or by a
test; nothing is known of its files.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

FILE_NAME = "graph.seal"
STORE = "store"
_BESIDE = ("cache.db", "build.json", "map.", "search.", ".", FILE_NAME)
"""How the names of files begin that are beside a graph and no part of it."""
_SAYS_NOTHING = ("LOG", "LOCK", "OPTIONS-", "graphs.", ".")
"""How the names of files of a store begin that do not say what it holds."""
_THREADS = 4
"""Files that are read and brought to the disk at a time."""


class Row(NamedTuple):
    """A file as it was sealed."""

    size: int
    changed: int
    """When, in nanoseconds."""
    digest: str


Rows = Mapping[str, Row]


def close(fresh: Path, graph: Path) -> None:
    """Bring the files of a finished graph to the disk, and write their seal.

    Args:
        fresh: the folder that holds them now.
        graph: the folder whose files they replace; other files stay in it, as long as they are as they were sealed.
    """
    before = read(graph / FILE_NAME) or {}
    rows = sealed(fresh, members(fresh), before)
    stay = {name: row for name, row in before.items() if name not in rows and not name.startswith(f"{STORE}/")}
    write(fresh / FILE_NAME, {name: row for name, row in stay.items() if not misfit(graph, {name: row})} | rows)


def sealed(folder: Path, names: Iterable[str], before: Rows | None = None) -> dict[str, Row]:
    """Bring files to the disk, and return their rows.

    Args:
        folder: of the files.
        names: of the files.
        before: rows of an earlier seal. A file that still has its size and time keeps its digest: the parts of a store
            that one graph hands on to the next are held against what they were when they were written.
    """
    ordered = sorted(names)
    with ThreadPoolExecutor(_THREADS, "seal") as threads:
        rows = threads.map(lambda name: _row(folder / name, (before or {}).get(name)), ordered)
        found = dict(zip(ordered, rows, strict=True))
    for place in sorted({(folder / name).parent for name in ordered}):
        _sync_folder(place)
    return found


def write(path: Path, rows: Rows) -> None:
    """Write a seal, completely or not at all."""
    text = json.dumps({name: list(row) for name, row in sorted(rows.items())}, indent=0)
    part = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as seal:
            seal.write(f"{_digest_of(text.encode())}\n{text}\n")
            seal.flush()
            os.fsync(seal.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(path.parent)


def read(path: Path) -> dict[str, Row] | None:
    """Read a seal; None if there is none, or if it was changed."""
    try:
        signature, text = path.read_text(encoding="utf-8").removesuffix("\n").split("\n", 1)
        if signature != _digest_of(text.encode()):
            return None
        return {name: Row(*row) for name, row in json.loads(text).items()}
    except (OSError, ValueError):
        return None


def is_sealed(graph: Path) -> bool:
    """Return whether it can be known that a graph is as it was written."""
    return (graph / FILE_NAME).is_file()


def members(folder: Path) -> list[str]:
    """Return the names of the files of the graph in a folder."""
    with os.scandir(folder) as entries:
        files = [entry.name for entry in entries if entry.is_file() and not entry.name.startswith(_BESIDE)]
    return [*files, *(f"{STORE}/{name}" for name in stored(folder / STORE))]


def stored(store: Path) -> list[str]:
    """Return the names of the files that say what a store holds."""
    if not store.is_dir():
        return []
    with os.scandir(store) as entries:
        return [entry.name for entry in entries if entry.is_file() and not entry.name.startswith(_SAYS_NOTHING)]


def damage(graph: Path, *, whole: bool = False) -> str:
    """Return which file of a graph is not as it was sealed, and how; "" if all are, or if there is no seal.

    Args:
        graph: its folder.
        whole: whether to compare all digests, however the files look.
    """
    if not is_sealed(graph):
        return ""
    rows = read(graph / FILE_NAME)
    if rows is None:
        return f"{FILE_NAME} was changed"
    try:
        others = sorted({f"{STORE}/{name}" for name in stored(graph / STORE)} - rows.keys())
    except OSError as error:
        return f"{STORE} cannot be read: {error.strerror}"
    if others:
        return f"{others[0]} does not belong to it"
    found = misfit(graph, rows, whole=whole)
    if not found:
        _renew(graph, rows)
    return found


def misfit(folder: Path, rows: Rows, *, whole: bool = False) -> str:
    """Return which file is not as it was sealed, and how; "" if all are."""
    return next(_misfits(folder, rows, whole=whole), "")


def state(graph: Path) -> str:
    """Return what tells the graph that is in a folder now from the one before; "" where there is none."""
    with suppress(OSError):
        return _digest_of((graph / FILE_NAME).read_bytes())
    return ""


def _misfits(folder: Path, rows: Rows, *, whole: bool) -> Iterator[str]:
    for name, row in rows.items():
        path = folder / name
        try:
            status = path.stat()
            if status.st_size != row.size:
                yield f"{name} has {status.st_size:,} bytes instead of {row.size:,}"
            elif (status.st_mtime_ns != row.changed or whole) and _digest(path) != row.digest:
                yield f"{name} was changed"
        except FileNotFoundError:
            yield f"{name} is missing"
        except OSError as error:
            yield f"{name} cannot be read: {error.strerror}"


def _renew(graph: Path, rows: Rows) -> None:
    """Let the seal of a folder that was copied take the times that its files have now."""
    with suppress(OSError):
        now = {name: row._replace(changed=(graph / name).stat().st_mtime_ns) for name, row in rows.items()}
        if now != rows:
            write(graph / FILE_NAME, now)


def _row(path: Path, before: Row | None) -> Row:
    with path.open("rb+") as file:
        status = os.fstat(file.fileno())
        kept = before is not None and (status.st_size, status.st_mtime_ns) == (before.size, before.changed)
        digest = before.digest if before is not None and kept else hashlib.file_digest(file, "sha256").hexdigest()
        os.fsync(file.fileno())
    return Row(status.st_size, status.st_mtime_ns, digest)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can do that."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
