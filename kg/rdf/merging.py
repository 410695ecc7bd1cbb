"""Lines of a large graph in order and each once: sorted runs lie in files, so that memory does not grow with it."""

from __future__ import annotations

import heapq
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import IO, Self

from kg.rdf.sections import Sections

RUN = 100_000
"""Lines that are sorted in memory, about 25 MB."""


class Lines:
    """Lines of N-Triples without their ends: added in any order and several times, iterated in order and once."""

    def __init__(self, sections: Sections, folder: Path, *, run: int = 0) -> None:
        """Begin with none.

        Args:
            folder: for files that are gone with the block.
            run: how many lines to keep in memory, `RUN` when 0.
        """
        self._sections = sections
        self._folder = folder
        self._most = run or RUN
        self._lines: set[str] = set()
        self._runs: list[IO[str]] = []
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._stack.close()

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self._lines or self._runs)

    @property
    def are_many(self) -> bool:
        """Whether there are more than are kept in memory."""
        return bool(self._runs)

    def add(self, lines: Iterable[str]) -> None:
        """Add lines."""
        waiting = iter(lines)
        while some := list(islice(waiting, self._most)):
            self._lines.update(some)
            if len(self._lines) >= self._most:
                self._spill()

    def __iter__(self) -> Iterator[str]:
        """Go through them; those in memory are forgotten."""
        runs: list[Iterator[str]] = [(line[:-1] for line in run) for run in self._runs]
        for run in self._runs:
            run.seek(0)
        rest, self._lines = self._sections.in_order(self._lines), set()
        last = ""
        for line in heapq.merge(*runs, rest, key=self._sections.keys()):
            if line != last:
                yield line
                last = line

    def _spill(self) -> None:
        run = tempfile.TemporaryFile("w+", dir=self._folder, encoding="utf-8", newline="\n")  # noqa: SIM115
        self._runs.append(self._stack.enter_context(run))
        run.writelines(f"{line}\n" for line in self._sections.in_order(self._lines))
        self._lines.clear()
