"""Build the graph of a vault with all files beside it: map, report, news, and what analyses added before."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path

from kg import origin, pipeline, rdf
from kg.errors import EngineError, UsageError, VaultError
from kg.library.graphs import analyze_anew, drop_map, write_map
from kg.net import guarded
from kg.pipeline.extracting import Engine, Processes, Progress
from kg.processes import processors
from kg.publishing import news, report
from kg.publishing.topicmap.memory import MAP
from kg.settings import Settings, find, with_vocabularies
from kg.untrusted import shown


def run(  # noqa: PLR0913 - all that one command is asked
    notes: Path,
    graph: Path,
    settings: Settings,
    *,
    with_map: bool,
    draw: Progress | None = None,
    engine: Engine | None = None,
) -> tuple[pipeline.Report, list[Path], str]:
    """Build a graph with all files beside it; return the report, the files, and what else there is to say.

    What analyses added to the old graph, they also add to the new one. A map that is not drawn again is removed
    if the graph has changed: it would be out of date. An engine reads the notes instead of processes of this machine.
    """
    before, without = rdf.seal.state(graph), _without(graph, settings)
    damaged = origin.damage(graph) if before else ""
    files = [*rdf.FILES, report.FILE_NAME, origin.FILE_NAME]
    built = pipeline.building(notes, graph, settings=settings, progress=draw, engine=engine or Processes(processors()))
    with built as (folder, told):
        report.write(told.problems, folder, told=told.told, unread=told.unread)
        known = find(notes).vocabularies
        origin.write(notes, folder, graph, [file for file in settings.vocabularies if file not in known])
        old = None if told.damage else rdf.index.load(graph)
        analyze_anew(folder, graph, is_whole=not told.damage)
        now = rdf.index.load(folder)
        if now is not None:
            news.write(old.index if old is not None else None, now.index, folder, graph)
        missing = _draw(folder, graph, notes) if with_map else ""
        files += [MAP] if with_map and not missing else []
    gone = drop_map(graph) if MAP not in files and rdf.seal.state(graph) != before else ""
    repaired = f"{damaged}; it has been written anew." if damaged else ""
    if told.damage:
        repaired = f"The graph was damaged ({told.damage}) and has been built anew from all notes."
    return told, [graph / name for name in files], " ".join(filter(None, (repaired, without, missing or gone)))


def _draw(folder: Path, graph: Path, notes: Path) -> str:
    """Draw the map of a new graph; a map that cannot be drawn is no reason to have no graph, and is told."""
    try:
        with rdf.Store.open(folder / rdf.STORE, read_only=True) as store:
            guarded(lambda: write_map(store, folder / MAP, graph, notes, moved=True), EngineError, OSError)
    except EngineError as error:
        return f"kg: {MAP} was not drawn: {error}"
    return ""


def _without(graph: Path, settings: Settings) -> str:
    """Say which vocabularies the graph had before and has no more."""
    lost = [shown(Path(file).name) for file in origin.vocabularies(graph) if file not in settings.vocabularies]
    remedy = "To have them in every build, name them in kg.toml: vocabularies = [...]"
    return f"Built without {', '.join(lost)}, with which the graph was built before. {remedy}." if lost else ""


def settings_of(notes: Path, graph: Path, vocabularies: Iterable[Path] | None = None) -> Settings:
    """Read the vault's settings; a graph inside the vault is not read as notes.

    Args:
        vocabularies: files beside those of the settings; None for those with which the graph was built.
    """
    if not notes.exists():
        raise VaultError.missing(str(notes))
    vault, target = notes.resolve(), graph.resolve()
    if target == vault or (target.exists() and not target.is_dir()):
        raise UsageError(
            f"--graph {graph} must be a separate folder. Choose another one: kg build {notes} --graph kg-out"
        )
    settings = find(notes)
    more = origin.vocabularies(graph) if vocabularies is None else map(str, vocabularies)
    settings = with_vocabularies(settings, Path(), [*settings.vocabularies, *more])
    if vault in target.parents:
        return dataclasses.replace(settings, ignore=tuple(dict.fromkeys((*settings.ignore, target.name))))
    return settings
