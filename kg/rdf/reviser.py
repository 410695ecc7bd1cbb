"""Write a graph from the one before it: only what notes say differently now is made anew.

The store is a second name for the files of the old one, which its engine never changes, only drops; the TriG file is
the old one with other graphs in it, the Turtle file the old one with other things in it. The bytes are those that
`Writer` makes of the whole. So does what analyses computed come into the graph of a folder.
"""

from __future__ import annotations

import mmap
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Self

from kg import terms
from kg.errors import DamagedError
from kg.model import Iri
from kg.rdf import index, seal
from kg.rdf.changes import Delta
from kg.rdf.derived import DerivedFact, analysis_graph, analysis_lines
from kg.rdf.export import fact_lines
from kg.rdf.folder import replacing
from kg.rdf.index import Old
from kg.rdf.merging import RUN
from kg.rdf.patching import patch, patched_graph
from kg.rdf.seal import STORE
from kg.rdf.shapes import conforms, report
from kg.rdf.statements import Graphs
from kg.rdf.store import Store
from kg.rdf.turtle import Trig, Turtle
from kg.rdf.values import Fact, line
from kg.rdf.writer import FILES, Written, write_facts

_IMMUTABLE = ".sst"
Follow = Callable[[Store, Delta], Mapping[Iri, Delta]]
"""Takes a store and how its facts have changed, and returns how other graphs change with them."""


class Reviser:
    """Writes a graph into an empty folder, from the graph of another folder and the changes."""

    def __init__(self, folder: Path, old: Old, *, base: str, follow: Follow | None = None) -> None:
        """Begin with all that the old graph holds, whose base is the same.

        Args:
            follow: tells what else changes with the facts.

        Raises:
            OSError: the folder cannot be written, or the old graph cannot be read.
        """
        self._folder = folder
        self._old = old.folder
        self._index = old.index
        self._follow = follow
        self.turtle = Turtle(terms.PREFIXES, base)
        self._changed: dict[Iri, set[str]] = {}
        self._amended: dict[Iri, Delta] = {}
        with ExitStack() as stack:
            _clone(old.folder / STORE, folder / STORE)
            self._store = stack.enter_context(Store.open(folder / STORE))
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._stack.close()

    def add(self, graphs: Mapping[Iri, Iterable[str]]) -> None:
        """Replace graphs of facts: IRI -> lines of N-Triples, without their ends."""
        found = {name: set(lines) for name, lines in graphs.items()}
        self._changed.update({name: lines for name, lines in found.items() if lines})

    def add_note(self, graphs: Graphs) -> None:
        """Replace the graphs of a note."""
        self.add({graphs.note: graphs.lines, graphs.beside: graphs.evidence_lines(self.turtle)})

    def amend(self, graph: Iri, gone: Iterable[Fact], new: Iterable[Fact]) -> None:
        """Remove lines from a graph and add others; lines in both stay."""
        before, now = (set(map(line, facts)) for facts in (gone, new))
        self._amended[graph] = Delta(before - now, now - before)

    def drop(self, graphs: Iterable[Iri]) -> None:
        """Leave out old graphs, unless they are written again."""
        for graph in graphs:
            if graph in self._index.graphs:
                self._changed.setdefault(graph, set())

    def finish(self) -> Written:
        """Change the store, write the files, check the shapes of the facts, and close."""
        delta = self._store.revise(self._changed, self._amended)
        if self._follow is not None:
            more = self._follow(self._store, delta)
            delta = delta.then(self._store.revise({}, more))
            self._amended |= more
        places = self._write_trig()
        written = self._write_facts(delta)
        self._stack.close()
        return replace(written, graphs=places)

    def _write_facts(self, delta: Delta) -> Written:
        """Take over what is said of things that nothing changed; what was misshapen before is looked at anew."""
        if self._index.misshapen or not conforms(self._store, delta):
            lines = fact_lines(self._store)
            number, found = write_facts(self._folder, lines, self.turtle, many=len(lines) > RUN)
            return Written(number, report(self._store, found))
        patch(self._old / FILES[0], self._folder / FILES[0], self._facts(delta), self.turtle)
        return Written(self._index.facts + len(delta.new) - len(delta.gone), ())

    def _write_trig(self) -> dict[str, tuple[int, int]]:
        kept = {Iri(name) for name in self._index.graphs if name not in self._changed}
        names = sorted({*kept, *(name for name, lines in self._changed.items() if lines)})
        with ExitStack() as stack:
            trig = stack.enter_context(Trig(self._folder / FILES[1], self.turtle))
            source = stack.enter_context((self._old / FILES[1]).open("rb"))
            text = stack.enter_context(mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ))
            for name in names:
                if name in self._amended:
                    facts = self._facts(self._amended[name], name)
                    trig.put(name, patched_graph(text, self._index.graphs[name], name, facts, self.turtle))
                elif name in kept:
                    start, end = self._index.graphs[name]
                    trig.put(name, [text[start:end]])
                else:
                    trig.write(name, self.turtle.sections.in_order(self._changed[name]))
            return trig.places

    def _facts(self, delta: Delta, graph: Iri | None = None) -> dict[str, list[str]]:
        """Return what is said now, in a graph or anywhere, about all that something else was said about."""
        subjects = {line.partition(" ")[0] for line in delta.gone | delta.new}
        return {subject: self._store.facts_of(Iri(subject[1:-1]), graph) for subject in subjects}


