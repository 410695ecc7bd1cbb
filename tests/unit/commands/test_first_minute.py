"""The first minute with kg: a word to begin with, a graph that is found, a slip that is guessed."""

from __future__ import annotations

from pathlib import Path

import pytest
from servers import papers, write_graph

from kg.cli import main
from kg.library.places import GRAPH, default_graph, new_graph

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("KG_GRAPH", raising=False)
    (tmp_path / "notes" / "2025").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_kg_alone_says_how_to_begin(place: Path, capsys: Capture) -> None:
    assert main([]) == 0
    assert "kg build PATH/TO/YOUR/NOTES" in capsys.readouterr().out


def test_kg_alone_says_which_graph_there_is_and_what_to_ask(place: Path, capsys: Capture) -> None:
    write_graph(place / GRAPH, papers(3))

    assert main([]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("kg-out: ")
    assert "kg find WORDS" in shown


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("bild", "Did you mean kg build?"),
        ("serch", "kg "),
        ("search", "Did you mean kg find?"),
        ("open", "Did you mean kg serve or kg map --open?"),
        ("sparql", "Did you mean kg query?"),
        ("qurey", "Did you mean kg query?"),
        ("zzz", "kg --help lists them"),
    ],
)
def test_a_mistyped_command_is_guessed(word: str, told: str, capsys: Capture) -> None:
    assert main([word, "--graph", "x"]) == 2
    shown = capsys.readouterr().err
    assert f"there is no command '{word}'" in shown
    assert told in shown


def test_the_graph_is_found_from_below(place: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    write_graph(place / GRAPH, papers(3))
    monkeypatch.chdir(place / "notes" / "2025")

    assert default_graph() == Path("../../kg-out")
    assert new_graph() == GRAPH
    assert main(["query", "ASK { ?p schema:name 'Paper 2' }"]) == 0
    assert capsys.readouterr().out == "true\n"


def test_the_environment_names_the_graph(place: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    write_graph(place / "elsewhere", papers(3))
    write_graph(place / GRAPH, papers(1))
    monkeypatch.setenv("KG_GRAPH", str(place / "elsewhere"))

    assert default_graph() == new_graph() == place / "elsewhere"
    assert main(["query", "ASK { ?p schema:name 'Paper 2' }"]) == 0
    assert capsys.readouterr().out == "true\n"


def test_an_option_takes_precedence(place: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    write_graph(place / "elsewhere", papers(3))
    monkeypatch.setenv("KG_GRAPH", str(place / "none"))

    assert main(["query", "--graph", str(place / "elsewhere"), "ASK { ?p schema:name 'Paper 2' }"]) == 0
    assert main(["query", "ASK {}"]) == 1
    assert "there is no graph in" in capsys.readouterr().err
