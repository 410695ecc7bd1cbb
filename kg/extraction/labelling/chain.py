"""A linear-chain conditional random field: weights learned with CRFsuite, read and decoded with numpy.

Nothing has to be compiled to use kg, and the same weights give the same labels on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float32]
"""A row an element of the sequence, a column a label."""
_NEVER = -30.0
"""The score of a step from label to label that the training never saw."""


class Chain:
    """Learned weights of features and of steps between labels."""

    def __init__(self, model: bytes) -> None:
        with np.load(BytesIO(model)) as arrays:
            self.labels: tuple[str, ...] = tuple(arrays["labels"].tobytes().decode().split("\n"))
            names = arrays["features"].tobytes().decode().split("\n")
            nothing = np.zeros((1, len(self.labels)), np.float32)
            self.weights: Scores = np.vstack([arrays["weights"].astype(np.float32), nothing])
            self.steps: Scores = arrays["transitions"].astype(np.float32)
            self.start: Scores = np.zeros(len(self.labels), np.float32)
        self.rows: dict[str, int] = {name: row for row, name in enumerate(names)}
        self.nothing = len(names)
        """The row of features that the training never saw."""
        self._factors: Scores = np.exp(self.steps)

    def scores(self, features: Sequence[Sequence[str]]) -> Scores:
        """Add up the weights of the features of each element."""
        found = np.zeros((len(features), len(self.labels)), np.float32)
        for i, names in enumerate(features):
            rows = [row for name in names if (row := self.rows.get(name)) is not None]
            if rows:
                found[i] = self.weights[rows].sum(axis=0)
        return found

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


def pack(
    weights: Mapping[str, Mapping[str, float]], steps: Mapping[tuple[str, str], float], **more: NDArray[Any]
) -> bytes:
    """Write learned weights as the file that `Chain` reads; equal weights give equal bytes."""
    labels = sorted({label for row in weights.values() for label in row} | {label for step in steps for label in step})
    index = {label: n for n, label in enumerate(labels)}
    names = sorted(weights)
    matrix = np.zeros((len(names), len(labels)), np.float16)
    for row, name in enumerate(names):
        for label, weight in weights[name].items():
            matrix[row, index[label]] = weight
    square = np.full((len(labels), len(labels)), _NEVER, np.float16)
    for (before, after), weight in steps.items():
        square[index[before], index[after]] = weight
    arrays: dict[str, NDArray[Any]] = {
        "labels": np.frombuffer("\n".join(labels).encode(), np.uint8),
        "features": np.frombuffer("\n".join(names).encode(), np.uint8),
        "weights": matrix,
        "transitions": square,
        **more,
    }
    buffer = BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()
