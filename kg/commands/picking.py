"""The one thing that a person means, found by whatever they call it; else what they could mean, on standard error."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from kg.asking import finding
from kg.commands import screen
from kg.commands.graphs import graph_option
from kg.rdf import Store
from kg.text import cut

VALUE_LENGTH = 70
_Again = Callable[[str], str]


def pick(store: Store, wanted: str, *, kind: str = "", line: Sequence[str], graph: Path) -> finding.Found | None:
    """Find the one matching thing; if none or several match, say which may be meant and return None.

    Args:
        store: the graph.
        wanted: what a person calls the thing.
        kind: of the thing, "" for any.
        line: the words after `kg` to try next, with "" in place of the thing.
        graph: folder of the graph.
    """
    kinds = (kind,) if kind else ()
    fitting = finding.find(store, wanted, kinds=kinds)
    if len(fitting) == 1:
        return fitting[0]
    option = graph_option(graph)

    def again(thing: str) -> str:
        return words("kg", *(word or thing for word in line)) + option

    for told in _several(wanted, fitting, again) if fitting else _none(store, wanted, kinds, again, option):
        print(told, file=sys.stderr)
    return None


def _several(wanted: str, fitting: Sequence[finding.Found], again: _Again) -> Iterator[str]:
    yield f"kg: {len(fitting)} things are called {wanted!r}:"
    rows = [
        (place, cut(one.name, limit=VALUE_LENGTH), one.kind, one.notes, cut(one.place, limit=VALUE_LENGTH))
        for place, one in enumerate(fitting, start=1)
    ]
    yield from screen.table(("", "name", "kind", "notes", "in"), rows)
    by_kind = finding.by_kind(fitting, wanted)
    narrower = f", or by its kind: {words(by_kind)}" if by_kind else ""
    yield f"Choose one by its number: {again(f'{wanted}#1')}{narrower}"


def _none(store: Store, wanted: str, kinds: Sequence[str], again: _Again, option: str) -> Iterator[str]:
    what = f"{' or '.join(kinds)} in the graph" if kinds else "thing in the graph"
    yield f"kg: no {what} is called {wanted!r}."
    near = finding.nearest(store, wanted, kinds=kinds)
    if near:
        yield "The nearest names:"
        rows = [(cut(one.name, limit=VALUE_LENGTH), one.kind, one.notes, one.iri) for one in near]
        yield from screen.table(("name", "kind", "notes", "IRI"), rows)
        yield f"Choose one by its name or its IRI: {again(near[0].iri)}"
    else:
        yield f"List what there is, for example: kg ask papers-by-rating{option}"


def words(*arguments: str) -> str:
    """Write a command line that a shell can parse, without terminal control codes."""
    return " ".join(shlex.quote(screen.clean(argument)) for argument in arguments)
