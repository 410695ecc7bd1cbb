"""`near`, `path`, `common`: how things are tied, worked out by hand on a small graph."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from asked import Notes, iri, names
from rdf_fixture import HOSTILE

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.asking.near import TOGETHER, near
from kg.asking.path import connect
from kg.asking.relations import Link, Relations
from kg.asking.shared import in_common
from kg.model import Kind

READING = """# Routing
Sparse Routes by Ann Lee and Bo Chen proposes SPR.
SPR uses Attention on GraphBench.
Wide Paths by Bo Chen and Cy Dorn uses Attention too.
"""
TALKS = """# ICLR 2025
Sparse Routes was shown at ICLR 2025 and Lone Star was shown at ICLR 2025.
Ann Lee praised Cy Dorn.
"""


def hand_made() -> Notes:
    """Two papers that share an author and a method; a third that shares their conference only."""
    notes = Notes()
    one = notes.note("reading.md", READING)
    topic = one.mention(Kind.TOPIC, "Routing")
    sparse, wide = one.mention(Kind.PAPER, "Sparse Routes"), one.mention(Kind.PAPER, "Wide Paths")
    ann, bo, cy = (one.mention(Kind.PERSON, name) for name in ("Ann Lee", "Bo Chen", "Cy Dorn"))
    spr, attention = one.mention(Kind.METHOD, "SPR"), one.mention(Kind.METHOD, "Attention")
    data = one.mention(Kind.DATASET, "GraphBench")
    for paper, title in ((sparse, "Sparse Routes"), (wide, "Wide Paths")):
        one.claim(paper, terms.NAME, title)
        one.claim(paper, terms.ABOUT, topic)
    one.claim(sparse, terms.AUTHOR, ann)
    one.claim(sparse, terms.AUTHOR, bo)
    one.claim(wide, terms.AUTHOR, bo, at="Wide Paths by Bo Chen")
    one.claim(wide, terms.AUTHOR, cy)
    one.claim(sparse, terms.INTRODUCES, spr)
    one.claim(spr, terms.USES, attention, at="SPR uses Attention")
    one.claim(wide, terms.USES, attention, at="uses Attention too")
    one.claim(spr, terms.EVALUATED_ON, data)
    two = notes.note("talks.md", TALKS)
    edition = two.mention(Kind.EDITION, "ICLR 2025")
    for title in ("Sparse Routes", "Lone Star"):
        paper = two.mention(Kind.PAPER, title)
        two.claim(paper, terms.NAME, title)
        two.claim(paper, terms.PRESENTED_AT, edition, at=f"{title} was shown at ICLR 2025")
    two.mention(Kind.PERSON, "Ann Lee")
    two.mention(Kind.PERSON, "Cy Dorn")
    return notes


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Knowledge]:
    with hand_made().knowledge(tmp_path_factory.mktemp("notes")) as made:
        yield made


def told(knowledge: Knowledge, thing: str, **options: object) -> dict[str, tuple[str, str, int]]:
    found = near(knowledge, thing, **options)
    return {one.name: (one.relation, one.via, one.steps) for one in found.neighbours}


# Near.


def test_neighbours_are_said_from_their_side(knowledge: Knowledge) -> None:
    found = told(knowledge, iri("method", "SPR"))

    assert found["Sparse Routes"] == ("introduces", "", 1)
    assert found["Attention"] == ("is used by", "", 1)
    assert found["GraphBench"] == ("evaluates", "", 1)
    assert found["Ann Lee"] == (TOGETHER, "", 1)


def test_a_neighbour_comes_with_the_sentence_that_ties_it(knowledge: Knowledge) -> None:
    found = near(knowledge, iri("person", "Bo Chen"))
    wide = next(one for one in found.neighbours if one.name == "Wide Paths")

    assert wide.relation == "is by"
    assert wide.passage is not None
    assert (wide.passage.note, wide.passage.line) == ("reading.md", 4)
    assert wide.passage.sentence == "Wide Paths by Bo Chen and Cy Dorn uses Attention too."
    assert wide.confidence == 0.9


def test_what_is_stated_is_nearer_than_what_is_only_named_beside(knowledge: Knowledge) -> None:
    found = near(knowledge, iri("person", "Bo Chen")).neighbours

    assert {one.name for one in found[:2]} == {"Sparse Routes", "Wide Paths"}
    assert all(one.relation == TOGETHER for one in found[2:])


def test_one_sentence_with_two_names_ties_them(knowledge: Knowledge) -> None:
    found = near(knowledge, iri("person", "Cy Dorn"), kind="person")
    ann = next(one for one in found.neighbours if one.name == "Ann Lee")

    assert (ann.relation, ann.places) == (TOGETHER, 1)
    assert ann.passage is not None and ann.passage.sentence == "Ann Lee praised Cy Dorn."
    assert ann.confidence is None, "a sentence that names both states nothing"
    assert ann.association == pytest.approx(0.5, abs=0.01)  # 1 / sqrt(2 * 2) sentences


def test_two_steps_lead_over_a_thing_that_is_named(knowledge: Knowledge) -> None:
    assert "GraphBench" not in told(knowledge, iri("paper", "Wide Paths"))
    assert told(knowledge, iri("dataset", "GraphBench"), depth=2)["Wide Paths"] == ("uses", "Attention", 2)
    found = told(knowledge, iri("paper", "Wide Paths"), depth=2)

    assert found["SPR"] == ("uses", "Attention", 2)


def test_no_step_leads_over_a_conference(knowledge: Knowledge) -> None:
    assert "Lone Star" not in told(knowledge, iri("paper", "Wide Paths"), depth=3)


def test_a_limit_is_of_each_kind_and_all_are_counted(knowledge: Knowledge) -> None:
    found = near(knowledge, iri("person", "Bo Chen"), limit=1)

    assert found.counts["paper"] == 2
    assert sum(one.kind == "paper" for one in found.neighbours) == 1


# Path.


def test_the_shortest_way_is_said_step_by_step(knowledge: Knowledge) -> None:
    found = connect(knowledge, iri("person", "Ann Lee"), iri("method", "SPR"))
    steps = [(step.source.name, step.words, step.target.name) for step in found.ways[0].steps]

    assert steps == [("Ann Lee", "wrote", "Sparse Routes"), ("Sparse Routes", "introduces", "SPR")]
    assert [(step.passage.line, step.confidence) for step in found.ways[0].steps if step.passage] == [(2, 0.9)] * 2
    assert not found.only_hubs and found.complete


def test_authors_and_methods_connect_more_closely_than_topics(knowledge: Knowledge) -> None:
    found = connect(knowledge, iri("paper", "Sparse Routes"), iri("paper", "Wide Paths"), limit=0)
    over = [way.steps[0].target.name for way in found.ways if len(way.steps) == 2]

    assert over == ["Bo Chen", "Routing"]
    assert [way.length for way in found.ways] == sorted(way.length for way in found.ways)


def test_a_conference_connects_only_when_nothing_else_does(knowledge: Knowledge) -> None:
    found = connect(knowledge, iri("paper", "Lone Star"), iri("person", "Ann Lee"))
    (way,) = found.ways

    assert found.only_hubs and names(way.hubs) == ["ICLR 2025"]
    assert [step.target.name for step in way.steps] == ["ICLR 2025", "Sparse Routes", "Ann Lee"]


def test_a_way_that_is_too_long_is_none(knowledge: Knowledge) -> None:
    ends = iri("paper", "Lone Star"), iri("person", "Ann Lee")

    assert connect(knowledge, *ends, longest=2).ways == ()
    assert len(connect(knowledge, *ends, longest=3).ways) == 1
    assert connect(knowledge, ends[0], ends[0]).ways[0].steps == ()


def test_sentences_that_name_both_ends_are_given(knowledge: Knowledge) -> None:
    found = connect(knowledge, iri("person", "Ann Lee"), iri("person", "Cy Dorn"))

    assert [one.sentence for one in found.together] == ["Ann Lee praised Cy Dorn."]


def test_a_way_there_is_a_way_back(knowledge: Knowledge) -> None:
    there = connect(knowledge, iri("person", "Ann Lee"), iri("dataset", "GraphBench"), limit=0)
    back = connect(knowledge, iri("dataset", "GraphBench"), iri("person", "Ann Lee"), limit=0)
    routes = {(way.steps[0].source.iri, *(step.target.iri for step in way.steps)) for way in there.ways}

    assert routes == {(way.steps[0].source.iri, *(s.target.iri for s in way.steps))[::-1] for way in back.ways}


# Common.


def test_what_two_things_share_is_said_for_each(knowledge: Knowledge) -> None:
    found = in_common(knowledge, [iri("paper", "Sparse Routes"), iri("paper", "Wide Paths")])
    shared = {one.name: [(bond.name, bond.relation) for bond in one.bonds] for one in found.shared}

    assert shared["Bo Chen"] == [("Sparse Routes", "is by"), ("Wide Paths", "is by")]
    assert shared["Routing"] == [("Sparse Routes", "is about"), ("Wide Paths", "is about")]
    assert names(found.shared)[0] == "Bo Chen"
    assert [(note.note, note.places) for note in found.notes] == [("reading.md", ((2,), (4,)))]


def test_what_three_things_share_is_shared_by_all_of_them(knowledge: Knowledge) -> None:
    things = [iri("paper", name) for name in ("Sparse Routes", "Wide Paths", "Lone Star")]

    assert in_common(knowledge, things).shared == ()
    assert names(in_common(knowledge, [things[0], things[2]]).shared) == ["ICLR 2025"]
    assert in_common(knowledge, [things[0], things[2]]).shared[0].is_hub


# Anything.


def test_answers_can_be_written_as_json(knowledge: Knowledge) -> None:
    ends = iri("paper", "Sparse Routes"), iri("paper", "Wide Paths")
    for answer in (near(knowledge, ends[0]), connect(knowledge, *ends), in_common(knowledge, ends)):
        assert json.loads(json.dumps(dataclasses.asdict(answer))) == json.loads(json.dumps(dataclasses.asdict(answer)))


def test_what_is_not_in_the_graph_has_no_neighbours(knowledge: Knowledge) -> None:
    nothing = iri("paper", "nothing")

    assert near(knowledge, nothing).neighbours == ()
    assert connect(knowledge, nothing, iri("method", "SPR")).ways == ()
    assert in_common(knowledge, [nothing, iri("method", "SPR")]).shared == ()


def test_an_empty_graph_ties_nothing() -> None:
    with Notes().knowledge() as knowledge:
        assert near(knowledge, iri("method", "SPR")).neighbours == ()
        assert connect(knowledge, iri("method", "SPR"), iri("method", "GIN")).ways == ()


def test_names_may_hold_anything(tmp_path: Path) -> None:
    notes = Notes()
    texts = [text for text in HOSTILE if "\r" not in text]
    builder = notes.note("n.md", "\n\n".join(f"Paper {number} is by {text} ." for number, text in enumerate(texts)))
    for number, text in enumerate(texts):
        paper = builder.mention(Kind.PAPER, f"Paper {number}")
        person = builder.mention(Kind.PERSON, text.strip(), shown=f"{text} {number}")
        builder.claim(paper, terms.AUTHOR, person)
    with notes.knowledge(tmp_path) as knowledge:
        for number in range(len(texts)):
            paper = iri("paper", f"Paper {number}")
            (person,) = (link.object for link in Relations(knowledge).of(paper))
            found = near(knowledge, person)
            assert found.neighbours[0].name == f"Paper {number}" and found.neighbours[0].passage is not None
            assert len(connect(knowledge, person, paper).ways) == 1


def test_a_topic_with_hundreds_of_papers_is_a_hub() -> None:
    notes = Notes()
    text = "\n".join(f"Paper {number} is about Everything." for number in range(100, 180))
    builder = notes.note("n.md", text)
    topic = builder.mention(Kind.TOPIC, "Everything")
    for number in range(100, 180):
        builder.claim(builder.mention(Kind.PAPER, f"Paper {number}"), terms.ABOUT, topic)
    with notes.knowledge() as knowledge:
        found = connect(knowledge, iri("paper", "Paper 100"), iri("paper", "Paper 150"))

        assert Relations(knowledge).is_hub(topic_iri := iri("topic", "Everything"))
        assert found.only_hubs and found.ways[0].hubs[0].iri == topic_iri
        assert Link(iri("paper", "Paper 100"), terms.ABOUT, topic_iri) in Relations(knowledge).of(topic_iri)
