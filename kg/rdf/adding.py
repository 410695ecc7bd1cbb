"""Keep in the graph of a folder what analyses computed: store, files and index stay those of one graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from kg.errors import DamagedError
from kg.model import Iri
from kg.rdf import index
from kg.rdf.derived import DerivedFact, analysis_graph, analysis_lines
from kg.rdf.folder import replacing
from kg.rdf.reviser import Reviser
from kg.rdf.seal import STORE
from kg.rdf.store import Store


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
