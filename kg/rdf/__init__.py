"""From extractions to RDF: quads, the store, queries, shapes and files. Owner of Oxigraph and rdflib."""

from __future__ import annotations

from kg.rdf.derived import derived_quads
from kg.rdf.export import fact_lines, serialize, write
from kg.rdf.quads import to_quads, unwritable
from kg.rdf.query import Rows
from kg.rdf.resources import queries
from kg.rdf.results import ResultFormat
from kg.rdf.shapes import check_shapes
from kg.rdf.store import Store
from kg.rdf.syntax import RdfFormat, parse

__all__ = [
    "RdfFormat",
    "ResultFormat",
    "Rows",
    "Store",
    "check_shapes",
    "derived_quads",
    "fact_lines",
    "parse",
    "queries",
    "serialize",
    "to_quads",
    "unwritable",
    "write",
]
