"""What kg needs of a system: nothing that only one of them has, unless it is guarded; the rest is tested with stand-ins."""

from __future__ import annotations

import ast
import multiprocessing
import re
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from places import ROOT

from kg import processes
from kg.errors import StoreError
from kg.rdf.folder import LOCK, replacing

OF_ONE_SYSTEM = {"fcntl", "grp", "msvcrt", "posix", "pwd", "resource", "syslog", "termios", "tty", "winreg"}
"""Modules of the standard library that not every system has."""


def test_what_not_every_system_has_is_imported_only_where_it_is_used() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (ROOT / "kg").rglob("*.py")
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(statement, ast.Import | ast.ImportFrom)
        for name in ([statement.module] if isinstance(statement, ast.ImportFrom) else [a.name for a in statement.names])
    }
    assert [one for one in sorted(found) if one.rpartition(": ")[2] in OF_ONE_SYSTEM] == []


def test_processes_begin_anew_where_none_can_be_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])

    context = processes.context(reading=True)
    processes.start()
    assert context.get_start_method() == "spawn"
    with context.Pool(1) as pool:
        assert pool.apply(abs, (-1,)) == 1


class Locks:
    """Stands for the locks of Windows: one process holds the first byte of a file until it closes it."""

    LK_LOCK, LK_NBLCK = 1, 2

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.is_held = False

    def locking(self, _file: int, way: int, size: int) -> None:
        assert size == 1
        self.asked.append(way)
        if self.is_held:
            raise PermissionError(13, "Permission denied")


@pytest.mark.skipif(sys.platform == "win32", reason="stands for Windows")
def test_one_build_at_a_time_writes_where_only_files_can_be_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locks = Locks()
    monkeypatch.setitem(sys.modules, "msvcrt", locks)
    monkeypatch.setattr("kg.rdf.folder.sys", SimpleNamespace(platform="win32"))

    with replacing(tmp_path / "graph") as folder:
        (folder / "graph.ttl").write_text("")
    assert locks.asked == [Locks.LK_NBLCK] and (tmp_path / "graph" / LOCK).exists()

    locks.is_held = True
    with pytest.raises(StoreError, match="another build"), replacing(tmp_path / "graph"):
        pass


def test_messages_name_what_the_extras_install() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]

    named = {
        library
        for path in (ROOT / "kg").rglob("*.py")
        for library in re.findall(r'MissingLibraryError\.of\("[^"]*", "([^"]*)"\)', path.read_text(encoding="utf-8"))
    }
    brought = {"dask>=2024.8"}  # by distributed, which is named
    wanted = {library for name, some in extras.items() if name not in ("dev", "train") for library in some}
    assert named == wanted - brought


def test_no_page_installs_a_name_that_is_not_registered() -> None:
    pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md", *(ROOT / "notebooks").glob("*.ipynb")]
    assert [page.name for page in pages if re.search(r"install\b[^\n]*kg-notes", page.read_text("utf-8"))] == []
