"""The files of a folder of notes: every folder below it, and what links in it lead to, within limits.

No folder ends the walk: what cannot be entered is a problem, and the rest is read. Links are followed after all that
lies in the folder itself, so that a file has its own name and not that of a link. They may lead out of the folder, as
people link folders into a vault; but never to a folder that holds the vault, nor to what the system shows of itself as
files, nor to more than `MOST_BEHIND_A_LINK` files.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path

from kg import writing
from kg.errors import VaultError, reason
from kg.model import Problem

MOST_BEHIND_A_LINK = 100_000
"""Files and folders; counted and not timed, so that the same files always give the same answer."""
_OF_THE_SYSTEM = (Path("/dev"), Path("/proc"), Path("/sys"))
NO_FILE = "this is not a regular file, but a device, a socket or a pipe"
_TO_THE_SYSTEM = "the link leads into {}, where the system shows devices and processes, so it was not followed"
_TO_TOO_MUCH = (
    f"the link leads to more than {MOST_BEHIND_A_LINK:,} files and folders, so it was not followed. "
    "Link to the folder that holds the notes"
)
_AROUND = "the link leads to a folder that holds these notes, so it was not followed"
_SAME_NAME = "another file has the same name once what is not UTF-8 in it is replaced. Rename one of them"


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a walk."""

    files: dict[str, Path]
    """Id -> file, sorted by id; the id is the path below the folder."""
    problems: tuple[Problem, ...]
    """What could not be entered or followed, and why."""


def walk(vault: Path, *, ignore: Sequence[str]) -> Found:
    """Find the files of a folder, without those that kg wrote: a graph must not feed on itself.

    Args:
        vault: the folder; what kg wrote is read if the folder itself was written by kg.
        ignore: names of files and folders that are left out, as shell patterns.

    Raises:
        VaultError: the folder cannot be read.
    """
    try:
        with os.scandir(vault):
            pass
    except OSError as error:
        raise VaultError.unreadable(str(vault), error) from error
    walker = _Walker(vault, ignore)
    for link in walker.enter(vault):
        walker.follow(link)
    files: dict[str, Path] = {}
    for note, file in sorted((id_of(file, vault), file) for file in walker.files):
        if note in files:
            walker.problems.append(Problem("same-name", _SAME_NAME, note))
        files.setdefault(note, file)
    return Found(files, tuple(sorted(walker.problems, key=lambda problem: (problem.note, problem.code))))


def id_of(path: Path, vault: Path) -> str:
    """Return the path of a file below the vault, as text that can be written."""
    name = path.name if path == vault else path.relative_to(vault).as_posix()
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class _Walker:
    """Collects files and problems."""

    def __init__(self, vault: Path, ignore: Sequence[str]) -> None:
        self._vault, self._ignore = vault, ignore
        self._place = Path(os.path.realpath(vault))
        self._system = [place for place in _OF_THE_SYSTEM if not self._place.is_relative_to(place)]
        self._own: set[Path] = set()
        self._left: int | None = None
        """How many files and folders may still be looked at; None for any number."""
        self.seen: dict[tuple[int, int], None] = {}
        """The folders that were entered, in order."""
        self.files: list[Path] = []
        self.problems: list[Problem] = []

    def enter(self, start: Path) -> list[Path]:
        """Read a folder and what is below it; return the links to other folders, sorted."""
        folders, links = [start], list[Path]()
        while folders and not self._is_too_much():
            folder = folders.pop()
            for entry in self._entries(folder):
                path = folder / entry.name
                try:
                    is_folder, is_file, is_link = entry.is_dir(), entry.is_file(), entry.is_symlink()
                    place = Path(os.path.realpath(path, strict=True)) if is_link else path
                except OSError as error:
                    self._tell(path, "unreadable", f"the link cannot be followed: {reason(error)}")
                    continue
                system = next(filter(place.is_relative_to, self._system), None) if is_link else None
                if system is not None:
                    self._tell(path, "symlink-to-system", _TO_THE_SYSTEM.format(system))
                elif is_folder:
                    (links if is_link else folders).append(path)
                elif not is_file:
                    self._tell(path, "unreadable", NO_FILE)
                elif path not in self._own and not writing.is_marked(path):
                    self.files.append(path)
        return sorted(links)

    def follow(self, link: Path) -> None:
        """Read what a link leads to, and the links behind it; if that is too much, nothing of it."""
        before = len(self.seen), len(self.files), len(self.problems)
        self._left = MOST_BEHIND_A_LINK
        links = [link]
        while links and not self._is_too_much():
            first = links.pop()
            if self._place.is_relative_to(os.path.realpath(first)):
                self._tell(first, "symlink-loop", _AROUND)
            else:
                links += reversed(self.enter(first))
        if self._is_too_much():
            seen, files, problems = before
            self.seen = dict.fromkeys(islice(self.seen, seen))
            del self.files[files:], self.problems[problems:]
            self._tell(link, "symlink-to-too-much", _TO_TOO_MUCH)

    def _is_too_much(self) -> bool:
        return self._left is not None and self._left < 0

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        """Return what is in a folder and not ignored, by name; nothing if it cannot be read or was entered before."""
        try:
            status = folder.stat()
            with os.scandir(folder) as found:
                entries = list(islice(found, None if self._left is None else self._left + 1))
        except OSError as error:
            self._tell(folder, "unreadable", f"the folder cannot be read: {reason(error)}")
            return []
        if (status.st_dev, status.st_ino) in self.seen:
            self._tell(folder, "symlink-loop", "the folder was already read through another path")
            return []
        self.seen[status.st_dev, status.st_ino] = None
        if self._left is not None:
            self._left -= len(entries)
        if folder != self._vault:
            self._own |= {folder / path for path in writing.listed(folder)}
        kept = (entry for entry in entries if not any(fnmatch(entry.name, pattern) for pattern in self._ignore))
        return sorted(kept, key=lambda entry: entry.name)

    def _tell(self, path: Path, code: str, message: str) -> None:
        self.problems.append(Problem(code, message, id_of(path, self._vault)))
