"""Where the files of `ontology/` are: beside the package in a clone, inside it when installed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PLACES = (Path(__file__).parent / "_data" / "ontology", Path(__file__).parents[1] / "ontology")


@cache
def folder() -> Path:
    """Return the folder of the ontology."""
    return next((place for place in _PLACES if (place / "kg.ttl").is_file()), _PLACES[-1])


def ontology(name: str) -> str:
    """Read a file of the ontology by its name below the folder."""
    return (folder() / name).read_text(encoding="utf-8")


def queries(name: str) -> dict[str, str]:
    """Read the `.rq` files of a folder of the ontology (`questions` or `profiles`), by name, sorted."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted((folder() / name).glob("*.rq"))}
