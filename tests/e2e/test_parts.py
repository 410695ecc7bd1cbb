"""The graph of a vault in parts of N-Quads: together they say what the store says, whoever writes them, and whatever dies."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import signal
from pathlib import Path

import pytest

from kg.cli import main
from kg.errors import UsageError
from kg.iris import mint
from kg.pipeline import build_parts, building, extracting, parting
from kg.pipeline.extracting import Processes
from kg.settings import Settings

BASE = Settings().base
UNION, RECORD = (mint("graph", name, base=BASE) for name in ("union", "pushed"))


@pytest.fixture(scope="module")
def vault(sample_vault: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few of the sample notes."""
    folder = tmp_path_factory.mktemp("parts") / "vault"
    folder.mkdir()
    for note in sorted(sample_vault.glob("*.md"), key=lambda path: path.stat().st_size)[:8]:
        shutil.copy(note, folder)
    return folder


@pytest.fixture(scope="module")
def graph(vault: Path) -> Path:
    graph = vault.parent / "graph"
    with building(vault, graph, settings=Settings(), engine=Processes(1)):
        pass
    for form in ("nq", "nt"):
        assert main(["export", str(vault.parent / f"all.{form}"), "--graph", str(graph)]) == 0
    return graph


def lines(folder: Path) -> set[str]:
    return {
        line for path in folder.glob("*.nq.gz") for line in gzip.decompress(path.read_bytes()).decode().splitlines()
    }


def agrees(folder: Path, vault: Path) -> None:
    """See that parts say what the store of a build says, in its graphs and in the union of these."""
    found = lines(folder)
    beside = tuple(f" <{graph}> ." for graph in (UNION, RECORD))
    named = {line for line in found if not line.endswith(beside)}
    assert sorted(named) == sorted((vault.parent / "all.nq").read_text().splitlines())
    union = {line.removesuffix(beside[0]) for line in found if line.endswith(beside[0])}
    assert union == {line.rpartition(" <")[0] for line in named}
    assert {f"{line} ." for line in union} >= set((vault.parent / "all.nt").read_text().splitlines())
    told = json.loads((folder / parting.LIST).read_text())
    assert sorted(told["quads"]) == sorted(path.name for path in folder.glob("*.nq.gz"))


def written(vault: Path, graph: Path, folder: Path, engine):
    return build_parts(vault, graph, folder, settings=Settings(), engine=engine)


def test_identity_of_many_notes_is_decided_in_parts_with_the_same_bytes(vault, graph, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(extracting, "WORTH_PARTS", 0)
    shutil.copy(graph / "cache.db", tmp_path)
    with building(vault, tmp_path, settings=Settings(), engine=Processes(1, 5_000)) as (_, report):
        assert not report.read
    for name in ("graph.ttl", "graph.trig", "index.json", "identity.db"):
        assert (tmp_path / name).read_bytes() == (graph / name).read_bytes()
    assert not (tmp_path / "identity.parts").exists()


@pytest.mark.parametrize(("workers", "together"), [(1, 1), (1, 5_000), (1, 10**9), (2, 1), (2, 5_000)])
def test_parts_of_any_size_say_what_the_store_says(vault, graph, tmp_path, workers, together) -> None:
    parts = written(vault, graph, tmp_path / "parts", Processes(workers, together))
    agrees(tmp_path / "parts", vault)
    assert parts.notes == len(list(vault.iterdir()))
    assert (len(parts.files) == 2, len(parts.files) == 1 + parts.notes) == (together == 10**9, together == 1)


def test_only_parts_of_notes_that_changed_are_written_again(vault, tmp_path) -> None:
    notes, folder, engine = tmp_path / "vault", tmp_path / "parts", Processes(1, 1)
    shutil.copytree(vault, notes)
    written(notes, tmp_path / "graph", folder, engine)
    before = {path.name: path.stat().st_mtime_ns for path in folder.glob("notes-*")}
    (notes / "zz.md").write_text("# Nothing much\n\nNo paper here.\n")
    parts = written(notes, tmp_path / "graph", folder, engine)
    assert {path.name: path.stat().st_mtime_ns for path in folder.glob("notes-*")}.items() >= before.items()
    assert len(parts.files) == len(before) + 2
    (notes / "zz.md").unlink()
    assert len(written(notes, tmp_path / "graph", folder, engine).files) == len(before) + 1
    assert len(list(folder.glob("*.nq.gz"))) == len(before) + 1


def test_a_folder_with_other_files_is_left_alone(vault, graph, tmp_path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="has other files"):
        written(vault, graph, tmp_path, Processes(1))


def test_a_build_that_is_killed_while_parts_are_written_goes_on_there(vault, graph, tmp_path, monkeypatch) -> None:
    folder, write = tmp_path / "parts", parting.write_part
    with monkeypatch.context() as patched:
        patched.setattr(parting, "write_part", lambda job, part: die() if "3.nq" in part.name else write(job, part))
        child = os.fork()
        if not child:
            written(vault, tmp_path / "graph", folder, Processes(1, 1))
            os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
    done = {path: path.stat().st_mtime_ns for path in folder.glob("notes-*")}
    assert len(done) == 3
    assert not (folder / parting.LIST).exists()
    written(vault, tmp_path / "graph", folder, Processes(1, 1))
    assert done.items() <= {path: path.stat().st_mtime_ns for path in folder.glob("notes-*")}.items()
    agrees(folder, vault)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_the_command_says_what_there_is(vault, graph, tmp_path, capsys) -> None:
    asked = ["build", str(vault), "--graph", str(tmp_path / "graph"), "--parts", str(tmp_path / "parts")]
    assert main(asked) == 0
    assert "Wrote 2 files" in capsys.readouterr().out
    agrees(tmp_path / "parts", vault)
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["notes"] == len(list(vault.iterdir()))
    assert main([*asked, "--map"]) == 2
    assert "Leave out --map" in capsys.readouterr().err
    assert sorted(path.name for path in (tmp_path / "graph").iterdir()) == ["cache.db"]
