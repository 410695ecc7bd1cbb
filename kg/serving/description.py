"""What the server says of its endpoint, of the words of its graph, and of what is in it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kg.rdf import GraphFormat, Question, ontology_graph, service_description, void_query
from kg.serving import negotiation


def describe(request: Request) -> Response:
    """Answer a request without a query (SPARQL 1.1 Service Description)."""
    endpoint = str(request.url.replace(query="", fragment=""))
    chosen = negotiation.choose(request.headers.get("accept", ""), negotiation.GRAPHS)
    answer = service_description(endpoint, chosen)
    return Response(answer.content, media_type=answer.media_type)


async def ontology(request: Request) -> Response:
    """Return the ontology in a format that the client takes."""
    chosen = negotiation.choose(request.headers.get("accept", ""), negotiation.GRAPHS)
    answer = ontology_graph(chosen or GraphFormat.TURTLE)
    return Response(answer.content, media_type=f"{answer.media_type}; charset=utf-8")


def void(request: Request) -> Question:
    """Return the question whose answer describes the graph in a format that the client takes (VoID)."""
    home = str(request.base_url)
    chosen = negotiation.choose(request.headers.get("accept", ""), negotiation.GRAPHS)
    return Question(void_query(f"{home}sparql", f"{home}graphs?default"), triples=chosen or GraphFormat.TURTLE)
