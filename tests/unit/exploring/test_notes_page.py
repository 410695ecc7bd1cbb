"""The page of a note: the programs that open its file."""

from __future__ import annotations

from pathlib import Path

import pytest
from asked import Notes
from exploring import Page

from kg.exploring import notes
from kg.model import Kind


@pytest.mark.parametrize(
    ("setting", "local", "begins"),
    [
        ("file", "yes", ["vscode://file/"]),
        ("obsidian", "yes", ["obsidian://open?path="]),
        ("vscode", "yes", ["vscode://file/"]),
        ("", "yes", []),
        ("vscode", "", []),
    ],
)
def test_a_note_opens_in_the_program_of_who_reads_it_here(
    tmp_path: Path, setting: str, local: str, begins: list[str]
) -> None:
    made = Notes()
    made.note("tides.md", "One\nTwo\n").mention(Kind.TOPIC, "Two")
    with made.knowledge(tmp_path) as knowledge:
        (tmp_path / "kg.toml").write_text(f'open_notes_with = "{setting}"\n', encoding="utf-8")
        found = notes.page(knowledge, {"path": "tides.md", "line": "2", "local": local})
    assert found is not None
    links = [link for link in Page(found.content.decode()).links if "://" in link]

    assert [link[: len(begin)] for link, begin in zip(links, begins, strict=True)] == begins
    assert not begins or str(tmp_path.name) in links[0]


def test_a_vault_of_obsidian_opens_there_and_in_an_editor(tmp_path: Path) -> None:
    made = Notes()
    made.note("tides.md", "One\n").mention(Kind.TOPIC, "One")
    (tmp_path / ".obsidian").mkdir()
    with made.knowledge(tmp_path) as knowledge:
        found = notes.page(knowledge, {"path": "tides.md", "line": "", "local": "yes"})
    assert found is not None
    assert [one for one in ("Open in Obsidian", "Open in Visual Studio Code") if one in found.content.decode()] == [
        "Open in Obsidian",
        "Open in Visual Studio Code",
    ]
