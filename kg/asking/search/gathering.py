"""What an index holds of a graph, read from the store: of some things or notes, or of all in few passes."""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from kg import graph, terms
from kg.graph import KINDS
from kg.rdf import Store

Facts = dict[str, list[str]]
"""Predicate -> values, sorted."""
_READ = (
    *(terms.TYPE, terms.LABEL, terms.NAME, terms.PREF_LABEL, terms.ALTERNATE_NAME, terms.ALT_LABEL, terms.PATH),
    *(terms.CITATION_KEY, terms.SAME_AS, terms.AUTHOR, terms.PERFORMER, terms.REMARK, terms.ABSTRACT, terms.HIGHLIGHT),
    *(terms.KEYWORDS, terms.DATE_PUBLISHED, terms.START_DATE, terms.DATE_CREATED),
)
_PLACE = re.compile(r"(.*)#char=(\d+),\d+", re.DOTALL)


def note_iri(store: Store, path: str) -> str:
    """Return the IRI of a note; an IRI of nothing when there is none."""
    return min(store.having(terms.PATH, path), default="urn:nothing")


def mentions_of(store: Store, path: str) -> Iterator[tuple[str, int]]:
    """Yield what a note names, with the place where each name starts."""
    rows = store.query(
        f"SELECT ?thing ?at {{ ?at oa:hasSource <{note_iri(store, path)}> . "
        "?mention prov:wasDerivedFrom ?at ; kg:names ?thing }"
    ).texts()
    for thing, place in rows:
        found = _PLACE.fullmatch(place)
        if found:
            yield thing, int(found[2])


class Mentions:
    """All mentions of a graph by their notes, kept in a temporary table."""

    def __init__(self, database: sqlite3.Connection, store: Store) -> None:
        self._database = database
        self._store = store
        database.execute("CREATE TEMP TABLE mentions (note TEXT NOT NULL, start INTEGER NOT NULL, thing TEXT NOT NULL)")
        rows = store.query("SELECT ?thing ?at { ?mention kg:names ?thing ; prov:wasDerivedFrom ?at }").texts()
        places = ((_PLACE.fullmatch(at), thing) for thing, at in rows)
        of_notes = ((found[1], int(found[2]), thing) for found, thing in places if found)
        database.executemany("INSERT INTO mentions VALUES (?, ?, ?)", of_notes)
        database.execute("CREATE INDEX temp.mentions_of ON mentions (note)")

    def of(self, path: str) -> list[tuple[str, int]]:
        """Return what a note names, with the place where each name starts."""
        query = "SELECT thing, start FROM mentions WHERE note = ? ORDER BY start, thing"
        return self._database.execute(query, (note_iri(self._store, path),)).fetchall()

    def close(self) -> None:
        """Remove the table."""
        self._database.execute("DROP TABLE temp.mentions")


def facts_of(store: Store, things: Sequence[str]) -> dict[str, Facts]:
    """Read what an index has about some things."""
    return dict(_grouped(graph.facts_of(store, things, _READ)))


def all_facts(database: sqlite3.Connection, store: Store) -> Iterator[tuple[str, Facts]]:
    """Read what an index has about every thing, in order, through a temporary table."""
    database.execute("CREATE TEMP TABLE facts (thing TEXT NOT NULL, p TEXT NOT NULL, value TEXT NOT NULL)")
    for predicate in _READ:
        rows = graph.pairs(store, predicate)
        if predicate == terms.TYPE:
            rows = ((thing, value) for thing, value in rows if value in KINDS)
        database.executemany(f"INSERT INTO facts VALUES (?, '{predicate}', ?)", rows)
    yield from _grouped(database.execute("SELECT DISTINCT * FROM facts ORDER BY thing, p, value"))
    database.execute("DROP TABLE temp.facts")


def _grouped(rows: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, Facts]]:
    for thing, of_thing in groupby(rows, key=itemgetter(0)):
        facts: Facts = defaultdict(list)
        for _, predicate, value in of_thing:
            facts[predicate].append(value)
        yield thing, facts


def names_of(store: Store, things: Collection[str] | None) -> dict[str, str]:
    """Return the names of some things, or those of all who are an author or a speaker."""
    if things is not None:
        return {thing: name for thing, _, name in graph.facts_of(store, things, (terms.LABEL,))}
    rows = store.query(
        "SELECT ?x ?name { { SELECT DISTINCT ?x { ?y schema:author|schema:performer ?x } } ?x rdfs:label ?name }"
    )
    return {thing: name for thing, name in rows.texts()}  # noqa: C416 - rows are of any length to a checker
