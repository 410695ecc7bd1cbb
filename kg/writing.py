"""Files that appear whole or not at all: what is written stands beside its place until it is complete."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing_file(path: Path) -> Iterator[Path]:
    """Yield where to write a file; it takes the place of the old one when the block ends without an error.

    Two programs that write one file at the same time do not meet: the last one's file stays. A link is followed, and
    the file keeps its permissions. A device, such as `/dev/stdout`, is written to itself.

    Raises:
        FileNotFoundError: there is no such folder.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        yield path
        return
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {str(path.parent)!r}")
    partial = path.with_name(f".{path.name[-50:]}-{os.getpid()}")
    try:
        yield partial
        if path.exists():
            shutil.copymode(path, partial)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def write_text(path: Path, pieces: Iterable[str]) -> None:
    """Write a text file in UTF-8 piece by piece."""
    with replacing_file(path) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        file.writelines(pieces)


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file."""
    with replacing_file(path) as partial:
        partial.write_bytes(content)


@contextmanager
def durable_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a file to write bytes to; when it takes its place it is on the disk, so that no power cut takes it."""
    with replacing_file(path) as partial, partial.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can do that."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
