"""Of a file that is larger than any that people write, the beginning is read, and the rest is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.model import Note, Problem
from kg.notes import budget, read
from kg.settings import Settings


def test_a_paragraph_without_end_is_read_up_to_the_budget(tmp_path: Path) -> None:
    text = "# Notes\n\n" + "word " * 120_000 + "\n\nAfter it.\n"

    note, (problem,) = _read(tmp_path, text)

    long, after = note.blocks[1], note.blocks[2]
    assert long.prose == ("word " * 100_000).strip()
    assert after.prose == "After it."
    assert "can be searched" in problem.message
    assert problem.line == 3
    assert problem.span is not None
    assert text[problem.span.start - 5 : problem.span.end].replace("word", "").strip() == ""


def test_what_is_cut_through_by_the_budget_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "LONGEST", 30)

    note, _ = _read(tmp_path, "One **bold** word and then a [link](https://a.example) that is long, *cursive* too.\n")

    (block,) = note.blocks
    assert block.prose == "One bold word and then a link"
    assert [mark.kind for mark in block.marks] == ["strong"]
    assert [link.target for link in block.links] == ["https://a.example"]
    assert block.source(0, len(block.prose)) == (0, 34)


def test_a_file_with_too_many_parts_is_read_up_to_the_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST", 10 * (budget.PART + 10))
    text = "\n".join(f"- item {number:03}" for number in range(40)) + "\n"

    note, (problem,) = _read(tmp_path, text)

    assert [block.prose for block in note.blocks] == [f"item {number:03}" for number in range(len(note.blocks))]
    assert 8 <= len(note.blocks) <= 11
    assert problem.line == len(note.blocks) + 1
    assert note.text == text


def test_an_ordinary_file_is_read_as_a_whole(tmp_path: Path) -> None:
    _, problems = _read(tmp_path, "# A note\n\n" + "A sentence of it. " * 500)

    assert not problems


def _read(folder: Path, text: str) -> tuple[Note, tuple[Problem, ...]]:
    path = folder / "a.md"
    path.write_text(text, encoding="utf-8")
    found = read(path, vault=path, settings=Settings())
    assert found.note is not None
    return found.note, tuple(problem for problem in found.problems if problem.code == budget.CODE)
