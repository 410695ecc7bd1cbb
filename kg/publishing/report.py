"""The problems of a build as a file: JSON lines, one a problem, in the order of the notes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from kg.errors import StoreError
from kg.model import Problem, Span

FILE_NAME = "report.json"


def write(problems: Iterable[Problem], graph: Path) -> Path:
    """Write the problems into the folder of a graph, each with its place; give the file."""
    path = graph / FILE_NAME
    lines = [json.dumps(asdict(problem), ensure_ascii=False, sort_keys=True) for problem in sorted(problems, key=place)]
    path.write_bytes("".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace"))
    return path


def read(graph: Path) -> tuple[Problem, ...]:
    """Read back the problems of the last build into a folder.

    Raises:
        StoreError: nothing was built there, or the file is not what kg wrote.
    """
    path = graph / FILE_NAME
    if not path.is_file():
        raise StoreError.missing(str(graph))
    # A name of a file may hold U+2028, which ends lines for str.splitlines but not for JSON.
    lines = path.read_text(encoding="utf-8").split("\n")
    try:
        return tuple(_problem(json.loads(line)) for line in lines if line)
    except (ValueError, TypeError, KeyError) as error:
        raise StoreError(
            f"{path} is not a report of kg ({error}). Build again: kg build NOTES --graph {graph}"
        ) from error


def place(problem: Problem) -> tuple[str, int, int, str, str]:
    """Order problems as a person reads: by note, then by place."""
    return problem.note, problem.line, problem.column, problem.code, problem.message


def _problem(fields: dict[str, object]) -> Problem:
    span = fields.pop("span", None)
    return Problem(**fields, span=Span(**span) if isinstance(span, dict) else None)  # type: ignore[arg-type]
