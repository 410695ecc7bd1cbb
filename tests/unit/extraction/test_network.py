"""The network that labels lines and tokens: what it gives for weights that are made by hand."""

from __future__ import annotations

import importlib
import itertools
import sys

import numpy as np
import pytest
from places import ROOT

from kg.extraction.crf import NEVER, Chain
from kg.extraction.network import Committee, Network

sys.path.insert(0, str(ROOT / "data" / "training" / "citations"))

pack = importlib.import_module("packing").pack

WIDTH = 4


def _network(
    layers: int = 2, *, steps: list[list[float]] | None = None, seed: int = 3, features: str = "xyz"
) -> Network:
    chance = np.random.default_rng(seed)

    def matrix(*shape: int) -> np.ndarray:
        return chance.normal(size=shape).astype(np.float32)

    weights = {
        "bias": matrix(WIDTH),
        "gather": matrix(WIDTH, WIDTH),
        "spread": np.zeros((WIDTH, WIDTH), np.float32),
        "near": matrix(WIDTH, WIDTH),
        "out": matrix(WIDTH, 2),
        "offset": matrix(2),
    }
    for layer in range(layers):
        weights |= {
            f"mix{layer}": matrix(3 * WIDTH, WIDTH),
            f"shift{layer}": matrix(WIDTH),
            f"back{layer}": matrix(WIDTH, WIDTH),
        }
    between = np.asarray(steps or [[0.0, 0.0], [0.0, 0.0]], np.float32)
    return Network(pack(["A", "B"], list(features), matrix(3, WIDTH), between, weights))


def _elements(text: str) -> list[list[tuple[str, ...]]]:
    return [[tuple(word)] for word in text.split()]


def test_no_elements_have_no_scores() -> None:
    assert _network().scores([]).shape == (0, 2)


def test_features_count_wherever_their_group_stands() -> None:
    network = _network()
    together, apart = network.scores([[("x", "y")]]), network.scores([[("x",), ("y",)]])
    assert together == pytest.approx(apart, abs=1e-5)


def test_features_never_learned_of_change_nothing() -> None:
    network = _network()
    assert network.scores([[("x", "unheard of")]]) == pytest.approx(network.scores([[("x",)]]))


def test_an_element_is_seen_as_far_as_the_layers_reach_and_no_farther() -> None:
    network = _network(layers=2)  # the layers reach one element, then two more
    plain, other = network.scores(_elements("x x x x x x")), network.scores(_elements("y x x x x x"))
    changed = ~np.isclose(plain, other, atol=1e-5).all(axis=1)
    assert changed.tolist() == [True, True, True, True, False, False]


def test_sequences_read_together_are_read_as_each_alone() -> None:
    network = _network(steps=[[0.5, -1.0], [0.3, 0.2]])
    sequences = [_elements(text) for text in ("x y z x y z", "", "z", "y y x " * 300, "z x")]
    alone = [network.scores(sequence) for sequence in sequences]
    together = network.scores_each(sequences)
    for one, other in zip(alone, together, strict=True):
        assert other == pytest.approx(one, abs=1e-5)
    assert network.best_each(together) == [network.best(scores) for scores in together]
    for one, scores in zip(network.chances_each(together), together, strict=True):
        assert one == pytest.approx(network.chances(scores), abs=1e-5)


def test_members_of_a_committee_have_one_vote_each() -> None:
    members = [_network(seed=seed) for seed in (3, 4, 5)]
    for elements in (_elements("x y z x"), []):
        alone = [member.chances(member.scores(elements)) for member in members]
        voted = np.exp(Committee(members).scores(elements))
        assert voted == pytest.approx(np.mean(alone, axis=0), abs=1e-5)


def test_members_of_a_committee_know_the_same_features() -> None:
    with pytest.raises(ValueError, match="same features"):
        Committee([_network(), _network(features="xyw")])


def test_a_step_that_never_was_is_not_taken() -> None:
    network = _network(steps=[[0.0, NEVER], [NEVER, 0.0]])
    found = network.best(network.scores(_elements("x y z x y z")))
    assert len(set(found)) == 1


def test_chances_are_probabilities() -> None:
    network = _network()
    chances = network.chances(network.scores(_elements("x y z z y")))
    assert chances.sum(axis=1) == pytest.approx(np.ones(5), abs=1e-5)


def test_the_best_sequence_is_the_most_probable_one() -> None:
    steps = np.asarray([[0.5, -1.0], [0.3, 0.2]], np.float32)
    scores = np.asarray([[1.0, 0.2], [0.1, 0.9], [0.4, 0.3]], np.float32)
    chain = Chain(["A", "B"], steps)

    def worth(path: tuple[int, ...]) -> float:
        return float(
            sum(scores[n, at] for n, at in enumerate(path)) + sum(steps[a, b] for a, b in itertools.pairwise(path))
        )

    paths = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    assert tuple(chain.best(scores)) == max(paths, key=worth)
    total = sum(np.exp(worth(path)) for path in paths)
    expected = sum(np.exp(worth(path)) for path in paths if path[1] == 0) / total
    assert chain.chances(scores)[1, 0] == pytest.approx(expected, rel=1e-5)


def test_equal_weights_are_equal_bytes() -> None:
    vectors, weights = np.ones((1, 2), np.float32), {"bias": np.ones(2, np.float32)}
    steps = np.zeros((1, 1), np.float32)
    assert pack(["A"], ["x"], vectors, steps, weights) == pack(["A"], ["x"], vectors, steps, weights)
