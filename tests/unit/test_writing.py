"""A file that kg writes is the old one or the new one, whoever writes it at the same time."""

from __future__ import annotations

import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.writing import durable_file, replacing_file, write_bytes, write_text


def test_a_file_appears_only_when_it_is_whole(tmp_path: Path) -> None:
    def pieces() -> Iterator[str]:
        yield "half"
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        write_text(tmp_path / "a.gexf", pieces())
    assert list(tmp_path.iterdir()) == []


def test_two_programs_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "push.json"
    other = f"from pathlib import Path; from kg.writing import write_bytes; write_bytes(Path({str(path)!r}), b'other')"
    with replacing_file(path) as partial:
        partial.write_bytes(b"own")
        subprocess.run([sys.executable, "-c", other], check=True)
        assert path.read_bytes() == b"other"
    assert path.read_bytes() == b"own"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link_and_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    place = tmp_path / "kept.toml"
    place.write_bytes(b"old")
    place.chmod(0o600)
    (tmp_path / "link.toml").symlink_to(place)

    with durable_file(tmp_path / "link.toml") as file:
        file.write(b"new")
    assert (tmp_path / "link.toml").is_symlink()
    assert (place.read_bytes(), stat.S_IMODE(place.stat().st_mode)) == (b"new", 0o600)


def test_a_device_is_written_to_itself(tmp_path: Path) -> None:
    write_bytes(Path("/dev/null"), b"nothing")

    assert not Path("/dev/null").is_file()


def test_the_longest_name_that_a_file_can_have(tmp_path: Path) -> None:
    name = "\N{GRINNING FACE}" * 60 + ".ttl"
    write_bytes(tmp_path / name, b"long")

    assert [path.name for path in tmp_path.iterdir()] == [name]
