"""Files and pages that people and other programs open: exports of the graph, the topic map, reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kg.errors import ExportError
from kg.publishing import crate, nanopubs, networks, rdf_files, vault
from kg.publishing.bibliography import bibtex, csljson, ris
from kg.publishing.files import EVERYTHING, Chosen
from kg.rdf import Store

__all__ = ["EVERYTHING", "EXPORTERS", "Chosen", "Exporter", "find_exporter"]


@dataclass(frozen=True, slots=True)
class Exporter:
    """A way to write the graph for another program."""

    name: str
    """What `--as` takes."""
    suffixes: tuple[str, ...]
    """Suffixes of files that choose it, with the dot and in lower case; none if only `--as` does."""
    summary: str
    write: Callable[[Store, Path, Chosen], None]
    """Write a file, or the files of a folder; equal graphs give equal bytes."""
    is_folder: bool = False
    is_bibliography: bool = False
    """It lists papers, of which some may be chosen."""


def _rdf(name: str, summary: str, *suffixes: str) -> Exporter:
    rdf_format = rdf_files.FORMATS[name]
    return Exporter(name, (f".{rdf_format}", *suffixes), summary, rdf_files.in_format(rdf_format))


def _of_papers(name: str, suffix: str, summary: str, write: Callable[[Store, Path, Chosen], None]) -> Exporter:
    return Exporter(name, (suffix,), summary, write, is_bibliography=True)


EXPORTERS: tuple[Exporter, ...] = (
    _rdf("turtle", "Turtle: the facts, for reading and comparing"),
    _rdf("trig", "TriG: facts and evidence, a graph for each note"),
    _rdf("n-triples", "N-Triples: the facts, one per line"),
    _rdf("n-quads", "N-Quads: facts and evidence, one statement per line, for other stores"),
    _rdf("json-ld", "JSON-LD: facts and evidence, for programs that read JSON"),
    _rdf("rdf-xml", "RDF/XML: the facts, for Protégé and other programs that read XML", ".owl", ".xml"),
    Exporter("nanopubs", (), "nanopublications (TriG): each fact that a note states, with its place", nanopubs.write),
    Exporter(
        "ro-crate", (), "RO-Crate: a folder to publish, with graph, ontology and VoID", crate.write, is_folder=True
    ),
    _of_papers("bibtex", ".bib", "BibTeX: the papers, for LaTeX and reference managers", bibtex.write),
    _of_papers("csl-json", ".json", "CSL-JSON: the papers, for Pandoc and Zotero", csljson.write),
    _of_papers("ris", ".ris", "RIS: the papers, for reference managers", ris.write),
    Exporter(
        "graphml", (".graphml",), "GraphML: things and their connections, for network programs", networks.write_graphml
    ),
    Exporter("gexf", (".gexf",), "GEXF 1.3: the same for Gephi, coloured by kind", networks.write_gexf),
    Exporter(
        "csv", (), "CSV: tables of things, facts and places, for spreadsheets", networks.write_csv, is_folder=True
    ),
    Exporter("parquet", (), "Parquet: the same tables, for data frames", networks.write_parquet, is_folder=True),
    Exporter("neo4j", (), "Neo4j: files to import into a new database", networks.write_neo4j, is_folder=True),
    Exporter(
        "cypher", (".cypher",), "Cypher: statements that merge the graph into a Neo4j database", networks.write_cypher
    ),
    Exporter("obsidian", (), "Obsidian: a vault with a page for each thing", vault.write_obsidian, is_folder=True),
    Exporter(
        "backlinks", (), "Obsidian: pages in your own vault, in its folder kg", vault.write_backlinks, is_folder=True
    ),
)
"""Every export, in the order to show them."""


def find_exporter(path: Path, name: str = "") -> Exporter:
    """Return the exporter with a name, or else the first for the suffix of a file.

    Raises:
        ExportError: there is none; the message lists the known ones.
    """
    for exporter in EXPORTERS:
        if (exporter.name == name) if name else (path.suffix.lower() in exporter.suffixes):
            return exporter
    if name:
        raise ExportError.unknown(name, [exporter.name for exporter in EXPORTERS])
    raise ExportError.no_suffix(str(path), [suffix for exporter in EXPORTERS for suffix in exporter.suffixes])
