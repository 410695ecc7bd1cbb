"""Files that appear whole or not at all; and which files kg wrote, by a list in their folder and a mark at their head.

A graph that read what was written from it would feed on itself, so `kg build` leaves these files out; and what kg did
not write, or somebody changed since, it never replaces or removes.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import BinaryIO

LIST = ".kg-generated"
"""The file that lists what kg wrote into the folder it stands in, as `sha256sum` lists files."""
MARK = "generated-by: kg"
"""The first line of the front matter of a note that kg wrote among the notes of the user."""
_HEAD = "# Written by kg, and not read by kg build. To keep a change of yours, save the file under another name.\n"
_LINE = re.compile(r"(?P<sum>[0-9a-f]{64})  (?P<path>[^\r\n]+)")
_FIRST_LINES = re.compile(rb"(?:\xef\xbb\xbf)?---\r?\n" + MARK.encode() + rb"\r?\n")


def digest(content: bytes) -> str:
    """Sum up the bytes of a file as the list does."""
    return hashlib.sha256(content).hexdigest()


def listed(folder: Path) -> dict[str, frozenset[str]]:
    """Return the files that kg wrote into a folder: path below it -> the sums it may have.

    It has two while kg replaces it. Paths that lead out of the folder are nobody's business here and left out.
    """
    try:
        text = (folder / LIST).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    found: dict[str, set[str]] = defaultdict(set)
    for match in _LINE.finditer(text):
        path = PurePosixPath(match["path"])
        if not path.is_absolute() and ".." not in path.parts and "\\" not in match["path"]:
            found[path.as_posix()].add(match["sum"])
    return {path: frozenset(sums) for path, sums in found.items()}


def listing(sums: Mapping[str, Iterable[str]]) -> str:
    """Write the list of a folder."""
    return _HEAD + "".join(f"{one}  {path}\n" for path in sorted(sums) for one in sorted(sums[path]))


def is_marked(path: Path) -> bool:
    """Return whether a Markdown file has the mark; a file that is none or cannot be read has none."""
    try:
        if path.suffix.lower() != ".md" or not path.is_file():
            return False
        with path.open("rb") as file:
            return _FIRST_LINES.match(file.read(64)) is not None
    except OSError:
        return False


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
