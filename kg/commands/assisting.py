"""`kg mcp`: the graph for assistants that speak the Model Context Protocol."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from kg.commands.command import Command, limit_arguments, limits_of
from kg.limits import Limits


def _arguments(parser: ArgumentParser) -> None:
    limit_arguments(parser, Limits())


def _run(asked: Namespace) -> int:
    """Serve a graph to an assistant over standard input and output."""
    from kg.assisting import serve
    from kg.commands.graphs import open_graph

    open_graph(asked.graph).close()  # what is wrong with the graph is said now, not to the assistant
    serve(asked.graph, limits_of(asked))
    return 0


MCP = Command(
    "mcp",
    "Let an assistant query the graph: a read-only server for the Model Context Protocol on standard input and output",
    ("kg mcp", "kg mcp --graph ~/graph"),
    _arguments,
    _run,
)
