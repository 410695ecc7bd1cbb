"""Subjects: which things of one name are one to whoever asks, which are not, and what an answer about several says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from asked import Notes, iri, names

from kg import terms
from kg.asking import thing
from kg.asking.knowledge import Knowledge
from kg.asking.near import near
from kg.asking.overview import about
from kg.asking.path import connect
from kg.asking.questions import questions
from kg.asking.questions.answering import ask
from kg.asking.shared import in_common
from kg.asking.subjects import Subject, find_subject, find_subjects, subject_of
from kg.asking.timeline import timeline
from kg.errors import AmbiguousError, UsageError
from kg.model import Kind

READING = """# Planning
TreeWalk: Looking Before Leaping by Ann Lee introduces TreeWalk. TreeWalk uses Lookahead.
Far Ahead by Bo Chen is about Lookahead and uses Lookahead. TreeWalk runs on Mazes.
Graph search is shown at PlanConf. PlanConf was in Oslo. Near Enough uses Graph search.
Kim Park met Kim Park. Rooms. Ann Lee. Notes of Oslo.
"""
OTHER = """# Vision: Rooms. Audio: Rooms. Lookahead again. A journal called Lanterns. Lanterns are a topic.
"""


def hand_made() -> Notes:
    """A paper with its method; a method, task and topic of one name; a venue and its heading; homonyms."""
    notes = Notes()
    one = notes.note("reading.md", READING)
    paper, far = one.mention(Kind.PAPER, "TreeWalk: Looking Before Leaping"), one.mention(Kind.PAPER, "Far Ahead")
    near_enough, search = one.mention(Kind.PAPER, "Near Enough"), one.mention(Kind.METHOD, "Graph search")
    method, ahead = one.mention(Kind.METHOD, "TreeWalk"), one.mention(Kind.METHOD, "Lookahead")
    topic, planning = one.mention(Kind.TOPIC, "Lookahead"), one.mention(Kind.TOPIC, "Planning")
    ann, bo = one.mention(Kind.PERSON, "Ann Lee"), one.mention(Kind.PERSON, "Bo Chen")
    mazes, conference = one.mention(Kind.DATASET, "Mazes"), one.mention(Kind.VENUE, "PlanConf")
    one.mention(Kind.TOPIC, "PlanConf")
    for each, title in ((paper, "TreeWalk: Looking Before Leaping"), (far, "Far Ahead"), (near_enough, "Near Enough")):
        one.claim(each, terms.NAME, title)
    one.claim(paper, terms.AUTHOR, ann)
    one.claim(paper, terms.DATE_PUBLISHED, "2023")
    one.claim(paper, terms.INTRODUCES, method)
    one.claim(method, terms.USES, ahead)
    one.claim(method, terms.EVALUATED_ON, mazes)
    one.claim(far, terms.AUTHOR, bo)
    one.claim(far, terms.DATE_PUBLISHED, "2024")
    one.claim(far, terms.USES, ahead)
    one.claim(far, terms.ABOUT, topic)
    one.claim(topic, terms.BROADER, planning)
    one.claim(near_enough, terms.USES, search)
    one.claim(near_enough, terms.PRESENTED_AT, conference)
    two = notes.note("other.md", OTHER)
    two.mention(Kind.PERIODICAL, "Lanterns")
    two.mention(Kind.TOPIC, "Lanterns")
    two.mention(Kind.METHOD, "Lookahead")
    notes.note("people/Ann Lee.md", "Ann Lee. Met in Oslo.")
    return notes


@pytest.fixture(scope="module")
def knowledge() -> Iterator[Knowledge]:
    with hand_made().knowledge() as made:
        yield made


def kinds(subject: Subject) -> list[str]:
    return [one.kind for one in subject.things]


@pytest.mark.parametrize(
    ("typed", "name", "says"),
    [
        ("TreeWalk", "TreeWalk", "a paper and the method it introduces"),
        ("treewalk: looking before leaping", "TreeWalk", "a paper and the method it introduces"),
        ("lookahead", "Lookahead", "a method and a topic of that name"),
        ("Look-aheads", "Lookahead", "a method and a topic of that name"),
        ("maze", "Mazes", ""),
        ("planconf", "PlanConf", "a venue and a topic of that name"),
        ("Mazes", "Mazes", ""),
    ],
)
def test_things_of_one_name_are_one_subject(knowledge: Knowledge, typed: str, name: str, says: str) -> None:
    found = find_subject(knowledge.store, typed)

    assert (found.name, found.says, found.told) == (name, says, ())
    assert {subject_of(knowledge, one).iris for one in found.iris} == {found.iris}


@pytest.mark.parametrize(
    "typed", ["Lee 2023", "lee et al., 2023", "Lee (2023b)", "Lee & Chen [2023]", "Lee and others 2023"]
)
def test_a_paper_is_found_by_its_first_author_and_year(knowledge: Knowledge, typed: str) -> None:
    assert find_subject(knowledge.store, typed).name == "TreeWalk"
    with pytest.raises(UsageError, match="nothing in the graph is called"):
        find_subject(knowledge.store, typed.replace("2023", "2024"))


def test_a_topic_in_the_plural_is_what_a_method_in_the_singular_is() -> None:
    notes = Notes()
    note = notes.note("a.md", "# Sieves\nA Sieve is old. Sieves: a Survey. Sievess.")
    note.mention(Kind.TOPIC, "Sieves")
    note.mention(Kind.METHOD, "Sieve")
    note.mention(Kind.METHOD, "Sievess")
    with notes.knowledge() as knowledge:
        for typed in ("sieve", "Sieves"):
            assert kinds(find_subject(knowledge.store, typed)) == ["method", "topic"]


def test_a_topic_in_the_singular_stands_beside_a_paper_that_begins_with_its_plural() -> None:
    notes = Notes()
    note = notes.note("a.md", "# Reed Bed\nReed Beds: Filters of Shallow Lakes is old.")
    note.mention(Kind.TOPIC, "Reed Bed")
    paper = note.mention(Kind.PAPER, "Reed Beds: Filters of Shallow Lakes")
    note.claim(paper, terms.NAME, "Reed Beds: Filters of Shallow Lakes")
    with notes.knowledge() as knowledge:
        for typed in ("reed bed", "Reed beds"):
            assert "topic" in kinds(find_subject(knowledge.store, typed))


@pytest.mark.parametrize("typed", ["method:TreeWalk", "TreeWalk#1", iri("method", "TreeWalk"), "method/treewalk"])
def test_one_of_the_things_is_chosen_by_kind_number_or_iri(knowledge: Knowledge, typed: str) -> None:
    assert find_subject(knowledge.store, typed).iris == (iri("method", "TreeWalk"),)
    assert find_subject(knowledge.store, "TreeWalk", kind="method").iris == (iri("method", "TreeWalk"),)


def test_real_homonyms_are_asked_back_with_their_numbers(knowledge: Knowledge) -> None:
    assert [kinds(one) for one in find_subjects(knowledge.store, "Lanterns")] == [["periodical"], ["topic"]]

    with pytest.raises(AmbiguousError, match=r"2 things are called 'Lanterns': 1\. .*; 2\. .* Choose one, such as"):
        find_subject(knowledge.store, "Lanterns")
    assert find_subject(knowledge.store, "Lanterns#2").kind == "topic"


def test_a_name_with_a_typing_error_is_answered_with_a_word_about_it(knowledge: Knowledge) -> None:
    found = find_subject(knowledge.store, "graph serach")

    assert (found.name, found.typed, found.told) == (
        "Graph search",
        "graph serach",
        ("Showing 'Graph search': 'graph serach' may be a typo",),
    )


@pytest.mark.parametrize("typed", ["Subgraph search", "Graph search 2", "Lookup"])
def test_another_name_is_no_typing_error(knowledge: Knowledge, typed: str) -> None:
    with pytest.raises(UsageError, match="nothing in the graph is called"):
        find_subject(knowledge.store, typed)


def test_what_has_a_name_only_beside_its_own_is_told_and_left_out() -> None:
    notes = Notes()
    note = notes.note("a.md", "Ladder. Steps of Rope also goes by Ladder.")
    note.mention(Kind.METHOD, "Ladder")
    note.claim(note.mention(Kind.METHOD, "Steps of Rope"), terms.ALT_LABEL, "Ladder")
    found = find_subject(notes.store(), "ladder")

    assert found.iris == (iri("method", "Ladder"),)
    assert found.told == ("Not included, though called so too: Steps of Rope (method, 1 note, in a.md)",)


def test_a_topic_by_an_abbreviation_is_one_with_the_method_from_either_side() -> None:
    notes = Notes()
    note = notes.note("a.md", "Slow Rope Walking is tiring. A heading: SRW.")
    note.claim(note.mention(Kind.METHOD, "Slow Rope Walking"), terms.ALT_LABEL, "SRW")
    note.mention(Kind.TOPIC, "SRW")
    with notes.knowledge() as knowledge:
        meant = find_subject(knowledge.store, "srw").iris
        assert meant == (iri("method", "Slow Rope Walking"), iri("topic", "SRW"))
        assert [subject_of(knowledge, one).iris for one in meant] == [meant, meant]


def test_topics_of_one_name_stay_apart_unless_one_stands_below_the_other_or_a_task_has_the_name() -> None:
    def grouped(*, with_task: bool, below: bool) -> list[list[str]]:
        notes = Notes()
        note = notes.note("a.md", "Sound: Rooms. Sight: Halls. Rooms is a task.")
        rooms, halls = note.mention(Kind.TOPIC, "Rooms"), note.mention(Kind.TOPIC, "Halls")
        note.claim(halls, terms.ALT_LABEL, "Rooms")
        note.claim(rooms, terms.ALT_LABEL, "Halls")
        note.claim(rooms, terms.BROADER, note.mention(Kind.TOPIC, "Sound"))
        note.claim(halls, terms.BROADER, rooms if below else note.mention(Kind.TOPIC, "Sight"))
        note.claim(note.mention(Kind.METHOD, "Sight"), terms.ALT_LABEL, "Chambers")
        for topic in (rooms, halls):
            note.claim(topic, terms.ALT_LABEL, "Chambers")
        if with_task:
            note.claim(note.mention(Kind.TASK, "Sound"), terms.ALT_LABEL, "Chambers")
        return [kinds(one) for one in find_subjects(notes.store(), "Chambers", kinds=("topic", "task"))]

    assert grouped(with_task=False, below=False) == [["topic"], ["topic"]]
    assert grouped(with_task=False, below=True) == [["topic", "topic"]]
    assert grouped(with_task=True, below=False)[0].count("topic") >= 2


def test_a_note_of_a_name_belongs_to_what_has_the_name() -> None:
    notes = Notes()
    one = notes.note("people.md", "Ann Lee came.")
    one.mention(Kind.PERSON, "Ann Lee")
    two = notes.note("Ann Lee", "Ann Lee works in Oslo.")
    two.mention(Kind.PERSON, "Ann Lee")
    two.mention(Kind.ORG, "Oslo")
    store = notes.store()
    found = find_subject(store, "Ann Lee")

    assert (found.says, kinds(found)) == ("a person and a note of that name", ["person", "note"])
    assert "Oslo" not in {fact.name for fact in thing.read(store, found).facts}


def test_facts_places_and_names_of_a_subject_are_those_of_its_things_each_once(knowledge: Knowledge) -> None:
    found = thing.read(knowledge.store, find_subject(knowledge.store, "TreeWalk"))

    facts = {(fact.words, fact.name) for fact in found.facts}
    assert facts >= {
        ("author", "Ann Lee"),
        ("introduces", "TreeWalk"),
        ("uses", "Lookahead"),
        ("evaluated on", "Mazes"),
    }
    assert {fact.name for fact in found.facts_of_others}.isdisjoint({"TreeWalk: Looking Before Leaping", "TreeWalk"})
    apart = [thing.read(knowledge.store, one).names for one in found.subject.iris]
    assert {one.text for one in found.names} == {one.text for some in apart for one in some}


def test_neighbours_of_a_subject_are_those_of_all_its_things_and_none_of_them(knowledge: Knowledge) -> None:
    found = near(knowledge, find_subject(knowledge.store, "TreeWalk"))
    apart = [near(knowledge, one) for one in found.subject.iris]

    assert {one.iri for one in found.neighbours} == {
        one.iri for some in apart for one in some.neighbours if one.iri not in found.subject.iris
    }
    assert sum(found.counts.values()) == len(found.neighbours)


def test_papers_of_a_subject_count_once(knowledge: Knowledge) -> None:
    found = about(knowledge, find_subject(knowledge.store, "lookahead"))

    assert (found.all_papers, [one.paper.name for one in found.papers]) == (1, ["Far Ahead"])
    assert names(found.above) == ["Planning"]
    own = about(knowledge, find_subject(knowledge.store, "TreeWalk"))
    assert (own.all_papers, dict(own.years)) == (1, {"2023": 1})


def test_a_path_begins_at_whichever_thing_is_nearer(knowledge: Knowledge) -> None:
    ends = find_subject(knowledge.store, "TreeWalk"), find_subject(knowledge.store, "Ann Lee", kind="person")
    found = connect(knowledge, *ends)

    assert next([step.words for step in way.steps] for way in found.ways) == ["is by"]
    assert connect(knowledge, ends[0], iri("dataset", "Mazes")).ways[0].steps[0].words == "is evaluated on"
    assert connect(knowledge, ends[0], ends[0]).ways[0].steps == ()


def test_what_is_common_may_be_of_any_of_the_things(knowledge: Knowledge) -> None:
    found = in_common(knowledge, [find_subject(knowledge.store, "TreeWalk"), iri("paper", "Far Ahead")])

    assert "Lookahead" in names(found.shared)
    assert {bond.name for one in found.shared for bond in one.bonds} == {"TreeWalk", "Far Ahead"}


def test_a_timeline_has_what_is_tied_to_any_of_the_things(knowledge: Knowledge) -> None:
    found = timeline(knowledge, find_subject(knowledge.store, "TreeWalk"))

    assert (found.name, dict(found.papers)) == ("TreeWalk", {"2023": 1})


def test_a_question_is_asked_of_all_the_things_and_says_so(knowledge: Knowledge) -> None:
    asked = ask(knowledge.store, questions()["papers"], {"topic": "lookaheads"})

    assert [row.cells[0].text for row in asked.rows] == ["Far Ahead"]
    assert asked.hints == ("--topic 'lookaheads' fits Lookahead: a method and a topic of that name",)


def test_a_paper_known_by_its_key_is_shown_in_words_and_found_by_them() -> None:
    notes = Notes()
    one = notes.note("read.md", "MaraKern2025ICLR is about tides.")
    paper = one.mention(Kind.PAPER, "MaraKern2025ICLR")
    one.claim(paper, terms.NAME, "MaraKern2025ICLR")
    one.claim(paper, terms.CITATION_KEY, "MaraKern2025ICLR")
    with notes.knowledge() as known:
        for typed in ("MaraKern2025ICLR", "Mara Kern 2025, ICLR"):
            assert find_subject(known.store, typed).name == "Mara Kern 2025, ICLR"
