"""Records written in a random layout are read as the papers that they are, whatever stands around them.

Raise the floors with `python tests/support/layout_quality.py --raise`; while the generator of the layouts is the same, they never
fall.
"""

from __future__ import annotations

from layout_quality import floors, measure


def test_records_in_random_layouts_are_read_as_well_as_before() -> None:
    scores = measure().scores()

    assert set(floors()) == set(scores)
    assert {name: scores[name] for name, floor in floors().items() if scores[name] < floor} == {}
