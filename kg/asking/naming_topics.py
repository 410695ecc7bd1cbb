"""Where a topic is named that a paper has by its title or by a remark: the graph states it, and no note does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from kg import terms
from kg.rdf import TOPICAL, TOPICAL_CONFIDENCE
from kg.telling import plain_words, word_key

if TYPE_CHECKING:
    from kg.asking.thing import Fact
    from kg.graph import Place

_TEXTS = (terms.NAME, terms.REMARK)


def placed(facts: Iterable[Fact], said: Mapping[tuple[str, str], tuple[Place, ...]]) -> Iterator[Fact]:
    """Yield facts of a paper, its derived topics with the places of the title or remark that names them.

    Args:
        facts: with a name for people.
        said: the places of what notes say of the paper, by predicate and value.
    """
    texts = [(_keys(text), places) for (predicate, text), places in sorted(said.items()) if predicate in _TEXTS]
    for fact in facts:
        if fact.predicate == terms.ABOUT and not fact.places:
            name = _keys(fact.name)
            found = [places[0] for words, places in texts if places and name in words]
            yield replace(fact, places=tuple(replace(p, rule=TOPICAL, confidence=TOPICAL_CONFIDENCE) for p in found))
        else:
            yield fact


def _keys(text: str) -> str:
    """Reduce a text to its words: one of its parts is in it where the words of that part are."""
    return f" {' '.join(map(word_key, plain_words(text)))} "
