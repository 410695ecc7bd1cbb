"""`kg build`: run the pipeline, draw its progress, show what came out."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from kg import pipeline, rdf, running
from kg.asking.questions import questions
from kg.asking.questions.answering import Row, ask
from kg.asking.wording import PLURALS
from kg.commands import layout
from kg.errors import MissingLibraryError, UsageError
from kg.library.building import run, settings_of
from kg.library.graphs import graph_option
from kg.pipeline.extracting import Engine, Processes
from kg.processes import processors
from kg.publishing import report
from kg.publishing.topicmap.memory import MAP, drawn
from kg.rdf import STORE, Askable, Store
from kg.screen import clean, progress, show
from kg.settings import Settings
from kg.telling import is_broad, tells

_PROBLEMS = 5
"""Problems that are told if there is nothing else to tell."""
_FEWEST = 2
"""Papers of a topic that are worth a line."""
_AMONG = 20
"""Topics, those with most papers first, among which the first is chosen that says what it is about."""
_PLACES = 3


def build(asked: Namespace) -> int:
    """Build the graph of a vault, print the summary, and give the exit code."""
    notes, graph, with_map = asked.notes, asked.graph, asked.map
    settings = settings_of(notes, graph, asked.vocabulary)
    engine, is_first = _engine(asked), rdf.index.load(graph) is None
    if asked.parts is not None:
        return _build_parts(asked, settings, engine or Processes(processors()))
    with progress(sys.stderr) as draw:
        built, files, notice = run(notes, graph, settings, with_map=with_map, draw=draw, engine=engine)
    if asked.json:
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
    if built.problems and (asked.strict or settings.strict):
        print(f"kg: {len(built.problems):,} problems in a strict build. See them: kg report", file=sys.stderr)
        return 1
    return 0 if built.notes else 1


def _build_parts(asked: Namespace, settings: Settings, engine: Engine) -> int:
    """Write the parts of a graph, and say what there is."""
    if asked.map:
        raise UsageError("--parts makes no graph here, so that there is no map of it. Leave out --map")
    with progress(sys.stderr) as draw:
        built = pipeline.build_parts(
            asked.notes, asked.graph, asked.parts, settings=settings, engine=engine, progress=draw
        )
    if asked.json:
        print(
            json.dumps({"notes": built.notes, "quads": built.quads, "files": sorted(map(str, built.files))}, indent=2)
        )
    else:
        print(f"Wrote {len(built.files):,} files to {clean(str(asked.parts))}: {built.quads:,} quads.")
    if built.problems:
        print(f"kg: {len(built.problems):,} problems, of which kg build without --parts tells", file=sys.stderr)
    return 1 if not built.notes or (built.problems and (asked.strict or settings.strict)) else 0


def _engine(asked: Namespace) -> Engine | None:
    """Return the cluster that is to read the notes; None for processes of this machine."""
    named = [name for name, given in (("--workers", asked.workers), ("--scheduler", asked.scheduler)) if given]
    if not asked.engine and named:
        raise UsageError(f"{named[0]} is for a cluster. Say which engine it has: --engine dask")
    if len(named) > 1:
        raise UsageError("--workers starts a cluster here and --scheduler uses one that runs. Leave one of them out")
    if not asked.engine:
        return None
    try:
        from kg.pipeline.cluster import Cluster
    except ImportError as error:
        if error.name == "cryptography":
            raise MissingLibraryError.of("a cluster on this machine", "cryptography>=42") from error
        raise MissingLibraryError.of("kg build --engine dask", "distributed>=2024.8") from error
    return Cluster(asked.workers or 0, asked.scheduler)


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
    lines = [clean(line) for line in _first_look(graph)] if is_first else []
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


def _first_look(folder: Path) -> Iterator[str]:
    """Yield what a first build shows: the largest theme, the paper rated highest, and one in several notes."""
    with Store.open(folder / STORE, read_only=True) as store:
        yield from _largest(store, folder)
        for row in _rows(store, "papers-by-rating", 1):
            rating = next((cell.text for cell in reversed(row.cells) if cell.text), "")
            said = f": “{row.remark}”" if row.remark and not row.remark_from else ""
            yield f"Rated highest: {row.cells[0].text}, {rating}{said} ({_places(row)})"
        several = _rows(store, "in-several-notes", _PLACES)
        same = [row for row in several if row.cells[0] == several[0].cells[0]]
        if same:
            yield f"In several notes: {same[0].cells[0].text} ({_places(*same)})"


def _largest(store: Askable, folder: Path) -> Iterator[str]:
    """Yield a line about the largest theme of the map, or if none is drawn about the largest topic."""
    themes = drawn(folder).sizes(store.base)
    if themes:
        name = min(themes, key=lambda one: (-themes[one], one))
        yield f"Largest theme: {name}, {themes[name]:,} papers"
        return
    rows = _rows(store, "topics-by-papers", _AMONG)
    for row in [row for row in rows if tells(row.cells[0].text) and not is_broad(row.cells[0].text)][:1]:
        topic, papers = row.cells
        if isinstance(papers.value, int) and papers.value >= _FEWEST:
            yield f"Largest topic: {topic.text}, {papers.value:,} papers"


def _rows(store: Askable, question: str, limit: int) -> tuple[Row, ...]:
    return ask(store, questions()[question], {}, limit=limit).rows


def _places(*rows: Row) -> str:
    return ", ".join(f"{note}:{line}" if line else note for row in rows for note, line in row.where)
