"""The addresses of the explorer: pages for people, which the processes of the pool make, and things as data."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from kg.errors import KgError
from kg.exploring.questions import GIVEN
from kg.exploring.rendering import render
from kg.publishing.topicmap.memory import MAP
from kg.rdf import Answer, GraphFormat, Question, seal
from kg.serving.endpoint import Endpoint
from kg.serving.options import LOOPBACK, Options
from kg.serving.pool import Pool
from kg.serving.requests import GRAPHS, choose, is_from_here, message_and_status, prefers_html

MAP_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-downloads allow-popups"
)
"""The map is a page of its own: its scripts are in it, and it may neither ask this server nor be of its origin."""
AS = {"turtle": GraphFormat.TURTLE, "json-ld": GraphFormat.JSON_LD}
LONGEST = 500
"""Characters of what is given to a question."""
HTTP_OK = 200
Handler = Callable[[Request], Awaitable[Response]]


def _changed(path: Path) -> int:
    """Return when a file was last changed; 0 if there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


class Explorer:
    """Answers requests for pages.

    Args:
        endpoint: asks while the client is there.
    """

    def __init__(self, pool: Pool, endpoint: Endpoint, options: Options) -> None:
        self._pool = pool
        self._endpoint = endpoint
        self._options = options
        self._turns = CapacityLimiter(1)
        self._made: dict[str, tuple[str, bytes]] = {}
        """Pages that are made once: the state in which they were made, and what they are."""

    def routes(self) -> list[Route]:
        """Return the addresses."""
        pages: Mapping[str, Handler] = {
            "/": self._once("home"),
            "/search": self._simple("search", "q", "show"),
            "/suggest.json": self._simple("suggest", "starts"),
            "/thing/{key:path}": self.thing,
            "/note/{path:path}": self._simple("note", "line"),
            "/notes": self._simple("notes", "from", "q"),
            "/topics": self._simple("topics", "from", "q", key=""),
            "/topics/{key:path}": self._simple("topics", "from"),
            "/questions": self._simple("questions"),
            "/questions/{name}": self.question,
            "/next": self._simple("next", "topic"),
            "/path": self._simple("path", "from", "to"),
            "/why/{key:path}": self._simple("why"),
            "/report": self._once("report"),
            "/map": self.map,
            "/state.json": self.state,
        }
        reading = (Route(address, handler, methods=["GET"]) for address, handler in pages.items())
        return [*reading, Route("/map", self.draw, methods=["POST"])]

    def _simple(self, page: str, *fields: str, **fixed: str) -> Handler:
        async def handler(request: Request) -> Response:
            asked = {name: request.query_params.get(name, "") for name in fields}
            return await self.page(request, page, {**fixed, **asked, **request.path_params})

        return handler

    def _once(self, page: str) -> Handler:
        """Return a page that is made once for each state of the graph and its map."""
        making = asyncio.Lock()

        async def handler(request: Request) -> Response:
            state = f"{self._pool.state()} {_changed(self._options.graph / MAP)}"
            async with making:
                if page not in self._made or self._made[page][0] != state:
                    found = await self.page(request, page, {})
                    if found.status_code != HTTP_OK:
                        return found
                    self._made[page] = state, bytes(found.body)
                return HTMLResponse(self._made[page][1])

        return handler

    async def thing(self, request: Request) -> Response:
        """Return the page of a thing, or its facts to a program."""
        accept, wanted = request.headers.get("accept", ""), request.query_params.get("as", "")
        if wanted in AS or not prefers_html(accept):
            chosen = AS.get(wanted) or choose(accept, GRAPHS)
            answer = await self._asked(request, "data", {**request.path_params, "format": chosen or ""})
            return Response("there is no such thing in the graph\n", 404) if answer is None else answer
        return await self.page(request, "thing", {**request.path_params, "only": request.query_params.get("only", "")})

    async def question(self, request: Request) -> Response:
        """Return a ready-made question as a form, with its answer."""
        given = {GIVEN + name: text[:LONGEST] for name, text in request.query_params.items()}
        return await self.page(request, "question", {**given, **request.path_params})

    async def map(self, _: Request) -> Response:
        """Return the topic map beside the graph, or say how to draw it."""
        path = self._options.graph / MAP
        if seal.fits(path.parent, MAP, file=seal.MAP):
            return FileResponse(path, media_type="text/html", headers={"Content-Security-Policy": MAP_POLICY})
        draws = self._options.draw is not None
        return HTMLResponse(render("no_map.html", here="map", state=self._pool.state(), draws=draws))

    async def draw(self, request: Request) -> Response:
        """Draw the map and show it; only a page of this server can ask for it."""
        if self._options.draw is None or not is_from_here(request):
            return self.problem("Only a page of this server can have the map drawn.", 403)
        try:
            await to_thread.run_sync(self._options.draw, limiter=self._turns)
        except (KgError, OSError) as error:
            return self.problem(f"The map could not be drawn: {error}", 500)
        return RedirectResponse("/map", 303)

    async def state(self, _: Request) -> Response:
        """Return which state the graph is in, for pages that show the one before."""
        return JSONResponse({"state": self._pool.state()})

    async def page(self, request: Request, page: str, given: Mapping[str, Any]) -> Response:
        """Return a page; what went wrong is told on one, too."""
        try:
            answer = await self._asked(request, page, given)
        except KgError as error:
            return self.problem(*message_and_status(error))
        return self.problem("This is not in the graph.", 404) if answer is None else answer

    def problem(self, text: str, status: int) -> Response:
        """Say on a page why there is nothing else."""
        return HTMLResponse(render("problem.html", problem=text, state=self._pool.state()), status)

    async def unknown(self, request: Request, _: Exception) -> Response:
        """Say that an address is none: to a browser on a page, from which one can search."""
        text = f"There is no page {request.url.path} here."
        if prefers_html(request.headers.get("accept", "")):
            return self.problem(text, 404)
        return Response(f"{text}\n", 404, media_type="text/plain; charset=utf-8")

    async def ask(self, request: Request, question: Question) -> Answer | None:
        """Ask for a page, with what is said on every one of them.

        Raises:
            KgError: as `Endpoint.ask` says.
        """
        frame = {
            "state": self._pool.state(),
            "notes": str(self._options.notes or ""),
            "decides": "yes" if self._options.decides else "",
            "local": "yes" if self._options.host in LOOPBACK else "",
        }
        return await self._endpoint.ask(request, replace(question, given={**frame, **question.given}))

    async def _asked(self, request: Request, page: str, given: Mapping[str, Any]) -> Response | None:
        answer = await self.ask(request, Question(page=page, given=given))
        if answer is None:
            return None
        charset = "; charset=utf-8" if answer.media_type.startswith("text/") else ""
        return Response(answer.content, media_type=f"{answer.media_type}{charset}")
