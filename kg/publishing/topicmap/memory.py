"""What a map remembers of the previous one, so that readers find things where they were.

It is a file beside the graph, and no part of it: without it the same graph gives the same map on every machine. A graph
that has not changed is drawn from the memory with which it was first drawn, so that it gives the same map again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg import untrusted
from kg.errors import StoreError
from kg.rdf import seal
from kg.writing import write_text

FILE_NAME = "map.json"
MAP = "map.html"
"""The topic map beside a graph."""
Spots = Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Memory:
    """Themes and their parts by name with their things, and the places of the regions of each view."""

    state: str = ""
    """Of the graph that the map showed."""
    themes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    regions: Mapping[str, Spots] = field(default_factory=dict)
    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Names and things; parts of two themes may have the same name."""
    found: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The themes that the user calls otherwise or has merged, as they were found."""
    earlier: Memory | None = None
    """What was remembered when that map was drawn."""

    def of(self, state: str) -> Memory:
        """Return the memory from which a graph in a state is drawn."""
        return (self.earlier or Memory()) if state == self.state else self

    @property
    def names(self) -> dict[str, str]:
        """The name of the theme of each thing, as it was found."""
        return {iri: name for some in (self.themes, self.found) for name, members in some.items() for iri in members}

    def sizes(self, base: str) -> dict[str, int]:
        """Return how many papers each theme has; IRIs begin with the base."""
        of_papers = f"{base}paper/"
        return {name: sum(one.startswith(of_papers) for one in members) for name, members in self.themes.items()}

    @property
    def part_names(self) -> dict[str, str]:
        """The name of the part of each thing that is in one."""
        return {iri: name for name, members in self.parts for iri in members}


def read(path: Path) -> Memory:
    """Read a memory; an empty one if there is no file.

    Raises:
        StoreError: the file was not written by kg.
    """
    try:
        return _read(untrusted.json_of_kg(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return Memory()
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreError(
            f"{path} was not written by kg ({error!r}). Remove it; kg then draws the map as if it were the first"
        ) from error


def drawn(graph: Path) -> Memory:
    """Return the memory of the map in the folder of a graph, if it is drawn of this graph; else an empty one.

    A build that changes the graph removes the map, so one that is there is up to date.
    """
    return remembered(graph) if (graph / MAP).is_file() else Memory()


def remembered(graph: Path) -> Memory:
    """Return what is remembered of the last map in the folder of a graph; an empty memory if that was damaged."""
    if not seal.fits(graph, FILE_NAME, file=seal.MAP):
        return Memory()
    try:
        return read(graph / FILE_NAME)
    except (OSError, StoreError):
        return Memory()  # the command that draws the map tells of a file that it cannot read


def write(path: Path, memory: Memory) -> None:
    """Write a memory."""
    held = {**_held(memory), "state": memory.state, "earlier": _held(memory.earlier) if memory.earlier else None}
    write_text(path, [json.dumps(held, ensure_ascii=False, separators=(",", ":")), "\n"])


def places(views: Iterable[Mapping[str, Any]]) -> dict[str, Spots]:
    """Return the places of the regions of each view, from the data of the page."""
    return {
        view["name"]: {key: (row[1], row[2]) for key, row in zip(view["keys"], view["regions"], strict=True)}
        for view in views
        if view["by"] != "year"
    }


def _held(memory: Memory) -> dict[str, Any]:
    found = {"found": dict(memory.found)} if memory.found else {}
    return {"themes": dict(memory.themes), "parts": memory.parts, "regions": dict(memory.regions), **found}


def _read(held: Any) -> Memory:
    return Memory(
        str(held.get("state", "")),
        _named(held["themes"]),
        {
            str(view): {str(key): (float(x), float(y)) for key, (x, y) in spots.items()}
            for view, spots in held["regions"].items()
        },
        tuple((str(name), tuple(map(str, members))) for name, members in held.get("parts", ())),
        _named(held.get("found", {})),
        _read(held["earlier"]) if held.get("earlier") else None,
    )


def _named(held: Any) -> dict[str, tuple[str, ...]]:
    return {str(name): tuple(map(str, members)) for name, members in held.items()}
