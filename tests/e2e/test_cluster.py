"""Notes read on a cluster of Dask: the graph is the one of a build without, whatever dies on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest
from stages import STAGES

from kg.cli import main
from kg.errors import RemoteError
from kg.pipeline import build, build_parts, building
from kg.pipeline.extracting import READING, Processes
from kg.settings import Settings

pytest.importorskip("distributed")

from distributed.core import Status

from kg.pipeline import cluster as module
from kg.pipeline.cluster import Cluster

FILES = ("graph.ttl", "graph.trig", "index.json")
NOTES = 20
SOME_STAGES = STAGES[::5]
"""The first, one amid the others and the last: a cluster does the tasks of each in the same way (`Cluster._run`).

What a build finds that died in each of them is in `tests/properties/test_apart.py`.
"""


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cluster") / "vault"
    folder.mkdir()
    for number in range(NOTES):
        paper = f"[Tides in Basin {number % 4}](https://arxiv.org/abs/2101.{number % 4:05})"
        (folder / f"{number:02}.md").write_text(f"# Week {number}\n\n- {paper}, Ida Holm, Per Strand. ICML 2021\n")
    return folder


@pytest.fixture(scope="module")
def expected(vault: Path) -> dict[str, bytes]:
    build(vault, vault.parent / "here", settings=Settings())
    return contents(vault.parent / "here")


@pytest.fixture(scope="module")
def there():
    with module.started(2) as running:
        yield running


def contents(graph: Path) -> dict[str, bytes]:
    return {name: (graph / name).read_bytes() for name in FILES}


def built(vault: Path, graph: Path, engine, progress=None):
    with building(vault, graph, settings=Settings(), engine=engine, progress=progress) as (_, report):
        return report


def end_one(there, but: Collection[int] = ()) -> int:
    """Kill a worker, if need be when one has started again; give its process."""
    while not (some := [pid for pid in alive(there) if pid not in but]):
        there.wait_for_workers(1, timeout=60)
    os.kill(some[0], signal.SIGKILL)
    return some[0]


def alive(there) -> list[int]:
    """Give the processes of workers that have started: one that is killed before that is not started again."""
    some = [one for one in there.workers.values() if one.status is Status.running and one.process]
    return [one.pid for one in some if one.process.status is Status.running]


def parts(vault: Path, folder: Path, engine) -> dict[str, bytes]:
    """Write parts; give their bytes."""
    made = build_parts(vault, folder / "graph", folder / "parts", settings=Settings(), engine=engine)
    return {path.name: path.read_bytes() for path in made.files}


@pytest.mark.parametrize("partition", [1, 700, 10**6])
def test_any_partitioning_gives_the_bytes_of_a_local_build(
    vault, expected, there, tmp_path, monkeypatch, partition
) -> None:
    monkeypatch.chdir(vault.parent)  # where no worker is
    engine = Cluster(scheduler=there.scheduler_address, partition=partition)
    report = built(Path(vault.name), tmp_path / "graph", engine)
    assert report.read == NOTES
    assert contents(tmp_path / "graph") == expected


def test_one_worker_that_the_build_starts_writes_the_parts_of_a_local_build(vault, tmp_path) -> None:
    engine = Cluster(workers=1, partition=100)
    assert parts(vault, tmp_path / "there", engine) == parts(vault, tmp_path / "here", Processes(1, engine.together))


@pytest.mark.parametrize("failures", [3, 0])  # 0: the build itself reads the partition of the worker
def test_a_worker_that_is_killed_changes_nothing(vault, expected, there, tmp_path, failures) -> None:
    there.scheduler.allowed_failures = failures
    killed = []

    def kill(done: int, _total: int, stage: str) -> None:
        if stage == READING and done and not killed:
            killed.append(end_one(there))

    built(vault, tmp_path / "graph", Cluster(scheduler=there.scheduler_address, partition=300), kill)
    assert killed
    assert contents(tmp_path / "graph") == expected


def test_a_worker_that_is_killed_in_stages_of_identity_changes_nothing(
    vault, expected, there, tmp_path, monkeypatch
) -> None:
    there.scheduler.allowed_failures = 3
    killed = {}
    result = Cluster._result

    def kill(self, future, told):
        stage = told.partition(" ")[0]
        if stage in (*SOME_STAGES, "write_part") and stage not in killed:
            killed[stage] = end_one(there, but=killed.values())
        return result(self, future, told)

    monkeypatch.setattr(Cluster, "_result", kill)
    engine = Cluster(scheduler=there.scheduler_address, partition=100)
    built(vault, tmp_path / "graph", engine)
    assert sorted(killed) == sorted(SOME_STAGES)
    assert contents(tmp_path / "graph") == expected
    written = parts(vault, tmp_path, engine)
    assert sorted(killed) == sorted((*SOME_STAGES, "write_part"))
    assert written == parts(vault, tmp_path / "here", Processes(1, engine.together))


def test_what_ends_all_workers_is_named(vault, there, tmp_path, monkeypatch) -> None:
    there.scheduler.allowed_failures = 0
    result = Cluster._result

    def kill(self, future, told):
        if told.startswith("match"):
            for pid in alive(there):
                os.kill(pid, signal.SIGKILL)
        return result(self, future, told)

    monkeypatch.setattr(Cluster, "_result", kill)
    with pytest.raises(RemoteError, match=r"ended over match .*up to 5 mentions belong together.*more memory"):
        built(vault, tmp_path / "graph", Cluster(scheduler=there.scheduler_address))
    there.scheduler.allowed_failures = 3
    assert (tmp_path / "graph" / "identity.parts").is_dir()


_KILLED = """
import json, os, signal, sys
from pathlib import Path
from kg.pipeline import building, reading
from kg.pipeline.cluster import Cluster
from kg.pipeline.extracting import READING
from kg.settings import Settings

