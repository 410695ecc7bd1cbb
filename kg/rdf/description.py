"""What a SPARQL endpoint says of itself (SPARQL 1.1 Service Description)."""

from __future__ import annotations

import pyoxigraph as ox

from kg import terms
from kg.rdf.answering import Answer, GraphFormat, RowFormat, written

_SD = "http://www.w3.org/ns/sparql-service-description#"
_FORMATS = "http://www.w3.org/ns/formats/"
_RESULT_FORMATS = {
    RowFormat.JSON: "SPARQL_Results_JSON",
    RowFormat.XML: "SPARQL_Results_XML",
    RowFormat.CSV: "SPARQL_Results_CSV",
    RowFormat.TSV: "SPARQL_Results_TSV",
    GraphFormat.TURTLE: "Turtle",
    GraphFormat.N_TRIPLES: "N-Triples",
    GraphFormat.JSON_LD: "JSON-LD",
    GraphFormat.RDF_XML: "RDF_XML",
    GraphFormat.TRIG: "TriG",
    GraphFormat.N_QUADS: "N-Quads",
}


def service_description(endpoint: str, wanted: GraphFormat | None) -> Answer:
    """Describe an endpoint that answers queries about a graph, fetches nothing and changes nothing.

    Args:
        endpoint: its IRI.
        wanted: the format.

    Raises:
        AnswerFormatError: the format is None.
    """
    dataset, default = f"{endpoint}#dataset", f"{endpoint}#default-graph"
    facts = [
        (endpoint, terms.TYPE, f"{_SD}Service"),
        (endpoint, f"{_SD}endpoint", endpoint),
        (endpoint, f"{_SD}supportedLanguage", f"{_SD}SPARQL11Query"),
        (endpoint, f"{_SD}feature", f"{_SD}UnionDefaultGraph"),
        (endpoint, f"{_SD}defaultDataset", dataset),
        (dataset, terms.TYPE, f"{_SD}Dataset"),
        (dataset, f"{_SD}defaultGraph", default),
        (default, terms.TYPE, f"{_SD}Graph"),
        *((endpoint, f"{_SD}resultFormat", f"{_FORMATS}{name}") for name in _RESULT_FORMATS.values()),
    ]
    triples = (ox.Triple(ox.NamedNode(s), ox.NamedNode(p), ox.NamedNode(o)) for s, p, o in facts)
    return written(ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES) or b"", wanted)
