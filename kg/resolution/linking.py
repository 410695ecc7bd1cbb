"""Components of more mentions than one process should know the keys of: by number, from links between two of them.

Whoever knows all mentions that have some keys links them (`links`), which needs at most one link a mention. What is
joined by any of these links is a component (`joined`): of each mention only two numbers are in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


def links(components: Iterable[Sequence[int]]) -> Numbers:
    """Link the mentions of each component with its first, as pairs of numbers.

    >>> links([[4, 7, 9], [5]]).tolist()
    [[4, 7], [4, 9]]
    """
    pairs = [(some[0], other) for some in components for other in some[1:]]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def joined(count: int, linked: Iterable[Numbers]) -> Numbers:
    """Return the first number of the component of each of so many.

    Args:
        linked: pairs of numbers that belong together; no more of them are in memory at once than there are numbers, or
            than come together.

    >>> joined(5, [links([[1, 3]]), links([[3, 4]])]).tolist()
    [0, 1, 2, 1, 1]
    """
    first = np.arange(count, dtype=np.int64)
    waiting: list[Numbers] = []
    for some in linked:
        waiting.append(some)
        if sum(map(len, waiting)) >= count:
            first, waiting = _join(first, waiting), []
    return _join(first, waiting)


def _join(first: Numbers, linked: Sequence[Numbers]) -> Numbers:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    pairs = np.concatenate([np.column_stack((np.arange(len(first)), first)), *linked])
    graph = coo_array((np.ones(len(pairs), dtype=np.int8), (pairs[:, 0], pairs[:, 1])), shape=(len(first),) * 2)
    _, found = connected_components(graph, directed=False)
    _, begins = np.unique(found, return_index=True)
    first_of: Numbers = begins[found].astype(np.int64)
    return first_of


def batches(first: Numbers, size: int) -> Numbers:
    """Divide components into batches of about so many mentions, in order; return the batch of each mention.

    A component is never divided, so that a large one makes a large batch.

    >>> batches(np.array([0, 1, 0, 3, 4]), 2).tolist()
    [0, 1, 0, 1, 2]
    """
    heads, whose, sizes = np.unique(first, return_inverse=True, return_counts=True)
    if not len(heads):
        return first
    begins = np.cumsum(sizes) - sizes
    _, dense = np.unique(begins // size, return_inverse=True)
    dealt: Numbers = dense[whose].astype(np.int64)
    return dealt
