"""Noun phrases in small letters: where they end, read without a tagger, and the words that name a method or a task."""

from __future__ import annotations

import re

from kg import lexicons
from kg.model import Kind

TASK_HEADS = lexicons.words("task head")
"""Last words of the names of tasks."""
TITLE_HEADS = TASK_HEADS | lexicons.words("title task head")
"""Last words of the names of tasks in titles, where `for` stands before them."""
TASK_MODIFIERS = lexicons.words("task modifier")
"""Words before a known task that belong to its name: `few-shot image classification`."""

MAKES = (
    r"(?:(?:introduc|propos|releas|curat|describ|creat|devis|compil|open-?sourc)e[ds]?|(?:present|develop|design|construct|invent|"
    r"contribut|announc|unveil|collect)(?:e?[sd]|ed)?|(?:launch|publish)(?:e[sd])?)"
)
"""Verbs of making and showing, but for their forms in -ing."""
_VAGUE_TASK = lexicons.words("vague task word")
"""First words with which such words make no name."""


def is_vague_task(word: str) -> bool:
    """Return whether a first word makes no name of a task with a word such as `generation`.

    >>> is_vague_task("better"), is_vague_task("Using"), is_vague_task("molecule")
    (True, True, False)
    """
    return word.casefold() in _VAGUE_TASK or word.casefold().endswith("ing")


_WORD = re.compile(r"[A-Za-z0-9α-ω][\w'’/]*(?:-[\w'’]+)*")
_OPEN = lexicons.words("determiner")
_STOP = lexicons.words("function word")
VAGUE = lexicons.words("vague word")
"""Words that describe a phrase without being a part of its name."""
METHOD_HEADS = lexicons.words("method head")
COMMON = lexicons.words("common method head")
"""Last words that are as often no part of a name."""
ALONE = frozenset("transformer autoencoder auto-encoder backpropagation perceptron lstm".split())
"""Words that name a method without another word."""
_MOST_WORDS = 4


def read(text: str, start: int) -> tuple[int, int] | None:
    """Return the words in small letters of the noun phrase at a place, without what only describes it.

    >>> text = "uses a new low-rank matrix factorization of the weights"
    >>> text[slice(*read(text, 5))]
    'low-rank matrix factorization'
    """
    words: list[re.Match[str]] = []
    place = start
    while word := _WORD.match(text, place):
        plain = word.group().casefold()
        if not words and (plain in _OPEN or plain in VAGUE):
            place = _skip(text, word.end())
            continue
        if plain in _STOP or word.group()[0].isupper() or plain.endswith("ly") or len(words) > _MOST_WORDS:
            break
        words.append(word)
        place = _skip(text, word.end())
        if place != word.end() + 1:
            break
    if not words or (place < len(text) and _WORD.match(text, place) and not _ends(text, place)):
        return None
    return words[0].start(), words[-1].end()


def names(phrase: str, kind: Kind) -> bool:
    """Return whether the last word of a phrase names a method or a task, and something before it tells which.

    >>> names("graph autoencoder", Kind.METHOD), names("graph drawing", Kind.METHOD), names("generation", Kind.TASK)
    (True, False, False)
    """
    words = phrase.casefold().split()
    if kind is Kind.METHOD and len(words) == 1:
        return words[0].rstrip("s") in ALONE
    if not 1 < len(words) <= _MOST_WORDS or words[0] in VAGUE:
        return False
    if kind is Kind.TASK:
        return words[-1] in TASK_HEADS and not words[0].endswith("ing")
    return words[-1] in METHOD_HEADS


def _skip(text: str, place: int) -> int:
    while place < len(text) and text[place] == " ":
        place += 1
    return place


def _ends(text: str, place: int) -> bool:
    word = _WORD.match(text, place)
    return word is not None and (word.group().casefold() in _STOP or word.group().endswith("ly"))
