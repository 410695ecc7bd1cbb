"""Ratings and reading states as people write them, and what only looks like them."""

from __future__ import annotations

import pytest

from kg.extraction import dates, ratings, states


@pytest.mark.parametrize(
    ("text", "number", "scale"),
    [
        ("★★★★☆", "4", 5),
        ("★★★½☆", "3.5", 5),
        ("⭐️⭐️⭐️", "3", 0),
        (":star::star:", "2", 0),
        ("●●●○○", "3", 5),
        ("4.5/5", "4.5", 5),
        ("(4/5)", "4", 5),
        ("8 / 10", "8", 10),
        ("3 out of five", "3", 5),
        ("4 von 5 Sternen", "4", 5),
        ("3/5 stars", "3", 5),
        ("15/20", "15", 20),
        ("3 stars", "3", 0),
        ("4★", "4", 0),
        ("❤️❤️", "2", 0),
        ("++", "2", 0),
        ("#5stars", "5", 0),
        ("4", "4", 0),
    ],
)
def test_a_value_is_read_as_number_and_scale(text: str, number: str, scale: int) -> None:
    found = ratings.read(text)

    assert found is not None
    assert (found.text, found.scale) == (number, scale)


@pytest.mark.parametrize(
    "text", ["", "accept", "8, 6, 6", "7 / 10 / 9", "6/5", "2024", "41.5", "12k stars", "A-", "☆☆☆☆☆", "1/2/24"]
)
def test_other_values_are_no_ratings(text: str) -> None:
    assert ratings.read(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "3/5 runs diverge",
        "8/10 accuracy",
        "Accuracy: 8/10.",
        "pp. 3/5",
        "Tue (5/10)",
        "on 5/10",
        "⭐ 1.2k",
        "⭐12",
        "12k stars",
        "5 stars on the hub",
        "2024/5/10",
        "1/5/10",
    ],
)
def test_no_rating_is_found_in_running_text(text: str) -> None:
    assert ratings.find(text, (0, len(text))) is None


@pytest.mark.parametrize(
    ("text", "state"), [("To Read", "to-read"), ("待读", "to-read"), ("✔️", "read"), ("lu", "read")]
)
def test_a_value_states_how_far_the_reading_has_come(text: str, state: str) -> None:
    assert states.value(text) == state


@pytest.mark.parametrize("text", ["published", "accepted", "", "yes", "✅❌"])
def test_other_values_state_nothing(text: str) -> None:
    assert states.value(text) == ""


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("5 mars 2024", "2024-03-05"),
        ("5 de marzo de 2024", "2024-03-05"),
        ("2024_03_05", "2024-03-05"),
        ("2024年3月5日", "2024-03-05"),
        ("Tue, 5 March 2024", "2024-03-05"),
        ("2024-03", "2024-03"),
    ],
)
def test_days_are_read_in_several_languages(text: str, day: str) -> None:
    assert dates.at(text) == (len(text), day)


@pytest.mark.parametrize("text", ["2024-13", "2024-02-31", "5/3/24", "March", "12:30"])
def test_what_names_no_day_is_none(text: str) -> None:
    assert dates.at(text) is None


def test_a_fraction_within_a_sentence_is_no_rating_even_on_the_usual_scale() -> None:
    assert ratings.find("found on 3/5 shores", (0, 19), usual=(5,)) is None
    assert ratings.find("found 3/5", (0, 9), usual=(5,)) == ratings.Rating(6, 9, 3.0, 5)
