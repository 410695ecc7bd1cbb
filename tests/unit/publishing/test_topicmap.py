"""The topic map: what it shows, where it puts it, and what stands in its file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pyoxigraph as ox
from growth import cost
from hypothesis import given, settings
from hypothesis import strategies as st
from maps import BASE, EVIL, KG, Graph, evil, large, small

from kg import terms
from kg.publishing import topicmap
from kg.publishing.topicmap.content import read, short
from kg.publishing.topicmap.drawing import BUDGET, draw
from kg.publishing.topicmap.layout import Box, lay_out, pack
from kg.rdf import Store

# What it shows


def test_a_fact_comes_with_the_place_that_states_it() -> None:
    facts = read(small().store()).facts
    fact = next(f for f in facts if f.predicate == terms.PRESENTED_AT)
    place = fact.places[0]
    assert (place.path, place.quote, place.rule, place.confidence) == ("reading/n.md", "NeurIPS 2017", "citation", 0.9)
    assert (fact.linked, fact.object) == (True, f"{BASE}venue/neurips-2017")


def test_papers_know_their_year_rating_and_key() -> None:
    paper = read(small().store()).things[f"{BASE}paper/a"]
    assert (paper["year"], paper["rating"], paper["key"]) == (2017, 2, "AshishVaswani2017NeurIPS")


def test_a_rating_may_be_a_half() -> None:
    graph = small()
    graph.fact("paper/b", terms.RATING, "4.5")

    assert read(graph.store()).things[f"{BASE}paper/b"]["rating"] == 4.5


def test_authors_are_listed_in_the_order_of_the_paper() -> None:
    graph = small()
    for cell, person, rest in [("l1", "person/1", "l2"), ("l2", "person/0", "nil")]:
        graph.add(cell, terms.FIRST, ox.NamedNode(BASE + person), "graph/derived")
        target = ox.NamedNode(terms.NIL) if rest == "nil" else ox.NamedNode(BASE + rest)
        graph.add(cell, terms.REST, target, "graph/derived")
    graph.add("paper/a", terms.AUTHOR_LIST, ox.NamedNode(f"{BASE}l1"), "graph/derived")
    authors = [f.object for f in read(graph.store()).facts if f.predicate == terms.AUTHOR]
    assert authors == [f"{BASE}person/1", f"{BASE}person/0"]


def test_a_thing_shows_where_notes_mention_it() -> None:
    graph = Graph()
    graph.thing("method/m", KG + "Method", "M")
    for _ in range(5):
        graph.fact("note/n.md", terms.MENTIONS, "method/m", quote="we use M")
    fact = read(graph.store()).facts[0]
    assert (fact.object, fact.places[0].quote, len(fact.places) + fact.more) == ("5 places", "we use M", 5)


def test_a_small_graph_is_shown_whole() -> None:
    assert draw(read(small().store())).shown == ("topic", "venue", "paper", "person")


def test_a_large_graph_leaves_out_first_what_there_is_most_of() -> None:
    content = read(large(600).store())
    drawing = draw(content)
    assert drawing.shown == ("topic", "paper")
    assert sum(node["group"] in drawing.shown for node in drawing.nodes) <= BUDGET
    assert len(drawing.nodes) == len(content.things)


@given(st.text(max_size=120))
def test_a_short_name_fits_and_keeps_the_beginning(name: str) -> None:
    cut = short(name, limit=20)
    assert len(cut) <= 20
    assert " ".join(name.split()).startswith(cut.rstrip("…"))


# Where it puts it


def test_no_two_labels_of_a_map_lie_on_each_other() -> None:
    nodes = [f"n{i:03}" for i in range(240)]
    groups = [nodes[i::7] for i in range(7)]
    links = [(group[0], node) for group in groups for node in group[1:]] + list(zip(nodes, nodes[5:], strict=False))
    boxes = {node: Box(30 + len(node) * 5 + int(node[1:]) % 40, 20) for node in nodes}
    places = lay_out(groups, links, boxes)
    points = np.array([places[node] for node in nodes])
    half = np.array([(boxes[node].width, boxes[node].height) for node in nodes])
    apart = np.abs(points[:, None] - points[None]) - (half[:, None] + half[None])
    overlaps = (apart < -3).all(axis=2)
    np.fill_diagonal(overlaps, val=False)
    assert not overlaps.any()


@settings(deadline=None, max_examples=40)
@given(st.lists(st.floats(0.6, 30), min_size=1, max_size=25))
def test_packed_discs_never_overlap(sizes: list[float]) -> None:
    radii = np.array(sizes)
    centres = pack(radii, np.ones((len(sizes), len(sizes))) - np.eye(len(sizes)))
    apart = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1)) - radii[:, None] - radii[None]
    np.fill_diagonal(apart, 0)
    assert (apart > -1e-6).all()


def test_five_thousand_nodes_are_placed_in_the_time_of_a_few_readings() -> None:
    store = large(1250).store()
    content = read(store)

    assert len(draw(content).nodes) > 5000
    assert cost(lambda: draw(content), runs=1) < 12 * cost(lambda: read(store), runs=1)


# The file


def test_the_same_graph_gives_the_same_bytes(tmp_path: Path) -> None:
    one = topicmap.write(small().store(), tmp_path / "1.html")
    other = topicmap.write(Store.in_memory(reversed(small().quads)), tmp_path / "2.html")
    assert one == other != topicmap.write(evil().store(), tmp_path / "3.html")
    assert (tmp_path / "1.html").read_bytes() == (tmp_path / "2.html").read_bytes()


def test_the_file_names_no_host_that_it_could_ask(tmp_path: Path) -> None:
    topicmap.write(small().store(), tmp_path / "map.html")
    page = (tmp_path / "map.html").read_text(encoding="utf-8")
    markup = re.sub(r"<script[^>]*>.*?</script>", "", page, flags=re.DOTALL)
    assert not re.search(r"(src|href|url)\s*[=(]\s*[\"']?(https?:)?//", markup)
    assert "default-src 'none'" in markup


def test_the_script_of_the_page_never_makes_html_of_text() -> None:
    script = (Path(topicmap.__file__).parent / "page.js").read_text(encoding="utf-8")
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|new Function", script
    )


def test_text_of_notes_stands_in_the_file_as_json_alone(tmp_path: Path) -> None:
    topicmap.write(evil().store(), tmp_path / "map.html", title=EVIL[1])
    page = (tmp_path / "map.html").read_text(encoding="utf-8")
    assert "<img" not in page
    assert page.count("</script>") == 3
    embedded = re.search(r'<script type="application/json" id="graph">(.*?)</script>', page, re.DOTALL)
    assert embedded
    assert json.loads(embedded[1])["map"]["things"][0][0] == EVIL[0]
