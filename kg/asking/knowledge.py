"""A graph as it is asked: its store, what things are called, the sentences of its notes, and the index of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Self

from kg import origin
from kg.asking.plain import plain, suffix_of
from kg.asking.search import index
from kg.asking.search.ranking import searching
from kg.asking.sentences import LONGEST, Passage, Spot
from kg.asking.wording import Names
from kg.graph import batches
from kg.rdf import Store, open_store


def silent(notes: int) -> None:
    """Say nothing."""


class Knowledge:
    """The graph that questions use; the index is made when the first of them needs it.

    Args:
        folder: of the graph, where the index is kept; None for a graph in memory.
        notes: the folder of the notes, or the one note; None if they are not here.
        tell: called with the number of notes to be indexed.
    """

    def __init__(
        self,
        store: Store,
        folder: Path | None = None,
        notes: Path | None = None,
        tell: Callable[[int], None] = silent,
    ) -> None:
        self.store = store
        self.names = Names(store)
        self._folder = folder
        self.notes = notes
        self._tell = tell
        store.search_with(lambda: searching(self.index))

    @classmethod
    def open(cls, folder: Path, notes: Path | None = None, tell: Callable[[int], None] = silent) -> Self:
        """Open the graph of a folder.

        Raises:
            StoreError: there is none.
        """
        return cls(open_store(folder), folder, notes, tell)

    @classmethod
    def over(cls, store: Store, database: sqlite3.Connection, notes: Path | None) -> Self:
        """Use a graph with an open index; names of things are looked up there, which is faster."""
        found = cls(store, notes=notes)
        found.index = database
        found.names = _Indexed(store, database)
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        if "index" in self.__dict__:
            self.index.close()
        self.store.close()

    @property
    def graph_folder(self) -> Path:
        """The folder of the graph, the current one for a graph in memory."""
        return (self.store.path or Path()).parent

    @cached_property
    def index(self) -> sqlite3.Connection:
        """The index of the current graph."""
        if self._folder is None:
            return index.in_memory(self.store, self.notes)
        return index.open_index(self._folder, self.store, self.notes, tell=self._tell)

    def passage(self, spot: Spot) -> Passage:
        """Quote the sentence around a place of the graph; if there is none, only the words of the place."""
        found = self.index.execute(
            "SELECT z.start, z.raw FROM sentences z JOIN notes n ON n.id = z.note "
            "WHERE n.path = ? AND z.start <= ? ORDER BY z.start DESC LIMIT 1",
            (spot.note, spot.start),
        ).fetchone()
        start, raw = found or (0, "")
        if spot.start >= start + len(raw):
            raw = spot.quote
        elif len(raw) > LONGEST:
            begin = max(spot.start - start - LONGEST // 3, 0)
            cut = raw[begin : begin + LONGEST]
            raw = f"{'… ' if begin else ''}{cut}{' …' if begin + LONGEST < len(raw) else ''}"
        return Passage(spot.note, spot.line, plain(raw, suffix=suffix_of(spot.note)), raw)

    def evidence(self, predicate: str, among: str) -> Iterator[tuple[str, str, str, float, Spot]]:
        """Yield where facts of a predicate are stated and not denied: subject, object, evidence, confidence and place.

        Args:
            among: which facts, as SPARQL that binds `?s`, or `?s` and `?o`.
        """
        rows = self.store.query(
            f"SELECT ?s ?o ?e ?sure ?path ?start ?end ?line ?quote {{ {among} "
            f"?e rdf:subject ?s ; rdf:object ?o ; rdf:predicate <{predicate}> ; kg:confidence ?sure ; "
            "prov:wasDerivedFrom ?at . ?at kg:start ?start ; kg:end ?end ; kg:line ?line ; kg:quote ?quote ; "
            'oa:hasSource/kg:path ?path OPTIONAL { ?e kg:qualifier ?how } FILTER (COALESCE(?how, "") != "negated") }'
        ).texts()
        for s, o, e, sure, path, start, end, line, quote in rows:
            yield s, o, e, float(sure), Spot(path, int(start), int(end), int(line), quote)

    def together(self, *groups: Collection[str]) -> list[Passage]:
        """Return the sentences that name something of each group of things, the most informative first."""
        ids = [self._ids(group) for group in sorted(set(map(tuple, groups)))]
        if not all(ids):
            return []
        found = " INTERSECT ".join(f"SELECT sentence AS id FROM seen WHERE thing IN ({_marks(some)})" for some in ids)
        return self._passages(f"SELECT id FROM ({found})", [one for some in ids for one in some])

    def naming(self, *things: str, limit: int = 40, among: int = 200) -> list[Passage]:
        """Return sentences that name one of some things, the most informative first.

        Args:
            limit: of the sentences to return.
            among: how many sentences to choose from.
        """
        ids = self._ids(things)
        return self._passages(f"SELECT sentence FROM seen WHERE thing IN ({_marks(ids)})", ids, among)[:limit]

    def notes_naming(self, *things: str, limit: int = 20) -> list[tuple[str, int, int]]:
        """Return the notes that name one of some things.

        Of each its path, the number of sentences, and the line of the first; most sentences first.
        """
        ranked = f"GROUP BY n.id ORDER BY COUNT(DISTINCT z.id) DESC, n.path LIMIT {int(limit)}"
        rows = self.seen(things, "n.path, COUNT(DISTINCT z.id), MIN(z.line)", ranked)
        return [(str(path), int(places), int(line)) for path, places, line in rows]

    def seen(self, things: Collection[str], columns: str, grouped: str = "") -> sqlite3.Cursor:
        """Select from the sentences `z`, of the notes `n`, that name one of some things.

        Args:
            columns: what to select, as SQL.
            grouped: how to group, sort and limit the rows.
        """
        return self.index.execute(
            f"SELECT {columns} FROM things t JOIN seen s ON s.thing = t.id JOIN sentences z ON z.id = s.sentence "
            f"JOIN notes n ON n.id = z.note WHERE t.iri IN ({_marks(things)}) {grouped}",
            [*things],
        )

    def count_kinds(self) -> dict[str, int]:
        """Count the things of each kind, and the notes."""
        rows = self.index.execute("SELECT kind, COUNT(*) FROM things WHERE kind <> '' GROUP BY kind")
        return {str(kind): int(number) for kind, number in rows}

    def _ids(self, things: Collection[str]) -> list[int]:
        rows = self.index.execute(f"SELECT id FROM things WHERE iri IN ({_marks(things)}) ORDER BY id", [*things])
        return [int(one) for (one,) in rows]

    def _passages(self, which: str, values: Sequence[int], most: int = 200) -> list[Passage]:
        query = (
            "SELECT n.path, z.line, z.raw FROM sentences z JOIN notes n ON n.id = z.note "
            f"WHERE z.id IN ({which}) ORDER BY n.path, z.start LIMIT ?"
        )
        with closing(self.index.execute(query, [*values, most])) as rows:
            found = [Passage(path, line, plain(raw, suffix=suffix_of(path)), raw) for path, line, raw in rows]
        return sorted(found, key=lambda one: -telling(one.sentence))


def _marks(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))


class _Indexed(Names):
    """What things are called, as the index has it; what it does not have is asked of the graph."""

    def __init__(self, store: Store, database: sqlite3.Connection) -> None:
        super().__init__(store)
        self._database = database

    def learn(self, nodes: Iterable[str]) -> None:
        """Look up many at once."""
        unknown = [node for node in dict.fromkeys(nodes) if node not in self._known]
        for part in batches(unknown):
            query = f"SELECT iri, name, kind FROM things WHERE iri IN ({', '.join('?' * len(part))}) AND kind <> ''"
            self._known |= {iri: (name, kind) for iri, name, kind in self._database.execute(query, part)}
        super().learn(unknown)


def indexed(graph: Path) -> sqlite3.Connection:
    """Open the index of the current graph; make it or bring it up to date first if needed.

    Raises:
        StoreError: there is no graph.
    """
    notes = origin.find(graph)
    found = index.current(graph, notes)
    if found is None:
        with Knowledge.open(graph, notes) as knowledge:
            return index.open_index(graph, knowledge.store, knowledge.notes)
    return found


def telling(sentence: str) -> int:
    """Return how informative a sentence is: a few words are a heading, very many are a list.

    >>> telling("RLHF") < telling("RLHF makes models agree with whoever speaks.") > telling("x " * 2000)
    True
    """
    return min(len(sentence), 160) // 20 - max(len(sentence) - 500, 0) // 20
