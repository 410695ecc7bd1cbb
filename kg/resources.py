"""Where the files of `ontology/` and `data/lexicons/` are: beside the package in a clone, inside it when installed."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_IN_A_CLONE = {"ontology": _PACKAGE.parent / "ontology", "lexicons": _PACKAGE.parent / "data" / "lexicons"}


@cache
def folder(name: str = "ontology") -> Path:
    """Return the folder of the ontology, or that of the word lists: `lexicons`."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _IN_A_CLONE[name]


def ontology(name: str) -> str:
    """Read a file of the ontology by its name below the folder."""
    return (folder() / name).read_text(encoding="utf-8")


def queries(name: str) -> dict[str, str]:
    """Read the `.rq` files of a folder of the ontology (`questions` or `profiles`), by name, sorted."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted((folder() / name).glob("*.rq"))}


@cache
def rows(table: Path) -> tuple[dict[str, str], ...]:
    """Read a table in CSV, in the order of its file; each row maps column to value.

    Raises:
        FileNotFoundError: if there is no such table.
    """
    with table.open(encoding="utf-8", newline="") as file:
        lines = csv.reader(file)
        columns = next(lines)
        return tuple(dict(zip(columns, line, strict=True)) for line in lines if line)
