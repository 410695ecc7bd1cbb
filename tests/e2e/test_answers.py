"""What kg answers about the sample notes is what somebody has looked at: every ready-made question, and each other way.

A difference that is meant is frozen with `python tests/support/answers.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from answers import ASKED, answers, frozen, graph
from places import ANSWERS
from prose_quality import HELD_OUT

from kg.rdf import queries


@pytest.fixture(scope="module", autouse=True)
def asked() -> Iterator[None]:
    with graph():
        yield


@pytest.mark.parametrize("name", ASKED)
def test_an_answer_is_the_one_that_was_looked_at(name: str) -> None:
    assert answers(name) == frozen(name).read_text(encoding="utf-8")


def test_every_ready_made_question_has_an_answer_and_every_answer_is_asked_for() -> None:
    kept = {path.stem for path in ANSWERS.iterdir()}

    assert kept == set(ASKED)
    assert set(queries("questions")) <= kept


def test_nothing_of_the_notes_that_are_held_out_is_shown() -> None:
    shown = "".join(path.read_text(encoding="utf-8") for path in ANSWERS.iterdir())

    assert [name for name in HELD_OUT if f"{name}.md" in shown] == []
