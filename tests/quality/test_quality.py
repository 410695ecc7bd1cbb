"""The annotated notes of the sample vault are read at least as well as when they were last measured.

Raise the floors with `python tests/support/quality.py`; they never fall.
"""

from __future__ import annotations

import pytest
from prose_quality import HELD_OUT
from quality import ANNOTATED, floors, measure


@pytest.mark.parametrize("name", sorted(ANNOTATED))
def test_a_note_of_the_sample_vault_is_read_as_well_as_before(name: str) -> None:
    scores = measure(name)
    shown = 0 if name in HELD_OUT else 5
    below = {
        field: f"{scores[field].f1:.3f} < {floor:.3f}: {scores[field].notes[:shown]}"
        for field, floor in floors()[name].items()
        if scores[field].f1 < floor
    }

    assert below == {}


def test_each_annotated_note_has_floors() -> None:
    assert set(floors()) == set(ANNOTATED)
