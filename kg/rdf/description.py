"""What a SPARQL endpoint says of itself and its graph: Service Description, VoID, and the ontology."""

from __future__ import annotations

import pyoxigraph as ox

from kg import terms
from kg.rdf.answering import Answer, GraphFormat, RowFormat, written
from kg.resources import ontology

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


def ontology_graph(wanted: GraphFormat | None) -> Answer:
    """Return the ontology in a format.

    Raises:
        AnswerFormatError: the format is None.
    """
    if wanted is GraphFormat.TURTLE:
        return Answer(ontology("kg.ttl").encode(), wanted)
    triples = (quad.triple for quad in ox.parse(ontology("kg.ttl"), ox.RdfFormat.TURTLE))
    return written(ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES) or b"", wanted)


_VOID = """\
PREFIX void: <http://rdfs.org/ns/void#>
PREFIX dcterms: <http://purl.org/dc/terms/>
CONSTRUCT {{
  <graph/dataset> a void:Dataset ; dcterms:title "What the notes say" ; void:uriSpace ?space ;
    void:sparqlEndpoint <{endpoint}> ; void:dataDump <{dump}> ;
    void:triples ?triples ; void:entities ?entities ; void:classPartition ?of_class ;
    void:propertyPartition ?of_property ; void:vocabulary ?vocabulary .
  ?of_class void:class ?class ; void:entities ?instances .
  ?of_property void:property ?property ; void:triples ?uses .
}}
WHERE {{
  {{ SELECT (COUNT(*) AS ?triples) {{ ?subject ?predicate ?object }} }}
  UNION {{ BIND(STR(<>) AS ?space) }}
  UNION {{ SELECT (COUNT(DISTINCT ?subject) AS ?entities) {{ ?subject a ?any }} }}
  UNION {{
    {{ SELECT ?class (COUNT(DISTINCT ?subject) AS ?instances) {{ ?subject a ?class }} GROUP BY ?class }}
    BIND(IRI(CONCAT(STR(<graph/dataset>), "#class-", SHA1(STR(?class)))) AS ?of_class)
  }}
  UNION {{
    {{ SELECT ?property (COUNT(*) AS ?uses) {{ ?subject ?property ?object }} GROUP BY ?property }}
    BIND(IRI(CONCAT(STR(<graph/dataset>), "#property-", SHA1(STR(?property)))) AS ?of_property)
    BIND(IRI(REPLACE(STR(?property), "[^/#]+$", "")) AS ?vocabulary)
  }}
}}
"""


def void_query(endpoint: str, dump: str) -> str:
    """Return the query whose answer describes a graph (VoID): what it has, in which words.

    Args:
        endpoint: address of the SPARQL endpoint.
        dump: address of the whole graph.
    """
    return _VOID.format(endpoint=endpoint, dump=dump)
