"""The whole flow on one screen: vault -> notes -> extraction -> resolution -> RDF -> store and files."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from multiprocessing.context import BaseContext
from pathlib import Path

from kg import __version__, extraction, iris, notes, rdf, resolution
from kg.errors import SettingsError
from kg.model import Extraction, Note, Problem, Resolution, Run
from kg.resolution.decisions import FILE_NAME, NONE, Decisions, parse
from kg.resolution.matches import Match
from kg.settings import Settings, canonical

Progress = Callable[[int, int, str], None]
"""Called with how many notes are done, how many there are, and what is at hand: first they are read, then written."""

HEAD_START = 60_000
"""Characters that this process extracts from until another one is ready to help."""
WORTH_WORKERS = 2 * HEAD_START
"""Characters of notes from which on other processes pay."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a build."""

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


def build(
    vault: Path, graph: Path, *, settings: Settings, progress: Progress | None = None, workers: int = 1
) -> Report:
    """Build the graph of a vault (a folder of notes, or one note) into a folder.

    The new graph is complete before it takes the place of the old one.

    Args:
        vault: the notes.
        graph: the folder to write into.
        settings: of the vault.
        progress: told how far the build is.
        workers: processes that may read notes side by side. With more than one, a script that calls this must do so
            below `if __name__ == "__main__"`, because every process imports the script.

    Raises:
        VaultError: there is nothing at the path.
        StoreError: the folder of the graph cannot be written.
        SettingsError: the decisions of the user cannot be read.
    """
    began = time.perf_counter()
    tell = progress or _silent
    decisions = read_decisions(vault)
    read, problems = _read(vault, settings)
    extractions = _extract(read, tell, workers, settings.spacy_model)
    resolved = resolution.resolve(extractions, base=settings.base, decisions=decisions)
    extractions = list(resolution.decided(extractions, decisions))
    problems += [p for e in extractions for p in e.problems] + list(resolved.problems)
    problems += [p for e in extractions for p in rdf.unwritable(e, resolved)]
    run = Run(__version__, extraction.rule_names(), canonical(settings))
    with rdf.replacing(graph) as folder, rdf.Writer(folder) as writer:
        writer.add(rdf.derived_quads(extractions, resolved, base=settings.base))
        for note, extracted in _in_turn(read, extractions, settings.base, tell):
            writer.add(rdf.to_quads(note, extracted, resolved, run, base=settings.base))
        facts, more = writer.finish()
    things = Counter(entity.kind.value for entity in resolved.entities)
    return Report(
        notes=len(read),
        things=dict(sorted(things.items())),
        facts=facts,
        problems=tuple(sorted([*problems, *more], key=_place)),
        told={e.note: e.told for e in sorted(extractions, key=lambda e: e.note)},
        seconds=time.perf_counter() - began,
        files=tuple(graph / name for name in rdf.FILES),
    )


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a vault says and which things it speaks of, with the reasons; nothing is written."""

    notes: tuple[Note, ...]
    extractions: tuple[Extraction, ...]
    """As they were read, in the order of the notes."""
    decisions: Decisions
    resolution: Resolution
    matches: tuple[Match, ...]


def weigh(vault: Path, *, settings: Settings, progress: Progress | None = None, workers: int = 1) -> Weighed:
    """Read and extract as a build does, and tell what was joined, kept apart and left in doubt, and why.

    Raises:
        VaultError: there is nothing at the path.
        SettingsError: the decisions of the user cannot be read.
    """
    decisions = read_decisions(vault)
    read, _ = _read(vault, settings)
    extractions = _extract(read, progress or _silent, workers, settings.spacy_model)
    resolved, matches = resolution.weigh(extractions, base=settings.base, decisions=decisions)
    return Weighed(tuple(read), tuple(extractions), decisions, resolved, matches)


def decisions_file(vault: Path) -> Path:
    """Give the place of the user's decisions: beside the notes, or beside the one note."""
    return (vault if vault.is_dir() else vault.parent) / FILE_NAME


