"""The benchmark measures the same vaults everywhere, and its tables say what was measured."""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import measuring
import networks
import prose
import pytest
import run
import startup
import vaults
from measuring import Measure
from places import ROOT

from kg.cli import main

KINDS = {"dense": len(vaults.STYLES), "prose": len(prose.STYLES)}


def digest(folder: Path) -> str:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    content = b"".join(path.relative_to(folder).as_posix().encode() + path.read_bytes() for path in files)
    return hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize("kind", KINDS)
def test_a_vault_of_a_size_is_always_the_same(kind: str, tmp_path: Path) -> None:
    sizes = {vaults.make(tmp_path / name, notes=21, kind=kind) for name in ("a", "b")}

    assert len(sizes) == 1
    assert digest(tmp_path / "a") == digest(tmp_path / "b")


@pytest.mark.parametrize("kind", KINDS)
def test_a_vault_has_notes_in_every_style(kind: str, tmp_path: Path) -> None:
    vaults.make(tmp_path, notes=KINDS[kind], kind=kind)

    assert len({path.stem.split("-")[1] for path in tmp_path.rglob("*.md")}) == KINDS[kind]


Bench = Callable[..., list[list[str]]]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Bench:
    """Run the benchmark, and give the words of its lines."""

    def lines(*arguments: str) -> list[list[str]]:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["run.py", *arguments])
        run.main()
        return [line.split() for line in capsys.readouterr().out.splitlines()]

    return lines


def kg_here(*arguments: object, path: Path | None = None) -> Measure:
    """Run a command of kg in this process, as `measuring.kg` does in one of its own."""
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            code: object = main([str(argument) for argument in arguments])
        except SystemExit as ended:  # of --help
            code = ended.code
    assert (path, code) == (None, 0)
    return Measure(seconds=1.0, megabytes=1.0)


def test_the_benchmark_reports_each_step(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "kg", kg_here)
    rows = bench("7", "--kind", "dense", "--updates", "1")[1:]

    steps = ["build", "update", "slowest", "query", "export", "map", "load"]
    assert [(row[1], next(word for word in row[3:] if word.isalpha())) for row in rows] == [
        ("7", step) for step in steps
    ]
    builds = [row for row in rows if "build" in row]
    assert all(int(row[3]) > 50 and float(row[5]) > 0 and row[6] == "1.000" and int(row[8]) > 0 for row in builds)


def test_all_analyses_of_co_authors_agree_with_networkx(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["networks.py", "2000"])
    networks.main()
    printed = capsys.readouterr().out

    assert printed.count("the same\n") == 3
    assert "NOT" not in printed
    differences = re.findall(r"largest difference (\S+)", printed)
    assert len(differences) == 3
    assert max(map(float, differences)) < 1e-6
    ours, theirs = map(float, re.findall(r"modularity ([\d.]+) and ([\d.]+)", printed)[0])
    assert ours >= theirs - 0.005


def test_the_commands_whose_start_is_timed_succeed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "kg", kg_here)
    monkeypatch.setattr(startup, "_TIMES", 1)
    vaults.make(tmp_path / "vault", notes=20)
    kg_here("build", tmp_path / "vault", "--graph", tmp_path / "graph", "--no-map")

    assert [name for name, seconds in startup.commands(tmp_path / "graph") if seconds > 0] == [
        words[0] for words in startup.COMMANDS
    ]


def test_two_revisions_are_compared_on_the_same_vaults(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("no repository")
    built: list[tuple[Path, str, bool]] = []

    def kg_of(*arguments: object, path: Path | None = None) -> Measure:
        """Build as kg here does, and note which checkout was to do it."""
        assert path is not None
        built.append((path, digest(Path(str(arguments[1]))), (path / "kg" / "__main__.py").exists()))
        return kg_here(*arguments)

    monkeypatch.setattr(run, "kg", kg_of)
    (row,) = bench("3", "--kind", "prose", "--against", "HEAD")[1:]

    (old, *first), (new, *second) = built
    assert (old != new, new) == (True, ROOT)
    assert first == second and first[-1]
    assert row[:2] == ["prose", "3"]
    assert row[-1] == row[-2] and float(row[4]) > 0


def test_a_command_is_measured_with_its_memory_in_another_checkout() -> None:
    took = measuring.kg("--version", path=ROOT)

    assert took.seconds > 0 and took.megabytes > 1


def test_a_step_is_compared_with_that_of_the_size_before() -> None:
    assert run.compared(run.Measure(3.0, 100.0), None) == ("", "")
    assert run.compared(run.Measure(3.0, 100.0), run.Measure(2.0, 50.0)) == ("1.5", "2.0")
