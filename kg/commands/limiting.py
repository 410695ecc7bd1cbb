"""Run a question of the command line within its limits, so that Ctrl-C and the time work while the engine is busy.

The engine cannot be stopped, but it lets other threads run: this one waits, looks at the memory, and ends the program.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from kg.errors import LimitError
from kg.limits import Limits
from kg.running import peak_memory

T = TypeVar("T")
_LOOK = 0.05
"""Seconds between two looks at the memory."""


def within(limits: Limits, work: Callable[[], T], late: Callable[[float], LimitError] = LimitError.seconds) -> T:
    """Run work in a separate thread, and return its result.

    Args:
        late: makes the error of work that takes too long.

    Raises:
        LimitError: it takes too long or too much memory; it then continues until the program ends.
    """
    executor = ThreadPoolExecutor(1, "query")
    before, waited = peak_memory(), 0.0
    future = executor.submit(work)
    executor.shutdown(wait=False)
    while not wait([future], _LOOK).done:
        waited += _LOOK
        if limits.seconds and waited >= limits.seconds:
            raise late(limits.seconds)
        if limits.megabytes and peak_memory() - before > limits.megabytes:
            raise LimitError.memory(limits.megabytes)
    return future.result()
