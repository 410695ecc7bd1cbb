"""What belongs together: communities by Louvain, and connected components."""

from __future__ import annotations

import networkx as nx

from kg import terms
from kg.analytics.tables import DerivedFact, Finding, Table, head, name_of, numbered
from kg.model import Iri

SEED = 1


def find_communities(network: nx.Graph) -> tuple[tuple[str, ...], ...]:
    """Divide the nodes into communities, large ones first, each in the order of its names.

    >>> find_communities(nx.Graph([("a", "b"), ("c", "d"), ("d", "e"), ("c", "e")]))
    (('c', 'd', 'e'), ('a', 'b'))
    """
    names, numbers = numbered(network)
    found = nx.community.louvain_communities(numbers, weight="weight", seed=SEED) if names else []
    return _in_order(names, found)


def group(network: nx.Graph, *, name: str) -> Finding:
    """List the communities with their most linked members, and derive kg:community for each node."""
    communities = find_communities(network)
    rows = tuple(
        (number, len(members), head(_central(network, members))) for number, members in enumerate(communities, start=1)
    )
    facts = (
        DerivedFact(Iri(node), terms.COMMUNITY, number)
        for number, members in enumerate(communities, start=1)
        for node in members
    )
    return Finding(Table(name, ("community", "size", "members"), rows), tuple(sorted(facts)))


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
