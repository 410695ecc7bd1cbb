"""Completion in bash, zsh and fish: what can come next, spelled so that no name can do anything."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from asked import Notes
from hypothesis import given
from hypothesis import strategies as st
from places import ROOT
from rdf_fixture import HOSTILE
from servers import write_graph
from terminals import Terminal

from kg.asking.beginnings import names
from kg.asking.knowledge import Knowledge
from kg.cli import main
from kg.commands.completion import ASKED, quoted, taken_apart
from kg.model import Kind

BREAKS = " \t\n\"'@><=;|&(:"
"""`COMP_WORDBREAKS` of bash."""
ATTACKS = ("Evil $(touch hacked)", "Evil `touch hacked`", "Evil ; touch hacked", "Evil '\"\\ !x ~ * [a] {b,c} #")
HIDDEN = ("Evil \x1b[31m red", "Evil \u202e eulb")
no_windows = pytest.mark.skipif(sys.platform == "win32", reason="there are no such shells on Windows")


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A graph with names that attack, with its index."""
    made = Notes()
    note = made.note("2025/reading.md", "Attention Is All You Need, BERT, Ann Lee, and others")
    paper = note.mention(Kind.PAPER, "Attention Is All You Need")
    note.claim(paper, "https://schema.org/name", "Attention Is All You Need")
    note.mention(Kind.PERSON, "Ann Lee")
    note.mention(Kind.METHOD, "BERT")
    for number, name in enumerate((*ATTACKS, *HIDDEN, "Two\nlines")):
        hostile = made.note(f"{number}.md", name)
        hostile.mention(Kind.METHOD, name)
    folder = write_graph(tmp_path_factory.mktemp("completion") / "graph", made.store())
    with Knowledge.open(folder) as knowledge:
        assert knowledge.index
    return folder


@pytest.fixture
def bash(
    graph: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], list[str]]:
    """Ask as bash does."""
    monkeypatch.setenv("KG_GRAPH", str(graph))
    monkeypatch.setenv(ASKED, "bash")

    def ask(line: str) -> list[str]:
        assert main([line, BREAKS]) in {0, 1}
        out, err = capsys.readouterr()
        assert not err
        return out.splitlines()

    return ask


def test_commands_options_and_kinds_are_completed(bash: Callable[[str], list[str]]) -> None:
    assert bash("kg que") == ["query"]
    assert {"find", "build", "completion"} < set(bash("kg "))
    assert bash("kg query --form") == ["--format"]
    assert bash("kg query --format c") == ["csv"]
    assert bash("kg query --format=c") == ["csv"]
    assert bash("kg near BERT --kind pers") == ["person"]
    assert bash("kg completion z") == ["zsh"]
    assert bash("kg nonsense ") == []


def test_things_are_completed_whatever_the_case(bash: Callable[[str], list[str]]) -> None:
    assert bash("kg show attention") == ["Attention\\ Is\\ All\\ You\\ Need"]
    assert bash("kg show 'attention i") == ["'Attention Is All You Need'"]
    assert bash('kg path BERT "ann') == ['"Ann Lee"']
    assert bash("kg common BERT 'Ann Lee' att") == ["Attention\\ Is\\ All\\ You\\ Need"]
    assert bash("kg about ann") == []
    assert bash("kg show 2025") == ["2025/reading.md"]
    assert bash("kg show two") == ["Two\\ lines"]


def test_questions_and_the_values_of_their_parameters_are_completed(bash: Callable[[str], list[str]]) -> None:
    assert bash("kg ask papers-by-ra") == ["papers-by-rating"]
    assert bash("kg ask papers-by-rating --top") == ["--topic"]
    assert bash("kg ask papers-by-rating --topic be") == ["BERT"]
    assert bash("kg ask papers-by-rating --topic=be") == ["BERT"]
    assert bash("kg ask papers-by-rating --author ") == ["Ann\\ Lee"]
    assert bash("kg ask papers-by-rating --state to") == ["to-read"]
    assert bash("kg ask papers-by-rating --year 20") == []
    assert bash("kg ask coauthors an") == ["Ann\\ Lee"]
    assert bash("kg export x.bib --question papers-by-rating --given auth") == ["author="]
    assert bash("kg export x.bib --question papers-by-rating --given author=an") == ["Ann\\ Lee"]


