"""The seal of a graph: what its files were when they were finished, so that damage is seen before anything is answered.

Whatever puts a graph in its place writes `graph.seal` last, before the switch: size, time of change and digest of every
file of the graph, below a digest of these rows. All files are on the disk by then, so a power cut leaves the old graph
or the new one.

- A reader looks at sizes, times and the names of the files of the store, which takes less than a millisecond. Where
  only times differ, as in a folder that was copied or checked out, it compares digests, and the seal takes the times.
- A build compares all digests before it takes anything over from the old graph, and so does a reader that fails.
  `kg verify --files` also compares the quads of the store with those of `graph.trig`. What they find is kept in the
  seal, so that every reader knows it from then on.
- What does not fit is never answered from. The next build takes nothing over from it.

The engine's log for people, its lock and its options say nothing of what a store holds and are not in the seal. Neither
is the cache, each entry of which is checked when it is unpacked, nor where the notes are, which has a digest of its own
(`kg.origin`), nor what changes on its own beside the graph and can be made anew: the map, the index for searching and
the second store have seals of their own.
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

from kg.writing import durable_file, sync_folder

GRAPH, MAP, SEARCH = "graph.seal", "map.seal", "search.seal"
STORE = "store"
_BESIDE = ("build.json", "cache.db", "map.", "search.", ".", GRAPH)
"""How the names of files begin that are beside a graph and no part of it."""
_SAYS_NOTHING = ("LOG", "LOCK", "OPTIONS-", ".")
"""How the names of files of a store begin that do not say what it holds."""
_FOUND = ""
"""In place of a name: its row has in place of a digest what was found to be wrong."""
_THREADS = 4
"""Files that are read and brought to the disk at the same time: a disk takes several at once."""


class Row(NamedTuple):
    """A file as it was sealed."""

    size: int
    changed: int
    """When, in nanoseconds."""
    digest: str


Rows = Mapping[str, Row]


def close(
    folder: Path, names: Iterable[str], *, file: str, before: Rows | None = None, beside: Rows | None = None
) -> None:
    """Bring files to the disk and write their seal.

    Args:
        folder: of the files and of the seal.
        file: name of the seal.
        before: rows of an earlier seal. A file that still has its size and time keeps its digest: what one graph takes
            over from another is held against what it was when it was written.
        beside: rows of other files, which are already on the disk.
    """
    with ThreadPoolExecutor(_THREADS, thread_name_prefix="kg-seal") as threads:
        rows = threads.map(lambda name: _row(folder / name, (before or {}).get(name)), ordered := sorted(names))
        found = dict(zip(ordered, rows, strict=True))
    for place in sorted({(folder / name).parent for name in ordered} - {folder}):
        sync_folder(place)
    write(folder / file, {**(beside or {}), **found})


def write(path: Path, rows: Rows) -> None:
    """Write a seal, completely or not at all."""
    text = json.dumps({name: list(row) for name, row in sorted(rows.items())}, indent=0)
    with durable_file(path) as file:
        file.write(f"{_signature(text)}\n{text}\n".encode())


def read(path: Path) -> Rows | None:
    """Read a seal; None if there is none, or if it was changed."""
    try:
        signature, text = path.read_text(encoding="utf-8").removesuffix("\n").split("\n", 1)
        return {name: Row(*row) for name, row in json.loads(text).items()} if signature == _signature(text) else None
    except (OSError, ValueError):
        return None


def members(folder: Path) -> list[str]:
    """Return the names of the files of the graph in a folder."""
    files = [entry.name for entry in os.scandir(folder) if entry.is_file() and not entry.name.startswith(_BESIDE)]
    return [*files, *(f"{STORE}/{name}" for name in stored(folder / STORE))]


def stored(store: Path) -> list[str]:
    """Return the names of the files that say what a store holds."""
    if not store.is_dir():
        return []
    with os.scandir(store) as entries:
        return [entry.name for entry in entries if entry.is_file() and not entry.name.startswith(_SAYS_NOTHING)]


def damage(folder: Path, *, whole: bool = False) -> str:
    """Return what is wrong with the graph in a folder, "" if it is as it was sealed.

    Args:
        whole: whether to compare all digests, however the files look.
    """
    rows = read(folder / GRAPH)
    if rows is None:
        return f"{GRAPH} {'was changed' if (folder / GRAPH).exists() else 'is missing'}"
    if _FOUND in rows:
        return rows[_FOUND].digest
    try:
        others = sorted({f"{STORE}/{name}" for name in stored(folder / STORE)} - rows.keys())
    except OSError as error:
        return f"{STORE} cannot be read: {error.strerror}"
    if others:
        return f"{others[0]} is no part of it"
    return next(_misfits(folder, rows, whole=whole), "")


def remember(folder: Path, found: str) -> None:
    """Keep in the seal of a graph what was found to be wrong with it."""
    if rows := read(folder / GRAPH):
        write(folder / GRAPH, {**rows, _FOUND: Row(0, 0, found)})


def damage_beside(folder: Path, file: str) -> str:
    """Return what is wrong with the files of a seal beside a graph, "" if nothing is; each of them may be missing."""
    rows = read(folder / file)
    if rows is None:
        return f"{file} was changed" if (folder / file).exists() else ""
    return next(_misfits(folder, {name: row for name, row in rows.items() if (folder / name).exists()}, whole=True), "")


def fits(folder: Path, name: str, *, file: str) -> bool:
    """Return whether a file beside a graph is there as it was sealed."""
    rows = read(folder / file) or {}
    return name in rows and _is_as_sealed(folder, rows, [name], file)


def is_whole(folder: Path, names: Iterable[str], *, file: str) -> bool:
    """Return whether a folder has the files that were sealed, as they were, and no others."""
    rows = read(folder / file)
    return rows is not None and rows.keys() == set(names) and _is_as_sealed(folder, rows, rows, file)


def refreshed(folder: Path, rows: Rows) -> dict[str, Row]:
    """Return rows with the times that files have now."""
    return {name: row._replace(changed=(folder / name).stat().st_mtime_ns) for name, row in rows.items()}


def remaining(folder: Path, rows: Rows) -> dict[str, Row]:
    """Return the rows of files that still are as they were sealed."""
    return {name: row for name, row in rows.items() if not next(_misfits(folder, {name: row}), "")}


def state(folder: Path) -> str:
    """Return a digest of what the graph in a folder says; "" if it has no seal."""
    rows = read(folder / GRAPH) or {}
    told = "\n".join(
        f"{name} {row.digest}" for name, row in sorted(rows.items()) if name in ("graph.trig", "index.json")
    )
    return hashlib.sha256(told.encode()).hexdigest() if told else ""


def _is_as_sealed(folder: Path, rows: Rows, names: Iterable[str], file: str) -> bool:
    """Return whether files are as in their rows; if they were copied, their seal takes their times."""
    some = {name: rows[name] for name in names}
    if next(_misfits(folder, some), ""):
        return False
    with suppress(OSError):
        if (now := refreshed(folder, some)) != some:
            write(folder / file, {**rows, **now})
    return True


def _misfits(folder: Path, rows: Rows, *, whole: bool = False) -> Iterator[str]:
    for name, row in rows.items():
        path = folder / name
        try:
            status = path.stat()
            if status.st_size != row.size:
                yield f"{name} has {status.st_size:,} bytes instead of {row.size:,}"
            elif not os.access(path, os.R_OK):
                yield f"{name} cannot be read"
            elif (status.st_mtime_ns != row.changed or whole) and digest_of(path) != row.digest:
                yield f"{name} was changed"
        except FileNotFoundError:
            yield f"{name} is missing"
        except OSError as error:
            yield f"{name} cannot be read: {error.strerror}"


def _row(path: Path, before: Row | None) -> Row:
    with path.open("rb+") as file:
        status = os.fstat(file.fileno())
        kept = before is not None and (status.st_size, status.st_mtime_ns) == (before.size, before.changed)
        digest = before.digest if before is not None and kept else hashlib.file_digest(file, "sha256").hexdigest()
        os.fsync(file.fileno())
    return Row(status.st_size, status.st_mtime_ns, digest)


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _signature(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
