"""How a build writes: in one pass, with processes beside it, and never a mixture of two graphs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import vaults
from rdf_graphs import write

from kg import pipeline, processes
from kg.errors import StoreError
from kg.iris import DEFAULT_BASE
from kg.model import Iri
from kg.pipeline import extracting
from kg.rdf import FILES, Store, Writer, check_shapes, fact_lines, merging, open_store, replacing, settle
from kg.settings import Settings

ENTRIES = ["graph.seal", "graph.trig", "graph.ttl", "store"]


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vault")
    vaults.make(folder, notes=14)
    # Graphs of these come in another order than the notes, and one stands between a note and its evidence.
    (folder / "a b.md").write_text("- [A Paper About Trees](https://arxiv.org/abs/2001.00001)\n", encoding="utf-8")
    (folder / "a b.md!.md").write_text("- [A Paper About Seas](https://arxiv.org/abs/2001.00002)\n", encoding="utf-8")
    (folder / "a.md").write_text("# Nothing\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def built(vault: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    graph = tmp_path_factory.mktemp("graph")
    pipeline.build(vault, graph, settings=Settings())
    return graph


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_files_of_a_build_are_what_the_store_writes(built: Path, tmp_path: Path) -> None:
    store = Store.open(built / "store", read_only=True)
    for name in FILES:
        write(store, tmp_path / name)

        assert (built / name).read_bytes() == (tmp_path / name).read_bytes()


def test_a_built_store_holds_each_triple_in_its_graph_and_in_the_union(built: Path) -> None:
    store = Store.open(built / "store", read_only=True)
    union = {f"{s} {p} {o}" for s, p, o in store.query("SELECT ?s ?p ?o { ?s ?p ?o }")}

    assert union == {f"{q.subject} {q.predicate} {q.object}" for q in store}


def test_the_facts_counted_are_those_of_the_store_and_break_no_shape(vault: Path, tmp_path: Path) -> None:
    report = pipeline.build(vault, tmp_path, settings=Settings())
    store = Store.open(tmp_path / "store", read_only=True)

    assert report.facts == len(fact_lines(store))
    assert check_shapes(store) == ()


def test_more_facts_than_are_kept_in_memory_give_the_same_files(
    vault: Path, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merging, "RUN", 100)
    report = pipeline.build(vault, tmp_path / "graph", settings=Settings())

    assert [(tmp_path / "graph" / name).read_bytes() for name in FILES] == [
        (built / name).read_bytes() for name in FILES
    ]
    assert not [problem for problem in report.problems if problem.code == "shape"]
    assert names(tmp_path / "graph") == names(built)


def test_a_build_leaves_nothing_but_the_graph(built: Path) -> None:
    assert names(built) == sorted([*ENTRIES, "cache.db", "identity.db", "index.json"])


def test_more_than_four_objects_stand_one_a_line(built: Path) -> None:
    lines = (built / "graph.ttl").read_text(encoding="utf-8").split("\n")
    place = lines.index("    schema:mentions")

    assert lines[place + 1].startswith("        <") and lines[place + 1].endswith(">,")
    assert not any(line.count(">, <") > 3 for line in lines)


def test_processes_side_by_side_give_the_same_bytes(
    vault: Path, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "WORTH_WORKERS", 0)
    monkeypatch.setattr(processes, "WORTH_WRITERS", 0)
    told: list[tuple[int, int, str]] = []
    pipeline.build(
        vault,
        tmp_path,
        settings=Settings(),
        workers=2,
        progress=lambda done, total, name: told.append((done, total, name)),
    )

    assert [(tmp_path / name).read_bytes() for name in FILES] == [(built / name).read_bytes() for name in FILES]
    counts = [done for done, _, stage in told if stage == "reading"]
    assert (counts[0], counts[-1]) == (0, 17) and counts == sorted(counts)
    assert told[-1] == (17, 17, "writing")


def test_when_no_process_can_be_started_the_build_goes_on_without(
    vault: Path, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object, **named: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(processes, "WORTH_WORKERS", 0)
    monkeypatch.setattr(extracting, "ProcessPoolExecutor", refuse)
    pipeline.build(vault, tmp_path, settings=Settings(), workers=2)

    assert (tmp_path / "graph.trig").read_bytes() == (built / "graph.trig").read_bytes()


_DYING = """
import os, sys
from pathlib import Path
from kg.rdf import replacing
steps = [0]
def dying(function):
    def run(*arguments, **named):
        steps[0] += 1
        if steps[0] == int(sys.argv[2]):
            os._exit(9)
        return function(*arguments, **named)
    return run
with replacing(Path(sys.argv[1])) as folder:
    for name in ("graph.trig", "graph.ttl"):
        (folder / name).write_text("new")
    (folder / "store").mkdir()
    (folder / "store" / "CURRENT").write_text("new")
    for name in ("rename", "replace", "rmdir"):
        setattr(Path, name, dying(getattr(Path, name)))
