"""Answers to many questions at a time: `1-5 ignore, 7 dataset, 9 yes`, or a line of a file for a name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from kg import untrusted
from kg.errors import SettingsError, UsageError
from kg.model import DECIDABLE, THINGS, Kind
from kg.resolution.decisions import Designator, designator

_WORD = re.compile(r"[^\W\d_]+")
_RANGE = re.compile(r"(\d+)(?:\s*(?:-|–|\.\.)\s*(\d+))?")
_NAMED = re.compile(rf"(?P<answer>[^\W\d_]+)\s+(?P<thing>(?:{'|'.join(DECIDABLE)})\s*:.*)", re.IGNORECASE)


class AnswerType(StrEnum):
    """What a person says about a name."""

    YES = "yes"
    IGNORE = "ignore"
    KIND = "kind"
    SKIP = "skip"


class Answer(NamedTuple):
    """What a person says about a name, with its kind if they give another."""

    type: AnswerType
    kind: Kind | None = None


_WORDS: Mapping[str, Answer] = {
    **dict.fromkeys(("yes", "y", "ok", "right"), Answer(AnswerType.YES)),
    **dict.fromkeys(("ignore", "i", "no", "n", "nothing"), Answer(AnswerType.IGNORE)),
    **dict.fromkeys(("skip", "s"), Answer(AnswerType.SKIP)),
    **{str(kind): Answer(AnswerType.KIND, Kind(kind)) for kind in THINGS},
}
WAYS = "yes, ignore, skip, or a kind"


def read_line(line: str, *, count: int) -> dict[int, Answer]:
    """Read answers to numbered questions.

    Args:
        line: answers after their numbers, separated by commas; `all` means all numbers, `rest` all others.
        count: the highest number.

    Raises:
        UsageError: an answer or a number is not valid, or a number has two answers.

    >>> said = read_line("1-2, 4 ignore; 3 dataset, rest yes", count=5)
    >>> [str(answer.kind or answer.type) for answer in said.values()]
    ['ignore', 'ignore', 'dataset', 'ignore', 'yes']
    """
    given: dict[int, Answer] = {}
    rest: Answer | None = None
    for numbers, answer in _parts(line):
        if numbers == "rest":
            rest = answer
            continue
        for number in _numbers(numbers, count):
            if given.setdefault(number, answer) != answer:
                raise UsageError(f"{number} has two answers: {_in_words(given[number])} and {_in_words(answer)}")
    if rest is not None:
        given = dict.fromkeys(range(1, count + 1), rest) | given
    return dict(sorted(given.items()))


def _parts(line: str) -> Iterator[tuple[str, Answer]]:
    """Yield what stands before each answer, and the answer."""
    waiting, end = "", 0
    for word in re.finditer(r"\d+|[^\W\d_]+|\S", line):
        text = word.group().casefold()
        if text in ("all", "rest") or not _WORD.fullmatch(text):
            waiting += line[end : word.start()] + text
        else:
            if not waiting.strip(" ,;:"):
                raise UsageError(f"write numbers before {word.group()!r}, for example: 1-3 {text}")
            yield waiting.strip(" ,;:"), answer_of(word.group())
            waiting = ""
        end = word.end()
    if waiting.strip(" ,;:"):
        raise UsageError(f"{waiting.strip(' ,;:')} has no answer. Write one after the numbers: {WAYS}")


def answer_of(word: str) -> Answer:
    """Read the word of an answer.

    Raises:
        UsageError: it is none.
    """
    found = _WORDS.get(word.casefold())
    if found is None:
        raise UsageError(f"{word!r} is not an answer. Choose one of: yes, ignore, skip, {', '.join(THINGS)}")
    return found


def _numbers(text: str, count: int) -> Iterator[int]:
    if text == "all":
        yield from range(1, count + 1)
        return
    if not re.fullmatch(r"[\d\s,;.–-]+", text):
        raise UsageError(f"{text!r} is not a list of numbers. Write numbers like 1-3, 5")
    for first, last in _RANGE.findall(re.sub(r"\s+([-–]|\.\.)\s+", r"\1", text)):
        begin, end = untrusted.integer(first), untrusted.integer(last or first)
        if not 1 <= begin <= end <= count:
            raise UsageError(f"there are questions 1 to {count:,}, but no {f'{first}-{last}' if last else first}"[:200])
        yield from range(begin, end + 1)


def read_named(line: str) -> tuple[Designator, Answer] | None:
    """Read an answer about a name: `ignore method: Foul Play`; None if the line has numbers instead.

    Raises:
        UsageError: the answer or the name is not valid.

    >>> thing, answer = read_named("dataset method: Gym @ rl.md")
    >>> str(thing), str(answer.kind)
    ('method: Gym @ rl.md', 'dataset')
    """
    found = _NAMED.fullmatch(line.strip())
    if found is None:
        return None
    try:
        return designator(found["thing"]), answer_of(found["answer"])
    except SettingsError as error:
        raise UsageError(str(error)) from error


def _in_words(answer: Answer) -> str:
    return str(answer.kind or answer.type)
