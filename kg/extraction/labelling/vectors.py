"""The vectors of features: those of each element are added up, in groups that many elements share."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat

import numpy as np

from kg.extraction.labelling.abreast import Abreast
from kg.extraction.labelling.chain import Scores

Group = tuple[str, ...]
"""Names of features that many elements share."""
Elements = Sequence[Sequence[Group]]
"""For each element the groups of its features, as many for each."""
AT_ONCE = 512
"""Elements that are looked up together: as many as the caches of a processor hold with all that is computed of them."""
_KEPT = 1 << 15


class Vectors:
    """The vectors of features by name, and the sums of those of the groups that were seen lately."""

    def __init__(self, names: Sequence[str], vectors: Scores) -> None:
        self._rows = {name: row for row, name in enumerate(names)}
        self._vectors: Scores = np.concatenate([vectors, np.zeros_like(vectors[:1])])
        """The last row is that of features never learned of."""
        self._numbers = _Numbers()
        self._sums: Scores = np.zeros((_KEPT, vectors.shape[1]), np.float32)

    def sums(self, elements: Elements) -> Scores:
        """Add up the vectors of all features of each element."""
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
        return np.asarray(sum(self._sums[column] for column in numbers.T), np.float32)

    def _added(self, groups: Sequence[Group]) -> Scores:
        """Add up the vectors of each group: all first ones, then all second ones."""
        sizes = list(map(len, groups))
        found = map(self._rows.get, chain.from_iterable(groups), repeat(len(self._rows)))
        rows = np.fromiter(found, np.intp, sum(sizes))
        abreast = Abreast(sizes)
        vectors = self._vectors[rows[abreast.places]]
        sums = np.zeros((len(groups), vectors.shape[1]), np.float32)
        for step in abreast.steps:
            sums[: step.stop - step.start] += vectors[step]
        in_order = np.empty_like(sums)
        in_order[abreast.order] = sums
        return in_order


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
