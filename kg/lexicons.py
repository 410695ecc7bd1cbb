"""The word lists of `data/lexicons`: venues, organisations, topics, headings that are no topics, words of a sort.

They are tables that a person can read and extend with a spreadsheet; nothing in the code repeats them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from kg import resources


def rows(name: str) -> tuple[dict[str, str], ...]:
    """Read a word list, in the order of its file; each row maps column to value.

    Args:
        name: file name without `.csv`, such as `venues`.

    Raises:
        FileNotFoundError: if there is no such list.

    >>> next(row["name"] for row in rows("venues") if row["series"] == "ICLR")
    'International Conference on Learning Representations'
    """
    return resources.rows(resources.folder("lexicons") / f"{name}.csv")


def forms(row: Mapping[str, str]) -> tuple[str, ...]:
    """Return the name and the other forms of a row of a word list with the columns `name` and `aliases`.

    >>> forms({"name": "Lantern", "aliases": "LTN|lantern net"}), forms({"name": "Lamp", "aliases": ""})
    (('Lantern', 'LTN', 'lantern net'), ('Lamp',))
    """
    return (row["name"], *filter(None, row["aliases"].split("|")))


def words(name: str) -> frozenset[str]:
    """Return one of the small lists of words that `words.csv` holds.

    Raises:
        KeyError: if there is no such list.

    >>> sorted(words("determiner"))[:3]
    ['a', 'an', 'any']
    """
    return _words()[name]


def occasion_words(*roles: str) -> str:
    """Return the words of the list of occasions that have some roles, as a pattern, the longest first."""
    found = {row["word"] for row in rows("occasions") if row["role"] in roles}
    return "|".join(re.escape(word) for word in sorted(found, key=lambda word: (-len(word), word)))


def is_general(name: str) -> bool:
    """Return whether a name is a heading that notes on any subject could have.

    >>> is_general("Examples"), is_general("Diffusion models")
    (True, False)
    """
    return name.casefold() in _headings()


@cache
def _words() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for row in rows("words"):
        found.setdefault(row["list"], set()).add(row["word"])
    return {name: frozenset(some) for name, some in found.items()}


@cache
def _headings() -> frozenset[str]:
    return frozenset(row["heading"].casefold() for row in rows("headings"))
