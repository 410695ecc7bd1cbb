"""`kg push`: put a graph into another store, and say what was sent."""

from __future__ import annotations

import sys
from argparse import Namespace

from kg import screen
from kg.commands.stores import connect
from kg.commands.table import BATCHES
from kg.errors import UsageError
from kg.extras.pushing import GraphStore, Plan, Pushing, Target, Updates, push, suits_updates, survey
from kg.rdf import contents, open_store


def push_graph(asked: Namespace) -> int:
    """Push a graph, and say what was sent."""
    if asked.batch == 0:
        raise UsageError("--batch 0 would send nothing: give the number of statements in a request")
    via = asked.via or ("update" if suits_updates(asked.address) else "gsp")
    if asked.query and via == "gsp":
        raise UsageError(
            "--query is only for --via update; the Graph Store Protocol reads and writes graphs at one address"
        )
    how = Pushing(asked.graph, asked.batch or BATCHES[via], asked.default_graph)
    with open_store(asked.graph) as store:
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


def _target(asked: Namespace, via: str) -> Target:
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
