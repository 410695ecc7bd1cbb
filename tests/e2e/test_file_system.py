"""Vaults in which the system refuses something: what can be read is read, and of the rest the reason is told.

Root may read everything, so kg runs in a process that has given up the rights of root.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from kg import notes, pipeline
from kg.cli import main
from kg.commands import watching
from kg.errors import VaultError
from kg.publishing import report as reports
from kg.rdf import FILES
from kg.settings import Settings

ITEM = "- [Quiet Kernels at Night](https://arxiv.org/abs/1908.00001) (Mara Brenk), ICML 2019\n"
MORE = "- [Loud Kernels at Noon](https://arxiv.org/abs/1908.00002) (Tilo Sorvan), ICML 2018\n"
_WITHOUT_RIGHTS = ("setpriv", "--inh-caps=-all", "--bounding-set=-all") if os.geteuid() == 0 else ()

pytestmark = pytest.mark.skipif(
    bool(_WITHOUT_RIGHTS) and shutil.which("setpriv") is None, reason="root cannot give up its rights here"
)


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "vault"
    for name in ("good.md", "open/good.md"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(ITEM, encoding="utf-8")
    yield folder
    subprocess.run(["chmod", "-R", "u+rwX", str(tmp_path)], check=True)


_RUN = """
import contextlib, io, json, sys
from kg.cli import main
for line in sys.stdin:
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as told:
        code = main(json.loads(line))
    print(json.dumps([code, out.getvalue(), told.getvalue()]), flush=True)
