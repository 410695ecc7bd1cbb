"""Methods and tasks in small letters, shown by the words around them: `uses X attention`, `the task of doing X`.

Only phrases whose last word says what they are, an algorithm or a task, are read so; what another rule doubts becomes
believed by them, and a known name takes in the words that tell it apart (`open-vocabulary object detection`). What a
sentence begins with and says to be in use for something is a method too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kg.extraction import gazetteer, phrases
from kg.extraction.nlp import Found, Rule, text_of
from kg.extraction.phrases import TASK_HEADS, is_vague_task
from kg.model import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

TOLD = "told-task"
_TOLD_SURE = 0.6

_WORDS = r"(?P<name>(?:[^\W\d_][\w/-]*\s){1,4}?[^\W\d_][\w/-]*)"
_CALLED = ("task", "problem", "benchmark")
_PATTERNS = (
    re.compile(rf"\b(?:task|problem)s?\s(?:of|known as|called)\s{_WORDS}(?=[\s,.;:)]|$)"),
    re.compile(rf"\b{_WORDS}\s(?:tasks?|problems?|benchmarks?)\b"),
)
_NO_NAME = frozenset(
    "the a an and or of on in to for with by from at as is are was were that this these those its their our his her "
    "all many several some various other such two three four five six ten both each every more most into over between "
    "than we it they you which who also only not no hard difficult simple standard common downstream new".split()
)
"""Words that begin no name of a task and stand inside none."""


def find_told(doc: Doc) -> Iterator[Found]:
    """Find each task that a word beside it calls one."""
    text = text_of(doc)
    if not any(word in text for word in _CALLED):
        return
    for number, pattern in enumerate(_PATTERNS):
        for match in pattern.finditer(text):
            start, end = _narrowed(text, *match.span("name"), last=number > 0)
            words = text[start:end].split()
            if len(words) > 1 and words[-1].casefold() in TASK_HEADS and not is_vague_task(words[0]):
                yield Found(Kind.TASK, start, end, TOLD, _TOLD_SURE)


def _narrowed(text: str, start: int, end: int, *, last: bool) -> tuple[int, int]:
    """Keep the words behind the last small word, or before the first, and up to the word that tells a task."""
    words = list(re.finditer(r"\S+", text[start:end]))
    stops = [at for at, word in enumerate(words) if word.group().casefold() in _NO_NAME]
    if stops and last:
        words = words[stops[-1] + 1 :]
    elif stops:
        words = words[: stops[0]]
    return (start + words[0].start(), start + words[-1].end()) if words else (start, start)


TOLD_TASKS = Rule(TOLD, (Kind.TASK,), (), find_told)


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
_IN_USE = re.compile(
    r"(?:^|[.!?:]\s+|\n\W{0,40})(?P<name>[A-Z][a-z]{1,40}(?:[ -][a-z]{1,40}){1,2}) "
    r"(?:is|are|has been|have been) (?:most )?"
    r"(?:widely|commonly|often|typically|frequently|routinely|successfully|broadly) "
    r"(?:used|applied|adopted|employed) (?:for|in|to)\b"
)
"""What a sentence says to be in use for something: `Task vectors are widely used for model editing`."""
_NEXT = re.compile(r"\s*(?:,|,?\s*(?:and|or|&))\s*(?:also )?")
_SORT = re.compile(r"\w+-\w+ |\d")
"""How a phrase begins that names a sort of a known task: `open-vocabulary ...`, `3D ...`."""
_MOST = 3
_CLEAR, _BROAD, _LONGER = 0.52, 0.4, 0.6
_HINT = {Kind.METHOD: 0.2, Kind.TASK: 0.3}
"""What a preposition adds: it leads to tasks more often than to methods."""


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
    for match in _IN_USE.finditer(text):
        start, end = match.span("name")
        if phrases.read(text.casefold(), start) == (start, end) and next(gazetteer.find(text[start:end]), None) is None:
            yield Found(Kind.METHOD, start, end, NAME, _CLEAR)


def _joined(text: str, place: int) -> Iterator[tuple[int, int]]:
    """Yield the phrase at a place and those joined to it."""
    for _ in range(_MOST):
        phrase = phrases.read(text, place)
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
    if not phrases.names(phrase, kind):
        return 0.0
    common = kind is Kind.METHOD and phrase.rsplit(" ", 1)[-1] in phrases.COMMON
    return _CLEAR if clear and not common else max(_HINT[kind], 0.3 * clear)


RULE = Rule(NAME, (Kind.METHOD, Kind.TASK), (), find)
