"""The results of an analysis: a table to read, and facts for the derived graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import networkx as nx

from kg.rdf import DerivedFact

Cell: TypeAlias = str | int | float


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under named columns, in the order to show them."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    remark: str = ""
    """A remark on the whole table."""

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"every row of table {self.name!r} must have {len(self.columns)} cells")


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one analysis."""

    table: Table
    facts: tuple[DerivedFact, ...] | None = None
    """What it derives, which may be nothing; None if it is only a table."""


def name_of(network: nx.Graph, node: str) -> str:
    """Return the display name of a node."""
    return str(network.nodes[node].get("name", node))


def head(names: Sequence[str], *, limit: int = 5) -> str:
    """Join the first names, and say how many are left.

    >>> head(["a", "b", "c"], limit=2)
    'a, b and 1 more'
    """
    shown = ", ".join(names[:limit])
    return f"{shown} and {len(names) - limit} more" if len(names) > limit else shown
