"""Notes read on a cluster of Dask: the graph is the one of a build without, whatever dies on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kg.cli import main
from kg.errors import RemoteError
from kg.pipeline import build, building
from kg.pipeline.extracting import READING, Processes
from kg.settings import Settings

distributed = pytest.importorskip("distributed")

from kg.pipeline import cluster as module  # noqa: E402 - needs the extra
from kg.pipeline.cluster import Cluster  # noqa: E402

FILES = ("graph.ttl", "graph.trig", "index.json")
NOTES = 60
KILLED_AT = 55
STAGES = ("tell_part", "link", "join", "send", "match", "settle_group", "spread", "amend")


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cluster") / "vault"
    folder.mkdir()
    for number in range(NOTES):
        paper = f"[Tides in Basin {number % 9}](https://arxiv.org/abs/2101.{number % 9:05})"
        (folder / f"{number:02}.md").write_text(f"# Week {number}\n\n- {paper}, Ida Holm, Per Strand. ICML 2021\n")
    return folder


@pytest.fixture(scope="module")
def expected(vault: Path) -> dict[str, bytes]:
    build(vault, vault.parent / "here", settings=Settings())
    return contents(vault.parent / "here")


@pytest.fixture(scope="module")
def there():
    options = {"threads_per_worker": 1, "dashboard_address": None, "memory_limit": 0}
    with distributed.LocalCluster(2, **options) as running:
        yield running


def contents(graph: Path) -> dict[str, bytes]:
    return {name: (graph / name).read_bytes() for name in FILES}


def built(vault: Path, graph: Path, engine, progress=None):
    with building(vault, graph, settings=Settings(), engine=engine, progress=progress) as (_, report):
        return report


@pytest.mark.parametrize("partition", [1, 700, 10**6])
def test_any_partitioning_gives_the_bytes_of_a_local_build(
    vault, expected, there, tmp_path, monkeypatch, partition
) -> None:
    monkeypatch.chdir(vault.parent)  # where no worker is
    engine = Cluster(scheduler=there.scheduler_address, partition=partition)
    report = built(Path(vault.name), tmp_path / "graph", engine)
    assert report.read == NOTES
    assert contents(tmp_path / "graph") == expected


@pytest.mark.parametrize("failures", [3, 0])  # 0: the build itself reads the partition of the worker
def test_a_worker_that_is_killed_changes_nothing(vault, expected, there, tmp_path, failures) -> None:
    there.scheduler.allowed_failures = failures
    killed = []

    def kill(done: int, _total: int, stage: str) -> None:
        if stage == READING and done and not killed:
            killed.append(next(iter(there.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    built(vault, tmp_path / "graph", Cluster(scheduler=there.scheduler_address, partition=700), kill)
    assert killed
    assert contents(tmp_path / "graph") == expected


def test_a_worker_that_is_killed_in_each_stage_of_identity_changes_nothing(
    vault, expected, there, tmp_path, monkeypatch
) -> None:
    there.scheduler.allowed_failures = 3
    killed = {}
    result = Cluster._result

    def kill(self, future, told):
        stage = told.partition(" ")[0]
        if stage not in killed:
            killed[stage] = next(worker.pid for worker in there.workers.values() if worker.pid not in killed.values())
            os.kill(killed[stage], signal.SIGKILL)
        return result(self, future, told)

    monkeypatch.setattr(Cluster, "_result", kill)
    built(vault, tmp_path / "graph", Cluster(scheduler=there.scheduler_address, partition=100))
    assert sorted(killed) == sorted(STAGES)
    assert contents(tmp_path / "graph") == expected


def test_what_ends_all_workers_is_named(vault, there, tmp_path, monkeypatch) -> None:
    there.scheduler.allowed_failures = 0
    result = Cluster._result

    def kill(self, future, told):
        if told.startswith("match"):
            for worker in there.workers.values():
                os.kill(worker.pid, signal.SIGKILL)
        return result(self, future, told)

    monkeypatch.setattr(Cluster, "_result", kill)
    with pytest.raises(RemoteError, match=r"ended over match .*up to 7 mentions belong together.*more memory"):
        built(vault, tmp_path / "graph", Cluster(scheduler=there.scheduler_address))
    there.scheduler.allowed_failures = 3
    assert (tmp_path / "graph" / "identity.parts").is_dir()


def test_a_build_that_is_killed_in_each_stage_of_identity_goes_on_there(vault, expected, there, tmp_path) -> None:
    program = f"""
import os, signal, sys
from pathlib import Path
from kg.pipeline import building
from kg.pipeline.cluster import Cluster
from kg.settings import Settings

result = Cluster._result

def kill(self, future, told):
    if told.partition(" ")[0] == sys.argv[1]:
        os.kill(os.getpid(), signal.SIGKILL)
    return result(self, future, told)

if __name__ == "__main__":
    Cluster._result = kill
    engine = Cluster(scheduler={there.scheduler_address!r}, partition=100)
    with building(Path({str(vault)!r}), Path("graph"), settings=Settings(), engine=engine):
        pass
"""
    (tmp_path / "killed.py").write_text(program)
    parts = tmp_path / "graph" / "identity.parts"
    before: dict[Path, int] = {}
    for stage in STAGES:
        ended = subprocess.run([sys.executable, "killed.py", stage], cwd=tmp_path, check=False)
        assert ended.returncode == -signal.SIGKILL
        done = {path: path.stat().st_mtime_ns for path in parts.glob("*.json")}
        assert before.items() <= done.items()
        before = done
    built(vault, tmp_path / "graph", Cluster(scheduler=there.scheduler_address, partition=100))
    assert contents(tmp_path / "graph") == expected
    assert not parts.exists()


def test_a_killed_build_goes_on_where_it_was(vault, expected, tmp_path) -> None:
    program = f"""
import os, signal
from pathlib import Path
from kg.pipeline import building
from kg.pipeline.cluster import Cluster
from kg.settings import Settings

def tell(done, total, stage):
    if done == {KILLED_AT}:
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    engine = Cluster(workers=1, partition=700)
    with building(Path({str(vault)!r}), Path("graph"), settings=Settings(), engine=engine, progress=tell):
        pass
"""
    (tmp_path / "killed.py").write_text(program)
    ended = subprocess.run([sys.executable, "killed.py"], cwd=tmp_path, check=False)
    assert ended.returncode == -signal.SIGKILL
    report = built(vault, tmp_path / "graph", Processes(1))
    assert 0 < report.read <= NOTES - 50
    assert contents(tmp_path / "graph") == expected


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
