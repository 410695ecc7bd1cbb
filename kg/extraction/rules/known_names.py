"""Names that the word lists know, wherever they stand in prose.

A name that is also an ordinary word, or a class rather than a name, is reported with a confidence that does not suffice
alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kg.extraction import gazetteer, shapes
from kg.extraction.nlp import Found, Rule, text_of
from kg.model import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "known-name"
CONFIDENCE = {"": 0.85, "word": 0.3, "broad": 0.2}
"""By the caution of the list."""
SHAPED = 0.55
"""Of an ordinary word that is written in capitals, as ordinary words are not."""


def find(doc: Doc) -> Iterator[Found]:
    """Find each known name."""
    text = text_of(doc)
    for hit in gazetteer.find(text):
        confidence = CONFIDENCE.get(hit.known.caution, 0.3)
        if hit.known.caution == "word" and shapes.is_name_shaped(text[hit.start : hit.end]):
            confidence = SHAPED
        yield Found(hit.known.kind, hit.start, hit.end, NAME, confidence)


RULE = Rule(NAME, (Kind.METHOD, Kind.DATASET, Kind.TASK, Kind.ORG, Kind.AWARD), (), find)
