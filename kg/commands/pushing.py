"""`kg push`: the graph in another store."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from typing import TYPE_CHECKING

from kg.commands.command import Command, count, seconds
from kg.commands.endpoints import connect, user_argument
from kg.errors import UsageError

if TYPE_CHECKING:
    from kg.publishing.pushing import Plan, Target

SECONDS = 300
BATCHES = {"gsp": 5000, "update": 1000}
"""Statements in a request: Virtuoso reads no update of a few thousand."""


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "address", metavar="URL", help="where the store accepts graphs or updates; docs/stores.md lists addresses"
    )
    parser.add_argument(
        "--via",
        choices=("gsp", "update"),
        default="",
        help="send graphs (SPARQL 1.1 Graph Store Protocol) or updates (default: depends on the end of the URL)",
    )
    parser.add_argument(
        "--query",
        default="",
        metavar="URL",
        help="for --via update: where the store answers queries (default: the same URL)",
    )
    user_argument(parser)
    parser.add_argument(
        "--default-graph",
        action=BooleanOptionalAction,
        default=None,
        help="put the union of all graphs into the default graph of the store (default: if it has a separate one)",
    )
    parser.add_argument(
        "--names-only",
        action="store_true",
        help="leave out all quotes and text of the notes, so that you can share the graph",
    )
    parser.add_argument(
        "--batch",
        type=count,
        metavar="N",
        help=f"maximum number of statements in a request (default: {BATCHES['gsp']}, in an update {BATCHES['update']})",
    )
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=SECONDS,
        metavar="SECONDS",
        help=f"give up if the server does not answer a request in this time (default: {SECONDS}; 0: never)",
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would be sent, without contacting the server")


def _run(asked: Namespace) -> int:
    """Push a graph, and say what was sent."""
    from kg import screen
    from kg.library.graphs import open_graph
    from kg.publishing.pushing import Pushing, push, suits_updates, survey
    from kg.rdf import contents

    if asked.batch == 0:
        raise UsageError("--batch 0 would send nothing: give the number of statements in a request")
    via = asked.via or ("update" if suits_updates(asked.address) else "gsp")
    if asked.query and via == "gsp":
        raise UsageError(
            "--query is only for --via update; the Graph Store Protocol reads and writes graphs at one address"
        )
    how = Pushing(asked.graph, asked.batch or BATCHES[via], asked.default_graph)
    with open_graph(asked.graph) as store:
        found = contents(store, shareable=asked.names_only)
        if asked.dry_run:
            _tell_plan(survey(found, how), asked.address, via)
            return 0
        target = _target(asked, via)
        with screen.progress(sys.stderr, unit="requests") as tell:
            outcome = push(found, target, how._replace(told=lambda done, total: tell(done, total, "sending")))
    if outcome.skipped:
        print(f"{outcome.skipped:,} of {outcome.plan.batches:,} requests had already been sent.")
    if outcome.dropped:
        print(f"Removed {len(outcome.dropped):,} graph{'s' * (len(outcome.dropped) != 1)} no longer in the notes.")
    place = f"the graph {outcome.union}" if outcome.union else "the default graph"
    print(f"Pushed {_counted(outcome.plan)} to {asked.address}. Their union is {place}.")
    return 0


PUSH = Command(
    "push",
    "Put the graph into another store, such as Fuseki, GraphDB or Virtuoso, replacing what was pushed before",
    (
        "kg push http://127.0.0.1:7878/store",
        "kg push http://127.0.0.1:8890/sparql-graph-crud-auth --user dba",
        "kg push https://example.org/repositories/notes/statements --query https://example.org/repositories/notes",
        "kg push http://127.0.0.1:3030/notes/data --names-only --dry-run",
    ),
    _arguments,
    _run,
)


def _target(asked: Namespace, via: str) -> Target:
    from kg.publishing.pushing import GraphStore, Updates

    connection = connect(asked.address, asked.user, seconds=asked.timeout)
    if via == "gsp":
        return GraphStore(connection)
    queries = connect(asked.query, asked.user, seconds=asked.timeout) if asked.query else connection
    return Updates(connection, queries)


def _tell_plan(plan: Plan, address: str, via: str) -> None:
    means = "the Graph Store Protocol" if via == "gsp" else "updates"
    size = f"{plan.size / 1_000_000:,.1f} MB"
    print(f"Would send {_counted(plan)} in {plan.batches:,} requests ({size}) to {address} by {means}.")
    print("Nothing was sent.")


def _counted(plan: Plan) -> str:
    return f"{len(plan.graphs):,} graphs with {plan.statements:,} statements"
