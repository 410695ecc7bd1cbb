"""Read notes and extract from them, here and in other processes side by side where that is faster."""

from __future__ import annotations

import gc
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from kg import extraction, notes, processes, rdf
from kg.model import Extraction, Note, Problem
from kg.net import OverTime, alarm, caught, described
from kg.pipeline.cache import Entry, encode, encode_excerpt
from kg.processes import context
from kg.resolution.decisions import NONE, Decisions
from kg.settings import Settings
from kg.vocabularies import NO_LABELS, Labels

if TYPE_CHECKING:
    from kg.pipeline.reading import Readings

Progress = Callable[[int, int, str], None]
"""Called with how many notes are done, how many there are, and the stage: `reading`, `resolving` or
`writing`."""

T = TypeVar("T")
R = TypeVar("R")
_AHEAD = 4
"""Tasks for each process that may wait until those before them are done."""
WORTH_PARTS = 64_000_000
"""Bytes of notes from which on one process would need too much memory to decide what all mentions name."""
READING = "reading"
STOPPED = "note-stopped"
"""Code of the problem of a note that took too long."""
MINUTE = 60
"""Seconds after which the reading of a note is stopped, for every `A_MINUTE` bytes of it that have begun: twenty times
as long as the slowest notes take on a slow computer. No graph depends on it but for notes that would never end."""
A_MINUTE = 250_000


@dataclass(frozen=True, slots=True)
class Job:
    """Notes to read."""

    vault: Path
    settings: Settings
    files: Sequence[tuple[str, Path]]
    """Id and place of each note."""
    decisions: Decisions = NONE
    """Of the user: what they say of lists counts when a note is read."""
    labels: Labels = NO_LABELS
    """Of the user's vocabularies."""


@dataclass(frozen=True, slots=True)
class Read:
    """The result of reading a file."""

    note: str
    sha256: str
    """Of its content; "" when it could not be read."""
    entry: Entry | None
    problems: tuple[Problem, ...]
    """With reading the file."""
    whole: bool = True
    """False when reading was stopped: the next build tries again."""


class Run(Protocol):
    """Has tasks done by workers."""

    def __call__(self, work: Callable[[Any, Any], Any], job: Any, tasks: Sequence[Any], /) -> list[Any]:
        """Do all tasks of a stage, in any order; return their results in that of the tasks.

        Args:
            work: a function that the workers can import; it takes what all tasks know, and a task.
        """


class Engine(Protocol):
    """Where notes are read."""

    @property
    def writers(self) -> int:
        """Processes of this machine that may write the graph in parallel."""

    @property
    def together(self) -> int:
        """Bytes of notes whose identity or graphs one worker should have to do with at once."""

    def read(self, job: Job) -> Iterator[Read]:
        """Read notes and extract from them, in any order; those that it cannot bring home are not given."""

    def running(self) -> AbstractContextManager[Run]:
        """Yield what has other tasks done by its workers, and keep these until the end of the block."""

    def divides(self, told: Readings) -> bool:
        """Return whether its workers decide which thing each mention names, part by part."""


def read_all(job: Job, *, tell: Progress, engine: Engine) -> Iterator[Read]:
    """Read notes and extract from them, in any order; what the engine does not bring home, here."""
    total = len(job.files)
    done: set[str] = set()
    tell(0, total, READING)
    for one in engine.read(job) if total else ():
        done.add(one.note)
        tell(len(done), total, READING)
        yield one
    for note, path in job.files:
        if note not in done:
            yield read_one(job, note, path)
            done.add(note)
            tell(len(done), total, READING)


@dataclass(frozen=True, slots=True)
class Processes:
    """Reads notes in processes of this machine, as many as write, side by side where that is faster."""

    writers: int
    together: int = 2_000_000

    @contextmanager
    def running(self) -> Iterator[Run]:
        """Yield what has tasks done in processes; this one does what they do not bring home."""

        def run(work: Callable[[Any, Any], Any], job: Any, tasks: Sequence[Any]) -> list[Any]:
            several = self.writers > 1 and len(tasks) > 1
            found = list(in_processes(partial(work, job), tasks, self.writers)) if several else []
            return found + [work(job, task) for task in tasks[len(found) :]]

        yield run

    def divides(self, told: Readings) -> bool:
        """Return whether there are many: to hand over what notes say costs more here than to decide, except memory."""
        return told.known.path is not None and sum(map(size_of, told.survey.files.values())) >= WORTH_PARTS

    def read(self, job: Job) -> Iterator[Read]:
        """Read the largest first; when a process dies, the others end, too."""
        workers = min(self.writers, len(job.files))
        if workers > 1 and sum(size_of(path) for _, path in job.files) >= processes.WORTH_WORKERS:
            yield from _side_by_side(job, workers)


