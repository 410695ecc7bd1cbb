"""Names in a graph that begin so, for completion: from the index for searching, whether it is of this build or older.

Who presses a key waits for it, so this imports next to nothing, and makes no index where there is none.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from kg.text import name_key

FILE_NAME = "search.sqlite"
"""Of the index, in the folder of the graph."""
MOST = 50
_LOOKED_AT = 2000
"""Things with such a name, of which the best known are given."""
_LAST = "\U0010ffff"


class Named(NamedTuple):
    """A thing by one of its names."""

    name: str
    """On one line, and safe to print."""
    kind: str
    iri: str


def names(graph: Path, begin: str, kinds: Collection[str] = (), *, most: int = MOST) -> list[Named]:
    """Return names with a beginning, ignoring case; those of things that most sentences name come first.

    Args:
        graph: the folder of the graph; without an index there are no names.
        kinds: of the things; empty for all.
        most: maximum number of names.
    """
    path = graph / FILE_NAME
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            return names_in(database, begin, kinds, most=most)
    except sqlite3.Error:
        return []


def names_in(database: sqlite3.Connection, begin: str, kinds: Collection[str] = (), *, most: int = MOST) -> list[Named]:
    """Return names in an index; see `names`.

    Raises:
        sqlite3.Error: it is not an index of kg.
    """
    rows = _rows(database, begin, kinds)
    wanted = begin.casefold()
    found = dict.fromkeys(
        Named(name, kind, iri)
        for kind, iri, called in rows
        for name in called
        if name.isprintable() and name.casefold().startswith(wanted)
    )
    return list(found)[:most]


def _rows(database: sqlite3.Connection, begin: str, kinds: Collection[str]) -> list[tuple[str, str, list[str]]]:
    key = name_key(begin)
    asked = ", ".join("?" * len(kinds))
    of_kinds = f" AND t.kind IN ({asked})" if kinds else ""
    table, given = "things t WHERE t.kind <> ''", list[object]()
    if key:
        table = "things t WHERE t.id IN (SELECT thing FROM calls WHERE key >= ? AND key < ?)"
        given = [key, key + _LAST]
    query = (
        f"SELECT t.kind, t.iri, t.name, t.names, t.titles FROM {table}{of_kinds} "
        f"ORDER BY t.places DESC, t.name, t.iri LIMIT {_LOOKED_AT}"
    )
    rows = database.execute(query, [*given, *kinds])
    return [(kind, iri, list(_called(name, names, titles))) for kind, iri, name, names, titles in rows]


def _called(name: str, *columns: str) -> Iterator[str]:
    """Yield the names of a thing, each on one line; columns of the index have a name in each line."""
    first = " ".join(name.split())
    for text in (first, *(column.replace(name, first) if "\n" in name else column for column in columns)):
        yield from filter(None, (" ".join(line.split()) for line in text.split("\n")))
