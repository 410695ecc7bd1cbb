"""The graph in another store: each of its graphs under its name, and the union of all as `kg query` sees it.

A graph in the target is replaced by one of the same name; what a former push put there and this one does not is
removed. Everything can be done again with the same effect. A push that was cut off is taken up where its record in the
target and the file beside the graph say the same; otherwise it begins anew.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from kg.errors import PushError
from kg.extras.pushing.record import (
    Plan,
    Progress,
    Record,
    batches,
    forget_progress,
    plan,
    read_progress,
    write_progress,
)
from kg.extras.pushing.targets import GraphStore, Target, Updates, suits_updates
from kg.iris import mint
from kg.model import Iri
from kg.rdf import Contents
from kg.rdf.endpoint import RECORD, UNION

__all__ = ["GraphStore", "Outcome", "Plan", "Pushing", "Target", "Updates", "push", "suits_updates", "survey"]


class Pushing(NamedTuple):
    """How to push a graph."""

    graph: Path
    """The folder that remembers how far it came."""
    batch: int
    """Statements in a request."""
    has_default: bool | None = None
    """Whether the union goes into the default graph of the store, and not into a graph with a name; None: whether the
    store has one."""
    told: Callable[[int, int], None] = lambda _done, _all: None
    """Called with the batches that were sent, and all."""


class Outcome(NamedTuple):
    """What a push did."""

    plan: Plan
    union: Iri
    skipped: int
    """Batches that had been sent before a push was cut off."""
    dropped: tuple[Iri, ...]
    """Graphs that were removed, as the notes no longer have them."""


def survey(contents: Contents, how: Pushing, *, is_default: bool = True) -> Plan:
    """Return what would be sent."""
    return plan(batches(contents, _union(contents, is_default=is_default), how.batch))


def push(contents: Contents, target: Target, how: Pushing) -> Outcome:
    """Put a graph into a target.

    Raises:
        PushError: kg did not write the default graph of the store.
        RemoteError: the server cannot be reached or refuses; what it has accepted until then is not sent again.
    """
    name = mint("graph", RECORD, base=contents.base)
    old = Record.of(name, target.read(name))
    is_default = _default(target, old, how)
    union = _union(contents, is_default=is_default)
    sent = plan(batches(contents, union, how.batch))
    done = _done(how.graph, target, sent) if old.digest == sent.digest else 0
    gone = tuple(sorted(old.graphs - set(sent.graphs)))
    new = Record(name, frozenset(sent.graphs), union, sent.digest)
    target.write(new._replace(graphs=new.graphs | old.graphs).written())
    for graph in gone:
        target.drop(graph)
    for number, batch in enumerate(islice(batches(contents, union, how.batch), done, None), start=done + 1):
        target.write(batch)
        write_progress(how.graph, Progress(target.address, sent.digest, number))
        how.told(number, sent.batches)
    target.write(new.written())
    forget_progress(how.graph)
    return Outcome(sent, union, done, gone)


def _done(graph: Path, target: Target, sent: Plan) -> int:
    """Return how many batches the target has taken already, of the same contents."""
    kept = read_progress(graph)
    return kept.done if kept is not None and (kept.address, kept.digest) == (target.address, sent.digest) else 0


def _union(contents: Contents, *, is_default: bool) -> Iri:
    return Iri("") if is_default else mint("graph", UNION, base=contents.base)


def _default(target: Target, old: Record, how: Pushing) -> bool:
    """Return whether the union is to be in the default graph of the store, where nothing else is to be lost.

    Raises:
        PushError: something else is there.
    """
    chosen = how.has_default
    if chosen is None and old.union is not None:
        chosen = old.union == ""
    if chosen is None:
        if old.is_new:
            target.write(Record(old.name, digest="new").written())
        chosen = target.has_default(old.name)
    if chosen and "" not in old.graphs and not target.is_default_empty():
        if old.is_new:
            target.drop(old.name)
        raise PushError(
            f"the default graph of {target.address} holds something that kg did not put there, and would be replaced. "
            "Use --no-default-graph to leave it alone, or empty it first"
        )
    return chosen
