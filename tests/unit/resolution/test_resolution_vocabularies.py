"""Topics that are labels of one concept of a vocabulary."""

from __future__ import annotations

from collections.abc import Sequence

from kg import terms
from kg.model import Claim, Extraction, Kind, Mention, Span
from kg.resolution import resolve, weigh
from kg.resolution.deciding import decide
from kg.resolution.decisions import NONE, parse
from kg.resolution.merge import Verdict
from kg.vocabularies import Concept, Vocabularies, Vocabulary

WEEDERS = Concept("urn:weeder", ("weeding machines",), ("hoebots", "Jäter"))
AGENTS = Concept("urn:agent", ("AI agents",))
PLAYERS = Concept("urn:player", ("agent",))


def of(*names: str, under: str = "") -> list[Extraction]:
    """Return a note for each topic, which may stand below another one there."""
    notes = []
    for number, name in enumerate(names):
        topic, above = (
            Mention(Span(f"{number}.md", at, at + 1), Kind.TOPIC, text, "outline")
            for at, text in ((9, name), (1, under))
        )
        claims = [Claim(topic, terms.BROADER, above, (topic.span,), "outline", 0.9)] if under else []
        notes.append(Extraction(f"{number}.md", tuple(sorted({topic, *([above] if under else [])})), tuple(claims)))
    return notes


def together(notes: Sequence[Extraction], *concepts: Concept, decisions: str = "") -> list[set[str]]:
    """Return the names of each topic."""
    made = [Vocabulary.of("v.ttl", "", concepts)] if concepts else []
    decided = parse(decisions, name="d") if decisions else NONE
    found = resolve(notes, decisions=decided, vocabularies=Vocabularies(made))
    return sorted(({m.text for m in entity.mentions} for entity in found.entities), key=sorted)


def test_labels_of_one_concept_are_one_topic_and_others_are_not() -> None:
    notes = of("Hoebots", "weeding machines", "Rakes")
    assert together(notes) == [{"Hoebots"}, {"Rakes"}, {"weeding machines"}]
    assert together(notes, WEEDERS) == [{"Hoebots", "weeding machines"}, {"Rakes"}]


def test_a_spelling_that_is_no_label_follows_the_one_that_is() -> None:
    assert together(of("hoebot", "Hoebots", "Jäter"), WEEDERS) == [{"Hoebots", "Jäter", "hoebot"}]


def test_labels_of_two_concepts_are_two_topics_though_the_word_lists_know_them_as_one() -> None:
    notes = of("AI agents", "agent")
    assert together(notes) == [{"AI agents", "agent"}]
    assert together(notes, AGENTS, PLAYERS) == [{"AI agents"}, {"agent"}]


def test_the_word_of_the_user_counts_for_more() -> None:
    apart = '[[different]]\nthings = ["topic: Hoebots", "topic: weeding machines"]\n'
    assert together(of("Hoebots", "weeding machines"), WEEDERS, decisions=apart) == [{"Hoebots"}, {"weeding machines"}]
    same = '[[same]]\nthings = ["topic: AI agents", "topic: agent"]\n'
    assert together(of("AI agents", "agent"), AGENTS, PLAYERS, decisions=same) == [{"AI agents", "agent"}]


def test_a_general_heading_below_a_topic_is_a_part_of_it_and_no_label() -> None:
    analysis = Concept("urn:analysis", ("Analysis",), ("Overview",))
    assert {"Analysis"} in together([*of("Analysis", under="Hoes"), *of("Overview")], analysis)


def test_the_reason_names_the_concept() -> None:
    vocabularies = Vocabularies([Vocabulary.of("v.ttl", "", [WEEDERS])])
    (match,) = weigh(decide(of("Hoebots", "weeding machines"), NONE), vocabularies=vocabularies).matches
    assert (match.verdict, match.reason) == (Verdict.SAME, "labels of one concept, urn:weeder")


def test_two_vocabularies_join_what_each_of_them_joins() -> None:
    other = Vocabulary.of("w.ttl", "", [Concept("urn:w:1", ("Jäter",), ("garden robots",))])
    both = Vocabularies([Vocabulary.of("v.ttl", "", [WEEDERS]), other])
    found = resolve(of("Hoebots", "Jäter", "garden robots", "hoes"), vocabularies=both)
    assert sorted(len(entity.mentions) for entity in found.entities) == [1, 3]
