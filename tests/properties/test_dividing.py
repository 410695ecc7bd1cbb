"""Whatever the network: its communities are a partition, connected, the same in any order, and stay as they are."""

from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from kg.analytics import Division, Structure
from kg.analytics.dividing import divide_by_subjects
from kg.analytics.subjects import find_subjects
from kg.analytics.themes import Wishes

NODES = st.integers(0, 24).map("n{:02}".format)
WEIGHTS = st.sampled_from((0.1, 0.5, 1.0, 1 / 3, 2.0, 20.0))
LINKS = st.lists(st.tuples(NODES, NODES, WEIGHTS), max_size=70)
RESOLUTIONS = st.sampled_from((0.3, 0.6, 1.0, 2.5))


def network_of(links: list[tuple[str, str, float]]) -> nx.Graph:
    network = nx.Graph()
    network.add_weighted_edges_from(links)
    return network


def parts(division: Division) -> list[tuple[str, ...]]:
    return [*division.communities, *division.small, *((node,) for node in division.alone)]


@given(LINKS, RESOLUTIONS)
def test_every_node_is_in_one_part_and_every_part_is_connected(
    links: list[tuple[str, str, float]], resolution: float
) -> None:
    network = network_of(links)
    divided = parts(Structure(network).divide(resolution=resolution))

    assert sorted(node for part in divided for node in part) == sorted(network)
    assert all(nx.is_connected(network.subgraph(part)) for part in divided)


@given(LINKS, RESOLUTIONS)
def test_what_came_out_stays_as_it_is(links: list[tuple[str, str, float]], resolution: float) -> None:
    network = network_of(links)
    found = Structure(network).divide(resolution=resolution)
    before = {node: str(number) for number, part in enumerate(parts(found)) for node in part}

    assert Structure(network).divide(resolution=resolution, before=before) == found


@given(LINKS, st.randoms(use_true_random=False))
def test_the_order_of_nodes_and_links_does_not_matter(links: list[tuple[str, str, float]], chance: object) -> None:
    weights = {(min(a, b), max(a, b)): weight for a, b, weight in links}
    shuffled = [(b, a, weight) if a < "n12" else (a, b, weight) for (a, b), weight in weights.items()]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]

    assert Structure(network_of(shuffled)).divide() == Structure(network_of(links)).divide()


@given(LINKS, st.dictionaries(NODES, st.sampled_from("abc")))
def test_where_it_starts_costs_no_modularity_that_moves_could_gain(
    links: list[tuple[str, str, float]], before: dict[str, str]
) -> None:
    structure = Structure(network_of(links))
    divided = structure.divide(before=before)
    started: dict[str, list[str]] = {}
    for node in structure.names:
        started.setdefault(before.get(node, f"{node} alone"), []).append(node)

    reached, began = (sum(structure.modularity(each)) for each in (parts(divided), list(started.values())))
    assert reached >= began - 1e-9


TOPICS = (
    "Robotics",
    "Diffusion models",
    "Cryptography",
    "Gas sensors",
    "Mathematics",
    "Machine translation",
    "Glaciology",
)
FILED = st.lists(st.sets(st.sampled_from(TOPICS), max_size=3), min_size=8, max_size=24)


@given(FILED, st.lists(st.tuples(st.integers(0, 39), st.integers(0, 5)), max_size=30))
def test_themes_on_subjects_found_again_from_themselves_are_the_same(
    filed: list[set[str]], written: list[tuple[int, int]]
) -> None:
    things = nx.Graph()
    for number, topics in enumerate(filed):
        things.add_node(f"p{number:02}", kind="paper", name=f"Paper {number}")
        for topic in sorted(topics):
            things.add_node(topic, kind="topic", name=topic)
            things.add_edge(f"p{number:02}", topic, weight=3.0)
    for paper, person in written:
        if paper < len(filed):
            things.add_node(f"a{person}", kind="person", name=f"Ada R. {person}")
            things.add_edge(f"p{paper:02}", f"a{person}", weight=1.0)
    subjects, wishes = find_subjects(things), Wishes()
    themes = divide_by_subjects(things, subjects, wishes.bounds, wishes.most, {})
    before = {node: name for name, members in themes.items() for node in members}

    assert divide_by_subjects(things, subjects, wishes.bounds, wishes.most, before) == themes
