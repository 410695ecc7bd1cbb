"""Notes on a paper that their file names."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg import notes
from kg.extraction.entries import Entry, Page
from kg.extraction.rules import file_names
from kg.settings import Settings


def _page(folder: Path, name: str, text: str) -> Page:
    (folder / name).write_text(text, encoding="utf-8")
    note = notes.read(folder / name, vault=folder, settings=Settings()).note
    assert note is not None
    return Page(note)


def _found(folder: Path, name: str, text: str) -> list[Entry]:
    return list(file_names.find(_page(folder, name, text)))


@pytest.mark.parametrize(
    ("name", "title", "authors"),
    [
        ("Lind et al. 2018 - Peat as archive.md", "Peat as archive", ["Lind"]),
        ("Lind & Roe (2018) Peat as archive.md", "Peat as archive", ["Lind", "Roe"]),
        ("Smith et al. - 2018 - Peat as archive.md", "Peat as archive", ["Smith"]),
        ("2018 - Lind & Roe - Peat as archive.md", "Peat as archive", ["Lind", "Roe"]),
        ("Peat as archive (Lind & Roe, 2018).md", "Peat as archive", ["Lind", "Roe"]),
        ("Lind & Roe 2018.md", "", ["Lind", "Roe"]),
    ],
)
def test_the_name_of_a_file_gives_title_authors_and_year(
    tmp_path: Path, name: str, title: str, authors: list[str]
) -> None:
    found = _found(tmp_path, name, "Cores from twelve sites.\n")

    assert [(one.title.text if one.title else "", [a.text for a in one.authors]) for one in found] == [(title, authors)]
    assert all(one.whole and one.year is not None and one.year.text == "2018" for one in found)


def test_a_tag_says_that_a_note_named_by_one_unknown_name_is_on_a_paper(tmp_path: Path) -> None:
    assert _found(tmp_path, "Zzyzk 2018 - Peat as archive.md", "Cores.\n") == []
    assert len(_found(tmp_path, "Zzyzk 2018 - Peat as archive.md", "#paper\n\nCores.\n")) == 1


@pytest.mark.parametrize("name", ["Summer 2018 - Norway.md", "Berlin 2019 - flat.md", "ICML 2019 - talks.md"])
def test_seasons_towns_and_conferences_are_no_authors(tmp_path: Path, name: str) -> None:
    assert _found(tmp_path, name, "Trains and a ship.\n") == []


def test_a_note_with_a_title_of_its_own_is_about_that(tmp_path: Path) -> None:
    assert _found(tmp_path, "Lind & Roe 2018 - Peat.md", "# Shopping\n\nCores.\n") == []


def test_labels_complete_what_the_name_of_a_file_says(tmp_path: Path) -> None:
    text = "Authors: Ann Zzyzk, Bo Roe\nJournal: Moss Letters\n\nCores matter.\n"
    (found,) = file_names.find_labelled(_page(tmp_path, "Zzyzk 2018 - Peat_ an archive.md", text))

    assert found.title is not None and found.title.text == "Peat: an archive"
    assert [author.text for author in found.authors] == ["Ann Zzyzk", "Bo Roe"]
    assert found.venue is not None and found.venue.text == "Moss Letters"
    assert found.year is not None and found.year.text == "2018"
