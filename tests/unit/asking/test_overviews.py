"""`about`, `timeline`, `next`: what there is of a topic, by date, and to be read, worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from asked import Notes, iri, names

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.asking.overview import about
from kg.asking.papers import read_papers
from kg.asking.reading import read_next
from kg.asking.subjects import find_subject
from kg.asking.timeline import timeline
from kg.model import Kind

LIST = """# Graphs
## Routing
- Alpha Study ++ by Ann Lee, 2023: the proof is short and convincing to me.
- Beta Study by Ann Lee, 2024 uses GIN.
## Pooling
- Gamma Study by Bo Chen, 2024, to read.
- Delta Study, 2021.
"""
OTHER = """2024-05-02
Delta Study again. Alpha Study was read on 2024-05-01. Keynote by Ann Lee.
"""


def hand_made() -> Notes:
    notes = Notes()
    one = notes.note("graphs.md", LIST)
    graphs, routing, pooling = (one.mention(Kind.TOPIC, name) for name in ("Graphs", "Routing", "Pooling"))
    one.claim(routing, terms.BROADER, graphs)
    one.claim(pooling, terms.BROADER, graphs)
    ann, bo = one.mention(Kind.PERSON, "Ann Lee"), one.mention(Kind.PERSON, "Bo Chen")
    papers = {}
    for name, year, topic in (
        ("Alpha", 2023, routing),
        ("Beta", 2024, routing),
        ("Gamma", 2024, pooling),
        ("Delta", 2021, pooling),
    ):
        papers[name] = one.mention(Kind.PAPER, f"{name} Study")
        one.claim(papers[name], terms.NAME, f"{name} Study")
        one.claim(papers[name], terms.DATE_PUBLISHED, str(year), at=str(year))
        one.claim(papers[name], terms.ABOUT, topic)
    one.claim(papers["Alpha"], terms.AUTHOR, ann)
    one.claim(papers["Beta"], terms.AUTHOR, ann)
    one.claim(papers["Gamma"], terms.AUTHOR, bo)
    one.claim(papers["Alpha"], terms.RATING, 2, at="++")
    one.claim(papers["Alpha"], terms.RATING_TEXT, "++", at="++")
    one.claim(papers["Alpha"], terms.REMARK, "the proof is short and convincing to me", at="the proof is short")
    one.claim(papers["Beta"], terms.USES, one.mention(Kind.METHOD, "GIN"))
    one.claim(papers["Gamma"], terms.READING_STATE, terms.TO_READ, at="to read")
    two = notes.note("diary.md", OTHER)
    own = two.mention(Kind.NOTE, "2024-05-02", shown="diary.md")
    two.claim(own, terms.DATE_CREATED, "2024-05-02", at="2024-05-02")
    two.mention(Kind.PAPER, "Delta Study")
    alpha = two.mention(Kind.PAPER, "Alpha Study")
    two.claim(alpha, terms.READ_ON, "2024-05-01", at="2024-05-01")
    session = two.mention(Kind.SESSION, "Keynote")
    two.claim(session, terms.START_DATE, "2024-05-02", at="2024-05-02")
    two.claim(session, terms.PERFORMER, two.mention(Kind.PERSON, "Ann Lee"))
    return notes


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Knowledge]:
    with hand_made().knowledge(tmp_path_factory.mktemp("notes")) as made:
        yield made


# About.


def test_a_topic_takes_in_the_topics_below_with_rated_papers_first(knowledge: Knowledge) -> None:
    found = about(knowledge, iri("topic", "Graphs"))

    assert [one.paper.name for one in found.papers] == ["Alpha Study", "Delta Study", "Beta Study", "Gamma Study"]
    assert [one.topic for one in found.papers] == ["Routing", "Pooling", "Routing", "Pooling"]
    assert [(one.name, one.papers) for one in found.topics] == [("Pooling", 2), ("Routing", 2)]
    assert [(one.name, one.papers) for one in found.people] == [("Ann Lee", 2), ("Bo Chen", 1)]
    assert [(one.name, one.papers) for one in found.methods] == [("GIN", 1)]
    assert dict(found.years) == {"2021": 1, "2023": 1, "2024": 2} and found.all_papers == 4


def test_a_topic_below_knows_the_one_above_and_its_own_papers_only(knowledge: Knowledge) -> None:
    found = about(knowledge, iri("topic", "Routing"))

    assert names(found.above) == ["Graphs"]
    assert [one.paper.name for one in found.papers] == ["Alpha Study", "Beta Study"]


def test_a_method_is_a_topic_too(knowledge: Knowledge) -> None:
    found = about(knowledge, iri("method", "GIN"))

    assert [(one.paper.name, one.relation) for one in found.papers] == [("Beta Study", "uses")]
    assert found.sentences[0].sentence == "Beta Study by Ann Lee, 2024 uses GIN."
    assert names(found.methods) == []


def test_what_is_said_of_papers_comes_with_its_place(knowledge: Knowledge) -> None:
    (remark,) = about(knowledge, iri("topic", "Routing")).remarks

    assert remark.paper == "Alpha Study"
    assert (remark.passage.note, remark.passage.line) == ("graphs.md", 3)


def test_papers_know_how_they_were_rated_and_read(knowledge: Knowledge) -> None:
    papers = {one.name: one for one in read_papers(knowledge).values()}

    assert (papers["Alpha Study"].rated, papers["Alpha Study"].rating) == ("++", pytest.approx(0.667))
    assert (papers["Alpha Study"].read_on, papers["Alpha Study"].is_read) == ("2024-05-01", True)
    assert (papers["Gamma Study"].state, papers["Gamma Study"].is_read) == ("to read", False)
    assert (papers["Delta Study"].notes, papers["Delta Study"].year) == (2, "2021")
    assert read_papers(knowledge, [iri("paper", "Delta Study")]) == {iri("paper", "Delta Study"): papers["Delta Study"]}


# Timeline.


def test_everything_with_a_date_stands_in_order(knowledge: Knowledge) -> None:
    found = timeline(knowledge)

    assert dict(found.papers) == {"2021": 1, "2023": 1, "2024": 2} and found.undated == 0
    assert [(one.date, one.sort, one.name) for one in found.events] == [
        ("2024-05-01", "read", "Alpha Study"),
        ("2024-05-02", "held", "Keynote"),
        ("2024-05-02", "noted", "diary.md"),
    ]
    assert [one.dated.line for one in found.events if one.dated] == [2, 1, 1]


def test_years_bound_a_timeline(knowledge: Knowledge) -> None:
    assert dict(timeline(knowledge, first="2022", last="2023").papers) == {"2023": 1}
    assert timeline(knowledge, last="2023").events == ()


def test_the_timeline_of_a_thing_has_its_papers_one_by_one(knowledge: Knowledge) -> None:
    found = timeline(knowledge, iri("person", "Ann Lee"))

    assert [(one.date, one.sort, one.name) for one in found.events] == [
        ("2023", "published", "Alpha Study"),
        ("2024", "published", "Beta Study"),
        ("2024-05-01", "read", "Alpha Study"),
        ("2024-05-02", "held", "Keynote"),
        ("2024-05-02", "noted", "diary.md"),
    ]
    assert dict(timeline(knowledge, iri("topic", "Graphs")).papers) == {"2021": 1, "2023": 1, "2024": 2}


# Next.


def test_unread_papers_are_suggested_with_reasons_that_add_up(knowledge: Knowledge) -> None:
    found, number = read_next(knowledge)
    reasons = {one.name: [(reason.words, reason.points) for reason in one.reasons] for one in found}

    assert number == 3 and "Alpha Study" not in reasons
    assert reasons["Gamma Study"] == [("you marked it to be read", 4.0)]
    assert reasons["Delta Study"] == [("2 of your notes name it", 1.5)]
    assert reasons["Beta Study"] == [("by Ann Lee, whose 'Alpha Study' you rated ++", 0.89)]
    assert names(found) == ["Gamma Study", "Delta Study", "Beta Study"]
    assert all(one.score == pytest.approx(sum(reason.points for reason in one.reasons)) for one in found)
    assert all(reason.passage is not None for one in found for reason in one.reasons)


def test_a_paper_that_joins_two_topics_is_a_bridge() -> None:
    notes = Notes()
    text = "Topics: Red and Blue.\n" + "\n".join(f"Paper {number} stands here." for number in range(10, 19))
    one = notes.note("n.md", text)
    red, blue = one.mention(Kind.TOPIC, "Red"), one.mention(Kind.TOPIC, "Blue")
    for number in range(10, 19):
        paper = one.mention(Kind.PAPER, f"Paper {number}")
        for topic in [red, blue] if number == 14 else [red] if number < 14 else [blue]:
            one.claim(paper, terms.ABOUT, topic)
    with notes.knowledge() as knowledge:
        ((suggestion,), number) = read_next(knowledge)

    assert number == 1 and suggestion.name == "Paper 14"
    assert suggestion.reasons[0].words == "it joins 'Blue' (5 papers) and 'Red' (5), as no other paper of yours does"


def test_papers_to_read_about_a_topic_come_before_those_that_share_something_with_them() -> None:
    notes = Notes()
    text = "Kelp and Surf.\n" + "\n".join(f"Paper {number} stands here." for number in range(10, 30))
    one = notes.note("n.md", text)
    kelp, surf = one.mention(Kind.TOPIC, "Kelp"), one.mention(Kind.METHOD, "Surf")
    for number in range(10, 30):
        paper = one.mention(Kind.PAPER, f"Paper {number}")
        if number in (10, 11, 12):
            one.claim(paper, terms.ABOUT, kelp)
        if number in (11, 12, 13):
            one.claim(paper, terms.USES, surf)
        if number == 10:
            one.claim(paper, terms.REMARK, "It sways.")
    with notes.knowledge() as knowledge:
        found, number = read_next(knowledge, find_subject(knowledge.store, "Kelp"))

    assert number == 3 and [each.name for each in found] == ["Paper 11", "Paper 12", "Paper 13"]
    assert found[0].reasons[0].words == "it is about 'Kelp'"
    assert [reason.words for reason in found[2].reasons] == ["it is about 'Surf', like 2 of the 3 papers on 'Kelp'"]


def test_an_empty_graph_has_nothing_to_tell() -> None:
    with Notes().knowledge() as knowledge:
        assert read_next(knowledge) == ((), 0)
        assert timeline(knowledge).events == () and dict(timeline(knowledge).papers) == {}
        assert about(knowledge, iri("topic", "Graphs")).papers == ()


def test_answers_are_the_same_each_time(tmp_path: Path) -> None:
    with hand_made().knowledge(tmp_path / "a") as one, hand_made().knowledge(tmp_path / "b") as other:
        for topic in (iri("topic", "Graphs"), iri("method", "GIN")):
            assert about(one, topic) == about(other, topic)
        assert timeline(one) == timeline(other) and read_next(one) == read_next(other)
