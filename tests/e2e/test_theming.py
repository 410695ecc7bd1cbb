"""What the user wants of themes: their names, which are one, and how many there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.cli import main
from kg.publishing.topicmap.memory import drawn

FIELDS = {"Gas sensors": 5, "Soil erosion": 4, "Speech recognition": 4}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """Notes on three fields, with their graph and its map."""
    notes = tmp_path / "notes"
    notes.mkdir()
    for field, papers in FIELDS.items():
        lines = [f"- {field} in study number {n} of many, Ada Roe{n}, Bo Doe{n}, 20{10 + n}\n" for n in range(papers)]
        (notes / f"{field}.md").write_text(f"# {field}\n\n{''.join(lines)}", encoding="utf-8")
    assert main(["build", str(notes), "--graph", str(tmp_path / "graph"), "--map"]) == 0
    return tmp_path


def themes(vault: Path) -> dict[str, int]:
    """Return the papers of each theme of the map."""
    found = drawn(vault / "graph").themes
    return {name: sum("/paper/" in one for one in members) for name, members in found.items()}


def run(vault: Path, *words: str) -> int:
    return main([*words, "--graph", str(vault / "graph")])


def test_a_theme_is_called_and_merged_as_the_user_says(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The map is drawn again at once; `kg undo` brings back what it was."""
    before = themes(vault)
    assert before == FIELDS
    assert run(vault, "theme", "Gas sensors", "Soil erosion", "--name", "The field") == 0
    assert themes(vault) == {"The field": 9, "Speech recognition": 4}
    assert run(vault, "theme", "The field", "--name", "Ground and air") == 0
    assert themes(vault) == {"Ground and air": 9, "Speech recognition": 4}
    capsys.readouterr()
    assert run(vault, "analyze", "topic-communities") == 0
    assert "Ground and air" in capsys.readouterr().out
    assert run(vault, "undo") == run(vault, "undo") == 0
    assert themes(vault) == before


def test_a_decision_outlives_the_map_and_new_notes(vault: Path) -> None:
    """What was merged stays merged when a note comes, and when the map is drawn from nothing."""
    run(vault, "theme", "Gas sensors", "Soil erosion", "--name", "The field")
    lines = [f"- Gas sensors in study number {n} of towns, Ada Roe{n}, Bo Doe{n}, 201{n}\n" for n in range(3)]
    (vault / "notes" / "new.md").write_text(f"# Gas sensors\n\n{''.join(lines)}", encoding="utf-8")
    notes, graph = str(vault / "notes"), str(vault / "graph")
    assert main(["build", notes, "--graph", graph, "--map"]) == 0
    assert themes(vault) == {"The field": 12, "Speech recognition": 4}
    (vault / "graph" / "map.json").unlink()
    assert run(vault, "map") == 0
    assert themes(vault) == {"The field": 12, "Speech recognition": 4}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("Gas sensor", "--name", "X"), "Did you mean 'Gas sensors'?"),
        (("Mathematics", "--name", "X"), "List them: kg theme"),
        (("Gas sensors",), "--name 'NEW NAME'"),
        (("--name", "X"), "kg theme 'ITS NAME NOW'"),
    ],
)
def test_what_is_wrong_is_said(
    vault: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str
) -> None:
    """A name that no theme has, no new name, no theme."""
    assert run(vault, "theme", *words) != 0
    assert says in capsys.readouterr().err


def test_themes_are_listed(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the number of their papers, the largest first."""
    capsys.readouterr()
    assert run(vault, "theme") == 0
    rows = [line.rsplit(maxsplit=1) for line in capsys.readouterr().out.splitlines()[2:]]
    assert [(name.strip(), int(papers)) for name, papers in rows] == list(FIELDS.items())


def test_there_are_no_more_themes_than_the_user_wants(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The number is a setting; one that makes no sense is an error with its place."""
    (vault / "notes" / "kg.toml").write_text("themes = 2\n", encoding="utf-8")
    assert run(vault, "map") == 0
    assert len(themes(vault)) == 2
    (vault / "notes" / "kg.toml").write_text("\nthemes = 0\n", encoding="utf-8")
    assert run(vault, "map") != 0
    assert "kg.toml:2: themes = 0 is not between 1 and 60" in capsys.readouterr().err
