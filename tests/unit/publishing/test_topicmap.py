"""The topic map: what it shows, where it puts it, and what a browser does with it when every host is blocked."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import terms
from kg.publishing import topicmap
from kg.publishing.topicmap.content import read, short
from kg.publishing.topicmap.drawing import BUDGET, draw
from kg.publishing.topicmap.layout import Box, lay_out, pack
from kg.rdf import Store

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
CHROMEDRIVER = shutil.which("chromedriver")
browser_needed = pytest.mark.skipif(not (CHROMIUM and CHROMEDRIVER), reason="needs chromium and chromedriver")

BASE = "https://kg.example/"
SCHEMA, SKOS, KG = terms.PREFIXES["schema"], terms.PREFIXES["skos"], terms.PREFIXES["kg"]


class Graph:
    """Puts a graph together as a build does: facts in the graph of a note, evidence beside it."""

    def __init__(self) -> None:
        self.quads: list[ox.Quad] = []
        self.evidence = 0
        self.add("note/n.md", terms.PATH, ox.Literal("reading/n.md"))

    def add(self, subject: str, predicate: str, target: ox.NamedNode | ox.Literal, graph: str = "note/n.md") -> None:
        self.quads.append(
            ox.Quad(ox.NamedNode(BASE + subject), ox.NamedNode(predicate), target, ox.NamedNode(BASE + graph))
        )

    def thing(self, name: str, class_iri: str, label: str) -> None:
        self.add(name, terms.TYPE, ox.NamedNode(class_iri))
        self.add(name, terms.LABEL, ox.Literal(label))

    def fact(self, subject: str, predicate: str, target: str, *, quote: str = "", rule: str = "citation") -> None:
        thing = re.match(r"(paper|person|topic|venue|method)/", target)
        found = ox.NamedNode(BASE + target) if thing else ox.Literal(target)
        self.add(subject, predicate, found)
        self.evidence += 1
        where = "note/n.md#evidence"
        passage, evidence = f"passage/{self.evidence}", f"evidence/{self.evidence}"
        self.add(passage, terms.HAS_SOURCE, ox.NamedNode(BASE + "note/n.md"), where)
        self.add(passage, terms.LINE, ox.Literal(self.evidence), where)
        self.add(passage, terms.QUOTE, ox.Literal(quote or f"quote of {target}"), where)
        self.add(evidence, terms.SUBJECT, ox.NamedNode(BASE + subject), where)
        self.add(evidence, terms.PREDICATE, ox.NamedNode(predicate), where)
        self.add(evidence, terms.OBJECT, found, where)
        self.add(evidence, terms.RULE, ox.Literal(rule), where)
        self.add(evidence, terms.CONFIDENCE, ox.Literal("0.9", datatype=ox.NamedNode(terms.XSD_DECIMAL)), where)
        self.add(evidence, terms.WAS_DERIVED_FROM, ox.NamedNode(BASE + passage), where)

    def store(self) -> Store:
        return Store.in_memory(self.quads)


def small() -> Graph:
    graph = Graph()
    graph.thing("topic/attention", SKOS + "Concept", "Attention")
    graph.thing("venue/neurips-2017", KG + "VenueEdition", "NeurIPS 2017")
    for key, label, year in [
        ("a", "Attention Is All You Need", "2017"),
        ("b", "Neural Machine Translation: A Study", "2015"),
    ]:
        paper = f"paper/{key}"
        graph.thing(paper, SCHEMA + "ScholarlyArticle", label)
        graph.fact(paper, terms.DATE_PUBLISHED, year)
        graph.fact(paper, terms.ABOUT, "topic/attention", quote="## Attention")
    graph.fact("paper/a", terms.PRESENTED_AT, "venue/neurips-2017", quote="NeurIPS 2017")
    graph.fact("paper/a", terms.CITATION_KEY, "AshishVaswani2017NeurIPS", quote="AshishVaswani2017NeurIPS++")
    graph.fact("paper/a", terms.RATING, "2")
    graph.fact("paper/a", terms.URL, "https://arxiv.org/abs/1706.03762")
    for number, name in enumerate(["Łukasz Kaiser", "Ashish Vaswani"]):
        graph.thing(f"person/{number}", SCHEMA + "Person", name)
        graph.fact("paper/a", terms.AUTHOR, f"person/{number}", quote="A. Vaswani, …, Ł. Kaiser", rule="authors")
    return graph


def large(papers: int) -> Graph:
    graph = Graph()
    for t in range(40):
        graph.thing(f"topic/{t}", SKOS + "Concept", f"Topic number {t}")
    for p in range(papers):
        graph.thing(f"paper/{p}", SCHEMA + "ScholarlyArticle", f"Paper {p} about something: in many words")
        graph.fact(f"paper/{p}", terms.ABOUT, f"topic/{p * p % 40}")
        for a in range(3):
            graph.thing(f"person/{p * 3 + a}", SCHEMA + "Person", f"Person {p} {a}")
            graph.fact(f"paper/{p}", terms.AUTHOR, f"person/{p * 3 + a}")
            if not a and p:
                graph.fact(f"paper/{p}", terms.AUTHOR, f"person/{p * 3 - 1}")
    return graph


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


def test_five_thousand_nodes_are_placed_in_seconds() -> None:
    content = read(large(1250).store())
    began = time.perf_counter()
    assert len(draw(content).nodes) > 5000
    assert time.perf_counter() - began < 15


# The file


def test_the_same_graph_gives_the_same_bytes(tmp_path: Path) -> None:
    topicmap.write(small().store(), tmp_path / "1.html")
    topicmap.write(Store.in_memory(reversed(small().quads)), tmp_path / "2.html")
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


EVIL = (
    '<img src=x onerror="window.pwned=1">',
    '</script><script>window.pwned=1</script><a href="javascript:window.pwned=1">x</a>',
    "<!--<script>",
    "' onmouseover='window.pwned=1",
    "{{ 7 * 7 }}{% raw %}\u2028\u2029]]>&lt;b&gt;",
)


def evil() -> Graph:
    graph = Graph()
    graph.quads[0] = ox.Quad(
        ox.NamedNode(BASE + "note/n.md"),
        ox.NamedNode(terms.PATH),
        ox.Literal(EVIL[1] + ".md"),
        ox.NamedNode(BASE + "note/n.md"),
    )
    for number, text in enumerate(EVIL):
        graph.thing(f"paper/{number}", SCHEMA + "ScholarlyArticle", text)
        graph.thing(f"topic/{number}", SKOS + "Concept", text)
        graph.fact(f"paper/{number}", terms.ABOUT, f"topic/{number}", quote=text, rule=text)
        graph.fact(f"paper/{number}", terms.CITATION_KEY, text, quote=text)
        for link in (
            "javascript:window.pwned=1",
            "data:text/html,<script>1</script>",
            "https://a.example/?<b>'\"",
            text,
        ):
            graph.fact(f"paper/{number}", terms.URL, link, quote=link)
    return graph


def test_text_of_notes_stands_in_the_file_as_json_alone(tmp_path: Path) -> None:
    topicmap.write(evil().store(), tmp_path / "map.html", title=EVIL[1])
    page = (tmp_path / "map.html").read_text(encoding="utf-8")
    assert "<img" not in page
    assert page.count("</script>") == 3
    embedded = re.search(r'<script type="application/json" id="graph">(.*?)</script>', page, re.DOTALL)
    assert embedded
    assert json.loads(embedded[1])["map"]["things"][0][0] == EVIL[0]


# In a browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    flags = (
        "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
        "--disable-component-update --disable-sync --window-size=1400,900 --disable-dev-shm-usage"
    )
    for flag in flags.split():
        options.add_argument(flag)
    options.add_argument("--host-resolver-rules=MAP * ~NOTFOUND")
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('browser')}")
    options.binary_location = str(CHROMIUM)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(CHROMEDRIVER)))
    driver.set_page_load_timeout(30)
    yield driver
    driver.quit()


class Page:
    """A map, opened."""

    def __init__(self, driver: Any, graph: Graph, folder: Path) -> None:
        self.driver = driver
        path = folder / "map.html"
        topicmap.write(graph.store(), path)
        for log in ("browser", "performance"):
            driver.get_log(log)
        began = time.perf_counter()
        driver.get(path.as_uri())
        self.wait("return document.body.dataset.drawn === 'yes'")
        self.seconds = time.perf_counter() - began

    def wait(self, script: str) -> None:
        from selenium.webdriver.support.ui import WebDriverWait

        WebDriverWait(self.driver, 20, poll_frequency=0.05).until(lambda driver: driver.execute_script(script))

    def find(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def search(self, text: str) -> None:
        box = self.find("#search")
        box.clear()
        box.send_keys(text)

    def choose(self, text: str) -> str:
        self.search(text + "\n")
        return str(self.find("#panel").text)

    def console(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        messages = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        sent = [message["params"] for message in messages if message["method"] == "Network.requestWillBeSent"]
        asked = [request["request"]["url"] for request in sent if request["documentURL"].startswith("file:")]
        assert asked, "the log of requests is empty, so it proves nothing"
        return [url for url in asked if not url.startswith(("file:", "data:"))]


@browser_needed
class TestInABrowser:
    def test_opening_asks_no_host_and_reports_nothing(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, small(), tmp_path)
        page.choose("attention is all")
        assert page.requests() == []
        assert page.console() == []

    @pytest.mark.parametrize("query", ["attention is all you", "vaswani need", "AshishVaswani2017", "lukasz all"])
    def test_the_search_finds_a_paper_by_title_author_and_key(self, browser: Any, tmp_path: Path, query: str) -> None:
        page = Page(browser, small(), tmp_path)
        assert "Attention Is All You Need" in page.choose(query)

    def test_the_panel_shows_facts_with_quote_file_line_rule_and_confidence(self, browser: Any, tmp_path: Path) -> None:
        panel = Page(browser, small(), tmp_path).choose("attention is all")
        assert re.search(r"NeurIPS 2017\nNeurIPS 2017\nreading/n\.md:\d+ · rule citation · confidence 0\.9", panel)
        assert "A. Vaswani, …, Ł. Kaiser" in panel

    def test_a_click_on_a_node_shows_its_facts_and_escape_puts_them_away(self, browser: Any, tmp_path: Path) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        page = Page(browser, small(), tmp_path)
        page.search("attention is all\n")
        page.driver.execute_script("document.getElementById('close').click()")
        page.wait("return document.getElementById('panel').hidden")
        page.wait("return window.topicmap.at('Attention Is All You Need').still")
        place = page.driver.execute_script("return window.topicmap.at('Attention Is All You Need')")
        box = page.find("#map").rect
        across, down = place["x"] - box["width"] / 2, place["y"] - box["height"] / 2
        ActionChains(page.driver).move_to_element_with_offset(page.find("#map"), across, down).click().perform()
        page.wait("return !document.getElementById('panel').hidden")
        assert "AshishVaswani2017NeurIPS++" in page.find("#panel").text
        ActionChains(page.driver).send_keys("\ue00c").perform()
        assert not page.find("#panel").is_displayed()

    def test_links_lead_out_only_by_http(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, small(), tmp_path)
        page.choose("attention is all")
        link = page.find("#facts a")
        assert link.get_attribute("href") == "https://arxiv.org/abs/1706.03762"
        assert "noopener" in link.get_attribute("rel")

    def test_filters_hide_kinds_years_and_ratings(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, small(), tmp_path)
        assert page.find("#status").text == "6 things"
        page.find("#kinds input[value=person]").click()
        assert page.find("#status").text == "4 of 6 things shown"
        page.find("#from option[value='2017']").click()
        assert page.find("#status").text == "3 of 6 things shown"
        page.find("#from option[value='0']").click()
        page.find("#rating option[value='2']").click()
        assert page.find("#status").text == "3 of 6 things shown"

    def test_the_list_has_what_the_map_has_and_leads_to_it(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, small(), tmp_path)
        page.find("#list-button").click()
        names = [cell.text for cell in page.driver.find_elements("css selector", "#list td:first-child")]
        assert sorted(names) == sorted(str(thing["name"]) for thing in read(small().store()).things.values())
        page.driver.find_elements("css selector", "#list td button")[0].click()
        assert not page.find("#list").is_displayed()
        assert page.find("#panel").is_displayed()

    def test_an_empty_graph_says_so(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, Graph(), tmp_path)
        assert "nothing to draw yet" in page.find("#empty").text
        assert page.console() == []

    def test_hostile_text_executes_nothing(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, evil(), tmp_path)
        for number in range(len(EVIL)):
            page.driver.execute_script("window.topicmap.select(arguments[0])", number)
            assert EVIL[number].split("\u2028")[0] in page.find("#facts").get_attribute("textContent")
        links = [a.get_attribute("href") for a in page.driver.find_elements("css selector", "#facts a")]
        assert links
        assert all(link.startswith("https://a.example/") for link in links)
        page.find("#list-button").click()
        page.search("onerror")
        assert page.driver.execute_script("return window.pwned === undefined && document.images.length === 0")
        assert (page.requests(), page.console()) == ([], [])

    def test_five_thousand_nodes_are_drawn(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, large(1250), tmp_path)
        assert page.seconds < 15
        assert re.fullmatch(r"\d+ of \d{4} things shown", page.find("#status").text)
        assert "Person 17 0" in page.choose("paper 17 about")
        assert page.console() == []
