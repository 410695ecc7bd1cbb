"""The gold of the literature reviews: what it names stands where it says."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from places import TESTS

REVIEWS = TESTS / "support" / "reviews"
FOLDERS = sorted(path for path in REVIEWS.iterdir() if path.is_dir())
BRACES = re.compile(r"[{}]")


def gold(folder: Path) -> list[dict[str, Any]]:
    lines = folder.with_name(f"{folder.name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def notes(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


def test_each_folder_has_its_gold_and_each_gold_its_folder() -> None:
    assert [path.stem for path in sorted(REVIEWS.glob("*.jsonl"))] == [folder.name for folder in FOLDERS]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_text_stands_on_its_line_at_its_column(folder: Path) -> None:
    texts = notes(folder)
    wrong = []
    for row in gold(folder):
        line = texts[row["note"]].split("\n")[row["line"] - 1]
        if not line.startswith(row["text"], row["column"] - 1):
            wrong.append(row)

    assert wrong == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_title_stands_in_the_folder(folder: Path) -> None:
    everything = BRACES.sub("", "\n".join(notes(folder).values()))

    assert {row["title"] for row in gold(folder) if row.get("title") and row["title"] not in everything} == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_row_is_a_citation_or_a_trap(folder: Path) -> None:
    place = {"note", "line", "column", "text"}

    assert {frozenset(row) for row in gold(folder)} <= {frozenset(place | {"title"}), frozenset(place | {"trap"})}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_two_texts_overlap(folder: Path) -> None:
    places = sorted({(r["note"], r["line"], r["column"], r["column"] + len(r["text"])) for r in gold(folder)})
    pairs = pairwise(places)

    assert [(a, b) for a, b in pairs if a[:2] == b[:2] and a[3] > b[2]] == []
