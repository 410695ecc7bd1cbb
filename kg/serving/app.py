"""The application: its addresses and their answers; how it is run at a socket, and which clients are too slow."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from uvicorn.protocols.http.h11_impl import H11Protocol

from kg.errors import KgError, ServeError
from kg.exploring.rendering import STYLE
from kg.serving import pages
from kg.serving.deciding import Deciding
from kg.serving.endpoint import Endpoint, ontology
from kg.serving.explorer import Explorer
from kg.serving.guard import HEADERS, POLICY, Guard, TooLargeError
from kg.serving.options import LONGEST_HEAD, Options
from kg.serving.pool import Pool
from kg.serving.requests import Refusal, gone, refused

_MALFORMED = (
    f"This is not an HTTP request, or its address and headers have more than {LONGEST_HEAD:,} bytes.\n".encode()
)


class _Patience:
    """How long is waited for one thing: it is waited for once, however much of it comes meanwhile."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, seconds: float, transport: asyncio.Transport) -> None:
        if self._timer is None and not transport.is_closing():
            # Closing would wait until the client takes what is left.
            self._timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Impatient(H11Protocol):
    """The protocol of a connection.

    uvicorn waits for ever (as of 0.54) for the rest of a request that has begun and for a client to take its answer;
    a few thousand such connections are all that a process may have.
    """

    slowest: ClassVar[float] = 20
    """Seconds for the head of a request to come, and for each piece of an answer to be taken."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        # What the system has not taken yet counts as not taken by the client.
        transport.set_write_buffer_limits(high=0)
        self._asking, self._taking = _Patience(), _Patience()
        self._asking.begin(self.slowest, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._asking.end()
        self._taking.end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; between two requests it is the beginning of one."""
        super().data_received(data)
        if self._is_answering():
            self._asking.end()
        else:
            self._asking.begin(self.slowest, self.transport)

    def pause_writing(self) -> None:
        """Wait for the client to take what was written."""
        super().pause_writing()
        self._taking.begin(self.slowest, self.transport)

    def resume_writing(self) -> None:
        """Go on: it has taken it."""
        self._taking.end()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - what can be said to a person is known
        """Refuse what is no HTTP, with the headers of every answer; in the middle of an answer just end."""
        cycle: Any = self.cycle
        if not (self._is_answering() and cycle.response_started):
            lines = [b"%b: %b" % header for header in self.server_state.default_headers]
            length = b"content-length: %d" % len(_MALFORMED)
            kind = b"content-type: text/plain; charset=utf-8"
            policy = f"content-security-policy: {POLICY}".encode()
            head = [b"HTTP/1.1 400 Bad Request", *lines, policy, kind, length, b"connection: close"]
            self.transport.write(b"\r\n".join([*head, b"", _MALFORMED]))
        self.transport.close()

    def _is_answering(self) -> bool:
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete


def impatient(slowest: float) -> type[H11Protocol]:
    """Return the protocol with a patience, in seconds."""
    return type("Impatient", (Impatient,), {"slowest": slowest})


STATIC = Path(__file__).parent / "static"
SPARQL, GRAPHS = "/sparql", "/graphs"
LONGEST_NAME = 100
VIS = "templates/lib/vis-9.1.2/vis-network.min.js"
ANY = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"]


def make_app(options: Options) -> Starlette:
    """Make the application that serves a graph; its processes start and end with it."""
    pool = Pool(options)
    endpoint = Endpoint(pool, options)

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        await pool.start()
        app.state.pool = pool
        try:
            yield
        finally:
            await pool.stop()

    explorer = Explorer(pool, endpoint, options)
    app = Starlette(
        routes=[
            *explorer.routes(),
            Route("/decide", Deciding(explorer, options).handle, methods=["GET", "POST"]),
            *_asking(endpoint, options),
            Route("/vis-network.js", _vis, methods=["GET"]),
            Route("/static/page.css", _style, methods=["GET"]),
            Mount("/static", StaticFiles(directory=STATIC), name="static"),
        ],
        middleware=[Middleware(Guard, options=options)],
        exception_handlers={
            404: explorer.unknown,
            KgError: refused,
            Refusal: refused,
            TooLargeError: refused,
            TimeoutError: refused,
            ClientDisconnect: gone,
        },
        lifespan=running,
    )
    app.router.redirect_slashes = False  # an address is right or it is not
    return app


def _asking(endpoint: Endpoint, options: Options) -> list[Route]:
    """Return the addresses of queries and of the page to write them on."""

    async def editor(request: Request) -> Response:
        return pages.editor(options, request.query_params.get("query", ""))

    async def names(request: Request) -> Response:
        starts = request.query_params.get("starts", "")[:LONGEST_NAME]
        found = await pages.names_beginning(lambda question: endpoint.ask(request, question), starts) if starts else []
        return JSONResponse(found)

    return [
        Route("/query", editor, methods=["GET"]),
        Route(SPARQL, endpoint.sparql, methods=["GET", "POST"]),
        Route(f"{SPARQL}/", endpoint.sparql, methods=["GET", "POST"]),
        Route(GRAPHS, endpoint.graph, methods=ANY),
        Route("/ontology", ontology, methods=["GET"]),
        Route("/void", endpoint.void, methods=["GET"]),
        Route("/.well-known/void", endpoint.void, methods=["GET"]),
        Route("/vocabulary.json", pages.words, methods=["GET"]),
        Route("/names.json", names, methods=["GET"]),
    ]


def _style(_: Request) -> Response:
    """Return the style of pages, which those that are written to files have in them."""
    return FileResponse(STYLE, media_type="text/css")


def _vis(_: Request) -> Response:
    """Return the script that draws pictures, which pyvis brings along."""
    found = find_spec("pyvis")
    folder = next(iter(found.submodule_search_locations or ()), "") if found else ""
    path = Path(folder, VIS)
    return FileResponse(path, media_type="text/javascript") if path.is_file() else Response(status_code=404)


BACKLOG = 1024
KEEP_ALIVE = 15
"""Seconds for which a connection may stay open without a request."""
STOPPING = 5
"""Seconds for which running queries are waited for at the end."""


def serve(options: Options, *, ready: Callable[[str, dict[str, bool]], None]) -> None:
    """Serve a graph until the process is told to stop.

    Args:
        ready: called with the address and what was taken from the processes that run queries, once they run.

    Raises:
        ServeError: the address cannot be listened at.
        StoreError: there is no graph.
    """
    _allow_files()
    listening = _bound(options)
    app = make_app(options)
    config = uvicorn.Config(
        app,
        http=impatient(options.slowest),
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="error",  # what clients do wrong is told to them
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        headers=list(HEADERS.items()),
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=STOPPING,
        h11_max_incomplete_event_size=LONGEST_HEAD,
    )
    asyncio.run(_run(app, uvicorn.Server(config), listening, ready))


async def _run(app: Any, server: uvicorn.Server, listening: socket.socket, ready: Callable[..., None]) -> None:
    async with app.router.lifespan_context(app):
        host, port = listening.getsockname()[:2]
        ready(f"http://{f'[{host}]' if ':' in host else host}:{port}/", app.state.pool.confined)
        await server.serve(sockets=[listening])


def _bound(options: Options) -> socket.socket:
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    # Named, or asyncio leaves Nagle's algorithm on, and a small answer waits 40 ms for the client's acknowledgement.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((options.host, options.port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        told = f"cannot listen on {options.host}:{options.port}: {getattr(error, 'strerror', None) or error}"
        raise ServeError(f"{told}. Choose another port with --port N (0: any free port)") from error
    return listening


def _allow_files() -> None:
    """Let this process have as many connections open as the system lets it."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
