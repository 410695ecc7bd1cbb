"""Answers to many questions at a time, as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.commands.answering import Answer, AnswerType, read_line, read_named
from kg.errors import UsageError
from kg.model import Kind

IGNORE, YES, DATASET = Answer(AnswerType.IGNORE), Answer(AnswerType.YES), Answer(AnswerType.KIND, Kind.DATASET)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1-3 ignore, 5 dataset, 7 yes", {1: IGNORE, 2: IGNORE, 3: IGNORE, 5: DATASET, 7: YES}),
        ("1 3 5 i", {1: IGNORE, 3: IGNORE, 5: IGNORE}),
        ("1,3 NO; 2 Y", {1: IGNORE, 2: YES, 3: IGNORE}),
        ("2 - 4: ignore", {2: IGNORE, 3: IGNORE, 4: IGNORE}),
        ("2–3 dataset", {2: DATASET, 3: DATASET}),
        ("3..4 yes", {3: YES, 4: YES}),
        ("1-5ignore", dict.fromkeys(range(1, 6), IGNORE)),
        ("all yes", dict.fromkeys(range(1, 8), YES)),
        ("2 dataset, rest ignore", {n: DATASET if n == 2 else IGNORE for n in range(1, 8)}),
        ("rest ignore, 2 dataset", {n: DATASET if n == 2 else IGNORE for n in range(1, 8)}),
        ("4 skip", {4: Answer(AnswerType.SKIP)}),
        ("", {}),
        (" , ", {}),
    ],
)
def test_numbers_stand_before_what_is_said_of_them(line: str, said: dict[int, Answer]) -> None:
    assert read_line(line, count=7) == said


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("1-3", "1-3 has no answer"),
        ("ignore", "numbers before 'ignore'"),
        ("1 ignore, 2 planet", "'planet' is not an answer"),
        ("8 ignore", "questions 1 to 7, but no 8"),
        ("0 ignore", "no 0"),
        ("5-3 ignore", "no 5-3"),
        ("9" * 6000 + " ignore", "questions 1 to 7"),
        ("1-3 ignore, 2 yes", "2 has two answers: ignore and yes"),
        ("x1 ignore", "numbers before 'x'"),
        ("1 & 2 ignore", "is not a list of numbers"),
    ],
)
def test_what_makes_no_sense_is_said_and_nothing_is_guessed(line: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        read_line(line, count=7)


@given(st.text(alphabet="0123456789-,;. –iysgnorealtd\x1b知٣²", max_size=30))
def test_any_line_has_answers_for_questions_that_exist_or_a_complaint(line: str) -> None:
    try:
        said = read_line(line, count=12)
    except UsageError:
        return
    assert set(said) <= set(range(1, 13)) and list(said) == sorted(said)


def test_a_name_stands_behind_what_is_said_of_it() -> None:
    found = read_named("  Ignore METHOD: Foul Play @ a, b.md ")

    assert found is not None
    assert (str(found[0]), found[1]) == ("method: Foul Play @ a, b.md", IGNORE)
    assert read_named("1-5 ignore") is None


@pytest.mark.parametrize(
    ("line", "complaint"), [("ignore method:", "names nothing"), ("planet method: X", "not an answer")]
)
def test_a_name_without_an_answer_or_an_answer_without_a_name_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        read_named(line)
