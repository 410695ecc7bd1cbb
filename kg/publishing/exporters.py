"""Every export: the formats of other programs, and who writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from kg.errors import ExportError
from kg.publishing.bibliography import bibtex, csljson, ris
from kg.publishing.bibliography.reading import read as read_works
from kg.publishing.bibliography.work import Work
from kg.publishing.files import Chosen, write_folder
from kg.publishing.networks import markup, sheets
from kg.publishing.networks.reading import PropertyGraph, read
from kg.publishing.profiles import FORMATS
from kg.rdf import Store, contents, write_contents
from kg.writing import write_text


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
    rdf_format = FORMATS[name]

    def write(store: Store, path: Path, chosen: Chosen) -> None:
        write_contents(contents(store, shareable=chosen.names_only), path, rdf_format)

    return Exporter(name, (f".{rdf_format}", *suffixes), summary, write)


def _papers(name: str, suffix: str, summary: str, render: Callable[[Sequence[Work]], str]) -> Exporter:
    def write(store: Store, path: Path, chosen: Chosen) -> None:
        works = read_works(store, papers=chosen.papers, names_only=chosen.names_only)
        write_text(path, [render(works)])

    return Exporter(name, (suffix,), summary, write, is_bibliography=True)


def _file(name: str, summary: str, render: Callable[[PropertyGraph], Iterable[str]]) -> Exporter:
    def write(store: Store, path: Path, chosen: Chosen) -> None:
        write_text(path, render(read(store, names_only=chosen.names_only)))

    return Exporter(name, (f".{name}",), summary, write)


def _folder(name: str, summary: str, files: Callable[[PropertyGraph], Mapping[str, bytes]]) -> Exporter:
    def write(store: Store, path: Path, chosen: Chosen) -> None:
        write_folder(path, files(read(store, names_only=chosen.names_only)))

    return Exporter(name, (), summary, write, is_folder=True)


def _function(place: str) -> Callable[..., Any]:
    """Return a function of `kg/extras` by its module and name; the module is imported when the function is called."""

    def call(*given: Any) -> Any:
        module, _, function = place.rpartition(".")
        return getattr(import_module(f"kg.extras.{module}"), function)(*given)

    return call


def _extra(name: str, summary: str, function: str, *, is_folder: bool = False) -> Exporter:
    return Exporter(name, (), summary, _function(function), is_folder)


EXPORTERS: tuple[Exporter, ...] = (
    _rdf("turtle", "Turtle: the facts, for reading and comparing"),
    _rdf("trig", "TriG: facts and evidence, a graph for each note"),
    _rdf("n-triples", "N-Triples: the facts, one per line"),
    _rdf("n-quads", "N-Quads: facts and evidence, one statement per line, for other stores"),
    _rdf("json-ld", "JSON-LD: facts and evidence, for programs that read JSON"),
    _rdf("rdf-xml", "RDF/XML: the facts, for Protégé and other programs that read XML", ".owl", ".xml"),
    _extra("nanopubs", "nanopublications (TriG): each fact that a note states, with its place", "nanopubs.write"),
    _extra("ro-crate", "RO-Crate: a folder to publish, with graph, ontology and VoID", "crate.write", is_folder=True),
    _papers("bibtex", ".bib", "BibTeX: the papers, for LaTeX and reference managers", bibtex.render),
    _papers("csl-json", ".json", "CSL-JSON: the papers, for Pandoc and Zotero", csljson.render),
    _papers("ris", ".ris", "RIS: the papers, for reference managers", ris.render),
    _file("graphml", "GraphML: things and their connections, for network programs", markup.graphml),
    _file("gexf", "GEXF 1.3: the same for Gephi, coloured by kind", markup.gexf),
    _folder("csv", "CSV: tables of things, facts and places, for spreadsheets", sheets.csv),
    _folder("parquet", "Parquet: the same tables, for data frames", sheets.parquet),
    _folder("neo4j", "Neo4j: files to import into a new database", _function("neo4j.files")),
    _file("cypher", "Cypher: statements that merge the graph into a Neo4j database", _function("neo4j.cypher")),
    _folder("obsidian", "Obsidian: a vault with a page for each thing", _function("vault.obsidian.files")),
    _extra("backlinks", "Obsidian: pages in your own vault, in its folder kg", "vault.backlinks.write", is_folder=True),
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
        names = ", ".join(exporter.name for exporter in EXPORTERS)
        raise ExportError(f"there is no export {name!r}. Choose one of: {names}")
    suffixes = ", ".join(suffix for exporter in EXPORTERS for suffix in exporter.suffixes)
    raise ExportError(f"no export writes {str(path)!r}. Use a name that ends in one of {suffixes}, or --as FORMAT")
