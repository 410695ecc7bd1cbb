"""The graph of a vault in parts of N-Quads for the bulk loader of a store: no process has more than one part of it.

The parts together say what the store of a build says. What a part is written from is known by a digest, and a part that
is there already is not written again: neither where a build was stopped, nor when other notes changed.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from kg import rdf
from kg.errors import UsageError
from kg.model import Iri, Problem
from kg.pipeline import apart
from kg.pipeline.cache import Cache, problem_row, read_problem
from kg.pipeline.exchange import Exchange
from kg.pipeline.extracting import Run, parts_of
from kg.pipeline.known import Known, run_of
from kg.pipeline.spelling import Sheet, SpellingOptions, spell_one, turtle_of
from kg.running import uncollected

LIST = "parts.json"
"""The file that is written last: which parts there are, and how many quads each has."""
_DONE = ".done"
_TOGETHER = 10_000
"""Quads that are packed at once."""


class Parts(NamedTuple):
    """The graph of a vault in parts."""

    files: tuple[Path, ...]
    quads: int
    """In all files; the store has fewer, as several notes state some facts."""
    notes: int
    problems: tuple[Problem, ...]


class _Part(NamedTuple):
    """A part to write."""

    name: str
    digest: str
    """Of what it is written from."""
    notes: Sequence[str]
    sheets: Mapping[str, Sheet]
    """Of the notes, unless these are in files."""


@dataclass(frozen=True, slots=True)
class _Job:
    """What all who write parts know."""

    exchange: Exchange
    folder: Path
    cache: Path
    options: SpellingOptions
    sheets: apart.Sheets | None
    """Of all notes, where they are in files."""

    def described(self, work: str, task: _Part) -> str:
        """Return for people what is written."""
        return f"{work} {task.name}"


def write(known: Known, folder: Path, run: Run, *, size: int) -> Parts:
    """Write the parts of a graph into a folder of their own.

    Args:
        folder: where all workers see it.
        size: bytes of the notes that are in one part.

    Raises:
        UsageError: something else is in the folder.
    """
    told, index, settings = known.told, known.index, known.told.survey.settings
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _DONE).is_dir():
        raise UsageError(f"{folder} has other files. Name a new folder for the parts, or an empty one")
    (folder / _DONE).mkdir(parents=True, exist_ok=True)
    (folder / LIST).unlink(missing_ok=True)
    cached = told.known.path
    options = SpellingOptions(settings.base, rdf.run_iri(run_of(told.survey), base=settings.base))
    there = apart.Sheets(known.sheets.job, ()) if isinstance(known.sheets, apart.Sheets) else None
    job = _Job(Exchange((folder / _DONE).absolute()), folder.absolute(), Path(cached or "").absolute(), options, there)
    parts = [
        _Part(
            f"notes-{at:06}.nq.gz",
            _digest([index.made, *(index.notes[note] for note in some)]),
            some,
            {} if there else {note: known.sheets[note] for note in some},
        )
        for at, some in enumerate(parts_of(index.notes, told.survey.files, size))
    ]
    _tidy(folder, {_done(one) for one in parts}, {one.name for one in parts})
    written = run(write_part, job, parts)
    derived = _write(folder / "derived.nq.gz", _following(known, folder), settings.base)
    counts = {one.name: its["quads"] for one, its in zip(parts, written, strict=True)} | {"derived.nq.gz": derived}
    failed = [read_problem(row) for one in written for row in one["failed"]]
    (folder / LIST).write_text(json.dumps({"notes": len(index.notes), "quads": counts}, indent=1), encoding="utf-8")
    problems = [read_problem(row) for rows in (*index.problems.values(), index.stale) for row in rows]
    return Parts(tuple(folder / n for n in counts), sum(counts.values()), len(index.notes), (*problems, *failed))


def _following(known: Known, folder: Path) -> Iterator[tuple[Iri, Iterable[str]]]:
    """Yield the graphs of what follows from all notes, each in order."""
    for graph, lines in sorted(known.lines.items()):
        with rdf.Lines(turtle_of(known.told.survey.settings.base).sections, folder) as ordered:
            ordered.add(lines)
            yield graph, ordered


def _digest(said: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(said).encode("utf-8", "surrogatepass")).hexdigest()


def _done(part: _Part) -> str:
    return f"{part.name} {part.digest}"


def _tidy(folder: Path, done: set[str], names: set[str]) -> None:
    """Remove what is of other notes: first what says that it is done, as another part will have its name."""
    for path in (folder / _DONE).iterdir():
        if path.stem not in done:
            path.unlink()
    for path in folder.glob("*.nq.gz*"):
        if path.name not in names:
            path.unlink()


@uncollected()
def write_part(job: _Job, part: _Part) -> Any:
    """Write the graphs of some notes, unless that is done; return how many quads they have, and where kg failed."""

    def work() -> Any:
        failed: list[Any] = []
        return {"quads": _write(job.folder / part.name, _graphs(job, part, failed), job.options.base), "failed": failed}

    result = job.exchange.once(_done(part), work)
    if result["failed"]:  # the next build tries again
        (job.exchange.folder / f"{_done(part)}.json").unlink(missing_ok=True)
    return result


def _graphs(job: _Job, part: _Part, failed: list[Any]) -> Iterator[tuple[Iri, Sequence[str]]]:
    turtle = turtle_of(job.options.base)
    with Cache(job.cache, read_only=True) as known:
        sheets = part.sheets if job.sheets is None else job.sheets
        for note in part.notes:
            graphs, problem = spell_one(sheets[note], known, job.options)
            if problem is not None:
                failed.append(problem_row(problem))
            if graphs is not None:
                yield graphs.note, graphs.lines
                yield graphs.beside, graphs.evidence_lines(turtle)


def _write(path: Path, graphs: Iterable[tuple[Iri, Iterable[str]]], base: str) -> int:
    """Write graphs as N-Quads in one step, the same bytes for the same graphs; return how many quads they have."""
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    count = 0
    with partial.open("wb") as file, gzip.GzipFile("", "wb", 1, file, mtime=0) as packed:
        for name, lines in graphs:
            quads = rdf.bulk_quads(name, lines, base=base)
            while some := list(islice(quads, _TOGETHER)):
                packed.write("".join(some).encode())
                count += len(some)
    partial.replace(path)
    return count
