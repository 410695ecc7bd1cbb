"""Label the tokens of a reference with a linear-chain model and the Viterbi algorithm.

The weights are learned by `data/training/citations/train.py` with CRFsuite; reading them needs numpy alone (which spaCy
brings), so that nothing has to be compiled to use kg.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.extraction.citations.features import NEAR, WINDOW, own, patterns, places, surroundings
from kg.extraction.citations.tokens import Token, kind

Weights = NDArray[np.float32]
_MODEL = "model.npz"
_KEPT = 1 << 15


class Beliefs:
    """How probable the labeller thinks each label of each token."""

    def __init__(self, labels: Sequence[str], chances: Weights) -> None:
        signs = sorted({label.rstrip("12") for label in labels})
        columns = [[n for n, label in enumerate(labels) if label.rstrip("12") == sign] for sign in signs]
        merged = np.stack([chances[:, column].sum(axis=1) for column in columns], axis=1)
        self._columns = {sign: n for n, sign in enumerate(signs)}
        self._logs: list[list[float]] = np.log(np.maximum(merged, 1e-4)).tolist()

    def log(self, token: int, sign: str) -> float:
        """Give the logarithm of the probability that the token has the label, -9.2 at least."""
        column = self._columns.get(sign)
        return self._logs[token][column] if column is not None else -9.2


class Tagger:
    """The learned weights, and what they say of a sequence of tokens."""

    def __init__(self, model: bytes) -> None:
        with np.load(BytesIO(model)) as arrays:
            self.labels: tuple[str, ...] = tuple(arrays["labels"].tobytes().decode().split("\n"))
            names = arrays["features"].tobytes().decode().split("\n")
            self._weights: Weights = np.vstack(
                [arrays["weights"].astype(np.float32), np.zeros((1, len(self.labels)), np.float32)]
            )
            self._steps: Weights = arrays["transitions"].astype(np.float32)
            self.likeness: tuple[float, ...] = tuple(float(weight) for weight in arrays["likeness"])
        self._rows: dict[str, int] = {name: row for row, name in enumerate(names)}
        self._nothing = len(names)
        self._factors: Weights = np.exp(self._steps)
        self._words: dict[str, Weights] = {}
        self._sums: dict[tuple[str, ...], Weights] = {}

    def tag(self, tokens: Sequence[Token], marks: Sequence[tuple[int, int, str]] = ()) -> list[str]:
        """Give each token its label in the best sequence of labels."""
        return self.read(tokens, marks)[0]

    def read(self, tokens: Sequence[Token], marks: Sequence[tuple[int, int, str]] = ()) -> tuple[list[str], Beliefs]:
        """Give the best sequence of labels, and what is believed of each token."""
        if not tokens:
            return [], Beliefs(self.labels, np.zeros((0, len(self.labels)), np.float32))
        scores = self._scores(tokens, marks)
        best = [self.labels[label].rstrip("12") for label in self._best(scores)]
        return best, Beliefs(self.labels, self._chances(scores))

    def _chances(self, scores: Weights) -> Weights:
        """Add up all sequences of labels, forward and backward."""
        local = np.exp(scores - scores.max(axis=1, keepdims=True))
        forward, backward = np.empty_like(local), np.empty_like(local)
        row = local[0]
        for i in range(len(local)):
            row = local[0] if i == 0 else (row @ self._factors) * local[i]
            row = row / row.sum()
            forward[i] = row
        row = np.ones(local.shape[1], np.float32)
        for i in range(len(local) - 1, -1, -1):
            backward[i] = row
            row = self._factors @ (row * local[i])
            row = row / row.sum()
        both = forward * backward
        return np.asarray(both / both.sum(axis=1, keepdims=True), np.float32)

    def _scores(self, tokens: Sequence[Token], marks: Sequence[tuple[int, int, str]]) -> Weights:
        words = np.stack([self._word(token.text) for token in tokens])
        count = len(tokens)
        scores = np.zeros((count, len(self.labels)), np.float32)
        for n, distance in enumerate(WINDOW):
            low, high = max(0, -distance), min(count, count - distance)
            if low < high:
                scores[low:high] += words[low + distance : high + distance, n]
        rows, nothing = self._rows, self._nothing
        around = patterns([kind(token.text) for token in tokens])
        alone = [
            [rows.get(name, nothing) for name in (*near, *place)]
            for near, place in zip(around, places(tokens), strict=True)
        ]
        scores += self._weights[np.asarray(alone)].sum(axis=1)
        for i, shared in enumerate(surroundings(tokens, marks)):
            for names in shared:
                scores[i] += self._shared(names)
        return scores

    def _shared(self, names: tuple[str, ...]) -> Weights:
        """Add up what many tokens say alike, once."""
        found = self._sums.get(names)
        if found is None:
            if len(self._sums) >= _KEPT:
                self._sums.clear()
            found = self._sums[names] = self._weights[[self._rows.get(name, self._nothing) for name in names]].sum(
                axis=0
            )
        return found

    def _word(self, text: str) -> Weights:
        """Add up what a word says of itself and of its neighbours, once for all its occurrences."""
        found = self._words.get(text)
        if found is None:
            if len(self._words) >= _KEPT:
                self._words.clear()
            far, near = own(text)
            found = np.stack(
                [
                    self._weights[
                        [self._rows.get(f"{d}{name}", self._nothing) for name in (far + near if d in NEAR else far)]
                    ].sum(axis=0)
                    for d in WINDOW
                ]
            )
            self._words[text] = found
        return found

    def _best(self, scores: Weights) -> list[int]:
        steps = self._steps
        total = scores[0]
        back: list[NDArray[np.intp]] = []
        for row in scores[1:]:
            paths = total[:, None] + steps
            origin = paths.argmax(axis=0)
            back.append(origin)
            total = paths.max(axis=0) + row
        label = int(total.argmax())
        best = [label]
        for origin in reversed(back):
            label = int(origin[label])
            best.append(label)
        return best[::-1]


def features(tokens: Sequence[Token], marks: Sequence[tuple[int, int, str]] = ()) -> list[list[str]]:
    """Spell out all features of each token, as the training sees them."""
    words = [own(token.text) for token in tokens]
    around = patterns([kind(token.text) for token in tokens])
    found: list[list[str]] = []
    shared = surroundings(tokens, marks)
    for i, place in enumerate(places(tokens)):
        names = [*around[i], *place, *(name for group in shared[i] for name in group)]
        for distance in WINDOW:
            if 0 <= i + distance < len(tokens):
                far, near = words[i + distance]
                names += [f"{distance}{name}" for name in (far + near if distance in NEAR else far)]
        found.append(names)
    return found


def pack(
    labels: Sequence[str],
    weights: dict[str, dict[str, float]],
    transitions: dict[tuple[str, str], float],
    likeness: Sequence[float],
) -> bytes:
    """Write learned weights as the file that `Tagger` reads."""
    index = {label: n for n, label in enumerate(labels)}
    names = sorted(weights)
    matrix = np.zeros((len(names), len(labels)), np.float16)
    for row, name in enumerate(names):
        for label, weight in weights[name].items():
            matrix[row, index[label]] = weight
    steps = np.full((len(labels), len(labels)), -30.0, np.float16)  # what was never seen does not happen
    for (before, after), weight in transitions.items():
        steps[index[before], index[after]] = weight
    arrays: dict[str, Any] = {
        "labels": np.frombuffer("\n".join(labels).encode(), np.uint8),
        "features": np.frombuffer("\n".join(names).encode(), np.uint8),
        "weights": matrix,
        "transitions": steps,
        "likeness": np.asarray(likeness, np.float32),
    }
    buffer = BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


@cache
def tagger() -> Tagger:
    """Load the model of the package, once."""
    return Tagger(files("kg.extraction.citations").joinpath(_MODEL).read_bytes())
