"""Things people open: files of the graph in the formats of RDF, and the topic map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kg.errors import RdfFormatError
from kg.rdf import RdfFormat, Store, write

__all__ = ["EXPORTERS", "Exporter", "find_exporter"]


@dataclass(frozen=True, slots=True)
class Exporter:
    """A way to write the graph into a file; the suffix of the file chooses it."""

    suffix: str
    """With its dot, lower case."""
    summary: str
    write: Callable[[Store, Path], None]
    whole: bool
    """It holds every graph, evidence too; otherwise the facts."""


def _rdf(rdf_format: RdfFormat, summary: str) -> Exporter:
    return Exporter(f".{rdf_format}", summary, partial(write, rdf_format=rdf_format), rdf_format.has_graphs)


EXPORTERS: tuple[Exporter, ...] = (
    _rdf(RdfFormat.TURTLE, "Turtle: the facts, to read and to compare"),
    _rdf(RdfFormat.TRIG, "TriG: facts and evidence, a graph for each note"),
    _rdf(RdfFormat.N_TRIPLES, "N-Triples: the facts, a line each"),
    _rdf(RdfFormat.N_QUADS, "N-Quads: facts and evidence, a line each, for other stores"),
    _rdf(RdfFormat.JSON_LD, "JSON-LD: facts and evidence, for programs that read JSON"),
)
"""Every export, in the order to show them."""


def find_exporter(path: Path) -> Exporter:
    """Return the exporter for a file, chosen by its suffix.

    Raises:
        RdfFormatError: no exporter has the suffix; the message lists the known ones.
    """
    for exporter in EXPORTERS:
        if path.suffix.lower() == exporter.suffix:
            return exporter
    raise RdfFormatError.unknown(str(path), [exporter.suffix for exporter in EXPORTERS])
