"""Names that a sentence introduces: `proposes X`, `a benchmark called X`, `X, a method that ...`, `we call it X`.

Only words that are written as names are read so: with capitals inside, digits, or set in code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kg.extraction import shapes
from kg.extraction.nlp import Found, Rule, text_of
from kg.model import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "introduced-name"

_NAME = r"(?P<name>[A-Za-z0-9][\w.+/-]{0,60}(?: [A-Z0-9][\w.+/-]{0,60}){0,3})"
_METHOD = (
    r"(?:model|method|algorithm|framework|system|architecture|approach|agent|pipeline|technique|optimi[sz]er|loss|layer|"
    r"module|network|tool|library|engine|decoder|encoder|sampler|estimator|objective|paradigm|procedure|toolkit|"
    r"compiler|protocol|strategy|regulari[sz]er|transformer|workflow)s?"
)
_DATASET = (
    r"(?:benchmark|data ?set|corpus|corpora|leaderboard|test ?suite|challenge|collection|testbed|environment suite|"
    r"database)s?"
)
_INTRODUCE = (
    r"(?:introduc|propos|present|develop|releas|announc|unveil|design|describ|publish|build|create|creat|open-sourc)"
    r"(?:es?|ed|ing|s)?"
)
_PLAIN = re.compile(
    r"\b(?:propos|introduc)(?:es?|ed|ing) (?P<name>[a-z][\w-]*(?: [a-z][\w-]*){1,3}),? (?:(?:which is )?an? |i\.e\.)"
)
"""A name in small letters between the verb and what it is: `proposes min-p sampling, a sampler that ...`."""
_NO_START = frozenset("a an the to that how new novel two three several using in for this these their its our".split())
_NO_END = frozenset("as on with for of to by in and or from via".split())
_NOUNS = {Kind.DATASET: re.compile(_DATASET), Kind.METHOD: re.compile(_METHOD)}
_BESIDE_NOUNS = tuple(
    (re.compile(pattern.replace("NAME", _NAME)), kind)
    for pattern, kind in (
        (rf"\b{_DATASET},? (?:called|named|dubbed|termed|known as) [\"“'`*_]*NAME", Kind.DATASET),
        (rf"\b{_METHOD},? (?:called|named|dubbed|termed|known as) [\"“'`*_]*NAME", Kind.METHOD),
        (rf"\bNAME,? (?:is |was )?(?:a|an|the|our|their) (?:[\w-]+ ){{0,4}}{_DATASET}\b", Kind.DATASET),
        (rf"\bNAME,? (?:is |was )?(?:a|an|the|our|their) (?:[\w-]+ ){{0,4}}{_METHOD}\b", Kind.METHOD),
        (rf"\b{_DATASET},? \((?:called |the )?NAME\)", Kind.DATASET),
        (rf"\b{_METHOD},? \((?:called |the )?NAME\)", Kind.METHOD),
        (rf"\b{_METHOD}, [\"“'`*_]*NAME[\"”'`*_]*[,.]", Kind.METHOD),
        (rf"\bthe NAME {_DATASET}\b", Kind.DATASET),
        (rf"\bthe NAME {_METHOD}\b", Kind.METHOD),
        (rf"\b{_INTRODUCE} (?:a (?:new |novel )?{_DATASET},? )[\"“'`*_]*NAME", Kind.DATASET),
    )
)
"""Patterns that have a noun for things of the kind."""
_BEHIND_VERBS = tuple(
    (re.compile(pattern.replace("NAME", _NAME)), kind)
    for pattern, kind in (
        (rf"\b{_INTRODUCE} (?:(?:the|a|an) )?[\"“'`*_]*NAME", Kind.METHOD),
        (
            r"\b(?:called?|named?|dub(?:bed)?|termed?) (?:it |this |their method |the method )?[\"“'`*_]+NAME",
            Kind.METHOD,
        ),
    )
)
_KIND_SAID = frozenset(pattern for pattern, _ in _BESIDE_NOUNS[:6])
"""Patterns that say of what kind the name is."""
_SAID, _LIKELY = 0.8, 0.7


def find(doc: Doc) -> Iterator[Found]:
    """Find the names that a sentence introduces."""
    text = text_of(doc)
    said = {kind for kind, noun in _NOUNS.items() if noun.search(text)}
    beside = (row for row in _BESIDE_NOUNS if row[1] in said)
    for pattern, kind in (*beside, *_BEHIND_VERBS):
        for match in pattern.finditer(text):
            start, end = match.span("name")
            while end > start and text[end - 1] in ".,;:-/+":
                end -= 1
            name = text[start:end]
            words = shapes.words(name)
            if words and shapes.is_name_shaped(words[0]) and len(name) > 1:
                yield Found(kind, start, end, NAME, _SAID if match.re in _KIND_SAID else _LIKELY)
    for match in _PLAIN.finditer(text):
        words = match["name"].split()
        while words and words[-1] in _NO_END:
            words.pop()
        if len(words) > 1 and words[0] not in _NO_START:
            yield Found(Kind.METHOD, match.start("name"), match.start("name") + len(" ".join(words)), NAME, 0.6)


RULE = Rule(NAME, (Kind.METHOD, Kind.DATASET), (), find)