"""
"""Runs commands, each a list of words on a line, and answers with exit code, output and what was said to people."""


class Told(NamedTuple):
    """What came of a command."""

    code: int
    out: str
    error: str


Run = Callable[..., Told]


@pytest.fixture(scope="module")
def kg() -> Iterator[Run]:
    """Run commands one after the other in a process that is without the rights of root."""
    command = [*_WITHOUT_RIGHTS, sys.executable, "-c", _RUN]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def run(*words: str | Path) -> Told:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(json.dumps([*map(str, words)]) + "\n")
            process.stdin.flush()
            told = Told(*json.loads(process.stdout.readline()))
            assert "Traceback" not in told.error
            return told

        yield run


def test_what_is_closed_is_told_and_all_else_is_read_as_if_alone(kg: Run, vault: Path, tmp_path: Path) -> None:
    alone, graph = tmp_path / "alone", tmp_path / "graph"
    shutil.copytree(vault, alone)
    for folder in ("no-x", "no-r", "shut", "../outside/shut"):
        (vault / folder / "sub").mkdir(parents=True)
        (vault / folder / "sub" / "a.md").write_text(MORE, encoding="utf-8")
        (vault / folder / "b.md").write_text(MORE, encoding="utf-8")
    (vault / "shut.md").write_text(MORE, encoding="utf-8")
    (vault / "to-folder").symlink_to(vault / "../outside/shut/sub")
    (vault / "to-file.md").symlink_to(vault / "../outside/shut/b.md")
    for name, mode in {"no-x": 0o644, "no-r": 0o311, "shut": 0, "../outside/shut": 0, "shut.md": 0}.items():
        (vault / name).chmod(mode)

    assert kg("build", vault, "--graph", graph).code == 0
    assert kg("build", alone, "--graph", tmp_path / "graph-alone").code == 0
    told = {(problem.note, problem.code) for problem in reports.read(graph).problems}
    closed = ("no-x/b.md", "no-x/sub", "no-r", "shut", "shut.md", "to-folder", "to-file.md")
    assert told == {(name, "unreadable") for name in closed}
    assert [(graph / name).read_bytes() for name in FILES] == [
        (tmp_path / "graph-alone" / name).read_bytes() for name in FILES
    ]


@pytest.mark.parametrize("name", ["decisions.toml", "kg.toml"])
@pytest.mark.parametrize("make", [lambda path: (path.write_text(""), path.chmod(0)), Path.mkdir, os.mkfifo])
def test_what_the_user_set_is_never_passed_over(kg: Run, name: str, make: Callable[[Path], None], vault: Path) -> None:
    make(vault / name)

    code, _, error = kg("build", vault, "--graph", vault.parent / "graph")

    assert code == 2
    assert error.startswith(f"kg: {vault / name} ")
    assert "cannot be written" not in error


def test_a_vault_that_is_closed_leaves_the_graph_and_its_answers(kg: Run, vault: Path) -> None:
    graph = vault.parent / "graph"
    assert kg("build", vault, "--graph", graph).code == 0
    before = [(graph / name).read_bytes() for name in FILES]
    readers = (["find", "Kernels"], ["ask", "papers-by-rating"], ["map"], ["timeline"])
    for mode in (0, 0o311, 0o644):
        vault.chmod(mode)

        code, _, error = kg("build", vault, "--graph", graph)
        assert code == 2
        assert str(vault) in error and "Permission denied" in error
        assert [(graph / name).read_bytes() for name in FILES] == before
        assert {kg(*words, "--graph", graph)[::2] for words in readers} == {(0, "")}


def test_verify_says_why_a_note_cannot_be_read(kg: Run, vault: Path) -> None:
    graph = vault.parent / "graph"
    assert kg("build", vault, "--graph", graph).code == 0
    (vault / "open").chmod(0)

    told = kg("verify", "--graph", graph)

    assert "open/good.md: unreadable (the file cannot be read: Permission denied)" in told.out


def test_a_note_that_becomes_a_pipe_while_it_is_read_does_not_stop_the_build(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = os.open

    def replace(path: Path, flags: int) -> int:
        if Path(path).name == "good.md" and not Path(path).is_fifo():
            Path(path).unlink()
            os.mkfifo(path)
        return opened(path, flags)

    (vault / "other.md").write_text(MORE, encoding="utf-8")
    with monkeypatch.context() as patched:
        patched.setattr(notes.os, "open", replace)
        built = pipeline.build(vault, vault.parent / "graph", settings=Settings())

    assert built.things["paper"] == 1


def test_watch_goes_on_whatever_a_build_says(
    vault: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def shut() -> None:
        raise VaultError.unreadable(str(vault), PermissionError(13, "Permission denied"))

    steps: Iterator[Callable[[], object]] = iter(
        [
            lambda: None,
            lambda: (vault / "kg.toml").write_text("base = 3"),
            lambda: (vault / "kg.toml").write_text("strict = true"),
            lambda: vault.rename(vault.parent / "moved"),
            lambda: (vault.parent / "moved").rename(vault),
            lambda: (vault / "nothing").symlink_to(vault / "gone"),
            lambda: (vault / "decisions.toml").write_text("["),
            lambda: ((vault / "decisions.toml").unlink(), (vault / "good.md").unlink()),
        ]
    )
    settled = watching._settled

    def step(*given: object) -> watching.Seen:
        next(steps)()
        return settled(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(watching, "_settled", step)

    assert main(["watch", str(vault), "--graph", str(vault.parent / "graph"), "--builds", "8"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for line, begin in zip(
        lines,
        (
            "2 notes: ",
            f"notes: no new graph: {vault}/kg.toml:1: base = 3",
            "1 changed (kg.toml): ",
            "notes: no new graph: there is no file or folder",
            "notes: ",
            "notes: ",
            "not read: nothing: the link cannot be followed",
            f"1 changed (decisions.toml): no new graph: {vault}/decisions.toml:1:",
            "2 changed (decisions.toml, good.md): ",
        ),
        strict=True,
    ):
        assert line.startswith(begin)


def test_a_file_that_is_no_folder_is_not_a_vault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "self").symlink_to(tmp_path / "self")

    assert main(["build", str(tmp_path / "self"), "--graph", str(tmp_path / "graph")]) == 2
    assert "self" in capsys.readouterr().err
