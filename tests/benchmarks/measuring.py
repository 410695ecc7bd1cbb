"""Run a command and measure its seconds and its memory, with that of all processes it starts."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

_PAUSE = 0.1
_PROC = Path("/proc")


class Measure(NamedTuple):
    """What a command took."""

    seconds: float
    megabytes: float
    """Most memory at one time, of the command and the processes that it started. Where the system does not tell the
    memory of processes, that of the largest one."""


def measure(command: Sequence[object], *, path: Path | None = None) -> Measure:
    """Run a command to its end.

    Args:
        command: its words.
        path: the checkout whose kg is to run; None for the one that is installed.

    Raises:
        SystemExit: it fails.
    """
    environment: Mapping[str, str] = {**os.environ, **({"PYTHONPATH": str(path)} if path is not None else {})}
    words = [str(word) for word in command]
    began = time.perf_counter()
    most = 0.0
    with subprocess.Popen(
        words, cwd=path, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
    ) as running:
        while running.poll() is None:
            most = max(most, _in_use(running.pid))
            time.sleep(_PAUSE if time.perf_counter() - began > 1 else _PAUSE / 10)
    seconds = time.perf_counter() - began
    if running.returncode:
        sys.exit(f"{' '.join(words)} ended with {running.returncode}")
    return Measure(seconds, most or _largest_child())


def kg(*arguments: object, path: Path | None = None) -> Measure:
    """Run a command of kg."""
    return measure([sys.executable, "-m", "kg", *arguments], path=path)


def _in_use(session: int) -> float:
    """Add up the memory of a session's processes, what they share counted once."""
    return sum(_proportional(process) for process in _of_session(session)) / 1024


def _of_session(session: int) -> Iterator[Path]:
    for process in _PROC.glob("[0-9]*"):
        try:
            if int((process / "stat").read_text().rpartition(")")[2].split()[3]) == session:
                yield process
        except (OSError, ValueError, IndexError):
            continue


def _proportional(process: Path) -> int:
    """Give a process's share of memory in KiB."""
    try:
        rows = (process / "smaps_rollup").read_text().splitlines()
        return next((int(row.split()[1]) for row in rows if row.startswith("Pss:")), 0)
    except (OSError, ValueError, IndexError):
        return 0


def _largest_child() -> float:
    # Linux counts in KiB, macOS in bytes.
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
