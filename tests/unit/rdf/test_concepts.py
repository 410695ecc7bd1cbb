"""What vocabularies add to the topics of notes."""

from __future__ import annotations

from kg.rdf.concepts import concept_lines
from kg.vocabularies import Concept, Vocabularies, Vocabulary

BASE = "https://kg.example/"
BROADER = "<http://www.w3.org/2004/02/skos/core#broader>"


def broader(above: dict[str, tuple[str, ...]], topics: dict[str, list[str]]) -> set[tuple[str, str]]:
    """Return which topic stands right above which, for a hierarchy of concepts and the concepts of each topic."""
    known = {*above, *(one for some in above.values() for one in some)}
    concepts = [
        Concept(f"urn:{name}", (name,), broader=tuple(f"urn:{one}" for one in above.get(name, ()))) for name in known
    ]
    told = {f"urn:t:{topic}": [[topic], [f"urn:{one}" for one in some]] for topic, some in topics.items()}
    lines = concept_lines(told, Vocabularies([Vocabulary.of("v", "", concepts)]), base=BASE)
    triples = (line.split(" ") for some in lines.values() for line in some)
    return {(s[7:-1], o[7:-1]) for s, p, o, *_ in triples if p == BROADER}


def test_the_nearest_topic_above_is_the_broader_one() -> None:
    chain = {"hoe": ("tool",), "tool": ("thing",), "thing": ("all",)}
    assert broader(chain, {"a": ["hoe"], "b": ["thing"], "c": ["all"]}) == {("a", "b"), ("b", "c")}
    assert broader(chain, {"a": ["hoe"], "c": ["all"]}) == {("a", "c")}


def test_each_way_up_has_its_nearest_topic_and_none_follows_from_another() -> None:
    ways = {"hoe": ("tool", "iron"), "tool": ("thing",), "iron": ("thing",)}
    assert broader(ways, {"a": ["hoe"], "b": ["tool"], "c": ["iron"]}) == {("a", "b"), ("a", "c")}
    assert broader({**ways, "hoe": ("tool", "thing")}, {"a": ["hoe"], "b": ["tool"], "d": ["thing"]}) == {
        ("a", "b"),
        ("b", "d"),
    }


def test_topics_that_stand_above_each_other_have_no_order() -> None:
    circle = {"hoe": ("tool",), "tool": ("iron",), "iron": ("hoe",), "rake": ("tool",)}
    assert broader(circle, {"a": ["hoe"], "b": ["iron"]}) == set()
    assert broader(circle, {"a": ["hoe"]}) == set()
    assert ("r", "b") in broader(circle, {"r": ["rake"], "b": ["tool"]})


def test_a_topic_of_two_concepts_is_not_above_itself() -> None:
    assert broader({"hoe": ("tool",), "tool": ("thing",)}, {"a": ["hoe", "tool"], "b": ["thing"]}) == {("a", "b")}


def test_other_labels_are_told_once_and_hidden_ones_not_at_all() -> None:
    hoe = Concept("urn:hoe", ("Hoes", "Hacken"), ("hoes", "weeding hoes"), ("hoos",))
    told = {f"{BASE}topic/hoes": [["hoes"], ["urn:hoe"]]}
    lines = [
        line
        for some in concept_lines(told, Vocabularies([Vocabulary.of("v", "", [hoe])]), base=BASE).values()
        for line in some
    ]
    assert [line.split('"')[1] for line in lines if "altLabel" in line] == ["Hacken", "weeding hoes"]
    assert [line for line in lines if "exactMatch" in line] == [
        f"<{BASE}topic/hoes> <http://www.w3.org/2004/02/skos/core#exactMatch> <urn:hoe> ."
    ]


def test_without_anything_to_add_there_is_no_graph() -> None:
    assert concept_lines({f"{BASE}topic/a": [["a"], []]}, Vocabularies(), base=BASE) == {}
    field = ["field deeplearning"]
    assert concept_lines({f"{BASE}topic/a": [["Deep learning"], field]}, Vocabularies(), base=BASE) == {}
