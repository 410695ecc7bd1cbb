"""The notebooks with their outputs: `make docs` runs them and stores what they print and draw."""

from __future__ import annotations

import base64
import io
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from PIL import Image
from places import NOTES, ROOT

from kg.cli import main as kg

FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LARGEST = 300_000
"""Bytes of a notebook with its pictures."""
PNG = "image/png"
COLOURS = 256


def executed(paths: Sequence[Path], graph: Path, folder: Path) -> list[Any]:
    """Run notebooks from top to bottom in one kernel, each without the names of those before.

    Args:
        paths: of the notebooks.
        graph: of notes that lie beside it, of which each finds a copy.
        folder: an empty one, which is laid out as the project is.
    """
    place = folder / "notebooks"
    place.mkdir()
    (folder / "data").symlink_to(graph.parent, target_is_directory=True)
    shutil.copytree(graph, folder / "kg-out")
    notebooks = [nbformat.read(path, as_version=4) for path in paths]
    first, *others = notebooks
    whole = nbformat.v4.new_notebook(metadata=first.metadata, cells=[*first.cells])
    anew = f"import shutil\nshutil.rmtree('../kg-out')\nshutil.copytree({str(graph)!r}, '../kg-out')\n%reset -f"
    for notebook in others:
        whole.cells += [nbformat.v4.new_code_cell(f"%cd -q {place}\n{anew}"), *notebook.cells]
    NotebookClient(whole, timeout=120, coalesce_streams=True, resources={"metadata": {"path": str(place)}}).execute()
    return notebooks


def stored(notebook: Any) -> Any:
    """Return a notebook as it is stored: with outputs, and without what differs from run to run."""
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = [one for one in cell.outputs if one.get("name") != "stderr"]
            for one in cell.outputs:
                if PNG in one.get("data", {}):
                    one["data"][PNG] = _small(one["data"][PNG])
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return notebook


def _small(picture: str) -> str:
    """Draw a picture with a few colours, which is all that a plot has."""
    made = io.BytesIO()
    Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB").quantize(COLOURS).save(made, "PNG", optimize=True)
    return base64.b64encode(made.getvalue()).decode()


def kinds(notebook: Any) -> Iterator[list[list[str]]]:
    """Yield for each cell with code what kinds of outputs it has."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            yield [
                sorted(one["data"]) if "data" in one else [one["name"]]
                for one in cell.outputs
                if one.get("name") != "stderr"
            ]


def main() -> None:
    """Run every notebook, and store it with its outputs."""
    with tempfile.TemporaryDirectory() as folder:
        graph = Path(folder) / "graph"
        graph.with_name("notes").symlink_to(NOTES, target_is_directory=True)
        kg(["build", str(NOTES), "--graph", str(graph), "--no-map"])
        for path in NOTEBOOKS:
            place = Path(folder) / path.stem
            place.mkdir()
            nbformat.write(stored(executed([path], graph, place)[0]), path)
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:,.0f} kB")


if __name__ == "__main__":
    main()
