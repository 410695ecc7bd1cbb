"""Identity decided part by part: the things are those that one process makes of all notes, whatever stops on the way."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from extractions import paper
from stages import STAGES

from kg.model import Kind, Resolution
from kg.pipeline import apart
from kg.pipeline.apart.job import Job, Task
from kg.pipeline.cache import FILE_NAME, Cache, Entry, encode
from kg.pipeline.exchange import Exchange
from kg.pipeline.extracting import Processes
from kg.pipeline.known import Known
from kg.pipeline.reading import Readings, read, survey
from kg.resolution import conclude, weigh
from kg.resolution.components import Key, components
from kg.resolution.deciding import decide
from kg.resolution.decisions import NONE, Decisions, parse
from kg.resolution.linking import joined, links
from kg.settings import Settings

BASE = Settings().base
NOTES = (
    "awesome-deep-rl.md",
    "embeddings.ipynb",
    "graph-learning-references.md",
    "kdd-2023-report.md",
    "library.bib",
    "llm-outline.md",
)
"""Some of the sample notes: those that the decisions are about."""
SIZE = 8_000
"""Of parts of which these notes make several."""
DECIDED = """
[[same]]
things = ["person: Jure Leskovec", "person: Bowen Liu"]

[[different]]
things = ["paper: BERT @ llm", "paper: BERT @ foundation-models"]

[[ignore]]
thing = "topic: reinforcement learning"

[[kind]]
thing = "method: BERT"
kind = "dataset"

