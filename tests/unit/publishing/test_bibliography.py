"""The writers of bibliographies, read back by programs that we did not write."""

from __future__ import annotations

import json
from dataclasses import replace

import bibtexparser
import pypandoc
import pytest
import rispy
from bibcompare import plain
from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON
from csl import name_path
from hypothesis import example, given
from hypothesis import strategies as st
from pybtex.database import parse_string
from strategies import NOTE_TEXTS

from kg import terms
from kg.model import Iri
from kg.notes.bibtex import read_bibtex
from kg.notes.draft import Source
from kg.personal_names import PersonalName, divide
from kg.publishing.bibliography import bibtex, csljson, keys, latex, ris
from kg.publishing.bibliography.latex import held_words
from kg.publishing.bibliography.work import Work

VOLUME = Work(
    Iri("https://kg.example/work/slopes"),
    key="slopes2010",
    type="proceedings",
    title="Slopes and How to Climb Them",
    editors=(divide("Ann Roe"),),
    texts={terms.PUBLISHER: "Hill Press", terms.PUBLICATION_PLACE: "Oslo", terms.SERIES_TITLE: "Slopes"},
    date=(2010, 0, 0),
)
PAPER = Work(
    Iri("https://kg.example/paper/ropes"),
    key="doe2010ropes",
    type="inproceedings",
    title="On Ropes",
    authors=(divide("Jan van der Doe"), divide("Guy L. Steele Jr."), divide("Meta AI", "Meta AI")),
    complete=False,
    texts={terms.PAGINATION: "1–9", terms.ABSTRACT: "We climb.", terms.REFERENCE_NOTE: "To appear"},
    date=(2010, 6, 12),
    doi="10.1000/a_b",
    arxiv="1001.00001",
    keywords=("ropes", "knots"),
    remark="Read this again.",
    within=VOLUME,
)
HOSTILE = ["{", "}}", "\\", "a\\", '"', "$", "$$", "%", "@article{x,", "\\input{/etc/passwd}", "$\\input{x}$", "50% & more_or #1",
           "~^", "a -- b", "{\\", "\\}", "$x_1$ and $5", "<img onerror=alert(1)>", "\u202eevil", "a\x00b\x1b[31m", "ER  - ", "=cmd|'/c calc'!A1"]  # fmt: skip


def entry(work: Work):
    text = bibtex.render([work])
    [read] = parse_string(text, "bibtex").entries.values()
    library = bibtexparser.parse_string(text)
    assert len(library.entries) == 1 and library.failed_blocks == []
    return read


def seen(text: str) -> str:
    """Give what is seen of a text, whatever its line breaks and however dashes and quotation marks are typed."""
    text = latex.clean(text).replace("\u00a0", " ")
    for typed, printed in (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("ˆ", "^"), ("˜", "~")):
        text = text.replace(typed, printed)
    return "".join(text.split())


def test_a_paper_of_a_volume_refers_to_it_and_stands_before_it() -> None:
    text = bibtex.render([VOLUME, PAPER])
    paper, volume = json.loads(pypandoc.convert_text(text, "csljson", format="bibtex"))

    assert list(parse_string(text, "bibtex").entries) == ["doe2010ropes", "slopes2010"]
    assert (paper["container-title"].casefold(), paper["publisher"]) == (VOLUME.title.casefold(), "Hill Press")
    assert volume["editor"] == [{"family": "Roe", "given": "Ann"}]


def test_each_field_stands_under_the_name_that_the_standard_styles_know() -> None:
    read = entry(replace(PAPER, within=None, book="Slopes 2010"))

    assert read.type == "inproceedings"
    assert dict(read.fields) == {
        "title": "On Ropes",
        "booktitle": "Slopes 2010",
        "year": "2010",
        "month": "12~June",
        "pages": "1--9",
        "doi": "10.1000/a_b",
        "eprint": "1001.00001",
        "archiveprefix": "arXiv",
        "keywords": "ropes, knots",
        "abstract": "We climb.",
        "note": "To appear",
        "annote": "Read this again.",
    }


def test_names_are_divided_so_that_bibtex_has_nothing_to_guess() -> None:
    people = entry(PAPER).persons["author"]

    assert [(one.prelast_names, one.last_names, one.lineage_names) for one in people] == [
        (["van", "der"], ["Doe"], []),
        ([], ["Steele"], ["Jr."]),
        ([], ["{Meta AI}"], []),
        ([], ["others"], []),
    ]


