"""The commands that answer questions: what people read, what programs read, and what is said when it cannot be done."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.cli import main, make_parser
from kg.commands import layout
from kg.commands.questions import QUESTIONS
from kg.commands.table import COMMANDS

ICLR = """# ICLR 2025

## Sequence models

- [A Study of Long Sequences](https://arxiv.org/abs/2501.01233). Zoe Zimmer, Anna Muster, Bo Chen. ICLR 2025.
  The best account of **long** contexts that I know, with a proof that [fits](https://a.b/c) on one page.
- [ ] [Small Models with Big Ideas](https://openreview.net/forum?id=AbCdEf1234). Bo Chen. ICLR 2025.

## Vision

- [Seeing Less](https://arxiv.org/abs/2403.01234). Cy Dorn. ICML 2024.
"""
PROSE = """---
date: 2025-03-01
---
# Reading

BERT outperforms ELMo on SQuAD. We call BERT a classic, and so does Zoe Zimmer.
"""
HOSTILE = "# ICLR 2025\n\n- [Evil \x1b[31mRed\x1b[0m \x9b31m \u202e Title of a Paper](https://arxiv.org/abs/2501.09999). Eve Mallory. ICLR 2025.\n"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    vault = tmp_path_factory.mktemp("notes")
    (vault / "2025").mkdir()
    (vault / "2025" / "iclr.md").write_text(ICLR, encoding="utf-8")
    (vault / "prose.md").write_text(PROSE, encoding="utf-8")
    (vault / "hostile.md").write_text(HOSTILE, encoding="utf-8")
    folder = tmp_path_factory.mktemp("graphs") / "graph"
    assert main(["build", str(vault), "--graph", str(folder), "--no-map"]) == 0
    return folder


@pytest.fixture
def run(graph: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def run_command(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main([*map(str, arguments), "--graph", str(graph)])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run_command


ASKED = (
    ("find", "zimmer"),
    ("near", "Zoe Zimmer"),
    ("path", "Zoe Zimmer", "Bo Chen"),
    ("common", "Anna Muster", "Bo Chen"),
    ("about", "Sequence models"),
    ("timeline",),
    ("timeline", "Bo Chen"),
    ("next",),
)


@pytest.mark.parametrize("asked", ASKED, ids=" ".join)
def test_an_answer_names_things_and_places_and_no_iris(run: Run, asked: tuple[str, ...]) -> None:
    code, out, error = run(*asked)

    assert code == 0, error
    assert re.search(r"(iclr|prose)\.md:\d+  ", out) and error == ""
    assert "kg.example" not in out and "https://" not in out and "](" not in out and "**" not in out
    assert max(map(len, out.splitlines())) <= layout.PIPE_WIDTH


@pytest.mark.parametrize("asked", ASKED, ids=" ".join)
def test_an_answer_for_programs_is_complete_json(run: Run, asked: tuple[str, ...]) -> None:
    code, out, _ = run(*asked, "--json")

    assert code == 0 and json.loads(out)
    assert run(*asked, "--json")[1] == out


@pytest.mark.parametrize("asked", ASKED, ids=" ".join)
def test_no_answer_drives_a_terminal(run: Run, asked: tuple[str, ...]) -> None:
    for more in ((), ("--json",), ("--limit", "0")):
        out = run(*asked, *more)[1]
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", out)


def test_hostile_titles_are_found_and_harmless(run: Run) -> None:
    _, out, _ = run("find", "evil", "mallory")

    assert "Title of a Paper" in out and not re.search("[\x1b\x9b\u202e]", out)


@pytest.mark.parametrize("columns", [44, 80, 200])
def test_a_terminal_is_filled_and_never_overrun(run: Run, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setattr(layout, "width", lambda: columns)
    for asked in ASKED:
        assert max(map(len, run(*asked)[1].splitlines())) <= columns


def test_what_is_found_first_is_what_was_meant(run: Run) -> None:
    lines = run("find", "zimer")[1].splitlines()

    assert lines[0] == "Also searched for 'zimmer': 'zimer' may be a typo."
    assert lines[2] == "  Zoe Zimmer  (person, 2 notes)"


def test_a_limit_says_how_much_it_leaves_out(run: Run) -> None:
    assert "things: 1 of " in (out := run("find", "kind:paper", "--limit", 1)[1])
    assert "(--limit 0 shows all)" in out
    assert "(--limit 0 shows all)" not in run("find", "kind:paper", "--limit", 0)[1]


def test_nothing_found_is_said_and_ends_with_1(run: Run) -> None:
    assert run("find", "zeppelinesque") == (1, "Nothing matches 'zeppelinesque'.\n", "")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("find", "-"), "contains no word to search for"),
        (("find", "kind:unicorn", "x"), "there is no kind 'unicorn'"),
        (("timeline", "--from", "soon"), "'soon' is not a year"),
        (("near", "BERT", "--kind", "unicorn"), "there is no kind 'unicorn'"),
    ],
)
def test_what_makes_no_sense_is_said_and_ends_with_2(run: Run, asked: tuple[str, ...], said: str) -> None:
    code, out, error = run(*asked)

    assert (code, out) == (2, "") and said in error


@pytest.mark.parametrize(
    "asked", [("near", "Nobody"), ("path", "BERT", "Nobody"), ("about", "Nobody"), ("timeline", "Nobody")], ids=" ".join
)
def test_a_thing_that_is_not_there_is_said_and_ends_with_1(run: Run, asked: tuple[str, ...]) -> None:
    code, out, error = run(*asked)

    assert (code, out) == (1, "") and "is called 'Nobody'" in error


def test_a_name_of_several_things_is_asked_back(run: Run) -> None:
    code, out, error = run("near", "ICLR 2025")
    if code == 1:
        assert out == "" and "things are called 'ICLR 2025'" in error
    assert run("near", "edition:ICLR 2025")[0] == 0


def test_a_way_is_told_with_its_steps(run: Run) -> None:
    _, out, _ = run("path", "Zoe Zimmer", "Bo Chen")
    lines = out.splitlines()

    assert lines[0] == "Zoe Zimmer and Bo Chen are 2 steps apart."
    assert "  wrote A Study of Long Sequences  (paper)" in lines and "  is by Bo Chen  (person)" in lines


def test_a_graph_that_is_not_there_says_how_to_build_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["find", "x", "--graph", str(tmp_path / "none")]) == 1
    assert "kg build NOTES" in capsys.readouterr().err


def test_an_empty_graph_answers_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes").mkdir()
    option = ["--graph", str(tmp_path / "graph")]
    assert main(["build", str(tmp_path / "notes"), "--no-map", *option]) == 1
    assert main(["find", "x", *option]) == 1
    assert main(["near", "x", *option]) == 1
    assert main(["timeline", *option]) == 0
    assert main(["next", *option]) == 0
    assert "Nothing matches 'x'." in capsys.readouterr().out


def test_every_question_has_examples_and_json() -> None:
    assert [*QUESTIONS] == ["find", "near", "path", "common", "about", "timeline", "next"]


def test_long_sentences_are_cut_around_what_fits() -> None:
    sentence = "before " * 100 + "needle " + "after " * 100
    shown, ranges = layout.cut(sentence, [(700, 706)])

    assert len(shown) <= layout.QUOTED + 4 and [shown[start:end] for start, end in ranges] == ["needle"]
    assert shown.startswith("… ") and shown.endswith(" …")


def test_a_question_that_never_ends_is_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    released = threading.Event()
    monkeypatch.setattr("kg.commands.showing.find", lambda *_: released.wait())
    endless = [each._replace(seconds=0.01) if each.name == "find" else each for each in COMMANDS]
    monkeypatch.setattr("kg.cli.COMMANDS", endless)
    monkeypatch.setattr("kg.cli.make_parser", make_parser.__wrapped__)  # the one of the other commands may be made

    code = main(["find", "graphs"])
    released.set()

    assert code == 1
    assert "stopped this question after 0.01 s" in capsys.readouterr().err


def test_every_command_that_asks_a_graph_has_a_limit_of_time() -> None:
    asking = {"ask", "show", "find", "near", "path", "common", "about", "timeline", "next"}

    assert {each.name for each in COMMANDS if each.seconds} == asking
