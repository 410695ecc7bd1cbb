"""Vaults with hostile notes: every stage and command goes through, and good notes are read as if they were alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import hostile
import pyoxigraph as ox
import pytest
from fuzzing import stages
from fuzzing.campaign import lay
from places import TESTS

from kg.cli import main
from kg.rdf import STORE, Store

PAPER = "paper/arxiv-1907.00042"
"""The paper of nearly all hostile notes."""
FOUND = TESTS / "support" / "fuzzing" / "found"
GOOD = int(os.environ.get("KG_GOOD_NOTES", "16"))
"""Good notes beside thirty hostile ones: two of each format in the tests, 300 by hand."""
LONGEST = int(os.environ.get("KG_LONGEST_HOSTILE", "1000"))
"""Bytes of the hostile notes that a test takes; with more, all of them."""
SYLLABLES = "bra del fen gor hul jas kem lin mov nur pel qua rit sol tav und vos wex yan zil".split()


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder of hostile notes, every third of them hidden; the settings leave nothing out."""
    files = {name: note.content for name, note in hostile.notes().items() if len(note.content) <= LONGEST}
    files |= {path.name: path.read_bytes() for path in FOUND.iterdir()}
    shown = {f".hidden/.{name}" if n % 3 == 0 else name: files[name] for n, name in enumerate(files)}
    shown |= {".DS_Store": b"\0\0\0\1Bud1", ".git/HEAD": b"ref: refs/heads/main\n", "kg.toml": b"ignore = []\n"}
    return lay(shown, tmp_path_factory.mktemp("hostile") / "vault")


def test_hostile_notes_go_through_every_stage_and_the_commands_answer(
    vault: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [(one.stage, one.what, one.note, one.detail) for one in stages.run(vault, tmp_path)] == []

    paper, graph = PAPER, ["--graph", str(tmp_path / "graph")]
    commands = (
        ["build", str(vault), "--map"], ["find", hostile.KEPT], ["show", paper], ["near", paper], ["path", paper, "bom.md"],
        ["common", paper, "bom.md"], ["timeline"], ["next"], ["verify"], ["report"], ["map"], ["why", paper],
        ["export", str(tmp_path / "graph.trig")], ["export", str(tmp_path / "papers.bib")], ["report", "--html", str(tmp_path / "report.html")],
    )  # fmt: skip
    codes = {" ".join(command): main([*command, *graph]) for command in commands}
    told = capsys.readouterr()

    assert {command for command, code in codes.items() if code} == set(), told.err
    assert "Traceback" not in told.out + told.err


def test_good_notes_beside_hostile_ones_give_exactly_their_facts(tmp_path: Path) -> None:
    good = dict(good_notes(GOOD))
    bad = Random(7).sample([name for name, note in hostile.notes().items() if len(note.content) < 20_000], 30)
    hostile_ones = {name: hostile.notes()[name].content for name in bad}
    assert not good.keys() & hostile_ones.keys()
    alone = facts(lay(good, tmp_path / "alone"), tmp_path / "graph-alone")
    both = facts(lay(good | hostile_ones, tmp_path / "both"), tmp_path / "graph-both")
    subjects = {quad.subject for quad in alone}

    assert len({quad.subject for quad in alone if "/paper/" in quad.subject.value}) >= GOOD
    assert alone - both == set()
    assert {quad for quad in both - alone if quad.subject in subjects} == set()


def facts(vault: Path, graph: Path) -> set[ox.Quad]:
    """Build a graph and give its quads, with their evidence; what is said of the whole graph is left out."""
    assert main(["build", str(vault), "--graph", str(graph), "--no-map"]) == 0
    with Store.open(graph / STORE, read_only=True) as store:
        return {quad for quad in store if "/run/" not in str(quad.subject)}


def good_notes(count: int) -> Iterator[tuple[str, bytes]]:
    """Write notes in all formats with papers and people whose names are made up, and stand in no hostile note."""
    forms = {
        "md": "# Reading\n\n- [{title}](https://arxiv.org/abs/19{n:02}.0{n:04}) ({first}, {second}), {year}\n- We trained {method} on it.\n",
        "bib": "@article{{k{n},\n  title = {{{title}}},\n  author = {{{first} and {second}}},\n  year = {year}\n}}\n",
        "ris": "TY  - JOUR\nTI  - {title}\nAU  - {first}\nAU  - {second}\nPY  - {year}\nER  - \n",
        "csv": "Title,Authors,Year\n{title},{first}; {second},{year}\n",
        "html": "<h1>Reading</h1><ul><li><a href='https://arxiv.org/abs/18{n:02}.0{n:04}'>{title}</a>, {first} and {second}, {year}</li></ul>\n",
        "org": "* {title}\n:PROPERTIES:\n:AUTHOR: {first} and {second}\n:YEAR: {year}\n:END:\n",
        "enw": "%0 Journal Article\n%T {title}\n%A {first}\n%A {second}\n%D {year}\n",
        "txt": "{first}, {second} ({year}). {title}. Unpublished.\n",
    }
    chance = Random(11)
    for n in range(count):
        words = ["".join(chance.sample(SYLLABLES, 2)).title() for _ in range(9)]
        suffix = list(forms)[n % len(forms)]
        text = forms[suffix].format(
            title=f"{words[0]} {words[1]} of {words[2]} {words[3]}", first=f"{words[4]} {words[5]}", second=f"{words[6]} {words[7]}",
            method=f"{words[8]}Net", year=1990 + n % 30, n=n,
        )  # fmt: skip
        yield f"good-{n:03}.{suffix}", text.encode()
