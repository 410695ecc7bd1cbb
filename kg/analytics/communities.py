"""What belongs together: communities by Louvain, and connected components."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

from kg import terms
from kg.analytics.louvain import divide
from kg.analytics.naming import name_communities
from kg.analytics.tables import DerivedFact, Finding, Table, head, name_of, numbered
from kg.model import Iri

SMALLEST = 3
"""Members of a community; two things that are linked are a link."""


ROUNDS = 10
"""Times that nodes are moved at most, each from where the time before left them; two or three are enough mostly."""


@dataclass(frozen=True, slots=True)
class Division:
    """A network in parts, each in the order of its nodes, large ones first."""

    communities: tuple[tuple[str, ...], ...]
    """Those worth showing."""
    small: tuple[tuple[str, ...], ...]
    """Of fewer than `SMALLEST` nodes, which nothing links to the rest or which belong to no community of it."""
    alone: tuple[str, ...]
    """Nodes without links."""


def find_communities(
    network: nx.Graph, *, resolution: float = 1.0, before: Mapping[str, str] | None = None
) -> tuple[tuple[str, ...], ...]:
    """Give the communities worth showing, large ones first, each in the order of its nodes.

    Every community is connected and has three members or more; nodes in none of them are those that little or nothing
    links to others (`divide_network` tells which). The same network gives the same communities, however it was put
    together: chance has no part in it. With `before`, what was together is together at first, and leaves only for
    where it belongs more, so that little changes where little has; and what comes out stays as it is when it is
    `before` itself.

    Args:
        network: links may have `weight`.
        resolution: below 1 for fewer and larger communities, above for more and smaller ones.
        before: of nodes, the name of the community in which they were.

    >>> find_communities(nx.Graph([("a", "b"), ("c", "d"), ("d", "e"), ("c", "e")]))
    (('c', 'd', 'e'),)
    """
    return divide_network(network, resolution=resolution, before=before).communities


def divide_network(network: nx.Graph, *, resolution: float = 1.0, before: Mapping[str, str] | None = None) -> Division:
    """Tell communities, what is too small for one, and nodes without links apart; see `find_communities`."""
    names, numbers = numbered(network.to_undirected(as_view=True) if network.is_directed() else network)
    links = [
        {other: float(link["weight"]) for other, link in numbers.adj[node].items() if other != node}
        for node in range(len(names))
    ]
    parts = _connected(numbers, _together(names, before or {}))
    for _ in range(ROUNDS):
        start = {node: number for number, part in enumerate(parts) for node in part}
        found = _connected(
            numbers, divide(links, resolution=resolution, start=[start[node] for node in range(len(names))])
        )
        if found == parts:
            break
        parts = found
    ordered = _in_order(names, parts)
    return Division(
        tuple(part for part in ordered if len(part) >= SMALLEST),
        tuple(part for part in ordered if len(part) < SMALLEST and any(network.degree(node) for node in part)),
        tuple(node for part in ordered for node in part if not network.degree(node)),
    )


def _together(names: Sequence[str], before: Mapping[str, str]) -> list[str]:
    """Give what nodes that were together have in common: the name of their community, or else their own."""
    return [f"in {before[name]}" if name in before else name for name in names]


def _connected(numbers: nx.Graph, member: Sequence[object]) -> list[set[int]]:
    """Give the parts of what is together that are connected, in the order of their first nodes."""
    parts: dict[object, list[int]] = {}
    for node, part in enumerate(member):
        parts.setdefault(part, []).append(node)
    return sorted((p for found in parts.values() for p in nx.connected_components(numbers.subgraph(found))), key=min)


def group(network: nx.Graph, *, name: str) -> Finding:
    """List the communities with their most linked members, and derive kg:community for each node."""
    communities = find_communities(network)
    called = name_communities(network, communities)
    rows = tuple(
        (number, called[number - 1], len(members), head(_central(network, members)))
        for number, members in enumerate(communities, start=1)
    )
    facts = (
        DerivedFact(Iri(node), terms.COMMUNITY, number)
        for number, members in enumerate(communities, start=1)
        for node in members
    )
    return Finding(Table(name, ("community", "name", "size", "members"), rows), tuple(sorted(facts)))


def split(network: nx.Graph, *, name: str) -> Finding:
    """List the connected components, large ones first; a way against the direction of a link counts."""
    names, numbers = numbered(network)
    components = _in_order(names, nx.connected_components(numbers.to_undirected()) if names else [])
    rows = tuple(
        (number, len(members), head(_central(network, members))) for number, members in enumerate(components, start=1)
    )
    return Finding(Table(name, ("component", "size", "members"), rows))


def _in_order(names: list[str], parts: list[set[int]]) -> tuple[tuple[str, ...], ...]:
    ordered = sorted((sorted(part) for part in parts), key=lambda part: (-len(part), part))
    return tuple(tuple(names[number] for number in part) for part in ordered)


def _central(network: nx.Graph, members: tuple[str, ...]) -> list[str]:
    degree = dict(network.degree(members))
    return [name_of(network, n) for n in sorted(members, key=lambda n: (-degree[n], name_of(network, n), n))]
