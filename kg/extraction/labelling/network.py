"""A small convolutional network with a chain of labels on top, read and run with numpy.

Each element of a sequence (a token of a record, a line of a note) comes with features, which are names. The vectors
of its features are added up; layers of dilated convolutions (Yu & Koltun, 2016) mix in what stands around it, farther
with every layer; what is strongest anywhere in the sequence is told to all its elements; and a linear-chain conditional
random field (Lafferty et al., 2001) chooses labels that fit together. `data/training/citations/network.py` learns the
weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from io import BytesIO
from itertools import chain
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from kg.extraction.labelling.chain import Chain, Scores

Group = tuple[str, ...]
"""Names of features that many elements share."""
_THREADS = ThreadpoolController()
_KEPT = 1 << 15
_SMALL = 1e-5
_LEVELS = 31
"""Steps from nothing to the largest number of a vector: six bits each keep the file small."""


class Network(Chain):
    """Learned weights, and what they say of a sequence."""

    def __init__(self, model: bytes) -> None:
        with np.load(BytesIO(model)) as arrays:
            labels = arrays["labels"].tobytes().decode().split("\n")
            names = arrays["features"].tobytes().decode().split("\n")
            vectors = arrays["vectors"].astype(np.float32) * arrays["scales"].astype(np.float32)
            self._weights: dict[str, Scores] = {
                name: arrays[name].astype(np.float32) for name in arrays.files if name not in _OTHER
            }
            super().__init__(labels, arrays["steps"].astype(np.float32))
        self._vectors: Scores = vectors
        self._rows = {name: row for row, name in enumerate(names)}
        self._sums: dict[Group, Scores] = {}
        self._layers = sum(name.startswith("mix") for name in self._weights)

    @classmethod
    def load(cls, name: str) -> Self:
        """Load a model of the package."""
        return cls(files("kg.extraction.models").joinpath(name).read_bytes())

    def scores(self, elements: Sequence[Sequence[Group]]) -> Scores:
        """Score the labels of each element of a sequence.

        Args:
            elements: for each element the groups of its features, as many for each.

        Returns:
            As many rows as elements; a column a label.
        """
        if not elements:
            return np.zeros((0, len(self.labels)), np.float32)
        with _THREADS.limit(limits=1):  # threads would wait for each other longer than they work
            return self._weighed(self._sums_of(elements))

    def _weighed(self, known: Scores) -> Scores:
        """Run the layers."""
        weights = self._weights
        known = _normal(known + weights["bias"])
        for layer in range(self._layers):
            known = known + self._mixed(_normal(known), layer)
        strongest = np.maximum(_normal(known) @ weights["gather"], 0).max(axis=0)
        known = known + np.maximum(strongest @ weights["spread"] + _normal(known) @ weights["near"], 0)
        return np.asarray(_normal(known) @ weights["out"] + weights["offset"], np.float32)

    def _mixed(self, known: Scores, layer: int) -> Scores:
        """Mix each element with those 2^layer before and behind it."""
        distance = 2**layer
        count = len(known)
        before, behind = np.zeros_like(known), np.zeros_like(known)
        if distance < count:
            before[distance:], behind[:-distance] = known[:-distance], known[distance:]
        around = np.concatenate([before, known, behind], axis=1)
        inner = np.maximum(around @ self._weights[f"mix{layer}"] + self._weights[f"shift{layer}"], 0)
        return np.asarray(inner @ self._weights[f"back{layer}"], np.float32)

    def _sums_of(self, elements: Sequence[Sequence[Group]]) -> Scores:
        """Add up the vectors of the groups of each element; neighbours share groups, so each is looked up once."""
        shared = {id(group): group for group in chain.from_iterable(elements)}
        numbers = dict(zip(shared, range(len(shared)), strict=True))
        sums = np.stack([self._sum(group) for group in shared.values()])
        chosen = np.array([[numbers[id(group)] for group in groups] for groups in elements])
        return np.asarray(sum(sums[column] for column in chosen.T), np.float32)

    def _sum(self, group: Group) -> Scores:
        """Add up the vectors of features, once for all elements that share them."""
        found = self._sums.get(group)
        if found is None:
            if len(self._sums) >= _KEPT:
                self._sums.clear()
            rows = [row for name in group if (row := self._rows.get(name)) is not None]
            found = self._sums[group] = self._vectors[rows].sum(axis=0)
        return found


_OTHER = frozenset(["labels", "features", "vectors", "scales", "steps"])


def _normal(known: Scores) -> Scores:
    """Give each row the mean 0 and the variance 1."""
    centred = known - known.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.sqrt((centred * centred).mean(axis=1, keepdims=True) + _SMALL), np.float32)


def pack(
    labels: Sequence[str], features: Sequence[str], vectors: Scores, steps: Scores, weights: Mapping[str, Scores]
) -> bytes:
    """Write learned weights as the file that `Network` reads; equal weights give equal bytes.

    Args:
        labels: the labels, in the order of the columns of scores.
        features: the names of the features.
        vectors: a row for each feature.
        steps: the score of each step from label to label.
        weights: the matrices of the layers by their names.
    """
    scales = np.maximum(np.abs(vectors).max(axis=1, keepdims=True) / _LEVELS, 1e-8).astype(np.float16)
    scales = np.maximum(scales, np.float16(6e-8))
    arrays: dict[str, NDArray[Any]] = {
        "labels": np.frombuffer("\n".join(labels).encode(), np.uint8),
        "features": np.frombuffer("\n".join(features).encode(), np.uint8),
        "vectors": np.clip(np.round(vectors / scales.astype(np.float32)), -_LEVELS, _LEVELS).astype(np.int8),
        "scales": scales,
        "steps": steps.astype(np.float16),
        **{name: matrix.astype(np.float16) for name, matrix in weights.items()},
    }
    buffer = BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()
