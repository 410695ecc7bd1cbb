"""The topic map: what it shows, where it puts it, and what stands in its file."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pyoxigraph as ox
import pytest
from growth import cost
from hypothesis import given, settings
from hypothesis import strategies as st
from maps import BASE, EVIL, KG, SCHEMA, SKOS, Graph, evil, large, small, themes, tied

from kg import terms
from kg.analytics import Theming, analyze
from kg.analytics.themes import MOST
from kg.cli import main
from kg.errors import SettingsError, StoreError
from kg.publishing import topicmap
from kg.publishing.topicmap import Opening, layout
from kg.publishing.topicmap.content import Content, called, find_sentences, read, short
from kg.publishing.topicmap.drawing import Drawing, draw
from kg.publishing.topicmap.page import SCRIPTS
from kg.publishing.topicmap.themes import MOST_PARTS, find_themes
from kg.rdf import Store
from kg.settings import Settings


@pytest.fixture(scope="module")
def content() -> Content:
    """What a map shows of a graph with themes and parts: only read it."""
    return read(large(600).store())


@pytest.fixture(scope="module")
def drawing(content: Content) -> Drawing:
    """The map of that graph."""
    return draw(content)


# What it shows


def test_a_fact_comes_with_the_place_that_states_it() -> None:
    facts = read(small().store()).facts
    fact = next(f for f in facts if f.predicate == terms.PRESENTED_AT)
    place = fact.places[0]
    assert (place.note, place.quote, place.rule, place.confidence) == ("reading/n.md", "NeurIPS 2017", "citation", 0.9)
    assert (fact.linked, fact.object) == (True, f"{BASE}venue/neurips-2017")


def test_papers_know_their_year_rating_and_key() -> None:
    paper = read(small().store()).things[f"{BASE}paper/a"]
    assert (paper["year"], paper["rating"], paper["key"]) == (2017, 2, "AshishVaswani2017NeurIPS")


def test_a_rating_may_be_a_half() -> None:
    graph = small()
    graph.fact("paper/b", terms.RATING, "4.5")

    assert read(graph.store()).things[f"{BASE}paper/b"]["rating"] == 4.5


def test_papers_know_what_the_notes_think_of_them() -> None:
    graph = small()
    graph.fact("paper/a", terms.REMARK, "Second", quote="b")
    graph.fact("paper/b", terms.READING_STATE, terms.TO_READ)
    graph.fact("paper/b", terms.REMARK, "First of them, and long. " * 20)
    things = read(graph.store()).things
    rated, waiting = things[f"{BASE}paper/a"], things[f"{BASE}paper/b"]

    assert {name: rated[name] for name in ("share", "stars", "reading", "remark")} == {
        "share": 0.667,
        "stars": "★★",
        "reading": "read",
        "remark": "Second",
    }
    assert (waiting["reading"], "stars" in waiting, str(waiting["remark"])[-1]) == ("to read", False, "…")


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


def test_a_note_is_a_thing_and_is_said_to_speak_of_what_it_mentions() -> None:
    content = read(small().store())

    assert content.things[f"{BASE}note/n.md"] == {"kind": "note", "name": "n", "path": "reading/n.md"}
    assert content.noted[f"{BASE}topic/attention"] == (f"{BASE}note/n.md",)


# Its themes


def test_themes_are_few_whatever_the_graph(drawing: Drawing) -> None:
    found = drawing.themes

    assert 2 <= len(found.names) == len(set(found.names)) <= MOST
    assert sorted(iri for group in (*found.members, found.loose) for iri in group) == sorted(found.weights)


@given(
    st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=24), st.lists(st.integers(0, 5), max_size=12)
)
def test_whatever_was_together_before_each_thing_is_in_a_theme_or_left_over(
    pairs: list[tuple[int, int]], before: list[int]
) -> None:
    graph = Graph()
    for number in range(12):
        graph.thing(f"method/{number}", KG + "Method", f"Method {number}")
    for one, other in pairs:
        graph.fact(f"method/{one}", terms.USES, f"method/{other}")
    found = find_themes(
        read(graph.store()), {f"{BASE}method/{number}": f"Theme {name}" for number, name in enumerate(before)}
    )

    assert sorted(iri for group in (*found.members, found.loose) for iri in group) == sorted(found.weights)


def test_what_nothing_connects_is_in_no_theme() -> None:
    graph = small()
    graph.thing("paper/alone", SCHEMA + "ScholarlyArticle", "Alone")
    graph.thing("method/pair", KG + "Method", "Pair")
    graph.fact("person/alone", terms.USES, "method/pair")

    found = find_themes(read(graph.store()))

    assert set(found.loose) == {f"{BASE}paper/alone", f"{BASE}method/pair"}


def test_authors_do_not_make_a_paper_matter() -> None:
    graph = small()
    for number in range(30):
        graph.thing(f"person/x{number}", SCHEMA + "Person", f"Somebody {number}")
        graph.fact("paper/b", terms.AUTHOR, f"person/x{number}")

    assert (
        find_themes(read(graph.store())).weights[f"{BASE}paper/b"]
        == (find_themes(read(small().store())).weights[f"{BASE}paper/b"])
    )


def test_what_has_too_few_papers_and_is_linked_with_nothing_else_is_a_leftover() -> None:
    graph = themes()
    graph.thing("paper/lonely", SCHEMA + "ScholarlyArticle", "Lonely")
    for number in range(3):
        graph.thing(f"method/lonely{number}", KG + "Method", f"Lonely Method {number}")
        graph.fact("paper/lonely", terms.USES, f"method/lonely{number}")
    found = find_themes(read(graph.store()))

    assert len(found.names) == 2
    assert f"{BASE}paper/lonely" in found.loose


def test_where_no_note_speaks_of_papers_small_themes_stay() -> None:
    graph = Graph()
    for number in range(6):
        graph.thing(f"method/{number}", KG + "Method", f"Method {number}")
        graph.fact(f"method/{number}", terms.USES, f"method/{number // 3 * 3}")
    found = find_themes(read(graph.store()))

    assert len(found.names) == 2


@pytest.mark.parametrize("junk", ["IDTitleLink", "Takeaway 3: Agents are around the corner", "Examples"])
def test_no_theme_and_no_tie_is_named_after_what_tells_nothing(junk: str) -> None:
    graph = themes()
    graph.thing("topic/junk", SKOS + "Concept", junk)
    for paper in ("00", "01", "02", "03", "10"):
        graph.fact(f"paper/{paper}", terms.ABOUT, "topic/junk")
    drawing = draw(read(graph.store()))

    assert not any(junk in name for name in drawing.themes.names)
    ties = [drawing.iris[int(tie[3])] for drawn in drawing.views for tie in drawn["ties"]]
    assert ties
    assert f"{BASE}topic/junk" not in ties


def test_analyses_have_the_themes_of_the_map(small_graph: Path) -> None:
    with Store.open(small_graph / "store", read_only=True) as store:
        drawn = find_themes(read(store))
        (found,) = analyze(store, only=["topic-communities"])
        renamed = {f"{name}!": members for name, members in zip(drawn.names, drawn.members, strict=True)}
        (again,) = analyze(store, only=["topic-communities"], theming=Theming(renamed))
    assert [row[1] for row in found.table.rows] == list(drawn.names)
    papers = [sum("/paper/" in iri for iri in members) for members in drawn.members]
    assert [row[2] for row in found.table.rows] == papers
    assert [row[1] for row in again.table.rows] == list(renamed)


def test_gaps_of_the_map_are_those_of_the_analysis(small_graph: Path, tmp_path: Path) -> None:
    with Store.open(small_graph / "store", read_only=True) as store:
        written = topicmap.write(store, tmp_path / "map.html")
        (found,) = analyze(store, only=["topic-gaps"], theming=Theming(drawn=written.memory.themes))
    page = (tmp_path / "map.html").read_text(encoding="utf-8")
    core = json.loads(re.findall(r'<script type="application/json" id="core">(.*?)</script>', page)[0])
    drawn = [(core["themes"][one], core["themes"][other], *figures) for one, other, *figures, _ in core["gaps"]]

    assert drawn
    assert drawn == [row[:4] for row in found.table.rows[: len(drawn)]]


def view(drawing: Drawing, name: str) -> Mapping[str, Any]:
    return next(view for view in drawing.views if view["name"] == name)


def test_each_view_shows_its_kinds_alone() -> None:
    content = read(small().store())
    drawing = draw(content)
    kinds = {
        drawn["name"]: {content.things[drawing.iris[number]]["kind"] for number in drawn["nodes"]}
        for drawn in drawing.views
    }

    assert kinds == {
        "topics": {"topic", "paper"},
        "papers": {"paper"},
        "people": {"person"},
        "methods": set(),
        "notes": {"topic", "paper"},
        "time": {"topic", "paper"},
    }


def test_people_are_linked_by_the_paper_that_both_wrote() -> None:
    drawing = draw(read(small().store()))
    ((one, other, _, shared),) = view(drawing, "people")["links"]

    assert {drawing.iris[one], drawing.iris[other]} == {f"{BASE}person/0", f"{BASE}person/1"}
    assert [drawing.iris[number] for number in shared] == [f"{BASE}paper/a"]


def test_a_topic_stands_in_the_year_of_its_first_paper() -> None:
    drawing = draw(read(small().store()))
    time = view(drawing, "time")
    years = {drawing.iris[n]: time["regions"][place][5] for n, place in zip(time["nodes"], time["in"], strict=True)}

    assert (years[f"{BASE}topic/attention"], years[f"{BASE}paper/a"]) == (2015, 2017)


def test_the_area_of_a_theme_follows_the_number_of_its_papers_and_discs_stand_apart() -> None:
    content = read(tied().store())
    drawing = draw(content)
    drawn = view(drawing, "topics")
    kinds = [content.things[drawing.iris[number]]["kind"] for number in drawn["nodes"]]
    held = Counter(place for place, kind in zip(drawn["in"], kinds, strict=True) if kind == "paper")
    papers = [held[place] for place in range(len(drawn["regions"]))]
    areas = np.array([region[3] for region in drawn["regions"]], dtype=float) ** 2

    assert len(set(papers)) > 4
    assert np.allclose(areas / areas.sum(), np.array(papers) / sum(papers), rtol=0.01)
    for (_, x, y, r), (_, left, top, radius) in combinations(drawn["regions"], 2):
        assert np.hypot(x - left, y - top) - r - radius > 0.4 * np.sqrt(areas.mean())


def test_what_ties_two_themes_has_links_in_both(content: Content, drawing: Drawing) -> None:
    home = drawing.themes.of
    near: dict[str, set[int]] = defaultdict(set)
    for subject, _, target in content.links():
        near[subject].add(home[target])
        near[target].add(home[subject])
    ties = view(drawing, "people")["ties"]

    assert ties
    for tie in ties:
        iri = drawing.iris[tie.thing]
        assert {tie.first, tie.second} <= near[iri] | {home[iri]}


def test_what_is_linked_with_every_theme_ties_none_in_particular() -> None:
    graph = tied()
    graph.thing("method/everywhere", KG + "Method", "Networks")
    for theme in range(9):
        graph.fact(f"paper/{theme}-2", terms.USES, "method/everywhere")
    drawing = draw(read(graph.store()))
    everywhere = drawing.iris.index(f"{BASE}method/everywhere")
    ties, count = view(drawing, "topics")["ties"], len(drawing.themes.names)

    assert len(ties) == count * (count - 1) / 2 > 1
    alone = [tie for tie in ties if tie.shared == 1]
    assert {(tie.thing, tie.weight) for tie in alone} == {(everywhere, round(1 / (count - 1), 3))}
    assert everywhere not in {tie.thing for tie in ties if tie.shared > 1}


def test_every_thing_lies_in_its_region(drawing: Drawing) -> None:
    for drawn in filter(lambda one: one["nodes"], drawing.views):
        where = np.array(drawn["at"]).reshape(-1, 2)
        regions = np.array([region[1:3] for region in drawn["regions"]])[drawn["in"]]
        half = np.array([(r[3], r[3]) if drawn["by"] != "year" else (r[3] / 2, r[4] / 2) for r in drawn["regions"]])

        assert (np.abs(where - regions) <= half[drawn["in"]] + 1).all()


def test_the_parts_of_a_theme_have_each_of_its_things_once(drawing: Drawing) -> None:
    found = drawing.themes
    divided = {part.theme for part in found.parts}

    assert divided
    for theme in divided:
        parts = [part for part in found.parts if part.theme == theme]
        assert 2 <= len(parts) <= MOST_PARTS
        assert len({part.name for part in parts}) == len(parts)
        here = sorted(iri for part in parts for iri in part.members)
        assert here == sorted(iri for iri in found.members[theme] if "/note/" not in iri)


def test_a_small_theme_has_no_parts() -> None:
    assert find_themes(read(themes().store())).parts == ()


def test_every_thing_lies_in_the_disc_of_its_part_and_discs_do_not_overlap(drawing: Drawing) -> None:
    parts = drawing.themes.part_of
    for name in ("topics", "papers", "people", "methods"):
        drawn = view(drawing, name)
        discs = {(place, part): (x, y, r) for place, part, x, y, r in drawn["discs"]}
        where = np.array(drawn["at"]).reshape(-1, 2)
        for number, place, (x, y) in zip(drawn["nodes"], drawn["in"], where.tolist(), strict=True):
            left, top, radius = discs.get((place, parts.get(drawing.iris[number], -1)), (x, y, 0))
            assert np.hypot(x - left, y - top) <= radius + 1
        for (key, (x, y, r)), (other, (left, top, radius)) in combinations(discs.items(), 2):
            if key[0] == other[0]:
                assert np.hypot(x - left, y - top) > 0.97 * (r + radius)


def test_papers_that_only_a_key_names_are_called_by_what_it_says() -> None:
    graph = Graph()
    for number, name in enumerate(("AnnaMuster2025ICLR", "Position: We Agree", "Position: We Do Not")):
        graph.thing(f"paper/{number}", SCHEMA + "ScholarlyArticle", name)
        graph.fact(f"paper/{number}", terms.CITATION_KEY, "AnnaMuster2025ICLR")
    content = read(graph.store())

    assert [called(thing) for thing in content.things.values() if thing["kind"] == "paper"] == [
        "Anna Muster 2025, ICLR",
        "Position: We Agree",
        "Position: We Do Not",
    ]
    assert set(draw(content).labels) == {""}


@given(st.text(max_size=120))
def test_a_short_name_fits_and_keeps_the_beginning(name: str) -> None:
    cut = short(name, limit=20)
    assert len(cut) <= 20
    assert " ".join(name.split()).startswith(cut.rstrip("…"))


# Where it puts it


@settings(deadline=None, max_examples=20)
@given(st.lists(st.floats(50, 3000), min_size=1, max_size=25))
def test_regions_never_overlap(sizes: list[float]) -> None:
    radii = np.array(sizes)
    pairs = np.array(list(combinations(range(len(radii)), 2)), dtype=np.int64).reshape(-1, 2)
    starts = layout.seeds([f"region {number}" for number in range(len(radii))])
    centres = layout.place_regions(starts, radii, (pairs, np.ones(len(pairs))), np.ones(len(pairs)))
    apart = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1)) - radii[:, None] - radii[None]
    np.fill_diagonal(apart, 0)

    assert (apart > -max(2.1, 0.01 * radii.max())).all()


def test_one_more_thing_moves_the_others_little() -> None:
    names = [f"thing {number}" for number in range(200)]
    links = np.array([(number, (number * 7 + 3) % 200) for number in range(200)])
    weights = np.ones(200)
    before = layout.place_inside(names, weights, (links, weights), [0] * 200).points
    more = np.append(links, [[200, 5]], axis=0)
    after = layout.place_inside([*names, "one more"], np.ones(201), (more, np.ones(201)), [0] * 201).points
    moved = np.hypot(*(after[:200] - before).T)

    assert np.median(moved) < 0.05 * 2 * layout.room_of(200)


def test_five_thousand_nodes_are_placed_in_the_time_of_a_few_readings() -> None:
    store = large(1250).store()
    content = read(store)

    drawn: list[Drawing] = []

    assert cost(lambda: drawn.append(draw(content)), runs=1) < 12 * cost(lambda: read(store), runs=1)
    assert len(drawn[0].iris) > 5000


# From build to build


def test_a_graph_that_has_not_changed_gives_the_same_map_again(tmp_path: Path) -> None:
    first = topicmap.write(themes().store(), tmp_path / "1.html")
    more = themes()
    more.thing("paper/new", SCHEMA + "ScholarlyArticle", "New")
    more.fact("paper/new", terms.ABOUT, "topic/1")
    second = topicmap.write(more.store(), tmp_path / "2.html", remembered=first.memory)
    topicmap.memory.write(tmp_path / "map.json", second.memory)
    again = topicmap.write(more.store(), tmp_path / "3.html", remembered=topicmap.memory.read(tmp_path / "map.json"))

    assert (tmp_path / "2.html").read_bytes() == (tmp_path / "3.html").read_bytes()
    assert again == second


def test_a_memory_that_kg_did_not_write_is_refused_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "map.json").write_text('{"themes": []}', encoding="utf-8")

    with pytest.raises(StoreError, match=r"map\.json was not written by kg .* Remove it"):
        topicmap.memory.read(tmp_path / "map.json")


# The file


def test_the_same_graph_gives_the_same_bytes(tmp_path: Path) -> None:
    one = topicmap.write(small().store(), tmp_path / "1.html")
    other = topicmap.write(Store.in_memory(reversed(small().quads)), tmp_path / "2.html")
    assert one == other != topicmap.write(evil().store(), tmp_path / "3.html")
    assert (tmp_path / "1.html").read_bytes() == (tmp_path / "2.html").read_bytes()


def test_the_title_names_the_notes_and_counts_them(tmp_path: Path) -> None:
    topicmap.write(small().store(), tmp_path / "map.html", title="Reading")
    folder = tmp_path / "Reading"
    folder.mkdir()

    assert "<title>Reading: 1 note, 2 papers</title>" in (tmp_path / "map.html").read_text(encoding="utf-8")
    assert Opening.of(folder, tmp_path / "map.html", "file").title == "Reading"
    assert Opening.of(tmp_path / "one.md", tmp_path / "map.html", "file").title == "one"


def test_the_file_names_no_host_that_it_could_ask(tmp_path: Path) -> None:
    topicmap.write(small().store(), tmp_path / "map.html")
    page = (tmp_path / "map.html").read_text(encoding="utf-8")
    markup = re.sub(r"<script[^>]*>.*?</script>", "", page, flags=re.DOTALL)
    assert not re.search(r"(src|href|url)\s*[=(]\s*[\"']?(https?:)?//", markup)
    assert "default-src 'none'" in markup


def test_the_script_of_the_page_never_makes_html_of_text() -> None:
    folder = Path(topicmap.__file__).parent / "page"
    assert {path.name for path in folder.glob("*.js")} == set(SCRIPTS)
    script = "".join((folder / name).read_text(encoding="utf-8") for name in SCRIPTS)
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|new Function", script
    )


def test_text_of_notes_stands_in_the_file_as_json_alone(tmp_path: Path) -> None:
    topicmap.write(evil().store(), tmp_path / "map.html", title=EVIL[1])
    page = (tmp_path / "map.html").read_text(encoding="utf-8")
    assert "<img" not in page
    assert page.count("</script>") == 5
    core, facts = (
        json.loads(text)
        for text in re.findall(r'<script type="application/json" id="(?:core|facts-0)">(.*?)</script>', page)
    )
    assert core["names"][0] == EVIL[0]
    assert EVIL[2] in {place[2] for place in facts["places"]}


def test_the_file_says_where_the_notes_lie_as_seen_from_it_and_names_no_machine(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    topicmap.write(small().store(), tmp_path / "map.html", opening=Opening.of(notes, tmp_path / "map.html", "vscode"))
    page = (tmp_path / "map.html").read_text(encoding="utf-8")

    assert '"opening": {"root": "notes", "with": "vscode"}' in page
    assert str(tmp_path) not in page


def test_a_place_is_shown_with_the_sentence_around_it(tmp_path: Path) -> None:
    (tmp_path / "n.md").write_text("We like it. We use LoRA for *all* of it. Then we rest.\n", encoding="utf-8")
    assert main(["build", str(tmp_path / "n.md"), "--graph", str(tmp_path / "graph")]) == 0
    with Store.open(tmp_path / "graph" / "store", read_only=True) as store:
        said = find_sentences(store, tmp_path / "n.md", read(store))

    assert {place.quote: text for place, text in said.items()}["LoRA"] == "We use LoRA for all of it."


def test_a_program_that_nobody_knows_is_refused_with_those_there_are() -> None:
    with pytest.raises(SettingsError, match=r"open_notes_with = 'emacs' .* 'file', 'obsidian', 'vscode', ''"):
        Settings(open_notes_with="emacs")
