"""The whole flow on one screen: vault -> notes -> extraction -> resolution -> RDF -> store and files."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from kg import __version__, extraction, iris, rdf, resolution
from kg.errors import VaultError
from kg.model import Entity, Extraction, Iri, Note, Problem, Resolution, Run
from kg.pipeline import cache
from kg.pipeline.deciding import Weighed, decisions_file, read_decisions, weigh
from kg.pipeline.extracting import Progress
from kg.pipeline.reading import Readings, made_by, read
from kg.settings import Settings, canonical

__all__ = ["Progress", "Report", "Weighed", "build", "building", "decisions_file", "read_decisions", "weigh"]

WORTH_REVISING = 0.3
"""Share of notes that say something else from which on the graph is written anew."""


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
    read: int = 0
    """Notes that were read, as they were not known from the build before."""


def build(
    vault: Path, graph: Path, *, settings: Settings, progress: Progress | None = None, workers: int = 1
) -> Report:
    """Build the graph of a vault (a folder of notes, or one note) into a folder; see `building`."""
    with building(vault, graph, settings=settings, progress=progress, workers=workers) as (_, report):
        return report


@contextmanager
def building(
    vault: Path, graph: Path, *, settings: Settings, progress: Progress | None = None, workers: int = 1
) -> Iterator[tuple[Path, Report]]:
    """Build the graph of a vault, and let more files be written beside it before it takes the place of the old one.

    Notes that did not change since the last build into the folder are not read again, and what of the graph they give
    is taken over; the bytes are those of a build from nothing.

    Args:
        vault: the notes.
        graph: the folder that is to hold the graph after the block; the block is given the one that holds it now.
        settings: of the vault.
        progress: told how far the build is.
        workers: processes that may read notes side by side. With more than one, a script that calls this must do so
            below `if __name__ == "__main__"`, because every process imports the script.

    Raises:
        VaultError: there is nothing at the path.
        StoreError: the folder of the graph cannot be written, or another build writes into it.
        SettingsError: the decisions of the user cannot be read.
    """
    began = time.perf_counter()
    if not vault.exists():
        raise VaultError.missing(str(vault))
    with _tidied(graph), rdf.replacing(graph) as folder, cache.Cache(graph / cache.FILE_NAME) as kept:
        decisions = read_decisions(vault)
        told = read(vault, settings, kept, tell=progress or _silent, workers=workers)
        resolved = resolution.resolve(told.extractions, base=settings.base, decisions=decisions)
        told = replace(told, extractions=tuple(resolution.decided(told.extractions, decisions)))
        written = _write((folder, graph), told, resolved, tell=progress or _silent)
        report = _report(told, resolved, written, graph)
        yield folder, replace(report, seconds=time.perf_counter() - began)


@contextmanager
def _tidied(graph: Path) -> Iterator[None]:
    """Leave nothing behind of a first build that fails."""
    existed = graph.exists()
    try:
        yield
    finally:
        with suppress(OSError):
            if not {path.name for path in graph.iterdir()} - {cache.FILE_NAME}:
                (graph / cache.FILE_NAME).unlink(missing_ok=True)
                if not existed:
                    graph.rmdir()


def _write(folders: tuple[Path, Path], told: Readings, resolved: Resolution, *, tell: Progress) -> rdf.Written:
    """Write the graph into the first folder, from the one of the second where most of that still holds."""
    new, graph = folders
    settings = told.settings
    names = {entity.iri: entity for entity in resolved.entities}
    index = rdf.Index(made_by(settings), {e.note: _digest(told, e, resolved, names) for e in told.extractions})
    old = rdf.index.load(graph, graph / rdf.FILES[1])
    others = [e for e in told.extractions if old is None or old.notes.get(e.note) != index.notes[e.note]]
    with ExitStack() as stack:
        writer: rdf.Writer | rdf.Reviser
        if old is not None and old.made == index.made and len(others) <= 1 + WORTH_REVISING * len(told.extractions):
            writer = stack.enter_context(rdf.Reviser(new, graph, old))
            gone = {*old.notes.keys() - index.notes.keys(), *(e.note for e in others)}
            writer.drop(name for note in sorted(gone) for name in _graphs(note, settings.base))
        else:
            writer, others = stack.enter_context(rdf.Writer(new)), list(told.extractions)
        run = Run(__version__, extraction.rule_names(), canonical(settings))
        writer.add(rdf.derived_quads(told.extractions, resolved, base=settings.base))
        for note, extracted in _in_turn(told, others, tell):
            writer.add(rdf.to_quads(note, extracted, resolved, run, base=settings.base))
        written = writer.finish()
    index.graphs.update(written.graphs)
    index.save(new, new / rdf.FILES[1])
    return written


def _graphs(note: str, base: str) -> tuple[Iri, Iri]:
    facts = iris.mint("note", note, base=base)
    return facts, iris.part(facts, "evidence")


def _digest(told: Readings, extracted: Extraction, resolved: Resolution, names: Mapping[Iri, Entity]) -> str:
    """Sum up all that the graphs of a note follow from: its content, and which things its mentions name."""
    iris_ = [resolved.iris.get(mention, Iri("")) for mention in extracted.mentions]
    shown = (f"{iri} {names[iri].kind} {names[iri].name}" for iri in sorted(set(iris_)) if iri)
    claimed = (f"{c.subject.span.start} {c.predicate} {c.rule}" for c in extracted.claims)
    whole = "\n".join([told.keys[extracted.note], *iris_, *shown, *claimed])
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def _report(told: Readings, resolved: Resolution, written: rdf.Written, graph: Path) -> Report:
    problems = [*told.problems, *(p for e in told.extractions for p in e.problems), *resolved.problems]
    problems += [p for e in told.extractions for p in rdf.unwritable(e, resolved)]
    things = Counter(entity.kind.value for entity in resolved.entities)
    return Report(
        notes=len(told.extractions),
        things=dict(sorted(things.items())),
        facts=written.facts,
        problems=tuple(sorted([*problems, *written.problems], key=_place)),
        told={e.note: e.told for e in sorted(told.extractions, key=lambda e: e.note)},
        seconds=0.0,
        files=tuple(graph / name for name in rdf.FILES),
        read=len(told.anew),
    )


def _in_turn(told: Readings, some: Sequence[Extraction], tell: Progress) -> Iterator[tuple[Note, Extraction]]:
    """Give notes in the order of their graphs, which is that of the files written."""
    ordered = sorted(some, key=lambda e: iris.mint("note", e.note, base=told.settings.base))
    for number, extracted in enumerate(ordered):
        tell(number, len(ordered), f"writing {extracted.note}")
        yield told.note(extracted.note), extracted
    tell(len(ordered), len(ordered), "writing")


def _silent(done: int, total: int, label: str) -> None:
    """Say nothing."""


def _place(problem: Problem) -> tuple[str, int, int, str, str]:
    return problem.note, problem.line, problem.column, problem.code, problem.message
