"""What the server says of its endpoint, of the words of its graph, and of what is in it."""

from __future__ import annotations

import json

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kg import terms
from kg.rdf import GraphFormat, Question, ontology_graph, service_description, string, vocabulary, void_query
from kg.serving import negotiation
from kg.serving.pages import Ask


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


MOST = 20


async def words(_: Request) -> Response:
    """Return the prefixes and the terms of the ontology."""
    known = [{"name": term.name, "label": term.label, "comment": term.comment} for term in vocabulary()]
    return JSONResponse({"prefixes": terms.PREFIXES, "terms": known})


async def names(ask: Ask, starts: str) -> list[str]:
    """Return names in the graph that begin so, whatever the case, the shortest first.

    Raises:
        KgError: as whoever asks says.
    """
    begin = string(starts.lower())
    answer = await ask(
        Question(
            f"SELECT DISTINCT ?name {{ ?thing schema:name|skos:prefLabel|schema:alternateName|skos:altLabel ?name "
            f"FILTER(STRSTARTS(LCASE(?name), {begin})) }} ORDER BY STRLEN(?name) ?name LIMIT {MOST}"
        )
    )
    found = json.loads(answer.content)["results"]["bindings"] if answer else []
    return [row["name"]["value"] for row in found]