def in_processes(work: Callable[[T], R], tasks: Iterable[T], workers: int) -> Iterator[R]:
    """Yield what comes of tasks, in their order, until a process dies; what is behind that is for this one to do."""
    under_way: deque[Future[R]] = deque()
    with suppress(BrokenProcessPool, OSError, NotImplementedError), pool(workers, None) as others:
        for task in tasks:
            under_way.append(others.submit(work, task))
            if len(under_way) > _AHEAD * workers:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


def size_of(path: Path) -> int:
    """Return the bytes of a file, 0 if the system does not tell."""
    with suppress(OSError):
        return path.stat().st_size
    return 0


def parts_of(notes: Iterable[str], files: Mapping[str, Path], size: int) -> list[list[str]]:
    """Divide notes, in order, into parts of about so many bytes."""
    parts: list[list[str]] = []
    held = size
    for note in sorted(notes):
        if held >= size:
            parts.append([])
            held = 0
        parts[-1].append(note)
        held += size_of(files[note])
    return parts


def _side_by_side(job: Job, workers: int) -> Iterator[Read]:
    """Read in other processes, the largest first; what these do not bring home, because one dies, is not given."""
    largest = sorted(job.files, key=lambda file: (-size_of(file[1]), file[0]))
    with suppress(BrokenProcessPool, OSError, NotImplementedError), pool(workers, replace(job, files=())) as others:
        for future in as_completed([others.submit(_read_there, *file) for file in largest]):
            yield future.result()


@contextmanager
def pool(workers: int, job: Job | None) -> Iterator[ProcessPoolExecutor]:
    """Yield processes; if the block ends early, jobs that have not begun are dropped.

    Args:
        job: what they know of the notes that they read, None if they read none.
    """
    others = ProcessPoolExecutor(
        workers,
        mp_context=context(reading=job is not None),
        initializer=_start_worker,
        initargs=(job, gc.get_threshold()),
    )
    try:
        yield others
    finally:
        others.shutdown(cancel_futures=True)


def _start_worker(job: Job | None, thresholds: tuple[int, int, int]) -> None:
    """Load the pipeline before the first note comes; die of Ctrl-C without a word, as the parent says what there is.

    Garbage is collected as seldom as in the parent.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(*thresholds)
    if job is not None:
        _of_worker.append(job)
        _pipeline(job.settings.spacy_model)


_of_worker: list[Job] = []
"""In a process that reads notes for another one: what it knows of them, given once."""
_pipeline = cache(extraction.make_nlp)


def _read_there(note_id: str, path: Path) -> Read:
    return read_one(_of_worker[-1], note_id, path)


def seconds_for(path: Path) -> int:
    """Return after how many seconds the reading of a note is stopped."""
    return MINUTE * (1 + size_of(path) // A_MINUTE)


def read_one(job: Job, note_id: str, path: Path) -> Read:
    """Read a note and extract from it; a note that takes too long is left without names and facts."""
    vault, settings = job.vault, job.settings
    limit = seconds_for(path)
    try:
        with alarm(limit):
            reading = notes.read(path, vault=vault, settings=settings)
            if reading.note is None:
                return Read(note_id, "", None, reading.problems)
            found = _extract_one(replace(reading.note, lists=job.decisions.lists(note_id)), job)
            return _entered(reading.note, found, reading.problems)
    except OverTime:
        note = notes.read_lines_of(path, vault=vault, settings=settings)
        if isinstance(note, Problem):
            return Read(note_id, "", None, (note,))
        problem = Problem(STOPPED, _stopped(limit), note_id)
        return replace(_entered(note, Extraction(note_id, (), (), (problem,)), ()), whole=False)


def _entered(note: Note, found: Extraction, problems: tuple[Problem, ...]) -> Read:
    entry = Entry(encode(found, problems), encode_excerpt(rdf.excerpt(note, found)))
    return Read(note.id, note.sha256, entry, problems)


def _stopped(seconds: int) -> str:
    return (
        f"kg stopped reading this note after {seconds} s. Its text can be searched, but no names and facts were read "
        "in it; all other notes were read, and the next build tries again. This is a bug in kg: please report it with "
        "the note"
    )


def _extract_one(note: Note, job: Job) -> Extraction:
    """Extract from a note; when all else fails, the note says nothing, and a problem says that."""
    nlp = _pipeline(job.settings.spacy_model)
    failed: list[Problem] = []
    made = caught(
        lambda: [extraction.extract(note, nlp, job.labels)], lambda error: failed.append(_failed(note, error))
    )
    return next(made, None) or Extraction(note.id, (), (), tuple(failed))


def _failed(note: Note, error: Exception) -> Problem:
    message = (
        f"kg failed on this note and read nothing in it ({described(error)}); all other notes were read. This is "
        "a bug in kg: please report it with the note"
    )
    return Problem("note-failed", message, note.id)
