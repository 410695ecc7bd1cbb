"""What words may have been meant: words that begin so, and words that are spelled almost so."""

from __future__ import annotations

import sqlite3

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
