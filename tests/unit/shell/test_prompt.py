"""Typing at the prompt: when a query is whole, what can come next, what is kept."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from asked import Notes
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.application import create_app_session
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import fragment_list_to_text
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from servers import write_graph

from kg.asking.knowledge import Knowledge
from kg.errors import KgError
from kg.extras.shell.offers import Offer, in_query
from kg.extras.shell.prompt import _Colours, history, history_file, prompt
from kg.extras.shell.statements import is_query, is_whole, statements
from kg.model import Kind
from kg.rdf import Store

PERSON = "https://kg.example/person/ann-lee"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = Notes()
    note = made.note("a.md", 'Ann Lee and her "so-called" method, Ann\'s way')
    note.mention(Kind.PERSON, "Ann Lee")
    note.mention(Kind.METHOD, 'her "so-called" method')
    note.mention(Kind.METHOD, "Ann's way")
    folder = write_graph(tmp_path_factory.mktemp("prompt") / "graph", made.store())
    with Knowledge.open(folder) as knowledge:
        assert knowledge.index
    return folder


# Queries and commands.


@pytest.mark.parametrize(
    "text",
    [
        "select * {",
        "# one\nASK",
        "ASK",
        "ask where",
        "ask\n{",
        "prefix a: <urn:a>",
        "DESCRIBE <urn:a>",
        "insert data {}",
    ],
)
def test_queries_are_told_from_commands(text: str) -> None:
    assert is_query(text)


@pytest.mark.parametrize("text", ["ask", "ask papers-by-rating", "find select", "?x", "{ }", "kg:matches", ""])
def test_commands_are_told_from_queries(text: str) -> None:
    assert not is_query(text)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * { ?s ?p ?o }",
        "ASK { ?s ?p '}' } # {",
        'SELECT * { ?s ?p """a\n{""" }',
        "DESCRIBE <urn:a>",
        "SELECT * { ?s ?p ?o } }",
        "SELECT * { ?s ?p 'never closed",
        "DROP ALL",
        "find {",
    ],
)
def test_what_is_whole_is_run(text: str) -> None:
    assert is_whole(text)


@pytest.mark.parametrize(
    "text",
    ["SELECT *", "PREFIX a: <urn:a>", "ASK { { ?s ?p ?o }", 'ASK { ?s ?p """a', "DESCRIBE", "SELECT (COUNT(*) AS ?n"],
)
def test_what_is_not_whole_is_waited_for(text: str) -> None:
    assert not is_whole(text)


@given(
    st.lists(st.sampled_from(["{", "}", "'", '"', '"""', "?s ?p ?o", "# {", "\n", "<urn:a>", "FILTER(1", "< 2", ")"]))
)
def test_what_the_engine_takes_is_whole(pieces: list[str]) -> None:
    text = f"SELECT * {{ {' '.join(pieces)}"
    try:
        Store.in_memory().query(text)
    except KgError:
        return
    assert is_whole(text)


def test_a_pipe_is_divided_at_blank_lines_and_beginnings() -> None:
    lines = ["# first", "ASK {", "", "}", "", "find 'a b'", "SELECT * { ?s ?p ?o }\r\n", "LIMIT 2", "help", "ASK {"]

    assert list(statements(lines, {"find", "help"})) == [
        "# first\nASK {\n\n}",
        "find 'a b'",
        "SELECT * { ?s ?p ?o }\nLIMIT 2",
        "help",
        "ASK {",
    ]


# What can come next.


def offered(text: str, graph: Path) -> list[str]:
    """Give the texts with what is put in."""
    return [text[: len(text) - offer.length] + offer.text for offer in in_query(text, graph)]


def test_keywords_terms_and_variables_are_offered(graph: Path) -> None:
    assert offered("SEL", graph) == ["SELECT"]
    assert "SELECT * { ?p schema:author" in offered("SELECT * { ?p schema:auth", graph)
    assert "ASK { ?p schema:author" in offered("ASK { ?p auth", graph)
    assert "ASK { ?p schema:" in offered("ASK { ?p sche", graph)
    assert offered("SELECT ?paper ?person { ?p", graph) == [
        "SELECT ?paper ?person { ?paper",
        "SELECT ?paper ?person { ?person",
    ]
    assert offered("ASK { ?p schema:nonsen", graph) == []


def test_names_become_iris_and_strings(graph: Path) -> None:
    assert f"ASK {{ ?p schema:author <{PERSON}>" in offered("ASK { ?p schema:author ann l", graph)
    assert offered('ASK { ?p schema:name "ann l', graph) == ['ASK { ?p schema:name "Ann Lee"']
    assert offered("ASK { ?p schema:name 'her", graph) == ["ASK { ?p schema:name 'her \\\"so-called\\\" method'"]
    assert offered("ASK { ?p schema:name 'Ann'", graph) == []


def test_a_string_that_is_offered_is_the_name(graph: Path) -> None:
    for quote in "'\"":
        for name in ("Ann's way", 'her "so-called" method'):
            texts = offered(f"SELECT ({quote}{name[:3]}", graph)
            rows = [row for text in texts for row in Store.in_memory().query(f"{text} AS ?x) {{}}").texts()]
            assert (name,) in rows


# At the prompt.


def typed(keys: str, offers: Callable[[str], Iterable[Offer]] = lambda _: ()) -> str:
    """Give what is run when some keys are typed."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(keys)
        return prompt(offers, InMemoryHistory())()


def test_a_query_is_typed_on_several_lines() -> None:
    assert typed("SELECT * {\r?s ?p ?o\r}\r") == "SELECT * {\n?s ?p ?o\n}"
    assert typed("find BERT\r") == "find BERT"
    assert typed("ASK {}\x1b\rLIMIT 2\r") == "ASK {}\nLIMIT 2"


def test_tab_completes(graph: Path) -> None:
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):

        def offers(text: str) -> Iterable[Offer]:
            pipe.send_text(" }\r")  # what is typed before there is an answer would be in its place
            return in_query(text, graph)

        pipe.send_text('ASK { ?p schema:name "ann l\t')
        found = prompt(offers, InMemoryHistory())()

    assert found == 'ASK { ?p schema:name "Ann Lee" }'


def test_keys_empty_the_line_and_leave() -> None:
    with pytest.raises(KeyboardInterrupt):
        typed("SELECT * {\x03")
    with pytest.raises(EOFError):
        typed("\x04")


@given(st.text())
def test_colours_leave_the_text_as_it_is(text: str) -> None:
    line = _Colours().lex_document(document := Document(f"SELECT * {{ {text}"))

    assert [fragment_list_to_text(line(number)) for number in range(len(document.lines))] == document.lines


# History.


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_history_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    kept = history(history_file())
    kept.append_string("ASK {\n'\udcff' }")

    assert history_file() == tmp_path / "state" / "kg" / "shell-history"
    assert (history_file().stat().st_mode & 0o777, history_file().parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert list(history(history_file()).load_history_strings()) == ["ASK {\n'?' }"]


def test_history_that_cannot_be_kept_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".local").write_text("", encoding="utf-8")

    assert isinstance(history(history_file()), InMemoryHistory)
