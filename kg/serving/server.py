"""Run the application at a socket."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvicorn

from kg.errors import ServeError
from kg.serving.app import make_app
from kg.serving.guard import HEADERS
from kg.serving.options import LONGEST_HEAD, Options
from kg.serving.patience import impatient

BACKLOG = 1024
KEEP_ALIVE = 15
"""Seconds for which a connection may stay open without a request."""
STOPPING = 5
"""Seconds for which running queries are waited for at the end."""


def serve(options: Options, *, ready: Callable[[str, dict[str, bool]], None]) -> None:
    """Serve a graph until the process is told to stop.

    Args:
        options: what and where.
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
        raise ServeError.unusable(options.host, options.port, getattr(error, "strerror", None) or str(error)) from error
    return listening


def _allow_files() -> None:
    """Let this process have as many connections open as the system lets it."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
