"""What all tests share: the places of the project, and the rule that nothing is skipped silently in CI."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from once import digest, made_once
from places import NOTES, ROOT, SHARED

from kg import processes
from kg.cli import FEW_COLLECTIONS, main
from kg.rdf import FILES

# The same examples at every run, and no example on the clock, so that a change is what makes a test fail, not chance or
# a busy machine; `KG_EXPLORE=1 make test` tries other examples, and more of them. A test that hangs ends by the timeout of pytest.
EXPLORES = "KG_EXPLORE" in os.environ
settings.register_profile("kg", derandomize=not EXPLORES, max_examples=100 if EXPLORES else 50, deadline=None)
settings.load_profile("kg")

Run = Callable[..., tuple[int, str, str]]
SOME = (
    "awesome-deep-rl.md climate-ml-seminar.md daily/2024-03-14.md diffusion.md embeddings.ipynb iclr-2021-highlights.md "
    "kdd-2023-report.md library.bib llm-outline.md zotero/vaswani2017attention.md"
).split()
"""Sample notes with things of each kind, and each property."""
IN_MEMORY, ROOM = Path("/dev/shm"), 4_000_000_000
"""Where a folder is in memory, and how many bytes must be free there."""


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(*FEW_COLLECTIONS)  # as the program does
    # Tests start kg hundreds of times: its modules are compiled once, also where the environment says that nothing is to
    # be kept.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    # Most tests build graphs, and a disk has to be waited for: in memory that takes half of the processor's time and a
    # sixth of the time on the clock.
    if "TMPDIR" not in os.environ and os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(IN_MEMORY)
    # The tests keep all processors busy by themselves; those of processes that read side by side ask for them.
    processes.WORTH_WORKERS = processes.WORTH_WRITERS = sys.maxsize
    config.addinivalue_line(
        "markers", "needs(program): the test runs a program of the system; missing, it skips (in CI: fails)"
    )


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples in docstrings only where there are any: what tests share would be imported a second time for it."""
    found = yield
    return [one for one in found if type(one) is pytest.Module or b">>>" in file_path.read_bytes()]


def pytest_collection_finish() -> None:
    """Spare the garbage collector all tests that were collected, which live to the end."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        missing = [program for program in mark.args if shutil.which(program) is None]
        if not missing:
            continue
        reason = f"needs {', '.join(missing)} (see .ci/run for the Debian packages)"
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the project."""
    return ROOT


@pytest.fixture(scope="session")
def sample_vault() -> Path:
    """The notes that come with the project."""
    return NOTES


@pytest.fixture(scope="session")
def sample_graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The graph of the sample notes, built once in a run for all tests: read it, and write only into a copy.

    At the end it must be what it was.
    """
    graph = made_once(tmp_path_factory, "sample-graph", lambda graph: _build(NOTES, graph))
    before = digest(*(graph / name for name in FILES))
    yield graph
    assert digest(*(graph / name for name in FILES)) == before, "a test wrote into the graph that all share"


@pytest.fixture(scope="session")
def small_graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The graph of a few of the sample notes, of each format one or more, for what takes long on all: only read it."""
    return made_once(tmp_path_factory, "small-sample", _build_a_few) / "graph"


def _build_a_few(folder: Path) -> None:
    (folder / "notes").mkdir()
    for note in NOTES.rglob("*.*"):
        if note.suffix != ".md" or note.stem == "iclr-2021-highlights":
            shutil.copy(note, folder / "notes")
    _build(folder / "notes", folder / "graph")


@pytest.fixture(scope="session")
def some_graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The graph of those of the sample notes that hold things of each kind; they are beside it: only read it."""
    return made_once(tmp_path_factory, "some-notes", _build_some) / "graph"


def _build_some(folder: Path) -> None:
    for name in SOME:
        (folder / "notes" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(NOTES / name, folder / "notes" / name)
    _build(folder / "notes", folder / "graph")


def _build(notes: Path, graph: Path) -> None:
    assert main(["build", str(notes), "--graph", str(graph), "--no-map"]) == 0


@pytest.fixture(scope="session")
def nlp() -> Any:
    """What reads prose, made once in a process, as for all notes of a build."""
    from kg.pipeline.extracting import _pipeline

    return _pipeline("")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Real notes and gold that lie beside some clones; a test that wants them skips elsewhere."""
    if not (SHARED / "notes").is_dir():
        pytest.skip("no real notes beside this clone")
    return SHARED


@pytest.fixture(scope="session")
def real_graph(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The graph of those real notes, built once in a run for all tests: only read it."""
    return made_once(tmp_path_factory, "real-graph", lambda graph: _build(shared / "notes", graph))


@pytest.fixture
def run(vault: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run commands on the graph of a vault, which is built; give their exit code, what they print, and their errors."""
    graph = tmp_path / "graph"

    def run_command(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        options = ["--no-map"] if arguments[0] == "build" else []
        code = main([*map(str, arguments), "--graph", str(graph), *options])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    assert run_command("build", vault)[0] == 0
    return run_command
