"""A limit of time for work that would otherwise never end. What ends sooner does not depend on it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class OverTime(BaseException):
    """The time is over. Like KeyboardInterrupt, it is no `Exception`, so no net under a rule or a reader catches it."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `OverTime` inside the block when it takes longer, also in the middle of a regular expression.

    Without effect where the system has no such signal (Windows), in another thread than the first, and where somebody
    else has set the only timer of the process.
    """
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
        or signal.getitimer(signal.ITIMER_REAL)[0]
    ):
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise OverTime
