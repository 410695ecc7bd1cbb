"""Extract from many notes, here and in other processes side by side where that is faster."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing.context import BaseContext

from kg import extraction
from kg.model import Extraction, Note, Problem
from kg.net import caught, described

Progress = Callable[[int, int, str], None]
"""Called with how many notes are done, how many there are, and what is at hand: first they are read, then written."""

HEAD_START = 20_000
"""Characters that this process extracts from until another one is ready to help."""
WORTH_WORKERS = 100_000
"""Characters of notes from which on other processes pay."""


def extract_all(read: Sequence[Note], *, tell: Progress, workers: int, model: str) -> list[Extraction]:
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
    """Extract from a note; when all else fails, the note says nothing, and a problem says that."""
    nlp = _pipeline(model)
    failed: list[Problem] = []
    made = caught(lambda: [extraction.extract(note, nlp)], lambda error: failed.append(_failed(note, error)))
    return next(made, None) or Extraction(note.id, (), (), tuple(failed))


def _failed(note: Note, error: Exception) -> Problem:
    message = (
        f"nothing was read in this note, as kg failed on it ({described(error)}); all other notes were read. This is "
        "an error of kg: please report it with the note"
    )
    return Problem("note-failed", message, note.id)
