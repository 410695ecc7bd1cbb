"""The commands on what a person decides: they write a file that a person reads, and ask about what is in doubt."""

from __future__ import annotations

import errno
import io
import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.model import Kind
from kg.resolution.decision_tables import HEAD, appended, table
from kg.resolution.decisions import Designator, parse, plain
from kg.resolution.designating import Seen, designate, meant

ONE = """# Reading

- [A Study of Long Sequences](https://arxiv.org/abs/2501.01233). Anna Muster, Weina Zhang. ICLR 2025.
- [Small Models with *Big* "Ideas" \\\\ Σ](https://arxiv.org/abs/2501.01234). Bo Chen. ICLR 2025.

BERT outperforms ELMo on SQuAD.
"""
TWO = """# More

- [Trees of Many Rivers](https://arxiv.org/abs/2501.01235). Weina Zhang, B. Chen. ICML 2025.
"""
DOUBT = """# Doubt

- [Structural Causal Bandits with a Long Memory](https://openreview.net/forum?id=AbCdEf1234). Ada Roe, Bo Li. ICLR 2020.
- [Structural Casual Bandits with a Long Memory](https://arxiv.org/abs/2001.01233)
"""
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "my notes"
    folder.mkdir()
    (folder / "one.md").write_text(ONE, encoding="utf-8")
    (folder / "two.md").write_text(TWO, encoding="utf-8")
    return folder


def count(run: Run, name: str) -> int:
    found = json.loads(run("query", f'SELECT ?x {{ ?x rdfs:label "{name}" }}', "--format", "json")[1])
    return len(found["results"]["bindings"])


def test_a_decision_is_written_counts_at_the_next_build_and_goes_by_undo(run: Run, vault: Path, tmp_path: Path) -> None:
    before = (tmp_path / "graph" / "graph.trig").read_bytes()
    code, out, _ = run("same", "Bo Chen", "B. Chen")

    written = '[[same]]\nthings = ["person: Bo Chen", "person: B. Chen"]\n'
    assert code == 0
    assert written in out and "Takes effect at the next build: kg build " in out
    assert (vault / "decisions.toml").read_text(encoding="utf-8") == f"{HEAD}\n{written}"
    assert count(run, "B. Chen") == 1
    assert run("build", vault)[0] == 0
    assert (count(run, "B. Chen"), count(run, "Bo Chen")) == (0, 1)
    code, out, _ = run("undo")
    assert code == 0 and written in out
    assert not (vault / "decisions.toml").exists()
    assert run("build", vault)[0] == 0
    assert (tmp_path / "graph" / "graph.trig").read_bytes() == before


def test_a_single_note_has_its_decisions_in_its_folder(vault: Path, run: Run) -> None:
    assert run("build", vault / "one.md")[0] == 0
    assert run("ignore", "ELMo")[0] == 0

    assert 'thing = "method: ELMo"' in (vault / "decisions.toml").read_text(encoding="utf-8")


def test_each_command_writes_its_table(run: Run, vault: Path) -> None:
    assert run("rename", "2501.01233", 'The "Long"\nPaper \\ Σ')[0] == 0
    assert run("kind", "BERT", "dataset", "--kind", "method")[0] == 0
    assert run("ignore", "method: ELMo @ one.md")[0] == 0
    assert run("different", "person: Weina Zhang @ one.md", "person: Weina Zhang @ two.md")[0] == 0
    text = (vault / "decisions.toml").read_text(encoding="utf-8")

    assert [(str(one.sort), one.value) for one in parse(text).all] == [
        ("rename", 'The "Long" Paper \\ Σ'),
        ("kind", "dataset"),
        ("ignore", ""),
        ("different", ""),
    ]
    assert run("build", vault)[0] == 0
    assert count(run, 'The \\"Long\\" Paper \\\\ Σ') == 1
    assert (count(run, "ELMo"), count(run, "Weina Zhang")) == (0, 2)
    assert run("show", "BERT", "--kind", "dataset")[0] == 0
    code, out, _ = run("decisions")
    assert code == 0
    assert "person: Weina Zhang @ two.md" in out and "1 mention in 1 note" in out and "nothing" not in out


def test_the_first_name_a_title_the_key_or_the_number_all_lead_to_what_tells_a_paper(run: Run, vault: Path) -> None:
    assert run("ignore", 'Small Models with Big "Ideas" \\ Σ')[0] == 0
    things = parse((vault / "decisions.toml").read_text(encoding="utf-8")).all[0].things

    assert [str(thing) for thing in things] == ["paper: arxiv-2501.01234"]


def test_two_things_of_one_name_are_told_by_their_notes(run: Run, vault: Path) -> None:
    assert run("different", "person: Weina Zhang @ one.md", "person: Weina Zhang @ two.md")[0] == 0
    assert run("build", vault)[0] == 0
    _, _, error = run("rename", "Weina Zhang", "Weina Zhang the Elder")
    assert "2 things are called 'Weina Zhang'" in error and "kg rename 'Weina Zhang#1' 'Weina Zhang the Elder'" in error
    assert run("rename", "Weina Zhang#1", "Weina Zhang the Elder")[0] == 0

    thing = parse((vault / "decisions.toml").read_text(encoding="utf-8")).all[1].things[0]
    assert str(thing) == "person: Weina Zhang @ one.md"


