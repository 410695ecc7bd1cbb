"""`kg review` on names: what it asks, and what becomes of answers at the next build."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.resolution.decisions import parse

NOTE = """# Reading

- [A Study of Long Sequences](https://arxiv.org/abs/2501.01233). Anna Muster, Wei Zhang. ICLR 2025.

The paper learns distributions over permutations with $k$-Swaps, which is essential here.
We use soft-weaving and hard-weaving here with ABC and XYZ.
They compare it with BERT on SQuAD. It will also present interface design and security challenges.
"""
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "one.md").write_text(NOTE, encoding="utf-8")
    return folder


def names(run: Run) -> dict[str, int]:
    """Give the number of each question by the name it asks about."""
    told = json.loads(run("review", "--json", "--limit", "0")[1])
    assert told["names_in_all"] == len(told["names"])
    return {one["name"]: one["number"] for one in told["names"]}


def written(vault: Path) -> list[tuple[str, tuple[str, ...], str]]:
    file = vault / "decisions.toml"
    decisions = parse(file.read_text(encoding="utf-8")).all if file.exists() else ()
    return [(str(one.sort), tuple(map(str, one.things)), one.value) for one in decisions]


def test_each_name_is_listed_with_its_line_and_the_words_are_marked(run: Run, vault: Path) -> None:
    code, out, _ = run("review", "--list")

    assert code == 0
    assert "$k$-Swaps  method?" in out and "a formula" in out
    assert "one.md:5  " in out and "permutations with >>$k$-Swaps<<, which" in out
    assert "BERT  method?" not in out
    assert "kg review --apply FILE" in out and written(vault) == []


def test_json_has_what_a_program_needs_to_answer(run: Run) -> None:
    (formula,) = [one for one in json.loads(run("review", "--json")[1])["names"] if one["name"] == "$k$-Swaps"]

    assert (formula["kind"], formula["called"]) == ("method", ["method: $k$-Swaps"])
    assert formula["places"][0]["note"] == "one.md" and formula["places"][0]["line"] == 5
    assert 0 < formula["doubt"] <= 1 and formula["affects"] >= 1 and "a formula" in formula["reasons"]


def test_limit_lists_the_first_names_only(run: Run) -> None:
    found = names(run)

    told = json.loads(run("review", "--json", "--limit", "1")[1])
    assert [one["number"] for one in told["names"]] == [1] and told["names_in_all"] == len(found) > 1


def test_answers_of_a_file_are_written_down_followed_and_not_asked_again(run: Run, vault: Path, tmp_path: Path) -> None:
    numbers = names(run)
    file = tmp_path / "answers.txt"
    file.write_text(
        f"# mine\n\n{numbers['$k$-Swaps']} ignore\n{numbers['soft-weaving']} dataset; {numbers['hard-weaving']} yes\n",
        encoding="utf-8",
    )

    code, out, _ = run("review", "--apply", file)

    assert code == 0
    assert "decisions.toml: 3 decisions (1 ignore, 2 kind)." in out and "Takes effect at the next build" in out
    assert {(sort, value, things[0].partition(": ")[2]) for sort, things, value in written(vault)} == {
        ("ignore", "", "$k$-Swaps"),
        ("kind", "dataset", "soft-weaving"),
        ("kind", "task", "hard-weaving"),
    }
    for again in (False, True):
        assert names(run).keys() == numbers.keys() - {"$k$-Swaps", "soft-weaving", "hard-weaving"}
        assert again or run("build", vault)[0] == 0
    assert run("show", "soft-weaving", "--kind", "dataset")[0] == 0
    assert run("show", "hard-weaving", "--kind", "task")[0] == 0
    assert run("show", "$k$-Swaps", "--kind", "method")[0] == 1
    assert "stale-decision" not in run("report")[1]


def test_a_yes_changes_nothing_of_a_thing_in_the_graph(run: Run, vault: Path, tmp_path: Path) -> None:
    before = (tmp_path / "graph" / "graph.trig").read_bytes()
    asked = json.loads(run("review", "--json", "--limit", "0")[1])["names"]
    answers = [f"{one['number']} {'skip' if one['is_candidate'] else 'yes'}" for one in asked]
    (tmp_path / "answers").write_text("\n".join(answers), encoding="utf-8")

    assert run("review", "--apply", tmp_path / "answers")[0] == 0
    assert run("build", vault)[0] == 0

    assert (tmp_path / "graph" / "graph.trig").read_bytes() == before
    assert names(run).keys() == {one["name"] for one in asked if one["is_candidate"]}


def test_answers_may_call_names_in_place_of_numbers(run: Run, vault: Path, tmp_path: Path) -> None:
    (tmp_path / "answers").write_text("ignore method: $k$-Swaps @ one.md\ndataset method: BERT\n", encoding="utf-8")

    assert run("review", "--apply", tmp_path / "answers")[0] == 0
    assert written(vault) == [("ignore", ("method: $k$-Swaps @ one.md",), ""), ("kind", ("method: BERT",), "dataset")]
    assert "Nothing to record" in run("review", "--apply", tmp_path / "answers")[1]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("999 ignore", "there are questions 1 to"),
        ("1 planet", "'planet' is not an answer"),
        ("ignore method: Nowhere", "nothing in the notes is called method: Nowhere"),
        ("1 yes", "1 already has an answer"),
    ],
)
def test_a_file_with_a_line_that_makes_no_sense_is_refused_whole(
    run: Run, vault: Path, tmp_path: Path, line: str, complaint: str
) -> None:
    (tmp_path / "answers").write_text(f"1 ignore\n{line}\n", encoding="utf-8")

    code, _, error = run("review", "--apply", tmp_path / "answers")

    assert code == 2 and f"answers:2: {complaint}" in error
    assert written(vault) == []


def test_a_file_that_is_not_there_or_no_text_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "answers").write_bytes(b"1 ignore \xff")

    assert run("review", "--apply", tmp_path / "none")[0] == 1
    assert run("review", "--apply", tmp_path / "answers")[0] == 2


def test_answers_come_from_standard_input(run: Run, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number = names(run)["$k$-Swaps"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{number} ignore\n".encode())))

    assert run("review", "--apply", "-")[0] == 0
    assert written(vault) == [("ignore", ("method: $k$-Swaps",), "")]


def test_text_of_notes_cannot_drive_the_terminal(run: Run, vault: Path) -> None:
    hostile = NOTE.replace("They compare", "\x1b[31m\x9b\u202eThey compare")
    (vault / "one.md").write_text(hostile, encoding="utf-8")
    assert run("build", vault)[0] == 0

    for option in ("--list", "--json"):
        shown = run("review", option)[1]
        assert "soft-weaving" in shown and not any(c in shown for c in "\x1b\x9b\u202e")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "sorts"),
    [
        ("{n} ignore\n\n", ["ignore"]),
        ("{n} planet\n{n} dataset\nq\n", ["kind"]),
        ("{n} ignore\n{n} yes\n", ["ignore"]),
        ("rest skip\n", []),
        ("\n", []),
        ("q\n", []),
        ("", []),
    ],
)
def test_at_a_terminal_each_line_is_written_down_at_once(
    run: Run, vault: Path, monkeypatch: pytest.MonkeyPatch, typed: str, sorts: list[str]
) -> None:
    number = names(run)["$k$-Swaps"]
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdin", Terminal(typed.format(n=number)))
        patched.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        code, out, _ = run("review")

    assert code == 0 and "like 1-5 ignore, 7 dataset, 9 yes" in out
    assert ("is not an answer" in out) == ("planet" in typed)
    assert [sort for sort, _, _ in written(vault)] == sorts


def test_a_citation_that_fits_two_papers_is_a_doubt_about_no_thing(run: Run, vault: Path) -> None:
    references = (
        "- Roe, J. and Lind, K. (2019). Moss on the roofs of towns. Urban Ecology.\n"
        "- Roe, J. and Lind, K. (2019). Ants that follow each other in the dark. Insect Behaviour.\n"
    )
    (vault / "references.md").write_text(f"# References\n\n{references}", encoding="utf-8")
    (vault / "two.md").write_text("# Two\n\nA way to measure it, after Roe and Lind (2019).\n", encoding="utf-8")
    run("build", vault)

    assert run("review", "--json")[0] == 0
    code, out, _ = run("why", "Moss on the roofs of towns", "Ants that follow each other in the dark")
    assert code == 0 and "These are two things." in out