vault, scheduler, *stages = sys.argv[1:]
reading._BATCH = 2
result = Cluster._result

def build_until(stage):
    def kill_at(now):
        if now == stage:
            os.kill(os.getpid(), signal.SIGKILL)

    def come(self, future, told):
        kill_at(told.partition(" ")[0])
        return result(self, future, told)

    Cluster._result = come
    with building(
        Path(vault),
        Path("read" if stage == READING else "graph"),
        settings=Settings(),
        engine=Cluster(scheduler=scheduler, partition=100),
        progress=lambda done, total, now: kill_at(now if done > total // 2 else ""),
    ):
        pass

for stage in stages:
    child = os.fork()  # what takes long is to import all this
    if not child:
        build_until(stage)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    done = {path.name: path.stat().st_mtime_ns for path in Path("graph/identity.parts").glob("*.json")}
    print(json.dumps([os.waitstatus_to_exitcode(status), done]))
"""


def test_a_build_that_is_killed_in_stages_goes_on_there(vault, expected, there, tmp_path) -> None:
    program = [sys.executable, "-c", _KILLED, str(vault), there.scheduler_address, READING, *SOME_STAGES]
    ended = subprocess.run(program, cwd=tmp_path, check=True, stdout=subprocess.PIPE)
    before: dict[str, int] = {}
    told = [json.loads(line) for line in ended.stdout.splitlines()]
    for code, done in told:
        assert code == -signal.SIGKILL
        assert before.items() <= done.items()
        before = done
    assert len(told) == len((READING, *SOME_STAGES))
    report = built(vault, tmp_path / "read", Processes(1))
    assert 0 < report.read < NOTES
    assert contents(tmp_path / "read") == expected
    built(vault, tmp_path / "graph", Cluster(scheduler=there.scheduler_address, partition=100))
    assert contents(tmp_path / "graph") == expected
    assert not (tmp_path / "graph" / "identity.parts").exists()


def test_workers_with_another_program_are_refused_and_what_was_read_is_kept(
    vault, there, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(module, "program", lambda: "of another version")
    with pytest.raises(RemoteError, match="another version of kg"):
        built(vault, tmp_path / "graph", Cluster(scheduler=there.scheduler_address))
    assert (tmp_path / "graph" / "cache.db").exists()


def test_a_scheduler_that_is_not_there_is_named(vault, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 1)
    with pytest.raises(RemoteError, match=r"no Dask scheduler answers at 'tcp://127\.0\.0\.1:9'"):
        built(vault, tmp_path / "graph", Cluster(scheduler="tcp://127.0.0.1:9"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--workers", "2"], "--engine dask"),
        (["--engine", "dask", "--workers", "2", "--scheduler", "tcp://127.0.0.1:9"], "Leave one of them out"),
    ],
)
def test_options_that_do_not_go_together_are_refused(vault, tmp_path, capsys, words, said) -> None:
    assert main(["build", str(vault), "--graph", str(tmp_path / "graph"), *words]) == 2
    assert said in capsys.readouterr().err