def test_what_was_written_by_hand_stays_byte_for_byte(run: Run, vault: Path) -> None:
    file = vault / "decisions.toml"
    mine = b'\xef\xbb\xbf# mine\r\n\r\n[[ignore]] # why not\r\nthing = "task: X"\r\n# end'
    file.write_bytes(mine)

    assert run("same", "Bo Chen", "B. Chen")[0] == 0
    assert file.read_bytes().startswith(mine + b"\r\n\r\n[[same]]\r\n")
    assert run("undo")[0] == 0
    assert file.read_bytes() == mine + b"\r\n"
    assert run("undo", "--number", "1")[0] == 0
    assert file.read_bytes() == b"\xef\xbb\xbf# mine\r\n\r\n# end\r\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["same", "Bo Chen", "Bo Chen"], "already one thing"),
        (["different", "Weina Zhang", "Weina Zhang"], "'person: Weina Zhang @ one.md' 'person: Weina Zhang @ two.md'"),
        (["same", "Bo Chen", "Bo Chenn"], "nearest names"),
        (["ignore", "task: Nothing"], "nothing in the graph is called task: Nothing"),
        (["ignore", "one.md"], "is a note"),
        (["kind", "Bo Chen", "person"], "already"),
        (["undo"], "no decisions"),
        (["same", "person: Bo Chen", "person: Bo Chen"], "these are the same name"),
        (["rename", "Bo Chen", " "], "empty"),
        (["kind", "Bo Chen", "robot"], "no kind 'robot'"),
    ],
)
def test_what_cannot_be_decided_is_refused_and_nothing_is_written(
    run: Run, vault: Path, arguments: list[str], says: str
) -> None:
    code, out, error = run(*arguments)

    assert code in (1, 2) and out == ""
    assert says in error
    assert not (vault / "decisions.toml").exists()


def test_a_decision_that_is_there_already_is_not_written_twice(run: Run, vault: Path) -> None:
    assert run("same", "Bo Chen", "B. Chen")[0] == 0
    text = (vault / "decisions.toml").read_bytes()
    code, _, error = run("same", "B. Chen", "Bo Chen")

    assert code == 1 and "already" in error and "decisions.toml:3 (decision 1)" in error
    assert (vault / "decisions.toml").read_bytes() == text


def test_a_file_that_cannot_be_read_is_left_as_it_is(run: Run, vault: Path) -> None:
    (vault / "decisions.toml").write_bytes(b"[[same")
    code, _, error = run("ignore", "ELMo")

    assert code == 2 and "decisions.toml:1:7: this is not TOML" in error
    assert (vault / "decisions.toml").read_bytes() == b"[[same"


