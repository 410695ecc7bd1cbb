"""What belongs together: communities by Louvain, and connected components."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

from kg import terms
from kg.analytics.louvain import Links, divide
from kg.analytics.naming import name_communities
from kg.analytics.tables import DerivedFact, Finding, Table, head, name_of, numbered
from kg.model import Iri, Kind

SMALLEST = 3
"""Members of a community; two things that are linked are a link."""


_SAID = {kind.value for kind in (Kind.PAPER, Kind.PERSON, Kind.TOPIC, Kind.METHOD, Kind.DATASET, Kind.TASK)}
"""Kinds of which the graph says the community."""
_SUBJECTS = {Kind.TOPIC.value, Kind.METHOD.value}
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
    parts = _connected(links, _together(names, before or {}))
    for _ in range(ROUNDS):
        start = {node: number for number, part in enumerate(parts) for node in part}
        found = _connected(
            links, divide(links, resolution=resolution, start=[start[node] for node in range(len(names))])
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


def _connected(links: Links, member: Sequence[object]) -> list[list[int]]:
    """Give the parts of what is together that are connected, each in order, in the order of their first nodes."""
    seen = [False] * len(links)
    parts = []
    for first in range(len(links)):
        if not seen[first]:
            seen[first] = True
            part = [first]
            for node in part:  # which grows meanwhile
                for other in links[node]:
                    if not seen[other] and member[other] == member[first]:
                        seen[other] = True
                        part.append(other)
            parts.append(sorted(part))
    return parts


def group(network: nx.Graph, things: nx.Graph, *, name: str) -> Finding:
    """List the communities with what each adds to modularity, and derive the community of each node, and its name.

    Args:
        network: what is divided.
        things: all things, which tell what nodes are about: their topics and methods, or those of their papers.
        name: of the table.
    """
    division = divide_network(network, before=called(network))
    communities = division.communities
    names = name_communities(network, communities, about=_about(network, things), before=called(network))
    weight = float(network.size(weight="weight"))
    added = [_modularity(network, members, weight) for members in (*communities, *division.small)]
    rows = []
    facts = []
    for number, (members, called_so, adds) in enumerate(zip(communities, names, added, strict=False), start=1):
        rows.append((number, called_so, len(members), round(adds, 4), head(_central(network, members))))
        for node in members:
            if network.nodes[node].get("kind") in _SAID:
                facts.append(DerivedFact(Iri(node), terms.COMMUNITY, number))
                facts.append(DerivedFact(Iri(node), terms.COMMUNITY_NAME, called_so))
    beside = f"{len(division.small)} pairs or single things beside them, {len(division.alone)} without links"
    remark = f"Modularity {sum(added):.3f}; {beside}."
    columns = ("community", "name", "size", "modularity", "members")
    return Finding(Table(name, columns, tuple(rows), remark), tuple(sorted(facts)))


def called(network: nx.Graph) -> dict[str, str]:
    """Give the names of the communities in which nodes were when the network was last analysed."""
    return {node: str(name) for node, name in network.nodes(data="community") if name}


def _about(network: nx.Graph, things: nx.Graph) -> dict[str, list[str]]:
    """Name the topics and methods of papers, and for what has papers, as persons do, those of its papers.

    Topics and methods have names that say what they are about.
    """
    found = {}
    for node, kind in network.nodes(data="kind"):
        if node in things and kind not in _SUBJECTS:
            near = sorted(set(nx.all_neighbors(things, node)))
            if kind != Kind.PAPER.value:
                papers = [other for other in near if things.nodes[other].get("kind") == Kind.PAPER.value]
                near = [other for paper in papers for other in sorted(set(nx.all_neighbors(things, paper)))]
            found[node] = [name_of(things, other) for other in near if things.nodes[other].get("kind") in _SUBJECTS]
    return found


def _modularity(network: nx.Graph, members: Sequence[str], total: float) -> float:
    """Say what a community adds to modularity: its part of the total weight, less what chance would put inside."""
    inside = float(network.subgraph(members).size(weight="weight"))
    ends = sum(strength for _, strength in network.degree(members, weight="weight"))
    return inside / total - (ends / (2 * total)) ** 2 if total else 0.0


def split(network: nx.Graph, *, name: str) -> Finding:
    """List the connected components, large ones first; a way against the direction of a link counts."""
    names, numbers = numbered(network)
    components = _in_order(names, nx.connected_components(numbers.to_undirected()) if names else [])
    rows = tuple(
        (number, len(members), head(_central(network, members))) for number, members in enumerate(components, start=1)
    )
    return Finding(Table(name, ("component", "size", "members"), rows))


def _in_order(names: Sequence[str], parts: Iterable[Iterable[int]]) -> tuple[tuple[str, ...], ...]:
    ordered = sorted((sorted(part) for part in parts), key=lambda part: (-len(part), part))
    return tuple(tuple(names[number] for number in part) for part in ordered)


def _central(network: nx.Graph, members: tuple[str, ...]) -> list[str]:
    degree = dict(network.degree(members))
    return [name_of(network, n) for n in sorted(members, key=lambda n: (-degree[n], name_of(network, n), n))]
