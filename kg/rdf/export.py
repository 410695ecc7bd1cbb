"""Write the store into files: facts where a format has no graphs, everything where it has."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

from kg import terms
from kg.iris import mint
from kg.model import Iri
from kg.rdf import rdfxml, values
from kg.rdf.contents import Contents
from kg.rdf.endpoint import DEFAULT_GRAPH, NAMED_GRAPH, RECORD, SD, UNION
from kg.rdf.jsonld import JsonLd
from kg.rdf.merging import Lines
from kg.rdf.sections import Sections
from kg.rdf.store import Store
from kg.rdf.syntax import RdfFormat, context
from kg.rdf.turtle import Turtle
from kg.writing import replacing_file, write_text

_PART = 100_000
"""Lines that are put in order at once."""


def write_contents(contents: Contents, path: Path, rdf_format: RdfFormat) -> None:
    """Write contents to a file; a file that has them already is copied.

    Turtle, N-Triples and RDF/XML hold the facts: the union of the graphs of the notes and the derived graphs. TriG,
    N-Quads and JSON-LD hold every graph, with evidence. Equal stores give equal bytes. The file appears only when it is
    whole.

    Raises:
        ExportError: the format cannot hold the contents of the store.
    """
    source = contents.file(rdf_format)
    if source is None:
        write_text(path, serialize_contents(contents, rdf_format))
    elif source.resolve() != path.resolve():
        with replacing_file(path) as partial:
            shutil.copyfile(source, partial)


def serialize_contents(contents: Contents, rdf_format: RdfFormat) -> Iterator[str]:
    """Return the text of contents in a format, piece by piece."""
    if rdf_format.has_graphs:
        return _WITH_GRAPHS[rdf_format](contents)
    return _serialize_ordered(contents.facts(), rdf_format, terms.PREFIXES, contents.base)


def serialize_triples(
    lines: Iterable[str], rdf_format: RdfFormat, prefixes: dict[str, str], base: str = "", *, folder: Path = Path()
) -> Iterator[str]:
    """Yield lines of N-Triples, in any order, in a format without graphs (or JSON-LD), sorted, piece by piece.

    Args:
        rdf_format: one that has no graphs, or JSON-LD.
        prefixes: name -> IRI; unused ones are left out.
        folder: for lines that are too many for memory.
    """
    with Lines(Sections(base), folder) as kept:
        used = _kept(lines, kept, prefixes)
        yield from _serialize_ordered(kept, rdf_format, used, base)


def _serialize_ordered(
    ordered: Iterable[str], rdf_format: RdfFormat, prefixes: dict[str, str], base: str
) -> Iterator[str]:
    if rdf_format is RdfFormat.N_TRIPLES:
        yield from (f"{line}\n" for line in ordered)
    elif rdf_format is RdfFormat.RDF_XML:
        yield rdfxml.document([*ordered], prefixes, base)
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
    return Contents(store).facts()


def _trig(contents: Contents) -> Iterator[str]:
    writer = Turtle(terms.PREFIXES, contents.base)
    yield writer.head()
    for graph, lines in contents.graphs():
        yield "".join(writer.graph(graph, lines))


def _n_quads(contents: Contents) -> Iterator[str]:
    for graph, lines in contents.graphs():
        yield from _quads(graph, lines)


def _quads(graph: Iri, lines: Iterable[str]) -> Iterator[str]:
    return (f"{line[:-1]}<{graph}> .\n" for line in lines)


def bulk_quads(graph: Iri, lines: Iterable[str], *, base: str) -> Iterator[str]:
    """Yield a graph, if it has lines, as N-Quads for the bulk loader of a store that sees all its graphs at once.

    The store then has what `kg push` puts there: the graph, the union of all graphs, and a record of which these are.
    A fact that several graphs state is more than once in what is loaded, and once in the store.
    """
    union, record = (mint("graph", name, base=base) for name in (UNION, RECORD))
    empty = True
    for line in lines:
        empty = False
        yield from (f"{line[:-1]}<{name}> .\n" for name in (graph, union))
    told = [(NAMED_GRAPH, graph), (NAMED_GRAPH, union), (DEFAULT_GRAPH, union), (terms.TYPE, Iri(f"{SD}Dataset"))]
    facts = [] if empty else [(values.node(record), said, values.node(value)) for said, value in told]
    yield from _quads(record, map(values.line, facts))


def _json_ld(contents: Contents) -> Iterator[str]:
    writer = JsonLd(context())
    yield writer.head()
    for place, (graph, lines) in enumerate(contents.graphs()):
        if place:
            yield ","
        yield from writer.graph(graph, lines)
    yield writer.tail()


_WITH_GRAPHS: dict[RdfFormat, Callable[[Contents], Iterator[str]]] = {
    RdfFormat.TRIG: _trig,
    RdfFormat.N_QUADS: _n_quads,
    RdfFormat.JSON_LD: _json_ld,
}
