"""A linear chain over labels: the best sequence of labels for given scores, and the probability of each label."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float32]
"""A row an element of the sequence, a column a label."""
NEVER = -30.0
"""The score of a step from label to label that the training never saw."""


class Chain:
    """Labels, and the weights of the steps between them."""

    def __init__(self, labels: Sequence[str], steps: Scores) -> None:
        self.labels = tuple(labels)
        self.steps = steps
        self._factors: Scores = np.exp(steps)

    def best(self, scores: Scores) -> list[int]:
        """Give the best sequence of labels, by the Viterbi algorithm."""
        total = scores[0]
        back: list[NDArray[np.intp]] = []
        for row in scores[1:]:
            paths = total[:, None] + self.steps
            origin = paths.argmax(axis=0)
            back.append(origin)
            total = paths.max(axis=0) + row
        label = int(total.argmax())
        found = [label]
        for origin in reversed(back):
            label = int(origin[label])
            found.append(label)
        return found[::-1]

    def chances(self, scores: Scores) -> Scores:
        """Give the probability of each label of each element, by the forward-backward algorithm."""
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
