"""What the endpoint says of itself."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kg.rdf import service_description
from kg.serving import negotiation


def describe(request: Request) -> Response:
    """Answer a request without a query (SPARQL 1.1 Service Description)."""
    endpoint = str(request.url.replace(query="", fragment=""))
    chosen = negotiation.choose(request.headers.get("accept", ""), negotiation.GRAPHS)
    answer = service_description(endpoint, chosen)
    return Response(answer.content, media_type=answer.media_type)
