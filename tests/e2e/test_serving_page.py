"""The page of `kg serve` in a browser that reaches this machine only: asking, completing, views, files, and who may not."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from browsers import browsing, wait
from places import ROOT
from servers import EVIL, Server, named, papers, serving, wait_until, write_graph

from kg import terms
from kg.rdf import index, replacing
from kg.serving import pages

pytestmark = pytest.mark.needs("chromium", "chromedriver")

NAMES = "SELECT ?p ?name { ?p a schema:ScholarlyArticle ; schema:name ?name } ORDER BY ?name LIMIT 5"
GRAPH = "CONSTRUCT { ?p schema:author ?a } { ?p schema:author ?a }"
ENDLESS = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l } ORDER BY ?c ?f"
SHOWN = "return getComputedStyle(arguments[0]).display !== 'none'"
CONTROL, ENTER, ESCAPE, TAB = "\ue009", "\ue007", "\ue00c", "\ue004"
WATCH = """
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective));
"""


def graph(count: int = 30, *, year: int = 2020) -> list[ox.Quad]:
    """Papers with authors, one of whom attacks by his name."""
    quads = papers(count, year=year)
    note = quads[0].graph_name
    for number in range(count):
        person = named(f"person/{number % 7}")
        name = ox.Literal(EVIL if number % 7 == 0 else f"Ada Person {number % 7}")
        quads += [
            ox.Quad(named(f"paper/{number}"), ox.NamedNode(terms.AUTHOR), person, note),
            ox.Quad(person, ox.NamedNode(terms.TYPE), ox.NamedNode("https://schema.org/Person"), note),
            ox.Quad(person, ox.NamedNode(terms.LABEL), name, note),
        ]
    return quads


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = write_graph(tmp_path_factory.mktemp("page") / "graph", graph())
    with serving(folder, "--timeout", "120", "--workers", "2") as running:
        yield running
        assert running.log == []


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browsing(tmp_path_factory.mktemp("browser"), "127.0.0.1") as driver:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        yield driver


class Page:
    """The page, as a person uses it."""

    def __init__(self, driver: Any, server: Server) -> None:
        self.driver = driver
        self.server = server

    def open(self, address: str = "") -> Page:
        self.driver.get("about:blank")
        self.driver.get(f"{self.server.address}query{address}")
        return self.ready()

    def ready(self) -> Page:
        self.wait(
            "return document.readyState === 'complete' && (!window.Yasqe || !!document.querySelector('.CodeMirror'))"
        )
        return self

    def wait(self, script: str, *given: object) -> None:
        wait(self.driver, script, *given, seconds=60)

    def find(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def all(self, selector: str) -> list[Any]:
        return list(self.driver.find_elements("css selector", selector))

    def keys(self, *keys: str) -> None:
        """Press keys where the focus is; a key behind CONTROL is pressed with it."""
        from selenium.webdriver.common.action_chains import ActionChains

        chain = ActionChains(self.driver)
        if keys[0] == CONTROL:
            chain.key_down(CONTROL).send_keys(*keys[1:]).key_up(CONTROL).perform()
        else:
            chain.send_keys(*keys).perform()

    def type(self, query: str) -> Page:
        """Write a query into the editor in place of what is there, key by key."""
        self.find(".CodeMirror-lines").click()
        self.keys(CONTROL, "a")
        self.keys(query)
        return self

    def put(self, query: str) -> Page:
        """Put a query into the editor in place of what is there, all at once as an input method does."""
        self.find(".CodeMirror-lines").click()
        self.keys(CONTROL, "a")
        self.driver.execute_cdp_cmd("Input.insertText", {"text": query})
        return self

    @property
    def text(self) -> str:
        script = "const e = document.querySelector('.CodeMirror'); return e ? e.CodeMirror.getValue() : null"
        return str(self.driver.execute_script(script) or self.find("#query").get_property("value"))

    @property
    def status(self) -> str:
        return str(self.find("#status").text)

    def run(self) -> Page:
        self.find("#run").click()
        return self.answered()

    def answered(self) -> Page:
        self.wait("return !['', 'Running …'].includes(document.getElementById('status').textContent)")
        return self

    def ask(self, query: str) -> Page:
        return self.put(query).run()

    def view(self, name: str) -> Page:
        self.find(f"[data-view={name}]").click()
        return self

    @property
    def rows(self) -> list[list[str]]:
        script = "return [...document.querySelectorAll('tbody tr')].map((r) => [...r.cells].map((c) => c.textContent))"
        return list(self.driver.execute_script(script))

    def completions(self) -> list[str]:
        self.wait("return !!document.querySelector('.CodeMirror-hints li')")
        return [item.text for item in self.all(".CodeMirror-hints li")]

    def emulate(self, *, width: int = 1400, scheme: str = "light") -> Page:
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme_feature = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme_feature})
        return self


@pytest.fixture
def page(browser: Any, server: Server) -> Iterator[Page]:
    """The page with its editor; afterwards it must not have asked elsewhere, complained, or run what a note says."""
    if not pages.has_editor():
        reason = "the editor was not fetched when kg was installed (see hatch_build.py)"
        pytest.fail(reason) if os.environ.get("CI", "").lower() in {"1", "true"} else pytest.skip(reason)
    for log in ("browser", "performance"):
        browser.get_log(log)
    opened = Page(browser, server).emulate().open()
    yield opened
    assert_unharmed(opened)


def assert_unharmed(page: Page) -> None:
    driver = page.driver
    assert driver.execute_script("return window.violations") == []
    assert driver.execute_script("return document.images.length") == 0
    assert "hacked" not in driver.title
    told = [entry["message"] for entry in driver.get_log("browser")]
    # The browser itself notes that a query was refused.
    assert [message for message in told if "the server responded with a status of 400" not in message] == []
    asked = requests(driver)
    assert asked, "the log of requests is empty, so it proves nothing"
    assert [url for url in asked if not url.startswith((page.server.address, "data:", "blob:", "about:"))] == []


def requests(driver: Any) -> list[str]:
    messages = (json.loads(entry["message"])["message"] for entry in driver.get_log("performance"))
    return [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]


# Asking.


def test_a_query_is_typed_and_run_by_the_button(page: Page) -> None:
    page.type(NAMES).run()

    assert page.status.startswith("5 rows in ")
    assert [row[1] for row in page.rows] == [EVIL, "Paper 1", "Paper 10", "Paper 11", "Paper 12"]


def test_control_enter_runs_the_query(page: Page) -> None:
    page.type("ASK { ?p schema:name 'Paper 3' }").keys(CONTROL, ENTER)

    assert page.answered().rows == [["yes"]]


def test_names_are_shown_instead_of_iris_and_iris_again(page: Page) -> None:
    page.ask("SELECT DISTINCT ?a ?t { ?x schema:author ?a . ?a a ?t } ORDER BY ?a LIMIT 2")
    page.wait("return document.querySelector('tbody').textContent.includes('Ada Person 1')")
    assert page.rows == [[EVIL, "schema:Person"], ["Ada Person 1", "schema:Person"]]
    assert page.find("tbody tr + tr td").get_attribute("title") == "https://kg.example/person/1"

    page.find("#names").click()
    assert page.rows[1] == ["https://kg.example/person/1", "https://schema.org/Person"]


def test_terms_of_the_ontology_are_completed(page: Page) -> None:
    page.type("SELECT * { ?p schema:au")

    assert "schema:author" in page.completions()
    page.wait("return document.querySelector('.CodeMirror-hint-active').textContent === 'schema:author'")
    page.keys(ENTER)
    assert "?p schema:author" in page.text


def test_names_in_the_graph_are_completed_in_a_string(page: Page) -> None:
    page.type('SELECT * { ?p schema:name "paper 2')

    page.wait("return document.querySelector('.CodeMirror-hint-active')?.textContent === '\"Paper 2\"'")
    assert page.completions()[:2] == ['"Paper 2"', '"Paper 20"']
    page.keys(ENTER)
    page.wait("return !document.querySelector('.CodeMirror-hints')")
    page.keys(" }")
    assert page.text == 'SELECT * { ?p schema:name "Paper 2" }'
    assert page.run().status.startswith("1 row in ")


def test_an_error_tells_line_and_column(page: Page) -> None:
    page.ask("SELECT ?x { ?x foo:bar ?y }")

    assert "line 1, column 16: unknown prefix 'foo:'" in page.status
    assert not page.find("#answer").is_displayed()


def test_an_empty_answer_says_why(page: Page) -> None:
    page.ask("SELECT ?p { ?p schema:datePublished ?y FILTER(?y > 2020) }")

    assert page.status.startswith("0 rows in ")
    assert "here ?y, are years: write YEAR(?y) > 2020" in page.status


def test_stop_ends_a_query(page: Page) -> None:
    page.type(ENDLESS)
    page.find("#run").click()
    page.wait(SHOWN, page.find("#stop"))
    page.find("#stop").click()

    assert page.answered().status == "Stopped."
    assert page.ask("ASK {}").rows == [["yes"]]


def test_a_ready_made_question_is_put_into_the_editor(page: Page) -> None:
    option = page.find("#ready option:nth-child(2)")
    query = option.get_attribute("data-query")
    option.click()

    assert page.text == query
    page.run()
    assert " row" in page.status


def test_an_answer_is_shown_as_table_and_as_it_came(page: Page) -> None:
    page.ask(NAMES).view("raw")
    assert json.loads(page.find("#raw").text)["head"] == {"vars": ["p", "name"]}
    assert not page.find("#table").is_displayed()
    assert not page.find("[data-view=picture]").is_displayed()

    page.view("table")
    assert page.find("#table").is_displayed()
    page.ask(GRAPH).view("raw")
    assert page.find("#raw").text.count(" .\n") == 29


def test_triples_are_drawn(page: Page) -> None:
    page.ask(GRAPH).view("picture")

    page.wait(
        """const canvas = document.querySelector('#picture canvas');
        if (!canvas) return false;
        // The browser complains of a canvas that is read again and again, unless it was made for that.
        const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
        const context = copy.getContext('2d', { willReadFrequently: true });
        context.drawImage(canvas, 0, 0);
        const { data } = context.getImageData(0, 0, copy.width, copy.height);
        return data.some((value, at) => at % 4 === 3 && value > 0);"""
    )


def test_many_rows_are_shown_in_parts(page: Page) -> None:
    page.ask("SELECT * { ?s ?p ?o . ?x a schema:Person ; rdfs:label ?n } LIMIT 700")

    assert page.status.startswith("700 rows")
    assert len(page.rows) == 500
    page.find("#table button").click()
    assert len(page.rows) == 700


@pytest.mark.parametrize(
    ("query", "label", "file", "type"),
    [
        (NAMES, "CSV", "answer.csv", "text/csv"),
        (NAMES, "TSV", "answer.tsv", "text/tab-separated-values"),
        (NAMES, "JSON", "answer.json", "application/sparql-results+json"),
        (GRAPH, "Turtle", "answer.ttl", "text/turtle"),
        (GRAPH, "JSON-LD", "answer.jsonld", "application/ld+json"),
        (GRAPH, "RDF/XML", "answer.rdf", "application/rdf+xml"),
    ],
)
def test_what_is_saved_is_what_the_endpoint_gives(
    page: Page, tmp_path: Path, query: str, label: str, file: str, type: str
) -> None:
    behaviour = {"behavior": "allow", "downloadPath": str(tmp_path)}
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)
    page.ask(query)
    next(button for button in page.all("#downloads button") if button.text == f"Save as {label}").click()

    wait_until((tmp_path / file).is_file, seconds=60)
    assert sorted((tmp_path / file).read_bytes()) == sorted(page.server.query(query, type).body)


# The address.


def test_the_address_holds_the_query_for_reloading_and_going_back(page: Page) -> None:
    page.ask("ASK { ?p schema:name 'Paper 3' }").ask("SELECT (2 AS ?x) {}")
    page.driver.refresh()
    page.ready().answered()
    assert (page.text, page.rows) == ("SELECT (2 AS ?x) {}", [["2"]])

    page.driver.back()
    page.wait("return document.querySelector('tbody').textContent === 'yes'")
    assert page.text == "ASK { ?p schema:name 'Paper 3' }"

    page.driver.forward()
    page.wait("return document.querySelector('tbody').textContent === '2'")
    assert page.text == "SELECT (2 AS ?x) {}"


def test_a_query_that_comes_by_a_link_waits_for_the_person_to_run_it(page: Page) -> None:
    for address in ("#query=SELECT+%282+AS+%3Fx%29+%7B%7D", "?query=SELECT+%282+AS+%3Fx%29+%7B%7D"):
        page.driver.get_log("performance")
        page.open(address)

        assert page.text == "SELECT (2 AS ?x) {}"
        assert not page.find("#answer").is_displayed()
        assert not [url for url in requests(page.driver) if url.endswith("/sparql")]
        assert page.run().rows == [["2"]]


def test_another_site_cannot_have_a_query_run(page: Page) -> None:
    driver, address = page.driver, page.server.address
    driver.get(
        "data:text/html,"
        f"<form id=f method=post action='{address}sparql'><input name=query value='ASK%20%7B%7D'></form>"
        f"<a id=a href='{address}sparql?query=ASK%7B%7D'>link</a>"
    )
    driver.execute_script("document.getElementById('f').submit()")
    page.wait("return document.body && document.body.textContent.includes('may not query this server')")
    driver.back()
    page.wait("return !!document.getElementById('a')")
    page.find("#a").click()
    page.wait("return document.body && document.body.textContent.includes('Another site sent this request')")
    assert [
        e["message"] for e in driver.get_log("browser") if "403" not in e["message"] and "icon" not in e["message"]
    ] == []
    page.open()
    driver.get_log("performance")
    page.ask("ASK {}")


# Text that attacks.


def test_text_of_notes_executes_nothing_in_any_view(page: Page) -> None:
    page.ask(NAMES)
    assert EVIL in page.find("#table").text
    page.view("raw")
    assert "onerror" in page.find("#raw").text
    page.ask("CONSTRUCT { ?p rdfs:label ?n ; schema:author ?a } { ?p schema:name ?n ; schema:author ?a } LIMIT 40")
    page.view("picture").wait("return !!document.querySelector('#picture canvas')")
    page.view("table").wait("return document.querySelector('tbody').textContent.includes('onerror')")
    page.type(f"SELECT {EVIL}").run()
    assert "line 1" in page.status
    page.type('SELECT * { ?p schema:name "<img')
    assert any("onerror" in text for text in page.completions())
    page.keys(ESCAPE)
    assert_unharmed(page)
    page.open(f"?query={EVIL.replace('#', '%23')}")
    assert page.text == EVIL
    page.ask(f"SELECT ('{'<b>' * 3}' AS ?b) (IRI('javascript:alert(1)') AS ?i) {{}}")
    assert page.rows == [["<b><b><b>", "javascript:alert(1)"]]
    assert page.all("#answer a, #answer b, #answer img, #answer script") == []


# How it looks.

CONTRAST = """
const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
  .reduce((sum, c, at) => sum + c * [.2126, .7152, .0722][at], 0);
