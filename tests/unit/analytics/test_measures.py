"""What the analyses compute, against networkx and against values worked out by hand."""

from __future__ import annotations

import random
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from kg.analytics import bridging
from kg.analytics.arrays import components
from kg.analytics.bridging import LIKELY, find_isolated, find_loose, hold_together, likely, predict
from kg.analytics.centrality import backbone, broker, measure, page_rank, rank, rank_papers, thinned
from kg.analytics.chains import chain
from kg.analytics.communities import group
from kg.analytics.density import betweenness, closeness, clustering, core_numbers
from kg.analytics.structure import Structure
from kg.analytics.tables import Finding
from kg.analytics.themes import Themed, Theming, choose_papers, find_gaps, place_themes


def things(*links: tuple[str, str], **kinds: str) -> nx.Graph:
    """Give a network of things whose names are their IRIs, and whose kinds the first letters of these tell."""
    known = {"p": "paper", "a": "person", "t": "topic", "m": "method", "v": "edition", **kinds}
    network = nx.Graph(links)
    for node in network:
        network.nodes[node].update(name=node, kind=known[node[0]])
    return network


def column(finding: Finding, name: str) -> list[object]:
    """Give a column of a table."""
    place = finding.table.columns.index(name)
    return [row[place] for row in finding.table.rows]


def karate() -> nx.Graph:
    return nx.relabel_nodes(nx.karate_club_graph(), lambda node: f"n{node:02}")


def test_a_link_is_kept_when_chance_would_hardly_make_it_as_strong() -> None:
    hub = nx.Graph()
    hub.add_weighted_edges_from([("hub", "strong", 70), *(("hub", f"weak{i}", 10) for i in range(3))])
    hub.add_weighted_edges_from([("weak0", "weak1", 11), ("weak2", "other", 11)])
    # The strong link has 0.7 of the weight of the hub: (1 - 0.7) ** 3 = 0.027, below 0.05. The weak ones: 0.9 ** 3.
    assert sorted(map(sorted, backbone(hub).edges)) == [["hub", "strong"], ["other", "weak2"], ["weak0", "weak1"]]
    assert sorted(map(sorted, backbone(hub, sure=0.02).edges)) == sorted(map(sorted, backbone(hub).edges))
    assert backbone(hub, sure=1.0).number_of_edges() == 6


def test_a_backbone_loses_no_node_and_no_attribute() -> None:
    network = nx.complete_graph(30)
    nx.set_node_attributes(network, "x", "name")
    nx.set_edge_attributes(network, {pair: sum(pair) + 1 for pair in network.edges}, "weight")
    kept = thinned(network)
    assert kept.number_of_edges() < network.number_of_edges()
    assert (len(kept), kept.nodes[3]["name"]) == (30, "x")
    assert all(degree for _, degree in kept.degree)


def test_only_what_is_dense_is_thinned() -> None:
    network = nx.cycle_graph(12)
    assert thinned(network) is network


def test_page_rank_is_that_of_networkx_also_where_some_count_more() -> None:
    network = karate()
    links = Structure(network).arcs
    start = {node: float(place % 5) for place, node in enumerate(network)}
    for ours, theirs in (
        (page_rank(links), nx.pagerank(network, tol=1e-12)),
        (page_rank(links, np.array(list(start.values()))), nx.pagerank(network, tol=1e-12, personalization=start)),
    ):
        assert ours.tolist() == [pytest.approx(score, abs=1e-6) for score in theirs.values()]


def test_headings_that_any_note_has_have_no_rank() -> None:
    network = things(("t1", "t2"), ("t2", "t3"))
    network.nodes["t2"]["name"] = "Examples"
    assert set(column(rank(Structure(network), name="x", noticed=True), "name")) == {"t1", "t3"}


def test_papers_rank_by_citations_and_attention_and_not_by_their_authors() -> None:
    network = things(*(("p1", f"a{i}") for i in range(9)), ("p2", "a1"), ("p3", "a1"), ("p4", "a1"))
    network.nodes["p2"].update(evidence=3, remarks=2, rating=3.0)
    network.nodes["p4"].update(evidence=3)
    finding = rank_papers(network, nx.DiGraph([("p2", "p3")]), name="x")
    assert column(finding, "name") == ["p2", "p3", "p4", "p1"]
    # Without links, rank follows attention: 1 + 3 for p4 and 1 for p1.
    ranks = dict(zip(column(finding, "name"), column(finding, "PageRank"), strict=True))
    assert ranks["p4"] / ranks["p1"] == pytest.approx(4, rel=1e-4)


def test_betweenness_is_that_of_networkx_and_communities_are_counted() -> None:
    network = karate()
    finding = broker(Structure(network), name="x")
    expected = nx.betweenness_centrality(network)
    found = dict(zip(column(finding, "iri"), column(finding, "betweenness"), strict=True))
    assert all(found[node] == pytest.approx(expected[node], rel=1e-5) for node in network)
    barbell = nx.relabel_nodes(nx.barbell_graph(5, 0), lambda node: f"n{node}")
    finding = broker(Structure(barbell), name="x")
    near = dict(zip(column(finding, "iri"), column(finding, "communities"), strict=True))
    assert (near["n4"], near["n5"], near["n0"]) == (2, 2, 1)


