"""The sentences around the places of a map: a place alone is often no more than a name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

from kg.asking.plain import plain, suffix_of
from kg.asking.sentences import Library
from kg.publishing.topicmap.content import QUOTE_LENGTH, Content, Place
from kg.rdf import Store
from kg.text import cut


def find_sentences(store: Store, notes: Path, content: Content) -> Mapping[Place, str]:
    """Return the sentence around each place that a map shows, without markup, if it is longer than the quote."""
    places: dict[str, set[Place]] = defaultdict(set)
    for fact in content.facts:
        for place in fact.places:
            places[place.path].add(place)
    library = Library(store, notes)
    found: dict[Place, str] = {}
    for path, here in sorted(places.items()):
        lines: dict[int, list[str]] = defaultdict(list)
        for sentence in library.of(path):
            for line in range(sentence.line, sentence.line + sentence.raw.count("\n") + 1):
                lines[line].append(sentence.raw)
        words = cache(partial(plain, suffix=suffix_of(path)))  # a sentence may hold a thousand places
        for place in here:
            raw = next((raw for raw in lines[place.line] if place.quote.removesuffix("…") in raw), "")
            said = _around(words(raw), place.quote) if raw else ""
            if len(said) > len(place.quote):
                found[place] = said
    return found


def _around(sentence: str, quote: str) -> str:
    """Cut a long sentence to what stands around a quote.

    >>> _around("a " * 200 + "LoRA works.", "LoRA")[-12:]
    ' LoRA works.'
    """
    begin = max(sentence.find(quote) - QUOTE_LENGTH // 2, 0) if len(sentence) > QUOTE_LENGTH else 0
    return f"{'… ' if begin else ''}{cut(sentence[begin:], limit=QUOTE_LENGTH)}"
