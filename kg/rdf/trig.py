"""The TriG file of a graph, written graph by graph, and where in it each graph stands."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Self

from kg.model import Iri
from kg.rdf.turtle import Turtle

_CHUNK = 1 << 22


class Trig:
    """Writes graphs in the given order, from their lines or from another file."""

    def __init__(self, path: Path, turtle: Turtle) -> None:
        self._turtle = turtle
        self._file = path.open("wb")
        self._end = self._file.write(turtle.head().encode())
        self.places: dict[str, tuple[int, int]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._file.close()

    def write(self, name: Iri, lines: Iterable[str]) -> None:
        """Write a graph of N-Triples lines in the order of sections."""
        self.put(name, ["".join(self._turtle.graph(name, lines)).encode()])

    def put(self, name: Iri, pieces: Iterable[bytes]) -> None:
        """Write a spelled graph."""
        size = sum(map(self._file.write, pieces))
        self.places[name] = self._end, self._end + size
        self._end += size

    def copy(self, source: BinaryIO, start: int, names: Iterable[tuple[Iri, int]]) -> None:
        """Copy consecutive graphs from another file.

        Args:
            source: the other file.
            start: where the first begins.
            names: the graphs in order, each with its number of bytes.
        """
        left = 0
        for name, size in names:
            self.places[name] = self._end, self._end + size
            self._end += size
            left += size
        source.seek(start)
        while left:
            chunk = source.read(min(_CHUNK, left))
            if not chunk:
                raise OSError("the TriG file of the graph is shorter than its index says")
            self._file.write(chunk)
            left -= len(chunk)

    def close(self) -> None:
        """End the file."""
        self._file.close()
