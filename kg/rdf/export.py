"""Write the store into files: facts where a format has no graphs, everything where it has."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

from kg import terms
from kg.rdf.contents import Contents, Stored
from kg.rdf.jsonld import JsonLd
from kg.rdf.merging import Lines
from kg.rdf.sections import Sections
from kg.rdf.store import Store
from kg.rdf.syntax import RdfFormat, context
from kg.rdf.turtle import Turtle
from kg.writing import replacing_file, write_text

_PART = 100_000
"""Lines that are put in order at once."""


def write(store: Store, path: Path, rdf_format: RdfFormat | None = None) -> None:
    """Write a store to a file, by its suffix unless a format is given.

    Turtle, N-Triples and RDF/XML hold the facts: the union of the graphs of the notes and the derived graphs. TriG,
    N-Quads and JSON-LD hold every graph, with evidence. Equal stores give equal bytes. The file appears only when it is
    whole.

    Raises:
        RdfFormatError: the suffix names no format.
        ExportError: the format cannot hold the contents of the store.
    """
    write_contents(Stored(store), path, rdf_format or RdfFormat.of(path))


def write_contents(contents: Contents, path: Path, rdf_format: RdfFormat) -> None:
    """Write contents to a file, as `write` does; a file that has them already is copied."""
    source = contents.file(rdf_format)
    if source is None:
        write_text(path, serialize_contents(contents, rdf_format))
    elif source.resolve() != path.resolve():
        with replacing_file(path) as partial:
            shutil.copyfile(source, partial)


def serialize(store: Store, rdf_format: RdfFormat) -> Iterator[str]:
    """Return the text of a store in a format, piece by piece."""
    return serialize_contents(Stored(store), rdf_format)


def serialize_contents(contents: Contents, rdf_format: RdfFormat) -> Iterator[str]:
    """Return the text of contents in a format, piece by piece."""
    return _WRITERS[rdf_format](contents)


def write_triples(path: Path, lines: Iterable[str], rdf_format: RdfFormat, prefixes: dict[str, str], base: str) -> None:
    """Write lines of N-Triples to a file in a format without graphs, or JSON-LD; see `serialize_triples`."""
    with Lines(Sections(base), path.parent) as kept:
        used = _kept(lines, kept, prefixes)
        write_text(path, _serialize_ordered(kept, rdf_format, used, base))


def serialize_triples(
    lines: Iterable[str], rdf_format: RdfFormat, prefixes: dict[str, str], base: str = ""
) -> Iterator[str]:
    """Yield a few lines of N-Triples, in any order, in a format without graphs (or JSON-LD), sorted, piece by piece.

    Args:
        lines: each without its end.
        rdf_format: one that has no graphs, or JSON-LD.
        prefixes: name -> IRI; unused ones are left out.
        base: where the IRIs of the data begin.
    """
    with Lines(Sections(base), Path()) as kept:
        used = _kept(lines, kept, prefixes)
        yield from _serialize_ordered(kept, rdf_format, used, base)


def _serialize_ordered(
    ordered: Iterable[str], rdf_format: RdfFormat, prefixes: dict[str, str], base: str
) -> Iterator[str]:
    if rdf_format is RdfFormat.N_TRIPLES:
        yield from (f"{line}\n" for line in ordered)
    elif rdf_format is RdfFormat.RDF_XML:
        from kg.rdf.rdfxml import RdfXml

        yield from RdfXml(prefixes, base).document(list(ordered))
    elif rdf_format is RdfFormat.JSON_LD:
        nodes = JsonLd({**prefixes})
        yield nodes.head()
        yield from nodes.nodes(ordered)
        yield nodes.tail()
    else:
        writer = Turtle(prefixes, base)
        yield writer.head()
        yield from writer.triples(ordered)


def _kept(lines: Iterable[str], kept: Lines, prefixes: dict[str, str]) -> dict[str, str]:
    """Put lines in order; give the prefixes with which some IRI in them begins.

    Every format has a short way to say the class, so that its property needs no prefix.
    """
    left, found = dict(prefixes), dict[str, str]()
    waiting = iter(lines)
    while part := list(islice(waiting, _PART)):
        kept.add(part)
        for line in (line.replace(f" <{terms.TYPE}> ", " ", 1) for line in part if left):
            for prefix in [prefix for prefix, iri in left.items() if f"<{iri}" in line]:
                found[prefix] = left.pop(prefix)
    return dict(sorted(found.items()))


def fact_lines(store: Store) -> list[str]:
    """Return every fact once, as N-Triples lines in the order of sections."""
    return Stored(store).facts()


def _turtle(contents: Contents) -> Iterator[str]:
    writer = Turtle(terms.PREFIXES, contents.base)
    yield writer.head()
    yield from writer.triples(contents.facts())


def _n_triples(contents: Contents) -> Iterator[str]:
    return (f"{line}\n" for line in contents.facts())


def _rdf_xml(contents: Contents) -> Iterator[str]:
    from kg.rdf.rdfxml import RdfXml

    return RdfXml(terms.PREFIXES, contents.base).document(contents.facts())


def _trig(contents: Contents) -> Iterator[str]:
    writer = Turtle(terms.PREFIXES, contents.base)
    yield writer.head()
    for graph, lines in contents.graphs():
        yield "".join(writer.graph(graph, lines))


def _n_quads(contents: Contents) -> Iterator[str]:
    for graph, lines in contents.graphs():
        yield from (f"{line[:-1]}<{graph}> .\n" for line in lines)


def _json_ld(contents: Contents) -> Iterator[str]:
    writer = JsonLd(context())
    yield writer.head()
    for place, (graph, lines) in enumerate(contents.graphs()):
        if place:
            yield ","
        yield from writer.graph(graph, lines)
    yield writer.tail()


_WRITERS: dict[RdfFormat, Callable[[Contents], Iterator[str]]] = {
    RdfFormat.TURTLE: _turtle,
    RdfFormat.TRIG: _trig,
    RdfFormat.N_TRIPLES: _n_triples,
    RdfFormat.N_QUADS: _n_quads,
    RdfFormat.JSON_LD: _json_ld,
    RdfFormat.RDF_XML: _rdf_xml,
}
