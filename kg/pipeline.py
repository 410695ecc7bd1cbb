"""The whole flow on one screen: vault -> notes -> extraction -> resolution -> RDF -> store and files."""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kg import __version__, extraction, notes, rdf, resolution
from kg.model import Extraction, Note, Problem, Resolution, Run
from kg.settings import Settings, canonical

Progress = Callable[[int, int, str], None]
"""Called with how many notes are done, how many there are, and the id of the note at hand."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a build."""

    notes: int
    things: dict[str, int]
    """Things of each kind."""
    facts: int
    """Triples in the union of the note graphs and the derived graph, evidence not counted."""
    problems: tuple[Problem, ...]
    seconds: float
    files: tuple[Path, ...]


def build(vault: Path, graph: Path, *, settings: Settings, progress: Progress | None = None) -> Report:
    """Build the graph of a vault (a folder of notes, or one note) into a folder.

    The new graph is complete before it takes the place of the old one.

    Raises:
        VaultError: there is nothing at the path.
        StoreError: the folder of the graph cannot be written.
    """
    began = time.perf_counter()
    read, problems = _read(vault, settings)
    extractions = list(_extract(read, progress))
    resolved = resolution.resolve(extractions, base=settings.base)
    problems += [p for e in extractions for p in e.problems] + list(resolved.problems)
    problems += [p for e in extractions for p in rdf.unwritable(e, resolved)]
    run = Run(__version__, extraction.rule_names(), canonical(settings))
    facts, more, files = _store(read, extractions, resolved, run, graph=graph, base=settings.base)
    things = Counter(entity.kind.value for entity in resolved.entities)
    return Report(
        notes=len(read),
        things=dict(sorted(things.items())),
        facts=facts,
        problems=tuple(sorted([*problems, *more], key=_place)),
        seconds=time.perf_counter() - began,
        files=files,
    )


def _read(vault: Path, settings: Settings) -> tuple[list[Note], list[Problem]]:
    read: list[Note] = []
    problems: list[Problem] = []
    for reading in notes.read_all(vault, settings=settings):
        problems += reading.problems
        if reading.note is not None:
            read.append(reading.note)
    return read, problems


def _extract(read: list[Note], progress: Progress | None) -> Iterator[Extraction]:
    nlp = extraction.make_nlp()
    for number, note in enumerate(read):
        if progress is not None:
            progress(number, len(read), note.id)
        yield extraction.extract(note, nlp)
    if progress is not None:
        progress(len(read), len(read), "")


def _store(
    read: list[Note], extractions: list[Extraction], resolved: Resolution, run: Run, *, graph: Path, base: str
) -> tuple[int, tuple[Problem, ...], tuple[Path, ...]]:
    """Write store and files beside the old ones, then put them in their place."""
    graph.mkdir(parents=True, exist_ok=True)
    fresh = graph / "store.new"
    shutil.rmtree(fresh, ignore_errors=True)
    store = rdf.Store.create(fresh)
    store.fill(
        quad
        for note, extracted in zip(read, extractions, strict=True)
        for quad in rdf.to_quads(note, extracted, resolved, run, base=base)
    )
    store.fill(rdf.derived_quads(extractions, resolved, base=base))
    problems = rdf.check_shapes(store) if hasattr(rdf, "check_shapes") else ()
    files = (graph / "graph.ttl", graph / "graph.trig")
    for path in files:
        rdf.write(store, path.with_name(f"{path.name}.new"), rdf.RdfFormat.of(path))
    facts = len(rdf.fact_lines(store))
    store.close()
    shutil.rmtree(graph / "store", ignore_errors=True)
    fresh.rename(graph / "store")
    for path in files:
        path.with_name(f"{path.name}.new").replace(path)
    return facts, problems, files


def _place(problem: Problem) -> tuple[str, int, int, str, str]:
    return problem.note, problem.line, problem.column, problem.code, problem.message
