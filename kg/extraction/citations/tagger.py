"""Label the tokens of a reference with a linear-chain model and the Viterbi algorithm.

The weights are learned by `data/training/citations/train.py` with CRFsuite; reading them needs numpy alone (which spaCy
brings), so that nothing has to be compiled to use kg.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from kg.extraction.citations.features import NEAR, WINDOW, own, patterns, places, surroundings
from kg.extraction.citations.tokens import Token
from kg.extraction.labelling.chain import Chain

Weights = NDArray[np.float32]
Layout = Sequence[Sequence[tuple[str, ...]]]
"""Groups of features that each token shares with its neighbours: what the layout says of its line."""
_MODEL = "fields.npz"
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


class Tagger(Chain):
    """The learned weights, and what they say of a sequence of tokens."""

    def __init__(self, model: bytes) -> None:
        super().__init__(model)
        self._words: dict[str, Weights] = {}
        self._sums: dict[tuple[str, ...], Weights] = {}

    def tag(self, tokens: Sequence[Token], marks: Sequence[tuple[int, int, str]] = ()) -> list[str]:
        """Give each token its label in the best sequence of labels."""
        return self.read(tokens, marks)[0]

    def read(
        self, tokens: Sequence[Token], marks: Sequence[tuple[int, int, str]] = (), layout: Layout = ()
    ) -> tuple[list[str], Beliefs]:
        """Give the best sequence of labels, and what is believed of each token."""
        if not tokens:
            return [], Beliefs(self.labels, self.nothing_scored())
        return self.decode(self.weigh(tokens, marks, layout))

    def decode(self, scores: Weights) -> tuple[list[str], Beliefs]:
        """Give the best sequence of labels for the scores of a sequence, and what is believed of each token."""
        best = [self.labels[label].rstrip("12") for label in self.best(scores)]
        return best, Beliefs(self.labels, self.chances(scores))

    def nothing_scored(self) -> Weights:
        """Give the scores of no tokens."""
        return np.zeros((0, len(self.labels)), np.float32)

    def weigh(self, tokens: Sequence[Token], marks: Sequence[tuple[int, int, str]], layout: Layout = ()) -> Weights:
        """Add up what is learned of each token: its own look, its neighbours', its place, and its line's."""
        words = np.stack([self._word(token.text) for token in tokens])
        count = len(tokens)
        scores = np.zeros((count, len(self.labels)), np.float32)
        for n, distance in enumerate(WINDOW):
            low, high = max(0, -distance), min(count, count - distance)
            if low < high:
                scores[low:high] += words[low + distance : high + distance, n]
        rows, nothing = self.rows, self.nothing
        around = patterns(tokens, marks)
        alone = [
            [rows.get(name, nothing) for name in (*near, *place)]
            for near, place in zip(around, places(tokens), strict=True)
        ]
        scores += self.weights[np.asarray(alone)].sum(axis=1)
        for i, shared in enumerate(surroundings(tokens, marks)):
            for names in shared:
                scores[i] += self._shared(names)
        for i, groups in enumerate(layout):
            for names in groups:
                scores[i] += self._shared(names)
        return scores

    def _shared(self, names: tuple[str, ...]) -> Weights:
        """Add up what many tokens say alike, once."""
        found = self._sums.get(names)
        if found is None:
            if len(self._sums) >= _KEPT:
                self._sums.clear()
            found = self._sums[names] = self.weights[[self.rows.get(name, self.nothing) for name in names]].sum(axis=0)
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
                    self.weights[
                        [self.rows.get(f"{d}{name}", self.nothing) for name in (far + near if d in NEAR else far)]
                    ].sum(axis=0)
                    for d in WINDOW
                ]
            )
            self._words[text] = found
        return found


def features(
    tokens: Sequence[Token], marks: Sequence[tuple[int, int, str]] = (), layout: Layout = ()
) -> list[list[str]]:
    """Spell out all features of each token, as the training sees them."""
    words = [own(token.text) for token in tokens]
    around = patterns(tokens, marks)
    found: list[list[str]] = []
    shared = surroundings(tokens, marks)
    for i, place in enumerate(places(tokens)):
        names = [*around[i], *place, *(name for group in shared[i] for name in group)]
        if layout:
            names += [name for group in layout[i] for name in group]
        for distance in WINDOW:
            if 0 <= i + distance < len(tokens):
                far, near = words[i + distance]
                names += [f"{distance}{name}" for name in (far + near if distance in NEAR else far)]
        found.append(names)
    return found


@cache
def tagger() -> Tagger:
    """Load the model of the package, once."""
    return Tagger(files("kg.extraction.models").joinpath(_MODEL).read_bytes())
