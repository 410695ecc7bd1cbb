"""Communities: what they are, what stays when the network changes, and what they are called."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from kg.analytics.naming import central, name_communities
from kg.analytics.structure import Division, Structure
from kg.analytics.subjects import Subjects, find_subjects


def named(network: nx.Graph, kind: str = "topic") -> nx.Graph:
    """Give the nodes text as names, and a kind."""
    found = nx.relabel_nodes(network, lambda node: f"n{node:03}")
    for node in found:
        found.nodes[node].update(name=node, kind=kind)
    return found


def find_communities(
    network: nx.Graph, *, resolution: float = 1.0, before: dict[str, str] | None = None
) -> tuple[tuple[str, ...], ...]:
    """Give the communities of a network alone."""
    return Structure(network).divide(resolution=resolution, before=before).communities


def planted(*, seed: int = 1, groups: int = 6, size: int = 12) -> nx.Graph:
    """Give a network with groups in which half of the links there could be are, and few between them."""
    return named(nx.planted_partition_graph(groups, size, 0.5, 0.02, seed=seed))


def test_communities_are_those_one_sees() -> None:
    barbell = named(nx.barbell_graph(6, 0))
    assert [set(members) for members in find_communities(barbell)] == [
        {f"n{i:03}" for i in range(6)},
        {f"n{i:03}" for i in range(6, 12)},
    ]


def test_groups_that_were_planted_are_found() -> None:
    found = find_communities(planted())
    assert [len({int(node[1:]) // 12 for node in members}) for members in found] == [1] * 6


def test_a_link_counts_as_much_as_it_weighs() -> None:
    square = nx.Graph()
    square.add_weighted_edges_from(
        [("a", "b", 1), ("b", "c", 1), ("a", "c", 1), ("d", "e", 1), ("e", "f", 1), ("d", "f", 1), ("c", "d", 20)]
    )
    assert ("c", "d") in Structure(square).divide().small
    square["c"]["d"]["weight"] = 1
    assert find_communities(square) == (("a", "b", "c"), ("d", "e", "f"))


def test_what_is_small_or_alone_is_no_community() -> None:
    network = nx.Graph([("a", "b"), ("b", "c"), ("a", "c"), ("d", "e")])
    network.add_nodes_from(["g", "f"])
    assert Structure(network).divide() == Division((("a", "b", "c"),), (("d", "e"),), ("f", "g"))


def test_a_lower_resolution_gives_fewer_communities() -> None:
    network = planted(groups=12, size=6)
    assert len(find_communities(network, resolution=0.2)) < len(find_communities(network, resolution=2.0))


@pytest.mark.parametrize("seed", range(4))
def test_modularity_is_not_below_that_of_networkx(seed: int) -> None:
    for network in (planted(seed=seed), named(nx.connected_watts_strogatz_graph(120, 6, 0.1, seed=seed))):
        division = Structure(network).divide()
        ours = [set(part) for part in (*division.communities, *division.small, *((node,) for node in division.alone))]
        theirs = nx.community.louvain_communities(network, seed=seed)
        assert nx.community.modularity(network, ours) >= nx.community.modularity(network, theirs) - 0.02


@pytest.mark.parametrize("seed", range(4))
def test_every_community_is_connected(seed: int) -> None:
    network = named(nx.gnm_random_graph(60, 80, seed=seed))
    assert all(nx.is_connected(network.subgraph(members)) for members in find_communities(network))


def test_what_was_together_comes_out_as_it_was() -> None:
    network = planted(seed=3)
    found = find_communities(network)
    before = {node: f"c{number}" for number, members in enumerate(found) for node in members}
    assert find_communities(network, before=before) == found


def test_what_was_together_and_does_not_belong_together_parts() -> None:
    barbell = named(nx.barbell_graph(6, 0))
    wrong = {f"n{i:03}": "one" for i in (0, 1, 2, 9, 10, 11)}
    assert find_communities(barbell, before=wrong) == find_communities(barbell)


@pytest.mark.parametrize("seed", range(3))
def test_most_nodes_keep_the_name_of_their_community_when_a_few_come(seed: int) -> None:
    network = named(nx.relaxed_caveman_graph(12, 8, 0.2, seed=seed))
    smaller = network.copy()
    smaller.remove_nodes_from(random.Random(seed).sample(sorted(network), 5))
    before = names_of(smaller)
    after = names_of(network, before)
    kept = [after.get(node) == name for node, name in before.items()]
    assert sum(kept) / len(kept) >= 0.9


def names_of(network: nx.Graph, before: dict[str, str] | None = None) -> dict[str, str]:
    """Give of each node the name of its community."""
    found = find_communities(network, before=before)
    names = name_communities(found, find_subjects(network), before=before)
    return {node: name for name, members in zip(names, found, strict=True) for node in members}


def test_nothing_has_no_communities() -> None:
    assert find_communities(nx.Graph()) == ()
    assert name_communities((), find_subjects(nx.Graph())) == ()


def two_themes() -> tuple[tuple[tuple[str, ...], ...], Subjects]:
    """Give papers of two themes; those of both stand below headings that say nothing, and all are at one venue."""
    network = nx.Graph()
    for number, theme in enumerate(("diffusion", "robots")):
        papers = [f"p{number}{i}" for i in range(3)]
        network.add_edges_from((paper, topic) for paper in papers for topic in (theme, f"examples{number}"))
        network.add_edges_from((paper, "venue") for paper in papers)
        network.nodes[theme].update(name=theme.capitalize(), kind="topic")
        network.nodes[f"examples{number}"].update(name="Examples", kind="topic")
        for paper in papers:
            network.nodes[paper].update(name=paper, kind="paper")
    network.nodes["venue"].update(name="NeurIPS", kind="edition")
    network.add_edge("talk", "p00")
    parts = (("diffusion", "examples0", "p00", "p01", "p02", "talk"), ("robots", "examples1", "p10", "p11", "p12"))
    return parts, find_subjects(network)


def of_papers(*groups: list[tuple[str, list[str]]]) -> tuple[list[list[str]], Subjects]:
    """Give groups of papers by title and topics."""
    network = nx.Graph()
    parts = []
    for group in groups:
        parts.append([])
        for title, topics in group:
            paper = f"p{len(network)}"
            network.add_node(paper, kind="paper", name=title)
            parts[-1].append(paper)
            for topic in topics:
                network.add_node(topic, kind="topic", name=topic)
                network.add_edge(paper, topic)
    return parts, find_subjects(network)


def test_a_community_is_called_by_what_tells_it_from_the_others() -> None:
    assert name_communities(*two_themes()) == ("Diffusion", "Robots")


def test_a_community_is_called_by_words_that_its_titles_share() -> None:
    rivers = [(f"Braided rivers of valley {place}", ["Week one"]) for place in ("Adda", "Tagliamento", "Rakaia")]
    birds = [(title, ["Week one"]) for title in ("How sea birds nest", "A sea bird on a cliff", "Counting sea birds")]
    assert name_communities(*of_papers(rivers, birds)) == ("Braided rivers", "Sea birds")


def test_a_second_subject_is_named_if_the_first_is_of_few() -> None:
    mixed = [("A", ["Glaciers"]), ("B", ["Glaciers"]), ("C", ["Permafrost"]), ("D", ["Permafrost"]), ("E", [])]
    assert name_communities(*of_papers(mixed)) == ("Glaciers, Permafrost",)
    most = [("A", ["Glaciers"]), ("B", ["Glaciers"]), ("C", ["Glaciers", "Permafrost"]), ("D", ["Permafrost"])]
    assert name_communities(*of_papers(most)) == ("Glaciers",)


def test_a_community_whose_papers_share_nothing_has_no_name() -> None:
    apart = [("On lichens", ["Lichens"]), ("The history of tea", ["Tea"]), ("Bell ringing", [])]
    assert name_communities(*of_papers(apart)) == ("",)
    assert name_communities(*of_papers([("A", ["2024, without a guest"]), ("B", ["2024, without a guest"])])) == ("",)


def test_papers_on_different_things_of_one_field_are_called_by_the_field() -> None:
    tasks = ["object detection", "image segmentation", "optical flow estimation", "depth estimation"]
    seen = [(f"{letter}", [task]) for letter, task in zip("ABCD", tasks, strict=True)]
    others = [(f"{letter}", ["Glaciers"]) for letter in "EFGH"]
    assert name_communities(*of_papers(seen, others)) == ("Computer vision", "Glaciers")


def test_a_word_that_is_a_part_of_a_name_is_completed_from_titles_or_stands_behind_its_field() -> None:
    titles = ["Robust speech recognition", "Speech recognition for all", "Children and speech recognition"]
    assert name_communities(*of_papers([(title, ["Recognition"]) for title in titles])) == ("Speech recognition",)
    tasks = ["object detection", "optical flow estimation", "depth estimation"]
    seen = [(letter, ["Segmentation", *some]) for letter, some in zip("ABCD", (*zip(tasks), ()), strict=True)]
    assert name_communities(*of_papers(seen)) == ("Computer vision, Segmentation",)


def test_no_name_is_given_twice() -> None:
    first, second = ([(f"{group} {n}", ["Attention"]) for n in range(3)] for group in "AB")
    assert name_communities(*of_papers(first, second)) == ("Attention", "Attention (2)")
    for _, topics in second[:2]:
        topics.append("Memory")
    assert name_communities(*of_papers(first, second)) == ("Attention", "Attention, Memory")


def people(*circles: dict[str, list[str]]) -> tuple[list[list[str]], Subjects]:
    """Give circles of persons with a paper each, on some topics."""
    network = nx.Graph()
    for circle in circles:
        for person, topics in circle.items():
            network.add_node(person, kind="person", name=person)
            network.add_node(f"p{person}", kind="paper", name=f"Paper {person}")
            network.add_edge(person, f"p{person}")
            network.add_nodes_from(topics, kind="topic")
            for topic in topics:
                network.nodes[topic]["name"] = topic
                network.add_edge(f"p{person}", topic)
    return [list(circle) for circle in circles], find_subjects(network)


def test_persons_are_called_by_what_most_of_them_write_about_or_by_whom_most_write_with() -> None:
    half = {"a": ["Examples", "AGIs"], "b": ["AGI", "Examples"], "c": ["Genie", "Examples"], "d": []}
    graphs = {name: ["Graphs"] for name in "efg"}
    assert name_communities(*people(half, graphs)) == ("", "Graphs")
    assert central(named(nx.Graph([(0, 1), (1, 2), (1, 3)])), [f"n00{n}" for n in range(4)]) == "n001 and others"


def test_a_name_is_kept_by_whoever_keeps_most_members_and_by_nobody_else() -> None:
    parts, subjects = two_themes()
    before = dict.fromkeys(parts[0], "Generation")
    assert name_communities(parts, subjects, before=before) == ("Generation", "Robots")
    halves = (parts[0][:3], parts[0][3:], parts[1])
    assert "Generation" not in name_communities(halves, subjects, before=before)


def test_a_name_that_is_kept_is_given_to_no_other() -> None:
    parts, subjects = two_themes()
    before = dict.fromkeys(parts[1], "Diffusion")
    assert name_communities(parts, subjects, before=before)[1] == "Diffusion"
    assert len(set(name_communities(parts, subjects, before=before))) == 2


def test_papers_are_about_the_topics_above_theirs_so_that_these_name_them() -> None:
    network = nx.Graph(broader={"t1": ["t0"], "t2": ["t0"]})
    for node, name in (("t0", "Glaciers"), ("t1", "Calving"), ("t2", "Moraines")):
        network.add_node(node, kind="topic", name=name)
    papers = [(f"p{number}", f"t{1 + number % 2}") for number in range(4)]
    network.add_nodes_from(paper for paper, _ in papers)
    for paper, topic in papers:
        network.nodes[paper].update(kind="paper", name="")
        network.add_edge(paper, topic)
    assert Structure(network).subjects == find_subjects(network)
    assert name_communities([[paper for paper, _ in papers]], find_subjects(network)) == ("Glaciers",)
