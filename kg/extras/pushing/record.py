"""What a push sends, in batches, and what it remembers.

In the target that is which graphs it put there, in the folder of the graph how far it has come.

By the record the next push knows what to replace and to remove, from whichever computer it comes, and
`kg query --endpoint` where the union is. It is a named graph of its own, and no part of the union. The progress is a
file while a push is under way, from which it can be taken up.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple, Self

from kg import terms, untrusted
from kg.errors import PushError
from kg.model import Iri
from kg.rdf import Contents, string
from kg.rdf.endpoint import DEFAULT_GRAPH, DEFAULT_NAME, NAMED_GRAPH, SD
from kg.rdf.sections import holds_evidence
from kg.writing import write_text

FILE_NAME = "push.json"
_DIGEST = "http://purl.org/dc/terms/identifier"


class Record(NamedTuple):
    """The record of one graph in a target."""

    name: Iri
    graphs: frozenset[Iri] = frozenset()
    """Names of the graphs that a push put there; "" is the default graph."""
    union: Iri | None = None
    """Which of them is the union."""
    digest: str = ""
    """Of what was, or is being, sent."""

    @property
    def is_new(self) -> bool:
        """Whether no push has been there."""
        return not self.graphs

    @classmethod
    def of(cls, name: Iri, statements: set[tuple[str, str, str]]) -> Self:
        """Read a record."""
        default = f"{name}{DEFAULT_NAME}"
        found = {p: {Iri("" if o == default else o) for s, q, o in statements if (s, q) == (name, p)} for p in _READ}
        return cls(
            name,
            frozenset(found[NAMED_GRAPH]),
            min(found[DEFAULT_GRAPH], default=None),
            min(found[_DIGEST], default=""),
        )

    def written(self) -> Batch:
        """Write the record as a graph."""
        facts = [f"<{terms.TYPE}> <{SD}Dataset>", f"<{_DIGEST}> {string(self.digest)}"]
        facts += [f"<{NAMED_GRAPH}> <{self._iri(graph)}>" for graph in sorted(self.graphs)]
        facts += [f"<{DEFAULT_GRAPH}> <{self._iri(self.union)}>"] if self.union is not None else []
        return Batch(self.name, tuple(f"<{self.name}> {fact} ." for fact in facts), is_first=True)

    def _iri(self, graph: Iri) -> str:
        return graph or f"{self.name}{DEFAULT_NAME}"


_READ = (NAMED_GRAPH, DEFAULT_GRAPH, _DIGEST)


@dataclass(frozen=True, slots=True)
class Progress:
    """Batches that the target has accepted."""

    address: str
    digest: str
    """Of everything that is to be sent."""
    done: int
    """How many of the batches, in their order."""


def read_progress(graph: Path) -> Progress | None:
    """Return the progress of a push; None if none was interrupted.

    Raises:
        PushError: kg did not write the file.
    """
    path = graph / FILE_NAME
    try:
        value = untrusted.json_of_kg(path.read_text(encoding="utf-8"))
        return Progress(str(value["address"]), str(value["digest"]), int(value["done"]))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise PushError(f"{path} was not written by kg. Delete it to send everything from the beginning") from error


def write_progress(graph: Path, progress: Progress) -> None:
    """Save the progress of a push; if the folder is not writable, the push cannot be resumed."""
    with suppress(PermissionError):
        write_text(graph / FILE_NAME, [json.dumps(asdict(progress)) + "\n"])


def forget_progress(graph: Path) -> None:
    """Remove the saved progress, because everything has been sent."""
    with suppress(PermissionError):
        (graph / FILE_NAME).unlink(missing_ok=True)


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
