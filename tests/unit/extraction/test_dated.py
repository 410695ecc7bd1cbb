"""The date of a note, where the name of its file gives one."""

from __future__ import annotations

from pathlib import Path

import pytest
from styles.predicted import told


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("2024-05-14.md", "2024-05-14"),
        ("2024_03_05.md", "2024-03-05"),
        ("20240514 Meeting.md", "2024-05-14"),
        ("202405141230 Meeting.md", "2024-05-14"),
        ("2024-02-20-labmeeting.md", "2024-02-20"),
        ("Meeting 2024-02-20.md", "2024-02-20"),
        ("2024-05.md", "2024-05"),
        ("May 14th, 2024.md", "2024-05-14"),
        ("2024.md", "2024"),
    ],
)
def test_the_name_of_a_file_dates_its_note(name: str, date: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("We talked about graphs.\n", encoding="utf-8")

    assert {said.rpartition(" > ")[2] for said in told(tmp_path)["date created"]} == {date}


@pytest.mark.parametrize("name", ["2023-neurips-trip.md", "2005.12345.md", "lind2017.md", "20249999.md", "notes.md"])
def test_the_name_of_a_conference_or_a_paper_is_no_date(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("We talked about graphs.\n", encoding="utf-8")

    assert told(tmp_path)["date created"] == set()


def test_the_front_matter_goes_over_the_name_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "2024-05-14.md").write_text("---\ncreated: 2024-05-13\n---\n\n# 12 May 2024\n", encoding="utf-8")

    assert {said.rpartition(" > ")[2] for said in told(tmp_path)["date created"]} == {"2024-05-13"}
