"""`kg verify`: every quote is looked at again, in the file as kg decodes it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import origin
from kg.cli import main

NOTE = """# ICLR 2025

- [A Study of Long Sequences](https://arxiv.org/abs/2501.01233). Anna Muster, Bo Chen. ICLR 2025.
- [Small Models with Big Ideas](https://arxiv.org/abs/2501.01234). Bo Chen. ICLR 2025.
"""
OTHER = (
    "# NeurIPS 2024\n\n- [Bridges of Schrödinger’s Kind](https://arxiv.org/abs/2401.00001). José Núñez. NeurIPS 2024.\n"
)
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "my notes"
    (folder / "2025").mkdir(parents=True)
    (folder / "2025" / "iclr.md").write_text(NOTE, encoding="utf-8")
    (folder / "windows.md").write_bytes(OTHER.encode("cp1252"))
    (folder / "utf16.md").write_bytes(OTHER.replace("Kind", "Sort 🧠").encode("utf-16"))
    (folder / "mac.md").write_bytes(OTHER.replace("\n", "\r\n").encode("utf-8-sig"))
    return folder


@pytest.fixture
def run(vault: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `kg verify` on the graph of the vault, which was built before the test changes anything."""
    graph = tmp_path / "graph"
    assert main(["build", str(vault), "--graph", str(graph), "--no-map"]) == 0

    def verify(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["verify", "--graph", str(graph), *map(str, arguments)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return verify


def states(run: Run) -> dict[str, str]:
    return {check["note"]: check["state"] for check in json.loads(run("--json")[1])["notes"]}


def findings(run: Run, note: str = "2025/iclr.md") -> list[dict[str, Any]]:
    (found,) = [check["findings"] for check in json.loads(run("--json")[1])["notes"] if check["note"] == note]
    return list(found)


def test_right_after_a_build_every_quote_holds_in_every_encoding(run: Run) -> None:
    code, out, error = run()

    assert (code, error) == (0, "")
    assert "Every quote is where the graph says it is." in out
    assert set(states(run).values()) == {"same"}


def test_a_changed_word_is_shown_beside_the_old_one_with_the_facts_that_rest_on_it(run: Run, vault: Path) -> None:
    note = vault / "2025" / "iclr.md"
    note.write_text(NOTE.replace("Anna Muster", "Anne Meister"), encoding="utf-8")

    code, out, _ = run()

    assert code == 1
    assert "2025/iclr.md:3  changed: [-Anna Muster-] {+Anne Meister+}" in out
    assert "A Study of Long Sequences - author - Anna Muster" in out
    assert "quotes that changed" in out and "build again: kg build" in out
    (changed,) = [one for one in findings(run) if one["fate"] != "moved"]
    assert (changed["fate"], changed["quote"], changed["now"]) == ("changed", "Anna Muster", "Anne Meister")
    assert changed["difference"] == [["old", "Anna Muster"], ["new", "Anne Meister"]]
    assert ["A Study of Long Sequences", "author", "Anna Muster"] in [fact[:3] for fact in changed["facts"]]


def test_text_that_only_moved_leaves_every_fact_its_evidence(run: Run, vault: Path) -> None:
    (vault / "2025" / "iclr.md").write_text("A line before.\n\n" + NOTE, encoding="utf-8")

    code, out, _ = run()

    assert code == 0
    assert {one["fate"] for one in findings(run)} == {"moved"}
    assert all(one["line_now"] == one["line"] + 2 for one in findings(run))
    assert "2025/iclr.md:1-4  moved to lines 3-6: " in out and "changed:" not in out and "gone:" not in out
    assert "The words behind every fact are still in the notes." in out and "build again: kg build" in out


def test_lines_that_change_places_are_followed_each_to_its_own(run: Run, vault: Path) -> None:
    head, first, second = NOTE.partition("\n\n")[0], *NOTE.splitlines()[2:]
    (vault / "2025" / "iclr.md").write_text(f"{head}\n\n{second}\n{first}\n", encoding="utf-8")

    code, out, _ = run()

    assert code == 0
    assert {(one["line"], one["line_now"]) for one in findings(run)} == {(3, 4), (4, 3)}
    assert "2025/iclr.md:3  moved to line 4: " in out


def test_text_that_moved_to_another_note_is_found_there(run: Run, vault: Path) -> None:
    head, _, second = NOTE.partition("- [Small")
    (vault / "2025" / "iclr.md").write_text(head, encoding="utf-8")
    (vault / "kept.md").write_text(f"# Kept\n\n- [Small{second}", encoding="utf-8")

    code, out, _ = run()

    assert code == 0
    assert "2025/iclr.md:4  moved to kept.md line 3: " in out
    assert {(one["note_now"], one["line_now"]) for one in findings(run)} == {("kept.md", 3)}


def test_words_that_another_quote_stands_on_are_not_taken_for_those_that_went(run: Run, vault: Path) -> None:
    (vault / "2025" / "iclr.md").write_text(NOTE.replace("Anna Muster, Bo Chen.", "Anna Muster."), encoding="utf-8")

    code, out, _ = run()

    assert code == 1
    assert '2025/iclr.md:3  gone: "Bo Chen"' in out and "moved within" not in out.partition("gone")[0]


def test_a_change_that_touches_no_quote_is_no_failure(run: Run, vault: Path) -> None:
    (vault / "2025" / "iclr.md").write_text(NOTE + "\nThe end.\n", encoding="utf-8")

    code, out, _ = run()

    assert code == 0
    assert "2025/iclr.md: changed, and all" in out


def test_quotes_behind_the_new_end_of_a_note_are_gone(run: Run, vault: Path) -> None:
    (vault / "2025" / "iclr.md").write_text(NOTE.partition("- [Small")[0], encoding="utf-8")

    code, out, _ = run()

    assert code == 1
    assert '2025/iclr.md:4  gone: "Small Models with Big Ideas"' in out
    assert "quotes that are gone" in out


def test_a_deleted_note_is_missing_with_the_number_of_its_facts(run: Run, vault: Path) -> None:
    (vault / "windows.md").unlink()

    code, out, _ = run()

    assert code == 1
    assert "windows.md: missing; " in out and " facts depend on it" in out


def test_a_renamed_note_is_found_again(run: Run, vault: Path) -> None:
    (vault / "windows.md").rename(vault / "ansi.md")

    code, out, _ = run()

    assert code == 0
    assert "windows.md: renamed to ansi.md; all " in out
    assert "ansi.md: new" not in out and states(run)["windows.md"] == "renamed"


def test_a_note_that_was_renamed_and_changed_is_compared_with_its_new_text(run: Run, vault: Path) -> None:
    (vault / "2025" / "iclr.md").unlink()
    (vault / "iclr-25.md").write_text(NOTE.replace("Anna Muster", "Anne Meister"), encoding="utf-8")

    code, out, _ = run()

    assert code == 1
    assert "2025/iclr.md: renamed to iclr-25.md and changed; of " in out
    assert "2025/iclr.md:3  changed (now iclr-25.md:3): [-Anna Muster-] {+Anne Meister+}" in out
    assert "iclr-25.md: new" not in out


def test_of_a_note_that_was_divided_all_parts_are_found(run: Run, vault: Path) -> None:
    head, first, second = NOTE.partition("\n\n")[0], *NOTE.splitlines()[2:]
    (vault / "2025" / "iclr.md").unlink()
    for name, text in (("one.md", f"{head}\n\n{first}\n"), ("two.md", f"# Two\n\n{second}\n")):
        (vault / name).write_text(text, encoding="utf-8")

    places = {(one["fate"], one["note_now"]) for one in findings(run)}

    assert places == {("moved", "one.md"), ("moved", "two.md")}


def test_the_machine_is_told_the_counts_and_the_way_out(run: Run, vault: Path) -> None:
    (vault / "2025" / "iclr.md").write_text(NOTE.replace("Anna Muster", "Anne Meister"), encoding="utf-8")

    told = json.loads(run("--json")[1])

    assert (told["holds"], told["up_to_date"]) == (False, False)
    assert told["build_again"].startswith("kg build ")
    assert told["counts"]["notes"] | {"same": 0, "broken": 0} == dict.fromkeys(told["counts"]["notes"], 0)
    assert (told["counts"]["notes"]["same"], told["counts"]["notes"]["broken"]) == (3, 1)
    assert (told["counts"]["quotes"]["changed"], told["counts"]["quotes"]["gone"]) == (1, 0)
    assert told["counts"]["facts_without_evidence"] == sum(check["facts"] for check in told["notes"]) > 0


def test_a_note_without_facts_may_go(run: Run, vault: Path, tmp_path: Path) -> None:
    (vault / "empty.md").write_text("", encoding="utf-8")
    main(["build", str(vault), "--graph", str(tmp_path / "graph"), "--no-map"])
    (vault / "empty.md").unlink()

    code, out, _ = run()

    assert code == 0
    assert "empty.md: missing; 0 facts" in out


def test_a_new_note_is_told_and_is_no_failure(run: Run, vault: Path) -> None:
    (vault / "new.md").write_text("# New\n", encoding="utf-8")
    (vault / "picture.md").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    (vault / ".hidden.md").write_text("# Hidden\n", encoding="utf-8")

    code, out, _ = run()

    assert code == 0
    assert "new.md: new" in out
    assert "picture" not in out and "hidden" not in out


def test_a_note_that_became_a_picture_cannot_be_read(run: Run, vault: Path) -> None:
    (vault / "windows.md").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")

    code, out, _ = run()

    assert code == 1
    assert "windows.md: unreadable (the file is not text" in out


@pytest.mark.parametrize(
    ("name", "encoding"), [("windows.md", "cp1252"), ("utf16.md", "utf-16"), ("mac.md", "utf-8-sig")]
)
def test_the_same_text_in_another_encoding_still_holds(run: Run, vault: Path, name: str, encoding: str) -> None:
    raw = (vault / name).read_bytes()
    (vault / name).write_bytes(raw.decode(encoding).encode("utf-8"))

    code, out, _ = run()

    assert code == 0
    assert f"{name}: changed, and all" in out


def test_what_stands_there_now_cannot_drive_the_terminal(run: Run, vault: Path) -> None:
    hostile = NOTE.replace("Anna Muster", "Anna \x1b[31m\x9b\u202eMust").replace("Small Models", "\x1b]0;x\x07")
    (vault / "2025" / "iclr.md").write_text(hostile, encoding="utf-8")
    (vault / "windows.md").rename(vault / "\x1b[31m.md")

    for option in ([], ["--json"]):
        assert not any(c in run(*option)[1] for c in "\x1b\x9b\u202e")


def test_the_place_of_the_notes_is_written_beside_the_graph_and_not_into_it(
    run: Run, vault: Path, tmp_path: Path
) -> None:
    graph = tmp_path / "graph"

    assert json.loads((graph / origin.FILE_NAME).read_text(encoding="utf-8"))["notes"] == "../my notes"
    assert b"my notes" not in (graph / "graph.trig").read_bytes() + (graph / "graph.ttl").read_bytes()


def test_notes_and_graph_may_move_together(
    vault: Path, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = tmp_path / "elsewhere"
    new.mkdir()
    (tmp_path / "graph").rename(new / "graph")
    vault.rename(new / "my notes")

    assert main(["verify", "--graph", str(new / "graph")]) == 0


def test_notes_that_moved_alone_are_asked_for_and_can_be_said(run: Run, vault: Path, tmp_path: Path) -> None:
    vault.rename(tmp_path / "moved")

    code, out, error = run()

    assert (code, out) == (2, "")
    assert "there are no notes at" in error and "--notes PATH" in error
    assert run("--notes", tmp_path / "moved")[0] == 0


def test_a_graph_that_does_not_know_its_notes_asks_for_them(run: Run, vault: Path, tmp_path: Path) -> None:
    (tmp_path / "graph" / origin.FILE_NAME).unlink()

    code, _, error = run()

    assert code == 2
    assert "does not record where its notes are" in error and "--notes PATH" in error
    assert run("--notes", vault)[0] == 0


def test_a_broken_file_of_places_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "graph" / origin.FILE_NAME).write_text("[]", encoding="utf-8")

    code, _, error = run()

    assert code == 2
    assert "build.json was changed" in error and "kg build NOTES" in error and "--notes PATH" in error


def test_a_graph_of_one_note_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note, graph = tmp_path / "one.md", tmp_path / "g"
    note.write_text(NOTE, encoding="utf-8")
    main(["build", str(note), "--graph", str(graph), "--no-map"])

    assert main(["verify", "--graph", str(graph)]) == 0
    note.write_text(NOTE.replace("Bo Chen", "Bo Chan"), encoding="utf-8")
    assert main(["verify", "--graph", str(graph)]) == 1


def test_a_graph_inside_its_notes_and_an_empty_one_are_verified(tmp_path: Path) -> None:
    graph = tmp_path / "kg-out"
    main(["build", str(tmp_path), "--graph", str(graph), "--no-map"])

    assert main(["verify", "--graph", str(graph)]) == 0


def test_without_a_build_there_is_nothing_to_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--graph", str(tmp_path / "none")]) == 1
    assert "Build one: kg build NOTES --graph" in capsys.readouterr().err
