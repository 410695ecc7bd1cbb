"""The structure of a network: what several analyses need, computed when it is first used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import networkx as nx
import numpy as np

from kg.analytics.arrays import Ints, Links, arcs_of
from kg.analytics.leiden import divide
from kg.analytics.subjects import Subjects, find_subjects

SMALLEST = 3
"""Fewest members of a community; two linked things are just a link."""


@dataclass(frozen=True, slots=True)
class Division:
    """A network in parts, the largest first, each in the order of its nodes."""

    communities: tuple[tuple[str, ...], ...]
    """Those worth showing."""
    small: tuple[tuple[str, ...], ...]
    """Those of fewer than `SMALLEST` nodes: without links to the rest, or in none of its communities."""
    alone: tuple[str, ...]
    """Nodes without links."""


class Structure:
    """A network and what can be computed from its links alone.

    Nodes are numbered in the order of their names, so that nothing depends on how the network was put together.

    Args:
        network: any network; it must not be changed while its structure is in use.
    """

    def __init__(self, network: nx.Graph) -> None:
        self.network = network

    @cached_property
    def names(self) -> list[str]:
        """The nodes in order."""
        return sorted(self.network)

    @cached_property
    def number(self) -> dict[str, int]:
        """The place of each node in this order."""
        return {name: place for place, name in enumerate(self.names)}

    @cached_property
    def arcs(self) -> Links:
        """The links, with directions if the network has any."""
        return arcs_of(self.network, self.number)

    @cached_property
    def links(self) -> Links:
        """The links without directions."""
        return self.arcs.both_ways() if self.network.is_directed() else self.arcs

    @cached_property
    def degree(self) -> dict[str, int]:
        """The number of links of each node."""
        return dict(self.network.degree)

    @cached_property
    def called(self) -> dict[str, str]:
        """The name of the community of each node when the network was last analysed."""
        return {node: str(name) for node, name in self.network.nodes(data="community") if name}

    @cached_property
    def subjects(self) -> Subjects:
        """What the papers of the network are about."""
        return find_subjects(self.network)

    @cached_property
    def division(self) -> Division:
        """The communities, starting from the earlier ones."""
        return self.divide(before=self.called)

    def divide(self, *, resolution: float = 1.0, before: Mapping[str, str] | None = None) -> Division:
        """Divide into communities, parts too small for one, and nodes without links.

        Every community is connected. Nothing is random: the same network gives the same communities, however it was
        put together.

        Args:
            resolution: below 1 for fewer and larger communities, above for more and smaller ones.
            before: the name of the earlier community of each node. Nodes start there and leave only for one to which
                they belong more, so that small changes have small effects.

        >>> Structure(nx.Graph([("a", "b"), ("c", "d"), ("d", "e"), ("c", "e")])).divide().communities
        (('c', 'd', 'e'),)
        """
        member = divide(self.links, resolution=resolution, start=self._together(before or {}))
        parts = self.parts(member)
        linked = (self.links.counts > 0).tolist()
        return Division(
            tuple(part for part in parts if len(part) >= SMALLEST),
            tuple(part for part in parts if len(part) < SMALLEST and linked[self.number[part[0]]]),
            tuple(name for name, has_links in zip(self.names, linked, strict=True) if not has_links),
        )

    def parts(self, member: Ints) -> list[tuple[str, ...]]:
        """Group the nodes by number: the largest group first, equal ones by their first nodes, each group in order.

        Args:
            member: the number of each node, as `kg.analytics.arrays.numbered` gives them.
        """
        found: list[list[str]] = [[] for _ in range(int(member.max(initial=-1)) + 1)]
        for name, part in zip(self.names, member.tolist(), strict=True):
            found[part].append(name)
        return [tuple(part) for part in sorted(found, key=len, reverse=True)]

    def _together(self, before: Mapping[str, str]) -> Ints | None:
        """Give nodes that were together one number, and each of the others its own; nothing where none were."""
        if before.keys().isdisjoint(self.number):
            return None
        numbers: dict[tuple[bool, str], int] = {}
        keys = ((name in before, before.get(name, name)) for name in self.names)
        return np.fromiter((numbers.setdefault(key, len(numbers)) for key in keys), np.int64, len(self.names))

    def modularity(self, parts: Sequence[Iterable[str]]) -> list[float]:
        """Return what each part adds to modularity: its share of the total weight, less that expected by chance."""
        member = np.full(len(self.names), len(parts))
        for part, members in enumerate(parts):
            member[[self.number[name] for name in members]] = part
        total = float(self.links.weights.sum())
        if not total:
            return [0.0] * len(parts)
        inner = self.links.within(member)
        inside = np.bincount(member[inner.sources], inner.weights, len(parts) + 1)
        ends = np.bincount(member, self.links.strength, len(parts) + 1)
        return [float(each) for each in (inside / total - (ends / total) ** 2)[:-1]]