@pytest.mark.parametrize(
    "network", [nx.gnm_random_graph(80, 120, seed=2), nx.gnp_random_graph(60, 0.05, seed=3, directed=True)]
)
def test_betweenness_from_some_nodes_is_that_of_networkx_from_the_same(network: nx.Graph) -> None:
    size = len(network)
    sources = [place * size // 10 for place in range(10)]
    expected = nx.betweenness_centrality_subset(network, sources, list(network))
    twice = 1 if network.is_directed() else 2  # networkx counts a pair of an undirected network once
    scale = twice * size / 10 / ((size - 1) * (size - 2))
    links = Structure(network).arcs
    assert betweenness(links, pivots=10).tolist() == [pytest.approx(expected[node] * scale) for node in network]
    whole = nx.betweenness_centrality(network)
    assert betweenness(links, pivots=size).tolist() == [pytest.approx(whole[node]) for node in network]


def test_cores_clustering_and_closeness_are_those_of_networkx() -> None:
    network = karate()
    finding = measure(Structure(network), name="x")
    nodes = column(finding, "iri")
    cores, clustering, closeness = nx.core_number(network), nx.clustering(network), nx.closeness_centrality(network)
    assert column(finding, "core") == [cores[node] for node in nodes]
    assert column(finding, "clustering") == [pytest.approx(clustering[node], rel=1e-5) for node in nodes]
    assert column(finding, "closeness") == [pytest.approx(closeness[node], rel=1e-5) for node in nodes]


@pytest.mark.parametrize("seed", range(4))
def test_cores_triangles_and_components_are_exactly_those_of_networkx(seed: int) -> None:
    network = nx.compose(nx.gnm_random_graph(150, 180 + 120 * seed, seed=seed), nx.star_graph(60))
    plain = network.copy()
    network.add_edge(3, 3)  # which counts for nothing
    structure = Structure(network)
    cores, clusters, near = nx.core_number(plain), nx.clustering(plain), nx.closeness_centrality(plain)
    assert core_numbers(structure.links).tolist() == [cores[node] for node in structure.names]
    assert clustering(structure.links).tolist() == [clusters[node] for node in structure.names]
    assert closeness(structure.links).tolist() == [pytest.approx(near[node]) for node in structure.names]
    parts = structure.parts(components(structure.links))
    assert sorted(map(sorted, parts)) == sorted(map(sorted, nx.connected_components(network)))


def test_what_a_community_adds_sums_up_to_modularity() -> None:
    network, nothing = karate(), Structure(nx.Graph())
    finding = group(Structure(network), nothing, name="x")
    member = {fact.subject: fact.value for fact in group(Structure(typed(network)), nothing, name="x").facts or ()}
    numbers = {value for value in member.values() if isinstance(value, int)}
    assert len(numbers) in (0, len(finding.table.rows))
    total = float(finding.table.remark.split()[1].rstrip(";"))
    assert sum(float(str(value)) for value in column(finding, "modularity")) == pytest.approx(total, abs=1e-3)
    assert total == pytest.approx(
        nx.community.modularity(network, nx.community.louvain_communities(network, seed=1)), abs=0.02
    )


def typed(network: nx.Graph) -> nx.Graph:
    nx.set_node_attributes(network, "person", "kind")
    return network


def test_bridges_and_articulation_points_are_those_of_networkx() -> None:
    network = nx.relabel_nodes(nx.gnm_random_graph(40, 45, seed=5), lambda node: f"n{node:02}")
    rows = hold_together(Structure(network), name="x").table.rows
    assert {row[1] for row in rows if row[0] == "node"} == set(nx.articulation_points(network))
    bridges = {tuple(sorted(pair)) for pair in nx.bridges(network)}
    assert {(row[1], row[2]) for row in rows if row[0] == "link"} == bridges
    for what, name, other, count in rows:
        less = network.copy()
        if what == "node":
            component = less.subgraph(nx.node_connected_component(network, name)).copy()
            component.remove_node(name)
            assert nx.number_connected_components(component) == count
        else:
            less.remove_edge(name, other)
            assert min(len(nx.node_connected_component(less, end)) for end in (name, other)) == count


def test_likely_links_are_those_of_networkx() -> None:
    network = karate()
    expected = {tuple(sorted((a, b))): score for a, b, score in nx.resource_allocation_index(network) if score}
    rows = predict(Structure(network), name="x").table.rows
    assert {(row[0], row[1]): row[2] for row in rows} == {
        pair: pytest.approx(expected[pair], rel=1e-5)
        for pair in sorted(expected, key=lambda p: (-round(expected[p], 8), p))[: len(rows)]
    }
    assert [row[2] for row in rows] == sorted((row[2] for row in rows), reverse=True)


def test_likely_links_are_the_same_however_many_are_looked_at_together(monkeypatch: pytest.MonkeyPatch) -> None:
    links = Structure(nx.gnm_random_graph(120, 500, seed=3)).links
    whole = likely(links)
    monkeypatch.setattr(bridging, "AT_ONCE", 90)
    assert len(whole) == LIKELY
    assert likely(links) == whole


def test_who_is_linked_to_everybody_introduces_nobody() -> None:
    star = nx.relabel_nodes(nx.star_graph(150), str)
    assert predict(Structure(star), name="x").table.rows == ()


def test_chains_are_as_long_as_they_can_be_and_circles_are_none() -> None:
    network = nx.DiGraph([*pairwise("abcd"), ("a", "c"), ("x", "y"), ("y", "x"), ("e", "f"), ("f", "g"), ("u", "v")])
    assert chain(network, name="x").table.rows == ((4, "a > b > c > d"), (3, "e > f > g"))


@pytest.mark.parametrize("seed", range(6))
def test_each_chain_is_the_longest_of_what_the_ones_before_it_leave(seed: int) -> None:
    chance = random.Random(seed)
    pairs = {tuple(sorted(chance.sample(range(40), 2))) for _ in range(70)}
    network = nx.DiGraph([(f"n{a:02}", f"n{b:02}") for a, b in pairs])
    rows = chain(network, name="x").table.rows
    for length, text in rows:
        path = str(text).split(" > ")
        assert nx.is_path(network, path)
        assert len(path) == length == len(nx.dag_longest_path(network))
        network.remove_nodes_from(path)
    assert len(nx.dag_longest_path(network)) < 3


def themed() -> tuple[Structure, Themed, Structure]:
    """Give two triangles of topics that one weak link ties, a third that nothing does, their papers, and what links these."""
    topics = things()
    for number in range(3):
        topics.add_weighted_edges_from((f"t{number}{a}", f"t{number}{b}", 2.0) for a, b in ("ab", "bc", "ac"))
    topics.add_edge("t0a", "t1a", weight=1.0)
    papers = things(*((f"p{number}{x}", f"t{number}{x}") for number in range(3) for x in "abc"))
    for node in papers:
        papers.nodes[node].update(name=node, kind="topic" if node.startswith("t") else "paper")
    papers.nodes["p1c"]["evidence"] = 4
    drawn = {f"t{number}": [f"{kind}{number}{x}" for kind in "pt" for x in "abc"] for number in range(3)}
    links = things(("p0a", "p0b"), ("p0c", "p2b"), ("p0c", "p2c"), ("p1a", "p0a"))
    return Structure(topics), Themed(papers, Theming(drawn)), Structure(links)


def test_themes_are_placed_by_centrality_and_density() -> None:
    topics, papers, _ = themed()
    rows = place_themes(topics, papers, name="x").table.rows
    # A link of a corner that is tied to another theme has 2 ** 2 / (5 * 4), all others inside 2 ** 2 / (4 * 4), and the
    # link between themes 1 / (5 * 5). Density is 100 times the sum inside by three topics, centrality 10 times that outside.
    tied, apart = round(100 * (0.2 + 0.2 + 0.25) / 3, 2), 100 * 0.75 / 3
    assert [row[1:] for row in rows] == [
        ("motor", 0.4, tied, 3, 3),
        ("motor", 0.4, tied, 3, 3),
        ("niche", 0.0, apart, 3, 3),
    ]


def test_a_gap_lies_between_themes_with_fewer_links_than_to_be_expected() -> None:
    rows = find_gaps(*themed(), name="x").table.rows
    # Strengths are 13, 13 and 12, of 38: 13 * 13 / 38 = 4.447 where there is 1, 13 * 12 / 38 = 4.105 where nothing is.
    assert [row[2:4] for row in rows] == [(0.0, 4.105), (0.0, 4.105), (1.0, 4.447)]
    nearest = {(row[0], row[1]): row[4] for row in rows}
    assert nearest == {("t0", "t2"): "p0c, p2b", ("t1", "t2"): "", ("t0", "t1"): "p0a, p1a"}


def test_papers_of_a_theme_are_those_that_the_notes_attend_to_most() -> None:
    _, papers, _ = themed()
    assert [row[1] for row in choose_papers(papers, name="x").table.rows][3:6] == ["p1c", "p1a", "p1b"]


def test_good_papers_that_stand_alone_are_rated_high_and_share_little() -> None:
    network = things(*(("p1", f"p{i}") for i in (2, 3, 4)), ("p5", "p6"))
    for paper, rating in (("p1", 3.0), ("p2", 1.0), ("p3", 2.0), ("p5", 3.0)):
        network.nodes[paper]["rating"] = rating
    assert [row[:3] for row in find_isolated(network, name="x").table.rows] == [("p5", 3.0, 1)]
    assert [row[0] for row in find_loose(network, name="x").table.rows] == []
    network.add_node("p9", name="Nine")
    assert find_loose(network, name="x").table.rows == (("Nine", "p9"),)
