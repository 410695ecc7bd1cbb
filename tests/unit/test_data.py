"""The sample vault, its gold annotations and the word lists agree with each other."""

from __future__ import annotations

import csv
import html
import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import ftfy
import pytest
from places import DATA

from kg.lexicons import forms, rows

NOTES = {path.stem: path for path in sorted((DATA / "notes").rglob("*")) if path.is_file()}
GOLD = sorted((DATA / "gold").glob("*.jsonl"))
TYPES = {"paper", "person", "method", "dataset", "task", "venue", "org", "event", "award", "relation"}
FIELDS: dict[str, type | tuple[type, ...]] = {
    "lines": list,
    "title": (str, type(None)),
    "short": (str, type(None)),
    "citekey": (str, type(None)),
    "rating": int,
    "urls": list,
    "ids": dict,
    "authors": list,
    "authors_complete": bool,
    "year": (int, type(None)),
    "venue": (str, type(None)),
    "presentation": (str, type(None)),
    "topics": list,
    "methods": list,
    "datasets": list,
}


def letters(text: str) -> str:
    """Keep letters and digits only, without accents and case."""
    flat = unicodedata.normalize("NFKD", text).casefold()
    return "".join(character for character in flat if character.isalnum())


@cache
def lines_of(stem: str) -> tuple[str, ...]:
    return tuple(NOTES[stem].read_text(encoding="utf-8").split("\n"))


def plain(stem: str, lines: list[int]) -> str:
    """Join the lines of a note, repaired, with entities and TeX accents resolved roughly."""
    raw = "\n".join(lines_of(stem)[line - 1] for line in sorted(lines))
    return html.unescape(ftfy.fix_text(re.sub(r"\\v\b|\\[\"'`^~]|[{}]", "", raw)))