def test_a_disk_that_is_full_leaves_decisions_as_they_were(
    run: Run, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("ignore", "ELMo")
    before = {path.name: path.read_bytes() for path in vault.iterdir()}

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        code, _, error = run("ignore", "BERT")

    assert code == 1 and "No space left" in error
    assert {path.name: path.read_bytes() for path in vault.iterdir()} == before
    assert run("ignore", "BERT")[0] == 0


def test_decisions_that_name_nothing_are_listed_so(run: Run, vault: Path) -> None:
    (vault / "decisions.toml").write_text('[[ignore]]\nthing = "task: \\u001b[31mX"\nwhy = "once"\n', encoding="utf-8")
    _, out, _ = run("decisions")

    assert "nothing" in out and "once" in out and "decisions.toml:1: stale-decision" in out
    assert "\x1b" not in out


# Designators.


_seen = st.lists(
    st.builds(
        lambda thing, kind, name, note, line: Seen(f"{kind}{thing}", kind, name, note, line),
        st.integers(0, 3),
        st.sampled_from([Kind.METHOD, Kind.TASK]),
        st.sampled_from(["SAM", "SAM @ a.md", "X @ Y", 'a "b" \\ c', "Σ: d"]),
        st.sampled_from(["a.md", "b @ a.md", "c  d.md"]),
        st.integers(1, 3),
    ),
    max_size=12,
)


@given(_seen)
def test_the_designators_of_a_thing_fit_it_alone_and_read_back(seen: list[Seen]) -> None:
    for thing in {row.thing for row in seen}:
        called = designate(seen, thing)
        text = appended("", table("ignore", {"things": [str(one) for one in called]})) if called else ""

        assert {row.thing for one in called for row in meant(seen, one)} <= {thing}
        assert not called or parse(text).all[0].things == called
        mine = {(row.name, row.note) for row in seen if row.thing == thing}
        beside = {(row.name, row.note) for row in seen if row.thing != thing and row.kind == thing[:-1]}
        assert bool(called) >= bool(mine - beside) or any("@" in name for name, _ in mine)


def test_a_name_of_its_own_needs_no_note() -> None:
    rows = [
        Seen("1", Kind.METHOD, "SAM", "a.md", 1),
        Seen("1", Kind.METHOD, "Segment", "a.md", 1),
        Seen("2", Kind.METHOD, "SAM", "b.md", 1),
    ]

    assert designate(rows, "1") == (Designator(Kind.METHOD, "Segment"),)
    assert designate(rows, "2") == (Designator(Kind.METHOD, "SAM @ b.md"),)
    assert plain("a\n b\x00") == "a b\ufffd"


# Why.


def test_why_names_every_form_its_notes_and_what_joined_them(run: Run) -> None:
    code, out, _ = run("why", "Weina Zhang")

    assert code == 0
    assert "Weina Zhang  one.md:3, two.md:3" in out
    assert "the same full name" in out and "1.00  Weina Zhang (one.md:3)  Weina Zhang (two.md:3)" in out


def test_why_says_what_two_things_have_in_common_or_that_nothing_was_found(run: Run, vault: Path) -> None:
    code, out, _ = run("why", "Bo Chen", "Anna Muster")
    assert code == 0
    assert out.startswith("These are two things.") and "kg found nothing in common." in out and "kg same " in out
    assert "One is a person, the other a method" in run("why", "Bo Chen", "method: BERT")[1]
    assert run("why", "Bo Chen", "person: Bo Chen @ one.md")[1].startswith("These are one thing.")
    assert run("different", "person: Weina Zhang @ one.md", "person: Weina Zhang @ two.md")[0] == 0
    code, _, error = run("why", "Weina Zhang")
    assert (code, "Build again" in error) in {(0, False), (1, True)}
    assert run("build", vault)[0] == 0
    out = run("why", "person: Weina Zhang @ one.md", "person: Weina Zhang @ two.md")[1]
    assert "you said that they are different" in out and "You decided (decisions.toml:3, number 1)" in out


# Review.


@pytest.fixture
def doubtful(run: Run, vault: Path) -> Run:
    (vault / "doubt.md").write_text(DOUBT, encoding="utf-8")
    assert run("build", vault)[0] == 0
    return run


def test_review_lists_doubtful_pairs_with_their_places(doubtful: Run, vault: Path) -> None:
    code, out, _ = doubtful("review")

    assert code == 0
    assert "Is this one paper?" in out and 'doubt.md:3  "- [Structural Causal Bandits' in out and "a misprint" in out
    assert out == doubtful("review", "--list")[1]
    asked = json.loads(doubtful("review", "--json")[1])["pairs"]
    assert sorted([place["line"] for place in thing["places"]] for thing in asked[0]["things"]) == [[3], [4]]
    assert not (vault / "decisions.toml").exists()


@pytest.mark.parametrize(
    ("answer", "sorts"), [("y", ["same"]), ("x\nN", ["different"]), ("s", []), ("", []), ("q", [])]
)
def test_an_answer_is_written_down_and_not_asked_again(
    doubtful: Run, vault: Path, monkeypatch: pytest.MonkeyPatch, answer: str, sorts: list[str]
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdin", Terminal(f"{answer}\n"))
        patched.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        assert doubtful("review")[0] == 0

    file = vault / "decisions.toml"
    assert (
        [str(one.sort) for one in parse(file.read_text(encoding="utf-8")).all] == sorts if sorts else not file.exists()
    )
    assert ("No doubts" in doubtful("review")[1]) == bool(sorts)


def test_review_asks_at_a_terminal(doubtful: Run, vault: Path, tmp_path: Path) -> None:
    mine, its = pty.openpty()
    os.write(mine, b"y\n")
    done = subprocess.run(
        [sys.executable, "-m", "kg", "review", "--graph", str(tmp_path / "graph")],
        stdin=its,
        stdout=its,
        stderr=subprocess.PIPE,
        timeout=100,
        check=False,
    )
    shown = os.read(mine, 100_000).decode("utf-8", "replace")
    os.close(its)
    os.close(mine)

    assert (done.returncode, done.stderr) == (0, b"")
    assert "y same, n different" in shown
    assert "[[same]]" in (vault / "decisions.toml").read_text(encoding="utf-8")


def test_reasons_are_given_for_each_thing_of_a_subject_and_decisions_ask_for_one(run: Run, vault: Path) -> None:
    (vault / "three.md").write_text(
        "# ICLR 2025\n\n- WideNet [AnnaMuster2025ICLR+](https://arxiv.org/abs/2501.07777) reads a book at once\n"
    )
    assert run("build", vault)[0] == 0
    code, out, _ = run("why", "WideNet")
    kinds = [line.split()[0] for line in out.splitlines() if "https://kg.example/" in line]
    assert (code, kinds) == (0, ["paper", "method"])
    assert out.splitlines()[0] == "WideNet: a paper and the method it introduces"

    code, _, error = run("rename", "WideNet", "Wide")
    assert code == 1 and "2 things are called 'WideNet'" in error
    assert run("rename", "WideNett", "Wide")[0] == 1
    assert run("rename", "method:WideNet", "Wide")[0] == 0
