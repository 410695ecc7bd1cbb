"""Identity decided by the workers of a cluster: no process knows more than a part of what the notes say.

The steps are those of a build on one machine, and so is all that decides; only what each step needs comes from files.
Mentions that share a key are linked, key by key; links make components; and those that are to be compared come together
(`tasks`). What the papers tell of persons and methods goes from them to these, as it does on one machine.
"""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kg.pipeline.apart import naming, tasks
from kg.pipeline.apart.job import Job, Task
from kg.pipeline.apart.tasks import LATER
from kg.pipeline.component_codec import read_mention, written
from kg.pipeline.exchange import Exchange
from kg.pipeline.extracting import Run, parts_of
from kg.pipeline.known import Chained, Known, following, index_of
from kg.pipeline.reading import Readings
from kg.pipeline.spelling import Sheet
from kg.resolution.clustering import GROUPS, PAPERS, Component, Group, Pairs
from kg.resolution.deciding import Decided, contradictions

_HELD = 3
"""Parts of which sheets are in memory: notes are written in the order of their IRIs, which is nearly theirs."""


@dataclass(frozen=True, slots=True)
class Found:
    """The components of a group, read from files at each iteration."""

    job: Job
    group: Group

    def __iter__(self) -> Iterator[Component]:
        for batch in range(self.job.senders(self.group)):
            yield from self.job.found(self.group, batch)


@dataclass(frozen=True, slots=True)
class Named:
    """What a vault says and which things it mentions, all of it in files."""

    found: Mapping[Group, Iterable[Component]]
    decided: Decided
    job: Job
    entered: Sequence[Mapping[str, Any]]
    """Of each part what the index has of its notes."""
    called: Sequence[Mapping[str, Any]]
    """Of each batch of components how many things there are, and which topics mean something."""

    def known(self, told: Readings) -> Known:
        """Return what the graph is written from."""
        things = {read_mention(row): iri for one in self.entered for row, iri in one["concerned"]}
        problems = (*self.decided.problems, *contradictions(self.decided, things))
        index = index_of(told, self.decided, problems)
        for one in self.entered:
            for name in ("contents", "notes", "problems"):
                getattr(index, name).update(one[name])
            index.told.update({note: (some, all_) for note, (some, all_) in one["told"].items()})
            index.failed |= one["failed"]
        index.things = dict(sum((Counter(one["things"]) for one in self.called), Counter()))
        index.topics = {iri: named for one in self.called for iri, named in one["topics"].items()}
        stated = {iri for one in self.entered for iri in one["stated"]}
        unstated = [line for one in self.entered for iri, line in one["unstated"].items() if iri not in stated]
        derived = Chained((unstated, naming.Following(self.job, of_topics=False)))
        lines = following(told, index, derived, naming.Following(self.job, of_topics=True))
        return Known(told, index, Sheets(self.job, told.notes), lines)


@dataclass(frozen=True, slots=True, eq=False)
class Sheets(Mapping[str, Sheet]):
    """From what the graphs of notes are written; some parts of it are in memory at once."""

    job: Job
    notes: Sequence[str]
    _parts: dict[int, dict[str, Sheet]] = field(default_factory=dict)

    def __getitem__(self, note: str) -> Sheet:
        part = self.job.part_of(note)
        if part not in self._parts:
            if len(self._parts) >= _HELD:
                self._parts.pop(next(iter(self._parts)))
            self._parts[part] = naming.read_sheets(self.job, part)
        return self._parts[part][note]

    def __iter__(self) -> Iterator[str]:
        return iter(self.notes)

    def __len__(self) -> int:
        return len(self.notes)


def weigh(decided: Decided, *, run: Run, told: Readings, folder: Path, size: int) -> Named:
    """Decide which thing each mention names, and find out what the graph is written from.

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
        told.survey.settings.base,
    )
    job = _counted(job, run(tasks.tell_part, job, _each("", len(parts))))
    job = _matched(run, job, [group for group in GROUPS if group not in LATER])
    run(tasks.spread, job, _each(PAPERS.name, job.senders(PAPERS)))
    run(tasks.amend, job, _each("", len(parts)))
    job = _matched(run, job, LATER)
    called = run(naming.call, job, [task for group in GROUPS for task in _each(group.name, job.senders(group))])
    entered = run(naming.enter_part, job, _each("", job.parts))
    run(naming.derive, job, _each(PAPERS.name, job.senders(PAPERS)))
    return Named({group: Found(job, group) for group in GROUPS}, decided, job, entered, called)


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
