"""The benchmark measures the same vaults everywhere, and its table says what was measured."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import vaults
from places import ROOT


def digest(folder: Path) -> str:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    content = b"".join(path.relative_to(folder).as_posix().encode() + path.read_bytes() for path in files)
    return hashlib.sha256(content).hexdigest()


def test_a_vault_of_a_size_is_always_the_same(tmp_path: Path) -> None:
    sizes = {vaults.make(tmp_path / name, notes=21) for name in ("a", "b")}

    assert len(sizes) == 1
    assert digest(tmp_path / "a") == digest(tmp_path / "b")


def test_a_vault_has_notes_in_every_style(tmp_path: Path) -> None:
    vaults.make(tmp_path, notes=len(vaults.STYLES))

    assert len({path.stem.split("-")[1] for path in tmp_path.rglob("*.md")}) == len(vaults.STYLES)


def test_the_benchmark_reports_each_step_of_each_size() -> None:
    command = [sys.executable, str(ROOT / "tests" / "benchmarks" / "run.py"), "7", "14"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)

    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()[1:]]
    steps = ("build", "update", "query", "export")
    assert [(row[0], row[3]) for row in rows] == [(n, s) for n in ("7", "14") for s in steps]
    assert all(float(row[4]) > 0 and int(row[2]) > 100 and int(row[8]) > 10 for row in rows)
