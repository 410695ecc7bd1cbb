"""Names that the word lists know, wherever they stand in prose.

A name that is also an ordinary word, or a class rather than a name, is reported with a confidence that does not suffice
alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kg.extraction import gazetteer, shapes
from kg.extraction.nlp import Found, Rule, text_of
from kg.extraction.task_words import MODIFIERS
from kg.model import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "known-name"
CONFIDENCE = {"": 0.85, "word": 0.3, "broad": 0.2}
"""By the caution of the list."""
SHAPED = 0.55
"""Of an ordinary word that is written in capitals, as ordinary words are not."""


SORTED = 0.6
"""Of a broad task with a word that tells a sort of it."""
_WORD = re.compile(r"(?<![\w-])([\w-]+)[ \n]$")
_OWNED = re.compile(r"\b[A-Z]\w+['’]s $")
"""Before a thing that somebody with a name has: `OpenAI's o1`."""
_COMPOUND = re.compile(r"-(?!(?:\w+ed|style|internal|only|run|scale)\b)[a-z]{2}|-\)[^\W\d_]")
"""Behind a word that is no company there but the beginning of a compound: `meta-learners`."""
_SORT = re.compile(
    r"(?:[- ]based\b|[- ]style\b)|[- ](?:(?:neural|language|vision|policy)\s)?"
    r"(?:architecture|model|network|encoder|decoder|backbone|block|layer|variant|policy|policies)s?\b",
    re.IGNORECASE,
)
"""Behind an ordinary word that names a method there: `transformer architecture`, `transformer-based`."""


def find(doc: Doc) -> Iterator[Found]:
    """Find each known name."""
    text = text_of(doc)
    for hit in gazetteer.find(text):
        confidence = CONFIDENCE.get(hit.known.caution, 0.3)
        if hit.known.caution == "word" and shapes.is_name_shaped(text[hit.start : hit.end]):
            confidence = SHAPED
        if hit.known.caution == "word" and hit.known.kind is Kind.METHOD and _SORT.match(text, hit.end):
            confidence = CONFIDENCE[""]
        if hit.known.caution == "word" and _OWNED.search(text[max(0, hit.start - 40) : hit.start]):
            confidence = CONFIDENCE[""]
        if hit.known.kind is Kind.ORG and _COMPOUND.match(text, hit.end):
            continue
        yield Found(hit.known.kind, hit.start, hit.end, NAME, confidence)
        longer = _sorted(text, hit.start) if hit.known.kind is Kind.TASK else hit.start
        if longer < hit.start:
            yield Found(Kind.TASK, longer, hit.end, NAME, SORTED if hit.known.caution else confidence)


def _sorted(text: str, start: int) -> int:
    """Return where a task begins with the words before it that tell a sort of it: `few-shot image classification`."""
    while True:
        before = _WORD.search(text[max(0, start - 40) : start])
        if before is None or before.group(1).casefold() not in MODIFIERS:
            return start
        start -= len(before.group())


RULE = Rule(NAME, (Kind.METHOD, Kind.DATASET, Kind.TASK, Kind.ORG, Kind.AWARD), (), find)
