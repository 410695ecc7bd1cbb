"""How work grows with its input, measured against itself, never against a clock on the wall.

A machine that is busy or slow makes both sides slow: CPU time of this process is compared with CPU time of this process,
each the best of a few runs, and what fails is measured again before it counts. So a test of speed tells quadratic work
from linear work, and says nothing of seconds.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from cProfile import Profile
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import kg

RUNS = 3
"""How often a measure is taken; a busy machine only ever adds to one."""
SLACK = 3.0
"""How much more than in proportion work may grow: caches, allocation and sorting take their share."""


def cost(work: Callable[[], object], *, runs: int = RUNS) -> float:
    """Give the CPU time of some work in the unit of this machine, the least of some runs."""
    return min(seconds(work) for _ in range(runs)) / _unit()


def grows_linearly(work: Callable[[int], object], size: int, *, times: int = 8) -> bool:
    """Say whether work on so many times the size costs not much more than so many times as much.

    Quadratic work would cost `times * times`. Work below one unit is too little to be compared and counts as one.
    """
    for _ in range(RUNS):
        many = cost(lambda: work(size * times), runs=1)
        # The larger work alone may say it: the smaller counts as one unit at least.
        if many <= times * SLACK or many <= cost(lambda: work(size)) * times * SLACK:
            return True
    return False


def steps(work: Callable[[], object]) -> int:
    """Count the lines of kg that some work runs: equal on every machine, however busy, and blind to what is in C."""
    count, package = 0, str(Path(kg.__file__).parent)

    def run(frame: FrameType, event: str, argument: Any) -> None:  # without an answer it is called again
        nonlocal count
        count += event == "line"

    before = sys.gettrace()
    sys.settrace(lambda frame, *_: run if frame.f_code.co_filename.startswith(package) else None)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def calls(work: Callable[[], object]) -> int:
    """Count the calls of functions, those written in C too: coarser than steps, and much faster."""
    profile = Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of some work, once."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


@cache
def _unit() -> float:
    """Give what a fixed piece of work takes here and now: words counted and joined, some milliseconds."""
    return min(seconds(_reference) for _ in range(7))


def _reference() -> int:
    text = "Ada Lovelace, Charles Babbage (1843). Notes on the engine. " * 300
    words = [word.casefold() for _ in range(3) for word in re.findall(r"\w+", text)]
    return len({word: len(word) + place for place, word in enumerate(sorted(words))})
