"""What a person types to search: words, phrases, words with a minus, filters; and what words may have been meant."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass
from fnmatch import fnmatchcase

from kg import untrusted
from kg.asking.search.folding import words

_TOKEN = re.compile(
    r"(?P<minus>-)?(?:(?P<filter>kind|note|year):)?(?:[\"“”](?P<phrase>[^\"“”]*)[\"“”]?|(?P<word>[^\s\"“”]+))"
)
_YEARS = re.compile(r"(\d{4})?(?:(\.\.|-|–)(\d{4})?)?")
MOST_WORDS = 32
"""Words of a search that are looked at."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A parsed search."""

    terms: tuple[tuple[str, ...], ...]
    """What is to be found, each as its words in a row; a phrase and a word with a hyphen have several."""
    open_end: bool = False
    """Whether the last word may be the beginning of one."""
    without: tuple[tuple[str, ...], ...] = ()
    kinds: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """Beginnings of paths, or patterns."""
    years: tuple[int, int] | None = None

    @property
    def is_filtered(self) -> bool:
        """Whether there is any filter."""
        return bool(self.kinds or self.notes or self.years)

    @property
    def text(self) -> str:
        """The words to be found, folded."""
        return " ".join(word for term in self.terms for word in term)


def parse(text: str) -> Wanted:
    """Parse a search; any text is a search, and everything except a filter is a word.

    >>> parse('"reward model" -survey kind:paper year:2024.. rlh').terms
    (('reward', 'model'), ('rlh',))
    """
    found: list[tuple[str, ...]] = []
    without: list[tuple[str, ...]] = []
    kinds: list[str] = []
    notes: list[str] = []
    years: tuple[int, int] | None = None
    open_end = False
    for token in _TOKEN.finditer(text):
        value = token["phrase"] if token["phrase"] is not None else token["word"] or ""
        if token["filter"] == "kind" and value:
            kinds.append(value.casefold())
        elif token["filter"] == "note" and value:
            notes.append(value)
        elif token["filter"] == "year" and _read_years(value) is not None:
            years = _read_years(value)
        else:
            term = tuple(words(value if not token["filter"] else f"{token['filter']} {value}"))
            if term and len(found) + len(without) < MOST_WORDS:
                (without if token["minus"] else found).append(term)
                open_end = token["phrase"] is None and not token["minus"]
    return Wanted(tuple(found), open_end and bool(found), tuple(without), tuple(kinds), tuple(notes), years)


def _read_years(text: str) -> tuple[int, int] | None:
    """Read `2024`, `2024..2025`, `2024..` or `..2025`.

    >>> _read_years("2024"), _read_years("2024.."), _read_years("soon")
    ((2024, 2024), (2024, 9999), None)
    """
    found = _YEARS.fullmatch(text)
    if not found or not (found[1] or found[3]):
        return None
    first = untrusted.integer(found[1] or "")
    last = untrusted.integer(found[3] or "9999") if found[2] else first
    return (first, last) if first <= last else (last, first)


def has_path(wanted: Wanted, path: str) -> bool:
    """Return whether a note is wanted."""
    if not wanted.notes:
        return True
    return any(one in path if "*" not in one else fnmatchcase(path, one) for one in wanted.notes)


def expression(terms: tuple[tuple[tuple[str, ...], ...], ...], *, every: bool = True) -> str:
    """Write a query for SQLite's full-text search, with everything that a person types as text.

    Args:
        terms: what to find, each in the forms it may have.
        every: whether all of them are wanted, or any.
    """
    return (" AND " if every else " OR ").join(
        "(" + " OR ".join('"' + " ".join(term) + '"' for term in forms) + ")" for forms in terms
    )


_MOST = 8
_SHORTEST = 4
_LONG = 8
"""Letters from which on two slips are one word still."""


def beginning_with(database: sqlite3.Connection, word: str) -> list[str]:
    """Return the words of an index with a beginning, the most frequent first, without the word itself."""
    rows = database.execute(
        "SELECT word FROM words WHERE word > ? AND word < ? ORDER BY times DESC, word LIMIT ?",
        (word, f"{word}\U0010ffff", _MOST),
    )
    return [found for (found,) in rows]


def is_known(database: sqlite3.Connection, word: str) -> bool:
    """Return whether a word is in the index; short words and numbers are not listed and count as known."""
    if len(word) < _SHORTEST or word.isdigit():
        return True
    return database.execute("SELECT 1 FROM words WHERE word = ?", (word,)).fetchone() is not None


def almost(database: sqlite3.Connection, word: str) -> list[str]:
    """Return the words of an index that are one typo away, or two for a long word; the nearest and most frequent first.

    The first letter is seldom wrong: it must be the first or the second of the word that was meant.
    """
    if len(word) < _SHORTEST or word.isdigit():
        return []
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    slips = 2 if len(word) >= _LONG else 1
    rows = database.execute(
        "SELECT words FROM vocabulary WHERE length BETWEEN ? AND ?", (len(word) - slips, len(word) + slips)
    )
    known = [one for (joined,) in rows for one in joined.split(" ")]
    found = process.extract(word, known, scorer=OSA.distance, score_cutoff=slips, limit=50)
    likely = ((one, int(distance)) for one, distance, _ in found if distance and {*one[:2]} & {*word[:1]})
    ranked = sorted((distance, -_times(database, one), one) for one, distance in likely)
    nearest = ranked[0][0] if ranked else 0
    return [one for distance, _, one in ranked if distance == nearest][:3]


def _times(database: sqlite3.Connection, word: str) -> int:
    found = database.execute("SELECT times FROM words WHERE word = ?", (word,)).fetchone()
    return int(found[0]) if found else 0
