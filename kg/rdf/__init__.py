"""From extractions to RDF: lines of triples, the store, queries, shapes and files. Owner of Oxigraph and rdflib."""

from __future__ import annotations

from kg.rdf import index, seal
from kg.rdf.answering import (
    Answer,
    GraphFormat,
    Question,
    RowFormat,
    ontology_graph,
    service_description,
    void_query,
)
from kg.rdf.changes import Delta
from kg.rdf.concepts import concept_graph, concept_lines
from kg.rdf.contents import Contents, contents, shareable_store
from kg.rdf.derived import (
    TOPICAL,
    TOPICAL_CONFIDENCE,
    DerivedFact,
    derived_graph,
    derived_lines,
    head_facts,
    thing_facts,
    topical_facts,
    topical_graph,
    topical_head,
    unstated,
)
from kg.rdf.export import bulk_quads, fact_lines, serialize_contents, serialize_triples, write_contents
from kg.rdf.folder import check, locked, open_store, replacing, settle, steady, verify
from kg.rdf.index import Index, Old
from kg.rdf.merging import Lines
from kg.rdf.provenance import run_iri
from kg.rdf.query import Askable, Dataset, Rows
from kg.rdf.results import ResultFormat
from kg.rdf.reviser import Reviser, add_derived, analysis_graphs, forget_derived
from kg.rdf.seal import STORE, digest_of
from kg.rdf.searching import Found, Search, wants_search
from kg.rdf.shapes import check_shapes
from kg.rdf.skos import read_vocabulary
from kg.rdf.statements import Graphs, excerpt, note_graphs, unwritable
from kg.rdf.store import Store
from kg.rdf.syntax import RdfFormat, by_subject, literal, parse, parts_of
from kg.rdf.turtle import Turtle
from kg.rdf.values import Fact, line, string, writable
from kg.rdf.vocabulary import shortened, vocabulary
from kg.rdf.workers import Worker
from kg.rdf.writer import FILES, Writer
from kg.resources import ontology, queries