@pytest.mark.parametrize(
    ("name", "surname", "written"),
    [
        ("Aäron van den Oord", "", "van den Oord, Aäron"),
        ("Gabriel García Márquez", "García Márquez", "García Márquez, Gabriel"),
        ("Gabriel Garcia Marquez", "García Márquez", "Garcia Marquez, Gabriel"),
        ("Benjamin Van Durme", "", "Van Durme, Benjamin"),
        ("Sammy Davis Jr.", "", "Davis, Jr., Sammy"),
        ("Plato", "", "Plato"),
        ("何恺明", "", "何恺明"),
        ("Barnes and Noble, Inc.", "Barnes and Noble, Inc.", "{Barnes and Noble, Inc.}"),
        ("A & B Team", "A & B Team", "{A \\& B Team}"),
        ("Jing , Bowen", "", "Jing, Bowen"),
    ],
)
def test_a_name_is_written_with_its_family_name_first(name: str, surname: str, written: str) -> None:
    read = entry(replace(PAPER, authors=(divide(name, surname),), complete=True))

    assert f"author = {{{written}}}" in bibtex.render([replace(PAPER, authors=(divide(name, surname),), complete=True)])
    assert len(read.persons["author"]) == 1


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("BERT: Pre-Training of Deep Models", "{BERT}: Pre-Training of Deep Models"),
        ("A study of Bayesian methods in Zurich", "A study of {Bayesian} methods in {Zurich}"),
        ("The Role of $L_2$ and 100% of H2O", r"The Role of {$L_2$} and 100\% of {H2O}"),
        ("It costs $5 and not $6", r"It costs \$5 and not \$6"),
        ("U-Net & t-SNE", r"{U-Net} \& {t-SNE}"),
        (r"$\write18{rm -rf}$ \input{x}", r"\$\textbackslash{}write18\textbraceleft{}rm -rf\textbraceright{}\$ \textbackslash{}input\textbraceleft{}x\textbraceright{}"),
    ],
)  # fmt: skip
def test_a_title_keeps_its_capitals_its_formulas_and_no_commands(title: str, written: str) -> None:
    assert latex.encode_title(title) == written


def test_words_that_a_bibliography_holds_in_braces_keep_them() -> None:
    assert (
        latex.encode_title("The Rivers of Deep Rivers, Explained", {"Rivers"})
        == "The {Rivers} of Deep {Rivers}, Explained"
    )
    assert held_words(r"Kalman {\'E}tudes on {Deep} {L}earning") == {"Deep", "Learning", "Études"}
    assert held_words("Deep} learning of {rivers}") == {"Deep"}


@given(st.one_of(NOTE_TEXTS, st.sampled_from(HOSTILE), st.text(max_size=60)))
@example("{" * 40)
@example("x}\n@misc{y, title={z}")
def test_any_title_comes_back_as_it_was(title: str) -> None:
    work = replace(PAPER, title=title, texts={terms.ABSTRACT: title, terms.PUBLISHER: title}, remark=title)
    read = entry(work)

    for name in ("title", "abstract", "publisher", "annote"):
        assert seen(plain(read.fields.get(name, ""))) == seen(title)
    [block] = read_bibtex(Source("refs.bib", bibtex.render([work]))).blocks
    assert [block.prose[f.start : f.end] for f in block.fields if f.name == "key"] == [work.key]


@given(st.lists(st.tuples(st.text(max_size=20), st.text(max_size=10)), min_size=1, max_size=4))
@example([("Rock and Roll", ""), ("others", ""), ("a,b,c,d", "c,d")])
def test_any_names_are_as_many_persons_as_there_are(names: list[tuple[str, str]]) -> None:
    people = tuple(divide(name, surname) for name, surname in names if seen(name))
    read = entry(replace(PAPER, authors=people, complete=True))

    assert len(read.persons.get("author", ())) == len(people)


@given(st.one_of(NOTE_TEXTS, st.sampled_from(HOSTILE)))
def test_any_text_stays_in_its_field_of_ris(text: str) -> None:
    work = replace(PAPER, title=text, remark=text, keywords=(text,) if text else ())
    [read] = rispy.loads(ris.reference(work))

    assert read["id"] == PAPER.key
    assert "".join(read.get("title", "").split()) == "".join(latex.clean(text).split())
    assert set(read) <= {
        *("type_of_reference", "id", "authors", "secondary_authors", "title", "secondary_title", "tertiary_title", "year", "date", "start_page"),
        *("end_page", "publisher", "place_published", "doi", "urls", "keywords", "abstract", "notes", "research_notes", "unknown_tag"),
    }  # fmt: skip


