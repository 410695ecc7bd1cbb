"""A note in which the rules find more than anyone writes costs a build neither its memory nor its time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from kg import extraction, notes
from kg.extraction import guard
from kg.extraction.entries import Page
from kg.extraction.guard import OVER_BUDGET
from kg.model import Note
from kg.settings import Settings


def test_a_rule_that_finds_things_without_end_is_stopped_and_the_note_named(
    tmp_path: Path, nlp: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(_: Page) -> Iterator[Any]:
        return repeat(None)

    monkeypatch.setattr(guard, "MOST", 1_000)
    monkeypatch.setattr(extraction, "LAYOUT_RULES", (endless,))

    found = extraction.extract(_note(tmp_path), nlp)

    assert (found.mentions, found.claims) == ((), ())
    assert [(problem.code, problem.note) for problem in found.problems] == [(OVER_BUDGET, "a.md")]
    assert "more than 1,000 names and facts" in found.problems[0].message


def test_what_all_rules_find_is_counted_together(tmp_path: Path, nlp: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    note = _note(tmp_path)
    whole = extraction.extract(note, nlp)
    monkeypatch.setattr(guard, "MOST", len(whole.claims))

    assert [problem.code for problem in extraction.extract(note, nlp).problems] == [OVER_BUDGET]


def _note(folder: Path) -> Note:
    path = folder / "a.md"
    path.write_text("# Reading\n\n- Deep Learning of Graphs. Ann Lee, Bo Frey. ICML 2020.\n", encoding="utf-8")
    note = notes.read(path, vault=path, settings=Settings()).note
    assert note is not None
    return note
