"""Identity decided by the workers of a cluster: no process knows more than a part of what the notes say.

The steps are those of a build on one machine, and so is all that decides; only what each step needs comes from files.
Mentions that share a key are linked, key by key; links make components; and those that are to be compared come together
(`tasks`). What the papers tell of persons and methods goes from them to these, as it does on one machine.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kg.pipeline.apart import tasks
from kg.pipeline.apart.tasks import LATER, Job, Task
from kg.pipeline.component_codec import written
from kg.pipeline.exchange import Exchange
from kg.pipeline.extracting import Run, parts_of
from kg.pipeline.reading import Readings
from kg.resolution import Weighing, conclude
from kg.resolution.clustering import GROUPS, PAPERS, Component, Group, Pairs
from kg.resolution.deciding import Decided


@dataclass(frozen=True, slots=True)
class Found:
    """The components of a group, read from files at each iteration."""

    job: Job
    group: Group

    def __iter__(self) -> Iterator[Component]:
        for batch in range(self.job.batches[self.group.name] + 1):
            yield from self.job.found(self.group, batch)


def weigh(decided: Decided, *, run: Run, told: Readings, folder: Path, size: int) -> Weighing:
    """Decide which thing each mention names.

    Args:
        told: the notes, whose cache is a file.
        folder: where all workers see it; what was done for the same notes is taken over.
        size: bytes of notes that a worker looks at together.
    """
    parts = parts_of(told.notes, told.survey.files, size)
    exchange = _exchange(folder, told, decided, parts)
    for number, part in enumerate(parts):
        exchange.put_rows("notes", number, [[told.keys[note] for note in part]], written)
    job = Job(
        exchange,
        told.known.path.absolute() if told.known.path is not None else Path(),
        [part[0] for part in parts],
        replace(decided, extractions=decided.of(())),
        told.survey.vocabularies,
        {group.name: Pairs(**decided.pairs(group.kinds)) for group in GROUPS},
    )
    job = _counted(job, run(tasks.tell_part, job, _each("", len(parts))))
    job = _matched(run, job, [group for group in GROUPS if group not in LATER])
    run(tasks.spread, job, _each(PAPERS.name, job.batches[PAPERS.name] + 1))
    run(tasks.amend, job, _each("", len(parts)))
    job = _matched(run, job, LATER)
    found = {group: Found(job, group) for group in GROUPS}
    return conclude(decided, found, base=told.survey.settings.base)


def _exchange(folder: Path, told: Readings, decided: Decided, parts: Sequence[Sequence[str]]) -> Exchange:
    """Return the folder, empty unless it is of the same notes, decisions and parts."""
    said = [decided.decisions.digest(), *(f"{told.keys[note]} {part[0]}" for part in parts for note in part)]
    whole = hashlib.sha256("\n".join(said).encode("utf-8", "surrogatepass")).hexdigest()
    exchange = Exchange(folder.absolute())
    if not (folder / f"{whole}.json").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        exchange.once(whole, lambda: None)
    return exchange


def _each(group: str, count: int) -> list[Task]:
    return [(group, number) for number in range(count)]


def _counted(job: Job, results: Sequence[Mapping[str, Any]]) -> Job:
    """Take in how many mentions each part has, and which of them the user joined."""
    counts = {group.name: [one["counts"][group.name] for one in results] for group in GROUPS}
    job = replace(job, counts=counts)
    bound: dict[str, list[tuple[int, int]]] = {}
    for group in GROUPS:
        ends: dict[int, dict[int, int]] = {}
        for part, one in enumerate(results):
            for at, side, number in one["bound"][group.name]:
                ends.setdefault(at, {})[side] = job.first(group.name, part) + number
        bound[group.name] = [(pair[0], pair[1]) for pair in ends.values() if len(pair) == len((0, 1))]
    return replace(job, bound=bound)


def _matched(run: Run, job: Job, groups: Collection[Group]) -> Job:
    """Find the components of some groups, and the things in them."""
    names = [group.name for group in groups]
    run(tasks.link, job, [task for name in names for task in _each(name, job.parts)])
    dealt = run(tasks.join, job, [(name, 0) for name in names])
    batches, largest = ({n: one[told] for n, one in zip(names, dealt, strict=True)} for told in ("batches", "largest"))
    job = replace(job, batches={**job.batches, **batches}, largest=largest)
    run(tasks.send, job, [task for name in names for task in _each(name, job.parts)])
    run(tasks.match, job, [task for name in names for task in _each(name, job.batches[name])])
    gone = run(tasks.settle_group, job, [(name, 0) for name in names])
    return replace(job, gone={**job.gone, **{n: frozenset(some) for n, some in zip(names, gone, strict=True)}})