@pytest.mark.parametrize("style", ["chicago-author-date", "ieee", "apa"])
def test_a_processor_of_citation_styles_prints_each_item(style: str) -> None:
    for work in (PAPER, VOLUME, replace(PAPER, within=None, book="", type="misc"), Work(Iri("x"), key="x", title="X")):
        item = json.loads(json.dumps(csljson.item(work)))
        bibliography = CitationStylesBibliography(
            CitationStylesStyle(name_path(style), validate=False), CiteProcJSON([item]), formatter.plain
        )
        bibliography.register(Citation([CitationItem(item["id"])]))

        assert work.title in " ".join(map(str, bibliography.bibliography()))


def test_an_item_has_what_its_volume_says() -> None:
    item = csljson.item(PAPER)

    assert (item["container-title"], item["publisher"], item["collection-title"]) == (
        VOLUME.title,
        "Hill Press",
        "Slopes",
    )
    assert item["author"][0] == {"family": "Doe", "given": "Jan", "non-dropping-particle": "van der"}
    assert item["author"][-1] == {"literal": "others"}
    assert item["issued"] == {"date-parts": [[2010, 6, 12]]}


def test_a_reference_of_ris_has_pages_date_and_editors() -> None:
    [read] = rispy.loads(ris.reference(PAPER))

    assert (read["start_page"], read["end_page"], read["date"]) == ("1", "9", "2010/06/12/")
    assert read["secondary_title"] == VOLUME.title
    assert read["authors"] == ["van der Doe, Jan", "Steele, Guy L., Jr.", "Meta AI,"]


def test_translators_language_and_day_of_access_are_written_in_each_format() -> None:
    texts = {terms.IN_LANGUAGE: "norwegian", terms.ACCESSED: "2024-05-01"}
    work = replace(VOLUME, translators=(divide("Mara Lind"), divide("Jan van der Doe")), texts=texts)
    read, item, [tagged] = entry(work), csljson.item(work), rispy.loads(ris.reference(work))

    assert read.fields["translator"] == "Lind, Mara and van der Doe, Jan"
    assert (read.fields["language"], read.fields["urldate"]) == ("norwegian", "2024-05-01")
    assert [person["family"] for person in item["translator"]] == ["Lind", "Doe"]
    assert (item["language"], item["accessed"]) == ("norwegian", {"date-parts": [[2024, 5, 1]]})
    assert tagged["subsidiary_authors"] == ["Lind, Mara", "van der Doe, Jan"]
    assert (tagged["language"], tagged["access_date"]) == ("norwegian", "2024-05-01")


@pytest.mark.parametrize(
    ("date", "printed", "written"),
    [
        ((2004, 0, 0), "Spring", {"year": "2004", "month": "Spring"}),
        ((0, 0, 0), "24 october", {"month": "24 October"}),
        ((0, 0, 0), "in press", {"year": "in press"}),
        ((2004, 0, 0), "c2004", {"year": "c2004"}),
        ((2004, 0, 0), "online first", {"year": "2004", "note": "To appear, online first"}),
    ],
)
def test_what_is_no_month_is_in_no_month(date: tuple[int, int, int], printed: str, written: dict[str, str]) -> None:
    fields = entry(replace(PAPER, within=None, date=date, texts={**PAPER.texts, terms.PRINTED_DATE: printed})).fields

    assert {name: plain(fields[name]) for name in ("year", "month", "note") if name in fields} == (
        {"note": "To appear"} | written
    )


def test_keys_are_those_of_the_notes_and_no_two_are_alike_but_for_case() -> None:
    wanted = {
        Iri("a"): ("", "doe2010ropes"),
        Iri("b"): ("Doe2010Ropes", "x"),
        Iri("c"): ("", "doe2010ropes"),
        Iri("d"): (keys.own("Müller {2010}, \\x"), "x"),
    }

    assert keys.assign(wanted) == {
        Iri("a"): "doe2010ropesb",
        Iri("b"): "Doe2010Ropes",
        Iri("c"): "doe2010ropesc",
        Iri("d"): "Muller-2010-x",
    }


@given(st.dictionaries(st.text(max_size=5).map(Iri), st.tuples(st.text(max_size=8), st.text(max_size=8)), max_size=8))
def test_any_keys_are_plain_and_unique(wanted: dict[Iri, tuple[str, str]]) -> None:
    made = keys.assign({iri: (keys.own(key), keys.made_up(key, 2010, name)) for iri, (key, name) in wanted.items()})

    assert len({key.casefold() for key in made.values()}) == len(wanted)
    assert all(key.isascii() and key and not set(key) & set('{}(),="#%~\\ \n') for key in made.values())


def test_a_name_without_parts_stays_whole() -> None:
    assert divide("Meta AI", "Meta AI") == PersonalName("", "", "Meta AI", "")
