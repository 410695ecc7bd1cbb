"""Records written in a random layout are read as the papers that they are, whatever stands around them.

Raise the floors with `python tests/support/layout_quality.py`; they never fall.
"""

from __future__ import annotations

import pytest
from layout_quality import Measured, floors, measure


@pytest.fixture(scope="module")
def measured() -> Measured:
    return measure()


def test_records_in_random_layouts_are_read_as_well_as_before(measured: Measured) -> None:
    scores = measured.scores()

    assert {name: scores[name] for name, floor in floors().items() if scores[name] < floor} == {}


def test_each_measure_has_a_floor(measured: Measured) -> None:
    assert set(floors()) == set(measured.scores())
