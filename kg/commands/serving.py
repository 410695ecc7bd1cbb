"""`kg serve`: the graph over HTTP, for programs and browsers on this machine."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path

from kg.commands.command import Command, count, limit_arguments, limits_of
from kg.commands.querying import LIMITS
from kg.errors import VaultError
from kg.limits import Limits

PORT = 7474
WAITING = 256
_UNCONFINED = {
    "network": "it could reach the network if it got past the check for SERVICE",
    "memory": "its memory has no limit",
}


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "notes",
        type=Path,
        nargs="?",
        metavar="NOTES",
        help="where the notes are now (default: where they were when the graph was built)",
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help="build whenever you save a note, as `kg watch` does; pages show the new graph",
    )
    parser.add_argument(
        "--decide",
        action="store_true",
        help="let pages write your decisions into decisions.toml: same, different, rename, ignore",
    )
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
        "--workers",
        type=count,
        default=0,
        metavar="N",
        help="number of queries to run at a time (default: two per processor)",
    )
    parser.add_argument(
        "--waiting",
        type=count,
        default=WAITING,
        metavar="N",
        help=f"maximum number of waiting queries; more are refused with 429 (default: {WAITING})",
    )
    for name, metavar, told in (
        ("--allow-host", "NAME", "also answer requests addressed to this host name; repeatable"),
        ("--allow-origin", "ORIGIN", "let scripts of this web origin send queries (CORS); repeatable"),
        ("--allow-service", "URL", "let queries contact this endpoint with SERVICE; repeatable"),
    ):
        parser.add_argument(name, action="append", default=[], metavar=metavar, help=told)


def _run(asked: Namespace) -> int:
    """Serve a graph until Ctrl-C."""
    if asked.notes is not None and not asked.notes.exists():
        raise VaultError.missing(str(asked.notes))
    if asked.watch:
        from kg.commands.keeping import kept_fresh
        from kg.library.graphs import vault_of

        with kept_fresh(vault_of(asked.graph, asked.notes), asked.graph):
            return _serve(asked)
    return _serve(asked)


def _serve(asked: Namespace) -> int:
    from kg.serving import Options, serve

    options = Options(
        asked.graph,
        notes=asked.notes,
        decides=asked.decide,
        draw=lambda: _draw(asked.graph, asked.notes),
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
                print(f"kg: this system cannot confine the process that runs a query: {told}", file=sys.stderr)

    serve(options, ready=ready)
    return 0


def _draw(graph: Path, notes: Path | None) -> None:
    """Draw the map beside a graph."""
    from kg import origin
    from kg.library.graphs import open_graph, write_map
    from kg.publishing.topicmap.memory import MAP

    with open_graph(graph) as store:
        write_map(store, graph / MAP, graph, notes or origin.find(graph))


SERVE = Command(
    "serve",
    "Serve the graph over HTTP on this machine: pages to explore it and a SPARQL endpoint",
    ("kg serve", "kg serve ~/notes --watch --decide", "kg serve --graph ~/graph --port 8080 --timeout 60 --rows 0"),
    _arguments,
    _run,
)


def _mcp_arguments(parser: ArgumentParser) -> None:
    limit_arguments(parser, Limits())


def _mcp(asked: Namespace) -> int:
    """Serve a graph to an assistant over standard input and output."""
    from kg.assisting import serve
    from kg.library.graphs import open_graph

    open_graph(asked.graph).close()  # what is wrong with the graph is said now, not to the assistant
    serve(asked.graph, limits_of(asked))
    return 0


MCP = Command(
    "mcp",
    "Let an assistant query the graph: a read-only server for the Model Context Protocol on standard input and output",
    ("kg mcp", "kg mcp --graph ~/graph"),
    _mcp_arguments,
    _mcp,
)


def _shell_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--iris", action="store_true", help="print IRIs in tables instead of names")
    parser.add_argument("--no-pager", action="store_true", help="do not page long tables")
    limit_arguments(parser, LIMITS)


def _shell(asked: Namespace) -> int:
    """Talk with a person at a terminal, or do what is read from a pipe."""
    from kg.asking.conversation import Conversation
    from kg.commands.conversing import Prompted
    from kg.library.graphs import tell_indexing

    with Conversation(asked.graph, limits_of(asked), tell_indexing) as conversation:
        conversation.knowledge()  # what is wrong with the graph is said at once
        prompted = Prompted(conversation, asked.commands, iris=asked.iris, is_paged=not asked.no_pager)
        return prompted.talk() if sys.stdin.isatty() else prompted.read(sys.stdin)


SHELL = Command(
    "shell",
    "Query the graph with SPARQL at a prompt with completion, colours and history; other commands work there too",
    ("kg shell", "kg shell --graph ~/graph --iris", "kg shell --timeout 10"),
    _shell_arguments,
    _shell,
)
