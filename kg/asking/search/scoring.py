"""How well a thing fits a search: whether it is called so, and how much the notes say of it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

from kg.asking.search.folding import words
from kg.asking.search.wanted import Wanted
from kg.text import name_key

_BEST_FIT = 20.0
"""The most that the text search adds: it ranks a name that stands once, and alone, above one that all notes have."""
_BEGINS, _CLOSE, _NOT_AS_TYPED = 0.05, 0.1, 0.9
"""What it adds if a name begins with the search, and if it is little more than that; and what a word counts that is
only like the one that was typed."""
_MEANT = 50
"""Searches that may be meant by one with slips."""

Terms = tuple[tuple[tuple[str, ...], ...], ...]
"""What is looked for: for each term the forms that it may have, the one that was typed first."""


class Row(NamedTuple):
    """A thing as the index has it."""

    id: int
    iri: str
    kind: str
    name: str
    year: str
    places: int
    notes: int
    names: str
    titles: str
    keys: str
    rank: float


class Scoring:
    """Scores the things that a search finds.

    Args:
        corrected: words that are taken for slips, with those that are searched instead.
    """

    def __init__(self, wanted: Wanted, forms: Terms, corrected: Mapping[str, Sequence[str]]) -> None:
        self._wanted = wanted
        self._forms = forms
        self._stems_typed = tuple(map(stem, self._wanted.text.split()))
        meant = islice(product(*((corrected.get(w) or (w,)) for w in self._wanted.text.split())), _MEANT)
        self._stems_meant = [tuple(map(stem, one)) for one in meant] if corrected else [self._stems_typed]

    def score(self, row: Row) -> float:
        """Rank a thing: called just so, all words in its names, then what the notes say of it and how well it fits."""
        called = [one for part in (row.names, row.titles, row.keys) for one in part.split("\n") if one] or [row.name]
        weight = 0.5 if row.kind in ("note", "award") else 1.0
        said = 4 * math.log1p(row.places) + 3 * math.log1p(row.notes)
        return 100 * self._tier(row.name, called) + weight * (said + min(-row.rank, _BEST_FIT) / 2)

    def _tier(self, name: str, called: Sequence[str]) -> float:
        """Return from 0 to 3 how far the names of a thing are what was searched.

        A name that begins with it counts little more than one that has it elsewhere: what the notes say counts more.
        """
        wanted = name_key(self._wanted.text)
        if wanted and any(name_key(one) == wanted for one in called):
            return 3.0 if name_key(name) == wanted else 2.9
        stems = [_stems_of(one) for one in called]
        if self._stems_typed and any(one in stems for one in self._stems_meant):
            return 2.8
        length = len(self._stems_typed)
        begins = bool(length) and any(one[:length] == self._stems_typed for one in stems)
        whole = set(self._stems_typed)
        part = max((length / len(one) for one in stems if one and whole.issubset(one)), default=0.0)
        own = frozenset(stem for one in stems for stem in one)
        return self._share(own) + (_BEGINS if begins else 0.0) + _CLOSE * part

    def _share(self, own: frozenset[str]) -> float:
        """Return how many terms are among the stems of some names; a longer word, or a mended one, counts less."""
        found = 0.0
        for typed, *others in self._forms:
            if stem(typed[0]) in own:
                found += 1
            elif any(stem(form[0]) in own for form in others):
                found += _NOT_AS_TYPED
        return found / max(len(self._forms), 1)


@lru_cache(maxsize=16_384)
def _stems_of(name: str) -> tuple[str, ...]:
    """Return the stems of the words of a name; many searches find the same names."""
    return tuple(map(stem, words(name)))


def stem(word: str) -> str:
    """Cut the ends of English words off, to mark what the text search takes for one word."""
    for end in ("ing", "ed", "es", "s", "ion", "ions"):
        if len(word) > len(end) + 3 and word.endswith(end):
            return word.removesuffix(end)
    return word
