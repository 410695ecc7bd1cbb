"""The one thing that a person means, found by whatever they call it; else what they could mean, on standard error."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from kg.asking import finding
from kg.commands import screen
from kg.commands.graphs import graph_option
from kg.model import Kind
from kg.rdf import Store
from kg.text import cut

VALUE_LENGTH = 70
_Again = Callable[[str], str]


def pick(store: Store, wanted: str, *, kind: str | None, line: Sequence[str], graph: Path) -> finding.Found | None:
    """Find the one matching thing; if none or several match, say which may be meant and return None.

    Args:
        store: the graph.
        wanted: what a person calls the thing.
        kind: of the thing, "" for any; None if the command has no option for it, only `paper:BERT`.
        line: the words after `kg` to try next, with "" in place of the thing.
        graph: folder of the graph.
    """
    fitting = _fitting(store, wanted, kind)
    if len(fitting) == 1:
        return fitting[0]
    narrow = "with --kind {}" if kind is not None else f"by its kind: {words('{}:' + wanted)}"
    option = graph_option(graph)

    def again(iri: str) -> str:
        return words("kg", *(word or iri for word in line)) + option

    several = partial(_several, wanted, fitting, again, narrow)
    for told in several() if fitting else _none(store, wanted, kind or "", again, option):
        print(told, file=sys.stderr)
    return None


def _fitting(store: Store, wanted: str, kind: str | None) -> list[finding.Found]:
    fitting = finding.find(store, wanted, kind=kind or "")
    said, colon, name = wanted.partition(":")
    if not (fitting or kind) and colon and said in set(Kind):
        return finding.find(store, name.strip(), kind=said)
    return finding.things_first(fitting) if kind is None else fitting


def _several(wanted: str, fitting: Sequence[finding.Found], again: _Again, narrow: str) -> Iterator[str]:
    yield f"kg: {len(fitting)} things are called {wanted!r}:"
    yield from _listed(fitting)
    kinds = [one.kind for one in fitting]
    single = next((kind for kind in kinds if kinds.count(kind) == 1), "")
    narrower = f", or {screen.clean(narrow.replace('{}', single))}" if single else ""
    yield f"Choose one by its IRI: {again(fitting[0].iri)}{narrower}"


def _none(store: Store, wanted: str, kind: str, again: _Again, option: str) -> Iterator[str]:
    what = f"{kind} in the graph" if kind else "thing in the graph"
    yield f"kg: no {what} is called {wanted!r}."
    near = finding.nearest(store, wanted, kind=kind)
    if near:
        yield "The nearest names:"
        yield from _listed(near)
        yield f"Choose one by its name or its IRI: {again(near[0].iri)}"
    else:
        yield f"List what there is, for example: kg ask papers-by-rating{option}"


def _listed(found: Sequence[finding.Found]) -> Iterator[str]:
    rows = [(cut(one.name, limit=VALUE_LENGTH), one.kind, one.notes, one.iri) for one in found]
    return screen.table(("name", "kind", "notes", "IRI"), rows)


def words(*arguments: str) -> str:
    """Write a command line that a shell can parse, without terminal control codes."""
    return " ".join(shlex.quote(screen.clean(argument)) for argument in arguments)
