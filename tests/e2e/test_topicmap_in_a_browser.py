"""The topic map in a browser that reaches no host: search, filters, facts, and text that attacks."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import browsing, wait
from maps import EVIL, Graph, evil, large, small

from kg.publishing import topicmap
from kg.publishing.topicmap.content import read

browser_needed = pytest.mark.needs("chromium", "chromedriver")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browsing(tmp_path_factory.mktemp("browser")) as driver:
        yield driver


class Page:
    """A map, opened."""

    def __init__(self, driver: Any, graph: Graph, folder: Path) -> None:
        self.driver = driver
        path = folder / "map.html"
        began = time.perf_counter()
        topicmap.write(graph.store(), path)
        self.written = time.perf_counter() - began
        """What kg took to write the map: the measure of what the browser may take to draw it."""
        for log in ("browser", "performance"):
            driver.get_log(log)
        began = time.perf_counter()
        driver.get(path.as_uri())
        self.wait("return document.body.dataset.drawn === 'yes'")
        self.seconds = time.perf_counter() - began

    def wait(self, script: str) -> None:
        wait(self.driver, script)

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
        assert page.seconds < 12 * page.written
        assert re.fullmatch(r"\d+ of \d{4} things shown", page.find("#status").text)
        assert "Person 17 0" in page.choose("paper 17 about")
        assert page.console() == []
