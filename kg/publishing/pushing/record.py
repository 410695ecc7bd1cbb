"""What a push leaves in the target beside the graph: which graphs it put there, and of which contents.

So the next push knows what to replace and to remove, from whichever computer it comes, and `kg query --endpoint` where
the union is. The record is a named graph of its own, and no part of the union.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from kg import terms
from kg.model import Iri
from kg.publishing.pushing.batches import Batch
from kg.rdf import string
from kg.rdf.endpoint import DEFAULT_GRAPH, DEFAULT_NAME, NAMED_GRAPH, SD

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
