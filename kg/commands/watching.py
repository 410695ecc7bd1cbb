"""`kg watch`: build again whenever a note is saved, and say how long that took."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kg import screen
from kg.errors import KgError, reason
from kg.library.building import run, settings_of
from kg.notes import walk
from kg.pipeline import decisions_file
from kg.settings import FILE_NAME as SETTINGS

PAUSE = 0.05
"""Seconds between two looks at the notes, at least."""
_SHARE = 20
"""How many times as long as a look the pause after it is: looking at a large vault must not keep a laptop busy."""
_LONGEST_PAUSE = 1.0
_QUIET = 0.05
"""Seconds without a change after which a save is taken for finished."""
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Seen:
    """What a look at a vault shows."""

    files: Mapping[str, tuple[int, int]]
    """Note, or file of decisions, settings or a vocabulary -> its time of change in nanoseconds and its size."""
    wrong: tuple[str, ...] = ()
    """What keeps kg from looking at the notes, or at some of them."""


def watch(asked: Namespace) -> int:
    """Build, and build again after every change until Ctrl-C, whatever a build says; return the exit code."""
    notes, graph, builds = asked.notes, asked.graph, asked.builds
    before = Seen({})
    while builds is None or builds > 0:
        now = _settled(asked, before)
        began = time.perf_counter()
        try:
            told, _, gone = run(notes, graph, settings_of(notes, graph, asked.vocabulary), with_map=asked.map)
            done = f"{told.facts:,} facts in {told.notes:,} notes in {time.perf_counter() - began:.2f} s"
            done += f". {gone}" if gone else ""
        except (KgError, OSError) as error:
            done = f"no new graph: {_message(error)}"
        saved = max((place[0] for note, place in now.files.items() if before.files.get(note) != place), default=0)
        since = f", {time.time() - saved / 1e9:.2f} s after the save" if before.files and saved else ""
        print(screen.clean(f"{_changes(before, now)}: {done}{since}"), flush=True)
        for wrong in now.wrong:
            if wrong not in before.wrong and wrong not in done:
                print(screen.clean(f"not read: {wrong}"), flush=True)
        before = now
        builds = None if builds is None else builds - 1
    return 0


def _settled(asked: Namespace, before: Seen) -> Seen:
    """Wait until notes have changed, and until nobody writes any more; give what is there then."""
    now = _look(asked, before)
    while now == before:
        began = time.perf_counter()
        now = _look(asked, before)
        if now == before:
            time.sleep(min(max(PAUSE, _SHARE * (time.perf_counter() - began)), _LONGEST_PAUSE))
    while True:
        time.sleep(_QUIET)
        later = _look(asked, before)
        if later == now:
            return now
        now = later


def _look(asked: Namespace, before: Seen) -> Seen:
    """Look at the notes and at what the user set; where that cannot be done, take all to be as it was."""
    try:
        settings = settings_of(asked.notes, asked.graph, asked.vocabulary)
        found = walk(asked.notes, settings=settings)
        decided = decisions_file(asked.notes)
    except (KgError, OSError) as error:
        return Seen(before.files, (_message(error),))
    files: dict[str, tuple[int, int]] = {}
    own = {path.name: path for path in (decided, decided.with_name(SETTINGS))}
    own |= {file: Path(file) for file in settings.vocabularies}
    for note, path in {**found.files, **own}.items():
        with suppress(OSError):
            status = path.stat()
            files[note] = status.st_mtime_ns, status.st_size
    return Seen(files, tuple(f"{problem.note}: {problem.message}" for problem in found.problems))


def _message(error: KgError | OSError) -> str:
    return str(error) if isinstance(error, KgError) else f"{error.filename or 'the system'}: {reason(error)}"


def _changes(before: Seen, now: Seen) -> str:
    """Return in words which notes changed."""
    if not before.files:
        return f"{len(now.files):,} notes"
    both = before.files.keys() | now.files.keys()
    changed = sorted(note for note in both if before.files.get(note) != now.files.get(note))
    named = ", ".join(changed[:_NAMED]) + (" …" if len(changed) > _NAMED else "")
    return f"{len(changed):,} changed ({named})" if changed else "notes"
