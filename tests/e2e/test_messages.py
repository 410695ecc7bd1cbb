"""Messages people meet: for what they commonly type or do wrong, what is said, and where it leads them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from exploring import BROWSER
from servers import Server, serving

import kg
from kg.cli import main

NOTES = """# RLHF

- AlbertGu2024ICLR+ shows that reward models drift on long answers
- [Rewards That Listen](https://openreview.net/forum?id=Aa1Bb2Cc3D), by Yuxian Gu, Jure Leskovec and Mara Kern, 2023

# Tides

- [Gentle Tides](https://arxiv.org/abs/2101.00001), by Mara Kern, 2021
"""
OLD_SCHEMA = "PREFIX schema: <http://schema.org/> SELECT ?t { ?p schema:name ?t }"
NO_FOLDER = "there is no folder '/nosuch'"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("messages")
    (folder / "notes").mkdir()
    (folder / "notes" / "reading.md").write_text(NOTES, encoding="utf-8")
    assert main(["build", str(folder / "notes"), "--graph", str(folder / "graph"), "--no-map"]) == 0
    return folder / "graph"


@pytest.fixture(scope="module")
def server(graph: Path) -> Iterator[Server]:
    with serving(graph, "--workers", "1") as running:
        yield running


Say = Callable[..., tuple[int, str]]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Run a command; return its exit code and all that it prints."""

    def run(*arguments: object) -> tuple[int, str]:
        capsys.readouterr()
        try:
            code = main([*map(str, arguments)])
        except SystemExit as ended:
            code = int(str(ended.code))
        shown = capsys.readouterr()
        return code, shown.err + shown.out

    return run


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        (("query", OLD_SCHEMA), 2, "Did you mean <https://schema.org/name>?"),
        (
            ("query", "PREFIX dc: <http://purl.org/dc/terms/> SELECT ?t { ?p dc:title ?t }"),
            2,
            "Did you mean schema:name?",
        ),
        (("query", 'SELECT ?p { ?p schema:name "Jure Leskowec" }'), 2, 'Did you mean "Jure Leskovec"?'),
        (("query", "SELECT ?p { ?p schema:datePublished 2021 }"), 2, 'write "2021"^^xsd:gYear'),
        (("query", 'SELECT ?p { ?p schema:name "Mara Kern"@en }'), 2, 'write "Mara Kern"'),
        (("query", 'SELECT ?p { ?p schema:author "Mara Kern" }'), 2, 'write schema:author/rdfs:label "Mara Kern"'),
        (("show", "nobody"), 1, "Search names and sentences: kg find nobody"),
        (("ask", "which papers on RLHF did I like"), 0, "kg ask papers-by-rating --topic RLHF"),
        (("ask", "how do zebras swim in tides"), 0, "Gentle Tides"),
        (("ask", "papers", "--author", "Gu"), 0, "'Gu' fits Albert Gu"),
        (("ask", "papers-by-rating", "RLHF"), 2, "Write --topic or --author or --venue RLHF"),
        (("timeline", "--from", "2030"), 0, "since 2030; the latest date is 2024"),
        (("export", "/nosuch/x.ttl"), 1, NO_FOLDER),
        (("map", "/nosuch/m.html"), 1, NO_FOLDER),
        (("serve", "--port", "abc"), 2, "'abc' is not a whole number, 0 or more"),
    ],
)
def test_what_is_wrong_is_told_with_the_way_out(
    graph: Path, say: Say, line: tuple[str, ...], code: int, told: str
) -> None:
    found = say(*line, "--graph", graph)

    assert found[0] == code
    assert told in found[1]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("search", "kg find"),
        ("ls", "kg ask or kg find"),
        ("list", "kg ask or kg find"),
        ("view", "kg serve or kg map --open"),
        ("open", "kg serve or kg map --open"),
        ("graph", "kg map --open"),
        ("stats", "kg analyze things or kg report"),
    ],
)
def test_words_for_commands_lead_to_them(say: Say, word: str, meant: str) -> None:
    assert say(word, "RLHF") == (2, f"kg: there is no command {word!r}. Did you mean {meant}?\n")


def test_slips_in_queries_are_told_on_the_page_and_in_python(graph: Path, server: Server) -> None:
    meant = "the graph has no <http://schema.org/name>. Did you mean <https://schema.org/name>?"
    (hint,) = json.loads(unquote(server.query(OLD_SCHEMA).headers["kg-hints"]))
    assert hint.endswith(meant)
    assert "Did you mean &lt;https://schema.org/name&gt;?" in server.query(OLD_SCHEMA, accept="text/html").text
    with kg.open(graph) as opened:
        (hint,) = opened.query(OLD_SCHEMA).hints
        assert hint.endswith(meant)
        assert hint in repr(opened.query(OLD_SCHEMA))


def test_no_graph_and_a_damaged_one_say_where_to_build(graph: Path, tmp_path: Path, say: Say) -> None:
    none, damaged = tmp_path / "kg-out", tmp_path / "damaged"
    shutil.copytree(graph, damaged)
    (damaged / "store" / "CURRENT").write_text("x")

    assert say("serve", "--graph", none) == (
        1,
        f"kg: there is no graph in {str(none)!r}. Build one: kg build NOTES --graph {none}\n",
    )
    code, told = say("serve", "--port", 0, "--graph", damaged)
    assert code == 1
    assert f"the graph in {str(damaged)!r} is damaged" in told
    assert told.endswith(f"Build it again: kg build NOTES --graph {damaged}\n")


def test_no_note_read_is_all_that_is_said_and_why(tmp_path: Path, say: Say) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "paper.pdf").write_bytes(b"%PDF-1.4")
    (tmp_path / "notes" / "notes.md").write_bytes(bytes(range(256)) * 8)

    code, told = say("build", tmp_path / "notes", "--graph", tmp_path / "graph")
    assert code == 1
    first, unread, *why = told.splitlines()
    assert first.startswith("kg: No note was read. kg reads files that end in .bib, ")
    assert unread == "2 files were not read: 1 .md, 1 .pdf."
    assert [line.partition(":")[0] for line in why] == ["notes.md"]


def test_an_address_that_is_none_leads_to_the_search(server: Server) -> None:
    reply = server.request("GET", "/papers/all", headers=BROWSER)

    assert (reply.status, reply.type) == (404, "text/html")
    assert "There is no page /papers/all here." in reply.text
    assert 'action="/search"' in reply.text
    assert server.request("GET", "/papers/all").text == "There is no page /papers/all here.\n"


def test_the_first_build_shows_something_of_the_readers_own(tmp_path: Path, say: Say) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text(
        "# Reading\n\n## Reinforcement learning\n\n- AnnaMuster2024ICLR++ shows that reefs grow at night\n"
        "- [Gentle Tides](https://arxiv.org/abs/2101.00001), by Mara Kern, 2021\n",
        encoding="utf-8",
    )
    (tmp_path / "notes" / "b.md").write_text("Read again: https://arxiv.org/abs/2101.00001\n", encoding="utf-8")
    line = ("build", tmp_path / "notes", "--graph", tmp_path / "graph")

    told = say(*line)[1]
    assert "\nRated highest: Anna Muster 2024, ICLR, ++: “shows that reefs grow at night” (a.md:5)\n" in told
    assert "\nIn several notes: Gentle Tides (a.md:6, b.md:1)\n" in told
    assert "\nLargest topic: Reinforcement learning, 2 papers\n" in told
    assert "Rated highest" not in say(*line)[1]
