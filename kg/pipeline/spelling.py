"""Spell the graphs of notes, here and in other processes side by side where that is faster."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kg import rdf, terms
from kg.model import Called, Extraction, Iri
from kg.pipeline.cache import Cache
from kg.pipeline.extracting import Progress, pool

WRITING = "writing"
WORTH_WORKERS = 300
"""Notes from which on other processes pay."""
_BATCH = 16
_AHEAD = 4
"""Batches for each process that may wait to be written."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How graphs are written."""

    base: str
    run: Iri
    """What read the notes."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The data from which the graphs of a note are written."""

    note: str
    key: str
    """Of what was read of it, in the cache."""
    decided: Extraction | None
    """What it says, where decisions of the user made it something else than what was read."""
    called: Sequence[Called | None]
    """Which things its mentions name, in their order."""


def spell(
    sheets: Sequence[Sheet], known: Cache, manner: Manner, *, tell: Progress, workers: int
) -> Iterator[rdf.Graphs]:
    """Yield the graphs of notes, in the order of the notes.

    Args:
        sheets: one for each note.
        known: has the extraction of each.
        manner: how.
        tell: progress.
        workers: processes that may work in parallel.
    """
    done = 0
    elsewhere = workers > 1 and known.path is not None and len(sheets) >= WORTH_WORKERS
    tell(0, len(sheets), WRITING)
    for graphs in _side_by_side(sheets, known, manner, workers) if elsewhere else ():
        yield graphs
        done += 1
        tell(done, len(sheets), WRITING)
    for done, sheet in enumerate(sheets[done:], done + 1):  # noqa: B020 - the count goes on
        yield _graphs(sheet, known, manner)
        tell(done, len(sheets), WRITING)


def _side_by_side(sheets: Sequence[Sheet], known: Cache, manner: Manner, workers: int) -> Iterator[rdf.Graphs]:
    """Spell in other processes, until one of them dies."""
    batches = (sheets[start : start + _BATCH] for start in range(0, len(sheets), _BATCH))
    under_way: deque[Future[list[rdf.Graphs]]] = deque()
    with suppress(BrokenProcessPool, OSError, NotImplementedError, KeyError), pool(workers, None) as others:
        for batch in batches:
            under_way.append(others.submit(_spell_some, str(known.path), manner, batch))
            if len(under_way) > _AHEAD * workers:
                yield from under_way.popleft().result()
        while under_way:
            yield from under_way.popleft().result()


def _spell_some(path: str, manner: Manner, sheets: Iterable[Sheet]) -> list[rdf.Graphs]:
    known = _opened(path)
    return [_graphs(sheet, known, manner) for sheet in sheets]


@cache
def _opened(path: str) -> Cache:
    return Cache(Path(path), read_only=True)


def _graphs(sheet: Sheet, known: Cache, manner: Manner) -> rdf.Graphs:
    found = sheet.decided or next((extraction for _, extraction, _ in known.extractions([sheet.key])), None)
    if found is None:
        raise KeyError(sheet.key)
    named = zip(found.mentions, sheet.called, strict=True)
    called = {mention: thing for mention, thing in named if thing is not None}
    return rdf.note_graphs(known.excerpt(sheet.key), found, called, run=manner.run, turtle=_turtle(manner.base))


@cache
def _turtle(base: str) -> rdf.Turtle:
    return rdf.Turtle(terms.PREFIXES, base)