def test_another_graph_can_be_named_and_need_not_be_there(
    bash: Callable[[str], list[str]], graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KG_GRAPH")
    monkeypatch.chdir(tmp_path)

    assert bash("kg show be") == []
    assert bash(f"kg show --graph '{graph}' be") == ["BERT"]
    assert bash(f"kg ask --graph={graph} papers-by-rating --topic be") == ["BERT"]


def test_an_index_that_is_none_gives_no_names(tmp_path: Path) -> None:
    (tmp_path / "search.sqlite").write_bytes(b"this is no database" * 100)

    assert names(tmp_path, "") == []


# What names could do.


def test_names_that_drive_a_terminal_are_not_offered(graph: Path, bash: Callable[[str], list[str]]) -> None:
    assert {each.name for each in names(graph, "evil")} == set(ATTACKS)
    assert "".join(bash("kg show ")).isprintable()


@given(text=st.text(), quote=st.sampled_from(["", "'", '"']))
def test_a_word_is_spelled_so_that_it_is_read_as_it_is(text: str, quote: str) -> None:
    typed = taken_apart(f"kg show {quote}", BREAKS)
    read = taken_apart(f"kg show {quoted(text, typed)} x", "")

    assert (typed.quote, typed.begin) == (quote, "")
    assert read.words == (["kg", "show", text] if text or quote else ["kg", "show"])


@no_windows
@pytest.mark.needs("bash")
@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_bash_reads_every_name_as_it_is(quote: str, tmp_path: Path) -> None:
    texts = [" ".join(text.split()) for text in (*HOSTILE, *ATTACKS) if "\0" not in text]
    typed = taken_apart(f"kg show {quote}", BREAKS)
    words = " ".join(quoted(text, typed) for text in texts)
    # As at a prompt, where `!` calls the history.
    script = f"set -o history -o histexpand\necho x\nprintf '%s\\0' {words}\n"
    done = subprocess.run(
        ["bash", "--norc"], input=script.encode(), cwd=tmp_path, capture_output=True, timeout=60, check=True
    )

    assert done.stdout.removeprefix(b"x\n").decode().split("\0")[:-1] == texts
    assert list(tmp_path.iterdir()) == []


# In the shells themselves.


@pytest.fixture
def environment(graph: Path, tmp_path: Path) -> dict[str, str]:
    """An environment in which `kg` is this one."""
    program = tmp_path / "bin" / "kg"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m kg "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    path = os.pathsep.join((str(program.parent), os.environ["PATH"]))
    return {
        "PATH": path,
        "PYTHONPATH": str(ROOT),
        "KG_GRAPH": str(graph),
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "PS1": "ready> ",
    }


@no_windows
@pytest.mark.needs("bash")
def test_bash_completes(environment: dict[str, str], tmp_path: Path) -> None:
    with Terminal(["bash", "--norc", "--noprofile", "-i"], {**environment, "TERM": "dumb"}) as shell:
        shell.until("ready> ")
        shell.type('cd ~; eval "$(kg completion bash)"; echo so\n')
        shell.until("\nso")
        shell.until("ready> ")
        shell.type("echo kg; : kg show; kg show att\t")
        shell.until("Need ")
        shell.type("\x15kg ask papers-by-rating --topic=BE\t")
        shell.until("RT ")
        shell.type("\x15kg show 'evil $\t")
        shell.until("Evil $(touch hacked)' ")
        shell.type("\x15kg show evil\\ $\t")
        shell.until("hacked\\) ")

    assert not (tmp_path / "hacked").exists()


@no_windows
@pytest.mark.needs("zsh")
def test_zsh_completes(environment: dict[str, str], tmp_path: Path) -> None:
    with Terminal(["zsh", "-f", "-i"], {**environment, "TERM": "dumb"}) as shell:
        shell.until("ready> ")
        shell.type('cd ~; autoload -U compinit; compinit -D -u; eval "$(kg completion zsh)"; echo so\n')
        shell.until("\nso")
        shell.until("ready> ")
        shell.type("kg show 'attention i\t")
        shell.until("Need' ")
        shell.type("\x15kg show Evil\\ \\$\t")
        shell.until("hacked\\) ")

    assert not (tmp_path / "hacked").exists()


@no_windows
@pytest.mark.needs("fish")
def test_fish_completes(environment: dict[str, str]) -> None:
    def completed(line: str) -> list[str]:
        script = f"kg completion fish | source\ncomplete -C '{line}'"
        done = subprocess.run(
            ["fish", "--no-config", "-c", script],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        return done.stdout.splitlines()

    assert completed("kg show Atten") == ["Attention Is All You Need\tpaper"]
    assert completed('kg ask papers-by-rating --author "An') == ["Ann Lee\tperson"]


def test_a_script_is_printed_for_each_shell(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert main(["completion", shell]) == 0
        assert f"_KG_COMPLETE={shell}" in capsys.readouterr().out


def test_completion_loads_no_heavy_library(graph: Path) -> None:
    code = (
        "import sys\n"
        "from kg.cli import main\n"
        "main(['kg ask papers-by-rating --topic be', ':='])\n"
        "print(sorted({'kg.rdf', 'kg.publishing', 'pyoxigraph', 'numpy', 'prompt_toolkit'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, ASKED: "bash", "KG_GRAPH": str(graph)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        cwd=ROOT,
    )

    assert done.stdout == "BERT\n[]\n"
