"""`kg build`: run the pipeline, draw its progress, show what came out."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from kg import pipeline, rdf, running
from kg.asking.wording import PLURALS
from kg.commands import layout
from kg.commands.first_look import first_look
from kg.library.building import run, settings_of
from kg.library.graphs import graph_option
from kg.publishing import report
from kg.publishing.topicmap.memory import MAP
from kg.screen import clean, progress, show

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