[[rename]]
thing = "person: Christopher D. Manning"
name = "Chris Manning"
"""


class StoppedError(Exception):
    """The build has died."""


def there(told: Readings, decisions: Decisions, folder: Path, size: int, run: apart.Run | None = None) -> apart.Named:
    return apart.weigh(decide(told.extractions, decisions), run=run or doing(), told=told, folder=folder, size=size)


def resolved(found: apart.Named) -> Resolution:
    return conclude(found.decided, found.found, base=BASE).resolution


def doing(tell: Callable[[str, Task], None] = lambda _stage, _task: None) -> apart.Run:
    """Do tasks in this process, the last first, as no order is promised."""

    def run(work: Callable[[Job, Task], Any], job: Job, tasks: Sequence[Task]) -> list[Any]:
        found = []
        for task in reversed(tasks):
            tell(work.__name__, task)
            found.append(work(job, task))
        return found[::-1]

    return run


@pytest.fixture(scope="module")
def told(sample_vault: Path, sample_graph: Path, tmp_path_factory: pytest.TempPathFactory) -> Readings:
    folder = tmp_path_factory.mktemp("apart")
    (folder / "notes").mkdir()
    for name in NOTES:
        shutil.copy(sample_vault / name, folder / "notes")
    kept = Path(shutil.copy(sample_graph / FILE_NAME, folder))
    return read(survey(folder / "notes", Settings()), Cache(kept), tell=lambda *_: None, engine=Processes(1))


@pytest.fixture(scope="module")
def whole(told: Readings) -> Resolution:
    """What one process makes of all notes where nothing is decided."""
    return weigh(decide(told.extractions, NONE), base=BASE).resolution


@pytest.mark.parametrize("decisions", [NONE, parse(DECIDED)], ids=["undecided", "decided"])
@pytest.mark.parametrize("size", [1, SIZE, 10**9])
def test_parts_of_any_size_give_the_things_of_the_whole(told, tmp_path, decisions, size) -> None:
    expected = weigh(decide(told.extractions, decisions), base=BASE, reasons=False)
    found = there(told, decisions, tmp_path / "parts", size)
    assert resolved(found) == expected.resolution
    assert resolved(found).iris == expected.resolution.iris
    for group, components_ in expected.found.items():
        assert sorted(found.found[group], key=_first) == sorted(components_, key=_first)
    known, whole = found.known(told), Known.of(told, expected)
    assert known.index == whole.index
    assert dict(known.sheets) == whole.sheets
    assert {graph: set(lines) for graph, lines in known.lines.items()} == {
        graph: set(lines) for graph, lines in whole.lines.items()
    }


def _first(component: Any) -> Any:
    return next(iter(component.said))


@pytest.mark.parametrize("stage", STAGES)
def test_what_was_done_before_a_build_died_is_not_done_again(told, whole, tmp_path, stage) -> None:
    done: list[tuple[str, Task]] = []

    def stop(name: str, task: Task) -> None:
        if name == stage and any(one == stage for one, _ in done):
            raise StoppedError
        done.append((name, task))

    folder = tmp_path / "parts"
    with pytest.raises(StoppedError):
        there(told, NONE, folder, SIZE, doing(stop))
    times = {path: path.stat().st_mtime_ns for path in folder.glob("*.json")}
    assert len(times) > len(set(done[:-1]))
    assert resolved(there(told, NONE, folder, SIZE)) == whole
    assert all(path.stat().st_mtime_ns == time for path, time in times.items())


def test_what_was_done_for_other_decisions_is_thrown_away(told, tmp_path) -> None:
    there(told, NONE, tmp_path / "parts", SIZE)
    decisions = parse(DECIDED)
    expected = weigh(decide(told.extractions, decisions), base=BASE).resolution
    assert resolved(there(told, decisions, tmp_path / "parts", SIZE)) == expected


def test_titles_alike_but_for_a_slip_meet_across_parts(tmp_path) -> None:
    titles = {"a.md": "Gentle Gradients for Rivers of Sand", "b.md": "Gentle Gradiants for Rivers of Sand"}
    said = [paper(note, 3, title=title, author="Ida Holm", year="2020") for note, title in titles.items()]
    for note in titles:
        (tmp_path / note).write_text(note)
    found = survey(tmp_path, Settings())
    kept = Cache(tmp_path / FILE_NAME)
    kept.keep((found.keys[one.note], Entry(encode(one, ()), b"")) for one in said)
    told = Readings(found, tuple(titles), {}, found.keys, frozenset(), kept)
    found = resolved(there(told, NONE, tmp_path / "parts", 1))
    assert found == weigh(decide(said, NONE), base=BASE).resolution
    assert len({iri for mention, iri in found.iris.items() if mention.kind is Kind.PAPER}) == 1


def test_each_receiver_gets_what_was_left_for_it(tmp_path) -> None:
    exchange = Exchange(tmp_path)
    exchange.put_rows("said", 3, [[1, 2], [], ["three"]], json.dumps)
    assert [exchange.rows("said", 3, receiver) for receiver in range(3)] == [[1, 2], [], ["three"]]
    exchange.put("said", 0, [b"", b"x"])
    assert [exchange.get("said", 0, receiver) for receiver in range(2)] == [b"", b"x"]


def test_a_task_half_done_is_done_again(tmp_path) -> None:
    exchange, times = Exchange(tmp_path), []

    def work() -> list[int]:
        times.append(1)
        if len(times) == 1:
            raise StoppedError
        return [7]

    with pytest.raises(StoppedError):
        exchange.once("match", work)
    assert [exchange.once("match", work) for _ in range(2)] == [[7], [7]]
    assert len(times) == 2


@pytest.mark.parametrize("shards", [1, 3])
def test_components_by_links_are_those_by_all_keys(shards: int) -> None:
    chance = np.random.default_rng(7)
    keyed = {n: [Key(str(k), bool(k % 3)) for k in chance.integers(0, 300, size=2)] for n in range(300)}
    linked = [
        links(components({n: [k for k in keys if int(k.text) % shards == shard] for n, keys in keyed.items()}))
        for shard in range(shards)
    ]
    first = joined(len(keyed), linked).tolist()
    assert {n: part[0] for part in components(keyed) for n in part} == dict(enumerate(first))
