"""From extractions to RDF: quads, the store, queries, shapes and files. Owner of Oxigraph and rdflib."""

from __future__ import annotations

from kg.rdf import index
from kg.rdf.derived import derived_quads
from kg.rdf.export import fact_lines, serialize, write
from kg.rdf.folder import replacing, settle
from kg.rdf.index import Index
from kg.rdf.quads import to_quads, unwritable
from kg.rdf.query import Rows
from kg.rdf.resources import queries
from kg.rdf.results import ResultFormat
from kg.rdf.reviser import Reviser
from kg.rdf.shapes import check_shapes
from kg.rdf.store import Store
from kg.rdf.syntax import RdfFormat, parse
from kg.rdf.values import writable
from kg.rdf.writer import FILES, Writer, Written

__all__ = [
    "FILES",
    "Index",
    "RdfFormat",
    "ResultFormat",
    "Reviser",
    "Rows",
    "Store",
    "Writer",
    "Written",
    "check_shapes",
    "derived_quads",
    "fact_lines",
    "index",
    "parse",
    "queries",
    "replacing",
    "serialize",
    "settle",
    "to_quads",
    "unwritable",
    "writable",
    "write",
]
