"""`kg build`: run the pipeline, draw its progress, show what came out."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kg import origin, pipeline, rdf, running
from kg.asking.wording import PLURALS
from kg.commands import layout
from kg.commands.first_look import first_look
from kg.commands.graphs import analyze_anew, drop_map, graph_option, write_map
from kg.commands.screen import clean, progress, show
from kg.errors import EngineError, UsageError, VaultError
from kg.net import guarded
from kg.pipeline.extracting import Progress
from kg.processes import processors
from kg.publishing import news, report
from kg.publishing.topicmap.memory import MAP
from kg.settings import Settings, find, with_vocabularies
from kg.untrusted import shown

_PROBLEMS = 5
"""Problems that are told if there is nothing else to tell."""


@dataclasses.dataclass(frozen=True, slots=True)
class Wish:
    """What is to be built, and what printed."""

    strict: bool = False
    with_map: bool = False
    as_json: bool = False
    vocabularies: Sequence[Path] = ()
    """Beside those of the settings."""


def build(notes: Path, graph: Path, wish: Wish) -> int:
    """Build the graph of a vault, print the summary, and give the exit code."""
    settings = settings_of(notes, graph, wish.vocabularies)
    with_map, is_first = wish.with_map, rdf.index.load(graph) is None
    with progress(sys.stderr) as draw:
        built, files, notice = run(notes, graph, settings, with_map=with_map, draw=draw)
    if wish.as_json:
        print(json.dumps(_as_json(built, sorted(map(str, files))), ensure_ascii=False, indent=2))
        if notice:
            print(f"kg: {clean(notice)}", file=sys.stderr)
    elif not built.notes:
        print(f"kg: {report.nothing_read()}", file=sys.stderr, flush=True)
        print("".join(f"{clean(line)}\n" for line in _nothing(built)), end="")
    else:
        _show(built, graph, with_map=with_map, is_first=is_first)
        if notice:
            print(clean(notice))
    if built.problems and (wish.strict or settings.strict):
        print(f"kg: {len(built.problems):,} problems in a strict build. See them: kg report", file=sys.stderr)
        return 1
    return 0 if built.notes else 1


def run(
    notes: Path, graph: Path, settings: Settings, *, with_map: bool, draw: Progress | None = None
) -> tuple[pipeline.Report, list[Path], str]:
    """Build a graph with all files beside it; return the report, the files, and what else there is to say.

    What analyses added to the old graph, they also add to the new one. A map that is not drawn again is removed
    if the graph has changed: it would be out of date.
    """
    before, without = rdf.seal.state(graph), _without(graph, settings)
    damaged = origin.damage(graph) if before else ""
    files = [*rdf.FILES, report.FILE_NAME, origin.FILE_NAME]
    built = pipeline.building(notes, graph, settings=settings, progress=draw, workers=processors())
    with built as (folder, told):
        report.write(told.problems, folder, told=told.told, unread=told.unread)
        origin.write(notes, folder, graph, _named_here(notes, settings))
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


def _named_here(notes: Path, settings: Settings) -> list[str]:
    """Return the vocabularies of a build that `kg.toml` does not name."""
    return [file for file in settings.vocabularies if file not in find(notes).vocabularies]


def _without(graph: Path, settings: Settings) -> str:
    """Say which vocabularies the graph had before and has no more."""
    lost = [shown(Path(file).name) for file in origin.vocabularies(graph) if file not in settings.vocabularies]
    remedy = "To have them in every build, name them in kg.toml: vocabularies = [...]"
    return f"Built without {', '.join(lost)}, with which the graph was built before. {remedy}." if lost else ""


def settings_of(notes: Path, graph: Path, vocabularies: Iterable[Path] | None = None) -> Settings:
    """Read the vault's settings; a graph inside the vault is not read as notes.

    Args:
        notes: the vault.
        graph: the folder of its graph.
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


def _nothing(built: pipeline.Report) -> Iterator[str]:
    """Say of the files of a vault of which none was read why they were not."""
    if built.unread:
        yield f"{report.said_of_unread(built.unread)}."
    problems = sorted(built.problems, key=report.place)
    yield from (f"{one.note}: {one.message}" for one in problems[:_PROBLEMS])
    if len(problems) > _PROBLEMS:
        yield f"and {len(problems) - _PROBLEMS:,} more"


def _show(built: pipeline.Report, graph: Path, *, with_map: bool, is_first: bool) -> None:
    things = [(PLURALS[kind], built.things[kind]) for kind in PLURALS if built.things.get(kind)]
    counts = [("notes", built.notes), *things, ("facts", built.facts), ("problems", len(built.problems))]
    show(("what", "count"), [(name, f"{count:,}") for name, count in counts])
    lines = [clean(line) for line in first_look(graph)] if is_first else []
    told = [wrapped for line in lines for wrapped in layout.wrapped(line, hanging=2)]
    print("\n".join(["", *told, *([""] if told else []), f"Built {graph}"]), end="")
    print(f" in {running.seconds():.1f} s.", end="")
    map_ = f"Open {graph / MAP} in a browser." if with_map else f"Its map: kg map --open{graph_option(graph)}"
    print(f" Read and search it: kg serve{graph_option(graph)}. {map_}")
    if built.unread:
        print(clean(f"{report.said_of_unread(built.unread)}."))
    if built.problems:
        print(f"See what was not understood: kg report{graph_option(graph)}")


def _as_json(built: pipeline.Report, files: list[str]) -> dict[str, object]:
    return {
        "notes": built.notes,
        "things": dict(built.things),
        "facts": built.facts,
        "problems": len(built.problems),
        "unread": dict(built.unread),
        "seconds": round(running.seconds(), 3),
        "files": files,
    }
