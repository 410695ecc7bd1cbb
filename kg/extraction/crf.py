"""A linear-chain conditional random field, in numpy: the best labels of a sequence, and how likely each one is.

Sequences of several lengths are read side by side, so that one operation of numpy takes a step in all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

T = TypeVar("T", bound=np.generic)


class Abreast:
    """Sequences whose elements stand one behind another, as they are read side by side, the longest one first."""

    def __init__(self, lengths: Sequence[int]) -> None:
        sizes = np.array(lengths, np.intp)
        ends = sizes.cumsum()
        self._bounds = [0, *ends.tolist()]
        self.order = np.argsort(-sizes, kind="stable")
        """The numbers of the sequences, those of the longest first."""
        counts = np.searchsorted(-sizes[self.order], -np.arange(sizes.max(initial=0)))
        self.steps = [slice(start, end) for start, end in pairwise([0, *counts.cumsum().tolist()])]
        """For each step where its elements stand, one of each sequence that is so long."""
        steps = np.arange(sizes.sum()) - np.repeat(ends - sizes, sizes)
        ranks = np.repeat(np.argsort(self.order), sizes)
        self.places = np.argsort(steps * len(sizes) + ranks)
        """For each element where it stands in the sequences one behind another."""

    def apart(self, rows: NDArray[T]) -> list[NDArray[T]]:
        """Return what was found for the elements, sequence by sequence."""
        whole = np.empty_like(rows)
        whole[self.places] = rows
        return [whole[start:end] for start, end in pairwise(self._bounds)]


Scores = NDArray[np.float32]
"""A row an element of the sequence, a column a label."""
NEVER = -30.0
"""The score of a step from label to label that the training never saw."""
THREADS = ThreadpoolController()
"""Small matrices are multiplied on one thread: several would wait for each other longer than they work."""

_FEW = 3
"""Labels of a chain that is walked in plain numbers."""


class Chain:
    """Labels, and the weights of the steps between them."""

    def __init__(self, labels: Sequence[str], steps: Scores) -> None:
        self.labels = tuple(labels)
        self.steps = steps
        self._onto: Scores = np.ascontiguousarray(steps.T)
        self._factors: Scores = np.exp(steps)

    def best(self, scores: Scores) -> list[int]:
        """Return the best sequence of labels, by the Viterbi algorithm."""
        return self.best_each([scores])[0]

    def chances(self, scores: Scores) -> Scores:
        """Return the probability of each label of each element, by the forward-backward algorithm."""
        return self.chances_each([scores])[0]

    def best_each(self, sequences: Sequence[Scores]) -> list[list[int]]:
        """Return the best sequence of labels for each of some sequences."""
        if not sequences:
            return []
        abreast = Abreast([len(scores) for scores in sequences])
        totals = np.concatenate(sequences)[abreast.places]
        for last, step in pairwise(abreast.steps):
            before = totals[last][: step.stop - step.start]
            totals[step] += np.maximum.reduce(before[:, :, None] + self.steps, axis=1)
        labels = totals.argmax(axis=1)
        for behind, step in pairwise(reversed(abreast.steps)):
            ahead = labels[behind]
            origins = (totals[step][: len(ahead)] + self._onto[ahead]).argmax(axis=1)
            labels[step][: len(ahead)] = origins
        return [found.tolist() for found in abreast.apart(labels)]

    def chances_each(self, sequences: Sequence[Scores]) -> list[Scores]:
        """Return the probability of each label of each element of some sequences."""
        if len(self.labels) <= _FEW:
            return [self._chances(scores) for scores in sequences]
        if not sequences:
            return []
        abreast = Abreast([len(scores) for scores in sequences])
        scores = np.concatenate(sequences)[abreast.places]
        local = np.exp(scores - scores.max(axis=1, keepdims=True))
        forward, backward = np.empty_like(local), np.ones_like(local)
        row = local[abreast.steps[0]] if abreast.steps else local
        with THREADS.limit(limits=1):
            for number, step in enumerate(abreast.steps):
                if number:
                    row = (row[: step.stop - step.start] @ self._factors) * local[step]
                row = forward[step] = row / row.sum(axis=1, keepdims=True)
            for behind, step in pairwise(reversed(abreast.steps)):
                row = (backward[behind] * local[behind]) @ self._factors.T
                backward[step][: len(row)] = row / row.sum(axis=1, keepdims=True)
        both = forward * backward
        return abreast.apart(both / both.sum(axis=1, keepdims=True))

    def _chances(self, scores: Scores) -> Scores:
        """Return the same for one sequence, in plain numbers: for few labels they are faster than arrays."""
        if not len(scores):
            return scores
        count = len(self.labels)
        local, steps = np.zeros((len(scores), _FEW)), np.zeros((_FEW, _FEW))
        local[:, :count] = np.exp(scores - scores.max(axis=1, keepdims=True))
        steps[:count, :count] = self._factors
        forward = _told(local.tolist(), steps.tolist())
        backward = _told(local[::-1].tolist(), steps.T.tolist())[::-1]
        both = (local * forward * backward)[:, :count]
        return np.asarray(both / both.sum(axis=1, keepdims=True), np.float32)


def _told(local: list[list[float]], steps: list[list[float]]) -> list[tuple[float, float, float]]:
    """Return what the elements before each say of its three labels.

    Args:
        local: what each element says of its own.
        steps: the factor of each step from label to label.
    """
    (aa, ab, ac), (ba, bb, bc), (ca, cb, cc) = steps
    a = b = c = 1.0
    found = []
    for own_a, own_b, own_c in local:
        found.append((a, b, c))
        a, b, c = a * own_a, b * own_b, c * own_c
        whole = a + b + c
        a, b, c = a / whole, b / whole, c / whole
        a, b, c = a * aa + b * ba + c * ca, a * ab + b * bb + c * cb, a * ac + b * bc + c * cc
    return found
