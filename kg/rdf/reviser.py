"""Write a graph from the one before it: only what notes say differently now is made anew.

The store is a second name for the files of the old one, which its engine never changes, only drops; the TriG file is
the old one with other graphs in it. The bytes are those that `Writer` makes of the whole.
"""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Self

import pyoxigraph as ox

from kg import terms
from kg.model import Iri
from kg.rdf.export import fact_lines
from kg.rdf.index import Index
from kg.rdf.store import Store
from kg.rdf.syntax import in_order
from kg.rdf.trig import Trig
from kg.rdf.turtle import Turtle
from kg.rdf.writer import FILES, STORE, Written, write_facts

_IMMUTABLE = ".sst"


class Reviser:
    """Writes a graph into an empty folder, from the graph of another folder and what changed."""

    def __init__(self, folder: Path, old: Path, index: Index) -> None:
        """Begin with all that the old graph holds.

        Raises:
            OSError: the folder cannot be written, or the old graph cannot be read.
        """
        self._folder = folder
        self._old = old
        self._places = dict(index.graphs)
        self._changed: dict[Iri, set[str]] = {}
        with ExitStack() as stack:
            _clone(old / STORE, folder / STORE)
            self._store = stack.enter_context(Store.open(folder / STORE))
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, traceback)

    def add(self, quads: Iterable[ox.Quad]) -> None:
        """Write the graphs of one note, or derived ones, in the place of what they held."""
        lines: dict[str, set[str]] = defaultdict(set)
        for quad in quads:
            lines[str(quad.graph_name)[1:-1]].add(f"{quad.subject} {quad.predicate} {quad.object} .")
        self._changed.update({Iri(graph): own for graph, own in lines.items()})

    def drop(self, graphs: Iterable[Iri]) -> None:
        """Leave graphs out that the old graph had, unless they are written anew."""
        for graph in graphs:
            if graph in self._places:
                self._changed.setdefault(graph, set())

    def finish(self) -> Written:
        """Change the store, write the files, check the shapes of the facts, and close."""
        self._store.revise(self._changed)
        turtle = Turtle(terms.PREFIXES)
        places = self._write_trig(turtle)
        written = write_facts(self._folder, self._store, fact_lines(self._store), turtle)
        self._stack.close()
        return replace(written, graphs=places)

    def _write_trig(self, turtle: Turtle) -> dict[str, tuple[int, int]]:
        names = sorted(
            {*(n for n in self._places if n not in self._changed), *(n for n, own in self._changed.items() if own)}
        )
        with Trig(self._folder / FILES[1], turtle) as trig, (self._old / FILES[1]).open("rb") as source:
            for changed, run in groupby(names, key=lambda name: name in self._changed):
                for name in run if changed else ():
                    trig.write(Iri(name), in_order(self._changed[Iri(name)]))
                for start, some in self._stretches(run) if not changed else ():
                    trig.copy(source, start, some)
            return trig.places

    def _stretches(self, names: Iterable[str]) -> list[tuple[int, list[tuple[Iri, int]]]]:
        """Give the graphs that stand behind each other in the old file: where each row begins, and sizes."""
        found: list[tuple[int, list[tuple[Iri, int]]]] = []
        end = -1
        for name in names:
            start, stop = self._places[name]
            if start != end:
                found.append((start, []))
            found[-1][1].append((Iri(name), stop - start))
            end = stop
        return found


def _clone(old: Path, new: Path) -> None:
    """Give a closed store a second name in another folder; what the engine writes to is copied."""
    new.mkdir()
    for file in sorted(old.iterdir()):
        if file.name == "LOCK" or not file.is_file():
            continue
        if file.suffix == _IMMUTABLE:
            try:
                os.link(file, new / file.name)
                continue
            except OSError:
                pass  # a file system without links
        shutil.copy2(file, new / file.name)
