"""What a SPARQL endpoint says of itself and its graph: Service Description, VoID, and the ontology."""

from __future__ import annotations

import pyoxigraph as ox

from kg.rdf.answering import Answer, GraphFormat, written
from kg.resources import ontology


def service_description(endpoint: str, wanted: GraphFormat | None) -> Answer:
    """Describe an endpoint that answers queries about a graph, fetches nothing and changes nothing.

    Args:
        endpoint: its IRI.
        wanted: the format.

    Raises:
        AnswerFormatError: the format is None.
    """
    return _written("service.ttl", wanted, base=endpoint)


def ontology_graph(wanted: GraphFormat | None) -> Answer:
    """Return the ontology in a format.

    Raises:
        AnswerFormatError: the format is None.
    """
    return Answer(ontology("kg.ttl").encode(), wanted) if wanted is GraphFormat.TURTLE else _written("kg.ttl", wanted)


def _written(name: str, wanted: GraphFormat | None, base: str | None = None) -> Answer:
    """Write a file of the ontology in a format."""
    triples = (quad.triple for quad in ox.parse(ontology(name), ox.RdfFormat.TURTLE, base_iri=base))
    return written(ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES) or b"", wanted)


def void_query(endpoint: str, dump: str) -> str:
    """Return the query whose answer describes a graph (VoID): what it has, in which words.

    Args:
        endpoint: address of the SPARQL endpoint.
        dump: address of the whole graph.
    """
    return ontology("void.rq").replace("$endpoint", endpoint).replace("$dump", dump)
