"""Titles of a catalogue found in real notes say what their lines and words are, and nothing else is said of them."""

from __future__ import annotations

import gzip
import importlib
import json
import sys
from pathlib import Path

import pytest

from kg.extraction.records.segmenter import segment
from kg.model import Note
from kg.notes.draft import Source
from kg.notes.markdown import read_markdown

sys.path.insert(0, str(Path(__file__).parents[2] / "data" / "training" / "citations"))
real = importlib.import_module("real")
facts = importlib.import_module("facts")

WORKS = (
    (
        "Tidal Mixing in Narrow Fjords of the North",
        ["Ana Ortiz Vega", "Bram van Dijk"],
        2014,
        "Journal of Fjord Studies",
    ),
    ("Grazing Pressure and the Return of Alpine Meadows", ["Chidi Okafor"], 2009, ""),
    ("Counting Swifts from Church Towers at Dusk", ["Dora Lindqvist", "Emil Novak"], 2018, ""),
    ("A Century of River Ice Records in Small Towns", ["Farid Haddad"], 1999, ""),
    ("How Beetles Cross Roads Between Hedges at Night", ["Greta Holm"], 2020, ""),
)


@pytest.fixture(name="catalogue", scope="module")
def _catalogue(tmp_path_factory):
    folder = tmp_path_factory.mktemp("catalogue")
    rows = [{"title": t, "authors": a, "year": y, "venue": v} for t, a, y, v in WORKS]
    with gzip.open(folder / "works.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    return facts.Catalogue(folder).load()


def found(catalogue, text: str):
    content = read_markdown(Source("note.md", text))
    note = Note("note.md", text, content.blocks, content.title)
    return real.Found("note.md", note, tuple(real.find(note, catalogue)), negative=False)


def labelled(catalogue, text: str) -> dict[str, set[str]]:
    note = found(catalogue, text)
    ((_, tokens, signs),) = real.records(note, segment(note.note))
    return {token.text: set(sign) for token, sign in zip(tokens, signs, strict=True)}


@pytest.mark.parametrize(
    ("line", "is_found"),
    [
        ("Ortiz Vega and van Dijk: Tidal mixing in narrow fjords of the North", True),
        ("**Tidal mixing in narrow fjords of the north** (2014)", True),
        ("Tidal mixing in narrow fjords of the North is what we saw from the boat", False),
        ("Ortiz Vega: Tidal mixing in narrow fjords", False),
    ],
)
def test_a_title_is_found_where_an_author_or_the_year_stands_near(catalogue, line, is_found):
    assert bool(found(catalogue, f"- {line}\n").hits) == is_found


def test_what_the_catalogue_explains_is_labelled_and_what_it_does_not_is_left_open(catalogue):
    signs = labelled(
        catalogue,
        "- Ana Ortiz Vega, Bram van Dijk. Tidal Mixing in Narrow Fjords of the North. Journal of Fjord Studies, 2014. Nice.\n",
    )
    assert (signs["Tidal"], signs["Ana"], signs["Vega"], signs["Dijk"]) == ({"T"}, {"GB"}, {"F"}, {"F"})
    assert signs["Journal"] == signs["Studies"] == {"V"}
    assert "T" not in signs["Nice"]
    assert len(signs["Nice"]) > 5


def test_a_name_that_the_catalogue_spells_otherwise_stays_a_name(catalogue):
    signs = labelled(
        catalogue, "- Dora Lindqvist, Jon Smythe, Emil Novak. Counting Swifts from Church Towers at Dusk. 2018.\n"
    )
    assert signs["Smythe"] >= {"F", "FB", "GB"}
    assert "O" not in signs["Smythe"]


def test_the_other_items_of_a_list_of_works_are_records_too(catalogue):
    works = [f"- {title}. {authors[0]}, {year}.\n" for title, authors, year, _ in WORKS]
    note = found(
        catalogue, "# Read in spring\n\n" + "".join(works) + "- Something that no catalogue knows. I. Body, 2001.\n"
    )
    heading, *items = real.line_labels(note)
    assert heading == {"O"}
    assert items == [{"B"}] * 6


def test_no_line_of_a_note_without_papers_is_of_a_record(catalogue):
    note = found(catalogue, "# Soup\n\n- two onions\n- salt\n")
    negative = real.Found(note.name, note.note, (), negative=True)
    assert real.line_labels(negative) == [{"O"}] * 3


def test_a_reference_labelled_by_hand_says_what_its_parts_may_be():
    parts = [
        ("author", "Ortiz Vega, A."),
        ("date", "(2014)."),
        ("title", "Tidal mixing."),
        ("journal", "Fjord Studies"),
        ("volume", "4"),
    ]
    text, stretches = "", []
    for tag, words in parts:
        text += " " * bool(text)
        stretches.append((len(text), len(text) + len(words), tag))
        text += words
    tokens = importlib.import_module("kg.extraction.citations.tokens").tokenize(text)
    signs = {
        token.text: set(sign) for token, sign in zip(tokens, real.reference_labels(tokens, stretches), strict=True)
    }
    assert (signs["2014"], signs["mixing"], signs["Fjord"], signs["4"]) == ({"Y"}, {"T"}, {"V"}, {"O"})
    assert signs["Ortiz"] >= {"F", "FB"}
    assert "T" not in signs["Ortiz"]
