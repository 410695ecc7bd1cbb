"""Tasks that the words around them call so: `the task of relighting faces`, `on molecule generation tasks`.

What stands there in small letters is a name when it ends as names of tasks do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kg.extraction.nlp import Found, Rule, text_of
from kg.extraction.task_words import HEADS, is_vague
from kg.model import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "told-task"
CONFIDENCE = 0.6

_WORDS = r"(?P<name>(?:[^\W\d_][\w/-]*\s){1,4}?[^\W\d_][\w/-]*)"
_CALLED = ("task", "problem", "benchmark")
_PATTERNS = (
    re.compile(rf"\b(?:task|problem)s?\s(?:of|known as|called)\s{_WORDS}(?=[\s,.;:)]|$)"),
    re.compile(rf"\b{_WORDS}\s(?:tasks?|problems?|benchmarks?)\b"),
)
_STOPS = frozenset(
    "the a an and or of on in to for with by from at as is are was were that this these those its their our his her "
    "all many several some various other such two three four five six ten both each every more most into over between "
    "than we it they you which who also only not no hard difficult simple standard common downstream new".split()
)
"""Words that begin no name of a task and stand inside none."""


def find(doc: Doc) -> Iterator[Found]:
    """Find each task that a word beside it calls one."""
    text = text_of(doc)
    if not any(word in text for word in _CALLED):
        return
    for number, pattern in enumerate(_PATTERNS):
        for match in pattern.finditer(text):
            start, end = _narrowed(text, *match.span("name"), last=number > 0)
            words = text[start:end].split()
            if len(words) > 1 and words[-1].casefold() in HEADS and not is_vague(words[0]):
                yield Found(Kind.TASK, start, end, NAME, CONFIDENCE)


def _narrowed(text: str, start: int, end: int, *, last: bool) -> tuple[int, int]:
    """Keep the words behind the last small word, or before the first, and up to the word that tells a task."""
    words = list(re.finditer(r"\S+", text[start:end]))
    stops = [at for at, word in enumerate(words) if word.group().casefold() in _STOPS]
    if stops and last:
        words = words[stops[-1] + 1 :]
    elif stops:
        words = words[: stops[0]]
    return (start + words[0].start(), start + words[-1].end()) if words else (start, start)


RULE = Rule(NAME, (Kind.TASK,), (), find)
