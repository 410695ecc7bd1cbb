"""Put into the graph of a folder what analyses computed, or take it out: store, files and index stay in step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
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
    """Put facts into derived graphs of their names, in place of what these held, and write the files again.

    Nothing that a build knows has made the graph any more, so the next one writes all of it anew, without these facts;
    the index keeps the names, so that they can be computed again.

    Raises:
        StoreError: nothing was built there, or another process has the store.
    """
    with _changing(folder) as (store, kept):
        for name, facts in derived.items():
            store.add_derived(name, facts)
        kept.update(derived)


def forget_derived(folder: Path, names: Iterable[str] = ()) -> list[str]:
    """Take facts out of derived graphs of some names again, or of all names; give those that there were.

    Later builds do not compute them again. Where nothing is to be taken out, nothing is written.

    Raises:
        StoreError: nothing was built there, or another process has the store.
    """
    with Store.open(folder / STORE, read_only=True) as store:
        there = store.analyses()
    wanted = set(names) or set(there)
    gone = [name for name in there if name in wanted]
    if gone:
        with _changing(folder) as (store, kept):
            store.revise({there[name]: set() for name in gone})
            kept.difference_update(gone)
    return gone


@contextmanager
def _changing(folder: Path) -> Iterator[tuple[Store, set[str]]]:
    """Give the store, and the names of the analyses whose facts it has, to change both; then write the files again."""
    old = index.load(folder)
    (folder / index.FILE_NAME).unlink(missing_ok=True)  # half a change must not be taken for a graph
    kept = set(old.index.analyses) if old is not None else set()
    with Store.open(folder / STORE) as store:
        yield store, kept
        write(store, folder / FILES[0])
        places = _write_trig(store, folder / FILES[1])
    if old is not None:
        replace(old.index, made="", graphs=places, analyses=sorted(kept)).save(folder, FILES)


def _write_trig(store: Store, path: Path) -> dict[str, tuple[int, int]]:
    with replacing_file(path) as partial, Trig(partial, Turtle(terms.PREFIXES, store.base)) as trig:
        for graph, lines in Stored(store).graphs():
            trig.write(graph, lines)
    return trig.places
