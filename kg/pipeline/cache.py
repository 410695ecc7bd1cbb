"""What was read in each note, kept beside the graph, so that only notes that changed are read again.

An entry is found by what it was made of: the note's name and content, and everything that reads it. So an old entry is
never wrong, only useless, and the file can be deleted at any time. It holds data alone: opening one runs nothing.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from sys import intern
from typing import Any, NamedTuple, Self

from kg.model import Claim, DoubtfulList, Excerpt, Extraction, Iri, Kind, Mention, Problem, Span
from kg.pipeline.component_codec import read_reference, reference_row

FILE_NAME = "cache.db"
_FORMAT = 4
"""Of the entries; another number finds none of the old."""
_BATCH = 100
"""Entries that are looked up at once; no more of them are in memory together."""

MEMORY = Path(":memory:")
"""A cache that is gone with the process."""


class Entry(NamedTuple):
    """What was read in a note, each part packed."""

    extraction: bytes
    """What extraction found, and the problems with reading the file."""
    excerpt: bytes


class Cache:
    """Entries in a file; a broken file is replaced. What cannot be written is kept until the process ends."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self._read_only = read_only
        self._rows = _opened(path)
        self._path = path
        self._spare: dict[str, Entry] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._rows.close()

    @property
    def path(self) -> Path | None:
        """The file with all entries, for other processes; None if there is none."""
        named = self._rows.execute("PRAGMA database_list").fetchone()[2]
        return self._path if named and not self._spare else None

    def extractions(self, keys: Sequence[str]) -> Iterator[tuple[str, Extraction, tuple[Problem, ...]]]:
        """Return the extractions for some keys, in order; an entry that cannot be read counts as missing."""
        for key, value in self._find(keys, "extraction"):
            with contextlib.suppress(*_UNREADABLE):
                yield key, *decode(value)

    def excerpt(self, key: str) -> Excerpt:
        """Return an excerpt.

        Raises:
            KeyError: there is none that can be read.
        """
        for _, value in self._find([key], "excerpt"):
            with contextlib.suppress(*_UNREADABLE):
                return decode_excerpt(value)
        raise KeyError(key)

    def keep(self, entries: Iterable[tuple[str, Entry]]) -> None:
        """Add entries."""
        some = list(entries)
        try:
            if self._read_only:
                raise sqlite3.OperationalError("read only")
            with self._rows:
                self._rows.executemany(
                    "INSERT OR REPLACE INTO entry VALUES (?, ?, ?)", ((key, *entry) for key, entry in some)
                )
        except sqlite3.Error:
            self._spare.update(some)

    def vocabulary(self, key: str) -> bytes | None:
        """Return what was read of a vocabulary; None if it is not kept."""
        with contextlib.suppress(sqlite3.Error):
            found = self._rows.execute("SELECT content FROM vocabulary WHERE key = ?", (key,)).fetchone()
            return bytes(found[0]) if found else None
        return None

    def keep_vocabularies(self, read: Mapping[str, bytes], but: Iterable[str]) -> None:
        """Keep what was read of vocabularies, and drop all others except those with some keys."""
        with contextlib.suppress(sqlite3.Error):
            if not self._read_only:
                with self._rows:
                    kept = tuple(but)
                    marks = ",".join("?" * len(kept))
                    self._rows.execute(f"DELETE FROM vocabulary WHERE key NOT IN ({marks})", kept)  # noqa: S608
                    self._rows.executemany("INSERT OR REPLACE INTO vocabulary VALUES (?, ?)", read.items())

    def drop(self, *, but: Iterable[str]) -> None:
        """Drop all entries except those with some keys."""
        if self._read_only:
            return
        with contextlib.suppress(sqlite3.Error), self._rows:
            self._rows.execute("CREATE TEMP TABLE IF NOT EXISTS used (key TEXT PRIMARY KEY)")
            self._rows.execute("DELETE FROM used")
            self._rows.executemany("INSERT OR IGNORE INTO used VALUES (?)", ((key,) for key in but))
            self._rows.execute("DELETE FROM entry WHERE key NOT IN (SELECT key FROM used)")

    def _find(self, keys: Sequence[str], column: str) -> Iterator[tuple[str, bytes]]:
        for start in range(0, len(keys), _BATCH):
            some = keys[start : start + _BATCH]
            marks = ",".join("?" * len(some))
            found: dict[str, bytes] = {}
            with contextlib.suppress(sqlite3.Error):
                rows = self._rows.execute(f"SELECT key, {column} FROM entry WHERE key IN ({marks})", some)  # noqa: S608
                found = dict(rows.fetchall())
            found |= {key: getattr(self._spare[key], column) for key in some if key in self._spare}
            yield from ((key, found[key]) for key in some if key in found)


_UNREADABLE = (ValueError, KeyError, IndexError, TypeError, zlib.error)


def _opened(path: Path) -> sqlite3.Connection:
    try:
        return _prepared(path)
    except sqlite3.Error:
        with contextlib.suppress(OSError):
            path.unlink()
        try:
            return _prepared(path)
        except sqlite3.Error:
            return _prepared(MEMORY)


