"""How a graph is served."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from kg.limits import Limits
from kg.processes import processors

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The names under which this machine calls itself."""
PORT = 7474
LONGEST_HEAD = 64 * 1024
"""Bytes of the address and the headers of a request."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is served to whom, and how much each may ask."""

    graph: Path
    """Folder of the graph."""
    host: str = "127.0.0.1"
    """Address to listen at."""
    port: int = PORT
    limits: Limits = field(default_factory=Limits)
    """Of each query."""
    workers: int = field(default_factory=lambda: max(4, 2 * processors()))
    """Queries that run at the same time, each in a process of its own: more than there are processors, so that a short
    one does not wait for long ones."""
    waiting: int = 256
    """Queries that may wait for one of these; further ones are refused."""
    names: tuple[str, ...] = ()
    """Host names under which others reach the server, beside those of this machine."""
    origins: tuple[str, ...] = ()
    """Origins of pages whose scripts may ask, such as `https://example.org`."""
    services: tuple[str, ...] = ()
    """IRIs of endpoints that queries may ask with SERVICE."""
    largest_request: int = 1_000_000
    """Bytes of the body of a request, and of a query."""
    largest_answers: int = 500_000_000
    """Bytes of all answers that are being sent at one time."""
    notes: Path | None = None
    """Where the notes are; None where they were when the graph was built."""
    decides: bool = False
    """Whether pages may write what a person decides into `decisions.toml`."""
    draw: Callable[[], None] | None = None
    """Draws the map of the graph, for who asks a page for it; None if nobody may."""
    slowest: float = 20
    """Seconds that a client may take to send its request, and for each piece of an answer to take it."""
