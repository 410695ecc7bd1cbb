"""Add to the graph of a folder what analyses computed: store, files and index stay those of one graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from kg import terms
from kg.rdf import index
from kg.rdf.contents import Stored
from kg.rdf.export import replacing_file, write
from kg.rdf.store import Stated, Store
from kg.rdf.trig import Trig
from kg.rdf.turtle import Turtle
from kg.rdf.writer import FILES, STORE


def add_derived(folder: Path, derived: Mapping[str, Iterable[Stated]]) -> None:
    """Put facts into derived graphs by name, replacing what these held, and write the files again.

    Nothing that a build knows has made the graph any more, so the next one writes all of it anew, without these facts;
    the index keeps the names, so that they can be computed again.

    Raises:
        StoreError: nothing was built there, or another process has the store open.
    """
    old = index.load(folder)
    (folder / index.FILE_NAME).unlink(missing_ok=True)  # half a change must not be taken for a graph
    with Store.open(folder / STORE) as store:
        for name, facts in derived.items():
            store.add_derived(name, facts)
        write(store, folder / FILES[0])
        places = _write_trig(store, folder / FILES[1])
    if old is not None:
        names = sorted({*old.index.analyses, *derived})
        replace(old.index, made="", graphs=places, analyses=names).save(folder, FILES)


def _write_trig(store: Store, path: Path) -> dict[str, tuple[int, int]]:
    with replacing_file(path) as partial, Trig(partial, Turtle(terms.PREFIXES, store.base)) as trig:
        for graph, lines in Stored(store).graphs():
            trig.write(graph, lines)
    return trig.places
