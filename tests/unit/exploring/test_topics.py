"""The page of topics: counts, order, what is open, and the filter."""

from __future__ import annotations

import re

import pytest
from asked import Notes, iri
from exploring import Page

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.asking.topic_tree import Tree
from kg.exploring import topics
from kg.model import Kind

TEXT = "Vision, Detection, Tracking, Analysis, Misc: Papers one, two and three."


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    """One of three papers is on two topics, of which one is below the other."""
    made = Notes()
    note = made.note("a.md", TEXT)
    vision, detection, tracking = (note.mention(Kind.TOPIC, name) for name in ("Vision", "Detection", "Tracking"))
    general, loose = note.mention(Kind.TOPIC, "Analysis"), note.mention(Kind.TOPIC, "Misc", shown="Examples")
    for narrow, broad in ((detection, vision), (tracking, detection), (general, vision)):
        note.claim(narrow, terms.BROADER, broad)
    for name, some in (("one", (detection, vision)), ("two", (tracking,)), ("three", (general, loose))):
        paper = note.mention(Kind.PAPER, name)
        for topic in some:
            note.claim(paper, terms.ABOUT, topic)
    return made.knowledge()


def shown(knowledge: Knowledge, **given: str) -> tuple[str, Page]:
    found = topics.page(knowledge, {"key": "", "from": "", **given})
    assert found is not None
    page = Page(found.content.decode())
    return re.sub(r"\s+", " ", page.text), page


def test_a_topic_counts_its_papers_and_those_below_once_each(knowledge: Knowledge) -> None:
    text, page = shown(knowledge)

    for told in ("Vision 3 papers", "Detection 2 papers", "Tracking 1 paper", "Analysis 1 paper", "Examples 1 paper"):
        assert f"{told} " in text
    assert [attributes for tag, attributes in page.elements if tag == "details"] == []


def test_headings_that_say_little_come_last_and_pale(knowledge: Knowledge) -> None:
    text, page = shown(knowledge)
    pale = [attributes for tag, attributes in page.elements if attributes.get("class") == "topic faint"]

    assert text.index("Tracking") < text.index("Analysis 1") < text.index("Examples")
    assert len(pale) == 2


def test_a_large_tree_is_open_as_far_as_can_be_read(knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics, "OPEN", 4)
    text, page = shown(knowledge)

    assert [tag for tag, _ in page.elements].count("details") == 1
    assert "1 narrower" in text


def test_a_filter_shows_topics_with_those_above(knowledge: Knowledge) -> None:
    text, page = shown(knowledge, q="TRÁCK")

    assert "1 of 5 topics" in text and "in Vision › Detection" in text
    assert "/thing/topic/tracking" in page.links and "/thing/topic/vision" not in page.links
    assert "0 of 5 topics" in shown(knowledge, q="<b>")[0]


def test_a_part_of_the_tree_has_the_way_to_it(knowledge: Knowledge) -> None:
    text, page = shown(knowledge, key="topic/detection")

    assert "All topics › Vision" in text and "Examples" not in text
    assert page.links.count("/topics/topic/vision") == 1
    assert topics.page(knowledge, {"key": "topic/none", "from": ""}) is None


def test_topics_in_a_circle_are_counted_once() -> None:
    made = Notes()
    note = made.note("a.md", "One and Two and a paper.")
    one, two, paper = (
        note.mention(Kind.TOPIC, "One"),
        note.mention(Kind.TOPIC, "Two"),
        note.mention(Kind.PAPER, "paper"),
    )
    note.claim(one, terms.BROADER, two)
    note.claim(two, terms.BROADER, one)
    note.claim(paper, terms.ABOUT, one)
    tree = Tree(made.knowledge())

    assert tree.papers(iri("topic", "One")) == tree.papers(iri("topic", "Two")) == 1
    assert tree.branch(iri("topic", "One"), 5).below[0].below == ()
