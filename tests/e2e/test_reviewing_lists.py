"""`kg review` on lists: what it asks, and that one answer holds for all that stands below a heading."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kg import extraction, notes
from kg.cli import main
from kg.errors import SettingsError
from kg.resolution.decisions import parse
from kg.settings import Settings

WATCHED = """# On the shelf

## Watched

Marta Lindqvist - Le phare de l'hiver / The Lighthouse of Winter

Marta Lindqvist - Un jardin sans portes / A Garden Without Gates

Jonas Okafor - River Town: Two Years on the Amber Coast

Ada Vogel - Letters to an Empty House: A Life in Tallinn

Ada Vogel - The Last Train to Tallinn

## Papers

- [A Study of Long Sequences](https://arxiv.org/abs/2501.01233). Anna Muster, Wei Zhang. ICLR 2025.
"""
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "shelf.md").write_text(WATCHED, encoding="utf-8")
    return folder


def titles(run: Run) -> set[str]:
    select = "SELECT ?title WHERE { ?paper a schema:ScholarlyArticle ; schema:name ?title }"
    return {
        row["title"]["value"] for row in json.loads(run("query", select, "--format", "json")[1])["results"]["bindings"]
    }


def answer(run: Run, line: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line.encode()), encoding="utf-8"))
    return run("review", "--apply", "-")


def test_a_list_that_was_left_out_is_asked_about_once(run: Run) -> None:
    (question,) = json.loads(run("review", "--json")[1])["lists"]

    assert (question["note"], question["below"], question["line"]) == ("shelf.md", "Watched", 5)
    assert question["records"] == 5 and 0 < question["probability"] < 1
    assert "River Town: Two Years on the Amber Coast" in question["names"]
    assert "1/1  Are these 5 papers?\n  shelf.md:5, below 'Watched'; " in run("review", "--list")[1]


@pytest.mark.parametrize(("said", "papers"), [("yes", 6), ("no", 1)])
def test_an_answer_holds_for_the_whole_list_and_is_remembered(
    said: str, papers: int, run: Run, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answer(run, f"list 1 {said}\n", monkeypatch)[0] == 0
    (decided,) = parse((vault / "decisions.toml").read_text(encoding="utf-8")).all
    assert str(decided.part) == "shelf.md, below 'Watched'" and decided.papers is (said == "yes")

    run("build", vault)

    assert len(titles(run)) == papers and "A Study of Long Sequences" in titles(run)
    assert json.loads(run("review", "--json")[1])["lists"] == []
    assert "shelf.md, below 'Watched'" in run("decisions")[1]
    assert "no-paper" not in run("report")[1]


def test_the_graph_forgets_the_answer_when_the_decision_goes(
    run: Run, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = titles(run)
    answer(run, "list 1 yes\n", monkeypatch)
    run("build", vault)
    run("undo")
    run("build", vault)

    assert titles(run) == before and len(json.loads(run("review", "--json")[1])["lists"]) == 1


def test_a_decision_whose_heading_or_note_is_gone_is_reported(run: Run, vault: Path) -> None:
    tables = [
        f'[[list]]\nnote = "{note}"\nbelow = "{below}"\npapers = true\n'
        for note, below in (("shelf.md", "Poems"), ("gone.md", "Watched"))
    ]
    (vault / "decisions.toml").write_text("\n".join(tables), encoding="utf-8")
    run("build", vault)
    told = run("report")[1]

    assert "below 'Poems'" in told and "no note gone.md" in told and told.count("stale-decision") == 2


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ('note = "a.md"', "papers = true or papers = false"),
        ('note = "a.md"\npapers = "yes"', "papers = true or papers = false"),
        ("papers = true", 'note = "..."'),
        ('note = "a.md"\npapers = true\nthing = "task: X"', "unknown key 'thing'"),
        ('note = "a.md"\nbelow = ""\npapers = true', 'below = "..."'),
    ],
)
def test_a_table_that_cannot_be_meant_is_named_with_its_line(table: str, says: str) -> None:
    with pytest.raises(SettingsError) as raised:
        parse(f"[[list]]\n{table}\n")

    assert str(raised.value).startswith("decisions.toml:") and says in str(raised.value)


@pytest.mark.parametrize("line", ["list 2 yes\n", "list 1 method\n", "list yes\n"])
def test_an_answer_that_fits_no_list_is_refused_whole(
    line: str, run: Run, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, err = answer(run, f"list 1 no\n{line}", monkeypatch)

    assert code != 0 and "-:2:" in err and not (vault / "decisions.toml").exists()


def test_the_heading_closest_above_has_the_last_word(vault: Path, nlp: Any) -> None:
    note = notes.read(vault / "shelf.md", vault=vault, settings=Settings()).note
    assert note is not None
    decisions = parse(
        '[[list]]\nnote = "shelf.md"\npapers = false\n[[list]]\nnote = "shelf.md"\nbelow = "Watched"\npapers = true\n'
    )
    page, _ = extraction.read(replace(note, lists=decisions.lists("shelf.md")), nlp)

    found = {entry.title.text for entry in page.entries if entry.title}
    assert "The Last Train to Tallinn" in found and "A Study of Long Sequences" not in found


def test_an_explanation_goes_by_the_decisions_of_the_vault(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decided = '[[list]]\nnote = "shelf.md"\nbelow = "Watched"\npapers = true\n'
    for text, records in (("", 1), (decided, 6)):
        (vault / "decisions.toml").write_text(text, encoding="utf-8")
        main(["explain", str(vault / "shelf.md")])
        assert f"{records} record" in capsys.readouterr().out
