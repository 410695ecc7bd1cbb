"""Nets under what meets notes: what raises on one of them costs that one a part, and never the build or the page.

Readers and rules are many, and notes are what people make of them; some line will always surprise one of them. Who
calls one through `caught` keeps what it had given until then and is told what went wrong; who waits for an answer that
is all or nothing calls through `guarded`, and people read a sentence.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import PurePath
from types import FrameType
from typing import Generic, TypeVar

from kg.errors import KgError

T = TypeVar("T")
PATIENCE = 16
"""How many times all items may be tried again before what came of the first ones is all."""
_LONGEST = 160


class FaultError(KgError):
    """A command failed in a way that kg did not expect."""


def caught(run: Callable[[], Iterable[T]], tell: Callable[[Exception], None]) -> Iterator[T]:
    """Yield what `run` gives, up to the place where it raises; then tell the exception and end.

    Too deep a recursion and a lack of memory are caught like the rest: both are over once the stack is unwound. What
    ends a program (Ctrl-C, an exit) is no `Exception` and passes.

    >>> list(caught(lambda: (1 // n for n in (1, 0, 1)), print))
    integer division or modulo by zero
    [1]
    """
    try:
        yield from run()
    except Exception as error:  # noqa: BLE001 - the one place for it: anything may be wrong in a rule or with a note
        tell(error)


def attempted(run: Callable[[], Iterable[T]], found: list[T]) -> Exception | None:
    """Put what `run` gives into a list, up to the place where it raises, and return what it raises.

    >>> found = []
    >>> attempted(lambda: (1 // n for n in (1, 0, 1)), found), found
    (ZeroDivisionError('integer division or modulo by zero'), [1])
    """
    try:
        found.extend(run())
    except Exception as error:  # noqa: BLE001 - as above, for rules that are called on every block and every paper
        return error
    return None


def guarded(run: Callable[[], T], fault: Callable[[str], KgError], passing: type[Exception] = KgError) -> T:
    """Return what `run` returns; what it raises that is not meant for people becomes an error that is.

    Args:
        run: a command, a page, an answer: whatever of which somebody waits for the end.
        fault: makes the error.
        passing: what passes as it is, beside errors for people and a lack of memory.
    """
    made: list[T] = []
    error = attempted(lambda: [run()], made)
    if error is None:
        return made[0]
    if isinstance(error, KgError | MemoryError | passing):
        raise error
    raise fault(
        f"this is an error of kg ({described(error)}, {_place(error)}). Please report it, with what you asked for"
    ) from error


class Spared(Generic[T]):
    """Does again what raises over many items, without those to blame.

    The item to blame is the last of the fewest first ones over which it raises, found by bisection.

    Args:
        run: does it without some items, by number.
        count: how many items there are.
    """

    def __init__(self, run: Callable[[Collection[int]], T], count: int) -> None:
        self.run = run
        self.count = count
        self.made: T | None = None
        """What came of it in the end; None when it raises without any item."""
        self.left = 0
        """Items before this one were tried: fewer than there are where too many are to blame."""

    def blamed(self) -> Iterator[tuple[int, Exception]]:
        """Yield each item to blame, and what it made raise; then `made` is what comes of the others."""
        hidden: set[int] = set()
        if self._raised({*range(self.count)}) is not None:
            return
        seen = 0
        while (error := self._raised(hidden)) is not None:
            bad = self.count
            while bad - self.left > 1:
                middle = (self.left + bad) // 2
                seen += middle
                raised = self._raised({*hidden, *range(middle, self.count)})
                if raised is None:
                    self.left = middle
                else:
                    bad, error = middle, raised
            yield self.left, error
            if seen > PATIENCE * self.count:
                return
            hidden.add(self.left)
            self.left += 1
        self.left = self.count

    def _raised(self, hidden: Collection[int]) -> Exception | None:
        made: list[T] = []
        error = attempted(lambda: [self.run(hidden)], made)
        self.made = made[0] if made else self.made
        return error


def _place(error: Exception) -> str:
    """Return the line of kg that raised, or called what raised."""
    lines = [f"{path.parent.name}/{path.name}:{line}" for path, line in _lines(error) if "kg" in path.parts]
    return lines[-1] if lines else "outside kg"


def _lines(error: Exception) -> Iterator[tuple[PurePath, int]]:
    at = error.__traceback__
    while at is not None:
        yield PurePath(at.tb_frame.f_code.co_filename), at.tb_lineno
        at = at.tb_next


def described(error: Exception) -> str:
    """Return in one line what was raised, for a person who may want to report it.

    >>> described(KeyError("year"))
    "KeyError: 'year'"
    """
    first = str(error).partition("\n")[0].strip()
    shown = first if len(first) <= _LONGEST else f"{first[:_LONGEST]}…"
    shown = shown.encode("utf-8", "replace").decode()
    return f"{type(error).__name__}: {shown}" if shown else type(error).__name__


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
