"""What of a graph can be searched, as rows: the sentences of its notes, and its things with their names and texts."""

from __future__ import annotations

import re
import sqlite3
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from kg import graph, terms
from kg.asking.plain import plain, suffix_of
from kg.asking.search.folding import indexed
from kg.asking.sentences import Library
from kg.asking.wording import shown_name
from kg.graph import KINDS, batches, kind_rank
from kg.rdf import Store
from kg.text import name_key

_COUNTING = """
UPDATE things SET
    places = (SELECT COUNT(*) FROM seen s WHERE s.thing = things.id),
    notes = (SELECT COUNT(DISTINCT z.note) FROM seen s JOIN sentences z ON z.id = s.sentence WHERE s.thing = things.id)
"""
WORDS_OF_THING = ("names", "titles", "keys", "people", "said")
_NAMES = {terms.LABEL, terms.NAME, terms.PREF_LABEL, terms.ALTERNATE_NAME, terms.ALT_LABEL}
_SAID = {terms.REMARK, terms.ABSTRACT, terms.HIGHLIGHT, terms.KEYWORDS}
_YEARS = {terms.DATE_PUBLISHED, terms.START_DATE, terms.DATE_CREATED}
_KEYS = {terms.CITATION_KEY, terms.SAME_AS, terms.PATH}
_BROKEN = ("ðŸ", "â€", "Ã")
_MIN_WORD = 4
"""Letters of a word that can be meant when a word is misspelled."""


