"""The one thing or subject that a person means by a name; else an error that says what they could mean."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from kg import screen
from kg.asking import finding, subjects
from kg.asking.subjects import Subject
from kg.errors import UnclearError
from kg.library.graphs import graph_option
from kg.rdf import Store
from kg.text import cut

VALUE_LENGTH = 70


def pick(store: Store, wanted: str, *, kind: str = "", line: Sequence[str], graph: Path) -> finding.Found:
    """Find the one matching thing, to decide about it.

    Args:
        kind: of the thing, "" for any.
        line: the words after `kg` to try next, with "" in place of the thing.

    Raises:
        UnclearError: none or several match; the message says which.
    """
    fitting = finding.find(store, wanted, kinds=(kind,) if kind else ())
    if len(fitting) == 1:
        return fitting[0]
    rows = [(one.name, one.kind, one.notes, one.place) for one in fitting]
    again, by_kind = _Again(line, graph), finding.by_kind(fitting, wanted)
    told = _several(wanted, rows, by_kind, again) if rows else _none(store, wanted, kind, again)
    raise UnclearError("\n".join(told))


def pick_subject(store: Store, wanted: str, *, kind: str = "", line: Sequence[str], graph: Path) -> Subject:
    """Find the one matching subject, to tell of it; the arguments and errors are those of `pick`."""
    fitting = subjects.find_subjects(store, wanted, kinds=(kind,) if kind else ())
    if len(fitting) == 1:
        return fitting[0]
    rows = [(one.name, one.says or one.kind, subjects.count_notes(store, one), one.things[0].place) for one in fitting]
    again, by_kind = _Again(line, graph), finding.by_kind(fitting, wanted)
    told = _several(wanted, rows, by_kind, again) if rows else _none(store, wanted, kind, again)
    raise UnclearError("\n".join(told))


def refused(sentence: str) -> UnclearError:
    """Return the error that something cannot be decided, as a sentence that is safe to print."""
    return UnclearError(screen.clean(sentence))


class _Again:
    """Writes the command line to try next."""

    def __init__(self, line: Sequence[str], graph: Path) -> None:
        self._line = line
        self.option = graph_option(graph)

    def __call__(self, thing: str) -> str:
        return words("kg", *(word or thing for word in self._line)) + self.option


def _several(wanted: str, rows: Sequence[Sequence[object]], by_kind: str, again: _Again) -> Iterator[str]:
    yield f"{len(rows)} things are called {wanted!r}:"
    cells = [[cut(cell, limit=VALUE_LENGTH) if isinstance(cell, str) else cell for cell in row] for row in rows]
    yield from screen.table(
        ("", "name", "kind", "notes", "in"), [(place, *row) for place, row in enumerate(cells, start=1)]
    )
    narrower = f", or by its kind: {words(by_kind)}" if by_kind else ""
    yield f"Choose one by its number: {again(f'{wanted}#1')}{narrower}"


def _none(store: Store, wanted: str, kind: str, again: _Again) -> Iterator[str]:
    """Say that nothing has a name, what is called alike, and how to search the sentences."""
    yield f"no {kind or 'thing'} in the graph is called {wanted!r}."
    near = finding.nearest(finding.Directory(store), wanted, kinds=(kind,) if kind else ())
    if near:
        yield "The nearest names:"
        rows = [(cut(one.name, limit=VALUE_LENGTH), one.kind, one.notes, one.iri) for one in near]
        yield from screen.table(("name", "kind", "notes", "IRI"), rows)
        yield f"Choose one by its name or its IRI: {again(near[0].iri)}"
    yield f"Search names and sentences: {words('kg', 'find', wanted)}{again.option}"


def words(*arguments: str) -> str:
    """Write a command line that a shell can parse, without terminal control codes."""
    return " ".join(shlex.quote(screen.clean(argument)) for argument in arguments)
