"""A network as arrays, for what is computed over all links at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, TypeAlias

import networkx as nx
import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse import csgraph

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Links:
    """The links of numbered nodes, one node after the other, ordered by the node they lead to.

    A link without a direction appears at both of its nodes. No node is linked to itself.
    """

    begins: Ints
    """Where the links of each node begin; at the end, the number of all links."""
    ends: Ints
    weights: Floats

    def __len__(self) -> int:
        return len(self.begins) - 1

    @cached_property
    def sources(self) -> Ints:
        """The node of each link."""
        return np.repeat(np.arange(len(self)), self.counts)

    @cached_property
    def counts(self) -> Ints:
        """The number of links of each node."""
        return np.diff(self.begins)

    @cached_property
    def strength(self) -> Floats:
        """The total weight of the links of each node."""
        return np.bincount(self.sources, self.weights, len(self)).astype(np.float64)

    def of(self, nodes: Ints) -> tuple[Ints, Ints]:
        """Return the positions of the links of some nodes, and for each link the position of its node among these."""
        counts = self.counts[nodes]
        owner = np.repeat(np.arange(len(nodes)), counts)
        shift = self.begins[nodes] - np.cumsum(counts) + counts
        return shift[owner] + np.arange(len(owner)), owner

    def only(self, which: NDArray[np.bool_]) -> Links:
        """Return some of the links."""
        counts = np.bincount(self.sources[which], minlength=len(self))
        return Links(np.concatenate(([0], np.cumsum(counts))), self.ends[which], self.weights[which])

    def within(self, member: Ints) -> Links:
        """Return the links that lead to a node of the same part."""
        return self.only(member[self.sources] == member[self.ends])

    def towards(self, nodes: Ints, member: Ints) -> tuple[Ints, Ints, Floats]:
        """Return the parts that some nodes have links to: the position of the node, the part, and the weight."""
        at, owner = self.of(nodes)
        keys = owner * len(self) + member[self.ends[at]]
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        first = firsts(keys)
        weights = self.weights[at[order]]
        return *np.divmod(keys[first], len(self)), np.add.reduceat(weights, first) if len(first) else weights

    def matrix(self, values: Any = None) -> Any:
        """Return the links as a sparse matrix of scipy, with the weights or other values."""
        size = len(self)
        values = self.weights if values is None else values
        return sparse.csr_array((values, self.ends, self.begins), shape=(size, size))

    def both_ways(self) -> Links:
        """Return the links without their directions; links in both directions are added up."""
        return link((self.sources, self.ends), self.weights, len(self), both_ways=True)


def link(pairs: tuple[Ints, Ints], weights: Floats, size: int, *, both_ways: bool = False) -> Links:
    """Put links together; those that appear more than once become one with the total weight.

    Args:
        pairs: where each link leads from and to; those from a node to itself are left out.
        weights: of each.
        size: the number of nodes.
        both_ways: whether every link also leads back.
    """
    apart = pairs[0] != pairs[1]
    first, second, weights = pairs[0][apart], pairs[1][apart], weights[apart]
    if both_ways:
        first, second = np.concatenate((first, second)), np.concatenate((second, first))
        weights = np.concatenate((weights, weights))
    matrix = sparse.csr_array((weights, (first, second)), shape=(size, size))
    matrix.sum_duplicates()
    return Links(matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64), matrix.data)


def arcs_of(network: nx.Graph, number: Mapping[str, int]) -> Links:
    """Return the links of a network, with directions if it has any.

    Args:
        network: links may have `weight`.
        number: of each node, in the order of the nodes.
    """
    adjacent = dict(network.adjacency())
    rows = [adjacent[name] for name in number]
    counts = np.fromiter(map(len, rows), np.int64, len(rows))
    size = int(counts.sum())
    ends = np.fromiter(map(number.__getitem__, chain.from_iterable(rows)), np.int64, size)
    data = chain.from_iterable(row.values() for row in rows)
    weights = np.fromiter([told.get("weight", 1.0) for told in data], np.float64, size)
    return link((np.repeat(np.arange(len(rows)), counts), ends), weights, len(rows))


def components(links: Links) -> Ints:
    """Number the connected parts of a network, whatever the directions, in the order of their first nodes."""
    return numbered(csgraph.connected_components(links.matrix(), connection="weak")[1].astype(np.int64))


def numbered(member: Ints) -> Ints:
    """Number parts anew, in the order of their first nodes.

    >>> numbered(np.array([7, 3, 7, 5])).tolist()
    [0, 1, 0, 2]
    """
    _, first, part = np.unique(member, return_index=True, return_inverse=True)
    number = np.empty(len(first), dtype=np.int64)
    number[np.argsort(first)] = np.arange(len(first))
    return number[part]


def firsts(keys: Ints) -> Ints:
    """Return the positions where a new key begins in ordered keys."""
    return np.flatnonzero(np.diff(keys, prepend=-1))
