"""`kg watch`: build again whenever a note is saved, and say how long that took."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from kg import notes as vault
from kg.commands import screen
from kg.commands.building import run, settings_of
from kg.errors import KgError
from kg.pipeline import decisions_file

PAUSE = 0.05
"""Seconds between two looks at the notes, at least."""
_SHARE = 20
"""How many times as long as a look the pause after it is: looking at a large vault must not keep a laptop busy."""
_LONGEST_PAUSE = 1.0
_QUIET = 0.05
"""Seconds without a change after which a save is taken for finished."""
_NAMED = 3

Seen = Mapping[str, tuple[int, int]]
"""Note, or the file of decisions -> its time of change in nanoseconds and its size."""


def watch(notes: Path, graph: Path, *, with_map: bool, builds: int | None = None) -> int:
    """Build, and build again after every change until Ctrl-C; return the exit code.

    Args:
        notes: the vault.
        graph: the folder of the graph.
        with_map: whether each build draws the map too.
        builds: how many builds to make; None for no limit.
    """
    before: Seen = {}
    while builds is None or builds > 0:
        now = _settled(notes, graph, before)
        began = time.perf_counter()
        try:
            told, _, gone = run(notes, graph, settings_of(notes, graph), with_map=with_map)
            done = f"{told.facts:,} facts in {told.notes:,} notes in {time.perf_counter() - began:.2f} s"
            done += f". {gone}" if gone else ""
        except (KgError, OSError) as error:
            done = f"no graph: {error}"
        saved = max((place[0] for note, place in now.items() if before.get(note) != place), default=0)
        since = f", {time.time() - saved / 1e9:.2f} s after the save" if before and saved else ""
        print(screen.clean(f"{_changes(before, now)}: {done}{since}"), flush=True)
        before = now
        builds = None if builds is None else builds - 1
    return 0


def _settled(notes: Path, graph: Path, before: Seen) -> Seen:
    """Wait until notes have changed, and until nobody writes any more; give what is there then."""
    now = _look(notes, graph)
    while now == before:
        began = time.perf_counter()
        now = _look(notes, graph)
        if now == before:
            time.sleep(min(max(PAUSE, _SHARE * (time.perf_counter() - began)), _LONGEST_PAUSE))
    while True:
        time.sleep(_QUIET)
        later = _look(notes, graph)
        if later == now:
            return now
        now = later


def _look(notes: Path, graph: Path) -> Seen:
    found: dict[str, tuple[int, int]] = {}
    for note, path in vault.files(notes, settings=settings_of(notes, graph)).items():
        try:
            status = path.stat()
        except OSError:
            continue
        found[note] = status.st_mtime_ns, status.st_size
    decided = decisions_file(notes)
    with suppress(OSError):
        status = decided.stat()
        found[decided.name] = status.st_mtime_ns, status.st_size
    return found


def _changes(before: Seen, now: Seen) -> str:
    """Return in words which notes changed."""
    changed = sorted(note for note in before.keys() | now.keys() if before.get(note) != now.get(note))
    if not before:
        return f"{len(now):,} notes"
    named = ", ".join(changed[:_NAMED]) + (" …" if len(changed) > _NAMED else "")
    return f"{len(changed):,} changed ({named})"
