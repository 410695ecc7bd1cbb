"""Search a graph by words: its things first, then the sentences of its notes, the best first.

CROSS JOIN tells SQLite to ask the text search first; on its own it begins with a filter that fits half of all things.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kg.asking.plain import plain, suffix_of
from kg.asking.search.folding import fold, ranges, words
from kg.asking.search.scoring import Row, Scoring, Terms, stem
from kg.asking.search.wanted import Wanted, almost, beginning_with, expression, has_path, is_known, parse
from kg.asking.sentences import Passage
from kg.rdf import Found
from kg.text import name_key

_WEIGHTS = "10.0, 6.0, 8.0, 3.0, 1.0"
"""Of names, titles, keys, people, and what is said of a thing."""
_COLUMNS = "t.id, t.iri, t.kind, t.name, t.year, t.places, t.notes, t.names, t.titles, t.keys"
_IN_YEARS = "t.year <> '' AND substr(t.year, 1, 4) <= ? AND substr(t.year, -4) >= ?"
_READ = 40
"""Sentences of a thing among which the best is chosen."""
_CANDIDATES = 200
"""Of each table, ranked closely; what the text search ranks below is not looked at."""
_SHOWN = 1000
"""Things or sentences of an answer without a limit."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A matching thing."""

    iri: str
    kind: str
    name: str
    years: tuple[str, ...]
    notes: int
    """How many name it."""
    places: int
    """Sentences that name it."""
    passage: Passage | None
    """The sentence about it that fits best."""
    marked: tuple[tuple[int, int], ...]
    """Ranges of the sentence that fit."""
    score: float


