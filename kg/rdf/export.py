"""Write the store into files: facts where a format has no graphs, everything where it has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from kg import terms
from kg.model import Iri
from kg.rdf.jsonld import JsonLd
from kg.rdf.sections import Sections
from kg.rdf.store import Store
from kg.rdf.syntax import RdfFormat, context, lines_of
from kg.rdf.turtle import Turtle


def write(store: Store, path: Path, rdf_format: RdfFormat | None = None) -> None:
    """Write a store to a file, by its suffix unless a format is given.

    Turtle and N-Triples hold the facts: the union of the graphs of the notes and the derived graphs. TriG, N-Quads and
    JSON-LD hold every graph, evidence too. Equal stores give equal bytes. The file appears only when it is whole.

    Raises:
        RdfFormatError: the suffix names no format.
    """
    chosen = rdf_format or RdfFormat.of(path)
    partial = path.with_name(f".{path.name}.part")
    with partial.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(serialize(store, chosen))
    partial.replace(path)


def serialize(store: Store, rdf_format: RdfFormat) -> Iterator[str]:
    """Give the text of a store in a format, piece by piece."""
    return _WRITERS[rdf_format](store)


def fact_lines(store: Store) -> list[str]:
    """Give every fact once, as N-Triples lines in the order of sections."""
    lines: set[str] = set()
    for graph in store.fact_graphs():
        lines.update(lines_of(store.triples(graph)))
    return Sections(store.base).in_order(lines)


def _turtle(store: Store) -> Iterator[str]:
    writer = Turtle(terms.PREFIXES, store.base)
    yield writer.head()
    yield from writer.triples(fact_lines(store))


def _n_triples(store: Store) -> Iterator[str]:
    return (f"{line}\n" for line in fact_lines(store))


def _trig(store: Store) -> Iterator[str]:
    writer = Turtle(terms.PREFIXES, store.base)
    yield writer.head()
    for graph, lines in _graphs(store):
        yield "".join(writer.graph(graph, lines))


def _n_quads(store: Store) -> Iterator[str]:
    for graph, lines in _graphs(store):
        yield from (f"{line[:-1]}<{graph}> .\n" for line in lines)


def _json_ld(store: Store) -> Iterator[str]:
    writer = JsonLd(context())
    yield writer.head()
    for place, (graph, lines) in enumerate(_graphs(store)):
        if place:
            yield ","
        yield from writer.graph(graph, lines)
    yield writer.tail()


def _graphs(store: Store) -> Iterator[tuple[Iri, list[str]]]:
    sections = Sections(store.base)
    return ((graph, sections.in_order(lines_of(store.triples(graph)))) for graph in store.graphs())


_WRITERS: dict[RdfFormat, Callable[[Store], Iterator[str]]] = {
    RdfFormat.TURTLE: _turtle,
    RdfFormat.TRIG: _trig,
    RdfFormat.N_TRIPLES: _n_triples,
    RdfFormat.N_QUADS: _n_quads,
    RdfFormat.JSON_LD: _json_ld,
}
