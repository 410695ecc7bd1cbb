"""Where the graph is that a person means: the folder they stand in, one above it, or where they say it is."""

from __future__ import annotations

import os
from pathlib import Path

GRAPH = Path("kg-out")
"""Where a build writes, and where the other commands look."""
VARIABLE = "KG_GRAPH"
"""Of the environment: names another folder for both."""
_MARKS = ("index.json", "report.json", "store")
"""What the folder of a graph has, at least one of them."""


def new_graph() -> Path:
    """Return the folder that a build writes by default."""
    return Path(os.environ.get(VARIABLE) or GRAPH)


def default_graph() -> Path:
    """Return the default folder of the graph: here, or in the nearest folder above that has one."""
    if os.environ.get(VARIABLE):
        return new_graph()
    here = Path.cwd()
    for folder in (here, *here.parents):
        if any((folder / GRAPH / mark).exists() for mark in _MARKS):
            return Path(os.path.relpath(folder / GRAPH, here))
    return GRAPH
