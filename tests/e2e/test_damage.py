"""A graph that is not what a build wrote: nothing is answered from it, and the next build makes it anew."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from damaging import IN_GRAPHS, Sample, run, sample, try_all

from kg import origin
from kg.errors import DamagedError, StoreError
from kg.rdf import FILES, open_store, replacing, seal, steady


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    return sample(tmp_path_factory.mktemp("sealed"))


@pytest.fixture
def graph(made: Sample, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made.graph, tmp_path / "graph"))


def test_damages_are_said_or_repaired(tmp_path: Path) -> None:
    assert try_all(6, 2, tmp_path) == []


def test_a_letter_that_changed_with_its_time_kept_does_not_survive_an_update(made: Sample, graph: Path) -> None:
    run("query", "ASK {}", "--graph", str(graph))  # the seal takes the times of the copy
    path = graph / "graph.trig"
    status = path.stat()
    path.write_bytes(path.read_bytes().replace(b"Deep", b"Xeep", 1))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))

    assert run("query", "ASK {}", "--graph", str(graph))[0] == 0
    assert "graph.trig was changed" in run("verify", "--files", "--graph", str(graph))[2]
    assert "graph.trig was changed" in run("query", "ASK {}", "--graph", str(graph))[2], "it is known from then on"
    assert "was damaged (graph.trig was changed)" in run("build", str(made.vault), "--graph", str(graph))[1]
    assert [(graph / name).read_bytes() for name in FILES] == [(made.graph / name).read_bytes() for name in FILES]


def test_a_copied_graph_is_no_damaged_one_and_its_seal_takes_the_new_times(graph: Path) -> None:
    for path in graph.rglob("*"):
        os.utime(path, ns=(1, 1))

    assert run("verify", "--files", "--graph", str(graph))[0] == 0
    rows = seal.read(graph / seal.GRAPH)
    assert rows is not None and {row.changed for row in rows.values()} == {1}


@pytest.mark.parametrize(
    "damage",
    [lambda log: log.write_bytes(b""), lambda log: log.unlink(), lambda log: log.write_bytes(log.read_bytes()[:-9])],
    ids=["emptied", "deleted", "cut"],
)
def test_a_log_of_the_store_that_is_not_whole_is_noticed(graph: Path, damage: Callable[[Path], object]) -> None:
    damage(max((graph / "store").glob("*.log"), key=lambda log: log.stat().st_size))

    with pytest.raises(DamagedError, match=r"is damaged \(store/.*\.log .*Build it again: kg build NOTES"):
        open_store(graph)


def test_an_update_takes_over_nothing_that_the_engine_writes_for_people(made: Sample, graph: Path) -> None:
    vault = Path(shutil.copytree(made.vault, graph.parent / "vault"))
    (vault / "more.md").write_text("- [Deep Sets](https://arxiv.org/abs/1703.06114), Ricky Chen\n", encoding="utf-8")
    log = graph / "store" / "LOG.old.1"
    log.write_text("it may be of another user, and not readable", encoding="utf-8")
    before = set((graph / "store").glob("*.sst"))

    assert run("build", str(vault), "--graph", str(graph))[0] == 0
    assert not log.exists()
    assert before & set((graph / "store").glob("*.sst")), "the graph was not updated, but built anew"


def test_a_second_store_that_is_damaged_is_made_anew(graph: Path) -> None:
    answer = run("query", IN_GRAPHS, "--graph", str(graph))
    for file in (graph / "store" / "graphs").glob("*.sst"):
        file.write_bytes(file.read_bytes()[:100])

    assert run("query", IN_GRAPHS, "--graph", str(graph)) == answer
    assert answer[0] == 0


def test_an_index_for_searching_that_is_damaged_is_made_anew(graph: Path) -> None:
    index = graph / "search.sqlite"
    index.unlink()  # the notes are not where they are seen from the copy, so a new index has fewer sentences
    answer = run("find", "deep", "--graph", str(graph))
    index.write_bytes(index.read_bytes().replace(b"Deep", b"Xeep"))

    assert run("find", "deep", "--graph", str(graph)) == answer


@pytest.mark.parametrize(
    ("name", "asked"), [("search.sqlite", ["find", "deep"]), ("store/graphs/*.sst", ["query", IN_GRAPHS])]
)
def test_what_rots_beside_the_graph_is_found_and_made_anew(graph: Path, name: str, asked: list[str]) -> None:
    if name == "search.sqlite":
        (graph / name).unlink()  # as above
    answer = run(*asked, "--graph", str(graph))
    path = max(graph.glob(name))
    status, content = path.stat(), bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))

    code, out, _ = run("verify", "--files", "--graph", str(graph))

    assert code == 1
    assert f"Beside the graph, {path.relative_to(graph)} was changed" in out
    assert run(*asked, "--graph", str(graph)) == answer
    assert run("verify", "--files", "--graph", str(graph))[0] == 0


def test_a_search_that_fails_over_an_index_that_rotted_says_so_and_the_next_is_right(graph: Path) -> None:
    path = graph / "search.sqlite"
    path.unlink()
    answer = run("find", "deep", "--graph", str(graph))
    status, content = path.stat(), path.read_bytes()
    with closing(sqlite3.connect(path)) as database:
        at = database.execute("SELECT MAX(rootpage) - 1 FROM sqlite_master WHERE name = 'sentences'").fetchone()[0]
        size = database.execute("PRAGMA page_size").fetchone()[0]
    path.write_bytes(content[: at * size] + b"\xff" * size + content[(at + 1) * size :])
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))

    assert "search.sqlite was changed. It is made anew" in run("find", "deep", "--graph", str(graph))[2]
    assert run("find", "deep", "--graph", str(graph)) == answer


@pytest.mark.parametrize(
    "damage",
    [lambda text: b"\xff" + text[1:], lambda text: text[:20], lambda text: text.replace(b"vault", b"graph"), None],
    ids=["no text", "cut", "another folder", "deleted"],
)
def test_questions_are_answered_where_it_is_not_known_any_more_where_the_notes_are(
    made: Sample, graph: Path, damage: Callable[[bytes], bytes] | None
) -> None:
    vault = Path(shutil.copytree(made.vault, graph.parent / "vault"))
    path, asked = graph / origin.FILE_NAME, ["find", "classic", "--graph", str(graph)]
    (graph / "search.sqlite").unlink()
    answer, right = run(*asked), path.read_bytes()
    (graph / "search.sqlite").unlink()
    path.unlink() if damage is None else path.write_bytes(damage(right))
    what = f"build.json {'is missing' if damage is None else 'was changed'}"

    assert run("query", "ASK {}", "--graph", str(graph))[0] == 0
    assert what in run(*asked)[2]
    assert f"Beside the graph, {what}. The next build" in run("verify", "--files", "--graph", str(graph))[1]
    code, _, error = run("rename", "Manzil Zaheer", "M. Z.", "--graph", str(graph))
    assert code == 2 and "--notes PATH" in error
    assert f"{what}; it has been written anew." in run("build", str(vault), "--graph", str(graph))[1]
    assert path.read_bytes() == right
    assert run(*asked) == answer, "an index with less in it was made meanwhile"


def test_what_cannot_be_read_elsewhere_is_not_said_of_the_graph(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="notes"), replacing(tmp_path / "graph"):
        (tmp_path / "notes").read_bytes()


def test_a_reader_that_meets_a_switch_reads_the_new_graph(made: Sample, graph: Path) -> None:
    attempts = []

    def reading() -> str:
        attempts.append(1)
        if len(attempts) == 1:
            run("build", str(made.vault), "--graph", str(graph))
            raise DamagedError("its files are gone")
        return "answer"

    assert steady(graph, reading) == "answer"
    with pytest.raises(StoreError, match="gone"):
        steady(graph, lambda: (_ for _ in ()).throw(DamagedError("gone")))
