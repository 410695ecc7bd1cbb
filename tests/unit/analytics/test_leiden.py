"""The method of Leiden: known networks, what it promises, and where Louvain fails."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx
import numpy as np
import pytest

from kg.analytics.arrays import Ints
from kg.analytics.leiden import ANEW, _coarsen, _Level, divide
from kg.analytics.structure import Structure


def parts(member: Ints) -> list[set[int]]:
    """Give the nodes of each community."""
    return [set(np.flatnonzero(member == number).tolist()) for number in range(int(member.max(initial=-1)) + 1)]


def found(network: nx.Graph, **options: object) -> list[set[int]]:
    """Divide a network whose nodes are numbers from 0 on."""
    return parts(divide(Structure(network).links, **options))  # type: ignore[arg-type]


def modularity(network: nx.Graph, communities: Iterable[set[int]]) -> float:
    return float(nx.community.modularity(network, communities))


def test_the_karate_club_has_the_best_division_known() -> None:
    club = nx.karate_club_graph()
    for _, _, link in club.edges(data=True):
        link["weight"] = 1
    assert modularity(club, found(club)) == pytest.approx(0.4198, abs=5e-5)  # Brandes et al. (2008) proved it


@pytest.mark.parametrize(("count", "size"), [(5, 4), (10, 5), (30, 6)])
def test_each_clique_of_a_ring_is_a_community(count: int, size: int) -> None:
    ring = nx.ring_of_cliques(count, size)
    assert sorted(map(sorted, found(ring))) == [list(range(n * size, n * size + size)) for n in range(count)]


@pytest.mark.parametrize("seed", range(3))
def test_groups_that_were_planted_in_a_thousand_nodes_are_found(seed: int) -> None:
    network = nx.planted_partition_graph(25, 40, 0.3, 0.004, seed=seed)
    assert sorted(map(sorted, found(network))) == [list(range(n * 40, n * 40 + 40)) for n in range(25)]


def bridged() -> nx.Graph:
    """Give the case of Traag, Waltman and van Eck: node 0 holds two halves together, and belongs to others more."""
    network = nx.Graph()
    network.add_weighted_edges_from((0, node, 2.0) for node in (1, 4))
    network.add_weighted_edges_from(
        (a, b, 3.0) for half in ((1, 2, 3), (4, 5, 6)) for a, b in (half[:2], half[1:], half[::2])
    )
    network.add_weighted_edges_from((0, node, 4.0) for node in (7, 8, 9))
    network.add_weighted_edges_from([(7, 8, 1.0), (8, 9, 1.0), (7, 9, 1.0)])
    return network


def test_a_community_that_loses_what_held_it_together_falls_apart() -> None:
    network = bridged()
    start = np.array([0, 0, 0, 0, 0, 0, 0, 7, 7, 7])
    divided = found(network, start=start)
    assert {0, 7, 8, 9} in divided
    assert all(nx.is_connected(network.subgraph(members)) for members in divided)


def test_what_was_joined_wrongly_is_taken_apart() -> None:
    cliques = nx.disjoint_union(nx.complete_graph(6), nx.complete_graph(6))
    cliques.add_edge(0, 6)
    together = np.zeros(12, dtype=np.int64)
    assert sorted(map(sorted, found(cliques, start=together))) == [list(range(6)), list(range(6, 12))]


@pytest.mark.parametrize(("count", "stay"), [(10, False), (18, True)])
def test_what_was_together_stays_together_while_that_costs_little(count: int, stay: bool) -> None:
    ring = nx.ring_of_cliques(count, 5)
    cliques, pairs = ([set(range(n, n + size)) for n in range(0, count * 5, size)] for size in (5, 10))
    # Pairs of cliques have 1/count - 1/22 less: 0.055 for ten, 0.01 for eighteen.
    assert (modularity(ring, cliques) - modularity(ring, pairs) < ANEW) == stay
    assert found(ring) == cliques
    assert found(ring, start=np.arange(count * 5) // 10) == (pairs if stay else cliques)


def test_who_hardly_belongs_to_a_community_is_better_alone() -> None:
    # Two hubs with leaves, and a link between them: chance would have it weigh 9 * 9 / 34 = 2.4.
    network = nx.Graph([*((0, leaf) for leaf in range(2, 10)), *((1, leaf) for leaf in range(10, 18)), (0, 1)])
    hubs = np.array([0, 0, *range(2, 18)])
    assert {0, 1} not in found(network, start=hubs)


@pytest.mark.parametrize("seed", range(5))
def test_no_node_gains_by_moving_and_no_two_communities_by_joining(seed: int) -> None:
    network = nx.gnm_random_graph(80, 160, seed=seed)
    divided = found(network)
    best = modularity(network, divided)
    for number, members in enumerate(divided):
        for other in range(len(divided)):
            if other != number:
                rest = [part for n, part in enumerate(divided) if n not in (number, other)]
                assert modularity(network, [*rest, members | divided[other]]) <= best + 2.1e-4
                for node in members:
                    moved = [part for part in (members - {node}, divided[other] | {node}) if part]
                    assert modularity(network, [*rest, *moved]) <= best + 1e-9


@pytest.mark.parametrize("seed", range(5))
def test_modularity_only_rises_from_level_to_level(seed: int) -> None:
    links = Structure(nx.gnm_random_graph(120, 400, seed=seed)).links
    level = _Level(links, np.zeros(len(links)), 1 / float(links.weights.sum()))
    chance = np.random.default_rng(seed)
    for count in (2, 10, 60, 120):
        start = chance.integers(0, count, len(links))
        assert level.quality(_coarsen(level, start)) >= level.quality(start) - 1e-9


def test_links_are_divided_alike_wherever_they_start_when_there_is_one_answer() -> None:
    network = nx.Graph([(0, 1), (1, 2), (0, 2), (3, 4)])
    assert found(network) == found(network, start=np.array([0, 0, 1, 1, 1])) == [{0, 1, 2}, {3, 4}]


def test_what_weighs_nothing_joins_nothing() -> None:
    network = nx.Graph()
    network.add_edge(0, 1, weight=0)
    assert found(network) == [{0}, {1}]
    assert found(nx.Graph()) == []