const behind = (element) => {
  for (let e = element; e; e = e.parentElement) {
    const color = parse(getComputedStyle(e).backgroundColor);
    if (color.length === 3 || color[3] === 1) return color;
  }
  return parse(getComputedStyle(document.documentElement).colorScheme === 'dark' ? '0 0 0' : '255 255 255');
};
return [...document.querySelectorAll(arguments[0])].filter((e) => e.getClientRects().length).map((element) => {
  const [a, b] = [light(parse(getComputedStyle(element).color)), light(behind(element))].sort((x, y) => y - x);
  return [element.id || element.className || element.tagName, (a + .05) / (b + .05)];
});
"""
TEXT = (
    "h1, label, .hint, code, button, select, th, td, #status, pre, .CodeMirror-line span span, .CodeMirror-linenumber"
)


@pytest.mark.parametrize("width", [1400, 390])
def test_it_can_be_read_on_any_screen(page: Page, width: int) -> None:
    states = (
        page.open,
        lambda: page.ask('SELECT * { ?p schema:name ?name ; a ?t FILTER(?name > "A" && 1 < 20.5) } # all'),
        lambda: page.view("raw"),
        lambda: page.ask(GRAPH).view("picture"),
        lambda: page.ask(f"SELECT {'?x' * 60} {{ ?x foo:bar ?y }}"),
    )

    for state in states:
        page.emulate(width=width)
        state()
        for scheme in ("light", "dark"):
            page.emulate(width=width, scheme=scheme)
            assert page.driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
            found = page.driver.execute_script(CONTRAST, TEXT)
            assert [(what, round(ratio, 2)) for what, ratio in found if ratio < 4.5] == []


def test_everything_is_reached_by_keys(page: Page) -> None:
    page.ask(NAMES)
    page.wait("return document.querySelector('#downloads button') !== null")
    page.driver.execute_script("document.getElementById('ready').focus()")
    reached = [focused(page)]
    while len(reached) < 20:
        page.keys(TAB)
        if page.driver.execute_script("return document.activeElement === document.body"):
            break
        reached.append(focused(page))

    names = [name for name, _ in reached]
    wanted = ["ready", "editor", "run", "table", "raw", "names", "Save as CSV"]
    assert [name for name in names if name in wanted][: len(wanted)] == wanted
    assert [name for name, is_seen in reached if not is_seen] == []


def focused(page: Page) -> tuple[str, bool]:
    """Give what has the focus, and whether that is seen."""
    name, seen = page.driver.execute_script(
        """const e = document.activeElement;
        const inEditor = e.closest('.CodeMirror');
        const style = getComputedStyle(inEditor || e);
        return [inEditor ? 'editor' : e.dataset.view || e.id || e.textContent.slice(0, 20),
                style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2];"""
    )
    return str(name), bool(seen)


# Less than usual.


def test_without_scripts_the_form_asks_and_a_table_answers(browser: Any, server: Server) -> None:
    page = Page(browser, server).emulate(width=390)
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get(f"{server.address}query")
        field = page.find("#query")
        field.clear()
        field.send_keys(NAMES)
        page.find("#run").click()
        wait_until(lambda: browser.title.startswith("Answer"), seconds=60)
        assert [cell.text for cell in page.all("tbody td")][:4] == [EVIL, EVIL, "Paper 1", "Paper 1"]
        page.find("main button").click()
        wait_until(lambda: browser.title.startswith("Ask"), seconds=60)
        assert page.find("#query").get_property("value") == NAMES
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_without_the_editor_a_plain_field_does(browser: Any, server: Server, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "kg", tmp_path / "kg", ignore=shutil.ignore_patterns("yasqe", "models"))
    for name in ("ontology", "data"):
        (tmp_path / name).symlink_to(ROOT / name)
    with serving(server.graph, "--workers", "1", package=tmp_path) as plain:
        page = Page(browser, plain).emulate()
        browser.get_log("browser")
        browser.get(f"{plain.address}query")
        field = page.find("#query")
        field.clear()
        field.send_keys(NAMES, CONTROL + ENTER)

        assert page.answered().status.startswith("5 rows in ")
        assert page.rows[1][1] == "Paper 1"
        assert "the full editor is not installed" in page.find("label[for=query]").text
        assert [entry["message"] for entry in browser.get_log("browser")] == []


def test_the_page_goes_on_while_the_graph_is_built_anew(browser: Any, tmp_path: Path) -> None:
    folder = write_graph(tmp_path / "graph", graph(3, year=2001))
    fresh = write_graph(tmp_path / "fresh", graph(3, year=2002))
    years = "SELECT DISTINCT ?y { ?p schema:datePublished ?y }"
    with serving(folder, "--workers", "1") as running:
        page = Page(browser, running).emulate().open()
        assert page.ask(years).rows == [["2001"]]
        with replacing(folder) as place:
            shutil.copytree(fresh, place, dirs_exist_ok=True)
            (place / index.FILE_NAME).write_text((fresh / index.FILE_NAME).read_text() + " ", encoding="utf-8")
            page.driver.refresh()
            assert page.ready().answered().rows == [["2001"]]
        page.driver.refresh()
        assert page.ready().answered().rows == [["2002"]]
        assert page.run().rows == [["2002"]]


# Searching.


def test_words_are_searched_without_scripts(page: Page) -> None:
    page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    page.driver.get(f"{page.server.address}query")
    page.find("#search input").send_keys("Paper 12", ENTER)
    page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    page.wait("return location.pathname === '/search' && document.readyState === 'complete'")

    assert page.find("#words").get_attribute("value") == "Paper 12"
    assert page.find("#things li b").text == "Paper 12"


@pytest.mark.parametrize(
    "words", [EVIL, "\"><script>document.title='hacked'</script>", "'\" OR 1=1 --", "\x00\ud83d( NEAR *"]
)
def test_hostile_words_and_titles_are_text(server: Server, words: str) -> None:
    from urllib.parse import quote

    reply = server.request("GET", "/search?q=" + quote(words.encode("utf-8", "replace")))

    assert reply.status == 200
    assert reply.type == "text/html"
    assert "default-src 'none'" in reply.headers["content-security-policy"]
    assert reply.text.count("<script") == 1 and "<img" not in reply.text


def test_queries_search_at_the_endpoint(server: Server) -> None:
    asked = 'SELECT ?n { ?p schema:name ?n FILTER(kg:matches(?p, "\\"Paper 12\\"")) }'

    assert server.query(asked, "text/csv").text == "n\r\nPaper 12\r\n"
    assert server.query(asked.replace("?p schema", "SERVICE <http://127.0.0.1:9/> {} ?p schema")).status == 403


def test_another_site_cannot_search(server: Server) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}

    assert server.request("GET", "/search?q=a", headers=headers).status == 403
