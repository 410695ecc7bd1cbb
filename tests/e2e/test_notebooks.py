"""The notebooks run from top to bottom, and are stored with what they print and draw."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from places import ROOT

from notebooks import FOLDER, LARGEST, NOTEBOOKS, executed, kinds


def test_there_are_notebooks_and_a_page_says_what_each_teaches() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["analytics", "asking", "reading-prose", "topic-maps", "tour"]
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in NOTEBOOKS if f"]({path.name})" not in page] == []
    assert "make notebooks" in page and "\nnotebooks: " in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_notebooks_run_and_give_the_kinds_of_outputs_that_are_stored(some_graph: Path, tmp_path: Path) -> None:
    for path, run in zip(NOTEBOOKS, executed(NOTEBOOKS, some_graph, tmp_path), strict=True):
        kept = nbformat.read(path, as_version=4)
        assert list(kinds(kept)) == list(kinds(run)), f"{path.name}: make docs stores the outputs anew"
        for cell in run.cells:
            if cell.cell_type == "code" and re.search(r"\bprint\(|\bshow\(t", cell.source):
                assert any(output.get("text", "").strip() for output in cell.outputs), f"no output: {cell.source}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_with_its_outputs_and_small(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]

    assert all(cell.execution_count for cell in code) and any(cell.outputs for cell in code)
    assert path.stat().st_size < LARGEST
    assert not re.search(r"/(?:tmp|home|root|Users|work)/", path.read_text(encoding="utf-8"))