def read_decisions(vault: Path) -> Decisions:
    """Read the user's decisions on a vault; none when there is no file.

    Raises:
        SettingsError: the file is not what kg understands.
    """
    path = decisions_file(vault)
    if not path.is_file():
        return NONE
    raw = path.read_bytes()
    try:
        return parse(raw.decode("utf-8-sig"), name=str(path))
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{path}:{line}: this is not UTF-8: {error.reason}") from error


def _read(vault: Path, settings: Settings) -> tuple[list[Note], list[Problem]]:
    read: list[Note] = []
    problems: list[Problem] = []
    for reading in notes.read_all(vault, settings=settings):
        problems += reading.problems
        if reading.note is not None:
            read.append(reading.note)
    return read, problems


def _extract(read: Sequence[Note], tell: Progress, workers: int, model: str) -> list[Extraction]:
    """Extract from each note, in order; in processes side by side where that is faster."""
    pays = workers > 1 and len(read) > 1 and sum(len(note.text) for note in read) >= WORTH_WORKERS
    found = _side_by_side(read, tell, min(workers, len(read)), model) if pays else {}
    for number, note in enumerate(read):
        if note.id not in found:
            tell(number, len(read), note.id)
            found[note.id] = _extract_one(note, model=model)
    tell(len(read), len(read), "")
    return [found[note.id] for note in read]


def _side_by_side(read: Sequence[Note], tell: Progress, workers: int, model: str) -> dict[str, Extraction]:
    """Extract here and in other processes; what these do not bring home, because one dies, is not in the result."""
    own, *shares = _shares(read, workers)
    found: dict[str, Extraction] = {}
    done: list[object] = []
    with suppress(BrokenProcessPool, OSError, NotImplementedError), _pool(workers - 1, model) as pool:
        given = [(note, pool.submit(_extract_one, note, model=model)) for share in shares for note in share]
        for _, future in given:
            future.add_done_callback(done.append)
        for note in own:
            tell(len(done), len(read), note.id)
            found[note.id] = _extract_one(note, model=model)
            done.append(note)
        for note, future in given:
            found[note.id] = future.result()
            tell(len(done), len(read), note.id)
    return found


@contextmanager
def _pool(workers: int, model: str) -> Iterator[ProcessPoolExecutor]:
    """Give processes to extract in; when the block ends early, what has not begun is not begun."""
    pool = ProcessPoolExecutor(workers, mp_context=_fresh(), initializer=_start_worker, initargs=(model,))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _shares(read: Sequence[Note], workers: int) -> list[list[Note]]:
    """Divide notes so that all processes end at one time, the largest first; the first share is that of this one."""
    shares: list[list[Note]] = [[] for _ in range(workers)]
    ends = [0, *(HEAD_START for _ in range(workers - 1))]
    for note in sorted(read, key=lambda note: (-len(note.text), note.id)):
        least = ends.index(min(ends))
        shares[least].append(note)
        ends[least] += len(note.text)
    return shares


def _fresh() -> BaseContext:
    """Have processes begin anew: a copy of this one would take over its locks without the threads that hold them."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, "spacy"])
    return context


def _start_worker(model: str) -> None:
    """Load the pipeline before the first note comes; die of Ctrl-C without a word, as the parent says what there is."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _pipeline(model)


_pipeline = cache(extraction.make_nlp)


def _extract_one(note: Note, *, model: str) -> Extraction:
    return extraction.extract(note, _pipeline(model))


def _in_turn(
    read: Sequence[Note], extractions: Sequence[Extraction], base: str, tell: Progress
) -> Iterator[tuple[Note, Extraction]]:
    """Give the notes in the order of their graphs, which is that of the files written."""
    pairs = sorted(zip(read, extractions, strict=True), key=lambda pair: iris.mint("note", pair[0].id, base=base))
    for number, (note, extracted) in enumerate(pairs):
        tell(number, len(pairs), f"writing {note.id}")
        yield note, extracted
    tell(len(pairs), len(pairs), "writing")


def _silent(done: int, total: int, label: str) -> None:
    """Say nothing."""


def _place(problem: Problem) -> tuple[str, int, int, str, str]:
    return problem.note, problem.line, problem.column, problem.code, problem.message
