"""Search by words inside a query: `kg:matches(?thing, "words")` and `kg:score(?thing, "words")`.

What searches is handed in, and is asked once for the same words: the engine calls a function for every row.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pyoxigraph as ox

from kg import terms
from kg.rdf.lexing import has_word

MATCHES, SCORE = f"{terms.PREFIXES['kg']}matches", f"{terms.PREFIXES['kg']}score"
FUNCTIONS = (MATCHES, SCORE)
_PLACE = re.compile(r"(.*)#char=(\d+),\d+", re.DOTALL)
_KEPT = 64
"""Searches of one store whose findings are kept."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: scores of things, and of the places of sentences."""

    things: Mapping[str, float]
    """IRI -> score."""
    sentences: Mapping[str, list[tuple[int, int, float]]] = field(default_factory=dict)
    """IRI of a note -> start, end and score of its sentences, by their start."""

    def score(self, iri: str) -> float | None:
        """Return the score of a thing, or of a passage by the sentence in which it begins; None if it was not found."""
        found = self.things.get(iri)
        place = _PLACE.fullmatch(iri) if found is None else None
        if place is None:
            return found
        start, ranges = int(place[2]), self.sentences.get(place[1], [])
        at = bisect_right(ranges, start, key=lambda one: one[0]) - 1
        return ranges[at][2] if at >= 0 and start < ranges[at][1] else None


Search = Callable[[str], Found]


def wants_search(sparql: str) -> bool:
    """Return whether a query may search."""
    return has_word(sparql, "matches", "score")


def functions(search: Search) -> dict[ox.NamedNode, Callable[..., Any]]:
    """Return the functions of a search for the engine; they have no answer for what is neither a thing nor a text."""
    found = lru_cache(_KEPT)(search)

    def score(thing: Any, words: Any) -> float | None:
        return found(words.value).score(thing.value) if isinstance(thing, ox.NamedNode) else None

    def matches(thing: Any, words: Any) -> ox.Literal | None:
        return ox.Literal(score(thing, words) is not None) if isinstance(words, ox.Literal) else None

    def scored(thing: Any, words: Any) -> ox.Literal | None:
        value = score(thing, words) if isinstance(words, ox.Literal) else None
        return None if value is None else ox.Literal(value)

    return {ox.NamedNode(MATCHES): matches, ox.NamedNode(SCORE): scored}
