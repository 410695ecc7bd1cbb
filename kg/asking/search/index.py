"""The index of a graph for searching: a file beside the store, made when it is first wanted and kept in step after.

It is not part of a build, as most builds are followed by the next one, not by a search. It knows of which graph it is:
when that has changed, the notes that changed are indexed again, and the rest stays. What comes out is the same as of an
index from nothing. Where the folder cannot be written, the index is made in memory.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from kg.asking.beginnings import FILE_NAME
from kg.asking.search.making import Filling, Mentions, note_iri
from kg.asking.sentences import Library
from kg.graph import kinds
from kg.rdf import Store, index, seal
from kg.writing import replacing_file

_FORMAT = "2"
"""Another one means: made by another kg, not to be used."""
_QUOTES = f"{_FORMAT}-quotes"
"""The format where the notes were not there, and only what the graph quotes can be found."""
_WAIT = 120.0
"""Seconds to wait for another process that updates the index."""
_WORTH = 0.3
"""Share of notes from which on all are indexed anew rather than those that changed."""
Tell = Callable[[int], None]
"""Told how many notes are about to be indexed."""


def open_index(
    graph: Path, store: Store, notes: Path | None = None, *, tell: Tell = lambda _: None
) -> sqlite3.Connection:
    """Open the index of a graph to read it; make it or bring it up to date first if needed.

    Args:
        notes: where the notes are; their sentences are searched if they have not changed since.
        tell: called when there is work to do.
    """
    path, states = graph / FILE_NAME, _states(graph, notes)
    if _read_state(path) not in states:
        work = _Work(store, Library(store, notes), _digests(graph, store), states[-1])
        try:
            _renew(path, work, tell)
        except (sqlite3.Error, OSError):
            return _made_in_memory(work)
    return _opened(path)


def current(graph: Path, notes: Path | None = None) -> sqlite3.Connection | None:
    """Open the index of a graph if there is one of the current graph, with all sentences if there are notes."""
    path = graph / FILE_NAME
    return _opened(path) if _read_state(path) in _states(graph, notes) else None


def in_memory(store: Store, notes: Path | None = None) -> sqlite3.Connection:
    """Make an index in memory, which ends with the process."""
    return _made_in_memory(_Work(store, Library(store, notes), store.notes(), _FORMAT))


def _made_in_memory(work: _Work) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    database.execute("BEGIN")
    _fill(database, work)
    database.execute("COMMIT")
    return database


def _states(graph: Path, notes: Path | None) -> list[str]:
    """Return the states that an index of a graph may have, and last the one of an index that is made now."""
    formats = [_FORMAT] if notes is not None else [_FORMAT, _QUOTES]
    return [f"{name} {seal.state(graph)}" for name in formats]


def _digests(graph: Path, store: Store) -> dict[str, str]:
    """Return for each note a digest of all that its graph follows from."""
    old = index.load(graph)
    return dict(old.index.notes) if old is not None and old.index.notes else store.notes()


class _Work(NamedTuple):
    """Of what an index is made."""

    store: Store
    library: Library
    digests: Mapping[str, str]
    state: str


def _renew(path: Path, work: _Work, tell: Tell) -> None:
    """Bring an index up to date, or make it; it is sealed, and takes the place of the old one when it is complete."""
    with replacing_file(path) as fresh:
        known = _copied(path, fresh)
        changed = sorted(n for n in known.keys() | work.digests.keys() if known.get(n) != work.digests.get(n))
        few = bool(known) and len(changed) <= max(1, _WORTH * len(work.digests))
        tell(len(changed) if few else len(work.digests))
        if not few:
            fresh.unlink(missing_ok=True)
        with closing(sqlite3.connect(fresh, timeout=_WAIT, isolation_level=None)) as database:
            database.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
            if few:
                _revise(database, work, changed, known)
            else:
                _fill(database, work)
            database.execute("COMMIT")
    seal.close(path.parent, [FILE_NAME], file=seal.SEARCH)


def _copied(path: Path, fresh: Path) -> dict[str, str]:
    """Copy an index; return its notes with their digests, none if this kg did not make it, or if it is damaged."""
    if _read_state(path).partition(" ")[0] == _FORMAT:
        shutil.copyfile(path, fresh)
        with closing(_opened(fresh)) as database:
            return dict(database.execute("SELECT path, digest FROM notes"))
    return {}


def _fill(database: sqlite3.Connection, work: _Work) -> None:
    for statement in Path(__file__).with_name("schema.sql").read_text(encoding="utf-8").split(";\n"):
        database.execute(statement)
    filling = Filling(database, work.store, work.library)
    mentions = Mentions(database, work.store)
    for note in sorted(work.digests):
        filling.add_note(note, work.digests[note], mentions.of(note))
    mentions.close()
    filling.describe_all()
    filling.finish(work.state)


def _revise(database: sqlite3.Connection, work: _Work, changed: Iterable[str], known: Mapping[str, str]) -> None:
    filling = Filling(database, work.store, work.library)
    touched: set[str] = set()
    for note in changed:
        touched |= filling.drop_note(note) if note in known else set()
        touched |= filling.add_note(note, work.digests[note]) if note in work.digests else set()
        touched.add(note_iri(work.store, note))
    there = set(kinds(work.store))
    listed = {iri for (iri,) in database.execute("SELECT iri FROM things WHERE kind <> ''")}
    filling.describe(touched | (there ^ listed))
    filling.finish(work.state)


def _opened(path: Path) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?mode=ro"
    return sqlite3.connect(uri, uri=True, timeout=_WAIT, isolation_level=None, check_same_thread=False)


def _read_state(path: Path) -> str:
    if seal.fits(path.parent, FILE_NAME, file=seal.SEARCH):
        with suppress(sqlite3.Error), closing(_opened(path)) as database:
            found = database.execute("SELECT value FROM about WHERE key = 'state'").fetchone()
            return str(found[0]) if found else ""
    return ""
