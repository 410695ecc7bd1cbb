"""From extractions to RDF: lines of triples, the store, queries, shapes and files. Owner of Oxigraph and rdflib."""

from __future__ import annotations

from kg.rdf import index
from kg.rdf.derived import Said, derived_graph, derived_lines, head_facts, thing_facts
from kg.rdf.excerpts import excerpt
from kg.rdf.export import fact_lines, serialize, write
from kg.rdf.folder import replacing, settle
from kg.rdf.index import Index, Old
from kg.rdf.provenance import run_iri
from kg.rdf.query import Rows
from kg.rdf.resources import queries
from kg.rdf.results import ResultFormat
from kg.rdf.reviser import Reviser
from kg.rdf.shapes import check_shapes
from kg.rdf.statements import Graphs, note_graphs, unwritable
from kg.rdf.store import Store
from kg.rdf.syntax import RdfFormat, parse
from kg.rdf.turtle import Turtle
from kg.rdf.values import Fact, writable
from kg.rdf.writer import FILES, STORE, Writer, Written

__all__ = [
    "FILES",
    "STORE",
    "Fact",
    "Graphs",
    "Index",
    "Old",
    "RdfFormat",
    "ResultFormat",
    "Reviser",
    "Rows",
    "Said",
    "Store",
    "Turtle",
    "Writer",
    "Written",
    "check_shapes",
    "derived_graph",
    "derived_lines",
    "excerpt",
    "fact_lines",
    "head_facts",
    "index",
    "note_graphs",
    "parse",
    "queries",
    "replacing",
    "run_iri",
    "serialize",
    "settle",
    "thing_facts",
    "unwritable",
    "writable",
    "write",
]
