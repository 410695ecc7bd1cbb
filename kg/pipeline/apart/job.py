"""What all tasks of the workers of a cluster know, and what makes a function a task that is done once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, wraps
from pathlib import Path
from typing import Any

from kg.model import Extraction, Problem
from kg.pipeline.cache import Cache
from kg.pipeline.component_codec import read_rows
from kg.pipeline.exchange import Exchange
from kg.resolution.clustering import GROUPS, PAPERS, Component, Group, Pairs
from kg.resolution.deciding import Decided
from kg.running import uncollected
from kg.vocabularies import Vocabularies

_GROUPS = {group.name: group for group in GROUPS}


@dataclass(frozen=True, slots=True)
class Job:
    """What all tasks know."""

    exchange: Exchange
    cache: Path
    """Has what was read in the notes."""
    begins: Sequence[str]
    """The first note of each part; parts are in the order of the notes."""
    decided: Decided
    """Without what the notes say."""
    vocabularies: Vocabularies
    pairs: Mapping[str, Pairs]
    """Group -> what the user said of its mentions."""
    base: str
    """Of all IRIs."""
    counts: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Group -> how many mentions of it each part has."""
    bound: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    """Group -> numbers of mentions that the user said are of one thing."""
    batches: Mapping[str, int] = field(default_factory=dict)
    """Group -> how many batches its components make; that number is the batch of those made when things clashed."""
    gone: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """Group -> components that became one of those."""

    largest: Mapping[str, int] = field(default_factory=dict)
    """Group -> how many mentions its largest component has."""

    def described(self, work: str, task: Task) -> str:
        """Return for people what a task is about, and how much may be too much for a worker there."""
        group, number = task
        size = self.largest.get(group)
        return f"{work} {group} {number}" + (f", where up to {size:,} mentions belong together" if size else "")

    def senders(self, group: Group) -> int:
        """Return how many batches of components there are in the end."""
        return self.batches[group.name] + 1

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return len(self.begins)

    def first(self, group: str, part: int) -> int:
        """Return the number of the first mention of a part."""
        return sum(self.counts[group][:part])

    def part_of(self, note: str) -> int:
        """Return the part that a note is in."""
        return bisect_right(self.begins, note) - 1

    def found(self, group: Group, batch: int) -> Iterator[Component]:
        """Yield the components of a batch, as they are in the end."""
        gone = self.gone.get(group.name, frozenset())
        for first, members, things in self.exchange.rows(f"found-{group.name}", batch, 0):
            if batch == self.batches[group.name] or first not in gone:
                yield read_rows(group, members, things)


Task = tuple[str, int]
"""A group of kinds, or "", and the number of a part, a batch or a shard of the keys."""


def task(work: Callable[[Job, Group, int], Any]) -> Callable[[Job, Task], Any]:
    """Make a task that is done once, whoever is given it."""

    @wraps(work)
    @uncollected()
    def done(job: Job, task: Task) -> Any:
        name, number = task
        group = _GROUPS.get(name, PAPERS)
        return job.exchange.once(f"{work.__name__}-{name}-{number}", lambda: work(job, group, number))

    return done


@cache
def opened(path: Path) -> Cache:
    """Return the cache of a build."""
    return Cache(path, read_only=True)


def extractions(job: Job, part: int) -> list[tuple[str, Extraction, tuple[Problem, ...]]]:
    """Return what was read in the notes of a part.

    Raises:
        KeyError: it is not in the cache any more.
    """
    keys = job.exchange.rows("notes", part, 0)
    found = list(opened(job.cache).extractions(keys))
    if len(found) < len(keys):
        raise KeyError(part)
    return found
