"""`kg report`: what was not understood, and how much of the prose of each note gave something."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.cli import main

NOTE = """# Thoughts

BERT was trained on BookCorpus. The weather was fine. In the end zqXLvv-Trq9v-kk was presented to nobody.
"""


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    (tmp_path / "thoughts.md").write_text(NOTE, encoding="utf-8")
    main(["build", str(tmp_path / "thoughts.md"), "--graph", str(tmp_path / "graph"), "--no-map"])
    return tmp_path / "graph"


def test_the_share_of_sentences_that_gave_something_is_told(graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()

    assert main(["report", "--graph", str(graph), "--json"]) == 0

    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    told = next(row for row in rows if row["code"] == "coverage")
    assert (told["note"], told["sentences"]) == ("thoughts.md", 3)
    assert 1 <= told["told"] < told["sentences"]


def test_a_sentence_without_news_is_no_problem(graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()

    assert main(["report", "--graph", str(graph)]) == 0

    shown = capsys.readouterr().out
    assert "weather" not in shown
    assert "Sentences that yielded something:" in shown
