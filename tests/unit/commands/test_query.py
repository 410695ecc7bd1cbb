"""`kg query`: names, errors, limits and pages, as a person sees them."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from places import ROOT
from rdf_fixture import HOSTILE
from servers import papers, write_graph

from kg import screen
from kg.cli import main
from kg.commands import limiting
from kg.errors import LimitError
from kg.limits import Limits

Output = tuple[int, str, str]


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_graph(tmp_path_factory.mktemp("query") / "graph", papers(40))


@pytest.fixture
def query(graph: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Output]:
    def run(*arguments: str) -> Output:
        code = main(["query", "--graph", str(graph), *arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_things_are_called_by_their_names(query: Callable[..., Output]) -> None:
    asked = "SELECT ?p ?kind ?n { ?p a ?kind ; schema:name ?n } ORDER BY ?n LIMIT 1 OFFSET 1"

    assert (
        query(asked)[1]
        == "p        kind                     n\n-------  -----------------------  -------\nPaper 1  schema:ScholarlyArticle  Paper 1\n"
    )
    assert "https://kg.example/paper/1  schema:ScholarlyArticle" in query(asked, "--iris")[1]
    assert (
        query(asked, "--format", "csv")[1].splitlines()[1]
        == "https://kg.example/paper/1,https://schema.org/ScholarlyArticle,Paper 1"
    )


def test_a_term_that_finds_nothing_is_an_error_when_there_are_no_rows(query: Callable[..., Output]) -> None:
    code, out, err = query("SELECT * { ?p schema:title ?t }")
    assert (code, out) == (2, "p  t\n-  -\n")
    assert "no graph of kg has schema:title. Did you mean schema:name?" in err

    code, out, err = query("SELECT * { ?p schema:name 'Paper 3' OPTIONAL { ?p schema:title ?t } }")
    assert code == 0
    assert "schema:title" in err
    assert query("SELECT * { ?p schema:name 'none' }")[0] == 0


def test_yes_no_and_triples_are_printed(query: Callable[..., Output]) -> None:
    assert query("ASK { ?p schema:name 'Paper 3' }")[1] == "true\n"
    assert query("CONSTRUCT WHERE { ?p schema:name 'Paper 3' }")[1].endswith('paper/3> schema:name "Paper 3" .\n')
    assert "subject" in query("CONSTRUCT WHERE { ?p schema:name 'Paper 3' }", "--format", "table")[1]


def test_a_query_file_that_is_no_utf8_is_told(query: Callable[..., Output], tmp_path: Path) -> None:
    (tmp_path / "q.rq").write_bytes(b"ASK { ?s ?p '\xe9' }")

    code, _, err = query("--file", str(tmp_path / "q.rq"))

    assert code == 2
    assert "q.rq is not UTF-8 (byte 13)" in err


def test_a_query_that_takes_too_long_is_stopped(graph: Path) -> None:
    endless = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l } ORDER BY ?c"
    done = subprocess.run(
        [sys.executable, "-m", "kg", "query", "--graph", str(graph), "--timeout", "0.5", endless],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
        check=False,
    )

    assert done.returncode == 1
    assert "stopped after 0.5 s" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell the memory")
def test_work_that_takes_too_much_memory_is_stopped() -> None:
    script = (
        "from kg.commands.limiting import within\n"
        "from kg.errors import LimitError\n"
        "from kg.limits import Limits\n"
        "import os, time\n"
        "def work():\n"
        "    held = [os.urandom(1_000_000) for _ in range(300)]\n"
        "    time.sleep(60)\n"
        "try:\n"
        "    within(Limits(0, 100), work)\n"
        "except LimitError as error:\n"
        "    print(error, flush=True)\n"
        "os._exit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=50, check=True)

    assert "more than 100 MB" in done.stdout


def test_what_work_raises_is_raised() -> None:
    def work() -> None:
        raise LimitError("own")

    with pytest.raises(LimitError, match="own"):
        limiting.within(Limits(), work)
    assert limiting.within(Limits(), lambda: 3) == 3


# Tables and pages.


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_a_note_can_break_a_table(text: str) -> None:
    lines = list(screen.table(("a", "b"), [(text, "x")]))

    assert len(lines) == 3
    assert lines[2].endswith("  x")
    assert not any(unicodedata.category(c) == "Cc" for c in "".join(lines))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals on Windows")
@pytest.mark.parametrize(("option", "is_paged"), [("", True), ("--no-pager", False)])
def test_a_long_table_is_paged_on_a_terminal(graph: Path, tmp_path: Path, option: str, is_paged: bool) -> None:
    import pty

    pager = tmp_path / "pager"
    pager.write_text(f"#!/bin/sh\ncat > '{tmp_path}/paged'\n", encoding="utf-8")
    pager.chmod(0o755)
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "kg", "query", "--graph", str(graph), "SELECT ?n { ?p schema:name ?n }"]
    process = subprocess.Popen(
        [*command, *option.split()],
        stdout=follower,
        cwd=ROOT,
        env={**os.environ, "KG_PAGER": str(pager), "TERM": "xterm", "LINES": "10", "COLUMNS": "80"},
    )
    os.close(follower)
    shown = io.BytesIO()
    try:
        while piece := os.read(leader, 65536):
            shown.write(piece)
    except OSError:  # the terminal is closed when the program has ended
        pass
    assert process.wait(60) == 0

    paged = tmp_path / "paged"
    assert paged.exists() == is_paged
    assert b"40 rows" in (paged.read_bytes() if is_paged else shown.getvalue())


@pytest.mark.parametrize("kind", ["csv", "tsv", "ttl"])
def test_no_format_sends_control_codes_to_a_terminal_and_a_file_keeps_the_data(
    kind: str, query: Callable[..., Output], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = 'VALUES ?text { "red \\u001b[31malert\\u009b" }'
    ask = f"CONSTRUCT {{ <a:b> schema:name ?text }} {{ {made} }}" if kind == "ttl" else f"SELECT ?text {{ {made} }}"

    piped = query(ask, "--format", kind)[1]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    shown = query(ask, "--format", kind)[1]

    assert "alert" in piped and "alert" in shown
    assert not {"\x1b", "\x9b"} & set(shown)
    if kind != "ttl":
        assert "\x1b[31malert\x9b" in piped
