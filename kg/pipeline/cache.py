"""What was read of each note, kept beside the graph, so that only notes that changed are read again.

An entry is found by what it was made of: the note's name and content, and everything that reads it. So an old entry is
never wrong, only useless, and the file can be deleted at any time. It holds data alone: opening one runs nothing.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

from kg.model import Claim, Extraction, Iri, Kind, Mention, Problem, Span
from kg.pipeline.said import read_reference, reference_row

FILE_NAME = "cache.db"
_FORMAT = 1
"""Of the entries; another number finds none of the old."""
_BATCH = 500

Entry = tuple[Extraction, tuple[Problem, ...]]
"""What extraction found in a note, and the problems with reading it."""


class Cache:
    """Entries in a file; a broken file is begun anew."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self._read_only = read_only
        self._rows = _opened(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._rows.close()

    def find(self, keys: Sequence[str]) -> Iterator[tuple[str, Entry]]:
        """Return the entries stored for some keys; an entry that cannot be read counts as missing."""
        for start in range(0, len(keys), _BATCH):
            some = keys[start : start + _BATCH]
            marks = ",".join("?" * len(some))
            with contextlib.suppress(sqlite3.Error):
                rows = self._rows.execute(f"SELECT key, value FROM entry WHERE key IN ({marks})", some)  # noqa: S608
                for key, value in rows.fetchall():
                    with contextlib.suppress(ValueError, KeyError, IndexError, TypeError, zlib.error):
                        yield key, decode(value)

    def keep(self, entries: Iterable[tuple[str, Entry]], *, only: Iterable[str]) -> None:
        """Add entries and drop those whose key is not among *only*; what cannot be kept is read again next time."""
        if self._read_only:
            return
        with contextlib.suppress(sqlite3.Error), self._rows:
            self._rows.executemany(
                "INSERT OR REPLACE INTO entry VALUES (?, ?)", ((key, encode(*entry)) for key, entry in entries)
            )
            self._rows.execute("CREATE TEMP TABLE IF NOT EXISTS used (key TEXT PRIMARY KEY)")
            self._rows.execute("DELETE FROM used")
            self._rows.executemany("INSERT OR IGNORE INTO used VALUES (?)", ((key,) for key in only))
            self._rows.execute("DELETE FROM entry WHERE key NOT IN (SELECT key FROM used)")


def _opened(path: Path) -> sqlite3.Connection:
    try:
        return _prepared(path)
    except sqlite3.Error:
        with contextlib.suppress(OSError):
            path.unlink()
        try:
            return _prepared(path)
        except sqlite3.Error:
            return _prepared(Path(":memory:"))


def _prepared(path: Path) -> sqlite3.Connection:
    rows = sqlite3.connect(path)
    rows.execute("PRAGMA synchronous=NORMAL")
    if rows.execute("PRAGMA user_version").fetchone()[0] != _FORMAT:
        rows.execute("DROP TABLE IF EXISTS entry")
        rows.execute(f"PRAGMA user_version={_FORMAT}")
    rows.execute("CREATE TABLE IF NOT EXISTS entry (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID")
    rows.commit()
    return rows


def encode(extraction: Extraction, problems: Sequence[Problem]) -> bytes:
    """Write an entry as compressed JSON: mentions once, claims by their numbers."""
    number = {mention: at for at, mention in enumerate(extraction.mentions)}
    value = {
        "note": extraction.note,
        "mentions": [[m.span.start, m.span.end, m.kind, m.text, m.rule] for m in extraction.mentions],
        "references": [[number[one.mention], *reference_row(one)] for one in extraction.references],
        "claims": [_claim_row(claim, number) for claim in extraction.claims],
        "problems": [problem_row(problem) for problem in extraction.problems],
        "told": extraction.told,
        "reading": [problem_row(problem) for problem in problems],
    }
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode(), 1)


def decode(value: bytes) -> Entry:
    """Read an entry back.

    Raises:
        ValueError, KeyError, IndexError, TypeError, zlib.error: these are not the bytes of one.
    """
    row = json.loads(zlib.decompress(value))
    note = row["note"]
    kinds = {kind.value: kind for kind in Kind}
    mentions = tuple(
        Mention(Span(note, start, end), kinds[kind], text, rule) for start, end, kind, text, rule in row["mentions"]
    )
    claims = tuple(_claim(one, mentions, note) for one in row["claims"])
    references = tuple(read_reference(mentions[at], more) for at, *more in row["references"])
    problems = tuple(read_problem(one) for one in row["problems"])
    some, all_ = row["told"]
    extraction = Extraction(note, mentions, claims, problems, (some, all_), references)
    return extraction, tuple(read_problem(one) for one in row["reading"])


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
    object_ = mentions[value] if thing else value
    return Claim(mentions[subject], Iri(predicate), object_, evidence, rule, confidence, qualifier)


def problem_row(problem: Problem) -> list[Any]:
    """Write a problem as a row of JSON."""
    span = [problem.span.note, problem.span.start, problem.span.end] if problem.span else None
    return [problem.code, problem.message, problem.note, span, problem.line, problem.column]


def read_problem(row: list[Any]) -> Problem:
    """Read a problem back."""
    code, message, note, span, line, column = row
    return Problem(code, message, note, Span(*span) if span else None, line, column)
