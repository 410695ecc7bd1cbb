"""What kg answers about the sample notes is what somebody has looked at: every ready-made question, and each other way.

A difference that is meant is frozen with `python tests/support/answers.py`.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from answers import ASKED, answers, build, frozen
from once import made_once
from places import ANSWERS
from prose_quality import HELD_OUT

from kg.pipeline.cache import FILE_NAME
from kg.rdf import queries


@pytest.fixture(scope="module", autouse=True)
def asked(sample_graph: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Be where the graph is found; what the shared one has read is not read again."""

    def make(folder: Path) -> None:
        (folder / "kg-out").mkdir()
        shutil.copy(sample_graph / FILE_NAME, folder / "kg-out")
        build(folder)

    with contextlib.chdir(made_once(tmp_path_factory, "answers", make)):
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