def objects(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def papers(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the papers of a file of annotations, with where they stand in the note."""
    for paper in objects(path):
        if paper["type"] == "paper":
            yield f"{path.stem}:{paper['lines'][0]}", paper


def test_the_sample_vault_has_notes_in_many_formats_and_gold_for_most() -> None:
    assert len(NOTES) >= 14
    assert {path.suffix for path in NOTES.values()} >= {".md", ".txt", ".html", ".bib", ".ipynb"}
    assert len(GOLD) >= 10
    assert {path.stem for path in GOLD} <= set(NOTES)


@pytest.mark.parametrize("path", GOLD, ids=lambda path: path.stem)
def test_gold_objects_are_of_known_types_and_stand_on_lines_of_the_note(path: Path) -> None:
    count = len(lines_of(path.stem))
    for entry in objects(path):
        assert entry["type"] in TYPES
        lines = entry["lines"] if "lines" in entry else [entry["line"]]
        assert lines, entry
        assert len(set(lines)) == len(lines), entry
        assert all(1 <= line <= count for line in lines), entry
        assert all(lines_of(path.stem)[line - 1].strip() for line in lines[:1]), entry


@pytest.mark.parametrize("path", GOLD, ids=lambda path: path.stem)
def test_gold_papers_say_only_what_their_lines_say(path: Path) -> None:
    note = letters("\n".join(lines_of(path.stem)))
    for place, paper in papers(path):
        for name, kind in FIELDS.items():
            assert isinstance(paper[name], kind), (place, name)
        text = plain(path.stem, paper["lines"])
        said = letters(text)
        assert letters(paper["title"] or "") in said, place
        assert letters(paper["short"] or "") in note, place
        assert (paper["citekey"] or "") in text, place
        assert f"{paper['citekey']}{'+' * paper['rating']}" in text or not paper["rating"], place
        assert [url for url in paper["urls"] if url not in text] == [], place
        assert [key for key in paper["ids"].values() if letters(key) not in said] == [], place
        families = [re.sub(r",? (?:Jr\.?|I{2,3}|IV)$", "", author).split()[-1] for author in paper["authors"]]
        assert [family for family in families if letters(family) not in said] == [], place


@pytest.mark.parametrize("path", GOLD, ids=lambda path: path.stem)
def test_years_and_topics_of_gold_papers_stand_in_the_note(path: Path) -> None:
    whole = "\n".join(lines_of(path.stem))
    headings = {letters(line) for line in re.split(r"[\n\"]", re.sub(r"<[^>\n]*>", "", whole))}
    for place, paper in papers(path):
        year = paper["year"]
        assert year is None or str(year) in whole or re.search(rf"['’]{year % 100:02d}\b", whole), place
        for topic in paper["topics"]:
            assert any(letters(topic) in heading for heading in headings), (place, topic)
        if paper["venue"] and (edition := re.search(r"\d{4}$", paper["venue"])):
            assert int(edition[0]) == year, place


def test_some_papers_stand_in_several_notes_and_some_notes_have_none() -> None:
    where: dict[str, set[str]] = {}
    for path in GOLD:
        for entry in objects(path):
            if entry["type"] == "paper":
                for name in (*(f"{kind}:{key}" for kind, key in entry["ids"].items()), letters(entry["title"] or "")):
                    where.setdefault(name, set()).add(path.stem)
    assert sum(len(notes) > 1 for name, notes in where.items() if name) >= 8
    assert sum(not any(entry["type"] == "paper" for entry in objects(path)) for path in GOLD) >= 2


@pytest.mark.parametrize(
    ("name", "least", "columns"),
    [
        ("venues", 250, ["series", "name", "aliases", "kind", "base", "since", "caution"]),
        ("organisations", 300, ["name", "aliases", "kind", "ordinary"]),
        ("headings", 150, ["heading", "kind", "language"]),
        ("topics", 100, ["name", "aliases", "broader"]),
    ],
)
def test_word_lists_are_long_enough_well_formed_and_without_doubles(name: str, least: int, columns: list[str]) -> None:
    found = rows(name)
    assert len(found) >= least
    assert list(found[0]) == columns
    firsts = [row[columns[0]] for row in found]
    assert len(set(firsts)) == len(firsts)
    for row in found:
        assert None not in row
        assert all(value == value.strip() for value in row.values()), row
        assert row[columns[0]]


def test_kinds_in_the_word_lists_come_from_short_closed_sets() -> None:
    assert {row["kind"] for row in rows("venues")} == {"conference", "journal", "workshop-series", "preprint"}
    assert {row["caution"] for row in rows("venues")} == {"", "year", "field"}
    assert {row["kind"] for row in rows("organisations")} == {"company", "lab", "university"}
    kinds = {row["kind"] for row in rows("headings")}
    assert kinds <= {"functional", "section", "elsewhere", "toc", "references", "date", "template", "general"}
    assert {row["language"] for row in rows("headings")} <= {"en", "de", "fr", "es", "zh", "ja"}


def test_no_way_to_write_a_venue_organisation_or_topic_belongs_to_two() -> None:
    for name, first in (("venues", "series"), ("organisations", "name"), ("topics", "name")):
        owner: dict[str, str] = {}
        for row in rows(name):
            for form in {row[first], row["name"], *filter(None, row["aliases"].split("|"))}:
                assert owner.setdefault(form, row[first]) == row[first], form


def test_a_small_list_has_each_word_once_and_lists_stand_one_behind_another() -> None:
    found = [(row["list"], row["word"]) for row in rows("words")]
    lists = [name for name, _ in found]

    assert len(set(found)) == len(found)
    assert len(list(groupby(lists))) == len(set(lists))
    assert all(word == word.strip().casefold() for _, word in found)


def test_a_word_list_that_is_not_there_is_named_in_the_error() -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.csv"):
        rows("nothing")


def test_csv_files_have_the_same_number_of_cells_in_every_line() -> None:
    for path in sorted((DATA / "lexicons").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            assert len({len(row) for row in csv.reader(file)}) == 1, path


def test_terms_stand_for_one_field_of_the_word_list_each_and_are_no_names_of_fields() -> None:
    fields = {form.casefold() for row in rows("topics") for form in forms(row)}
    found = [term.casefold() for row in rows("terms") for term in row["aliases"].split("|")]

    assert {row["name"] for row in rows("terms")} <= {row["name"] for row in rows("topics")}
    assert len(set(found)) == len(found)
    assert fields.isdisjoint(found)
