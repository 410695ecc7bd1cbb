"""A small convolutional network with a chain of labels on top, read and run with numpy.

Each element of a sequence (a token of a record, a line of a note) comes with features, which are names. The vectors
of its features are added up; layers of dilated convolutions (Yu & Koltun, 2016) mix in what stands around it, farther
with every layer; what is strongest anywhere in the sequence is told to all its elements; and a linear-chain conditional
random field (Lafferty et al., 2001) chooses labels that fit together. `data/training/citations/network.py` learns the
weights. What few signs tell is weighed by logistic regressions, whose weights lie in tables beside the modules that use
them: a row a term, and its weight.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import accumulate, chain, pairwise, repeat
from typing import Self

import numpy as np
from numpy.typing import NDArray

from kg.extraction.crf import THREADS, Abreast, Chain, Scores

Group = tuple[str, ...]
"""Names of features that many elements share."""
Elements = Sequence[Sequence[Group]]
"""For each element the groups of its features, as many for each."""
AT_ONCE = 512
"""Elements that are looked up together: as many as the caches of a processor hold with all that is computed of them."""
_KEPT = 1 << 15


class Vectors:
    """The vectors of features by name, and the sums of those of the groups that were seen lately.

    Args:
        names: of the features, a line each.
        tables: for each network steps of six bits, a row a feature, and the size of a step in each row.
    """

    def __init__(self, names: bytes, tables: Sequence[tuple[NDArray[np.int8], NDArray[np.float16]]]) -> None:
        self.names, self.tables = names, tuple(tables)
        self._rows = _rows(names)
        self._numbers = _Numbers()
        self._sums: Scores = np.zeros((_KEPT, sum(vectors.shape[1] for vectors, _ in tables)), np.float32)

    def sums(self, elements: Elements) -> Scores:
        """Add up the vectors of all features of each element, those of the networks side by side."""
        parts = [self._sums_of(elements[at : at + AT_ONCE]) for at in range(0, len(elements), AT_ONCE)]
        return np.concatenate([self._sums[:0], *parts])

    def _sums_of(self, elements: Elements) -> Scores:
        count = sum(map(len, elements))
        if len(self._numbers) + count > _KEPT:
            self._numbers.clear()
        first = len(self._numbers)
        found = map(self._numbers.__getitem__, chain.from_iterable(elements))
        numbers = np.fromiter(found, np.intp, count).reshape(len(elements), -1)
        new, self._numbers.new = self._numbers.new, []
        if new:
            self._sums[first : first + len(new)] = self._added(new)
        known = self._sums.take(numbers[:, 0], axis=0, mode="clip")  # which takes half as long as with brackets
        more = np.empty_like(known)
        for column in numbers.T[1:]:
            known += self._sums.take(column, axis=0, out=more, mode="clip")
        return known

    def _added(self, groups: Sequence[Group]) -> Scores:
        """Add up the vectors of each group: all first ones, then all second ones."""
        sizes = list(map(len, groups))
        found = map(self._rows.get, chain.from_iterable(groups), repeat(-1))
        rows = np.fromiter(found, np.intp, sum(sizes))
        abreast = Abreast(sizes)
        rows = rows[abreast.places]
        known = (rows >= 0)[:, np.newaxis]  # other features were never learned of
        vectors = np.concatenate(
            [steps[rows] * (scales[rows].astype(np.float32) * known) for steps, scales in self.tables], axis=1
        )
        sums = np.zeros((len(groups), vectors.shape[1]), np.float32)
        for step in abreast.steps:
            sums[: step.stop - step.start] += vectors[step]
        in_order = np.empty_like(sums)
        in_order[abreast.order] = sums
        return in_order


@lru_cache(maxsize=4)
def _rows(names: bytes) -> dict[str, int]:
    """Number the features; the networks of a committee have the same ones."""
    return {name: row for row, name in enumerate(names.decode().split("\n"))}


class _Numbers(dict[Group, int]):
    """Groups in the order in which they were met first."""

    def __init__(self) -> None:
        super().__init__()
        self.new: list[Group] = []
        """Groups that were met since they were last asked for."""

    def __missing__(self, group: Group) -> int:
        number = self[group] = len(self)
        self.new.append(group)
        return number


_SMALL = 1e-5
LEVELS = 31
"""Steps from nothing to the largest number of a vector: six bits each keep the file small."""


class Network(Chain):
    """Learned weights, and what they say of a sequence."""

    def __init__(self, model: bytes) -> None:
        with np.load(BytesIO(model)) as arrays:
            labels = arrays["labels"].tobytes().decode().split("\n")
            self.vectors = Vectors(arrays["features"].tobytes(), [(arrays["vectors"], arrays["scales"])])
            self._weights: dict[str, Scores] = {
                name: arrays[name].astype(np.float32) for name in arrays.files if name not in _OTHER
            }
            super().__init__(labels, arrays["steps"].astype(np.float32))
        self._layers = sum(name.startswith("mix") for name in self._weights)

    @classmethod
    def load(cls, name: str) -> Self:
        """Load a model of the package."""
        return cls(files("kg.extraction").joinpath("models", name).read_bytes())

    def scores(self, elements: Elements) -> Scores:
        """Score the labels of each element of a sequence.

        Args:
            elements: for each element the groups of its features, as many for each.

        Returns:
            As many rows as elements; a column a label.
        """
        return self.scores_each([elements])[0]

    def scores_each(self, sequences: Sequence[Elements]) -> list[Scores]:
        """Score the labels of each element of some sequences, which know nothing of each other."""
        found: list[Scores] = []
        with THREADS.limit(limits=1):
            for some in _batches(sequences):
                lengths = np.array([len(elements) for elements in some])
                scores = self.weighed(self.vectors.sums(list(chain.from_iterable(some))), lengths)
                found += [scores[start:end] for start, end in pairwise([0, *lengths.cumsum().tolist()])]
        return found

    def weighed(self, known: Scores, lengths: NDArray[np.intp]) -> Scores:
        """Run the layers over the sums of sequences that stand one behind another."""
        if not len(known):
            return np.zeros((0, len(self.labels)), np.float32)
        weights = self._weights
        places = np.concatenate([np.arange(length) for length in lengths])
        sides = (places, np.repeat(lengths, lengths) - places - 1) if len(lengths) > 1 else ()
        known = _normal(known + weights["bias"])
        for layer in range(self._layers):
            known += self._mixed(_normal(known), layer, sides)
        lengths = lengths[lengths > 0]
        plain = _normal(known)
        strongest = np.maximum.reduceat(np.maximum(plain @ weights["gather"], 0), lengths.cumsum() - lengths)
        told = np.repeat(strongest @ weights["spread"], lengths, axis=0)
        known += np.maximum(told + plain @ weights["near"], 0)
        return np.asarray(_normal(known) @ weights["out"] + weights["offset"], np.float32)

    def _mixed(self, known: Scores, layer: int, sides: tuple[NDArray[np.intp], ...]) -> Scores:
        """Mix each element with those 2^layer before and behind it.

        Args:
            known: a row an element.
            layer: the number of the layer.
            sides: how many elements of its sequence stand before each, and behind it, where there are several.
        """
        distance = 2**layer
        around = np.zeros((len(known), 3, known.shape[1]), np.float32)
        around[distance:, 0], around[:, 1], around[:-distance, 2] = known[:-distance], known, known[distance:]
        for side, count in zip((0, 2), sides, strict=False):
            around[count < distance, side] = 0
        inner = around.reshape(len(known), -1) @ self._weights[f"mix{layer}"]
        inner += self._weights[f"shift{layer}"]
        return np.asarray(np.maximum(inner, 0, out=inner) @ self._weights[f"back{layer}"], np.float32)


def _batches(sequences: Sequence[Elements]) -> Iterator[list[Elements]]:
    """Put sequences together, up to about as many elements as are computed best at once."""
    batch: list[Elements] = []
    count = 0
    for elements in sequences:
        if batch and count + len(elements) > AT_ONCE:
            yield batch
            batch, count = [], 0
        batch.append(elements)
        count += len(elements)
    if batch:
        yield batch


_OTHER = frozenset(["labels", "features", "vectors", "scales", "steps"])


def _normal(known: Scores) -> Scores:
    """Give each row the mean 0 and the variance 1."""
    shares = np.full((known.shape[1], 1), 1 / known.shape[1], np.float32)
    centred = known - known @ shares
    centred /= np.sqrt((centred * centred) @ shares + np.float32(_SMALL))
    return centred


def probability(found: Mapping[str, float], package: str, file: str) -> float:
    """Return how probable something is by its terms, weighed by a logistic regression.

    Args:
        found: the values of the terms; those that the table does not have count nothing.
        package: where the table lies.
        file: its name, a CSV file with the columns `sign` and `weight`.
    """
    weights = _weights(package, file)
    total = sum(weights.get(term, 0.0) * value for term, value in found.items())
    return round(1 / (1 + math.exp(-total)), 4)


def logit(share: float) -> float:
    """Return the logarithm of the odds of a probability, a quarter of it, so that it is about 1 for what is likely.

    >>> round(logit(0.5), 2), round(logit(0.99), 2)
    (0.0, 1.15)
    """
    held = min(max(share, 0.05), 0.999)
    return math.log(held / (1 - held)) / 4


@cache
def _weights(package: str, file: str) -> dict[str, float]:
    text = files(package).joinpath(file).read_text(encoding="utf-8")
    return {row["sign"]: float(row["weight"]) for row in csv.DictReader(text.splitlines())}


_RARE = 1e-6
"""The least probability that is told apart from none."""


class Committee(Chain):
    """Networks that were trained apart and vote: one alone takes now and then a whole list for something else."""

    def __init__(self, networks: Sequence[Network]) -> None:
        steps = np.asarray(np.mean([network.steps for network in networks], axis=0), np.float32)
        super().__init__(networks[0].labels, steps)
        self.networks = networks
        if len({network.vectors.names for network in networks}) > 1:
            raise ValueError("the networks of a committee need the same features")
        tables = [table for network in networks for table in network.vectors.tables]
        self._vectors = Vectors(networks[0].vectors.names, tables)
        self._bounds = list(pairwise(accumulate((vectors.shape[1] for vectors, _ in tables), initial=0)))

    @classmethod
    def load(cls, name: str, members: int) -> Self:
        """Load some models of the package, `NAME-1.npz` and so on."""
        return cls([Network.load(f"{name}-{n}.npz") for n in range(1, members + 1)])

    def scores(self, elements: Elements) -> Scores:
        """Score the labels of each element: the logarithm of the mean of the probabilities that the networks give."""
        lengths = np.array([len(elements)])
        with THREADS.limit(limits=1):
            known = self._vectors.sums(elements)
            scores = [
                network.weighed(known[:, start:end], lengths)
                for network, (start, end) in zip(self.networks, self._bounds, strict=True)
            ]
        chances = np.mean([of.chances(score) for of, score in zip(self.networks, scores, strict=True)], axis=0)
        return np.asarray(np.log(np.maximum(chances, _RARE)), np.float32)
