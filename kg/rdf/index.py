"""What a written graph holds where: a file of it, from which the next build knows what it can take over."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kg import untrusted

FILE_NAME = "index.json"


@dataclass(slots=True)
class Index:
    """The index of a graph as one build left it."""

    made: str = ""
    """What made the graph: version, rules, settings."""
    decisions: str = ""
    """Digest of the decisions of the user that had a part in it, "" when there were none."""
    concerned: list[str] = field(default_factory=list)
    """Notes with what a decision is about."""
    stale: list[Any] = field(default_factory=list)
    """What was to be said of the decisions."""
    facts: int = 0
    misshapen: bool = False
    """Whether something in the graph does not have its shape."""
    failed: bool = False
    """Whether kg failed on what some notes say, so that the next build has to try it again with all notes."""
    things: dict[str, int] = field(default_factory=dict)
    """Things of each kind."""
    contents: dict[str, str] = field(default_factory=dict)
    """Note -> digest of what it says."""
    notes: dict[str, str] = field(default_factory=dict)
    """Note -> digest of all that its graphs follow from."""
    told: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Note -> sentences that gave something, and all its sentences."""
    problems: dict[str, list[Any]] = field(default_factory=dict)
    """Note -> what is to be said of it, when there is something."""
    graphs: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Graph -> its bytes in the TriG file."""
    topics: dict[str, list[list[str]]] = field(default_factory=dict)
    """Topic that means a concept of a vocabulary -> its names in the notes, and these concepts."""
    analyses: list[str] = field(default_factory=list)
    """Analyses that the graph has a derived graph of; it has no facts if the analysis found none."""

    def without(self, notes: Iterable[str]) -> Index:
        """Return an index without some notes; their graphs are still in it."""
        index = replace(self)
        dropped = set(notes)
        for name in ("contents", "notes", "told", "problems"):
            setattr(index, name, {note: told for note, told in getattr(self, name).items() if note not in dropped})
        return index

    def save(self, folder: Path) -> None:
        """Write the index of a finished graph."""
        value = {name: getattr(self, name) for name in self.__slots__}
        value |= {name: dict(sorted(known.items())) for name, known in value.items() if isinstance(known, dict)}
        (folder / FILE_NAME).write_text(json.dumps(value, separators=(",", ":")), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Old:
    """The graph of an earlier build."""

    folder: Path
    index: Index


def load(folder: Path) -> Old | None:
    """Return the graph in a folder, or None if there is none; whether it is whole, its seal tells."""
    try:
        value = untrusted.json_of_kg((folder / FILE_NAME).read_text(encoding="utf-8"))
        for name in ("told", "graphs"):
            value[name] = {key: (first, second) for key, (first, second) in value[name].items()}
        return Old(folder, Index(**value))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def mark(folder: Path) -> object:
    """Return what tells the graph in a folder from one that a build puts in its place; None if there is none."""
    try:
        status = (folder / FILE_NAME).stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size
