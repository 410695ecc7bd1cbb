"""The explorer as a person uses it: typing, choosing, deciding, reading on any screen, and with a screen reader."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe
import pytest
from browsers import browsing, wait
from exploring import STRANGE, write_vault
from servers import Server, serving

from kg.cli import main

pytestmark = pytest.mark.needs("chromium", "chromedriver")

ENTER, DOWN, ESCAPE = "\ue007", "\ue015", "\ue00c"
PERSON = "thing/person/jure-leskovec"
PAGES = {
    "home": "",
    "search": "search?q=graph",
    "thing": PERSON,
    "attack": "thing/paper/evil2024",
    "note": "note/llm-outline.md?line=7",
    "notes": "notes",
    "filtered notes": "notes?q=outline",
    "topics": "topics",
    "filtered topics": "topics?q=a",
    "topic": "thing/topic/alignment",
    "method": "thing/method/bert",
    "more": "search?q=kind:person&show=more",
    "questions": "questions",
    "question": "questions/papers-by-rating",
    "why": "why/person/jure-leskovec",
    "decide": "decide?sort=ignore&thing=person/jure-leskovec",
    "next": "next?topic=bert",
    "sentence": "search?q=how+is+BERT+related+to+CIFAR-10",
    "path": "path?from=BERT&to=jure-leskovec",
    "report": "report",
    "map": "map",
    "nothing": "thing/none",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("browsed")
    notes, graph = write_vault(folder / "notes"), folder / "graph"
    assert main(["build", str(notes), "--graph", str(graph), "--no-map"]) == 0
    with serving(graph, "--workers", "2", "--decide") as running:
        yield running
        assert running.log == []


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browsing(tmp_path_factory.mktemp("browser"), "127.0.0.1") as driver:
        yield driver


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> str:
    try:
        return axe.fetch(tmp_path_factory.mktemp("axe"))
    except (OSError, subprocess.SubprocessError) as error:
        reason = f"axe-core was not fetched: {error}"
        pytest.fail(reason) if os.environ.get("CI", "").lower() in {"1", "true"} else pytest.skip(reason)


@pytest.fixture(autouse=True)
def unharmed(browser: Any, request: pytest.FixtureRequest) -> Iterator[None]:
    """After each test the browser has not complained, and nothing of a note has run."""
    browser.get_log("browser")
    yield
    assert "hacked" not in browser.title
    told = [entry["message"] for entry in browser.get_log("browser")]
    assert [message for message in told if "status of 404" not in message] == []


def find(browser: Any, selector: str) -> Any:
    return browser.find_element("css selector", selector)


def emulate(browser: Any, width: int = 1400, scheme: str = "light") -> None:
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def test_names_are_offered_and_chosen_with_the_keyboard(browser: Any, server: Server) -> None:
    emulate(browser)
    browser.get(server.address)
    field = find(browser, "#words")
    field.send_keys("jure")
    wait(browser, "return document.querySelector('.offered li')?.textContent === 'Jure Leskovec person'")
    assert field.get_attribute("aria-expanded") == "true"
    field.send_keys(ESCAPE)
    assert not find(browser, ".offered").is_displayed()
    field.send_keys(" l")
    wait(browser, "return !document.querySelector('.offered').hidden")
    field.send_keys(DOWN, ENTER)
    wait(browser, "return document.title.startsWith('Jure Leskovec')")


def test_results_follow_what_is_typed(browser: Any, server: Server) -> None:
    browser.get(f"{server.address}search")
    find(browser, "#words").send_keys("document.title")
    wait(browser, "return document.querySelector('#things b')?.textContent.includes('<script>')")

    assert browser.current_url.endswith("/search?q=document.title")
    assert browser.execute_script("return document.scripts.length") == 1


def test_a_name_in_a_note_leads_to_the_thing_and_back(browser: Any, server: Server) -> None:
    browser.get(f"{server.address}note/llm-outline.md?line=25#line-25")
    mark = browser.find_element("link text", "LoRA")
    assert mark.get_attribute("title") == "method: LoRA"
    mark.click()
    wait(browser, "return document.title.startsWith('LoRA')")
    browser.find_element("link text", "llm-outline.md:25").click()
    wait(browser, "return document.querySelector('.wanted .at')?.textContent === '25'")


def test_a_decision_is_confirmed_and_written(browser: Any, server: Server) -> None:
    browser.get(server.address + PERSON)
    find(browser, "input[name=name]").send_keys("Leskovec, Jure")
    find(browser, "button[value=rename]").click()
    wait(browser, "return document.title.startsWith('Decide')")
    written = server.graph.parent / "notes" / "decisions.toml"
    assert not written.exists()
    find(browser, "#confirm").click()
    wait(browser, "return document.querySelector('h1')?.textContent === 'Decided'")

    assert 'name = "Leskovec, Jure"' in written.read_text(encoding="utf-8")
    written.unlink()


def test_a_page_is_shown_anew_after_a_build_unless_a_person_writes_on_it(browser: Any, tmp_path: Path) -> None:
    notes, graph = write_vault(tmp_path / "notes"), tmp_path / "graph"
    command = ["build", str(notes), "--graph", str(graph), "--no-map"]
    assert main(command) == 0
    with serving(graph, "--workers", "1") as running:
        browser.get(running.address)
        browser.execute_script("window.before = true")
        (notes / "new.md").write_text("# New\n\nWe tried AlexNet on ImageNet.\n", encoding="utf-8")
        assert main(command) == 0
        wait(browser, "return !window.before && document.readyState === 'complete'")
        browser.execute_script("window.before = true")
        find(browser, "#words").send_keys("a")
        (notes / "new.md").unlink()
        assert main(command) == 0
        wait(browser, "return !document.getElementById('news').hidden")
        assert browser.execute_script("return window.before")
        browser.get("about:blank")


def test_no_page_has_a_serious_fault_on_any_screen(browser: Any, server: Server, checker: str) -> None:
    browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})  # for the checker, which is no script of ours
    found = {}
    for name, address in {**PAGES, "strange": "note/" + STRANGE.replace("?", "%3F").replace("#", "%23")}.items():
        emulate(browser)
        browser.get(server.address + address)
        for width in (1400, 390):
            for scheme, rules in (("light", ()), ("dark", axe.COLOURS)):
                emulate(browser, width, scheme)
                found[name, width, scheme] = axe.faults(browser, checker, rules)
                if browser.execute_script("return document.documentElement.scrollWidth") > width:
                    found[name, width, scheme].append("wider than the screen")
    browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": False})

    assert {place: told for place, told in found.items() if told} == {}


def test_the_report_as_a_file_is_read_on_any_screen(browser: Any, server: Server, checker: str, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    assert main(["report", "--html", str(file), "--graph", str(server.graph)]) == 0
    browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
    for width in (1400, 390):
        emulate(browser, width)
        browser.get(file.as_uri())
        for scheme, rules in (("light", ()), ("dark", axe.COLOURS)):
            emulate(browser, width, scheme)
            assert axe.faults(browser, checker, rules) == []
            assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": False})


def test_the_map_leads_to_the_pages_of_things_and_notes_and_back(browser: Any, server: Server) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    assert main(["map", "--graph", str(server.graph)]) == 0
    browser.get(server.address + PERSON)
    find(browser, "a[href^='/map#thing=']").click()
    wait(browser, "return !!document.querySelector('#name a')")
    assert find(browser, "#home").is_displayed()
    assert find(browser, "#name a").get_attribute("href") == f"{server.address}{PERSON}"
    wait(browser, "return !!document.querySelector('#facts blockquote a')")
    note = find(browser, "#facts blockquote a").get_attribute("href")
    assert note.startswith(f"{server.address}note/")
    find(browser, "#name a").click()
    WebDriverWait(browser, 30).until(lambda one: one.current_url == f"{server.address}{PERSON}")
    browser.back()
    wait(browser, "return !!document.getElementById('home')")
    find(browser, "#home").click()
    WebDriverWait(browser, 30).until(lambda one: one.current_url == server.address)
