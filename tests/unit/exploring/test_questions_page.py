"""The pages of questions: groups, forms, and columns of answers."""

from __future__ import annotations

import pytest
from asked import Notes
from exploring import Page

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.exploring import questions
from kg.model import Kind


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    made = Notes()
    note = made.note("a.md", "Wide Paths is rated 3.")
    note.claim(note.mention(Kind.PAPER, "Wide Paths"), terms.RATING, 3)
    return made.knowledge()


def test_questions_are_below_the_headings_of_their_groups(knowledge: Knowledge) -> None:
    text = Page(questions.listed(knowledge, {}).content.decode()).text

    places = [text.index(words) for words in ("Papers\n", "Which papers are in my notes?", "Reading and rating")]
    assert places == sorted(places)
    assert "Your own questions" not in text


@pytest.mark.parametrize(("given", "is_open"), [({}, False), ({"ask year": "2024"}, True)])
def test_a_long_form_is_open_when_it_was_used(knowledge: Knowledge, given: dict[str, str], is_open: bool) -> None:
    answer = questions.page(knowledge, {"name": "papers-by-rating", **given})
    assert answer is not None
    page = Page(answer.content.decode())

    assert ["open" in attributes for tag, attributes in page.elements if tag == "details"] == [is_open]


def test_columns_without_any_value_are_left_out(knowledge: Knowledge) -> None:
    answer = questions.page(knowledge, {"name": "papers-by-rating"})
    assert answer is not None
    text = Page(answer.content.decode()).text

    assert "Wide Paths" in text and "rating" in text and "scale" not in text.split("row")[-1]
