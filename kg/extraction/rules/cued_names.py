"""Methods and tasks in small letters, shown by the words around them: `uses X attention`, `addresses doing X`.

Only phrases whose last word says what they are, an algorithm or a task, are read so; what another rule doubts becomes
believed by them, and a known name takes in the words that tell it apart (`open-vocabulary object detection`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kg import lexicons
from kg.extraction import gazetteer
from kg.extraction.nlp import Found, Rule, text_of
from kg.model import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "cued-name"
_USED = (
    r"\b(?:us(?:es|ed|ing)|utili[sz](?:es|ed|ing)|leverag(?:es|ed|ing)|employ(?:s|ed|ing)?|adopt(?:s|ed|ing)?|"
    r"combin(?:es|ed|ing)|incorporat(?:es|ed|ing)|integrat(?:es|ed|ing)|appl(?:ies|ied|ying)|extend(?:s|ed|ing)?|"
    r"generali[sz](?:es|ed|ing)|replac(?:es|ed|ing)|outperform(?:s|ed|ing)?|fine-?tun(?:es|ed|ing)|"
    r"rel(?:ies|ied|ying) on|based on|built (?:up)?on|builds (?:up)?on|inspired by|derived from|"
    r"trained (?:with|by|via)|compared (?:to|with)|unlike|via|version of|variant of|extension of|kind of|forms? of|"
    r"through|by means of|augmented with|guided by|supported by|together with)\s"
)
_AIMED = (
    r"\b(?:tackl(?:es|ed|ing)|address(?:es|ed|ing)?|solv(?:es|ed|ing)|appl(?:y|ied|ies|ying) to|tasks? of|problems? of|"
    r"(?:re)?formulat(?:es|ed|ing)|challenges? of|approach(?:es)? to|tasks (?:such as|like))\s"
)
_WITH = r"\b(?:with|including|such as|e\.g\.,?|i\.e\.,?|within)\s"
_FOR = (
    r"\b(?:for|perform(?:s|ed|ing)?|improv(?:es|ed|ing)|boost(?:s|ed|ing)?|enhanc(?:es|ed|ing)|tested on|evaluated on|"
    r"good at|transfers? to|excels? (?:at|in)|including|such as|e\.g\.,?)\s"
)
_CUES = tuple(
    (re.compile(words), kind, clear)
    for words, kind, clear in (
        (_USED, Kind.METHOD, True),
        (_WITH, Kind.METHOD, False),
        (_AIMED, Kind.TASK, True),
        (_FOR, Kind.TASK, False),
    )
)
_NEXT = re.compile(r"\s*(?:,|,?\s*(?:and|or|&))\s*(?:also )?")
_SORT = re.compile(r"\w+-\w+ |\d")
"""How a phrase begins that names a sort of a known task: `open-vocabulary ...`, `3D ...`."""
_MOST = 3
_CLEAR, _BROAD, _LONGER = 0.52, 0.4, 0.6
_HINT = {Kind.METHOD: 0.2, Kind.TASK: 0.3}
"""What a preposition adds: it leads to tasks more often than to methods."""


_TASK_HEADS = lexicons.words("task head")
"""Last words of the names of tasks."""
_WORD = re.compile(r"[A-Za-z0-9α-ω][\w'’/]*(?:-[\w'’]+)*")
_OPEN = lexicons.words("determiner")
_STOP = lexicons.words("function word")
_VAGUE = lexicons.words("vague word")
"""Words that describe a phrase without being a part of its name."""
_METHOD_HEADS = lexicons.words("method head")
_COMMON = lexicons.words("common method head")
"""Last words that are as often no part of a name."""
_ALONE = frozenset("transformer autoencoder auto-encoder backpropagation perceptron lstm".split())
"""Words that name a method without another word."""
_MOST_WORDS = 4


def find(doc: Doc) -> Iterator[Found]:
    """Find the phrases that stand where a method or a task is spoken of."""
    text = text_of(doc)
    small = text.lower()  # much faster than patterns that ignore case
    small = small if len(small) == len(text) else text
    for cue, kind, clear in _CUES:
        for match in cue.finditer(small):
            for start, end in _joined(text, match.end()):
                sure = _sure(text[start:end], kind, clear=clear)
                if sure:
                    yield Found(kind, start, end, NAME, sure)


def is_hint(one: Found) -> bool:
    """Return whether a find says only that a method or a task may stand at a place."""
    return one.rule == NAME and one.confidence < _CLEAR


def _joined(text: str, place: int) -> Iterator[tuple[int, int]]:
    """Yield the phrase at a place and those joined to it."""
    for _ in range(_MOST):
        phrase = _read(text, place)
        if phrase is None:
            return
        yield phrase
        joint = _NEXT.match(text, phrase[1])
        if joint is None:
            return
        place = joint.end()


def _sure(phrase: str, kind: Kind, *, clear: bool) -> float:
    """Weigh a phrase by its last word, by what the word lists know of it and by the words before it."""
    hits = list(gazetteer.find(phrase)) if " " in phrase else []
    last = hits[-1] if hits and hits[-1].end == len(phrase) and hits[-1].known.kind is kind else None
    if last is not None and last.start == 0:
        return _BROAD if last.known.caution == "broad" else 0.0
    if last is not None and " " in phrase[last.start :] and not last.known.caution and _SORT.match(phrase):
        return _LONGER
    if not _names(phrase, kind):
        return 0.0
    common = kind is Kind.METHOD and phrase.rsplit(" ", 1)[-1] in _COMMON
    return _CLEAR if clear and not common else max(_HINT[kind], 0.3 * clear)


def _read(text: str, start: int) -> tuple[int, int] | None:
    """Return the words in small letters of the noun phrase at a place, without what only describes it.

    >>> text = "uses a new low-rank matrix factorization of the weights"
    >>> text[slice(*_read(text, 5))]
    'low-rank matrix factorization'
    """
    words: list[re.Match[str]] = []
    place = start
    while word := _WORD.match(text, place):
        plain = word.group().casefold()
        if not words and (plain in _OPEN or plain in _VAGUE):
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


def _names(phrase: str, kind: Kind) -> bool:
    """Return whether the last word of a phrase names a method or a task, and something before it tells which.

    >>> _names("graph autoencoder", Kind.METHOD), _names("graph drawing", Kind.METHOD), _names("generation", Kind.TASK)
    (True, False, False)
    """
    words = phrase.casefold().split()
    if kind is Kind.METHOD and len(words) == 1:
        return words[0].rstrip("s") in _ALONE
    if not 1 < len(words) <= _MOST_WORDS or words[0] in _VAGUE:
        return False
    if kind is Kind.TASK:
        return words[-1] in _TASK_HEADS and not words[0].endswith("ing")
    return words[-1] in _METHOD_HEADS


def _skip(text: str, place: int) -> int:
    while place < len(text) and text[place] == " ":
        place += 1
    return place


def _ends(text: str, place: int) -> bool:
    word = _WORD.match(text, place)
    return word is not None and (word.group().casefold() in _STOP or word.group().endswith("ly"))


RULE = Rule(NAME, find)
