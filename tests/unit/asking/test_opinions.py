"""Ratings and remarks of several people on one paper: each belongs to the note that has it."""

from __future__ import annotations

import pytest
from asked import Notes, iri

from kg import terms
from kg.asking.papers import read_papers
from kg.asking.questions import questions
from kg.asking.questions.answering import Row, ask
from kg.errors import UsageError
from kg.graph import Rating, ratings
from kg.model import Kind
from kg.rdf import Store

PAPER = iri("paper", "Slow Rivers")


def opinions(*said: tuple[str, str, int, int, str]) -> Notes:
    """Give notes that rate one paper: path, words, number, scale (0: none shown), and a remark or ""."""
    notes = Notes()
    for path, words, number, scale, remark in said:
        note = notes.note(path, f"Slow Rivers {words} {remark}")
        paper = note.mention(Kind.PAPER, "Slow Rivers")
        note.claim(paper, terms.RATING, number, at=words)
        note.claim(paper, terms.RATING_TEXT, words, at=words)
        if scale:
            note.claim(paper, terms.RATING_SCALE, scale, at=words)
        if remark:
            note.claim(paper, terms.REMARK, remark, at=remark)
    return notes


@pytest.fixture(scope="module")
def lab() -> Store:
    return opinions(
        ("ann.md", "4/5", 4, 5, "a careful study of forty gauges and their floods"),
        ("bo.md", "3/10", 3, 10, ""),
        ("cy.md", "++", 2, 0, "the depth is guessed"),
    ).store()


def rows(store: Store, name: str, **given: str) -> list[Row]:
    return list(ask(store, questions()[name], given).rows)


def test_a_rating_keeps_the_scale_of_its_own_place(lab: Store) -> None:
    assert ratings(lab) == {PAPER: [Rating(4, 5, "4/5"), Rating(2, 0, "++"), Rating(3, 10, "3/10")]}
    assert ratings(lab, [PAPER]) == ratings(lab) and ratings(lab, []) == {}


def test_the_best_rating_is_shown_as_somebody_gave_it() -> None:
    notes = opinions(("ann.md", "4/5", 4, 5, ""), ("bo.md", "3/10", 3, 10, ""))
    paper = read_papers(notes.knowledge())[PAPER]
    assert (paper.rated, paper.rating) == ("4 of 5", 0.8)


def test_a_rating_without_a_scale_is_of_the_least_that_it_fits() -> None:
    assert [Rating(number, 0, "").share for number in (1, 3, 4, 8, 12, 0)] == [0.333, 1, 0.8, 0.8, 1, 0]


def test_ratings_on_several_scales_are_ordered_by_their_share(lab: Store) -> None:
    assert [row.cells[3].text for row in rows(lab, "papers-by-rating")] == ["4/5", "++", "3/10"]


@pytest.mark.parametrize(
    ("least", "found"), [("3/5", ["4/5"]), ("3", ["4/5", "3/10"]), ("2", ["4/5", "++", "3/10"]), ("9 / 10", [])]
)
def test_the_least_rating_is_a_number_or_a_share_of_any_scale(lab: Store, least: str, found: list[str]) -> None:
    assert [row.cells[3].text for row in rows(lab, "papers-by-rating", **{"min-rating": least})] == found
    assert len(rows(lab, "papers", **{"min-rating": least})) == bool(found)


def test_what_is_no_rating_is_refused(lab: Store) -> None:
    with pytest.raises(UsageError, match="Write 4, or 4/5"):
        rows(lab, "papers-by-rating", **{"min-rating": "4/0"})


def test_a_remark_beside_a_place_is_of_its_note_or_says_where_it_stands(lab: Store) -> None:
    assert [(row.where[0][0], row.remarked) for row in rows(lab, "papers-by-rating")] == [
        ("ann.md", "a careful study of forty gauges and their floods"),
        ("cy.md", "the depth is guessed"),
        ("bo.md", "a careful study of forty gauges and their floods (ann.md:1)"),
    ]


def test_rows_that_differ_by_their_notes_share_a_remark_with_its_place(lab: Store) -> None:
    said = {row.remarked for row in rows(lab, "in-several-notes")}
    assert said == {"a careful study of forty gauges and their floods (ann.md:1)"}
