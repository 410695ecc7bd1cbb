"""Files that kg wrote: what is told from notes by the list and the mark, and what is never replaced or removed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import notes, writing
from kg.errors import ExportError
from kg.publishing.files import write_folder
from kg.settings import Settings

NOTE = b"# A note\n"


def found(vault: Path) -> list[str]:
    return list(notes.files(vault, settings=Settings()))


# What a build leaves out.


def test_a_file_that_kg_wrote_among_the_notes_is_no_note(tmp_path: Path) -> None:
    (tmp_path / "mine.md").write_bytes(NOTE)
    write_folder(tmp_path / "out", {"a.md": NOTE, "deep/b.md": NOTE, "nodes.csv": b"x,y\n"})

    assert found(tmp_path) == ["mine.md"]


def test_a_note_of_the_user_among_the_files_of_kg_is_read(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", {"a.md": NOTE})
    (tmp_path / "out" / "mine.md").write_bytes(NOTE)

    assert found(tmp_path) == ["out/mine.md"]


def test_a_folder_that_kg_wrote_can_be_built_itself(tmp_path: Path) -> None:
    write_folder(tmp_path, {"a.md": NOTE, "deep/b.md": NOTE})

    assert found(tmp_path) == ["a.md", "deep/b.md"]


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_the_mark_alone_suffices_where_the_list_was_lost(tmp_path: Path, start: bytes, end: bytes) -> None:
    (tmp_path / "a.md").write_bytes(start + b"---" + end + writing.MARK.encode() + end + b"---" + end)
    (tmp_path / "b.md").write_bytes(b"---\ntags: [generated-by]\ngenerated-by: kg\n---\n")
    (tmp_path / "c.md").write_bytes(b"generated-by: kg\n")

    assert found(tmp_path) == ["b.md", "c.md"]


# What is never replaced or removed.


def test_a_file_of_the_user_is_never_replaced_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_bytes(b"mine")

    with pytest.raises(ExportError, match=r"b\.md.*was not written by kg"):
        write_folder(tmp_path, {"a.md": NOTE, "b.md": NOTE})
    assert [p.name for p in tmp_path.iterdir()] == ["b.md"]


def test_a_file_that_the_user_changed_is_never_replaced(tmp_path: Path) -> None:
    write_folder(tmp_path, {"a.md": NOTE})
    (tmp_path / "a.md").write_bytes(b"changed")

    with pytest.raises(ExportError, match="was changed since kg wrote it"):
        write_folder(tmp_path, {"a.md": b"new"})
    assert (tmp_path / "a.md").read_bytes() == b"changed"


def test_stale_files_go_and_those_the_user_changed_stay(tmp_path: Path) -> None:
    write_folder(tmp_path, {"old/a.md": NOTE, "old/b.md": NOTE, "gone/c.md": NOTE})
    (tmp_path / "old" / "b.md").write_bytes(b"changed")
    write_folder(tmp_path, {"new.md": NOTE})

    left = sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*"))
    assert left == [".kg-generated", "new.md", "old", "old/b.md"]
    assert list(writing.listed(tmp_path)) == ["new.md"]


@pytest.mark.parametrize("path", ["../victim.md", "/victim.md", "a/../../victim.md", "..\\victim.md"])
def test_a_list_that_leads_out_of_its_folder_removes_nothing(tmp_path: Path, path: str) -> None:
    (tmp_path / "victim.md").write_bytes(NOTE)
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / writing.LIST).write_text(f"{writing.digest(NOTE)}  {path}\n")
    write_folder(folder, {})

    assert (tmp_path / "victim.md").read_bytes() == NOTE
    assert writing.listed(folder) == {}


def test_a_run_that_was_cut_off_is_finished_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(tmp_path, {"a.md": b"1", "b.md": b"1"})
    replace = Path.replace

    def fail(self: Path, target: Path) -> Path:
        if target.name == "b.md":
            raise OSError("cut off")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="cut off"):
        write_folder(tmp_path, {"a.md": b"2", "b.md": b"2", "c.md": b"2"})
    monkeypatch.undo()
    write_folder(tmp_path, {"a.md": b"3", "b.md": b"3"})

    assert {p.name: p.read_bytes() for p in tmp_path.glob("*.md")} == {"a.md": b"3", "b.md": b"3"}


def test_what_did_not_change_is_not_written_again(tmp_path: Path) -> None:
    write_folder(tmp_path, {"a.md": b"1", "b.md": b"1"})
    before = {p.name: p.stat().st_mtime_ns for p in tmp_path.iterdir()}
    write_folder(tmp_path, {"a.md": b"1", "b.md": b"1"})

    assert {p.name: p.stat().st_mtime_ns for p in tmp_path.iterdir()} == before


def test_a_folder_is_not_written_where_a_file_stands(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"mine")

    with pytest.raises(ExportError, match="writes a folder"):
        write_folder(tmp_path / "out", {"a.md": NOTE})


@given(st.binary())
def test_any_list_can_be_read(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    folder = tmp_path_factory.mktemp("list")
    (folder / writing.LIST).write_bytes(content)

    assert all(".." not in Path(path).parts for path in writing.listed(folder))