class Filling:
    """Adds notes and things to the tables of an index, and removes them."""

    def __init__(self, database: sqlite3.Connection, store: Store, library: Library) -> None:
        self._database = database
        self._store = store
        self._library = library
        self._counts: Counter[str] = Counter()
        self._things: dict[str, int] = dict(database.execute("SELECT iri, id FROM things"))

    def add_note(self, path: str, digest: str, mentions: Iterable[tuple[str, int]] | None = None) -> set[str]:
        """Add the sentences of a note; return the things that it names.

        Args:
            digest: of everything that its graph depends on.
            mentions: the things that it names and where they start, if already known.
        """
        note = self._database.execute("INSERT INTO notes (path, digest) VALUES (?, ?)", (path, digest)).lastrowid
        suffix, starts, ids = suffix_of(path), [], []
        for one in self._library.of(path):
            shown = _shown(one.raw, suffix)
            if not any(map(str.isalnum, shown)):
                continue
            row = (note, one.line, one.start, one.raw)
            made = self._database.execute("INSERT INTO sentences (note, line, start, raw) VALUES (?, ?, ?, ?)", row)
            starts.append(one.start)
            ids.append(int(made.lastrowid or 0))
            self._put("sentence_words", ids[-1], [shown], sign=1)
        found: set[str] = set()
        for iri, start in mentions if mentions is not None else mentions_of(self._store, path):
            found.add(iri)
            place = bisect_right(starts, start) - 1
            if place >= 0:
                self._database.execute("INSERT OR IGNORE INTO seen VALUES (?, ?)", (self._id(iri), ids[place]))
        return found

    def _id(self, iri: str) -> int:
        """Return the number of a thing; it is described later."""
        if iri not in self._things:
            columns = ", ".join(("kind", "name", "year", *WORDS_OF_THING))
            empty = ", ".join(["''"] * (3 + len(WORDS_OF_THING)))
            made = self._database.execute(f"INSERT INTO things (iri, {columns}) VALUES (?, {empty})", (iri,))
            self._things[iri] = int(made.lastrowid or 0)
        return self._things[iri]

    def drop_note(self, path: str) -> set[str]:
        """Remove a note; return the things that it named."""
        (note,) = self._database.execute("SELECT id FROM notes WHERE path = ?", (path,)).fetchone()
        of_note = "sentence IN (SELECT id FROM sentences WHERE note = ?)"
        rows = self._database.execute(
            f"SELECT iri FROM things WHERE id IN (SELECT thing FROM seen WHERE {of_note})",
            (note,),
        )
        found = {iri for (iri,) in rows}
        suffix = suffix_of(path)
        for number, raw in self._database.execute("SELECT id, raw FROM sentences WHERE note = ?", (note,)).fetchall():
            self._put("sentence_words", number, [_shown(raw, suffix)], sign=-1)
        self._database.execute(f"DELETE FROM seen WHERE {of_note}", (note,))
        self._database.execute("DELETE FROM sentences WHERE note = ?", (note,))
        self._database.execute("DELETE FROM notes WHERE id = ?", (note,))
        return found

    def describe(self, things: Collection[str]) -> None:
        """Write what the graph now says about things; drop those that no longer exist."""
        for part in batches(sorted(things)):
            told = facts_of(self._store, part)
            people = names_of(self._store, {one for facts in told.values() for one in _people(facts)})
            for iri in part:
                self._drop_thing(iri)
                if iri in told:
                    self._add_thing(iri, told[iri], people)

    def describe_all(self) -> None:
        """Write what the graph says about every thing, in an empty index."""
        people = names_of(self._store, None)
        for iri, facts in all_facts(self._database, self._store):
            self._add_thing(iri, facts, people)

    def _drop_thing(self, iri: str) -> None:
        number = self._things.get(iri)
        if number is None:
            return
        query = f"SELECT {', '.join(WORDS_OF_THING)} FROM things WHERE id = ?"
        before = self._database.execute(query, (number,)).fetchone()
        if before is not None and any(before):
            self._put("thing_words", number, before, sign=-1)
        self._database.execute("DELETE FROM calls WHERE thing = ?", (number,))
        self._database.execute("UPDATE things SET kind = '', names = '' WHERE id = ?", (number,))

    def _add_thing(self, iri: str, facts: Facts, people: Mapping[str, str]) -> None:
        kinds = [KINDS[one] for one in facts.get(terms.TYPE, ()) if one in KINDS]
        if not kinds:
            return
        number = self._id(iri)
        kind = min(kinds, key=kind_rank)
        names = _chosen(facts, _NAMES if kind != "note" else {terms.PATH, terms.NAME})
        label = (facts[terms.PATH] if kind == "note" else facts.get(terms.LABEL) or names or [iri])[0]
        shown = shown_name(label, facts.get(terms.CITATION_KEY, ()))
        names += [shown] if shown != label else []
        titles, short = (names, []) if kind in ("paper", "note", "session") else ([], names)
        if kind == "paper":
            short = [name.split(":")[0] for name in names if ":" in name] + _chosen(facts, {terms.ALTERNATE_NAME})
        keys = [one.rstrip("/").rsplit("/", 1)[-1] for one in _chosen(facts, _KEYS)]
        columns = [short, titles, keys, [people[one] for one in _people(facts) if one in people], _chosen(facts, _SAID)]
        texts = ["\n".join(sorted(set(one))) for one in columns]
        years = sorted({one[:4] for one in _chosen(facts, _YEARS)})
        self._database.execute(
            "UPDATE things SET kind = ?, name = ?, year = ?, names = ?, titles = ?, keys = ?, people = ?, said = ? "
            "WHERE id = ?",
            (kind, shown, " ".join(years), *texts, number),
        )
        self._put("thing_words", number, texts, sign=1)
        calls = {name_key(name) for name in (*names, *_chosen(facts, {terms.CITATION_KEY}))} - {""}
        self._database.executemany("INSERT INTO calls VALUES (?, ?)", [(key, number) for key in sorted(calls)])

    def _put(self, table: str, number: int, texts: Sequence[str], *, sign: int) -> None:
        folded = [indexed(text) for text in texts]
        for text in folded:
            for word in text.split():
                self._counts[word] += sign
        places = ", ".join("?" * len(texts))
        columns = "raw" if len(texts) == 1 else ", ".join(WORDS_OF_THING)
        if sign > 0:
            self._database.execute(f"INSERT INTO {table} (rowid, {columns}) VALUES (?, {places})", (number, *folded))
        else:
            self._database.execute(
                f"INSERT INTO {table} ({table}, rowid, {columns}) VALUES ('delete', ?, {places})",
                (number, *folded),
            )

    def finish(self, state: str) -> None:
        """Drop what nothing names any more, and bring the list of words up to date."""
        self._database.execute("DELETE FROM things WHERE kind = ''")
        self._database.execute(_COUNTING)
        rows = ((word, times) for word, times in sorted(self._counts.items()) if times and len(word) >= _MIN_WORD)
        self._database.executemany(
            "INSERT INTO words VALUES (?, ?) ON CONFLICT (word) DO UPDATE SET times = times + excluded.times",
            (row for row in rows if not row[0].isdigit()),
        )
        self._database.execute("DELETE FROM words WHERE times <= 0")
        by_length: dict[int, list[str]] = defaultdict(list)
        for (word,) in self._database.execute("SELECT word FROM words ORDER BY word"):
            by_length[len(word)].append(word)
        self._database.execute("DELETE FROM vocabulary")
        self._database.executemany(
            "INSERT INTO vocabulary VALUES (?, ?)",
            sorted((length, " ".join(some)) for length, some in by_length.items()),
        )
        self._database.execute("INSERT OR REPLACE INTO about VALUES ('state', ?)", (state,))


def _shown(raw: str, suffix: str) -> str:
    """Return the words of a sentence; only what looks as if it were decoded wrongly is mended, which takes long."""
    return plain(raw, suffix=suffix, repaired=any(sign in raw for sign in _BROKEN))


def _people(facts: Facts) -> list[str]:
    return [*facts.get(terms.AUTHOR, ()), *facts.get(terms.PERFORMER, ())]


def _chosen(facts: Facts, predicates: Collection[str]) -> list[str]:
    return [value for predicate in sorted(predicates) for value in facts.get(predicate, ())]


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
