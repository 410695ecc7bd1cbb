"""The fuzzer: a short run of it through all stages, and the tools that it is made of.

What it found before goes through all stages among the hostile notes of `tests/e2e/test_hostile_vaults.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from fuzzing import seeds, stages
from fuzzing.campaign import Campaign, lay
from fuzzing.mutations import Fuzzer
from fuzzing.shrinking import minimal, shrink

from kg.notes import READERS
from kg.pipeline import extracting

SEED, NOTES = 28, 12


@pytest.fixture(scope="module")
def fuzzer() -> Fuzzer:
    return Fuzzer(seeds.read(), SEED)


def test_notes_gone_wrong_go_through_every_stage(fuzzer: Fuzzer, tmp_path: Path) -> None:
    campaign = Campaign(fuzzer, tmp_path / "found")

    assert [(one.stage, one.what, one.note) for one in campaign.batch(range(NOTES))] == []


def test_there_are_seeds_of_every_format(fuzzer: Fuzzer) -> None:
    assert set(fuzzer.seeds) == set(READERS)


def test_a_note_is_the_same_whichever_were_written_before(fuzzer: Fuzzer) -> None:
    alone = [Fuzzer(fuzzer.seeds, SEED).note(number) for number in (3, 999)]

    assert alone == [fuzzer.note(number) for number in (3, 999)]
    assert fuzzer.note(3) != Fuzzer(fuzzer.seeds, SEED + 1).note(3)


def test_a_failure_is_made_small() -> None:
    tried: list[Mapping[str, bytes]] = []

    def fails(files: Mapping[str, bytes]) -> bool:
        tried.append(files)
        return b"[7" in files.get("b.md", b"") and "d.md" in files

    text = b"a line\n" * 40 + b"see [7] and (8)\n" + b"more\n" * 40
    files = dict.fromkeys(("a.md", "b.md", "c.md", "d.md"), text)

    assert shrink(files, fails) == {"b.md": b"[7", "d.md": b""}
    assert len(tried) < 200
    assert minimal(range(1_000), lambda some: {17, 640} <= set(some)) == [17, 640]


def test_what_a_net_catches_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise LookupError("no such thing")

    monkeypatch.setattr("kg.extraction.extract", fail)
    vault = lay({"a.md": b"- text\n"}, tmp_path / "vault")

    assert {(one.stage, one.note, one.ends) for one in stages.run(vault, tmp_path)} == {("build", "a.md", False)}


def test_what_never_ends_is_a_failure_with_its_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def turn(*_: object) -> None:
        while True:
            pass

    vault = lay({"a.md": b"- text\n", "b.md": b"- more\n"}, tmp_path / "vault")
    extracting._pipeline("")
    monkeypatch.setattr("kg.extraction.extract", turn)
    (found,) = stages.run(vault, tmp_path, seconds=0.2)

    assert found.is_endless and found.ends and found.note == "a.md"
