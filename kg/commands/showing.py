"""`kg show`: one thing with all that the notes say about it, and where."""

from __future__ import annotations

import dataclasses
import shlex
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from kg.commands import screen
from kg.commands.graphs import open_graph
from kg.publishing import finding, thing
from kg.publishing.thing import Fact, Thing
from kg.publishing.wording import cut
from kg.rdf import Store

PLACES = 3
"""Places shown of one fact; `--limit 0` shows all."""
VALUE_LENGTH = 70
COLUMNS = ("fact", "value", "where", "rule", "sure", "quote")


def show(wanted: str, *, graph: Path, kind: str, limit: int, as_json: bool) -> int:
    """Print the one thing that fits; when none or several do, say which could be meant, and end with 1."""
    with open_graph(graph) as store:
        fitting = finding.find(store, wanted, kind=kind)
        if len(fitting) == 1:
            found = thing.read(store, fitting[0].iri)
            print(screen.as_json(_as_json(found)) if as_json else "\n".join(_as_text(found, limit)))
            return 0
        option = "" if str(graph) == "kg-out" else f" --graph {shlex.quote(str(graph))}"
        for line in _several(wanted, fitting, option) if fitting else _none(store, wanted, kind, option):
            print(line, file=sys.stderr)
        return 1


def _several(wanted: str, fitting: Sequence[finding.Found], option: str) -> Iterator[str]:
    yield f"kg: {len(fitting)} things are called {wanted!r}:"
    yield from _listed(fitting)
    kinds = [one.kind for one in fitting]
    single = next((kind for kind in kinds if kinds.count(kind) == 1), "")
    narrower = f", or: kg show {shlex.quote(screen.clean(wanted))} --kind {single}{option}" if single else ""
    yield f"Show one by its IRI: kg show {shlex.quote(screen.clean(fitting[0].iri))}{option}{narrower}"


def _none(store: Store, wanted: str, kind: str, option: str) -> Iterator[str]:
    what = f"{kind} in the graph" if kind else "thing in the graph"
    yield f"kg: no {what} is called {wanted!r}."
    near = finding.nearest(store, wanted, kind=kind)
    if near:
        yield "The nearest names:"
        yield from _listed(near)
        yield f"Show one by its name or its IRI: kg show {shlex.quote(screen.clean(near[0].iri))}{option}"
    else:
        yield f"Ask which there are, for instance: kg ask papers-by-rating{option}"


def _listed(found: Sequence[finding.Found]) -> Iterator[str]:
    rows = [(cut(one.name, limit=VALUE_LENGTH), one.kind, one.notes, one.iri) for one in found]
    return screen.table(("name", "kind", "notes", "IRI"), rows)


def _as_text(found: Thing, limit: int) -> Iterator[str]:
    yield screen.bold(screen.clean(found.name), sys.stdout)
    yield f"{found.kind}  {screen.clean(found.iri)}"
    if found.names:
        yield ""
        rows = [(cut(name.text, limit=VALUE_LENGTH), name.sort, name.count) for name in found.names]
        yield from _table(("name", "seen as", "times"), rows[: limit or None])
        yield from _rest(len(rows), limit)
    for title, facts in (
        ("facts", found.facts),
        ("facts of other things", found.facts_of_others),
        ("denied", found.denied),
    ):
        if facts:
            yield ""
            yield from _facts(title, facts, limit)
    if found.notes:
        yield ""
        lines = [(note, ", ".join(map(str, lines))) for note, lines in found.notes.items()]
        yield from _table(("note", "lines"), lines[: limit or None])
        yield from _rest(len(lines), limit)


def _facts(title: str, facts: Sequence[Fact], limit: int) -> Iterator[str]:
    """Lay out facts, at most so many of one predicate."""
    rows: list[tuple[object, ...]] = []
    for words, group in groupby(facts, key=lambda fact: fact.words):
        same = list(group)
        for number, fact in enumerate(same[: limit or None]):
            rows += _rows(fact, words if number == 0 else "", PLACES if limit else 0)
        if limit and len(same) > limit:
            rows.append(("", f"... and {len(same) - limit:,} more", "", "", None, ""))
    yield from _table((title, *COLUMNS[1:]), rows)


def _rows(fact: Fact, words: str, most: int) -> Iterator[tuple[object, ...]]:
    """Give a line for each place of a fact; a fact that was derived has one line and no place."""
    number = f"{fact.order}. " if fact.order else ""
    kind = f" ({fact.kind})" if fact.kind and fact.kind != "term" else ""
    value = f"{number}{cut(fact.name, limit=VALUE_LENGTH)}{kind}"
    if not fact.places:
        yield words, value, "", "derived", None, ""
    for place in fact.places[: most or None]:
        how = f" ({place.qualifier})" if place.qualifier else ""
        yield words, value, f"{place.note}:{place.line}", place.rule + how, f"{place.confidence:.2f}", place.quote
        words = value = ""
    if most and len(fact.places) > most:
        yield "", "", f"... and {len(fact.places) - most:,} more", "", None, ""


def _rest(number: int, limit: int) -> Iterator[str]:
    if limit and number > limit:
        yield f"... and {number - limit:,} more (--limit 0 shows all)"


def _table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    lines = screen.table(columns, rows, columns_wide=screen.terminal_width(sys.stdout))
    yield screen.bold(next(lines), sys.stdout)
    yield from lines


def _as_json(found: Thing) -> dict[str, Any]:
    return dataclasses.asdict(found)
