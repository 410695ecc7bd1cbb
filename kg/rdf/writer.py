"""Write a whole graph in one pass: the store and the files, from the lines of one note after the other.

The files are spelled from the lines as they are made, so nothing is read back from the store, and a note is forgotten
when it is written. Only facts are kept until the end, in memory as long as they are few. The store loads in a thread
of its own: the engine needs no Python for it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Self

from kg import terms
from kg.model import Iri, Problem
from kg.rdf.merging import Lines
from kg.rdf.results import Row
from kg.rdf.seal import STORE
from kg.rdf.sections import holds_evidence
from kg.rdf.shapes import Check, report, violations
from kg.rdf.statements import Graphs
from kg.rdf.store import Store
from kg.rdf.turtle import Spelled, Trig, Turtle

FILES = ("graph.ttl", "graph.trig")
"""What a build writes beside the store: the facts, and everything."""
_CHECKED = ".facts"
_PART = 100_000
"""Lines of facts that are checked, handed to the engine at once."""
_TOGETHER = 2_000
"""Things of a graph of any size that are spelled at once."""

_FIRST, _MOST = 2_000_000, 4_000_000
"""Bytes given to the store at once. The first parts are small so that loading begins early; a part costs the engine
sixteen times its size in memory, and too many parts make slow stores."""


@dataclass(frozen=True, slots=True)
class Written:
    """The result of writing a graph."""

    facts: int
    problems: tuple[Problem, ...]
    graphs: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Graph -> its bytes in the TriG file."""


class Writer:
    """Writes a new graph into an empty folder: `store`, `graph.ttl` and `graph.trig`.

    The files are the same bytes as `write` makes of the finished store.
    """

    def __init__(self, folder: Path, *, base: str) -> None:
        self._folder = folder
        self.turtle = Turtle(terms.PREFIXES, base)
        self._waiting: dict[Iri, bytes] = {}
        self._written = ""
        with ExitStack() as stack:
            self._store = stack.enter_context(Store.create(folder / STORE))
            self._trig = stack.enter_context(Trig(folder / FILES[1], self.turtle))
            self._facts = stack.enter_context(Lines(self.turtle.sections, folder))
            self._loader = stack.enter_context(_Loader(self._store, self.turtle.head().encode()))
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._stack.close()

    def add(self, graphs: Mapping[Iri, Iterable[str]]) -> None:
        """Write graphs of facts: IRI -> lines of N-Triples, without their ends; there may be more than memory holds.

        Raises:
            ValueError: a graph comes after one that it should precede: add graphs in the order of their names.
        """
        for name in sorted(graphs):
            with Lines(self.turtle.sections, self._folder) as ordered:
                ordered.add(graphs[name])
                if ordered:
                    self._turn_of([name])
                    self._trig.put(name, self._pieces(name, ordered))
                    self._written = name

    def _pieces(self, name: Iri, lines: Iterable[str]) -> Iterator[bytes]:
        """Spell a graph piece by piece; each is given to the store on its way."""
        head, tail = self.turtle.frame(name)
        spelled = self.turtle.triples(self._stated(lines))
        yield head.encode()
        while body := "".join(islice(spelled, _TOGETHER)):
            self._loader.give(f"{head}{body}{tail}".encode(), body.encode())
            yield body.encode()
        yield tail.encode()

    def _stated(self, lines: Iterable[str]) -> Iterator[str]:
        waiting = iter(lines)
        while some := list(islice(waiting, _TOGETHER)):
            self._facts.add(some)
            yield from some

    def add_note(self, graphs: Graphs) -> None:
        """Write the graphs of a note, in order as `add` does."""
        self._facts.add(graphs.lines)
        self._put({graphs.note: graphs.facts} | ({graphs.beside: graphs.evidence} if graphs.evidence else {}))

    def _put(self, graphs: Mapping[Iri, Spelled]) -> None:
        names = sorted(graphs)
        if not names:
            return
        self._turn_of(names)
        for name in names:
            spelled = graphs[name]
            self._waiting[name] = f"{spelled.head}{spelled.body}{spelled.tail}".encode()
            if holds_evidence(name):
                self._loader.give(f"{self.turtle.local(name)}{spelled.body}".encode())
            else:
                self._loader.give(self._waiting[name], spelled.body.encode())

    def _turn_of(self, names: Sequence[Iri]) -> None:
        """Write what comes before some graphs, in order.

        Raises:
            ValueError: something was written that comes after them.
        """
        self._flush(before=names[0])
        if names[0] <= self._written or not self._waiting.keys().isdisjoint(names):
            raise ValueError(f"the graph {names[0]} comes after {max(self._waiting, default=self._written)}")

    def finish(self) -> Written:
        """Write the rest, check the shapes of the facts, and close."""
        self._flush(before=None)
        self._trig.close()
        number, found = write_facts(self._folder, self._facts, self.turtle, many=self._facts.are_many)
        self._loader.wait()  # the engine was at work meanwhile
        problems = report(self._store, found)
        self._stack.close()
        return Written(number, problems, self._trig.places)

    def _flush(self, *, before: Iri | None) -> None:
        """Write the graphs whose turn has come: those before all that can still be added."""
        for name in sorted(self._waiting):
            if before is None or name < before:
                self._trig.put(name, [self._waiting.pop(name)])
                self._written = name


class _Loader:
    """Loads TriG into a store in a thread, in parts that grow; at most two parts wait."""

    def __init__(self, store: Store, head: bytes) -> None:
        self._store = store
        self._head = head
        self._parts: list[bytes] = [head]
        self._size = 0
        self._limit = _FIRST
        self._under_way: list[Future[None]] = []
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kg-load")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._thread.shutdown(cancel_futures=True)

    def give(self, *parts: bytes) -> None:
        self._parts += parts
        self._size += sum(map(len, parts))
        if self._size >= self._limit:
            self._send()

    def wait(self) -> None:
        """Load the rest, and wait until all is in the store."""
        self._send()
        while self._under_way:
            self._under_way.pop(0).result()

    def _send(self) -> None:
        while len(self._under_way) > 1:
            self._under_way.pop(0).result()
        self._under_way.append(self._thread.submit(self._store.load, b"".join(self._parts)))
        self._parts, self._size = [self._head], 0
        self._limit = min(2 * self._limit, _MOST)


def write_facts(
    folder: Path, lines: Iterable[str], turtle: Turtle, *, many: bool = False
) -> tuple[int, list[tuple[Check, list[Row]]]]:
    """Write the facts as Turtle; return their number, and what does not conform to its shape.

    Args:
        lines: the facts, in order.
        many: whether there are too many to check in memory at once.
    """
    checked = folder / _CHECKED
    with Store.create(checked) if many else Store.in_memory() as facts:
        passing = _Passing(lines, facts)
        with (folder / FILES[0]).open("w", encoding="utf-8", newline="\n") as file:
            file.write(turtle.head())
            file.writelines(turtle.triples(passing))
        found = violations(facts)
    shutil.rmtree(checked, ignore_errors=True)
    return passing.number, found


class _Passing:
    """Lines on their way to a file, counted, and put into a store in parts."""

    def __init__(self, lines: Iterable[str], store: Store) -> None:
        self.number = 0
        self._lines = iter(lines)
        self._store = store

    def __iter__(self) -> Iterator[str]:
        while part := list(islice(self._lines, _PART)):
            self._store.load_lines("".join(f"{line}\n" for line in part).encode())
            self.number += len(part)
            yield from part
