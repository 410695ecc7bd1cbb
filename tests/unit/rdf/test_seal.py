"""The seal of a graph: what it notices, what it lets pass, and what is on the disk before a graph is replaced."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from kg.errors import DamagedError, StoreError
from kg.rdf import check, replacing, seal, settle, steady
from kg.rdf.folder import READY

FILES = {"graph.trig": b"<a> { <b> <c> <d> }", "index.json": b"{}", "store/CURRENT": b"M-1\n", "store/1.sst": b"block"}


def write(folder: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    folder = tmp_path / "graph"
    with replacing(folder) as fresh:
        write(fresh, FILES)
    return folder


def rot(path: Path) -> None:
    """Change a byte and keep size and time."""
    status, content = path.stat(), path.read_bytes()
    path.write_bytes(bytes([content[0] ^ 1]) + content[1:])
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def test_what_was_sealed_is_whole(graph: Path) -> None:
    assert seal.damage(graph, whole=True) == ""
    assert (seal.read(graph / seal.GRAPH) or {}).keys() == FILES.keys()


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_compared(graph: Path, name: str) -> None:
    content = (graph / name).read_bytes()

    (graph / name).write_bytes(content + b"x")
    assert seal.damage(graph) == f"{name} has {len(content) + 1} bytes instead of {len(content)}"
    (graph / name).unlink()
    assert seal.damage(graph) == f"{name} is missing"
    (graph / name).write_bytes(content)
    assert seal.damage(graph) == ""


@pytest.mark.parametrize("name", FILES)
def test_bits_that_rot_are_seen_when_all_is_compared(graph: Path, name: str) -> None:
    rot(graph / name)

    assert seal.damage(graph) == ""
    assert seal.damage(graph, whole=True) == f"{name} was changed"


def test_what_was_found_is_known_from_then_on_and_the_graph_stays_in_its_state(graph: Path) -> None:
    state = seal.state(graph)

    seal.remember(graph, "index.json was changed")

    assert seal.damage(graph) == "index.json was changed"
    assert seal.state(graph) == state
    with replacing(graph) as fresh:
        write(fresh, FILES)
    assert seal.damage(graph, whole=True) == ""


@pytest.mark.parametrize("length", [0, 10, 64, 65, 100, -2])
def test_a_seal_that_is_cut_fits_nothing(graph: Path, length: int) -> None:
    path = graph / seal.GRAPH
    path.write_bytes(path.read_bytes()[:length])

    assert seal.read(path) is None
    with pytest.raises(DamagedError, match=r"graph\.seal was changed"):
        check(graph)


def test_a_row_of_a_seal_that_is_changed_fits_nothing(graph: Path) -> None:
    path = graph / seal.GRAPH
    path.write_text(path.read_text().replace("index.json", "indes.json"))

    assert seal.damage(graph) == "graph.seal was changed"


def test_a_graph_without_a_seal_is_not_read(graph: Path) -> None:
    (graph / seal.GRAPH).unlink()

    with pytest.raises(DamagedError, match=r"graph\.seal is missing.*kg build"):
        check(graph)


def test_an_empty_folder_is_no_damaged_graph(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as raised:
        check(tmp_path)
    assert not isinstance(raised.value, DamagedError)


def test_a_file_too_many_in_the_store_is_noticed_and_logs_for_people_are_not(graph: Path) -> None:
    write(
        graph, {"store/LOG": b"opened", "store/LOG.old.1": b"", "store/OPTIONS-7": b"", "store/LOCK": b"", "mine": b""}
    )
    assert seal.damage(graph) == ""

    write(graph, {"store/2.sst": b"older"})
    assert seal.damage(graph) == "store/2.sst is no part of it"


def test_a_copied_graph_is_whole_and_its_seals_take_the_new_times(graph: Path, tmp_path: Path) -> None:
    write(graph, {"search.sqlite": b"index"})
    seal.close(graph, ["search.sqlite"], file=seal.SEARCH)
    copy = Path(shutil.copytree(graph, tmp_path / "copy", copy_function=shutil.copyfile))
    for path in copy.rglob("*"):
        os.utime(path, ns=(7, 7))

    check(copy)

    assert {row.changed for row in (seal.read(copy / seal.GRAPH) or {}).values()} == {7}
    assert seal.fits(copy, "search.sqlite", file=seal.SEARCH)
    assert {row.changed for row in (seal.read(copy / seal.SEARCH) or {}).values()} == {7}
    rot(copy / "index.json")
    os.utime(copy / "index.json", ns=(8, 8))
    assert seal.damage(copy) == "index.json was changed"


def test_a_copied_graph_that_may_only_be_read_is_whole(graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, _rows: seal.Rows) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    before = (graph / seal.GRAPH).read_bytes()
    for path in graph.rglob("*"):
        os.utime(path, ns=(7, 7))
    monkeypatch.setattr(seal, "write", refuse)

    check(graph)

    assert (graph / seal.GRAPH).read_bytes() == before


def test_a_seal_beside_a_graph_knows_files_that_were_changed_and_misses_none(graph: Path) -> None:
    write(graph, {"map.json": b"places", "map.html": b"page"})
    seal.close(graph, ["map.json", "map.html"], file=seal.MAP)
    (graph / "map.html").unlink()
    assert seal.damage_beside(graph, seal.MAP) == ""
    assert seal.damage_beside(graph, seal.SEARCH) == ""

    rot(graph / "map.json")
    assert seal.fits(graph, "map.json", file=seal.MAP)
    assert seal.damage_beside(graph, seal.MAP) == "map.json was changed"


def test_all_is_on_the_disk_before_the_switch_and_its_name_after(graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, rename = os.fsync, Path.rename

    def syncing(descriptor: int) -> None:
        done.append(Path(f"/proc/self/fd/{descriptor}").readlink().name)
        sync(descriptor)

    def renaming(path: Path, target: Path) -> Path:
        done.append(f"to {Path(target).name}")
        return rename(path, target)

    if not Path("/proc/self/fd").is_dir():
        pytest.skip("the system does not tell the name of an open file")
    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(Path, "rename", renaming)
    with replacing(graph) as fresh:
        write(fresh, FILES | {"graph.ttl": b"<b> <c> <e> ."})

    switch = done.index(f"to {READY}")
    before = done[:switch]
    assert {Path(name).name for name in (*FILES, "graph.ttl")} <= set(before)
    assert any(name.startswith(f".{seal.GRAPH}") for name in before)
    assert {".next", "store"} <= set(before), "the folders whose names must not be lost"
    assert "graph" in done[switch:]


def test_a_build_that_died_behind_the_switch_is_finished_by_the_next_reader(graph: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    with replacing(new) as fresh:
        write(fresh, FILES | {"index.json": b'{"new": 1}'})
    new.rename(graph / READY)
    (graph / READY / "index.json").replace(graph / "index.json")  # as far as it came

    settle(graph)
    check(graph, whole=True)

    assert (graph / "index.json").read_bytes() == b'{"new": 1}'


def test_reading_is_tried_again_for_each_switch_and_not_without_one(graph: Path) -> None:
    attempts: list[int] = []

    def reading() -> int:
        attempts.append(len(attempts))
        if len(attempts) < 3:
            with replacing(graph) as fresh:
                write(fresh, FILES | {"index.json": b'{"at": %d}' % len(attempts)})
            raise StoreError("its files are gone")
        return attempts[-1]

    def failing() -> None:
        attempts.append(0)
        raise StoreError("corrupted")

    assert steady(graph, reading) == 2
    attempts.clear()
    with pytest.raises(StoreError, match="corrupted"):
        steady(graph, failing)
    assert len(attempts) == 1
