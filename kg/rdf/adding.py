"""Keep in the graph of a folder what analyses computed: store, files and index stay those of one graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from kg import terms
from kg.model import Iri
from kg.rdf import index
from kg.rdf.contents import Stored
from kg.rdf.derived import Stated, analysis_graph, analysis_lines
from kg.rdf.export import replacing_file, write
from kg.rdf.folder import replacing
from kg.rdf.reviser import Reviser
from kg.rdf.store import Store
from kg.rdf.trig import Trig
from kg.rdf.turtle import Turtle
from kg.rdf.writer import FILES, STORE


def add_derived(folder: Path, derived: Mapping[str, Iterable[Stated]]) -> None:
    """Put facts into derived graphs of their names, in place of what these held; the files follow.

    The index keeps the names, so that the next build can leave these graphs out and compute them again.

    Raises:
        StoreError: nothing was built there, or another process writes it.
    """
    with _revised(folder, {*derived}) as (writer, base):
        for name, facts in derived.items():
            lines = analysis_lines(name, facts, base=base)
            writer.add({graph: sorted(some) for graph, some in lines.items()})


def drop_derived(folder: Path) -> None:
    """Take out all that analyses computed; what a build wrote stays, byte for byte.

    Raises:
        StoreError: nothing was built there, or another process writes it.
    """
    with _revised(folder, None) as (writer, base):
        writer.drop(analysis_graphs(index.load(folder), base))


def analysis_graphs(old: index.Old | None, base: str) -> list[Iri]:
    """Give the graphs of what analyses computed in a graph that was built before."""
    return [analysis_graph(name, base=base) for name in old.index.analyses] if old is not None else []


@contextmanager
def _revised(folder: Path, names: set[str] | None) -> Iterator[tuple[Reviser, str]]:
    """Give what changes the graph of a folder; afterwards the changed one takes its place, with its index.

    Args:
        folder: of the graph.
        names: of analyses whose results are in it afterwards, beside those that are; None when none are.
    """
    old = index.load(folder) or _indexed(folder)
    with Store.open(folder / STORE, read_only=True) as store:
        base = store.base
    with replacing(folder) as fresh:
        with Reviser(fresh, old, base=base) as writer:
            yield writer, base
            written = writer.finish()
        analyses = sorted(names.union(old.index.analyses)) if names is not None else []
        now = replace(old.index, facts=written.facts, graphs=written.graphs, analyses=analyses)
        replace(now, misshapen=bool(written.problems)).save(fresh, FILES)


def _indexed(folder: Path) -> index.Old:
    """Write the files of a store whose index is not there or not true, so that the graph can be changed.

    The next build writes all of it anew, as nothing says what made it.
    """
    with Store.open(folder / STORE) as store:
        write(store, folder / FILES[0])
        with replacing_file(folder / FILES[1]) as partial, Trig(partial, Turtle(terms.PREFIXES, store.base)) as trig:
            for graph, lines in Stored(store).graphs():
                trig.write(graph, lines)
    known = index.Index(misshapen=True, graphs=trig.places)
    known.save(folder, FILES)
    return index.Old(folder, known)
