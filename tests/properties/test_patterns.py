"""No regular expression of kg is worse than linear: not one that the text of a note, an address or a question can meet.

Each pattern is found by `patterns.collect`, and fed with strings made from itself, eight times as long the second time. Those
that take no time to speak of are linear; only what takes some is measured against itself. `KG_EXPLORE=1` tries every string.
"""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import patterns
import pytest

from kg import links
from kg.notes.clean import WIDEST_GAP

DEEP = "KG_EXPLORE" in os.environ
SHORT, TIMES = 1_000, 8
QUICK = 0.015
"""Seconds of the processor in which a linear pattern is through the long string; one that takes more is measured."""
ENDLESS = 4.0
"""Seconds of the processor after which a match is given up: far more than a linear pattern takes on a busy machine."""
TOO_MUCH = 24.0
"""Eight times the length may take this many times as long; quadratic work takes 64 times."""
SAMPLE = 6
"""Strings for each pattern without `KG_EXPLORE`."""

BOUNDED = {
    "kg.links:_TABLE": (links.LONGEST, "a longer address is none"),
    "kg.extraction.key_forms:_SPELLINGS": (90, "a longer key is none"),
}
"""Patterns that only meet short texts: how long at most, and why."""
OURS = {
    "kg.asking.questions.reading": "questions that come with kg or that the user has written",
    "kg.commands": "arguments of the command line",
    "kg.resolution.decision_tables": "decisions.toml of the user, which tomllib has read",
    "kg.rdf.lexing:_TOKEN": "a query, which is in doubt and read no further from a backslash outside of its strings on",
}
"""Patterns that meet no text of others: where they are written, and what they read."""
_GAP = re.compile(rf"\s{{{WIDEST_GAP},}}")


class EndlessError(Exception):
    """A match that was given up."""


@cache
def found() -> list[patterns.Used]:
    """Give the patterns that the text of others can meet."""
    return [
        used
        for used in patterns.collect().values()
        if not any(place.partition(":")[0].startswith(tuple(OURS)) or place in OURS for place in used.places)
    ]


def text_of(used: patterns.Used, attack: patterns.Attack, length: int) -> str:
    """Write the string, as far as the text that this pattern meets can be so."""
    text = attack.text(length)
    if all(place.startswith("kg.extraction") for place in used.places):
        text = _GAP.sub(lambda gap: gap[0][:WIDEST_GAP], text)
    return text[: min((BOUNDED[place][0] for place in used.places if place in BOUNDED), default=len(text))]


@contextmanager
def given_up() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise EndlessError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, ENDLESS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def is_slow(used: patterns.Used, method: str, attack: patterns.Attack) -> bool:
    """Return whether the pattern takes more than in proportion to the length, each of several times."""
    few, many = (patterns.runner(used.pattern, method, text_of(used, attack, SHORT * times)) for times in (1, TIMES))
    try:
        with given_up():
            long = seconds(many)
    except EndlessError:
        return True
    if long < QUICK:
        return False
    for _ in range(3):  # outside of the timer, with which the clock of the processor goes in ticks of milliseconds
        if long < max(QUICK, TOO_MUCH * min(seconds(few) for _ in range(3))):
            return False
        long = seconds(many)
    return True


def slow_one(used: patterns.Used) -> str | None:
    """Return how the pattern can be made slow, if it can."""
    for attack in patterns.attacks(used.pattern, tries=3 if DEEP else 1, most=None if DEEP else SAMPLE):
        for method in sorted(used.methods):
            if is_slow(used, method, attack):
                return f"{used.places[0]} {method} {attack}"
    return None


def test_no_pattern_is_worse_than_linear() -> None:
    assert [how for used in found() if (how := slow_one(used)) is not None] == []


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(?:\s|[.…·_]{2,}|\.(?=\s))+\d{0,4}\s*$", "search"),
        (r"[A-Z][\w'’]*(?:[-‐–][A-Z]?[\w'’]+)* \d{4}", "search"),
        (r"P(?:\s*(?:,|,?\s*(?:and|&))\s*P){0,30}!", "search"),
        (r"\d+x", "search"),
        (r"[ \t]+$", "sub"),
        (r"a\w*b\w*c", "fullmatch"),
    ],
)
def test_slow_patterns_are_noticed(pattern: str, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ENDLESS", 0.1)
    assert slow_one(patterns.Used(re.compile(pattern), ["here"], {patterns.kind_of(method)})) is not None


def test_all_patterns_are_found() -> None:
    assert len(found()) > 900
    places = {place for used in found() for place in used.places}
    assert {"kg.links:_TABLE", "kg.text:_DAY", "kg.extraction.claims.awarded:_FORMS"} <= places
