"""How long this program runs, what it has used, and its garbage: light, as it is the first thing a command imports."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_BEGAN = time.perf_counter()


def seconds() -> float:
    """Return the seconds for which this program runs, nearly: from when it imported this module, its first."""
    return time.perf_counter() - _BEGAN


def peak_memory() -> int:
    """Return the most memory that this process has had, in megabytes; 0 where the system does not tell.

    On Linux what `getrusage` tells includes what the process that started this one had.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return int(status.partition("VmHWM:")[2].split()[0]) // 1000
    except (OSError, IndexError, ValueError):
        pass
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (1_000_000 if sys.platform == "darwin" else 1_000)


@contextmanager
def uncollected() -> Iterator[None]:
    """Put off looking for circular garbage, which goes through all that is known of a vault again and again.

    Nothing that identity makes is circular; to look for such garbage meanwhile takes a fifth of its time.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
