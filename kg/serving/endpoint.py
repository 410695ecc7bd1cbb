"""The endpoint: SPARQL 1.1 Protocol (queries), Graph Store Protocol (reading), and what the server says of itself."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import quote

from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from kg.errors import BusyError
from kg.rdf import Answer, GraphFormat, Question, ontology_graph, service_description, void_query
from kg.serving import pages
from kg.serving.options import Options
from kg.serving.pool import Pool
from kg.serving.requests import GRAPHS, ROWS, Refusal, choose, prefers_html, read, updates_refused

HINTS = "Kg-Hints"
"""Header with the reasons why an answer is empty: a list in JSON, percent-encoded."""
SMALL = 64 * 1024
"""Bytes of an answer that is sent however many others are."""


class Endpoint:
    """Answers requests with a pool of processes."""

    def __init__(self, pool: Pool, options: Options) -> None:
        self._pool = pool
        self._options = options
        self._sending = 0

    async def sparql(self, request: Request) -> Response:
        """Answer a query; without one, describe the service, or show a browser the page to write one."""
        asked = await read(request, longest=self._options.largest_request)
        accept = request.headers.get("accept", "")
        is_person = prefers_html(accept)
        if asked.query is None:
            return RedirectResponse("/query", 303) if is_person else _describe(request)
        wanted = "" if is_person else accept
        question = Question(
            sparql=asked.query,
            dataset=asked.dataset,
            rows=choose(wanted, ROWS),
            triples=choose(wanted, GRAPHS),
        )
        if is_person:
            return await pages.answered(asked.query, lambda question: self.ask(request, question), question)
        return self._sent(await self.ask(request, question))

    async def void(self, request: Request) -> Response:
        """Describe the graph: what it has, in which words."""
        return self._sent(await self.ask(request, _void(request)))

    async def graph(self, request: Request) -> Response:
        """Return a graph, by its IRI or the default graph."""
        if request.method not in ("GET", "HEAD"):
            raise updates_refused()
        names = request.query_params.getlist("graph")
        is_default = "default" in request.query_params
        if len(names) + is_default != 1:
            raise Refusal(400, "say which graph: ?default for all that the notes state, or ?graph= and the IRI of one")
        if names == [""]:
            raise Refusal(400, "the IRI of a graph is not empty")
        chosen = choose(request.headers.get("accept", ""), GRAPHS)
        answer = await self.ask(request, Question(graph=names[0] if names else "", triples=chosen))
        if answer is None:
            raise Refusal(404, f"there is no graph {names[0] if names else 'with facts'!r} here")
        return self._sent(answer)

    async def ask(self, request: Request, question: Question) -> Answer | None:
        """Answer while the client is there; when it has gone, nobody wants the answer.

        Raises:
            ClientDisconnect: the client has gone.
            TooLargeError: it sends more than it may while it waits.
            KgError: as `Pool.ask` says.
        """
        asking = asyncio.ensure_future(self._pool.ask(question))
        leaving = asyncio.ensure_future(_left(request))
        try:
            await asyncio.wait({asking, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                asking.cancel()
                await asyncio.wait({asking})
                leaving.result()
                raise ClientDisconnect
            return await asking
        finally:
            leaving.cancel()
            await asyncio.wait({leaving})
            if not leaving.cancelled():
                leaving.exception()

    def _sent(self, answer: Answer | None) -> Response:
        """Send an answer, unless too much is being sent already to clients that take it slowly."""
        if answer is None:
            return Response(status_code=404)
        size = len(answer.content)
        if size > SMALL and self._sending and self._sending + size > self._options.largest_answers:
            raise BusyError
        return _Sending(self, answer)

    def hold(self, size: int) -> None:
        """Count an answer that is being sent; a negative size is one that was."""
        self._sending += size


class _Sending(Response):
    """An answer that counts until it is sent."""

    def __init__(self, endpoint: Endpoint, answer: Answer) -> None:
        charset = "; charset=utf-8" if answer.media_type.startswith("text/") else ""
        headers = {HINTS: quote(json.dumps(answer.hints))} if answer.hints else None
        super().__init__(answer.content, headers=headers, media_type=f"{answer.media_type}{charset}")
        self._endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._endpoint.hold(len(self.body))
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._endpoint.hold(-len(self.body))


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _describe(request: Request) -> Response:
    """Answer a request without a query (SPARQL 1.1 Service Description)."""
    endpoint = str(request.url.replace(query="", fragment=""))
    chosen = choose(request.headers.get("accept", ""), GRAPHS)
    answer = service_description(endpoint, chosen)
    return Response(answer.content, media_type=answer.media_type)


async def ontology(request: Request) -> Response:
    """Return the ontology in a format that the client takes."""
    chosen = choose(request.headers.get("accept", ""), GRAPHS)
    answer = ontology_graph(chosen or GraphFormat.TURTLE)
    return Response(answer.content, media_type=f"{answer.media_type}; charset=utf-8")


def _void(request: Request) -> Question:
    """Return the question whose answer describes the graph in a format that the client takes (VoID)."""
    home = str(request.base_url)
    chosen = choose(request.headers.get("accept", ""), GRAPHS)
    return Question(void_query(f"{home}sparql", f"{home}graphs?default"), triples=chosen or GraphFormat.TURTLE)
