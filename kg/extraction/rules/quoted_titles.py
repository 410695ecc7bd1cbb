"""Titles in quotation marks inside sentences, where the sentence says that it is a paper.

`In "Training a ...", the authors ...`, `the "..." paper`, `a paper called "..."`; a quoted blog post, talk, workshop,
book or phrase is none.
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

NAME = "quoted-title"

_QUOTED = re.compile(r"[“\"«„]([^“”\"«»„\n]{6,250})[”\"»“]")
_WORK = r"(?:papers?|preprints?|articles?|works?|stud(?:y|ies)|publications?|manuscripts?|thesis|arXiv paper)"
_BEFORE = re.compile(
    rf"(?:\b{_WORK}\b[^.!?“”\"]{{0,60}}?|"
    r"\b(?:read|reading|cites?|citing|co-?authored|published|wrote)\s+(?:the\s+|an?\s+)?)$",
    re.IGNORECASE,
)
_IN = re.compile(r"(?:^|[.!?;(]\s+|,\s+)(?:In|From|See|Per|As shown in|According to)\s+(?:their |the |his |her )?$")
_AFTER = re.compile(
    rf"^\s*,?\s*(?:{_WORK}\b|by\s+[A-Z]|\((?:19|20)\d\d\)|\([^()]{{2,60}}(?:19|20)\d\d\)|"
    r",?\s*(?:we|the authors?|they)\b)",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:blog|posts?|talks?|keynote|workshop|panel|session|tutorial|book|chapter|podcast|video|course|lecture|newsletter|"
    r"essay|episode|film|movie|song|section|slide|tweet|thread|tool|library|package|folder|file|column|button|motto|slogan|"
    r"term|phrase|word|idea|concept|called|so-called)\b[^.!?“”\"]{0,40}$",
    re.IGNORECASE,
)
_OTHER_AFTER = re.compile(
    r"^\s*,?\s*(?:blog|posts?|talks?|keynotes?|workshops?|panel|sessions?|tutorial|book|podcast|video|course)\b",
    re.IGNORECASE,
)


def find(doc: Doc) -> Iterator[Found]:
    """Find quoted titles that the words around them call a paper."""
    text = text_of(doc)
    for match in _QUOTED.finditer(text):
        start, end = match.span(1)
        title = match.group(1).rstrip(",.; ")
        end = start + len(title)
        if not shapes.is_title_like(title) or not 2 <= len(shapes.words(title)) <= 30:
            continue
        before, after = text[max(0, match.start() - 120) : match.start()], text[match.end() : match.end() + 80]
        work = bool(_BEFORE.search(before)) or bool(_AFTER.match(after)) or bool(_IN.search(before))
        other = (_OTHER.search(before) and not _BEFORE.search(before)) or _OTHER_AFTER.match(after)
        if work and not other and (shapes.is_title_case(title) or ":" in title or len(shapes.words(title)) >= 5):
            yield Found(Kind.PAPER, start, end, NAME, 0.8, title)


RULE = Rule(NAME, (Kind.PAPER,), (), find)
