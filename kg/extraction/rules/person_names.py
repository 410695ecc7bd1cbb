"""Persons by what stands before them: a byline, a title, `professor`, `my colleague`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kg.extraction import names
from kg.extraction.nlp import Found, Rule, text_of
from kg.model import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "person-name"

_FULL = (
    r"(?P<name>[^\W\d_a-z][^\W\d_]*\.?(?:[ -](?:(?:de|van|von|der|den|la|le|di|da|dos|bin|al|el)[ -]){0,2}"
    r"[^\W\d_a-z][\w'’-]*\.?){1,4})"
)
_PATTERNS = (
    re.compile(
        rf"^\s*(?:[Bb]y|[Aa]uthor:|[Ww]ritten by|[Pp]osted by|[Nn]otes by)\s+{_FULL}(?=\s*(?:$|,|\(|\bon\b|\n))"
    ),
    re.compile(rf"\b(?:Prof\.?|Professor|Dr\.?|Mr\.?|Ms\.?|Mrs\.?|Sir|Dame)\s+(?:Dr\.?\s+)?{_FULL}"),
    re.compile(
        rf"\b(?:co-?author|colleague|advis[eo]r|speaker|presenter|student|professor|moderator|panelist|winner|chair)s?,?\s+{_FULL}"
    ),
)


def find(doc: Doc) -> Iterator[Found]:
    """Find the full names that a word before them says to be of a person."""
    text = text_of(doc)
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            name = match["name"].rstrip(".")
            if names.looks_like_person(name):
                yield Found(Kind.PERSON, match.start("name"), match.start("name") + len(name), NAME, 0.92)


RULE = Rule(NAME, (Kind.PERSON,), (), find)
