"""Hostile notes: each is read or says what is wrong with it, in little time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hostile
import pytest

from kg import extraction, notes
from kg.model import Extraction, Reading
from kg.settings import Settings

NOTES = hostile.notes()
ODD = {"no-paper", "not-understood", "unread-sentence"}
"""Codes of problems that are no fault of the file."""
SECONDS = 30.0
"""Of the processor for one note. A quiet machine needs a few at most; one that many share must not fail the test."""


@dataclass(frozen=True, slots=True)
class Outcome:
    reading: Reading
    made: Extraction | None
    seconds: float

    @property
    def codes(self) -> set[str]:
        return {problem.code for problem in (*self.reading.problems, *(self.made.problems if self.made else ()))}


def outcome(folder: Path, name: str, content: bytes, nlp: Any) -> Outcome:
    path = folder / name
    path.write_bytes(content)
    began = time.process_time()
    reading = notes.read(path, vault=folder, settings=Settings())
    made = extraction.extract(reading.note, nlp) if reading.note is not None else None
    return Outcome(reading, made, time.process_time() - began)


def test_there_are_two_hundred_of_them() -> None:
    assert len(NOTES) >= 200
    assert len({note.content for note in NOTES.values()}) >= 200


@pytest.mark.parametrize(
    "name", NOTES, ids=[f"{n}-{name.encode('unicode_escape').decode()[:24]}" for n, name in enumerate(NOTES)]
)
def test_a_hostile_note_is_read_or_says_what_is_wrong(name: str, tmp_path: Path, nlp: Any) -> None:
    note = NOTES[name]
    found = outcome(tmp_path, name, note.content, nlp)

    assert not found.codes & {"reader-failed", "rule-failed"}
    if note.problem == "":
        assert found.codes <= ODD
    elif note.problem != "?":
        assert note.problem in found.codes
    if note.kept:
        assert found.made is not None and hostile.KEPT in {mention.text for mention in found.made.mentions}
    assert found.seconds < SECONDS
