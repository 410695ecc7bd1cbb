"""Spell the graphs of notes, here and in other processes side by side where that is faster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from kg import processes, rdf, terms
from kg.model import Called, Excerpt, Extraction, Iri, Mention, Problem
from kg.net import caught, described
from kg.pipeline.cache import Cache
from kg.pipeline.extracting import Progress, in_processes

WRITING = "writing"
_BATCH = 16


@dataclass(frozen=True, slots=True)
class SpellingOptions:
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


class Written(NamedTuple):
    """What came of writing a note."""

    graphs: rdf.Graphs | None
    """None when not even the note itself can be written."""
    failed: Problem | None = None
    """With which its graphs are those of a note that says nothing."""


def spell(  # noqa: PLR0913 - all that one stage is given
    notes: Sequence[str],
    sheets: Mapping[str, Sheet],
    known: Cache,
    options: SpellingOptions,
    *,
    tell: Progress,
    workers: int,
) -> Iterator[Written]:
    """Yield the graphs of notes, in their order.

    Args:
        sheets: of each note.
        known: has the extraction of each.
    """
    done = 0
    elsewhere = workers > 1 and known.path is not None and len(notes) >= processes.WORTH_WRITERS
    tell(0, len(notes), WRITING)
    for graphs in _side_by_side(map(sheets.__getitem__, notes), known, options, workers) if elsewhere else ():
        yield graphs
        done += 1
        tell(done, len(notes), WRITING)
    for done, note in enumerate(notes[done:], done + 1):  # noqa: B020 - the count goes on
        yield spell_one(sheets[note], known, options)
        tell(done, len(notes), WRITING)


def _side_by_side(sheets: Iterator[Sheet], known: Cache, options: SpellingOptions, workers: int) -> Iterator[Written]:
    """Spell in other processes, until one of them dies."""
    batches = iter(lambda: list(islice(sheets, _BATCH)), [])
    with suppress(KeyError):
        for some in in_processes(partial(_spell_some, str(known.path), options), batches, workers):
            yield from some


def _spell_some(path: str, options: SpellingOptions, sheets: Iterable[Sheet]) -> list[Written]:
    known = _opened(path)
    return [spell_one(sheet, known, options) for sheet in sheets]


@cache
def _opened(path: str) -> Cache:
    return Cache(Path(path), read_only=True)


def spell_one(sheet: Sheet, known: Cache, options: SpellingOptions) -> Written:
    """Spell the graphs of a note."""
    found = sheet.decided or next((extraction for _, extraction, _ in known.extractions([sheet.key])), None)
    if found is None:
        raise KeyError(sheet.key)
    named = zip(found.mentions, sheet.called, strict=True)
    called = {mention: thing for mention, thing in named if thing is not None}
    excerpt = known.excerpt(sheet.key)
    raised: list[Exception] = []
    for extraction in (found, Extraction(found.note, (), ())):
        write = partial(_graphs_of, excerpt, extraction, called, options)
        for graphs in caught(write, raised.append):
            return Written(graphs, _failed(found.note, raised[0]) if raised else None)
    return Written(None, _failed(found.note, raised[0]))


def _graphs_of(
    excerpt: Excerpt, extraction: Extraction, called: Mapping[Mention, Called], options: SpellingOptions
) -> Iterator[rdf.Graphs]:
    yield rdf.note_graphs(excerpt, extraction, called, run=options.run, turtle=turtle_of(options.base))


def _failed(note: str, error: Exception) -> Problem:
    message = (
        f"kg failed to write what this note says ({described(error)}), and left it out; all other notes were written, "
        "and the next build tries again. This is an error of kg: please report it with the note"
    )
    return Problem("writing-failed", message, note)


@cache
def turtle_of(base: str) -> rdf.Turtle:
    """Return what spells, one for all notes, as it remembers what it has spelled."""
    return rdf.Turtle(terms.PREFIXES, base)
