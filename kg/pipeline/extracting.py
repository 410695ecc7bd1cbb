"""Read notes and extract from them, here and in other processes side by side where that is faster."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kg import extraction, notes, rdf
from kg.model import Extraction, Note, Problem
from kg.net import caught, described
from kg.pipeline.cache import Entry, encode, encode_excerpt
from kg.processes import WORTH_WORKERS, context
from kg.settings import Settings

Progress = Callable[[int, int, str], None]
"""Called with how many notes are done, how many there are, and the stage: `reading`, `resolving` or
`writing`."""

READING = "reading"


@dataclass(frozen=True, slots=True)
class Job:
    """Notes to read."""

    vault: Path
    settings: Settings
    files: Sequence[tuple[str, Path]]
    """Id and place of each note."""


@dataclass(frozen=True, slots=True)
class Read:
    """The result of reading a file."""

    note: str
    sha256: str
    """Of its content; "" when it could not be read."""
    entry: Entry | None
    problems: tuple[Problem, ...]
    """With reading the file."""


def read_all(job: Job, *, tell: Progress, workers: int) -> Iterator[Read]:
    """Read notes and extract from them, in any order; in parallel processes if that is faster."""
    total = len(job.files)
    done: set[str] = set()
    tell(0, total, READING)
    for one in _side_by_side(job, min(workers, total)) if workers > 1 and total > 1 and _pays(job) else ():
        done.add(one.note)
        tell(len(done), total, READING)
        yield one
    for note, path in job.files:
        if note not in done:
            yield read_one(job.vault, job.settings, note, path)
            done.add(note)
            tell(len(done), total, READING)


def _pays(job: Job) -> bool:
    return sum(map(_size, (path for _, path in job.files))) >= WORTH_WORKERS


def _size(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return 0


def _side_by_side(job: Job, workers: int) -> Iterator[Read]:
    """Read in other processes, the largest first; what these do not bring home, because one dies, is not given."""
    largest = sorted(job.files, key=lambda file: (-_size(file[1]), file[0]))
    with suppress(BrokenProcessPool, OSError, NotImplementedError), pool(workers, job.settings.spacy_model) as others:
        for future in as_completed([others.submit(read_one, job.vault, job.settings, *file) for file in largest]):
            yield future.result()


@contextmanager
def pool(workers: int, model: str | None) -> Iterator[ProcessPoolExecutor]:
    """Yield processes; if the block ends early, jobs that have not begun are dropped.

    Args:
        workers: how many.
        model: the spaCy pipeline that they load, None if they do not extract.
    """
    others = ProcessPoolExecutor(
        workers,
        mp_context=context(reading=model is not None),
        initializer=_start_worker,
        initargs=(model, gc.get_threshold()),
    )
    try:
        yield others
    finally:
        others.shutdown(cancel_futures=True)


def _start_worker(model: str | None, thresholds: tuple[int, int, int]) -> None:
    """Load the pipeline before the first note comes; die of Ctrl-C without a word, as the parent says what there is.

    Garbage is collected as seldom as in the parent.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if model is not None:
        _pipeline(model)


_pipeline = cache(extraction.make_nlp)


def read_one(vault: Path, settings: Settings, note_id: str, path: Path) -> Read:
    """Read a note and extract from it."""
    reading = notes.read(path, vault=vault, settings=settings)
    note = reading.note
    if note is None:
        return Read(note_id, "", None, reading.problems)
    found = _extract_one(note, model=settings.spacy_model)
    entry = Entry(encode(found, reading.problems), encode_excerpt(rdf.excerpt(note, found)))
    return Read(note_id, note.sha256, entry, reading.problems)


def _extract_one(note: Note, *, model: str) -> Extraction:
    """Extract from a note; when all else fails, the note says nothing, and a problem says that."""
    nlp = _pipeline(model)
    failed: list[Problem] = []
    made = caught(lambda: [extraction.extract(note, nlp)], lambda error: failed.append(_failed(note, error)))
    return next(made, None) or Extraction(note.id, (), (), tuple(failed))


def _failed(note: Note, error: Exception) -> Problem:
    message = (
        f"kg failed on this note and read nothing in it ({described(error)}); all other notes were read. This is "
        "a bug in kg: please report it with the note"
    )
    return Problem("note-failed", message, note.id)
