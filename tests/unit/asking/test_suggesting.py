"""Sentences and the ready-made questions that they mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.asking.questions import cited, meaning, questions, suggest
from kg.cli import main


@pytest.mark.parametrize(
    ("sentence", "question", "given"),
    [
        ("which papers on tidal energy did I like?", "papers-by-rating", {"topic": "tidal energy"}),
        ("who works on coral bleaching", "people-of-topic", {"topic": "coral bleaching"}),
        ("what did I say about the Kuroshio", "remarks", {"topic": "Kuroshio"}),
        ("which papers on tides did I rate highly", "papers-by-rating", {"topic": "tides"}),
        ("which kelp papers did I give 4 stars or more?", "papers-by-rating", {"topic": "kelp", "min-rating": "4/5"}),
        ("papers on kelp with at least 3/5", "papers-by-rating", {"topic": "kelp", "min-rating": "3/5"}),
        ("papers about link formation", "papers", {"topic": "link formation"}),
        ("best papers on high tide gauges", "papers-by-rating", {"topic": "high tide gauges"}),
        ("what did I read in May 2024?", "since", {"since": "2024-05", "until": "2024-05"}),
        ("which papers did we read in 2023", "since", {"since": "2023", "until": "2023"}),
        ("which papers on kelp have I read", "reading", {"topic": "kelp", "state": "read"}),
        ("papers on kelp that I've read", "reading", {"topic": "kelp", "state": "read"}),
        ("which papers on kelp have I not read yet", "to-read", {"topic": "kelp"}),
        ("papers that I rated 5 stars", "papers-by-rating", {"min-rating": "5/5"}),
        ("which papers got five stars", "papers-by-rating", {"min-rating": "5/5"}),
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


@pytest.mark.parametrize(
    ("sentence", "command", "names"),
    [
        ("How is the Gulf Stream connected to coral bleaching?", "path", ("the Gulf Stream", "coral bleaching")),
        ("what connects kelp and sea urchins", "path", ("kelp", "sea urchins")),
        ("show me the path from Kim He to Marta Roe", "path", ("Kim He", "Marta Roe")),
        ("what do kelp and sea urchins have in common", "common", ("kelp", "sea urchins")),
        ("what should I read next", "next", ()),
        ("which papers should I read next about tidal energy?", "next", ("tidal energy",)),
        ("which papers on tides should I read first", "next", ("tides",)),
        ("how do kelp and sea urchins relate", "path", ("kelp", "sea urchins")),
        ("compare kelp and sea urchins", "common", ("kelp", "sea urchins")),
        ("which notes cite Roe 2019", "near", ("Roe 2019",)),
        ("which of my notes mention plankton", "find", ("plankton",)),
        ("list everything about plankton", "about", ("plankton",)),
        ("who wrote Roe 2019", "about", ("Roe 2019",)),
        ("when did I read Roe 2019", "about", ("Roe 2019",)),
        ("what do I know about plankton", "about", ("plankton",)),
        ("tell me about 'plankton'", "about", ("plankton",)),
        ("what rating did I give Roe 2019?", "about", ("Roe 2019",)),
        ("how highly did I rate plankton", "about", ("plankton",)),
        ("what is connected with plankton", "near", ("plankton",)),
        ("Which things are near plankton?", "near", ("plankton",)),
        ("where did I mention the Gulf Stream?", "find", ("the Gulf Stream",)),
        ("in which note did I write about plankton", "find", ("plankton",)),
        ("where is plankton mentioned", "find", ("plankton",)),
    ],
)
def test_a_sentence_may_mean_another_command(sentence: str, command: str, names: tuple[str, ...]) -> None:
    found = meaning(sentence)
    assert found == (command, names)


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("which dataset goes with Roe 2020", "Roe 2020"),
        ("what did we think of Roe & Doe (2020b) in the group?", "Roe & Doe (2020b"),
        ("does Roe et al. 2020 use it", "Roe et al. 2020"),
    ],
)
def test_a_sentence_that_cites_a_paper_is_about_it_if_nothing_else_answers(sentence: str, name: str) -> None:
    assert cited(sentence) == ("about", (name,))


def test_what_is_not_so_is_no_question_about_what_is() -> None:
    assert suggest(questions(), "which papers have I not rated") == []
    assert [one.question.name for one in suggest(questions(), "which notes have no links")][:1] == ["unlinked-notes"]


def test_what_was_read_is_never_answered_with_all_papers() -> None:
    found = suggest(questions(), "papers on kelp that I have read")
    assert {one.question.name for one in found} <= {"reading", "papers-by-rating"}


def test_two_names_narrow_the_papers_by_a_venue_or_an_author_and_a_topic() -> None:
    found = [one.given for one in suggest(questions(), "OCEANS posters on coral bleaching") if len(one.given) > 1]
    assert {"venue": "OCEANS", "topic": "coral bleaching"} in found
    assert {"author": "OCEANS", "topic": "coral bleaching"} in found


@pytest.mark.parametrize(
    ("sentence", "asked"),
    [
        ("NeurIPS papers on embeddings", "kg ask papers --venue NeurIPS --topic embeddings"),
        ("how is BERT related to ImageNet", "kg path BERT ImageNet"),
        ("what do BERT and LoRA have in common", "kg common BERT LoRA"),
        ("what should I read next about pretraining", "kg next --topic pretraining"),
        ("tell me about reinforcement learning", "kg about 'reinforcement learning'"),
        ("what is new since 2024-03", "kg ask since --since 2024-03"),
        ("best papers on robot learning", "kg ask papers-by-rating --topic 'robot learning'"),
        ("what did I write about Mamba", "kg ask remarks --topic Mamba"),
        ("who wrote with Sergey Levine", "kg ask coauthors --person 'Sergey Levine'"),
        ("which papers have I not read yet", "kg ask to-read"),
        ("who works on diffusion models", "kg ask people-of-topic --topic 'diffusion models'"),
        ("what was presented at ICML", "kg ask papers-by-venue --venue ICML"),
    ],
)
def test_a_sentence_is_answered_at_the_first_try(
    sample_graph: Path, capsys: pytest.CaptureFixture[str], sentence: str, asked: str
) -> None:
    code = main(["ask", sentence, "--graph", str(sample_graph)])
    answered = capsys.readouterr()
    assert f"asked was: {asked}\n" in answered.err
    assert code == 0 and answered.out


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
