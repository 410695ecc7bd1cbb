"""kg builds a knowledge graph from a researcher's own notes: `kg build NOTES`, then ask it.

In Python: `kg.build(notes)` and `kg.open(graph)` give a `kg.Graph`, whose methods are what the commands do. `kg.Table`
and `kg.Result` are what these answer with. All other modules may change between versions.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kg.version import __version__

if TYPE_CHECKING:
    from kg.notebook import Graph, Result, Table, build, open  # noqa: A004 - people write kg.open

__all__ = ["Graph", "Result", "Table", "__version__", "build", "open"]


def __getattr__(name: str) -> Any:
    # What they need is imported when one of them is used, so that `import kg` costs nothing.
    if name in __all__:
        return getattr(import_module("kg.notebook"), name)
    raise AttributeError(f"module 'kg' has no attribute {name!r}")
