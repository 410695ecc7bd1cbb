"""A net under what reads notes: what raises on one note costs that note a part, and never the build.

Readers and rules are many, and notes are what people make of them; some line will always surprise one of them. Who
calls one through `caught` keeps what it had given until then and is told what went wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
_LONGEST = 160


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


def described(error: Exception) -> str:
    """Return in one line what was raised, for a person who may want to report it.

    >>> described(KeyError("year"))
    "KeyError: 'year'"
    """
    first = str(error).partition("\n")[0].strip()
    shown = first if len(first) <= _LONGEST else f"{first[:_LONGEST]}…"
    shown = shown.encode("utf-8", "replace").decode()
    return f"{type(error).__name__}: {shown}" if shown else type(error).__name__
