"""Organisations by the form of their names, and by the line of a person that ends with one.

A line that begins with a person and a degree, or a position, ends with where the person works: `Jane Roe, PhD, Data
Scientist, Tidewater`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kg.extraction import names, organisations
from kg.extraction.gazetteer import is_place
from kg.extraction.nlp import Found, Rule, text_of
from kg.model import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "organisation-name"
_SURE, _HINT = 0.85, 0.45
"""Of a hint more is needed, as from the trained component."""
_PERSON = r"(?P<person>[^\W\d_a-z][\w'’.-]{0,20}(?:[ \n][\w'’.-]{1,20}){1,4})"
_LINE = re.compile(
    rf"(?:^|\n|\d: ){_PERSON}(?P<rest>(?:,\s[^,;:()\n]{{2,80}}(?:\n[^,;:()\n]{{1,80}})?){{1,5}}+)(?=\s*(?:$|\(|\n\n))"
)
_PART = re.compile(r"\s(?P<part>[^,]+(?:, (?:Inc|LLC|Ltd)\.?)?)")
_DEGREE = re.compile(organisations.DEGREE)
_POSITION = re.compile(rf"\b{organisations.POSITION}\b", re.IGNORECASE)
_SMALL = frozenset("of and for the &".split())
_MOST = 6
"""Words of where a person works."""


def find(doc: Doc) -> Iterator[Found]:
    """Find the names with a noun for organisations, and those that end the line of a person."""
    text = text_of(doc)
    for start, end, sure in organisations.find(text):
        yield Found(Kind.ORG, start, end, NAME, _SURE if sure else _HINT)
    for line in _LINE.finditer(text) if "," in text else ():
        *parts, last = _PART.finditer(text, *line.span("rest"))
        told = any(_DEGREE.fullmatch(part["part"]) or _POSITION.search(part["part"]) for part in parts)
        if told and names.looks_like_person(" ".join(line["person"].split())) and _is_employer(last["part"]):
            yield Found(Kind.ORG, *last.span("part"), NAME, _SURE)


def _is_employer(text: str) -> bool:
    """Return whether the last part of the line of a person can be where the person works."""
    words = text.split()
    written = all(any(c.isupper() or c.isdigit() for c in word) or word in _SMALL for word in words)
    return written and len(words) <= _MOST and not _POSITION.search(text) and not is_place(text)


RULE = Rule(NAME, find)
