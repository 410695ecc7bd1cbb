"""The problems of a build as a file, and how much of each note was read: JSON lines, in the order of the notes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from kg import untrusted
from kg.errors import StoreError
from kg.model import Problem, Span
from kg.writing import write_bytes

FILE_NAME = "report.json"
MOST_KINDS = 8
"""Kinds of files that are named; what else was not read is counted together."""

T = TypeVar("T")


def write(
    problems: Iterable[Problem],
    graph: Path,
    *,
    told: Mapping[str, tuple[int, int]] | None = None,
    unread: Mapping[str, int] | None = None,
) -> Path:
    """Write the problems into the folder of a graph, each with its place; return the file.

    Args:
        problems: in any order.
        graph: the folder.
        told: note -> number of sentences that yielded something, and of all sentences.
        unread: kind of file -> how many files were not read.
    """
    path = graph / FILE_NAME
    rows: list[dict[str, object]] = [asdict(problem) for problem in sorted(problems, key=place)]
    rows += ({"note": note, "told": some, "sentences": all_} for note, (some, all_) in (told or {}).items())
    rows += [{"unread": dict(unread)}] if unread else []
    lines = [json.dumps(row, ensure_ascii=False, sort_keys=True) for row in rows]
    write_bytes(path, "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace"))
    return path


def nothing_read() -> str:
    """Return what is said if no note was read."""
    from kg.notes import READERS

    return f"No note was read. kg reads files that end in {', '.join(sorted(READERS))}."


def read(graph: Path) -> tuple[Problem, ...]:
    """Read back the problems of the last build into a folder.

    Raises:
        StoreError: nothing was built there, or kg did not write the file.
    """
    return tuple(_readable(graph, lambda row: None if "sentences" in row or "unread" in row else _problem(row)))


def read_told(graph: Path) -> dict[str, tuple[int, int]]:
    """Read back how many sentences of each note yielded something, and how many it has.

    Raises:
        StoreError: nothing was built there, or kg did not write the file.
    """
    pairs = _readable(graph, lambda row: (row["note"], (row["told"], row["sentences"])) if "sentences" in row else None)
    return dict(pairs)


def read_unread(graph: Path) -> dict[str, int]:
    """Read back how many files of which kind were not read.

    Raises:
        StoreError: nothing was built there, or kg did not write the file.
    """
    counts = _readable(graph, lambda row: row.get("unread"))
    return dict(sorted((counts[0] if counts else {}).items(), key=lambda pair: (-pair[1], pair[0])))


def said_of_unread(unread: Mapping[str, int]) -> str:
    """Return how many files were not read, and of which kinds; "" if there are none.

    >>> said_of_unread({".pdf": 3, ".docx": 1}), said_of_unread({"images": 1})
    ('4 files were not read: 3 .pdf, 1 .docx', '1 file was not read: 1 image')
    """
    if not unread:
        return ""
    count = sum(unread.values())
    named = list(unread.items())[:MOST_KINDS]
    kinds = [
        f"{number:,} {kind.removesuffix('s') if number == 1 and kind == 'images' else kind}" for kind, number in named
    ]
    rest = count - sum(number for _, number in named)
    kinds += [f"{rest:,} of other kinds"] if rest else []
    return f"{count:,} {'file was' if count == 1 else 'files were'} not read: {', '.join(kinds)}"


def _readable(graph: Path, make: Callable[[dict[str, Any]], T | None]) -> list[T]:
    path = graph / FILE_NAME
    if not path.is_file():
        raise StoreError.missing(str(graph))
    try:
        # A name of a file may hold U+2028, which ends lines for str.splitlines but not for JSON.
        lines = path.read_text(encoding="utf-8").split("\n")
        made = [make(untrusted.json_of_kg(line)) for line in lines if line]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise StoreError(f"{path} is not a kg report ({error}). Build again: kg build NOTES --graph {graph}") from error
    return [one for one in made if one is not None]


def place(problem: Problem) -> tuple[str, int, int, str, str]:
    """Sort problems for people: by note, then by place."""
    return problem.note, problem.line, problem.column, problem.code, problem.message


def _problem(fields: dict[str, Any]) -> Problem:
    span = fields.pop("span", None)
    return Problem(**fields, span=Span(**span) if isinstance(span, dict) else None)
