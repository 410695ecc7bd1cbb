"""The pages of `kg serve` to explore a graph with: what they show, what programs get, what they write, and attacks."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import psutil
import pyoxigraph as ox
import pytest
from exploring import BROWSER, STRANGE, Page, assert_harmless, write_vault
from servers import BASE, FORM, Reply, Server, serving, wait_until

from kg.cli import main
from kg.publishing import news
from kg.rdf import seal

PERSON = "person/jure-leskovec"
GUARDED = {
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_vault(tmp_path_factory.mktemp("explored") / "notes")


@pytest.fixture(scope="module")
def graph(vault: Path) -> Path:
    assert main(["build", str(vault), "--graph", str(vault.parent / "graph"), "--no-map"]) == 0
    return vault.parent / "graph"


@pytest.fixture(scope="module")
def server(graph: Path) -> Iterator[Server]:
    with serving(graph, "--workers", "2", "--decide") as running:
        yield running
        assert running.log == []


def opened(server: Server, address: str, status: int = 200) -> Page:
    reply = server.request("GET", address, headers=BROWSER)
    assert (reply.status, reply.type) == (status, "text/html"), address
    assert {name: reply.headers[name][: len(value)] for name, value in GUARDED.items()} == GUARDED
    page = Page(reply.text)
    assert_harmless(page)
    return page


# What pages show.


def test_every_page_that_a_page_leads_to_is_there_and_harmless(server: Server) -> None:
    waiting = [
        f"/note/{quote(STRANGE)}",
        f"/thing/{quote('paper/evil2024')}",
        "/",
        "/notes",
        "/topics",
        "/questions",
        "/report",
        "/path?from=BERT&to=CIFAR-10",
        "/map",
    ]
    seen, told = set(waiting), ""
    for address in waiting:
        if len(seen) > 400:
            break
        page = opened(server, address)
        told += page.text
        assert [tag for tag, _ in page.elements].count("h1") == 1, address
        for link in page.links:
            target = link.split("#")[0]
            if target.startswith("/") and "as=" not in target and target not in seen:
                seen.add(target)
                waiting.append(target)

    kinds = {address.split("/")[1].split("?")[0] for address in seen}
    assert kinds >= {"thing", "note", "notes", "topics", "questions", "why", "search", "query", "report", "map"}
    assert "<script>document.title" in told and "<svg onload" in told and "<b onclick" in told


def test_the_page_of_a_thing_tells_its_facts_with_their_places(server: Server) -> None:
    page = opened(server, f"/thing/{PERSON}")

    assert "author of" in page.text and "Co-authors" in page.text
    assert "node2vec: Scalable Feature Learning for Networks" in page.text
    assert "/note/graph-learning-references.md?line=24#line-24" in page.links
    assert "J. Leskovec" in page.text
    assert "2016" in page.text
    assert [tag for tag, _ in page.elements].count("svg") == 2
    assert f"/why/{PERSON}" in page.links


def test_the_page_of_a_thing_quotes_the_sentences_that_name_it_without_markup(server: Server) -> None:
    page = opened(server, "/thing/method/flashattention")
    sentences = page.text[page.text.index("In your notes") :]

    assert "FlashAttention TriDao2022NeurIPS+ tiles the softmax so that the big matrix" in sentences
    assert "](http" not in page.text


def test_the_page_of_a_note_is_its_text_with_what_was_read_marked(server: Server, vault: Path) -> None:
    text = (vault / STRANGE).read_text(encoding="utf-8")
    page = opened(server, f"/note/{quote(STRANGE)}")
    marks = {a["title"]: a["href"] for tag, a in page.elements if a.get("class", "").startswith("mark")}

    assert marks["method: BERT"] == "/thing/method/bert"
    assert "dataset: CIFAR-10" in marks
    assert all(line in page.text for line in text.splitlines())


def test_a_note_that_has_changed_shows_what_the_graph_rests_on(graph: Path, vault: Path, tmp_path: Path) -> None:
    notes = shutil.copytree(vault, tmp_path / "notes")
    (notes / "llm-outline.md").write_text("something else", encoding="utf-8")
    with serving(graph, str(notes), "--workers", "1") as running:
        page = opened(running, "/note/llm-outline.md")

    assert "has changed since it was read" in page.text
    assert "drops recurrence, keeps attention" in page.text


def test_a_question_is_a_form_and_its_answer_a_table_with_links(server: Server) -> None:
    page = opened(server, "/questions/coauthors?" + urlencode({"person": "Jure Leskovec"}))
    wrong = opened(server, "/questions/coauthors?" + urlencode({"person": "<i>Nobody</i>"}))

    assert "Aditya Grover" in page.text
    assert "/thing/person/aditya-grover" in page.links
    assert "nothing in the graph that person can be is called '<i>Nobody</i>'" in wrong.text


def test_two_things_are_connected_in_sentences_with_the_words_of_notes(server: Server) -> None:
    page = opened(server, "/path?" + urlencode({"from": "Jure Leskovec", "to": "method/deepwalk"}))
    told = re.sub(r"\s+", " ", page.text)

    assert re.search(r"Jure Leskovec and DeepWalk are \d steps? apart\.", told)
    assert "Jure Leskovec wrote node2vec: Scalable Feature Learning for Networks." in told
    assert f"/thing/{PERSON}" in page.links
    assert any(link.startswith("/note/graph-learning-references.md?line=") for link in page.links)


def test_where_it_is_not_clear_what_is_to_be_connected_there_is_a_choice(server: Server) -> None:
    page = opened(server, "/path?" + urlencode({"from": "DeepWalk", "to": "Jure <b> & Leskovek"}))

    choices = [parse_qs(urlsplit(link).query) for link in page.links if link.startswith("/path?")]
    assert {"from": ["DeepWalk"], "to": [f"https://kg.example/{PERSON}"]} in choices
    assert "apart" not in page.text and page.text.count("Which is meant?") == 1
    assert "a paper and the method it introduces" in page.text


def test_a_page_shows_the_subject_of_a_thing_and_on_demand_only_the_thing(server: Server) -> None:
    pages = [opened(server, f"/thing/method/deepwalk{rest}") for rest in ("", "?only=yes")]

    assert "A paper and the method it introduces." in pages[0].text and "Why the method is one thing" in pages[0].text
    assert "/thing/method/deepwalk?only=yes" in pages[0].links
    assert "a paper and" not in pages[1].text.lower() and "Why this is one thing" in pages[1].text
    assert "With all that is one subject" in pages[1].text


def test_topics_are_a_tree(server: Server) -> None:
    page = opened(server, "/topics")

    assert "Alignment" in page.text
    assert "/thing/topic/adaptation" not in opened(server, "/topics?q=align").links
    part = opened(server, "/topics/topic/adaptation")
    assert "Parameter-efficient" in part.text


def test_it_is_told_why_something_is_one_thing(server: Server) -> None:
    page = opened(server, f"/why/{PERSON}")

    assert "a form of the name on one paper" in page.text
    assert "/note/graph-learning-references.md?line=24#line-24" in page.links


def test_names_are_offered_while_one_types(server: Server) -> None:
    reply = server.request("GET", "/suggest.json?starts=jur")

    assert json.loads(reply.text) == [{"name": "Jure Leskovec", "kind": "person", "href": f"/thing/{PERSON}"}]


# What programs get.


@pytest.mark.parametrize(
    ("accept", "type"),
    [("text/turtle", "text/turtle"), ("*/*", "text/turtle"), ("application/ld+json", "application/ld+json")],
)
def test_a_program_gets_the_facts_of_a_thing_at_its_address(server: Server, accept: str, type: str) -> None:
    reply = server.request("GET", f"/thing/{PERSON}", headers={"Accept": accept})
    triples = {(q.subject, q.predicate) for q in ox.parse(reply.body, ox.RdfFormat.from_media_type(type))}
    person = ox.NamedNode(BASE + PERSON)

    assert (reply.status, reply.type) == (200, type)
    assert (person, ox.NamedNode("https://schema.org/name")) in triples
    assert ox.NamedNode("https://schema.org/author") in {
        predicate for subject, predicate in triples if subject != person
    }
    assert server.request("GET", "/thing/person/none", headers={"Accept": accept}).status == 404
    assert server.request("GET", f"/thing/{PERSON}?as=turtle", headers=BROWSER).type == "text/turtle"


def test_what_a_program_does_not_take_is_not_sent(server: Server) -> None:
    assert server.request("GET", f"/thing/{PERSON}", headers={"Accept": "image/png"}).status == 406


# What pages write.


def proposed(server: Server, **given: str) -> dict[str, str]:
    page = opened(server, "/decide?" + urlencode({"thing": PERSON, **given}))
    return page.fields("/decide")


def sent(server: Server, fields: dict[str, str], **headers: str) -> Reply:
    own = {"Content-Type": FORM, "Origin": f"http://127.0.0.1:{server.port}", **BROWSER}
    return server.request("POST", "/decide", headers={**own, **headers}, body=urlencode(fields))


@pytest.fixture
def decisions(vault: Path) -> Iterator[Path]:
    """The file of decisions, which is not there before and afterwards."""
    path = vault / "decisions.toml"
    assert not path.exists()
    yield path
    path.unlink(missing_ok=True)


@pytest.mark.parametrize(
    ("given", "table"),
    [
        (
            {"sort": "rename", "name": "Leskovec, Jure"},
            '[[rename]]\nthing = "person: Jure Leskovec"\nname = "Leskovec, Jure"\n',
        ),
        ({"sort": "ignore"}, '[[ignore]]\nthing = "person: Jure Leskovec"\n'),
        (
            {"sort": "same", "other": "Bowen Liu"},
            '[[same]]\nthings = ["person: Jure Leskovec", "person: Bowen Liu"]\n',
        ),
        (
            {"sort": "different", "other": "Bowen Liu"},
            '[[different]]\nthings = ["person: Jure Leskovec", "person: Bowen Liu"]\n',
        ),
    ],
)
def test_a_decision_is_shown_then_confirmed_then_written(
    server: Server, decisions: Path, given: dict[str, str], table: str
) -> None:
    fields = proposed(server, **given)
    assert fields["table"] == table
    assert not decisions.exists()

    # A browser sends other line ends than it was given.
    assert sent(server, {**fields, "table": table.replace("\n", "\r\n")}).status == 200
    assert decisions.read_text(encoding="utf-8").endswith(table)
    assert sent(server, fields).status == 409


def test_what_cannot_be_decided_is_told(server: Server, decisions: Path) -> None:
    for given, told in (
        ({"sort": "rename", "name": " "}, "the new name is empty"),
        ({"sort": "same", "other": "Nobody <b>"}, "nothing in the graph is called 'Nobody <b>'"),
        ({"sort": "same", "other": "Jure Leskovec"}, "already one thing in the graph"),
        ({"sort": "build"}, "there is no decision 'build' here"),
    ):
        assert told in opened(server, "/decide?" + urlencode({"thing": PERSON, **given}), 400).text
    assert not decisions.exists()


def test_a_forged_decision_is_refused(server: Server, decisions: Path) -> None:
    fields = proposed(server, sort="ignore")
    other = proposed(server, sort="rename", name="X")
    port = server.port

    for forged in (
        {},
        {**fields, "token": ""},
        {**fields, "token": "0" * 64},
        {**fields, "token": other["token"]},
        {**fields, "table": other["table"]},
        {**fields, "table": fields["table"] + '\n[[ignore]]\nthing = "method: BERT"\n'},
        {**fields, "table": fields["table"].replace("Jure", "Jane")},
        {**fields, "told": "nothing is written"},
        {**fields, "key": "person/aditya-grover"},
    ):
        assert sent(server, forged).status == 403
    for origin in ("", "null", "https://evil.example", f"http://localhost:{port}", f"https://127.0.0.1:{port}"):
        assert sent(server, fields, Origin=origin).status == 403
    assert sent(server, fields, **{"Content-Type": "text/plain"}).status == 415
    assert sent(server, fields, **{"Content-Type": "application/json"}).status == 415
    own = {"Content-Type": FORM}
    assert server.request("POST", "/decide", headers=own, body=urlencode(fields)).status == 403
    assert server.request("GET", "/decide?" + urlencode(fields), headers=BROWSER).status in (400, 404)
    for method in ("PUT", "DELETE", "PATCH"):
        assert server.request(method, "/decide", headers=own, body=urlencode(fields)).status == 405
    assert not decisions.exists()


def test_a_token_is_worth_nothing_to_another_process_and_nothing_is_decided_unasked(
    graph: Path, server: Server, decisions: Path
) -> None:
    fields = proposed(server, sort="ignore")
    with serving(graph, "--workers", "1", "--decide", "--allow-origin", "https://friend.example") as other:
        assert sent(other, fields).status == 403
        own = proposed(other, sort="ignore")
        assert sent(other, own, Origin="https://friend.example").status == 403
    with serving(graph, "--workers", "1") as reading:
        assert sent(reading, fields).status == 403
        assert opened(reading, "/decide?" + urlencode({"thing": PERSON, "sort": "ignore"}), 403)
        assert "kg serve --decide" in opened(reading, f"/thing/{PERSON}").text
    assert not decisions.exists()


# Attacks.

HOSTILE = [
    "../../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/decisions.toml",
    "/etc/passwd",
    "..\\..\\x",
    "%00",
    "a%00.md",
    "<script>alert(1)</script>",
    '"><svg onload=alert(1)>',
    "' OR 1=1 --",
    "x> ?p ?o } # ",
    "x> { } ; DROP ALL #",
    "{{ 7 * 191 }}",
    "%0d%0aSet-Cookie:%20a=b",
    "\u2028\u202e",
    "a" * 4000,
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("address", ["/thing/", "/note/", "/topics/", "/why/", "/questions/", "/thing/person/"])
def test_an_address_of_nothing_gives_nothing(server: Server, address: str, text: str) -> None:
    for accept in (BROWSER, {"Accept": "text/turtle"}):
        reply = server.request("GET", address + quote(text, safe="%/"), headers=accept)
        assert reply.status in (400, 404), reply.text
        assert "root:" not in reply.text
        assert "set-cookie" not in reply.headers
        if reply.type == "text/html":
            assert_harmless(Page(reply.text))


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_given_to_a_page_stays_text(server: Server, text: str) -> None:
    for address in (
        "/search?q=",
        "/note/llm-outline.md?line=",
        "/topics?from=",
        "/topics?q=",
        "/notes?from=",
        "/notes?q=",
        "/search?q=a&show=",
        "/questions/coauthors?person=",
        "/questions/papers-by-rating?state=",
        "/questions/papers-by-rating?min-rating=",
        "/questions/papers-by-rating?year=",
        f"/decide?sort=rename&thing={PERSON}&name=",
        f"/decide?sort=same&thing={PERSON}&other=",
        "/decide?sort=ignore&thing=",
        f"/thing/{PERSON}?as=",
        "/path?from=",
        f"/path?from={PERSON}&to=",
    ):
        reply = server.request("GET", address + quote(text, safe="%"), headers=BROWSER)
        assert reply.status in (200, 400, 404), address
        assert_harmless(Page(reply.text))
        assert "set-cookie" not in reply.headers
    assert server.request("GET", "/suggest.json?starts=" + quote(text, safe="%")).type == "application/json"


def test_another_site_can_neither_read_nor_write(server: Server) -> None:
    for headers in (
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
    ):
        for address in (
            f"/thing/{PERSON}",
            "/note/llm-outline.md",
            "/state.json",
            "/report",
            "/path",
            "/map",
            "/decide",
            "/topics",
            "/notes",
        ):
            assert server.request("GET", address, headers=headers).status == 403
        assert server.request("POST", "/decide", headers={**headers, "Content-Type": FORM}, body="a=b").status == 403
    assert server.request("GET", f"/thing/{PERSON}", headers={"Host": "evil.example"}).status == 421


def test_the_map_is_a_page_of_its_own_that_can_ask_nothing(server: Server, graph: Path) -> None:
    assert "kg map" in opened(server, "/map").text
    (graph / "map.html").write_text("<!doctype html><script>1</script>", encoding="utf-8")
    seal.close(graph, ["map.html"], file=seal.MAP)
    try:
        reply = server.request("GET", "/map", headers=BROWSER)
    finally:
        (graph / "map.html").unlink()

    policy = reply.headers["content-security-policy"]
    assert "sandbox allow-scripts" in policy and "allow-same-origin" not in policy
    assert "default-src 'none'" in policy and "connect-src" not in policy


# A graph that is built anew.


def test_a_new_build_is_seen_at_the_next_page_and_told_to_those_that_are_open(tmp_path: Path) -> None:
    notes, graph = write_vault(tmp_path / "notes"), tmp_path / "graph"
    assert main(["build", str(notes), "--graph", str(graph), "--no-map"]) == 0
    with serving(graph, "--workers", "1") as running:
        before = json.loads(running.request("GET", "/state.json").text)["state"]
        assert before in running.request("GET", "/", headers=BROWSER).text
        (notes / "new.md").write_text("# New\n\nWe tried AlexNet on ImageNet.\n", encoding="utf-8")
        assert main(["build", str(notes), "--graph", str(graph), "--no-map"]) == 0
        after = json.loads(running.request("GET", "/state.json").text)["state"]

        assert after != before
        assert "AlexNet" in opened(running, "/note/new.md").text
        assert "1 note added" in re.sub(r"\s+", " ", opened(running, "/report").text)
        assert "AlexNet" in opened(running, "/report").text
        assert "1 note added" in re.sub(r"\s+", " ", opened(running, "/").text)
        assert running.log == []


def test_the_server_builds_whenever_a_note_is_saved(tmp_path: Path) -> None:
    notes, graph = tmp_path / "notes", tmp_path / "graph"
    notes.mkdir()
    (notes / "old.md").write_text("# Old\n\nWe tried BERT.\n", encoding="utf-8")
    with serving(graph, str(notes), "--watch", "--decide", "--workers", "1") as running:
        started = psutil.Process(running.process.pid).children(recursive=True)
        assert running.request("GET", "/note/new.md", headers=BROWSER).status == 404
        (notes / "new.md").write_text("# New\n\nWe tried AlexNet on ImageNet.\n", encoding="utf-8")
        wait_until(lambda: running.request("GET", "/note/new.md", headers=BROWSER).status == 200, seconds=120)

        fields = Page(running.request("GET", "/decide?sort=ignore&thing=method/alexnet", headers=BROWSER).text).fields(
            "/decide"
        )
        assert sent(running, fields).status == 200
        wait_until(lambda: running.request("GET", "/thing/method/alexnet", headers=BROWSER).status == 404, seconds=120)
    wait_until(lambda: not [one for one in started if one.is_running() and one.status() != psutil.STATUS_ZOMBIE])


# The report as a file.


def test_the_report_is_a_file_that_needs_nothing_else(
    graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.html"

    assert main(["report", "--html", str(file), "--graph", str(graph)]) == 0
    text = file.read_text(encoding="utf-8")
    page = Page(text)
    assert capsys.readouterr().out == f"Open {file} in a browser.\n"
    assert {tag for tag, _ in page.elements}.isdisjoint({"script", "img", "link", "iframe"})
    parts = {attributes["id"] for _, attributes in page.elements if "id" in attributes}
    assert page.links and {link.removeprefix("#") for link in page.links} <= parts
    assert "default-src 'none'" in text
    assert "url(" not in text and "@import" not in text
    assert all(part in page.text for part in ("Growth", "Topics by year", "Bursts", "New methods", "not understood"))
    plots = [attributes for tag, attributes in page.elements if tag == "svg"]
    assert len(plots) >= 5 and all(plot["role"] == "img" and plot["aria-label"] for plot in plots)
    assert_harmless(page)
    first = file.read_bytes()
    assert main(["report", "--html", str(file), "--graph", str(graph)]) == 0
    assert file.read_bytes() == first


def test_a_report_that_cannot_be_written_is_told(
    graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", "--html", str(tmp_path / "no" / "report.html"), "--graph", str(graph)]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_what_is_new_stays_told_until_a_build_changes_something(tmp_path: Path) -> None:
    notes, graph = write_vault(tmp_path / "notes"), tmp_path / "graph"
    command = ["build", str(notes), "--graph", str(graph), "--no-map"]
    assert main(command) == 0
    assert news.read(graph).is_first
    (notes / "new.md").write_text("# New\n\nWe tried AlexNet on ImageNet.\n", encoding="utf-8")
    (notes / "evil.bib").unlink()
    assert main(command) == 0
    found = news.read(graph)
    assert (found.came, found.changed, found.gone, found.is_first) == (("new.md",), (), ("evil.bib",), False)
    named = {"method": ["AlexNet"], "dataset": ["ImageNet"]}
    assert {kind: [name for _, name in some.named] for kind, some in found.new.items()} == named
    assert {"paper", "person"} <= found.lost.keys() and found.lost["paper"].number == 1
    assert main(command) == 0
    assert news.read(graph) == found


def test_who_gets_a_fuller_name_is_not_new(tmp_path: Path) -> None:
    notes, graph = tmp_path / "notes", tmp_path / "graph"
    notes.mkdir()
    entry = "@article{x, title={On Foxes in Winter}, author={%s Quillfeather and Bo Brimblecombe}, year={2020}}\n"
    (notes / "a.bib").write_text(entry % "J.", encoding="utf-8")
    command = ["build", str(notes), "--graph", str(graph), "--no-map"]
    assert main(command) == 0
    (notes / "b.bib").write_text(entry % "Jane" + entry.replace("x,", "y,").replace("Foxes", "Owls") % "Ann", "utf-8")
    assert main(command) == 0
    found = news.read(graph)
    assert found.came == ("b.bib",)
    assert {kind: [name for _, name in some.named] for kind, some in found.new.items()} == {
        "paper": ["On Owls in Winter"],
        "person": ["Ann Quillfeather"],
    }


def test_a_page_of_the_server_has_the_map_drawn_and_nobody_else(graph: Path, tmp_path: Path) -> None:
    copied = tmp_path / "graph"
    shutil.copytree(graph, copied)
    with serving(copied, "--workers", "1") as running:
        assert "Draw it" in running.request("GET", "/map", headers=BROWSER).text
        own = f"http://127.0.0.1:{running.port}"
        for origin in ({}, {"Origin": "http://evil.example"}):
            assert running.request("POST", "/map", headers={**BROWSER, **origin}, body="").status == 403
        assert not (copied / "map.html").exists()
        drawn = running.request("POST", "/map", headers={**BROWSER, "Origin": own}, body="")
        assert (drawn.status, drawn.headers["location"]) == (303, "/map")
        assert "<title>" in running.request("GET", "/map", headers=BROWSER).text and (copied / "map.html").exists()