def _prepared(path: Path) -> sqlite3.Connection:
    rows = sqlite3.connect(path)
    rows.execute("PRAGMA synchronous=NORMAL")
    if rows.execute("PRAGMA user_version").fetchone()[0] != _FORMAT:
        rows.execute("DROP TABLE IF EXISTS entry")
        rows.execute(f"PRAGMA user_version={_FORMAT}")
    rows.execute("CREATE TABLE IF NOT EXISTS entry (key TEXT PRIMARY KEY, extraction BLOB, excerpt BLOB) WITHOUT ROWID")
    rows.execute("CREATE TABLE IF NOT EXISTS vocabulary (key TEXT PRIMARY KEY, content BLOB) WITHOUT ROWID")
    rows.commit()
    return rows


def encode(extraction: Extraction, problems: Sequence[Problem]) -> bytes:
    """Encode an extraction as compressed JSON: mentions once, claims by their numbers."""
    number = {mention: at for at, mention in enumerate(extraction.mentions)}
    value = {
        "note": extraction.note,
        "mentions": [[m.span.start, m.span.end, m.kind, m.text, m.rule, m.confidence] for m in extraction.mentions],
        "references": [[number[one.mention], *reference_row(one)] for one in extraction.references],
        "claims": [_claim_row(claim, number) for claim in extraction.claims],
        "problems": [problem_row(problem) for problem in extraction.problems],
        "told": extraction.told,
        "doubts": [[one.below, one.span.start, one.span.end, *one[2:]] for one in extraction.doubts],
        "reading": [problem_row(problem) for problem in problems],
    }
    return _packed(value)


def decode(value: bytes) -> tuple[Extraction, tuple[Problem, ...]]:
    """Read it back.

    Raises:
        ValueError, KeyError, IndexError, TypeError, zlib.error: the bytes are not those of an extraction.
    """
    row = json.loads(zlib.decompress(value))
    note = row["note"]
    kinds = {kind.value: kind for kind in Kind}
    # Notes say the same names again and again: identity keeps them of all notes, each once.
    mentions = tuple(
        Mention(Span(note, start, end), kinds[kind], intern(text), intern(rule), sure)
        for start, end, kind, text, rule, sure in row["mentions"]
    )
    claims = tuple(_claim(one, mentions, note) for one in row["claims"])
    references = tuple(read_reference(mentions[at], more) for at, *more in row["references"])
    problems = tuple(read_problem(one) for one in row["problems"])
    some, all_ = row["told"]
    doubts = tuple(
        DoubtfulList(below, Span(note, start, end), records, papers, chance, tuple(names))
        for below, start, end, records, papers, chance, names in row["doubts"]
    )
    extraction = Extraction(note, mentions, claims, problems, (some, all_), references, doubts)
    return extraction, tuple(read_problem(one) for one in row["reading"])


def encode_excerpt(excerpt: Excerpt) -> bytes:
    """Write an excerpt as compressed JSON."""
    place = excerpt.title_place
    return _packed(
        {
            "note": [excerpt.note, excerpt.sha256, excerpt.title],
            "title": [place.start, place.end] if place is not None else None,
            "fields": [[name, value, span.start, span.end] for name, value, span in excerpt.fields],
            "quotes": [[span.start, span.end, *quote] for span, quote in excerpt.quotes.items()],
        }
    )


def decode_excerpt(value: bytes) -> Excerpt:
    """Read an excerpt back; see `decode`."""
    row = json.loads(zlib.decompress(value))
    note, sha256, title = row["note"]
    return Excerpt(
        *(note, sha256, title),
        Span(note, *row["title"]) if row["title"] else None,
        tuple((name, text, Span(note, start, end)) for name, text, start, end in row["fields"]),
        {Span(note, start, end): (line, quote) for start, end, line, quote in row["quotes"]},
    )


def _packed(value: object) -> bytes:
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode(), 1)


def _claim_row(claim: Claim, number: dict[Mention, int]) -> list[Any]:
    thing = isinstance(claim.object, Mention)
    value = number[claim.object] if isinstance(claim.object, Mention) else claim.object
    places = [[span.start, span.end] for span in claim.evidence]
    return [
        *(number[claim.subject], claim.predicate, thing, value, places),
        *(claim.rule, claim.confidence, claim.qualifier),
    ]


def _claim(row: list[Any], mentions: Sequence[Mention], note: str) -> Claim:
    subject, predicate, thing, value, places, rule, confidence, qualifier = row
    evidence = tuple(Span(note, start, end) for start, end in places)
    object_ = mentions[value] if thing else intern(value) if isinstance(value, str) else value
    return Claim(mentions[subject], Iri(predicate), object_, evidence, rule, confidence, qualifier)


def problem_row(problem: Problem) -> list[Any]:
    """Write a problem as a row of JSON."""
    span = [problem.span.note, problem.span.start, problem.span.end] if problem.span else None
    return [problem.code, problem.message, problem.note, span, problem.line, problem.column]


def read_problem(row: list[Any]) -> Problem:
    """Read a problem back."""
    code, message, note, span, line, column = row
    return Problem(code, message, note, Span(*span) if span else None, line, column)
