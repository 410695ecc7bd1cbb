"""Jupyter notebooks: their Markdown cells, with places in the file and not in the cell."""

from __future__ import annotations

from collections.abc import Iterator

from kg.model import Problem
from kg.notes.composed import Composed
from kg.notes.draft import Content, Source
from kg.notes.jsontree import Value, read_json


def read_notebook(source: Source) -> Content:
    """Read the Markdown cells of a notebook, one below the other."""
    root = read_json(source, "notebook")
    if isinstance(root, Problem):
        return Content((), (root,))
    text = Composed()
    for cell in _markdown_cells(root):
        for number, line in enumerate(cell):
            if number == 0 and text.parts:
                text.layout("\n\n", line.start)
            text.extend(line.pieces())
    return text.read(source)


def _markdown_cells(root: Value) -> Iterator[list[Value]]:
    """Find the strings of `source` in every Markdown cell."""
    cells = root.get("cells")
    for cell in cells.elements if cells is not None else ():
        lines = cell.get("source")
        if lines is not None and cell.said("cell_type") == "markdown":
            yield [line for line in (lines.elements or [lines]) if line.is_text]
