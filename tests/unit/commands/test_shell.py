"""`kg shell`: what is typed is done, nothing ends it but the person, and a query can be stopped."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from places import ROOT
from servers import papers, replace_graph, write_graph
from terminals import Terminal

from kg.commands.table import COMMANDS, LIMITS
from kg.extras.conversation import Conversation
from kg.extras.shell.command import Prompted

ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
COUNT = "SELECT (COUNT(*) AS ?n) { ?p a schema:ScholarlyArticle }"
no_windows = pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals on Windows")


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    return write_graph(tmp_path / "graph", papers(40))


@pytest.fixture
def prompted(graph: Path) -> Iterator[Prompted]:
    with Conversation(graph, LIMITS) as conversation:
        yield Prompted(conversation, COMMANDS, iris=False, is_paged=False)


def test_queries_are_answered_as_by_kg_query(prompted: Prompted, capfd: pytest.CaptureFixture[str]) -> None:
    assert prompted.run("SELECT ?p ?n { ?p schema:name ?n } ORDER BY ?n LIMIT 1 OFFSET 1;") == 0
    assert prompted.run("ASK { ?p schema:name 'Paper 3' }") == 0
    assert prompted.run("CONSTRUCT WHERE { ?p schema:name 'Paper 3' }") == 0

    out, err = capfd.readouterr()
    assert out.startswith("p        n\n-------  -------\nPaper 1  Paper 1\ntrue\n")
    assert out.endswith('paper/3> schema:name "Paper 3" .\n')
    assert err == ""


def test_commands_are_run_on_the_same_graph(prompted: Prompted, capfd: pytest.CaptureFixture[str]) -> None:
    assert prompted.run("show 'Paper 3' --json") == 0
    assert '"name": "Paper 3"' in capfd.readouterr().out
    assert prompted.run("kg find 'Paper 7'") == 0
    assert "Paper 7" in capfd.readouterr().out
    assert prompted.run("help show") == 0
    assert "usage: kg show" in capfd.readouterr().out
    assert prompted.run("help") == 0
    assert "Ctrl-C" in capfd.readouterr().out


def test_nothing_that_goes_wrong_ends_it(prompted: Prompted, capfd: pytest.CaptureFixture[str]) -> None:
    for text, code, told in (
        ("SELECT * { ?s ?p", 2, "never closed"),
        ("SELECT * { ?p schema:title ?t }", 2, "Did you mean schema:name?"),
        ("SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }", 2, "SERVICE"),
        ("DROP ALL", 2, "cannot change the graph"),
        ("fnd BERT", 2, "Did you mean kg find"),
        ("show 'open", 2, "No closing quotation"),
        ("show nothing-like-it", 1, "is called"),
        ("mcp", 2, "its own terminal"),
        ("shell", 2, "its own terminal"),
        ("  \n", 0, ""),
        ("# a comment", 0, ""),
    ):
        assert (text, prompted.run(text)) == (text, code)
        assert told in capfd.readouterr().err
    assert prompted.run("ASK {}") == 0


def test_a_graph_that_is_built_meanwhile_is_taken_over(
    prompted: Prompted, graph: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    prompted.run(COUNT)
    replace_graph(graph, write_graph(tmp_path / "new", papers(7)))
    prompted.run(COUNT)

    assert capfd.readouterr().out.split() == ["n", "--", "40", "n", "-", "7"]


def test_evidence_is_found_in_graphs(prompted: Prompted, capfd: pytest.CaptureFixture[str]) -> None:
    assert prompted.run("ASK { GRAPH ?g { ?m a kg:Mention } }") == 0
    assert capfd.readouterr().out == "false\n"


def test_a_query_that_takes_too_long_is_stopped(graph: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with Conversation(graph, LIMITS.__class__(seconds=0.5)) as conversation:
        prompted = Prompted(conversation, COMMANDS, iris=False, is_paged=False)

        assert prompted.run(ENDLESS) == 1
        assert "stopped after 0.5 s" in capfd.readouterr().err
        assert prompted.run("ASK {}") == 0


def test_words_behind_commands_are_completed_as_in_a_shell(prompted: Prompted, graph: Path) -> None:
    def offered(text: str) -> list[str]:
        return [text[: len(text) - offer.length] + offer.text for offer in prompted.offers(text)]

    assert offered("ask papers-by-ra") == ["ask papers-by-rating"]
    assert offered("help sho") == ["help show"]
    assert offered("query --form") == ["query --format"]
    assert {"find", "filter"} & {text.lower() for text in offered("fi")} == {"find", "filter"}
    assert prompted.run("find Paper") == 0  # makes the index
    assert offered("show 'paper 1") == [f"show 'Paper {name}'" for name in (1, *range(10, 20))]


def test_a_pipe_is_done_to_its_end_and_tells_the_worst(graph: Path) -> None:
    text = f"{COUNT}\n\nASK {{\n\nfind Paper --limit 1\nexit\nASK {{}}\n"
    done = subprocess.run(
        [sys.executable, "-m", "kg", "shell", "--graph", str(graph)],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
        check=False,
    )

    assert done.stdout.split() == ["n", "--", "40"]
    assert "never closed" in done.stderr
    assert done.returncode == 2


def test_bytes_that_are_no_text_are_no_end(prompted: Prompted, capfd: pytest.CaptureFixture[str]) -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"ASK { ?s ?p '\xff' }\nASK {}\nexit\nASK {}"))

    assert prompted.read(stream) == 0
    assert capfd.readouterr().out == "false\ntrue\n"


# At a terminal.


@no_windows
def test_a_person_queries_completes_stops_and_leaves(graph: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(tmp_path), "PROMPT_TOOLKIT_NO_CPR": "1"}
    command = [sys.executable, "-P", "-m", "kg", "shell", "--graph", str(graph)]
    with Terminal(command, environment) as terminal:
        terminal.until("Ctrl-D to leave")
        terminal.until("kg>")
        terminal.type("SELECT ?y { ?p schema:name 'Paper 12' ; schema:datePubl\t")
        terminal.until("ished")
        terminal.type(" ?y }\r")
        terminal.until("1 row")
        before = terminal.work()
        terminal.type(f"{ENDLESS}\r")
        terminal.until_at_work(before)
        terminal.type("\x03")
        terminal.until("kg: stopped")
        terminal.type("SELECT ('\\u001b[31mred' AS ?x) {}\r")
        assert "\x1b[31mred" not in terminal.until("\\x1b[31mred")
        terminal.type("SELECT *\x03")
        terminal.type("ask nonsense\r")
        terminal.until("no question")
        terminal.until("kg>")
        terminal.type("\x04")
        assert terminal.ended() == 0

    kept = (tmp_path / "kg" / "shell-history").read_text(encoding="utf-8")
    assert "+SELECT ?y { ?p schema:name 'Paper 12' ; schema:datePublished ?y }" in kept
