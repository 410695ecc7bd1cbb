"""The problems of a build as a file, and how much of each note was read: JSON lines, in the order of the notes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from kg import untrusted
from kg.errors import StoreError
from kg.model import Problem, Span
from kg.writing import write_bytes

FILE_NAME = "report.json"
MOST_KINDS = 8
"""Kinds of files that are named; what else was not read is counted together."""


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


class Contents(NamedTuple):
    """What the report of a build says."""

    problems: tuple[Problem, ...] = ()
    told: Mapping[str, tuple[int, int]] = {}
    """Note -> number of sentences that yielded something, and of all sentences."""
    unread: Mapping[str, int] = {}
    """Kind of file -> how many files were not read, the most first."""


def read(graph: Path) -> Contents:
    """Read back the report of the last build into a folder.

    Raises:
        StoreError: nothing was built there, or kg did not write the file.
    """
    path = graph / FILE_NAME
    if not path.is_file():
        raise StoreError.missing(str(graph))
    problems: list[Problem] = []
    told: dict[str, tuple[int, int]] = {}
    unread: dict[str, int] = {}
    try:
        # A name of a file may hold U+2028, which ends lines for str.splitlines but not for JSON.
        for row in map(untrusted.json_of_kg, filter(None, path.read_text(encoding="utf-8").split("\n"))):
            if "sentences" in row:
                told[row["note"]] = row["told"], row["sentences"]
            elif "unread" in row:
                unread = dict(sorted(row["unread"].items(), key=lambda pair: (-pair[1], pair[0])))
            else:
                span = row.pop("span", None)
                problems.append(Problem(**row, span=Span(**span) if isinstance(span, dict) else None))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise StoreError(f"{path} is not a kg report ({error}). Build again: kg build NOTES --graph {graph}") from error
    return Contents(tuple(problems), told, unread)


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


def place(problem: Problem) -> tuple[str, int, int, str, str]:
    """Sort problems for people: by note, then by place."""
    return problem.note, problem.line, problem.column, problem.code, problem.message
