"""The identity of a vault beside its graph: which mentions belong together, what is said of them, what they name.

With it an update looks at what a change touches and at nothing else. It is part of the graph's folder and changes with
the graph; a graph without one is built from all notes. It holds data alone: opening one runs nothing.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import closing
from pathlib import Path
from typing import Self

from kg.model import Kind, Mention
from kg.pipeline.component_codec import decode, encode
from kg.resolution.clustering import GROUPS, PAPERS, Component, Group, keys_of
from kg.resolution.components import Key
from kg.resolution.slips import anchors
from kg.resolution.updating import Update
from kg.running import uncollected

FILE_NAME = "identity.db"
PARTS = "identity.parts"
"""Folder, beside the graph, of what the workers of a cluster tell each other until identity is decided."""
_BATCH = 20_000
"""Mentions whose components are written at once: some have thousands."""
_TABLES = """
CREATE TABLE component (number INTEGER PRIMARY KEY, kinds INTEGER, content BLOB);
CREATE TABLE key (hash INTEGER, component INTEGER, binds INTEGER, PRIMARY KEY (hash, component)) WITHOUT ROWID;
CREATE TABLE place (note INTEGER, kinds INTEGER, component INTEGER, PRIMARY KEY (note, kinds, component)) WITHOUT ROWID;
CREATE TABLE contents (digest TEXT);
CREATE TABLE anchor (hash INTEGER, title BLOB, PRIMARY KEY (hash, title)) WITHOUT ROWID;
"""


def holds(path: Path, contents: Mapping[str, str]) -> bool:
    """Return whether a file exists and has the components of notes with some contents."""
    if not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(path)) as rows:
            return rows.execute("SELECT digest FROM contents").fetchall() == [(_signature(contents),)]
    except sqlite3.Error:
        return False


class UnfitLedgerError(Exception):
    """The file does not hold what an update needs: it is broken, or the user has decided on what the update touches."""


class Ledger:
    """The components of a vault, by number."""

    def __init__(self, rows: sqlite3.Connection) -> None:
        self._rows = rows

    @classmethod
    @uncollected()
    def create(
        cls,
        path: Path,
        found: Mapping[Group, Iterable[Component]],
        contents: Mapping[str, str],
        concerned: AbstractSet[Mention],
    ) -> None:
        """Write the components of a vault into a new file.

        Args:
            contents: note -> digest of what it says.
            concerned: what the user decided on: components with that are found by their keys, but not stored.

        Raises:
            OSError: the file cannot be written.
        """
        try:
            with closing(sqlite3.connect(path)) as rows, rows:
                rows.execute("PRAGMA synchronous=OFF")
                rows.executescript(_TABLES)
                ledger = cls(rows)
                for group, components in found.items():
                    ledger._put(group, components, untold=concerned)
                ledger._sign(contents)
        except sqlite3.OperationalError as error:
            raise OSError(f"{path.name}: {error}") from error

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a file; `close` saves changes."""
        rows = sqlite3.connect(path)
        rows.execute("PRAGMA synchronous=OFF")
        return cls(rows)

    def close(self) -> None:
        """Save what was changed."""
        self._rows.commit()
        self._rows.close()

    def load(self, group: Group, number: int) -> Component:
        """Return a component.

        Raises:
            UnfitLedgerError: it is not stored, or cannot be read.
        """
        [(content,)] = self._rows.execute("SELECT content FROM component WHERE number = ?", (number,))
        if content is None:
            raise UnfitLedgerError("the user decided on it")
        try:
            return decode(group, zlib.decompress(content))
        except (zlib.error, ValueError, KeyError, IndexError, TypeError) as error:
            raise UnfitLedgerError(str(error)) from error

    def of_notes(self, group: Group, notes: Iterable[str]) -> set[int]:
        """Return the components with mentions in some notes."""
        query = "SELECT component FROM place WHERE kinds = ? AND note = ?"
        return {
            n for note in sorted(notes) for (n,) in self._rows.execute(query, (GROUPS.index(group), digest_of(note)))
        }

    def having(self, group: Group, keys: Iterable[Key]) -> set[int]:
        """Return the components that have one of some keys, if one of the two sides binds by it."""
        binding: dict[int, bool] = {}
        for key in keys:
            digest = _hash(group, key.text)
            binding[digest] = binding.get(digest, False) or key.binds
        query = "SELECT component FROM key WHERE hash = ? AND (binds OR ?)"
        return {n for pair in binding.items() for (n,) in self._rows.execute(query, pair)}

    def titles_near(self, title: str) -> list[str]:
        """Return the titles of papers that begin or end like a title, and the title itself if it is known."""
        hashes = sorted({_hash(PAPERS, anchor) for anchor in anchors(title)})
        query = "SELECT title FROM anchor WHERE hash = ?"
        found = {title for digest in hashes for (title,) in self._rows.execute(query, (digest,))}
        return sorted(title.decode("utf-8", "surrogatepass") for title in found)

    def apply(self, updates: Mapping[Group, Update], contents: Mapping[str, str]) -> None:
        """Replace components; the contents are the new ones of the notes."""
        for group, update in updates.items():
            kept = {id(component) for component in update.old.values()} & set(map(id, update.new))
            self._drop(group, {number: one for number, one in update.old.items() if id(one) not in kept})
            self._put(group, (component for component in update.new if id(component) not in kept))
        self._sign(contents)

    def _sign(self, contents: Mapping[str, str]) -> None:
        self._rows.execute("DELETE FROM contents")
        self._rows.execute("INSERT INTO contents VALUES (?)", (_signature(contents),))

    def _drop(self, group: Group, old: Mapping[int, Component]) -> None:
        self._rows.executemany("DELETE FROM component WHERE number = ?", ((number,) for number in old))
        self._rows.executemany(
            "DELETE FROM key WHERE hash = ? AND component = ?",
            ((_hash(group, text), number) for number, one in old.items() for text in keys_of(group, one)),
        )
        self._rows.executemany(
            "DELETE FROM place WHERE note = ? AND kinds = ? AND component = ?",
            ((note, GROUPS.index(group), number) for number, one in old.items() for note in _notes(one)),
        )
        self._rows.executemany("DELETE FROM anchor WHERE hash = ? AND title = ?", _anchored(group, old.values()))

    def _put(self, group: Group, new: Iterable[Component], untold: AbstractSet[Mention] = frozenset()) -> None:
        kinds = GROUPS.index(group)
        [(last,)] = self._rows.execute("SELECT coalesce(max(number), 0) FROM component")
        for some in _batches(enumerate(new, last + 1)):
            telling = ((n, one, not untold or untold.isdisjoint(one.said)) for n, one in some)
            told = ((n, kinds, zlib.compress(encode(one).encode(), 1) if tell else None) for n, one, tell in telling)
            keys = ((_hash(group, text), n, binds) for n, one in some for text, binds in keys_of(group, one).items())
            places = ((note, kinds, n) for n, one in some for note in _notes(one))
            self._rows.executemany("INSERT INTO component VALUES (?, ?, ?)", told)
            # In the order of their table rows are entered faster.
            self._rows.executemany("INSERT OR REPLACE INTO key VALUES (?, ?, ?)", sorted(keys))
            self._rows.executemany("INSERT INTO place VALUES (?, ?, ?)", sorted(places))
            self._rows.executemany(
                "INSERT OR IGNORE INTO anchor VALUES (?, ?)", sorted(_anchored(group, (one for _, one in some)))
            )


def _batches(numbered: Iterable[tuple[int, Component]]) -> Iterator[list[tuple[int, Component]]]:
    some: list[tuple[int, Component]] = []
    held = 0
    for number, component in numbered:
        some.append((number, component))
        held += len(component.said)
        if held >= _BATCH:
            yield some
            some, held = [], 0
    yield some


def _signature(contents: Mapping[str, str]) -> str:
    whole = "\n".join(f"{note} {digest}" for note, digest in sorted(contents.items()))
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def _notes(component: Component) -> list[int]:
    return sorted({digest_of(mention.span.note) for mention in component.said})


def _anchored(group: Group, components: Iterable[Component]) -> Iterator[tuple[int, bytes]]:
    if group is PAPERS:
        told = (said for one in components for m, said in one.said.items() if m.kind is Kind.PAPER)
        titles = {title for said in told for title in said.titles}
        for title in sorted(titles):
            written = title.encode("utf-8", "surrogatepass")
            yield from ((_hash(group, anchor), written) for anchor in anchors(title))


def _hash(group: Group, text: str) -> int:
    return digest_of(f"{group.name} {text}")


def digest_of(text: str) -> int:
    """Hash a text to 64 bits: two texts of one hash would only have more looked at than needs be."""
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
