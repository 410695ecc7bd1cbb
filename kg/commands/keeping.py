"""A graph that is kept fresh while something else is done with it: `kg watch` in a process beside this one."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kg.errors import StoreError


@contextmanager
def kept_fresh(notes: Path, graph: Path) -> Iterator[None]:
    """Build, and build again after every change, until the block ends; print what each build says.

    Raises:
        StoreError: the first build failed.
    """
    command = [sys.executable, "-P", "-m", "kg", "watch", str(notes), "--graph", str(graph)]
    # A server that is told to end ends at once, but for this; what it has started would go on for ever.
    signal.signal(signal.SIGTERM, _end)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as building:  # noqa: S603
        try:
            first = building.stdout.readline() if building.stdout else ""
            if not first:
                raise StoreError(f"the notes at {str(notes)!r} could not be built. See: kg build {notes}")
            print(first, end="", flush=True)
            threading.Thread(target=_tell, args=(building,), daemon=True).start()
            yield
        finally:
            building.terminate()


def _end(number: int, _: object) -> None:
    sys.exit(128 + number)


def _tell(building: subprocess.Popen[str]) -> None:
    for line in building.stdout or ():
        print(line, end="", flush=True)
