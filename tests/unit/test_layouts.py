"""The sheets that the reader of records is trained on: their marks are exact, and kg reads the notes as blocks."""

from __future__ import annotations

import importlib
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kg.notes.draft import Source
from kg.notes.markdown import read_markdown

sys.path.insert(0, str(Path(__file__).parents[2] / "data" / "training" / "citations"))
layouts = importlib.import_module("layouts")
Layouter = layouts.Layouter

PARTS = set(
    "title family given suffix etal affiliation year venue volume presentation short key rating label identifier url "
    "keyword editor publisher remark date".split()
)
PLAIN = re.compile(r"\W")


@cache
def sheet_of(seed: int) -> Any:
    return Layouter(seed).sheet()


def told(sheet, record: int, part: str) -> str:
    found = " ".join(sheet.text[s.start : s.end] for s in sheet.stretches if (s.part, s.record) == (part, record))
    return re.sub(r"\s+", " ", found.replace("**", ""))


def test_the_same_seed_gives_the_same_sheets():
    first, second = Layouter(7), Layouter(7)
    assert [first.sheet() for _ in range(5)] == [second.sheet() for _ in range(5)]
    assert first.decoy() == second.decoy()


@pytest.mark.parametrize("seed", range(0, 300, 50))
def test_stretches_are_exact(seed):
    for number in range(seed, seed + 50):
        sheet = sheet_of(number)
        end = 0
        for stretch in sheet.stretches:
            text = sheet.text[stretch.start : stretch.end]
            assert end <= stretch.start < stretch.end <= len(sheet.text), (number, stretch, text)
            assert text == text.strip(), (number, text)
            assert stretch.part in PARTS, (number, stretch)
            assert 0 <= stretch.record < len(sheet.records), (number, stretch)
            assert (stretch.part in {"family", "given", "suffix"}) <= (stretch.person >= 0), (number, stretch)
            end = stretch.end
        for record, printed in enumerate(sheet.records):
            assert printed["title"] == told(sheet, record, "title"), (number, record)
            assert printed["title"] or printed["links"], (number, record)


@pytest.mark.parametrize("seed", range(0, 300, 50))
def test_a_title_is_read_in_one_block(seed):
    for number in range(seed, seed + 50):
        sheet = sheet_of(number)
        blocks = read_markdown(Source("note.md", sheet.text)).blocks
        for record, printed in enumerate(sheet.records):
            ranges = [(s.start, s.end) for s in sheet.stretches if (s.part, s.record) == ("title", record)]
            wanted = PLAIN.sub("", printed["title"])
            assert any(wanted in PLAIN.sub("", read(block, ranges)) for block in blocks), (number, printed["title"])


def read(block, ranges) -> str:
    """Give the prose of a block that comes from some ranges of the source."""
    text = ""
    for origin in block.origins:
        length = origin.prose_end - origin.prose_start
        even = length == origin.source_end - origin.source_start
        for place in range(length):
            start = origin.source_start + (place if even else 0)
            end = start + 1 if even else origin.source_end
            if any(start < last and first < end for first, last in ranges):
                text += block.prose[origin.prose_start + place]
    return text


def test_decoys_have_no_records():
    for seed in range(100):
        sheet = Layouter(seed).decoy()
        assert sheet.text.strip()
        assert (sheet.stretches, sheet.records) == ((), ())
