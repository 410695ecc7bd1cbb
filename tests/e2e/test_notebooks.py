"""The notebooks run from top to bottom in a fresh kernel, and are stored without what they printed."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from places import NOTES, ROOT

FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["analytics", "asking", "reading-prose", "topic-maps", "tour"]


BEGIN = """
import pathlib, shutil, kg
def build(notes, graph, *, build=kg.build):
    if pathlib.Path(notes).resolve() == pathlib.Path({notes!r}):
        shutil.copytree({graph!r}, graph)
    return build(notes, graph)
kg.build = build
"""
"""What runs before a notebook: a build of the sample notes begins with their graph, which all tests share."""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_every_question_has_an_answer(path: Path, sample_graph: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.insert(0, nbformat.v4.new_code_cell(BEGIN.format(notes=str(NOTES), graph=str(sample_graph))))
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(FOLDER)}})
    client.execute()
    for cell in notebook.cells:
        if cell.cell_type == "code" and re.search(r"\bprint\(|\bshow\(t", cell.source):
            assert any(output.get("text", "").strip() for output in cell.outputs), f"no output: {cell.source}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_without_output(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in code)
