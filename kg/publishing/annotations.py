"""Annotations of notes: what a careful reader lists, as JSON lines in a file named after its note."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kg import terms, untrusted
from kg.errors import UsageError
from kg.model import Kind

KINDS = {
    "paper": (Kind.PAPER,),
    "person": (Kind.PERSON,),
    "method": (Kind.METHOD,),
    "dataset": (Kind.DATASET,),
    "task": (Kind.TASK,),
    "org": (Kind.ORG,),
    "venue": (Kind.VENUE, Kind.EDITION, Kind.PERIODICAL),
    "event": (Kind.SESSION,),
    "award": (Kind.AWARD,),
}
"""Type of an annotation -> the kinds of things that can answer it."""
RELATIONS = {
    "uses": (terms.USES,),
    "extends": (terms.EXTENDS, terms.BASED_ON),
    "based_on": (terms.BASED_ON, terms.EXTENDS),
    "outperforms": (terms.OUTPERFORMS,),
    "compares_with": (terms.COMPARED_WITH, terms.OUTPERFORMS),
    "applied_to": (terms.APPLIED_TO,),
    "evaluated_on": (terms.EVALUATED_ON,),
    "developed_by": (terms.DEVELOPED_BY,),
    "part_of": (terms.IS_PART_OF,),
}
"""Relation of an annotation -> the predicates that say it."""


def read(file: Path) -> list[dict[str, Any]]:
    """Read annotations.

    Raises:
        UsageError: there is no such file, or a line is not a JSON object with a type.
    """
    try:
        text = untrusted.utf8(file.read_bytes())
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from error
    if isinstance(text, untrusted.Flaw):
        raise UsageError(f"{file}:{text.line}: {text.reason}")
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            row = untrusted.json_of(line)
            if isinstance(row, untrusted.Flaw):
                raise UsageError(f"{file}:{number}: not JSON: {row.reason}")
            if not isinstance(row, dict) or row.get("type") not in (*KINDS, "relation"):
                known = ", ".join((*KINDS, "relation"))
                raise UsageError(f"{file}:{number}: an annotation needs a type, one of {known}")
            rows.append(row)
    return rows
