"""Sentences and the ready-made questions that they mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.asking.questions import questions, suggest
from kg.cli import main


@pytest.mark.parametrize(
    ("sentence", "question", "given"),
    [
        ("which papers on tidal energy did I like?", "papers-by-rating", {"topic": "tidal energy"}),
        ("who works on coral bleaching", "people-of-topic", {"topic": "coral bleaching"}),
        ("what did I say about the Kuroshio", "remarks", {"topic": "Kuroshio"}),
        ("Who won what?", "awards", {}),
        ("what did Marta Roe speak about", "talks", {"speaker": "Marta Roe"}),
        ("who wrote with Kim He", "coauthors", {"person": "Kim He"}),
        ("who is at Uppsala University", "affiliations", {"org": "Uppsala University"}),
        ("papers about plankton", "papers", {"topic": "plankton"}),
        ("how many papers per year", "papers-per-year", {}),
        ("which papers have code", "code", {}),
        ("what do I still have to read", "to-read", {}),
        ("where are my highlights", "highlights", {}),
    ],
)
def test_a_sentence_means_the_question_with_its_words(sentence: str, question: str, given: dict[str, str]) -> None:
    found = suggest(questions(), sentence)[0]
    assert (found.question.name, found.given) == (question, given)


def test_a_sentence_without_any_word_of_a_question_means_none() -> None:
    assert suggest(questions(), "how do glaciers move") == []
    assert suggest(questions(), "") == []


def test_a_sentence_is_answered_and_the_question_is_told(
    sample_graph: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", "which", "papers", "have", "code", "--graph", str(sample_graph), "--limit", "2"]) == 0
    plain = main(["ask", "code", "--graph", str(sample_graph), "--limit", "2"])
    answered = capsys.readouterr()
    assert plain == 0
    first, second = answered.out[: len(answered.out) // 2], answered.out[len(answered.out) // 2 :]
    assert first == second
    assert "kg ask code" in answered.err


def test_words_that_no_question_takes_are_searched_for(sample_graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "protein folding", "--graph", str(sample_graph)]) == 0
    answered = capsys.readouterr()
    assert "no ready-made question" in answered.err
    assert "protein" in answered.out.lower()
