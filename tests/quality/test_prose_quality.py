"""Prose is read as well as before: floors of F1 by kind, on the notes annotated in full."""

from __future__ import annotations

import pytest
from prose_quality import HELD_OUT, SEEN, floors, measure

ROUNDING = 1e-9


@pytest.mark.parametrize("name", [*SEEN, *HELD_OUT])
def test_prose_is_read_as_well_as_before(name: str) -> None:
    found = {kind: count.f1 for kind, count in measure(name).items()}

    assert {k: (found[k], floor) for k, floor in floors()[name].items() if found[k] < floor - ROUNDING} == {}
