"""The whole flow on one screen: vault -> notes -> extraction -> resolution -> RDF -> store and files."""

from __future__ import annotations

import shutil
import time
from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from pathlib import Path

from kg import rdf
from kg.errors import DamagedError, VaultError
from kg.model import Problem
from kg.net import caught
from kg.notes import kinds_of
from kg.pipeline import apart, cache, identifying, ledger, parting, vocabularies
from kg.pipeline.deciding import Weighed, decisions_file, read_decisions, weigh
from kg.pipeline.extracting import Engine, Processes, Progress, Run
from kg.pipeline.known import Known
from kg.pipeline.ledger import UnfitLedgerError
from kg.pipeline.parting import Parts
from kg.pipeline.reading import Readings, Survey, read, survey
from kg.pipeline.writing import WORTH_REVISING, Outcome, write, write_update
from kg.resolution import Weighing
from kg.resolution.deciding import concern
from kg.resolution.decisions import Decisions
from kg.settings import Settings
from kg.vocabularies import Vocabularies

__all__ = ["Progress", "Report", "Weighed", "build", "building", "decisions_file", "read_decisions", "weigh"]

RESOLVING = "resolving"


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a build."""

    notes: int
    things: dict[str, int]
    """Things of each kind."""
    facts: int
    """Triples in the union of the note graphs and the derived graph, evidence not counted."""
    problems: tuple[Problem, ...]
    told: dict[str, tuple[int, int]]
    """Note -> sentences that gave something, and all its sentences."""
    seconds: float
    files: tuple[Path, ...]
    damage: str = ""
    """What was wrong with the graph before, so that nothing was taken over from it."""
    read: int = 0
    """Notes that were read, as they were not known from the build before."""
    unread: dict[str, int] = field(default_factory=dict)
    """Kind of file -> how many of the vault could not be read at all."""


def build(
    vault: Path, graph: Path, *, settings: Settings, progress: Progress | None = None, workers: int = 1
) -> Report:
    """Build the graph of a vault (a folder of notes, or one note) into a folder; see `building`."""
    with building(vault, graph, settings=settings, progress=progress, engine=Processes(workers)) as (_, report):
        return report


@contextmanager
def building(
    vault: Path, graph: Path, *, settings: Settings, engine: Engine, progress: Progress | None = None
) -> Iterator[tuple[Path, Report]]:
    """Build the graph of a vault, and let the caller write more files beside it before it replaces the old one.

    Notes that did not change since the last build into the folder are not read again, and their part of the graph
    is taken over; the bytes are those of a build from scratch.

    Args:
        graph: the folder for the graph after the block; the block receives the folder that holds it now.
        engine: reads the notes. With other processes, a script that calls this must do so below
            `if __name__ == "__main__"`, because every process imports the script.

    Raises:
        VaultError: there is nothing at the path.
        StoreError: the folder of the graph cannot be written, or another build writes into it.
        SettingsError: the decisions of the user cannot be read.
        UsageError: a vocabulary cannot be read.
    """
    began = time.perf_counter()
    if not vault.exists():
        raise VaultError.missing(str(vault))
    tell = progress or (lambda _done, _total, _label: None)
    with (
        _tidied(graph, keep=not isinstance(engine, Processes)),
        rdf.replacing(graph) as folder,
        cache.Cache(graph / cache.FILE_NAME) as kept,
    ):
        read_before = vocabularies.load(vault, settings, kept)
        task = _Task(vault, settings, kept, read_before, tell, engine)
        told, outcome, damage = _built(folder, graph, task)
        report = _report(told, outcome, graph)
        yield folder, replace(report, damage=damage, seconds=time.perf_counter() - began)


def build_parts(  # noqa: PLR0913 - all that one command is asked
    vault: Path, graph: Path, folder: Path, *, settings: Settings, engine: Engine, progress: Progress | None = None
) -> Parts:
    """Write the graph of a vault in parts for the bulk loader of a store, and no graph that could be asked here.

    Args:
        graph: the folder whose cache has what was read, where the graph itself would be; another graph in it stays.
        folder: for the parts; what is written there for the same notes is taken over.

    Raises:
        Those of `building`, and UsageError: the folder has other files.
    """
    if not vault.exists():
        raise VaultError.missing(str(vault))
    tell = progress or (lambda _done, _total, _label: None)
    graph.mkdir(parents=True, exist_ok=True)
    with rdf.locked(graph, wait=False), cache.Cache(graph / cache.FILE_NAME) as kept, engine.running() as run:
        task = _Task(vault, settings, kept, vocabularies.load(vault, settings, kept), tell, engine)
        decisions = read_decisions(vault)
        told = task.read(survey(vault, settings, decisions, task.vocabularies))
        with _between(graph, engine) as between:
            tell(0, len(told.notes), RESOLVING)
            known = _known(told, _identified(told, decisions, task, run, between))
            tell(len(told.notes), len(told.notes), RESOLVING)
            return parting.write(known, folder, run, size=engine.together)


@contextmanager
def _between(graph: Path, engine: Engine) -> Iterator[Path]:
    """Yield the folder for what workers tell each other; a cluster goes on there when a build has failed."""
    folder = graph / ledger.PARTS
    failed = True
    try:
        yield folder
        failed = False
    finally:
        if not failed or isinstance(engine, Processes):
            shutil.rmtree(folder, ignore_errors=True)


def _identified(told: Readings, decisions: Decisions, task: _Task, run: Run, between: Path) -> Weighing | apart.Named:
    """Decide which thing each mention names."""
    elsewhere = partial(apart.weigh, run=run, told=told, folder=between, size=task.engine.together)
    divides = task.engine.divides(told)
    return identifying.weigh(told, told.extractions, decisions, reasons=False, elsewhere=elsewhere if divides else None)


def _known(told: Readings, weighing: Weighing | apart.Named) -> Known:
    return Known.of(told, weighing) if isinstance(weighing, Weighing) else weighing.known(told)


@dataclass(frozen=True, slots=True)
class _Task:
    """What a build is to do, and with what."""

    vault: Path
    settings: Settings
    known: cache.Cache
    vocabularies: Vocabularies
    tell: Progress
    engine: Engine

    def read(self, found: Survey, only: Collection[str] | None = None) -> Readings:
        return read(found, self.known, tell=self.tell, engine=self.engine, only=only)


def _built(folder: Path, graph: Path, task: _Task) -> tuple[Readings, Outcome, str]:
    """Write the graph into a folder, from the one before if that is whole; return what is wrong with it, too."""
    # Without its seal a folder has no graph, or a damaged one, or one of an earlier version.
    there = (graph / rdf.STORE).exists() or (graph / rdf.seal.GRAPH).exists()
    damage = rdf.seal.damage(graph, whole=True) if there else ""
    try:
        return *_written(folder, None if damage else rdf.index.load(graph), task), damage
    except DamagedError as error:  # what is wrong with the store shows when it is read
        for entry in folder.iterdir():
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        return *_written(folder, None, task), str(error)


def _written(folder: Path, old: rdf.Old | None, task: _Task) -> tuple[Readings, Outcome]:
    """Write the graph into a folder: what changed, where the old one was built so that this can be known, or all."""
    decisions = read_decisions(task.vault)
    found = survey(task.vault, task.settings, decisions, task.vocabularies)
    changed = _changed(old, found, decisions) if old is not None else None
    anew: AbstractSet[str] = frozenset()
    if old is not None and changed is not None:
        told = task.read(found, changed)
        anew = told.anew
        came = set(told.keys) ^ old.index.contents.keys()
        try:
            # Where this raises, a build from all notes finds the one to blame.
            if not next(caught(lambda: [concern(decisions, told.extractions, came)], lambda _: None), True):
                return told, write_update(folder, old, told, more=partial(task.read, found), tell=task.tell)
        except UnfitLedgerError:
            (folder / ledger.FILE_NAME).unlink()
    with _between(folder.parent, task.engine) as between:
        with task.engine.running() as run:
            told = task.read(found)
            told = replace(told, anew=anew | told.anew)
            task.tell(0, len(told.notes), RESOLVING)
            weighing = _identified(told, decisions, task, run, between)
            concerned = weighing.decided.concerned()
            ledger.Ledger.create(folder / ledger.FILE_NAME, weighing.found, told.contents(), concerned)
            known = _known(told, weighing)
            del weighing  # it is large
            task.tell(len(told.notes), len(told.notes), RESOLVING)
        return told, write(folder, old, known, tell=task.tell, workers=task.engine.writers)


def _changed(old: rdf.Old, found: Survey, decisions: Decisions) -> set[str] | None:
    """Return the notes to read when the old graph can be updated; None when it has to be built from all notes."""
    known = old.index.contents
    changed = {note for note in found.files if note not in found.keys or found.keys[note] != known.get(note)}
    few = len(changed) <= 1 + WORTH_REVISING * len(found.files)
    alike = (old.index.made, old.index.decisions) == (found.made_by, decisions.digest())
    told = not old.index.failed and not any(known[note] != found.keys.get(note) for note in old.index.concerned)
    return changed if few and alike and told and ledger.holds(old.folder / ledger.FILE_NAME, known) else None


@contextmanager
def _tidied(graph: Path, *, keep: bool) -> Iterator[None]:
    """Leave nothing behind of a first build that fails, or what was read alone: a cluster works long for that."""
    existed = graph.exists()
    try:
        yield
    finally:
        with suppress(OSError):
            if not keep and not {path.name for path in graph.iterdir()} - {cache.FILE_NAME}:
                (graph / cache.FILE_NAME).unlink(missing_ok=True)
                if not existed:
                    graph.rmdir()


def _report(told: Readings, outcome: Outcome, graph: Path) -> Report:
    index = outcome.index
    unread = [problem for note, some in told.problems.items() if note not in index.contents for problem in some]
    of_notes = [cache.read_problem(row) for rows in (*index.problems.values(), index.stale) for row in rows]
    return Report(
        notes=len(index.contents),
        things=dict(sorted(index.things.items())),
        facts=index.facts,
        problems=tuple(
            sorted(
                [*told.survey.problems, *unread, *of_notes, *outcome.problems],
                key=attrgetter("note", "line", "column", "code", "message"),
            )
        ),
        told=dict(sorted(index.told.items())),
        seconds=0.0,
        files=tuple(graph / name for name in rdf.FILES),
        read=len(told.anew),
        unread=kinds_of([*told.survey.unread, *(note for note in told.survey.files if note not in index.contents)]),
    )
