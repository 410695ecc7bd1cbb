"""What asking may use up. It stands alone, because every command line describes it."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """What one query may use up; 0 is no limit."""

    seconds: float = 30
    megabytes: int = 1024
    """Memory of the process that runs it, where the system can limit it."""
    rows: int = 100_000
    """Rows of a table, or triples of a graph."""
    size: int = 100_000_000
    """Bytes of the answer as it is written."""


QUESTION = 600.0
"""Seconds after which a question about a graph is stopped, the index that it may have to make first included. Far above
what any question takes: it ends what would never end."""
