"""The files of a folder: whatever is in it, all that can be read is found, and of the rest the reason is told."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kg import folders
from kg.errors import VaultError
from kg.folders import Found, walk
from kg.settings import Settings

IGNORED = Settings().ignore


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    note(folder / "good.md")
    return folder


def note(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("# Text\n", encoding="utf-8")
    return path


def told(found: Found) -> dict[str, str]:
    return {problem.note: problem.code for problem in found.problems}


def found_in(vault: Path) -> Found:
    return walk(vault, ignore=IGNORED)


# Links.


def test_a_link_to_a_folder_elsewhere_is_followed_and_so_are_the_links_in_it(vault: Path) -> None:
    note(vault.parent / "papers" / "a.md")
    note(vault.parent / "more" / "b.md")
    (vault.parent / "papers" / "on").symlink_to(vault.parent / "more")
    (vault / "linked").symlink_to(vault.parent / "papers")

    found = found_in(vault)

    assert list(found.files) == ["good.md", "linked/a.md", "linked/on/b.md"]
    assert found.problems == ()


def test_a_file_has_its_own_name_and_not_that_of_a_link(vault: Path) -> None:
    note(vault / "b" / "x.md")
    for link in ("a", "c"):
        (vault / link).symlink_to(vault / "b")

    found = found_in(vault)

    assert list(found.files) == ["b/x.md", "good.md"]
    assert told(found) == {"a": "symlink-loop", "c": "symlink-loop"}


def test_loops_of_links_end(vault: Path) -> None:
    (vault / "self").symlink_to(vault / "self")
    (vault / "to").symlink_to(vault / "fro")
    (vault / "fro").symlink_to(vault / "to")
    (vault / "sub").mkdir()
    (vault / "sub" / "up").symlink_to(vault)
    note(vault.parent / "out" / "n.md")
    (vault.parent / "out" / "back").symlink_to(vault)
    (vault / "out").symlink_to(vault.parent / "out")

    found = found_in(vault)

    assert list(found.files) == ["good.md", "out/n.md"]
    assert told(found) == {
        **dict.fromkeys(("fro", "self", "to"), "unreadable"),
        **dict.fromkeys(("sub/up", "out/back"), "symlink-loop"),
    }


def test_a_link_to_a_folder_that_holds_the_notes_is_not_followed(vault: Path) -> None:
    note(vault.parent / "private.md")
    (vault / "home").symlink_to(vault.parent)
    (vault / "root").symlink_to("/")

    found = found_in(vault)

    assert list(found.files) == ["good.md"]
    assert told(found) == {"home": "symlink-loop", "root": "symlink-loop"}


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="the system does not show processes as files")
def test_links_do_not_lead_to_devices_and_processes() -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:  # other temporary folders may be in /dev
        _do_not_lead_to_devices_and_processes(Path(folder))


def _do_not_lead_to_devices_and_processes(vault: Path) -> None:
    note(vault / "good.md")
    places = {
        "proc": "/proc",
        "self": "/proc/self",
        "dev": "/dev",
        "zero.md": "/dev/zero",
        "status.md": "/proc/self/status",
    }
    for name, place in places.items():
        (vault / name).symlink_to(place)

    found = found_in(vault)

    assert list(found.files) == ["good.md"]
    assert told(found) == dict.fromkeys(places, "symlink-to-system")
    assert not any(str(os.getpid()) in problem.message for problem in found.problems)


def test_of_a_link_to_too_many_files_nothing_is_read(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many, few = vault.parent / "many", vault.parent / "many" / "few"
    for number in range(12):
        note(many / f"n{number}.md")
    for number in range(4):
        note(few / f"f{number}.md")
    (vault / "a-many").symlink_to(many)
    (vault / "b-few").symlink_to(few)
    monkeypatch.setattr(folders, "MOST_BEHIND_A_LINK", 10)

    found = found_in(vault)

    assert list(found.files) == [*(f"b-few/f{number}.md" for number in range(4)), "good.md"]
    assert told(found) == {"a-many": "symlink-to-too-much"}


def test_the_limit_does_not_hold_for_the_vault_itself(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(12):
        note(vault / f"n{number}.md")
    monkeypatch.setattr(folders, "MOST_BEHIND_A_LINK", 10)

    assert len(found_in(vault).files) == 13


@pytest.mark.parametrize("name", ["nothing", "nothing.md", "nothing.pdf"])
def test_a_link_to_nothing_is_told(name: str, vault: Path) -> None:
    (vault / name).symlink_to(vault / "gone")

    assert told(found_in(vault)) == {name: "unreadable"}


# What cannot be read.


@contextmanager
def denied(path: Path, monkeypatch: pytest.MonkeyPatch, error: type[OSError] = PermissionError) -> Iterator[None]:
    """Let the system refuse a folder, as it refuses nothing to root."""
    scan = os.scandir

    def scandir(folder: Any) -> Any:
        if Path(folder) == path:
            raise error(13, "Permission denied")
        return scan(folder)

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", scandir)
        yield


@pytest.mark.parametrize("error", [PermissionError, FileNotFoundError, NotADirectoryError, InterruptedError])
def test_a_folder_that_cannot_be_entered_is_told_and_the_others_are_read(
    error: type[OSError], vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note(vault / "closed" / "a.md")
    note(vault / "open" / "b.md")

    with denied(vault / "closed", monkeypatch, error):
        found = found_in(vault)

    assert list(found.files) == ["good.md", "open/b.md"]
    assert [(problem.note, problem.message) for problem in found.problems] == [
        ("closed", "the folder cannot be read: Permission denied")
    ]


def test_a_vault_that_cannot_be_read_is_an_error_and_not_a_vault_without_notes(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with denied(vault, monkeypatch), pytest.raises(VaultError, match="Permission denied"):
        found_in(vault)


def test_pipes_and_sockets_are_told(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(vault / "pipe.md")
    os.mkfifo(vault / "pipe")
    monkeypatch.chdir(vault)  # the path of a socket may have no more than a hundred characters
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.md")
        found = found_in(vault)

    assert list(found.files) == ["good.md"]
    assert told(found) == dict.fromkeys(("pipe.md", "pipe", "socket.md"), "unreadable")


def test_a_path_longer_than_the_system_takes_is_told(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(vault)
    for number in range(25):
        part = Path(f"{number}-{'x' * 200}")
        part.mkdir()
        monkeypatch.chdir(part)
        note(Path("a.md"))
    monkeypatch.chdir(vault)

    found = found_in(vault)

    assert len(found.files) > 15
    assert set(told(found).values()) == {"unreadable"}
    assert all("too long" in problem.message for problem in found.problems)


# Names.


def test_two_files_that_cannot_be_told_apart_are_told(vault: Path) -> None:
    for name in (b"a\xff.md", b"a\xfe.md", b"b\xff.md"):
        (Path(os.fsdecode(os.fsencode(vault) + b"/" + name))).write_text("text")

    found = found_in(vault)

    assert list(found.files) == ["a\ufffd.md", "b\ufffd.md", "good.md"]
    assert told(found) == {"a\ufffd.md": "same-name"}


def test_names_that_differ_in_case_are_two(vault: Path) -> None:
    note(vault / "Good.md")
    if len(list(vault.iterdir())) == 1:
        pytest.skip("the file system takes both for one")

    assert list(found_in(vault).files) == ["Good.md", "good.md"]


def test_the_order_in_which_the_system_lists_files_does_not_matter(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a/x.md", "b/y.md", "b/c/z.md"):
        note(vault / name)
    for link in ("k", "l", "b/m"):
        (vault / link).symlink_to(vault / "a")
    note(vault.parent / "out" / "deep" / "n.md")
    (vault / "o").symlink_to(vault.parent / "out")
    (vault / "p").symlink_to(vault.parent / "out" / "deep")
    before = found_in(vault)
    scan = os.scandir

    @contextmanager
    def backwards(folder: Path) -> Iterator[Any]:
        with scan(folder) as entries:
            yield sorted(entries, key=lambda entry: entry.name, reverse=True)

    monkeypatch.setattr(os, "scandir", backwards)

    assert found_in(vault) == before
