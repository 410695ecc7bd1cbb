"""Themes: which subjects they are on, what they are called, and which papers belong to them."""

from __future__ import annotations

import networkx as nx

from kg.analytics.themes import Wishes, find_themes

Papers = list[tuple[str, list[str]]]


def network_of(papers: Papers, broader: dict[str, list[str]] | None = None) -> nx.Graph:
    """Give papers by title and topics."""
    network = nx.Graph(broader=broader or {})
    for number, (title, topics) in enumerate(papers):
        paper = f"p{number:02}"
        network.add_node(paper, kind="paper", name=title)
        for topic in topics:
            network.add_node(topic, kind="topic", name=topic)
            network.add_edge(paper, topic, weight=3.0)
    network.add_nodes_from(
        (name, {"kind": "topic", "name": name}) for names in (broader or {}).values() for name in names
    )
    return network


def themes_of(network: nx.Graph, before: dict[str, str] | None = None) -> dict[str, list[str]]:
    """Give the titles of the papers of each theme."""
    found = find_themes(network, before=before).themes
    return {theme.name: [network.nodes[paper]["name"] for paper in theme.papers] for theme in found}


def on(topic: str, letters: str, *others: str) -> Papers:
    """Give papers on topics."""
    return [(letter, [topic, *others]) for letter in letters]


def test_a_mixture_is_divided_by_its_subjects() -> None:
    both = [*on("Glaciology", "ABCDE", "Shelf"), *on("Virology", "FGHI", "Shelf")]
    assert themes_of(network_of(both)) == {"Glaciology": [*"ABCDE"], "Virology": [*"FGHI"]}


def test_a_theme_has_more_papers_on_its_subject_than_others() -> None:
    few, many = on("Ice shelves", "FGH"), on("Ice shelves", "FGHIJKLMN")
    both = [*on("Glaciology", "ABCD", "Ice shelves"), *on("Virology", "OPQ")]
    found = themes_of(network_of([*both, *few]))
    assert {*"ABCD"} < {*found["Glaciology"]} and len(found["Glaciology"]) == 6
    assert not {*"FGHIJKLMN"} & {*themes_of(network_of([*both, *many])).get("Glaciology", ())}


def test_a_theme_is_on_the_narrowest_subject_of_most_of_its_papers() -> None:
    papers = [*on("Robotics", "ABCDEF", "Gripper design"), *on("Robotics", "GH"), *on("Virology", "OPQ")]
    titled = [
        (f"{letter} gripper design" if "Gripper design" in topics else letter, topics) for letter, topics in papers
    ]
    assert "Gripper design" in themes_of(network_of(titled))


def test_one_word_that_titles_share_is_no_name_unless_it_is_known() -> None:
    grey, known = (
        [(f"{word} of the {place}", []) for place in ("Alps", "Andes", "Urals")] for word in ("Brooms", "Volcanology")
    )
    others = [*on("Robotics", "ABCD"), *on("Virology", "EFGH")]
    assert list(themes_of(network_of([*grey, *others]))) == ["Robotics", "Virology"]
    assert list(themes_of(network_of([*known, *others]))) == ["Robotics", "Virology", "Volcanology"]


def test_a_name_that_says_little_stands_behind_its_field_or_for_nothing() -> None:
    others = [*on("Virology", "EFGH"), *on("Robotics", "IJKL")]
    known = [(f"{number} radiology", ["Borders"]) for number in range(2)]
    assert list(themes_of(network_of([*on("Borders", "AB"), *known, *others]))) == ["Robotics", "Virology"]
    above = {"Borders": ["Radiology"]}
    assert "Radiology" in themes_of(network_of([*on("Borders", "ABCD"), *others], above))


def test_nothing_is_named_after_a_field_that_is_too_broad() -> None:
    papers = [*on("Machine learning", "ABCDE"), *on("Virology", "FGHI"), *on("Robotics", "JKL")]
    assert list(themes_of(network_of(papers))) == ["Virology", "Robotics"]


def test_two_names_of_one_field_are_one_subject() -> None:
    papers = [*on("RL", "ABC"), *on("Reinforcement learning", "DEF"), *on("Virology", "GHI")]
    assert [len(found) for found in themes_of(network_of(papers)).values()] == [6, 3]


def test_what_notes_name_goes_before_a_field_above_most_of_it() -> None:
    papers = [(f"Malaria in {place}", []) for place in ("Kenya", "Peru", "Laos", "Ghana")]
    papers += [("Infectious diseases of cattle", []), *on("Robotics", "ABC")]
    assert list(themes_of(network_of(papers))) == ["Malaria", "Robotics"]


def test_an_acronym_is_no_other_word_of_a_title() -> None:
    papers = [*on("ReSource", "ABC"), ("Resource sharing", []), ("Resources for teaching", []), ("A resource", [])]
    found = themes_of(network_of([*papers, *on("Virology", "DEF"), *on("Robotics", "GHI")]))
    assert list(found) == ["Robotics", "Virology"]


def test_where_notes_are_few_themes_are_communities() -> None:
    assert themes_of(network_of(on("Attention", "AB"))) == {"Attention": ["A", "B"]}


def test_earlier_themes_stay_and_take_in_what_is_new_on_their_subject() -> None:
    papers = [*on("Glaciology", "ABCD"), *on("Virology", "EFGH")]
    before = {node: theme.name for theme in find_themes(network_of(papers)).found for node in theme.members}
    more = [*papers, ("I", ["Virology"]), *on("Seismology", "JKL")]
    found = themes_of(network_of(more), before)
    assert found == {"Virology": [*"EFGHI"], "Glaciology": [*"ABCD"], "Seismology": [*"JKL"]}


def test_an_earlier_theme_that_is_not_on_its_subject_goes() -> None:
    papers = [*on("Glaciology", "ABCD"), *on("Virology", "EFGH")]
    network = network_of(papers)
    assert list(themes_of(network, dict.fromkeys(network, "Robotics"))) == ["Glaciology", "Virology"]


def test_a_broad_field_names_a_theme_where_few_papers_are_in_it() -> None:
    others = [paper for topic in ("Robotics", "Virology", "Glaciology") for paper in on(topic, "ABCDEFGHIJ")]
    found = themes_of(network_of([*on("Education", "KLM"), *others]))
    assert sorted(found["Education"]) == ["K", "L", "M"]
    assert "Education" not in themes_of(network_of([*on("Education", "KLMNOPQRS"), *others]))


def test_what_many_papers_in_no_theme_are_about_takes_the_place_of_the_smallest() -> None:
    topics = ("Robotics", "Virology", "Glaciology", "Cryptography", "Seismology")
    network = network_of([paper for topic in topics for paper in (*on(topic, "ABCD"), *on("Ornithology", "EF"))])
    for group in range(len(topics)):
        network.add_node(f"a{group}", kind="person", name=f"Ada Roe {group}")
        network.add_weighted_edges_from((f"a{group}", f"p{6 * group + n:02}", 20.0) for n in range(6))
    found = find_themes(network, wishes=Wishes(most=len(topics))).themes
    assert {theme.name: len(theme.papers) for theme in found}["Ornithology"] == 10
    assert len(found) == len(topics)
