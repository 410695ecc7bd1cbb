"""`kg score`: what a graph says against what a careful reader lists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.cli import main
from kg.errors import UsageError
from kg.extras.scoring import read

NOTE = """# Reading list

- [JaneRoe2025ICLR](https://openreview.net/forum?id=zzzzzzzzz2) uses BERT for machine translation.
- Sara Hooker (Cohere) spoke about pruning on SQuAD.
"""


def gold(path: Path, *rows: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "list.md").write_text(NOTE, encoding="utf-8")
    assert main(["build", str(tmp_path / "vault"), "--graph", str(tmp_path / "graph"), "--no-map", "--json"]) == 0
    return tmp_path / "graph"


def scored(graph: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, float]]:
    capsys.readouterr()
    assert main(["score", str(file), "--graph", str(graph), "--json"]) == 0
    found: dict[str, dict[str, float]] = json.loads(capsys.readouterr().out)["list.md"]
    return found


def test_what_was_found_missed_and_made_up_is_counted(
    graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = gold(
        tmp_path / "list.jsonl",
        {"type": "method", "name": "BERT", "lines": [3]},
        {"type": "method", "name": "WordPiece", "lines": [3]},
        {"type": "person", "name": "Jane Roe", "lines": [3]},
        {"type": "dataset", "name": "The Stanford set", "aliases": ["SQuAD"], "lines": [4]},
    )

    found = scored(graph, file, capsys)

    assert (found["method"]["right"], found["method"]["missed"], found["method"]["false"]) == (1, 1, 0)
    assert (found["person"]["right"], found["person"]["false"]) == (1, 1)
    assert found["dataset"]["f1"] == 1.0


def test_what_the_reader_doubts_counts_neither_way(
    graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = gold(
        tmp_path / "list.jsonl",
        {"type": "method", "name": "BERT", "lines": [3], "certain": False},
        {"type": "method", "name": "attention", "lines": [3], "certain": False},
    )

    found = scored(graph, file, capsys)

    assert (found["method"]["right"], found["method"]["missed"], found["method"]["false"]) == (0, 0, 0)


def test_a_relation_is_right_when_both_ends_and_the_predicate_are(
    graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        {"type": "paper", "lines": [3], "citekey": "JaneRoe2025ICLR", "title": None, "urls": []},
        {"type": "method", "name": "BERT", "lines": [3]},
        {"type": "relation", "subject": "JaneRoe2025ICLR", "predicate": "uses", "object": "BERT", "line": 3},
        {"type": "relation", "subject": "JaneRoe2025ICLR", "predicate": "extends", "object": "BERT", "line": 3},
    ]

    found = scored(graph, gold(tmp_path / "list.jsonl", *rows), capsys)

    assert (found["paper"]["right"], found["relation"]["right"], found["relation"]["missed"]) == (1, 1, 1)


def test_misses_and_false_alarms_are_shown_with_their_places(
    graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = gold(tmp_path / "list.jsonl", {"type": "dataset", "name": "ImageNet", "lines": [4]})
    capsys.readouterr()

    assert main(["score", str(file), "--graph", str(graph), "--errors", "5"]) == 0

    shown = capsys.readouterr().out
    assert "dataset: missed: list.md:4: ImageNet" in shown
    assert "dataset: false alarm: list.md:4: SQuAD" in shown


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "list.jsonl:1: not JSON"),
        ('{"type": "song"}', "list.jsonl:1: an annotation needs a type"),
        ("[]", "list.jsonl:1: an annotation needs a type"),
    ],
)
def test_a_broken_annotation_is_told_with_its_line(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "list.jsonl").write_text(text, encoding="utf-8")

    with pytest.raises(UsageError) as caught:
        read(tmp_path / "list.jsonl")

    assert told in str(caught.value)


def test_annotations_of_other_notes_are_an_error(
    graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = gold(tmp_path / "another.jsonl", {"type": "method", "name": "BERT", "lines": [1]})

    assert main(["score", str(file), "--graph", str(graph)]) == 2
    assert "no annotation belongs to a note in this graph" in capsys.readouterr().err
