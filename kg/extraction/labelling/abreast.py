"""Sequences of several lengths side by side, so that one operation of numpy takes a step in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

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
