"""Names that only the trained component saw: in the graph to be found and asked about, and in no statement."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

NOTE = """# Week 12

The second run used Tidewater with more steps.
It trains on Ferrywood for a day.
"""
CANDIDATES = {"Ferrywood", "Tidewater"}
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "one.md").write_text(NOTE, encoding="utf-8")
    return folder


def query(run: Run, text: str) -> list[dict[str, str]]:
    results = json.loads(run("query", "--format", "json", text)[1])["results"]
    return [{name: cell["value"] for name, cell in row.items()} for row in results["bindings"]]


def names(run: Run) -> set[str]:
    return {row["name"] for row in query(run, "SELECT ?name { ?thing a kg:Candidate ; skos:prefLabel ?name }")}


def test_a_name_without_a_second_sign_is_kept_with_its_place_and_says_nothing(run: Run) -> None:
    assert names(run) == CANDIDATES
    said = query(run, "SELECT DISTINCT ?p { ?thing a kg:Candidate { ?thing ?p ?o } UNION { ?s ?p ?thing } }")
    mentioned = query(run, "SELECT ?line { ?m kg:names/rdfs:label 'Ferrywood' ; prov:wasDerivedFrom/kg:line ?line }")

    assert {row["p"].rpartition("/")[2].rpartition("#")[2] for row in said} == {
        *("type", "label", "prefLabel", "mentions", "names")
    }
    assert [row["line"] for row in mentioned] == ["4"]
    assert "Ferrywood  (candidate" in run("find", "Ferrywood")[1]


def test_it_is_on_no_map_and_in_no_file_for_other_programs(run: Run, tmp_path: Path) -> None:
    for file in ("nodes.graphml", "vault"):
        form = () if "." in file else ("--as", "obsidian")
        code, _, _ = run("export", str(tmp_path / file), *form)
        assert code == 0
    code, _, _ = run("map", str(tmp_path / "map.html"))

    assert code == 0
    assert "candidate/ferrywood" not in (tmp_path / "nodes.graphml").read_text(encoding="utf-8")
    assert "candidate/ferrywood" not in (tmp_path / "map.html").read_text(encoding="utf-8")
    assert not [path for path in (tmp_path / "vault").rglob("*.md") if path.stem == "Ferrywood"]


def test_review_asks_about_it_and_the_answer_makes_a_thing_or_nothing_of_it(
    run: Run, vault: Path, tmp_path: Path
) -> None:
    asked = {one["name"]: one for one in json.loads(run("review", "--json", "--limit", "0")[1])["names"]}
    answers = tmp_path / "answers.txt"
    answers.write_text(f"{asked['Ferrywood']['number']} dataset, {asked['Tidewater']['number']} no\n", encoding="utf-8")
    run("review", "--apply", str(answers))
    run("build", str(vault))

    assert all(one["is_candidate"] for one in asked.values()) and asked.keys() == CANDIDATES
    assert names(run) == set()
    assert query(run, "SELECT ?name { ?d a schema:Dataset ; schema:name ?name }") == [{"name": "Ferrywood"}]


def test_a_yes_takes_it_for_what_it_is_shown_as(run: Run, vault: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.txt"
    (one,) = [o for o in json.loads(run("review", "--json")[1])["names"] if o["name"] == "Ferrywood"]
    answers.write_text(f"{one['number']} yes\n", encoding="utf-8")
    run("review", "--apply", str(answers))
    run("build", str(vault))
    kinds = query(run, "SELECT ?class { ?t rdfs:label 'Ferrywood' ; a ?class }")

    assert [row["class"].rpartition("/")[2].rpartition("#")[2].lower() for row in kinds] == [one["kind"]]


def test_another_note_with_a_sign_makes_a_thing_of_it(run: Run, vault: Path) -> None:
    (vault / "two.md").write_text("We introduce Ferrywood, a dataset of river maps.\n", encoding="utf-8")
    run("build", str(vault))

    assert names(run) == {"Tidewater"}
    rows = query(run, "SELECT ?note { ?note schema:mentions ?d ; kg:path ?path . ?d a schema:Dataset }")
    assert len(rows) == 2
    (vault / "two.md").unlink()
    run("build", str(vault))
    assert names(run) == CANDIDATES
