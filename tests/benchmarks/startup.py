"""How long commands take to start, and which imports that is."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from measuring import kg

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("--help",),
    ("query", "SELECT ?title { ?paper a schema:ScholarlyArticle ; schema:name ?title } LIMIT 5"),
    ("show", "ICLR"),
    ("ask", "papers-by-rating"),
)
IMPORTS = ("kg.cli", "kg.rdf", "kg.publishing", "kg.extraction", "spacy", "kg.pipeline")
_TIMES = 5
_ROW = re.compile(r"import time:\s*(\d+) \|\s*(\d+) \| +(\S+)")


class Import(NamedTuple):
    """What importing a module takes in a new process."""

    module: str
    milliseconds: float
    modules: int
    """How many modules it brings along."""
    heaviest: str


def commands(graph: Path, *, path: Path | None = None) -> Iterator[tuple[str, float]]:
    """Give commands with the seconds they take on a graph, the median of some runs."""
    for words in COMMANDS:
        options = () if words == ("--help",) else ("--graph", graph)
        yield words[0], median(kg(*words, *options, path=path).seconds for _ in range(_TIMES))


def imports() -> Iterator[Import]:
    """Give what importing parts of kg takes."""
    for module in IMPORTS:
        command = [sys.executable, "-X", "importtime", "-c", f"import {module}"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        rows = [(int(own), int(whole), name) for own, whole, name in _ROW.findall(done.stderr)]
        total = next((whole for _, whole, name in reversed(rows) if name == module), 0)
        heaviest = sorted(rows, reverse=True)[:3]
        told = ", ".join(f"{name} {own / 1000:.0f}" for own, _, name in heaviest)
        yield Import(module, total / 1000, len(rows), told)