def _clone(old: Path, new: Path) -> None:
    """Give a closed store a second name in another folder; what the engine writes to is copied."""
    new.mkdir()
    for file in (old / name for name in sorted(seal.stored(old))):
        if file.suffix == _IMMUTABLE:
            try:
                os.link(file, new / file.name)
                continue
            except OSError:
                pass  # a file system without links
        shutil.copy2(file, new / file.name)


def add_derived(folder: Path, derived: Mapping[str, Iterable[DerivedFact]]) -> None:
    """Put facts into derived graphs by name, replacing what these held; the files follow.

    The index keeps the names, so that the next build can leave these graphs out and compute them again.

    Raises:
        StoreError: nothing was built there, or another process has the store open.
    """
    with _revised(folder) as (writer, kept, base):
        for name, facts in derived.items():
            lines = analysis_lines(name, facts, base=base)
            writer.add({graph: sorted(some) for graph, some in lines.items()})
        kept.update(derived)


def forget_derived(folder: Path, names: Iterable[str] = ()) -> list[str]:
    """Take facts out of derived graphs of some names again, or of all names; give those that there were.

    Later builds do not compute them again. Where nothing is to be taken out, nothing is written.

    Raises:
        StoreError: nothing was built there, or another process has the store open.
    """
    with Store.open(folder / STORE, read_only=True) as store:
        there = store.analyses()
    wanted = set(names) or set(there)
    gone = [name for name in there if name in wanted]
    if gone:
        with _revised(folder) as (writer, kept, _):
            writer.drop(there[name] for name in gone)
            kept.difference_update(gone)
    return gone


def analysis_graphs(old: index.Old | None, base: str) -> list[Iri]:
    """Return the graphs of what analyses computed in a graph that was built before."""
    return [analysis_graph(name, base=base) for name in old.index.analyses] if old is not None else []


@contextmanager
def _revised(folder: Path) -> Iterator[tuple[Reviser, set[str], str]]:
    """Yield what changes the graph of a folder, the names of the analyses in it, to change too, and its base.

    Afterwards the changed graph takes the place of the old one, with its index.
    """
    old = index.load(folder)
    if old is None:
        raise DamagedError.at(str(folder), f"{index.FILE_NAME} cannot be read")
    kept = set(old.index.analyses)
    with Store.open(folder / STORE, read_only=True) as store:
        base = store.base
    with replacing(folder) as fresh:
        with Reviser(fresh, old, base=base) as writer:
            yield writer, kept, base
            written = writer.finish()
        now = replace(old.index, facts=written.facts, graphs=written.graphs, analyses=sorted(kept))
        replace(now, misshapen=bool(written.problems)).save(fresh)