"""


def old_graph(graph: Path) -> None:
    graph.mkdir()
    for name in FILES:
        (graph / name).write_text("old", encoding="utf-8")
    (graph / "store").mkdir()
    (graph / "store" / "CURRENT").write_text("old", encoding="utf-8")


def contents(graph: Path) -> set[str]:
    return {(graph / name).read_text(encoding="utf-8") for name in (*FILES, "store/CURRENT")}


@pytest.mark.parametrize("step", range(1, 9))
def test_a_build_killed_at_any_step_leaves_the_old_graph_or_the_new_one(tmp_path: Path, step: int) -> None:
    graph = tmp_path / "graph"
    old_graph(graph)
    ended = subprocess.run([sys.executable, "-c", _DYING, str(graph), str(step)], check=False)
    settle(graph)

    assert ended.returncode == 9
    assert contents(graph) == {"old" if step <= 2 else "new"}
    with replacing(graph) as folder:
        assert names(folder) == []
    assert names(graph) == ENTRIES


def test_a_graph_whose_build_was_killed_at_the_end_opens_as_the_new_one(
    built: Path, vault: Path, tmp_path: Path
) -> None:
    pipeline.build(vault / "a b.md", tmp_path / "new", settings=Settings())
    graph = tmp_path / "graph"
    pipeline.build(vault / "a.md", graph, settings=Settings())
    (tmp_path / "new").rename(graph / ".ready")

    assert list(open_store(graph).notes()) == ["a b.md"]
    assert names(graph) == sorted([*ENTRIES, "cache.db", "identity.db", "index.json"])


def test_a_build_that_fails_leaves_the_old_graph(tmp_path: Path) -> None:
    graph = tmp_path / "graph"
    old_graph(graph)
    with pytest.raises(ZeroDivisionError), replacing(graph) as folder, Writer(folder, base=DEFAULT_BASE):
        raise ZeroDivisionError

    assert contents(graph) == {"old"}
    assert names(graph) == [*FILES[::-1], "store"]


def test_a_second_build_into_the_same_folder_is_told_so(tmp_path: Path) -> None:
    with replacing(tmp_path), pytest.raises(StoreError, match="another build is writing"), replacing(tmp_path):
        pass


def test_a_folder_that_cannot_be_written_is_a_message_with_the_number_of_the_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")

    with (
        pytest.raises(StoreError, match=r"cannot be written: Not a directory \(errno 20\)"),
        replacing(tmp_path / "file" / "graph"),
    ):
        pass


def test_a_full_disk_is_a_message_and_leaves_no_rubbish(vault: Path, tmp_path: Path) -> None:
    script = (
        "import os, resource, signal, sys; from pathlib import Path\n"
        "from kg import pipeline; from kg.errors import StoreError; from kg.settings import Settings\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "for size in sys.argv[2:]:\n"
        "    if child := os.fork():  # what takes long is to import all this\n"
        "        os.waitpid(child, 0)\n"
        "        continue\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (int(size),) * 2)\n"
        "    try: pipeline.build(Path(sys.argv[1]), Path(size), settings=Settings())\n"
        "    except StoreError as error: print(error, flush=True)\n"
        "    os._exit(0)"
    )
    full = {"20000": "identity.db: disk I/O error", "400000": "File too large"}
    for size in full:
        (tmp_path / size).mkdir()
    command = [sys.executable, "-c", script, str(vault), *full]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)

    lines = told.stdout.splitlines()
    for line, (size, reason) in zip(lines, full.items(), strict=True):
        assert f"cannot be written: {reason}" in line
        assert names(tmp_path / size) == []


def test_an_interrupt_ends_the_build_and_its_processes_without_a_trace(tmp_path: Path) -> None:
    vaults.make(tmp_path / "vault", notes=70)
    script = (
        "import contextlib, signal, sys, time; from kg import commands, library, processes\n"
        "import kg.commands.building, kg.library.building\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts in the background ignores it\n"
        "processes.WORTH_WORKERS = 0; library.building.processors = lambda: 2\n"
        "tell = lambda done, total, name: [print(done, flush=True), done > 5 and time.sleep(100)]\n"
        "commands.building.progress = lambda stream: contextlib.nullcontext(tell)\n"
        "from kg.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", script, "build", str(tmp_path / "vault"), "--graph", str(tmp_path / "graph")]
    started = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert started.stdout is not None
    counts = [int(started.stdout.readline()) for _ in range(6)]
    assert counts == sorted(counts) and counts[-1] < 70
    os.killpg(started.pid, signal.SIGINT)
    _, told = started.communicate(timeout=120)

    assert (started.returncode, told) == (130, "")
    assert not (tmp_path / "graph").exists()


def test_graphs_are_added_in_the_order_of_the_files(tmp_path: Path) -> None:
    fact = '<urn:s> <urn:p> "o" .'
    one, two = Iri("urn:a"), Iri("urn:b")
    with Writer(tmp_path, base=DEFAULT_BASE) as writer:
        writer.add({one: [fact]})
        writer.add({})
        writer.add({two: [fact, fact]})
        with pytest.raises(ValueError, match="urn:a comes after"):
            writer.add({one: [fact]})
        facts = writer.finish().facts

    assert facts == 1
    assert (tmp_path / "graph.trig").read_text(encoding="utf-8").count('"o"') == 2
