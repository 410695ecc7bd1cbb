"""What a push sends, in its order: every graph, then the union of all, in pieces of bounded size."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kg.model import Iri
from kg.rdf import Contents
from kg.rdf.sections import holds_evidence

MOST_BYTES = 2_000_000
"""Of the lines of a batch; a single longer line is a batch of its own."""


class Batch(NamedTuple):
    """A part of one graph that is sent in one request."""

    graph: Iri
    """Its name in the target; "" is the default graph of the store."""
    lines: tuple[str, ...]
    """N-Triples without their ends."""
    is_first: bool
    """What the graph held before goes with it."""


class Plan(NamedTuple):
    """What there is to send."""

    digest: str
    """The same for the same batches."""
    graphs: tuple[Iri, ...]
    statements: int
    batches: int
    size: int
    """Bytes of all lines."""


def batches(contents: Contents, union: Iri, most: int) -> Iterator[Batch]:
    """Yield the batches of a graph; the same contents give the same batches.

    Evidence is about places of its own note, so the union has it once in any case; facts are there once.

    Args:
        contents: of the graph.
        union: the graph for the union, "" for the default graph.
        most: maximum number of statements in a batch.
    """
    for graph, lines in contents.graphs():
        yield from _of_graph(graph, lines, most)
    yield from _of_graph(union, _all(contents), most)


def plan(sent: Iterable[Batch]) -> Plan:
    """Sum batches up."""
    digest, graphs, statements, size, count = hashlib.sha256(), dict[Iri, None](), 0, 0, 0
    for batch in sent:
        count += 1
        graphs[batch.graph] = None
        content = "\n".join((f"{batch.graph} {batch.is_first}", *batch.lines, "")).encode()
        digest.update(content)
        statements += len(batch.lines)
        size += len(content)
    return Plan(digest.hexdigest(), tuple(graphs), statements, count, size)


def _all(contents: Contents) -> Iterator[str]:
    yield from contents.facts()
    for graph, lines in contents.graphs():
        if holds_evidence(graph):
            yield from lines


def _of_graph(graph: Iri, lines: Iterable[str], most: int) -> Iterator[Batch]:
    kept, size, is_first = list[str](), 0, True
    for line in lines:
        length = len(line.encode()) + 1
        if kept and (len(kept) >= most or size + length > MOST_BYTES):
            yield Batch(graph, tuple(kept), is_first)
            kept, size, is_first = [], 0, False
        kept.append(line)
        size += length
    if kept:
        yield Batch(graph, tuple(kept), is_first)
