"""Topics that titles and remarks name."""

from __future__ import annotations

import pytest

from kg.model import Iri
from kg.resolution.topical import TopicNames

TOPICS = {
    Iri("flow"): "Flow matching",
    Iri("matching"): "Matching",
    Iri("lora"): "LoRA",
    Iri("electronics"): "Electronics",
    Iri("gas"): "Gas-phase sensors",
    Iri("analysis"): "Analysis",
    Iri("a"): "Soil erosion",
    Iri("b"): "soil erosion",
}


@pytest.mark.parametrize(
    ("title", "topics"),
    [
        ("Discrete Flow-Matching for Graphs", {"flow"}),
        ("Stable matchings in markets", {"matching"}),
        ("A flow: matching pairs", {"matching"}),
        ("QLoRA and LoRAs", {"lora"}),
        ("Lora, a town on a river", set()),
        ("The electronic nose", set()),
        ("Electronics of the nose", {"electronics"}),
        ("Gas phase sensor arrays", {"gas"}),
        ("An analysis of variance", set()),
        ("Soil erosion after fire", set()),
        ("Matching2024ICLR", set()),
        ("", set()),
    ],
)
def test_titles(title: str, topics: set[str]) -> None:
    """The longest name counts; one that several topics share, or that any paper could have, names none."""
    assert TopicNames(TOPICS).in_title(title) == topics


@pytest.mark.parametrize(
    ("remark", "topics"),
    [
        ("Makes flow matching discrete", {"flow"}),
        ("Good. Flow matching comes later", set()),
        ("First line\nFlow matching", set()),
        ("Works without LoRA", set()),
        ("Faster than any flow matching", set()),
        ("Fine-tunes with LoRA, not with adapters", {"lora"}),
        ("A matching of pairs", set()),
        ("Cheap electronics for schools", {"electronics"}),
    ],
)
def test_remarks(remark: str, topics: set[str]) -> None:
    """The first sentence of a remark counts, words of one's own do not, and what it sets the paper apart from neither."""
    assert TopicNames(TOPICS).in_remark(remark) == topics


def test_what_may_be_affected_is_never_less_than_what_is_named() -> None:
    """An update looks at the texts in which a name occurs, also where it means nothing or several topics have it."""
    names = TopicNames(TOPICS)
    assert all(map(names.occur_in, ("Soil erosion", "Lora, a town", "faster than LoRA", "flow matching")))
    assert not names.occur_in("A river, a flow; of matchmaking")


def test_a_topic_that_is_called_by_an_abbreviation_is_named_by_the_long_form() -> None:
    title = "Reinforcement Learning with Mazes"
    assert TopicNames({Iri("rl"): "RL"}).in_title(title) == {"rl"}
    assert TopicNames({Iri("rl"): "RL", Iri("long"): "Reinforcement learning"}).in_title(title) == {"long"}
