"""What a push remembers: in the target which graphs it put there, in the folder of the graph how far it has come.

By the record the next push knows what to replace and to remove, from whichever computer it comes, and
`kg query --endpoint` where the union is. It is a named graph of its own, and no part of the union. The progress is a
file while a push is under way, from which it can be taken up.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple, Self

from kg import terms, untrusted
from kg.errors import PushError
from kg.model import Iri
from kg.publishing.pushing.batches import Batch
from kg.rdf import string
from kg.rdf.endpoint import DEFAULT_GRAPH, DEFAULT_NAME, NAMED_GRAPH, SD
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
        raise PushError.bad_state(str(path)) from error


def write_progress(graph: Path, progress: Progress) -> None:
    """Save the progress of a push; if the folder is not writable, the push cannot be resumed."""
    with suppress(PermissionError):
        write_text(graph / FILE_NAME, [json.dumps(asdict(progress)) + "\n"])


def forget_progress(graph: Path) -> None:
    """Remove the saved progress, because everything has been sent."""
    with suppress(PermissionError):
        (graph / FILE_NAME).unlink(missing_ok=True)
