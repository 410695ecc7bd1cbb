"""The topic map in a browser that reaches no host: what a person does with it, and text that attacks."""

from __future__ import annotations

import json
import os
import re
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import axe
import pytest
from browsers import browsing, wait
from maps import EVIL, Graph, apart, evil, large, small, themes, tied

from kg import terms
from kg.publishing import topicmap
from kg.publishing.topicmap.content import read

SVG = "{http://www.w3.org/2000/svg}"
browser_needed = pytest.mark.needs("chromium", "chromedriver")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browsing(tmp_path_factory.mktemp("browser")) as driver:
        features = [{"name": "prefers-reduced-motion", "value": "reduce"}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        yield driver


@pytest.fixture(autouse=True)
def usual_window(browser: Any) -> Iterator[None]:
    yield
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> str:
    try:
        return axe.fetch(tmp_path_factory.mktemp("axe"))
    except (OSError, subprocess.SubprocessError) as error:
        reason = f"axe-core was not fetched: {error}"
        pytest.fail(reason) if os.environ.get("CI", "").lower() in {"1", "true"} else pytest.skip(reason)


def emulate(browser: Any, width: int, height: int, scheme: str = "light") -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = [
        {"name": "prefers-color-scheme", "value": scheme},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


MAPS: dict[tuple[str, str], Path] = {}
"""What was written: a graph and the program that opens notes -> its map."""


def written(graph: Graph, folder: Path, program: str) -> Path:
    """Write the map of a graph into a folder; the map of an equal graph is the one that was written first."""
    key = ("\n".join(map(str, graph.quads)), program)
    if key not in MAPS:
        (folder / "reading").mkdir(exist_ok=True)
        page = folder / "map.html"
        topicmap.write(graph.store(), page, opening=topicmap.Opening.of(folder, page, program))
        MAPS[key] = page
    return MAPS[key]


class Page:
    """A map, opened."""

    def __init__(self, driver: Any, graph: Graph, folder: Path, *, address: str = "", program: str = "file") -> None:
        self.driver = driver
        self.path = written(graph, folder, program)
        for log in ("browser", "performance"):
            driver.get_log(log)
        self.open(address)

    def open(self, address: str) -> None:
        self.driver.get("about:blank")
        self.driver.get(self.path.as_uri() + address)
        self.wait("return document.body.dataset.drawn === 'yes'")

    def wait(self, script: str, *given: object) -> None:
        wait(self.driver, script, *given, seconds=30)

    def ask(self, script: str, *given: object) -> Any:
        return self.driver.execute_script(f"return {script}", *given)

    def find(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def texts(self, selector: str) -> list[str]:
        return [one.text for one in self.driver.find_elements("css selector", selector)]

    def press(self, *keys: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    def point(self, x: float, y: float, *, click: bool = True) -> None:
        """Move the mouse to a place of the picture as it is drawn now, and click there."""
        frames = "requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(arguments[0])))"
        self.driver.execute_async_script(frames)
        from selenium.webdriver.common.action_chains import ActionChains

        box = self.find("#map").rect
        moved = ActionChains(self.driver).move_to_element_with_offset(
            self.find("#map"), round(x - box["width"] / 2), round(y - box["height"] / 2)
        )
        (moved.click() if click else moved).perform()

    def search(self, text: str) -> list[str]:
        box = self.find("#search")
        box.clear()
        box.send_keys(text)
        rows = "[...document.querySelectorAll('#results [role=option]:not(.saying)')].map((row) => row.innerText)"
        return list(self.ask(rows))  # in one go: sentences come later

    def choose(self, text: str) -> str:
        self.search(text + "\n")
        return str(self.find("#panel").text)

    def address(self) -> str:
        return str(self.driver.current_url).partition("#")[2]

    def console(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        messages = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        sent = [message["params"] for message in messages if message["method"] == "Network.requestWillBeSent"]
        asked = [request["request"]["url"] for request in sent if request["documentURL"].startswith("file:")]
        assert asked, "the log of requests is empty, so it proves nothing"
        return [url for url in asked if not url.startswith(("file:", "data:", "blob:"))]


def theme_named(page: Page, word: str) -> int:
    """Give the number of the theme that has a word in its name."""
    names: list[str] = page.ask("core.themes")
    return next(number for number, name in enumerate(names) if word in name)


@browser_needed
class TestInABrowser:
    def test_opening_asks_no_host_and_reports_nothing(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, small(), tmp_path)
        page.choose("attention is all")
        assert page.requests() == []
        assert page.console() == []

    # Searching

    @pytest.mark.parametrize(
        "query", ["attention is all you", "vaswani need", "AshishVaswani2017", "lukasz all", "atention you neeed"]
    )
    def test_the_search_finds_a_paper_by_title_author_and_key_and_in_spite_of_slips(
        self, browser: Any, tmp_path: Path, query: str
    ) -> None:
        page = Page(browser, small(), tmp_path)
        assert "Attention Is All You Need" in page.choose(query)

    def test_the_search_completes_and_says_what_tells_results_apart(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, themes(), tmp_path)
        found = page.search("robot")
        assert len(found) == 6
        assert any(re.search(r"Part 2\npaper · 2024 · ", row) for row in found)
        page.press("\ue015", "\ue015")
        assert page.find("#search").get_attribute("aria-activedescendant") == "results-2"
        assert set(page.search("roboticz")) == set(found)
        assert page.search("xyzzyx") == []

    def test_exact_words_come_before_beginnings_of_words_and_names_before_authors(
        self, browser: Any, tmp_path: Path
    ) -> None:
        graph = themes()
        for number, name in enumerate(("Guo Long", "Ada Gu", "Gumption in Learning", "Regulated Regulation")):
            kind = "Person" if number < 2 else "ScholarlyArticle"
            thing = f"{'person' if number < 2 else 'paper'}/x{number}"
            graph.thing(thing, f"{terms.PREFIXES['schema']}{kind}", name)
        for topic in range(2):
            graph.fact("paper/x2", terms.ABOUT, f"topic/{topic}")
        graph.fact("paper/x3", terms.AUTHOR, "person/x1")
        page = Page(browser, graph, tmp_path)
        found = [row.partition("\n")[0].strip() for row in page.search("gu")]
        assert found == ["Ada Gu", "Gumption in Learning", "Guo Long", "Regulated Regulation"]

    def test_what_no_name_says_is_found_in_remarks_and_sentences(self, browser: Any, tmp_path: Path) -> None:
        graph = themes()
        graph.fact("paper/02", terms.REMARK, "Its unidirectional planner never looks back, which worries me.")
        graph.fact("paper/13", terms.USES, "method/0", quote="unidirectional graphs are trained")
        page = Page(browser, graph, tmp_path)
        page.search("unidirectional")
        page.wait("return document.querySelectorAll('#results [role=option]').length === 2")
        rows = page.texts("#results li")
        assert rows[0] == "In what the notes say:"
        assert "Part 2" in rows[1]
        assert "“Its unidirectional planner" in rows[1]
        page.press("\ue007")
        assert page.find("#name").text.endswith("Part 2 ★★★★")
        page.search("planner worries")
        page.wait("return document.querySelector('#results small')?.textContent.startsWith('“Its')")
        assert page.console() == []

    # The panel

    def test_the_panel_shows_facts_with_quote_file_line_rule_and_confidence(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, small(), tmp_path)
        assert "confidence" not in page.choose("attention is all").replace("rules and confidence", "")
        page.find("#how-read").click()
        panel = page.find("#panel").text
        assert re.search(r"NeurIPS 2017\nNeurIPS 2017\nreading/n\.md:\d+ · rule citation · confidence 0\.9", panel)
        assert "A. Vaswani, …, Ł. Kaiser" in panel

    @pytest.mark.parametrize(
        ("program", "wanted"),
        [
            ("file", r"file://.*/reading/n\.md"),
            ("vscode", r"vscode://file/.*/reading/n\.md:\d+"),
            ("obsidian", r"obsidian://open\?path=.*reading%2Fn\.md"),
        ],
    )
    def test_places_open_the_note_in_the_program_that_was_chosen(
        self, browser: Any, tmp_path: Path, program: str, wanted: str
    ) -> None:
        page = Page(browser, small(), tmp_path, program=program)
        page.choose("attention is all")
        assert re.fullmatch(wanted, page.find("#facts blockquote a").get_attribute("href"))

    def test_links_lead_out_only_by_http(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, small(), tmp_path)
        page.choose("attention is all")
        link = page.find("#facts li > a")
        assert link.get_attribute("href") == "https://arxiv.org/abs/1706.03762"
        assert "noopener" in link.get_attribute("rel")

    # The picture

    def test_a_click_on_a_name_shows_facts_and_escape_goes_back_step_by_step(
        self, browser: Any, tmp_path: Path
    ) -> None:
        page = Page(browser, themes(), tmp_path)
        number = theme_named(page, "Robotics")
        page.driver.execute_script("go({ theme: arguments[0] })", number)
        place = page.ask("window.topicmap.at('Robotics')")
        assert place["drawn"]
        page.point(place["x"], place["y"] + page.ask("sizeOf(topicmap.number('Robotics'))") + 9)
        assert page.find("#name").text == "Robotics"
        assert "thing=topic" in page.address()
        page.press("\ue00c")
        assert page.find("#kind").text.endswith("theme")
        assert "theme=" in page.address()
        page.press("\ue00c")
        assert not page.find("#panel").is_displayed()
        assert "theme=" not in page.address()

    def test_a_click_on_a_theme_opens_it_and_the_browser_goes_back_and_forward(
        self, browser: Any, tmp_path: Path
    ) -> None:
        page = Page(browser, large(400), tmp_path)
        before = page.ask("nodes.length")
        region = page.ask("(({x, y, r}) => network.canvasToDOM({ x, y: y - r * 0.9 }))(sceneOf().regions[1])")
        page.point(region["x"], region["y"])
        page.wait("return state.theme === sceneOf().regions[1].theme && nodes.length > arguments[0]", before)
        page.driver.back()
        page.wait("return state.theme === null")
        page.driver.forward()
        page.wait("return state.theme !== null")

    def test_an_open_theme_shows_its_parts_and_a_click_on_the_name_of_one_leads_there(
        self, browser: Any, tmp_path: Path
    ) -> None:
        page = Page(browser, large(400), tmp_path)
        page.driver.execute_script("openTheme(sceneOf().regions.find((one) => one.parts.size).theme)")
        page.wait("return hits.filter((one) => one.disc).length > 1")
        before = page.ask("network.getScale()")
        name = page.ask("hits.find((one) => one.disc)")
        place = page.ask(
            "network.canvasToDOM({ x: (arguments[0][0] + arguments[0][2]) / 2, y: (arguments[0][1] + arguments[0][3]) / 2 })",
            name["box"],
        )
        page.point(place["x"], place["y"])
        page.wait("return network.getScale() > 1.2 * arguments[0]", before)
        assert "at=" in page.address()
        page.driver.back()
        page.wait("return Math.abs(network.getScale() - arguments[0]) < 0.01 * arguments[0]", before)

    def test_an_open_theme_lists_its_papers_the_best_first_and_in_other_orders(
        self, browser: Any, tmp_path: Path
    ) -> None:
        graph = themes()
        graph.fact("paper/01", terms.RATING, "2")
        graph.fact("paper/01", terms.REMARK, "Worth a second look. " * 20)
        graph.fact("paper/03", terms.USES, "method/1")
        page = Page(browser, graph, tmp_path)
        page.driver.execute_script("openTheme(arguments[0])", theme_named(page, "Robotics"))
        rows = page.texts("#facts .papers li")
        assert [row.partition("\n")[0][-6:] for row in rows] == ["2 ★★★★", "t 1 ★★", "Part 3", "Part 0"]
        assert rows[1].startswith("Robotics in the Large, Part 1 ★★\n2023 · 4 links\nWorth a second look.")
        assert rows[1].endswith("…")
        assert "2025 · ICML · " in rows[2]
        assert page.find("#about").text == "4 papers · 2 rated · 1 with a remark"
        for order, first in (("year", "Part 3"), ("title", "Part 0"), ("links", "Part 3")):
            page.find(f"#order option[value={order}]").click()
            assert page.texts("#facts .papers li button")[0].endswith(first)
            assert page.address().endswith(f"sort={order}")
        page.find("#facts .papers li:last-child button").click()
        assert page.find("#kind").text == "paper"
        page.find("#close").click()
        assert page.find("#name").text == "Robotics"

    def test_a_band_opens_all_that_two_themes_share(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, tied(), tmp_path)
        differ = "core.views.flatMap((view) => view.by === 'year' ? [] : view.ties.filter((tie) => sharedBy(view, tie).length !== tie[2]))"
        assert page.ask(differ) == []
        tag = page.ask("hits.find(({ tie }) => tie && tie[2] > 1)")
        place = page.ask(
            "network.canvasToDOM({ x: (arguments[0][0] + arguments[0][2]) / 2, y: (arguments[0][1] + arguments[0][3]) / 2 })",
            tag["box"],
        )
        page.point(place["x"], place["y"])
        names = page.ask("arguments[0].slice(0, 2).map((theme) => core.themes[theme])", tag["tie"])
        assert page.find("#name").text == " and ".join(names)
        assert len(page.texts("#facts li")) == tag["tie"][2]
        page.driver.refresh()
        page.wait("return document.body.dataset.drawn === 'yes'")
        assert page.find("#about").text == f"They share {tag['tie'][2]} things."
        page.find("#facts li button").click()
        assert page.find("#kind").text == "method"
        page.press("\ue00c", "\ue00c")
        assert "between" not in page.address()

    def test_gaps_are_listed_drawn_on_request_and_asked_about(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, apart(), tmp_path)
        assert len(page.texts("#gaps li")) == 3
        assert page.ask("hits.filter(({ gap }) => gap).length") == 0
        page.find("#gaps-drawn").click()
        assert page.address() == "gaps=true"
        page.wait("return hits.filter(({ gap }) => gap).length === 2")  # a band leads where two themes share a method
        assert "stroke-dasharray" in page.ask("window.topicmap.svg()")
        tag = page.ask("hits.find(({ gap }) => gap).box")
        place = page.ask(
            "network.canvasToDOM({ x: (arguments[0][0] + arguments[0][2]) / 2, y: (arguments[0][1] + arguments[0][3]) / 2 })",
            tag,
        )
        page.point(place["x"], place["y"])
        assert re.search(
            r"What could “.*” and “.*” learn from each other\? Their topics have no links; by chance [\d.]+ would be",
            page.find("#about").text,
        )
        assert "No paper of one shares anything with a paper of the other." in page.find("#facts").text
        with_method = page.ask("core.gaps.findIndex((gap) => gap[4].length)")
        page.driver.execute_script("go({ between: core.gaps[arguments[0]].slice(0, 2) })", with_method)
        assert page.texts("#facts h3")[0] == "Papers that come nearest"
        assert {row.partition("\n")[0][-7:] for row in page.texts("#facts section:first-child li")} == {"paper 0"}
        assert page.console() == []

    def test_what_notes_of_one_year_cannot_tell_is_said(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, apart(), tmp_path)
        assert page.ask("core.cautions.years").startswith("There is nothing to compare")
        few = Page(browser, themes(), tmp_path)
        assert few.find("#years-caution").text.startswith("There are only 8 papers")
        assert page.ask("core.cautions.gaps").startswith("There are only 8 papers")

    def test_years_of_old_papers_are_told_as_a_span(self, browser: Any, tmp_path: Path) -> None:
        graph = tied()
        graph.thing("topic/old", f"{terms.PREFIXES['skos']}Concept", "Cybernetics")
        for number in range(12):
            graph.thing(f"paper/old{number}", f"{terms.PREFIXES['schema']}ScholarlyArticle", f"Essay {number}")
            graph.fact(f"paper/old{number}", terms.DATE_PUBLISHED, str(1948 + number % 6))
            graph.fact(f"paper/old{number}", terms.ABOUT, "topic/old")
        page = Page(browser, graph, tmp_path)
        rows = page.texts("#themes small")
        assert "12 papers · 1948–1953" in rows
        assert not [row for row in rows if "2024: 0 · 2025: 0" in row]
        written = [one.text for one in ET.fromstring(page.ask("window.topicmap.svg()")).iter(f"{SVG}text")]
        assert "1948–1953" in written

    def test_a_pair_without_a_band_gets_one_when_it_is_asked_for(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, tied(), tmp_path)
        pair = page.ask(
            "sceneOf().ties.find((tie) => !bandsOf(sceneOf()).some((band) => samePair(band.tie, tie))).slice(0, 2)"
        )
        page.driver.execute_script("go({ between: arguments[0] })", pair)
        page.wait("return bandsDrawn(sceneOf()).some(({ tie }) => samePair(tie, arguments[0]))", pair)
        assert page.find("#kind").text == "between two themes"
        assert page.console() == []

    def test_hovering_shows_the_sentence(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, themes(), tmp_path)
        page.driver.execute_script("go({ theme: arguments[0] })", theme_named(page, "Robotics"))
        place = page.ask("window.topicmap.at('Robotics in the Large, Part 0')")
        page.point(place["x"], place["y"], click=False)
        page.wait("return !document.getElementById('tip').hidden")
        assert "A sentence about Robotics" in page.find("#tip").text

    def test_each_view_has_its_question_its_kinds_and_its_address(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, themes(), tmp_path)
        shown = {}
        for name in ("topics", "papers", "people", "methods", "notes", "time"):
            page.find(f"#views button[value={name}]").click()
            assert page.find("#question").text.endswith("?")
            shown[name] = sorted(page.ask("[...new Set([...sceneOf().places.keys()].map((n) => core.kinds[n]))]"))
            assert page.address() == ("" if name == "topics" else f"view={name}")
        assert shown["people"] == ["person"]
        assert shown["methods"] == ["method"]
        page.open("#view=people")
        assert page.find("#views [aria-pressed=true]").text == "People"

    def test_the_best_rated_papers_and_those_to_read_are_listed_beside_the_map(
        self, browser: Any, tmp_path: Path
    ) -> None:
        graph = themes()
        graph.fact("paper/00", terms.RATING, "1")
        graph.fact("paper/01", terms.READING_STATE, terms.TO_READ)
        page = Page(browser, graph, tmp_path)
        assert [row[-8:] for row in page.texts("#liked li")] == [" 2 ★★★★★", "t 2 ★★★★", "Part 0 ★"]
        assert page.texts("#waiting li") == ["Robotics in the Large, Part 1"]
        page.find("#liked li button").click()
        assert page.find("#kind").text == "paper"
        plain = Page(browser, small(), tmp_path)
        assert plain.texts("#liked li") == ["Attention Is All You Need ★★"]
        assert not plain.find("#waiting").is_displayed()

    def test_what_connects_two_themes_is_said_in_words(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, themes(), tmp_path)
        assert page.find("#ties").text == "Strongest: Adam\nRobotics — 图神经网络"
        assert not page.find("#untied").is_displayed()

    def test_themes_to_which_no_band_leads_are_named(self, browser: Any, tmp_path: Path) -> None:
        graph = themes()
        graph.thing("topic/2", "http://www.w3.org/2004/02/skos/core#Concept", "Gas sensors")
        for number, title in enumerate(
            ("Gas sensors of gold", "Gas sensors of tin", "Cheap gas sensors", "On salt", "Sulphur")
        ):
            graph.thing(f"paper/2{number}", "https://schema.org/ScholarlyArticle", title)
            graph.fact(f"paper/2{number}", terms.ABOUT, "topic/2")
        page = Page(browser, graph, tmp_path)
        assert page.find("#untied").text == "Without a band: Gas sensors"
        assert "Gas sensors" in page.texts("#themes .link")
        assert page.find("#bridges").text == "Bridget Between\n1 paper in Robotics · 1 in 图神经网络"

    def test_what_is_new_and_what_grew_is_said_in_numbers(self, browser: Any, tmp_path: Path) -> None:
        graph = themes()
        graph.thing("topic/new", f"{terms.PREFIXES['skos']}Concept", "Manipulation")
        graph.fact("paper/03", terms.ABOUT, "topic/new")
        for number in range(2):
            graph.thing(f"paper/new{number}", f"{terms.PREFIXES['schema']}ScholarlyArticle", f"Robots {number}")
            graph.fact(f"paper/new{number}", terms.DATE_PUBLISHED, "2025")
            graph.fact(f"paper/new{number}", terms.ABOUT, "topic/0")
        page = Page(browser, graph, tmp_path)
        assert page.find("#new-title").text == "New in 2025"
        assert page.texts("#new li") == ["Manipulation · 1 paper"]
        assert page.find("#grown").text == "Robotics · 1 → 3 papers"
        assert page.texts("#themes small") == ["6 papers · 2024: 1 · 2025: 3", "4 papers · 2024: 1 · 2025: 1"]

    def test_a_long_list_begins_with_three_and_a_button_opens_the_rest(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, large(150), tmp_path)
        every = page.ask("bridgeRows().length")
        assert every > 3
        assert len(page.texts("#bridges li")) == 3
        page.driver.execute_script(
            "document.querySelector('#bridges').parentElement.querySelector('button.more').click()"
        )
        assert len(page.texts("#bridges li")) == every

    def test_bands_lead_around_other_themes_and_what_is_written_covers_nothing(
        self, browser: Any, tmp_path: Path
    ) -> None:
        page = Page(browser, tied(), tmp_path)
        behind = """(() => { const scene = sceneOf(); return bandsOf(scene).map((band) => scene.regions.filter((region) =>
            !band.ends.includes(region) && band.points.some(([x, y]) => Math.hypot(x - region.x, y - region.y) < region.r)).length); })()"""
        bands = page.ask(behind)
        assert len(bands) >= 5
        assert set(bands) == {0}
        boxes = page.ask("hits.filter(({ thing }) => thing !== undefined).map(({ box }) => box)")
        overlap = [
            (one, other)
            for one, other in combinations(boxes, 2)
            if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] - 1 and other[1] < one[3] - 1
        ]
        assert page.ask("hits.filter(({ tie }) => tie).length") > 3
        assert overlap == []

    def test_the_names_of_themes_are_whole_in_the_picture_or_a_letter_leads_to_the_list(
        self, browser: Any, tmp_path: Path
    ) -> None:
        for width, height in ((1400, 900), (390, 844)):
            emulate(browser, width, height)
            page = Page(browser, tied(), tmp_path)
            written = [one.text for one in ET.fromstring(page.ask("window.topicmap.svg()")).iter(f"{SVG}text")]
            names = page.ask("core.themes")
            for number, name in enumerate(names):
                words = " ".join(text or "" for text in written).replace("- ", "-")
                assert name in words or chr(65 + number) in written, name
            assert not any((text or "").endswith("…") for text in written)
            assert [row.partition("\n")[2].partition("\n")[0] for row in page.texts("#themes li")] == names

    # Filters

    def test_filters_leave_what_has_to_do_with_what_stays(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, themes(), tmp_path, address="#view=papers")
        page.find("#filters summary").click()
        assert page.find("#status").text == "8 things in 2 themes"
        page.find("#rating option[value='5']").click()
        assert page.find("#status").text == "1 of 8 things"
        page.find("#reset").click()
        venue = page.ask("String(topicmap.number('ICML 2025'))")
        page.find(f"#venue option[value='{venue}']").click()
        assert page.find("#status").text == "2 of 8 things"
        page.find("#views button[value=people]").click()
        assert page.find("#status").text == "2 of 9 things"
        assert "venue=venue" in page.address()
        page.find("#reset").click()
        page.find("#relations input[value=uses]").click()
        page.find("#views button[value=methods]").click()
        assert page.find("#status").text == "0 of 3 things"
        assert page.find("#nothing").is_displayed()

    def test_with_a_filter_bands_count_what_passes(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, tied(), tmp_path)
        counted = "sceneOf().ties.every((tie) => sharedBy(sceneOf().view, tie).length === tie[2] && kept()[tie[3]])"
        before = page.ask("sceneOf().ties.length")
        for changes in ("{ from: 2025 }", "{ from: 0, kinds: ['topic'] }"):
            page.driver.execute_script(f"go({changes})")
            assert page.ask(counted)
            assert 0 < page.ask("sceneOf().ties.length") < before + 1
        page.driver.execute_script("go({ kinds: ['method', 'topic'] })")
        assert page.ask("sceneOf().ties") == []
        assert page.console() == []

    def test_a_disc_shrinks_to_what_passes_the_filters_and_one_without_papers_is_a_ring(
        self, browser: Any, tmp_path: Path
    ) -> None:
        graph = themes()
        graph.fact("paper/00", terms.RATING, "5")
        page = Page(browser, graph, tmp_path)
        before = page.ask("sceneOf().regions.map(({ r }) => r)")
        page.driver.execute_script("go({ rating: 4 })")
        half = page.ask("sceneOf().regions.map(({ r, amount }, n) => (r / arguments[0][n]) ** 2)", before)
        assert sorted(round(share, 3) for share in half) == [0.25, 0.5]
        inside = """sceneOf().regions.every(({ members, x, y, r }) => members.every((n) => {
            const [left, top] = sceneOf().places.get(n); return Math.hypot(left - x, top - y) <= r + 1; }))"""
        assert page.ask(inside)
        page.driver.execute_script("go({ rating: 5, from: 2024 })")
        rings = page.ask("sceneOf().regions.map((region) => [region.r, amountOf(sceneOf(), region)])")
        assert sorted(amount for _, amount in rings) == [0, 1]
        assert min(rings)[1] == 0
        assert min(rings)[0] < 0.15 * max(before)
        page.find("#how summary").click()
        assert "Area: number of papers that pass the filters" in page.find("#explained").text
        assert page.console() == []

    # Colours

    def test_colours_tell_year_rating_or_reading_state_with_a_legend_and_stand_in_the_address(
        self, browser: Any, tmp_path: Path
    ) -> None:
        graph = themes()
        graph.fact("paper/00", terms.READING_STATE, terms.TO_READ)
        page = Page(browser, graph, tmp_path)
        assert not page.find("#tints").is_displayed()
        legends = {}
        for name in ("year", "rating", "reading"):
            page.find(f"#colour option[value={name}]").click()
            assert page.address() == f"colour={name}"
            legends[name] = page.texts("#tints li")
            ET.fromstring(page.ask("window.topicmap.svg()"))
        assert legends == {
            "year": ["2022 (2)", "2023 (2)", "2024 (2)", "2025 (2)"],
            "rating": ["★★★★ (1)", "★★★★★ (1)", "not rated (6)"],
            "reading": ["read (2)", "to read (1)", "no state (5)"],
        }
        counts = page.ask("sceneOf().regions.map((region) => countsOf(sceneOf(), region))")
        assert [sum(column) for column in zip(*counts, strict=True)] == [2, 1, 5]
        page.open("#colour=rating&view=people")
        assert page.find("#colour").get_attribute("value") == "rating"
        page.open("#colour=constructor")
        assert page.find("#colour").get_attribute("value") == "theme"
        assert page.console() == []

    def test_the_slider_goes_through_the_years(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, themes(), tmp_path, address="#view=papers")
        page.find("#filters summary").click()
        page.find("#until").send_keys("\ue012", "\ue012")
        assert page.find("#span").text == "2022 to 2023"
        assert page.find("#status").text == "4 of 8 things"
        assert "until=2023" in page.address()
        page.find("#until").send_keys("\ue014", "\ue014")
        assert page.find("#status").text == "8 things in 2 themes"

    # Around a thing, and between two

    def test_the_neighbourhood_grows_with_its_steps(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, themes(), tmp_path)
        page.choose("Bridget")
        counts = []
        for step in (1, 2, 3):
            page.find(f"#actions button:nth-of-type({step})").click()
            assert f"depth={step}" in page.address()
            counts.append(int(page.find("#status").text.split()[0]))
        assert counts[0] == 3
        assert counts == sorted(set(counts))
        page.press("\ue00c")
        assert "depth" not in page.address()

    def test_a_neighbourhood_fills_the_window_and_counts_what_has_no_room(self, browser: Any, tmp_path: Path) -> None:
        graph = Graph()
        graph.thing("topic/hub", "http://www.w3.org/2004/02/skos/core#Concept", "Hub")
        for number in range(50):
            graph.thing(f"paper/{number}", "https://schema.org/ScholarlyArticle", f"Spoke {number}")
            graph.fact(f"paper/{number}", terms.ABOUT, "topic/hub")
            for author in range(2):
                graph.thing(f"person/{number}-{author}", "https://schema.org/Person", f"Author {number} {author}")
                graph.fact(f"paper/{number}", terms.AUTHOR, f"person/{number}-{author}")
        page = Page(browser, graph, tmp_path, address="#thing=https://kg.example/topic/hub&depth=2")
        assert page.find("#status").text == "72 things, and 79 more that are not shown"
        panel, places = (
            page.find("#panel").rect,
            page.ask("[...sceneOf().places.values()].map(([x, y]) => network.canvasToDOM({ x, y }))"),
        )
        left = page.find("#map").rect["x"]
        assert all(place["x"] > 0 and left + place["x"] < panel["x"] for place in places)
        assert (
            max(place["y"] for place in places) - min(place["y"] for place in places)
            > 0.7 * page.find("#map").rect["height"]
        )

    def test_a_path_between_two_things_is_drawn_and_told_with_quotes(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, themes(), tmp_path)
        page.choose("Author A1")
        page.find("#actions button:last-of-type").click()
        page.find("#end").send_keys("Author B1\n")
        assert page.find("#name").text == "From Author A1 to Author B1"
        steps = page.texts("#facts .steps > li")
        assert len(steps) == 4
        assert "Robotics is trained with Adam" in steps[1]
        assert page.find("#status").text == "5 things"
        shared = "#" + page.address()
        page.open(shared)
        assert page.texts("#facts .steps > li") == steps

    # The same without a mouse, and on a small screen

    def test_the_table_has_what_the_map_has_and_leads_to_it(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, small(), tmp_path)
        found = set()
        page.find("#table-button").click()
        for name in ("topics", "people"):
            page.find(f"#views button[value={name}]").click()
            found |= set(page.texts("#table tbody th > button"))
        kinds = {"topic", "paper", "person"}
        things = read(small().store()).things.values()
        assert found == {str(thing["name"]) for thing in things if thing["kind"] in kinds}
        page.find("#table th button").click()
        assert not page.find("#table").is_displayed()
        assert page.find("#panel").is_displayed()

    def test_everything_can_be_reached_by_keys(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, themes(), tmp_path)
        page.press("/")
        assert page.ask("document.activeElement.id") == "search"
        page.press("Bridget", "\ue007")
        assert page.find("#name").text == "Bridget Between"
        page.find("#themes button").send_keys("\ue007")
        assert "theme=" in page.address()
        page.find("#themes button").send_keys("\ue00c")
        assert "theme=" not in page.address()
        unnamed = "[...document.querySelectorAll('button, input, select')].filter((one) => !(one.textContent.trim()"
        assert page.ask(f"{unnamed} || one.ariaLabel || one.labels?.length)).map((one) => one.outerHTML)") == []

    def test_arrow_keys_move_in_the_picture_and_enter_opens(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, tied(), tmp_path)
        page.driver.execute_script("document.querySelector('#map .vis-network').focus()")
        page.press("\ue014")
        first = page.ask("cursor")
        assert first is not None
        assert page.find("#spoken").get_attribute("textContent")
        across = "targets().find(({ key }) => key === cursor).x"
        before = page.ask(across)
        page.press("\ue014")
        assert page.ask("cursor") != first
        assert page.ask(across) > before
        page.press("\ue012")
        everywhere = {page.ask("cursor")}
        for key in "\ue015\ue012\ue013\ue014" * 8:
            page.press(key)
            everywhere.add(page.ask("cursor"))
        assert len(everywhere) > 5
        region = page.ask("targets().find(({ region }) => region).key")
        page.driver.execute_script("cursor = arguments[0]", region)
        page.press("\ue007")
        assert page.find("#kind").text.endswith("theme")
        assert page.ask("$('map').contains(document.activeElement)")
        page.press("\ue00c")
        assert page.address() == ""
        scale = page.ask("network.getScale()")
        page.press("+")
        assert page.ask("network.getScale()") > scale
        page.press("-")
        assert page.ask("network.getScale()") == pytest.approx(scale)
        assert page.console() == []

    def test_a_narrow_window_has_the_picture_above_and_the_rest_below(self, browser: Any, tmp_path: Path) -> None:
        emulate(browser, 390, 844)
        page = Page(browser, themes(), tmp_path)
        picture, beside = page.find("main").rect, page.find("#side").rect
        assert picture["height"] > 400
        assert beside["y"] >= picture["y"] + picture["height"] - 1
        assert page.ask("document.documentElement.scrollWidth") <= 390
        page.find("#side-button").click()
        assert page.find("#kinds").is_displayed()
        assert page.ask("document.getElementById('filters').getBoundingClientRect().top") < 844

    def test_a_window_that_is_turned_shows_the_map_on_its_side_and_the_same_address(
        self, browser: Any, tmp_path: Path
    ) -> None:
        page = Page(browser, large(400), tmp_path)
        box = "sceneOf().box.map((end, n, all) => end - all[n - 2]).slice(2)"
        wide, high = page.ask(box)
        assert wide > high
        emulate(browser, 500, 1100)
        page.wait(f"const [wide, high] = {box}; return high > wide")
        left, top, right, bottom = page.ask("sceneOf().box")
        shown = "const [left, top, right, bottom] = viewport(); return right > left && arguments[0] > left"
        page.wait(
            f"{shown} && arguments[1] > top && arguments[2] < right && arguments[3] < bottom", left, top, right, bottom
        )
        assert page.ask("network.getScale() * arguments[0] > 0.7 * $('map').clientHeight", bottom - top)
        there = page.ask("(({x, y}) => toStored(viewOf.get('topics'), [x + 7, y - 3, 1]))(sceneOf().regions[2])")
        assert there == page.ask("((row) => [row[1] - 3, row[2] + 7, 1])(viewOf.get('topics').regions[2])")
        assert page.ask("fromStored(viewOf.get('topics'), arguments[0])", there) == page.ask(
            "(({x, y}) => [x + 7, y - 3, 1])(sceneOf().regions[2])"
        )

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize(("width", "height"), [(1400, 900), (390, 844)])
    def test_the_page_has_no_serious_fault_on_any_screen(
        self, browser: Any, tmp_path: Path, checker: str, *, width: int, height: int, scheme: str
    ) -> None:
        emulate(browser, width, height, scheme)
        browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})  # for the checker, which is no script of ours
        graph = apart()
        graph.fact("paper/0-1", terms.RATING, "2")
        graph.fact("paper/0-1", terms.REMARK, "Worth a second look.")
        page = Page(browser, graph, tmp_path)
        found = {}
        for changes in (
            "{}",
            "{ table: true }",
            "{ table: false, theme: 0 }",
            "{ theme: 0, thing: 0, depth: 1 }",
            "{ theme: null, thing: null, depth: 0, gaps: true, between: core.gaps[0].slice(0, 2) }",
            "{ between: null, colour: 'rating', rating: 1 }",
            "{ view: 'time', rating: 0 }",
        ):
            page.driver.execute_script(f"go({changes})")
            page.driver.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            found[changes] = axe.faults(browser, checker, () if scheme == "light" else axe.COLOURS)
        page.search("second")
        page.wait("return document.querySelectorAll('#results .saying').length > 0")
        found["search"] = axe.faults(browser, checker, () if scheme == "light" else axe.COLOURS)
        browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": False})

        assert {changes: faults for changes, faults in found.items() if faults} == {}

    # Pictures to keep

    def test_a_picture_is_kept_as_svg_with_its_text(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, themes(), tmp_path)
        page.driver.execute_script("go({ theme: arguments[0] })", theme_named(page, "图"))
        svg = ET.fromstring(page.ask("window.topicmap.svg()"))
        written = "".join(svg.itertext())
        assert "图神经网络" in written
        assert "Topic map: Topics" in written

    def test_the_buttons_save_files(self, browser: Any, tmp_path: Path) -> None:
        from selenium.webdriver.support.ui import WebDriverWait

        kept = {"behavior": "allow", "downloadPath": str(tmp_path)}
        browser.execute_cdp_cmd("Browser.setDownloadBehavior", kept)
        page = Page(browser, themes(), tmp_path)
        for suffix, beginning in (("png", b"\x89PNG"), ("svg", b"<?xml")):
            page.find(f"#{suffix}").click()
            saved = tmp_path / f"topic-map-topics.{suffix}"
            # A browser writes a PNG when it has nothing else to do, which on a busy machine is not soon.
            WebDriverWait(browser, 60).until(lambda _, file=saved: file.exists() and file.read_bytes())
            assert saved.read_bytes().startswith(beginning)

    # What could go wrong

    def test_an_empty_graph_says_so(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, Graph(), tmp_path)
        assert "nothing to draw yet" in page.find("#empty").text
        assert page.console() == []

    def test_things_that_nothing_connects_are_listed_beside(self, browser: Any, tmp_path: Path) -> None:
        graph = Graph()
        for number in range(3):
            graph.thing(f"paper/{number}", "https://schema.org/ScholarlyArticle", f"Paper {number}")
        page = Page(browser, graph, tmp_path)
        assert page.texts("#loose li") == ["n", "Paper 0", "Paper 1", "Paper 2"]
        assert "Nothing connects these things yet" in page.find("#nothing").text
        page.find("#loose li:last-child button").click()
        assert page.find("#name").text == "Paper 2"
        assert page.console() == []

    def test_an_address_that_names_nothing_shows_the_map(self, browser: Any, tmp_path: Path) -> None:
        page = Page(
            browser, small(), tmp_path, address="#view=x&thing=y&theme=z&at=1,b,0&depth=99&from=NaN&__proto__=1"
        )
        assert page.find("#status").text == "3 things"
        assert page.console() == []

    def test_hostile_text_executes_nothing(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, evil(), tmp_path)
        assert len(EVIL) == 20
        for number, text in enumerate(EVIL):
            paper = page.ask("core.iris.findIndex((iri) => iri === `paper/${arguments[0]}`)", number)
            page.driver.execute_script("window.topicmap.select(arguments[0])", paper)
            assert text.split("\u2028")[0] in page.find("#facts").get_attribute("textContent")
            page.driver.execute_script("go({ depth: 2 })")
            page.driver.execute_script("window.topicmap.svg()")
        links = [a.get_attribute("href") for a in page.driver.find_elements("css selector", "#facts a")]
        assert links
        assert all(link.startswith(("https://a.example/", "file:///")) for link in links)
        for theme in range(page.ask("core.themes.length")):
            page.driver.execute_script("openTheme(arguments[0])", theme)
        page.driver.execute_script(
            "go({ theme: null, between: pairOf('topics', core.themes.slice(0, 2)), gaps: true })"
        )
        for colour in ("year", "rating", "reading", "theme"):
            page.driver.execute_script("go({ colour: arguments[0] })", colour)
        for name in page.ask("core.views.filter((view) => view.nodes.length).map((view) => view.name)"):
            page.driver.execute_script("go({ view: arguments[0], thing: null, depth: 0, table: true })", name)
        page.search("onerror")
        assert page.ask("window.pwned === undefined && document.images.length === 0 && ({}).pwned === undefined")
        ET.fromstring(page.ask("window.topicmap.svg()"))
        assert (page.requests(), page.console()) == ([], [])

    def test_of_many_things_only_what_is_large_enough_is_drawn(self, browser: Any, tmp_path: Path) -> None:
        page = Page(browser, large(700), tmp_path)
        assert page.ask("COUNT") > 2800
        assert page.ask("nodes.length") <= 300
        drawn = []
        for _ in range(6):
            page.find("#in").click()
            drawn.append(page.ask("nodes.length"))
        assert 40 < max(drawn) <= 300
        assert "Person 17 0" in page.choose("paper 17 about")
        assert page.console() == []
