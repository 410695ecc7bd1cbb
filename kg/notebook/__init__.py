"""kg in Python, for notebooks and programs: build a graph, ask it, and go on with pandas, networkx or rdflib.

Public is what `__all__` lists, and of these everything without a leading underscore. `import kg` gives the same names
as `kg.open`, `kg.build`, `kg.Graph`, `kg.Table` and `kg.Result`, and imports nothing until one of them is used.
"""

from __future__ import annotations

from kg.notebook.answers import Result, Table
from kg.notebook.graph import Graph, build, open  # noqa: A004 - people write kg.open

__all__ = ["Graph", "Result", "Table", "build", "open"]
