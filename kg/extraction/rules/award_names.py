"""Awards by the form of their names: `Sejnowski-Hinton Prize 2025`, `outstanding main track paper`, `best demo award`.

`Best paper` alone is as often an opinion; it counts where the word list or another rule knows it for an award.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kg.extraction.nlp import Found, Rule, text_of
from kg.model import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "award-name"
_WORK = r"(?:paper|poster|demo|demonstration|talk|presentation|thesis|dissertation|review|reviewer|artifact|artefact)"
_SAID = r"(?:award|prize|medal|runner[- ]up|finalist|(?:award\s)?honou?rable\smention)"
_FORMS = (
    (
        re.compile(
            r"\b(?!(?:The|An?|This|That|His|Her|Their|Our|At|In|On|For|With)\b)(?:(?:[A-Z]\.|[A-Z][\w&'’-]{0,60})\s(?:of\s|for\s|in\s)?){1,6}"
            r"(?:Award|Prize|Medal)\b(?:\s(?:in|for)\s[A-Z]\w+(?:\s[A-Z]\w+)?)?(?:\s(?:19|20)\d\d\b)?"
        ),
        0.8,
    ),
    (
        re.compile(
            rf"\b(?:best|outstanding|distinguished)\s(?:[\w-]+\s){{0,3}}?{_WORK}\s{_SAID}\b|"
            rf"\boutstanding\s(?:[\w-]+\s){{0,2}}?{_WORK}(?=s?\b)|\btest[- ]of[- ]time\s(?:award|prize|paper)\b|"
            r"\brunner[- ]up\sfor\s(?:the\s)?best\s(?:[\w-]+\s){0,2}?paper\b(?:\saward\b)?",
            re.IGNORECASE,
        ),
        0.7,
    ),
)


def find(doc: Doc) -> Iterator[Found]:
    """Find the names of awards."""
    text = text_of(doc)
    for form, confidence in _FORMS:
        for match in form.finditer(text):
            yield Found(Kind.AWARD, *match.span(), NAME, confidence)


RULE = Rule(NAME, (Kind.AWARD,), (), find)