@dataclass(frozen=True, slots=True)
class SentenceHit:
    """A matching sentence."""

    passage: Passage
    marked: tuple[tuple[int, int], ...]
    score: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found."""

    wanted: str
    things: tuple[Hit, ...]
    all_things: int
    sentences: tuple[SentenceHit, ...]
    all_sentences: int
    matched: str
    """`all` words, only `some` of them, or `none`."""
    corrected: dict[str, tuple[str, ...]]
    """Word as typed -> the words that were searched in its place."""


def search(database: sqlite3.Connection, text: str, *, limit: int = 10) -> Answer:
    """Search things and sentences.

    If nothing has all words, unknown words are taken for typos; then any of the words will do.

    Args:
        limit: of things and of sentences; 0 for all.
    """
    for search, every, corrected in _ways(database, parse(text), limit or _SHOWN):
        things, of_things = search.things(every=every)
        found, of_sentences = search.sentences(every=every)
        if of_things or of_sentences:
            matched = "all" if every else "some"
            return Answer(text, tuple(things), of_things, tuple(found), of_sentences, matched, corrected)
    return Answer(text, (), 0, (), 0, "none", {})


def searching(database: sqlite3.Connection) -> Callable[[str], Found]:
    """Return the function by which queries search: it finds what `search` finds without a limit."""

    def found(text: str) -> Found:
        for search, every, _ in _ways(database, parse(text), _SHOWN):
            things, sentences = search.scores(every=every), search.places(every=every)
            if things or sentences:
                return Found(things, sentences)
        return Found({})

    return found


def _ways(
    database: sqlite3.Connection, wanted: Wanted, limit: int
) -> Iterator[tuple[_Search, bool, dict[str, tuple[str, ...]]]]:
    """Yield the ways to search, one after the other: as typed, with slips mended, then for any of the words."""
    if not wanted.terms and not wanted.is_filtered:
        return
    for freely, every in ((False, True), (True, True), (False, False)):
        forms, corrected = _forms(database, wanted, freely=freely)
        yield _Search(database, wanted, forms, limit, corrected), every, corrected


def _forms(database: sqlite3.Connection, wanted: Wanted, *, freely: bool) -> tuple[Terms, dict[str, tuple[str, ...]]]:
    """Return each term with the forms in which it may stand: as typed, longer where it is the last, else mended.

    Args:
        freely: take words that stand somewhere for slips, too.
    """
    forms: list[tuple[tuple[str, ...], ...]] = []
    corrected: dict[str, tuple[str, ...]] = {}
    for number, term in enumerate(wanted.terms):
        found = [term, ("".join(term),)] if len(term) > 1 else [term]
        longer: list[str] = []
        last = wanted.open_end and number == len(wanted.terms) - 1
        if len(term) == 1 and len(term[0]) > 1 and (last or not _is_there(database, term[0])):
            longer = beginning_with(database, term[0])
            found += [(one,) for one in longer]
        for word in term if not longer else ():
            if freely or not _is_there(database, word):
                mended = almost(database, word)
                if mended:
                    corrected[word] = tuple(mended)
                    found += [tuple(one if part == word else part for part in term) for one in mended]
        forms.append(tuple(dict.fromkeys(found)))
    return tuple(forms), corrected


def _is_there(database: sqlite3.Connection, word: str) -> bool:
    """Return whether a word stands somewhere, as it is or in another form: `aligned`, where notes have `aligning`."""
    tables = ("thing_words", "sentence_words")
    return is_known(database, word) or any(
        database.execute(f"SELECT 1 FROM {table} WHERE {table} MATCH ? LIMIT 1", (f'"{word}"',)).fetchone()
        for table in tables
    )


class _WordTable(NamedTuple):
    """Things or sentences, as SQL: what is searched and ranked, and what is looked up of the best."""

    name: str
    weights: str
    columns: str
    joins: str
    """To the tables that the columns are of, with `{}` for the number of the row."""
    order: tuple[int, ...]
    """Columns that decide between those that rank alike."""

    def join(self, number: str) -> str:
        """Write the joins for a number that is spelled so in SQL."""
        return self.joins.format(number)


class _Search:
    """One search, in the tables of an index."""

    def __init__(
        self,
        database: sqlite3.Connection,
        wanted: Wanted,
        forms: Terms,
        limit: int,
        corrected: Mapping[str, Sequence[str]],
    ) -> None:
        self._database = database
        self._wanted = wanted
        self._forms = forms
        self._limit = limit
        self._looked_for = frozenset(word for term in forms for form in term for word in form)
        self._stems = frozenset(map(stem, self._looked_for))
        self._scoring = Scoring(wanted, forms, corrected)

    def _matching(self, *, every: bool) -> str:
        found = expression(self._forms, every=every)
        without = " ".join(f'NOT "{" ".join(term)}"' for term in self._wanted.without)
        return f"({found}) {without}" if without else found

    # Things.

    def things(self, *, every: bool) -> tuple[list[Hit], int]:
        """Return the best things, and how many there are."""
        number, best = self._ranked(every=every)
        return [self._hit(score, row) for score, row in best], number

    def scores(self, *, every: bool) -> dict[str, float]:
        """Return the scores of the best things."""
        return {row.iri: round(score, 3) for score, row in self._ranked(every=every)[1]}

    def _ranked(self, *, every: bool) -> tuple[int, list[tuple[float, Row]]]:
        condition, values = self._of_things()
        number, rows = self._things(condition, values, every=every)
        best = sorted(
            ((self._scoring.score(row), row) for row in rows), key=lambda one: (-one[0], one[1].name, one[1].iri)
        )
        return number, best[: self._limit]

    def _things(self, condition: str, values: list[object], *, every: bool) -> tuple[int, list[Row]]:
        most = max(_CANDIDATES, self._limit)
        if not self._forms:
            where = f"FROM things t WHERE t.kind <> '' {condition}"
            (number,) = self._database.execute(f"SELECT COUNT(*) {where}", values).fetchone()
            query = f"SELECT {_COLUMNS}, 0.0 {where} ORDER BY t.places DESC, t.name, t.iri LIMIT {most}"
            return int(number), [Row(*row) for row in self._database.execute(query, values)]
        table = _WordTable("thing_words", f", {_WEIGHTS}", _COLUMNS, "CROSS JOIN things t ON t.id = {}", (1,))
        number, rows = self._best_of(table, most, (condition, values), every=every)
        known = {row.iri: row for row in (*self._called(condition, values), *(Row(*row) for row in rows))}
        return max(number, len(known) if number == 0 else 0), list(known.values())

    def _best_of(
        self, table: _WordTable, most: int, filters: tuple[str, list[object]], *, every: bool
    ) -> tuple[int, list[tuple[Any, ...]]]:
        """Return how many rows fit, and the best, with their rank behind the columns."""
        condition, values = filters
        given = [self._matching(every=every), *values]
        where = f"FROM {table.name} w {table.join('w.rowid') if condition else ''} "
        where += f"WHERE {table.name} MATCH ?{condition}"
        ranks = self._ranks(f"SELECT w.rowid, bm25({table.name}{table.weights}) AS r {where}", given, most)
        found = self._database.execute(
            f"SELECT w.value, {table.columns} FROM json_each(?) w {table.join('w.value')}", [json.dumps(list(ranks))]
        )
        rows = sorted(
            ((*row, ranks[number]) for number, *row in found),
            key=lambda row: (row[-1], *(row[at] for at in table.order)),
        )
        if len(ranks) < most:
            return len(rows), rows
        (number,) = self._database.execute(f"SELECT COUNT(*) {where}", given).fetchone()
        return int(number), rows[:most]

    def _ranks(self, ranked: str, given: list[object], most: int) -> dict[int, float]:
        """Return the ranks of the best rows, and of all that rank as the last of them does, by their number.

        What else is known of a row is looked up later: a common word is in most of all sentences.
        """
        best = dict(self._database.execute(f"{ranked} ORDER BY r LIMIT {2 * most}", given))
        in_order = list(best.values())
        if len(best) == 2 * most and in_order[most - 1] == in_order[-1]:
            return dict(self._database.execute(f"SELECT * FROM ({ranked}) WHERE r <= ?", [*given, in_order[-1]]))
        return best

    def _called(self, condition: str, values: list[object]) -> list[Row]:
        """Return the things that are called just so, which a common word can have pushed behind many others."""
        if self._wanted.without:
            return []
        where = f"FROM calls c JOIN things t ON t.id = c.thing WHERE c.key = ? {condition}"
        given = [name_key(self._wanted.text), *values]
        return [Row(*row) for row in self._database.execute(f"SELECT {_COLUMNS}, 0.0 {where}", given)]

    def _of_things(self) -> tuple[str, list[object]]:
        """Write the filters on things as conditions."""
        conditions: list[str] = []
        values: list[object] = []
        if self._wanted.kinds:
            conditions.append(f"t.kind IN ({', '.join('?' * len(self._wanted.kinds))})")
            values += self._wanted.kinds
        if self._wanted.notes:
            conditions.append(
                "EXISTS (SELECT 1 FROM seen s JOIN sentences z ON z.id = s.sentence "
                f"WHERE s.thing = t.id AND z.note IN ({self._note_ids()}))"
            )
        if self._wanted.years:
            conditions.append(_IN_YEARS)
            values += self._years()
        return "".join(f" AND {one}" for one in conditions), values

    def _note_ids(self) -> str:
        rows = self._database.execute("SELECT id, path FROM notes")
        return ", ".join(str(number) for number, path in rows if has_path(self._wanted, path))

    def _years(self) -> list[object]:
        first, last = self._wanted.years or (0, 9999)
        return [f"{last:04}", f"{first:04}"]

    def _hit(self, score: float, row: Row) -> Hit:
        passage, marked = self._best_sentence(row.id)
        years = tuple(row.year.split())
        return Hit(row.iri, row.kind, row.name, years, row.notes, row.places, passage, marked, round(score, 3))

    def _best_sentence(self, number: int) -> tuple[Passage | None, tuple[tuple[int, int], ...]]:
        """Choose the sentence about a thing that has most of what was searched, and says most beside it."""
        rows = self._database.execute(
            "SELECT n.path, z.line, z.raw FROM seen s JOIN sentences z ON z.id = s.sentence "
            f"JOIN notes n ON n.id = z.note WHERE s.thing = ? ORDER BY n.path, z.start LIMIT {_READ}",
            (number,),
        )
        told = [row for row in rows if has_path(self._wanted, row[0])]
        if not told:
            return None, ()
        path, line, raw = max(told, key=lambda row: (self._number_of(row[2]), _says(row[2])))
        shown = plain(raw, suffix=suffix_of(path))
        return Passage(path, line, shown, raw), self._marked(shown)

    def _number_of(self, raw: str) -> int:
        """Count the words that a sentence has of what was searched."""
        text = fold(raw)
        return sum(word in text for word in self._looked_for)

    def _marked(self, shown: str) -> tuple[tuple[int, int], ...]:
        """Return the ranges of a text that fit."""
        return tuple((start, end) for start, end, forms in ranges(shown) if self._fits(forms))

    def _fits(self, forms: frozenset[str]) -> bool:
        return any(form in self._looked_for or stem(form) in self._stems for form in forms)

    # Sentences.

    def sentences(self, *, every: bool) -> tuple[list[SentenceHit], int]:
        """Return the best sentences, and how many there are; with a filter on kinds none, as sentences have no kind."""
        if not self._forms or self._wanted.kinds:
            return [], 0
        number, ranked = self._ranked_sentences(max(_CANDIDATES, self._limit), every=every)
        return list(self._best((path, line, raw, rank) for path, line, _, raw, rank in ranked)), number

    def places(self, *, every: bool) -> dict[str, list[tuple[int, int, float]]]:
        """Return where the best sentences stand, by the IRIs of their notes: start, end and score, in their order."""
        if not self._forms or self._wanted.kinds:
            return {}
        iris = dict(self._database.execute("SELECT name, iri FROM things WHERE kind = 'note'"))
        found: dict[str, list[tuple[int, int, float]]] = defaultdict(list)
        for path, _, start, raw, rank in self._ranked_sentences(self._limit, every=every)[1]:
            found[iris.get(path, "")].append((start, start + len(raw), round(-rank + self._bonus(raw), 3)))
        return {iri: sorted(ranges) for iri, ranges in found.items()}

    def _ranked_sentences(self, most: int, *, every: bool) -> tuple[int, list[tuple[Any, ...]]]:
        """Return how many sentences fit, and of the best the path of the note, line, start, text and rank."""
        joins = "CROSS JOIN sentences z ON z.id = {} CROSS JOIN notes n ON n.id = z.note"
        table = _WordTable("sentence_words", "", "n.path, z.line, z.start, z.raw", joins, (0, 2))
        return self._best_of(table, most, self._of_sentences(), every=every)

    def _of_sentences(self) -> tuple[str, list[object]]:
        """Write the filters on sentences as conditions."""
        condition = ""
        values: list[object] = []
        if self._wanted.notes:
            condition += f" AND z.note IN ({self._note_ids()})"
        if self._wanted.years:
            condition += (
                " AND EXISTS (SELECT 1 FROM seen s JOIN things t ON t.id = s.thing WHERE s.sentence = z.id "
                f"AND t.kind IN ('paper', 'session', 'note') AND {_IN_YEARS})"
            )
            values += self._years()
        return condition, values

    def _best(self, rows: Iterable[tuple[str, int, str, float]]) -> Iterator[SentenceHit]:
        ranked = sorted(
            ((-rank + self._bonus(raw), path, line, raw) for path, line, raw, rank in rows),
            key=lambda row: (-row[0], *row[1:]),
        )
        seen: set[str] = set()
        for score, path, line, raw in ranked:
            if len(seen) == self._limit:
                return
            shown = plain(raw, suffix=suffix_of(path))
            if shown not in seen:
                seen.add(shown)
                yield SentenceHit(Passage(path, line, shown, raw), self._marked(shown), round(score, 3))

    def _bonus(self, raw: str) -> float:
        """Favour sentences that hold the words side by side, and those that say something over bare names."""
        text = " ".join(words(raw))
        return (3.0 if self._wanted.text in text else 0.0) + min(len(text), 160) / 40


def _says(sentence: str) -> float:
    """Return how informative a sentence is: a few words are a heading, very many are a list."""
    return min(len(sentence), 200) - max(len(sentence) - 400, 0) / 2
