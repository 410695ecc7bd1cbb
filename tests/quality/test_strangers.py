"""The measure for notes of other people counts what is wrong, and not what is only spelt otherwise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from strangers import measure

_NOTE = """# Papers

- Roe, A. (2020). Steady maps of rivers. *Journal of Maps*, 3, 1-9.
- Ada Roe and Bo Lind. Quiet tides of the north. ICML 2021.
"""


def _row(line: int, title: str, authors: list[str], year: int, venue: str) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(("short", "citekey", "presentation"))
    row |= {name: [] for name in ("urls", "topics", "methods", "datasets", "tags")}
    row |= {"type": "paper", "lines": [line], "ids": {}, "rating": 0, "authors_complete": True}
    return row | {"title": title, "authors": authors, "year": year, "venue": venue}


@pytest.mark.parametrize(
    ("person", "venue", "wrong"),
    [
        ("A. Roe", "ICML", []),
        ("A. Roe", "ICML 2021", []),
        ("A. Roe", "arXiv preprint", []),
        ("A. Roe", "ICML 2019", ["venue"]),
        ("B. Roe", "ICML", ["author"]),
        ("A. Rowe", "ICML", ["author"]),
    ],
)
def test_spellings_of_one_name_are_right_and_others_wrong(
    tmp_path: Path, person: str, venue: str, wrong: list[str]
) -> None:
    note = tmp_path / "papers.md"
    note.write_text(_NOTE, encoding="utf-8")
    rows = [
        _row(3, "Steady maps of rivers", [person], 2020, "Journal of Maps"),
        _row(4, "Quiet tides of the north", ["Ada Roe", "Bo Lind"], 2021, venue),
    ]
    gold = note.with_suffix(".jsonl")
    gold.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    scores = measure(note, gold)
    assert [name for name in ("paper", "title", "author", "year", "venue") if scores[name].f1 < 1] == wrong
