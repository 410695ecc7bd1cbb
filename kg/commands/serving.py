"""`kg serve`: the graph over HTTP, for programs and browsers on this machine."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from kg.commands.command import Command, count, limit_arguments, limits_of
from kg.limits import Limits

PORT = 7474
WAITING = 256
_UNCONFINED = {
    "network": "it could reach the network if it got past the check for SERVICE",
    "memory": "its memory has no limit",
}


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=count, default=PORT, metavar="N", help=f"port to listen on (default: {PORT}; 0: any free port)"
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address to listen on (default: 127.0.0.1, which only this machine can reach)",
    )
    limit_arguments(parser, Limits())
    parser.add_argument(
        "--workers", type=count, default=0, metavar="N", help="queries to run at a time (default: two per processor)"
    )
    parser.add_argument(
        "--waiting",
        type=count,
        default=WAITING,
        metavar="N",
        help=f"queries that may wait for their turn; more are refused with 429 (default: {WAITING})",
    )
    for name, metavar, told in (
        ("--allow-host", "NAME", "also answer requests addressed to this host name; repeatable"),
        ("--allow-origin", "ORIGIN", "let scripts of this web origin send queries (CORS); repeatable"),
        ("--allow-service", "URL", "let queries contact this endpoint with SERVICE; repeatable"),
    ):
        parser.add_argument(name, action="append", default=[], metavar=metavar, help=told)


def _run(asked: Namespace) -> int:
    """Serve a graph until Ctrl-C."""
    from kg.serving import Options, serve

    options = Options(
        asked.graph,
        host=asked.host,
        port=asked.port,
        limits=limits_of(asked),
        waiting=asked.waiting,
        names=tuple(asked.allow_host),
        origins=tuple(asked.allow_origin),
        services=tuple(asked.allow_service),
        **({"workers": asked.workers} if asked.workers else {}),
    )

    def ready(address: str, confined: Mapping[str, bool]) -> None:
        print(f"Serving {options.graph} at {address} (SPARQL endpoint: {address}sparql). Ctrl-C stops it.", flush=True)
        for what, told in _UNCONFINED.items():
            if not confined.get(what, True):
                print(f"kg: this system does not confine the process that runs a query: {told}", file=sys.stderr)

    serve(options, ready=ready)
    return 0


SERVE = Command(
    "serve",
    "Serve the graph over HTTP: a SPARQL endpoint and a page to query it, read-only, for this machine",
    ("kg serve", "kg serve --graph ~/graph --port 8080", "kg serve --timeout 60 --rows 0"),
    _arguments,
    _run,
)
