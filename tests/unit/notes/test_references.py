"""References from RIS, EndNote, PubMed and CSL-JSON: the same records as from BibTeX."""

from __future__ import annotations

import json

import pytest
from origins import check_origins

from kg.extraction.entries import Entry, Page
from kg.extraction.rules import bibtex
from kg.model import Block, Note
from kg.notes import READERS
from kg.notes.draft import Content, Source

BIBTEX = r"""
@inproceedings{he2016deep,
  title = {Deep Residual Learning for Image Recognition},
  author = {He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian},
  booktitle = {Computer Vision and Pattern Recognition},
  year = {2016},
  doi = {10.1109/CVPR.2016.90}
}

@article{vandermaaten2008,
  title = {Visualizing Data using {t-SNE}},
  author = {van der Maaten, Laurens and Hinton, Geoffrey},
  journal = {Journal of Machine Learning Research},
  year = {2008},
  url = {https://jmlr.org/papers/v9/vandermaaten08a.html},
  keywords = {visualization, embedding}
}
"""
RIS = """TY  - CONF
ID  - he2016deep
AU  - He, Kaiming
AU  - Zhang, Xiangyu
AU  - Ren, Shaoqing
AU  - Sun, Jian
TI  - Deep Residual Learning for Image Recognition
T2  - Computer Vision and Pattern Recognition
PY  - 2016/06/27/
DO  - https://doi.org/10.1109/CVPR.2016.90
N1  - <p>The degradation problem is what I <b>remember</b>.</p>
ER  -

TY  - JOUR
TI  - Visualizing Data using
t-SNE
AU  - van der Maaten, Laurens
AU  - Hinton, Geoffrey
JO  - Journal of Machine Learning Research
JA  - JMLR
DA  - 2008
PY  - 2008
KW  - visualization
KW  - embedding
UR  - https://jmlr.org/papers/v9/vandermaaten08a.html
ER  -
"""
ENDNOTE = """%0 Conference Proceedings
%F he2016deep
%A He, Kaiming
%A Zhang, Xiangyu
%A Ren, Shaoqing
%A Sun, Jian
%T Deep Residual Learning for Image Recognition
%B Computer Vision and Pattern Recognition
%D 2016
%R 10.1109/CVPR.2016.90

%0 Journal Article
%T Visualizing Data using t-SNE
%A van der Maaten, Laurens
%A Hinton, Geoffrey
%J Journal of Machine Learning Research
%D 2008
%K visualization
%K embedding
%U https://jmlr.org/papers/v9/vandermaaten08a.html
"""
CSL = [
    {
        "id": "he2016deep",
        "type": "paper-conference",
        "title": "Deep Residual Learning for Image Recognition",
        "container-title": "Computer Vision and Pattern Recognition",
        "author": [
            {"family": "He", "given": "Kaiming"},
            {"given": "Xiangyu", "family": "Zhang"},
            {"family": "Ren", "given": "Shaoqing"},
            {"family": "Sun", "given": "Jian"},
        ],
        "issued": {"date-parts": [[2016, 6]]},
        "DOI": "10.1109/CVPR.2016.90",
    },
    {
        "id": "http://zotero.org/users/1/items/ABCD",
        "type": "article-journal",
        "title": "Visualizing Data using t-SNE",
        "author": [
            {"family": "Maaten", "given": "Laurens", "non-dropping-particle": "van der"},
            {"family": "Hinton", "given": "Geoffrey"},
        ],
        "container-title": "Journal of Machine Learning Research",
        "issued": {"raw": "November 2008"},
        "URL": "https://jmlr.org/papers/v9/vandermaaten08a.html",
        "keyword": "visualization, embedding",
    },
]


def read(suffix: str, text: str) -> Content:
    return READERS[suffix](Source(f"library{suffix}", text))


def fields(block: Block) -> list[tuple[str, str]]:
    return [(field.name, block.prose[field.start : field.end]) for field in block.fields]


def entries(suffix: str, text: str) -> list[Entry]:
    content = read(suffix, text)
    return list(bibtex.find(Page(Note(f"library{suffix}", text, content.blocks))))


def told(entry: Entry) -> tuple[object, ...]:
    title, year, venue = (field and " ".join(field.text.split()) for field in (entry.title, entry.year, entry.venue))
    links = [link.text for link in entry.links]
    return title, [who.text for who in entry.authors], entry.complete, year, venue, links


FORMS = [(".ris", RIS), (".enw", ENDNOTE), (".json", json.dumps(CSL)), (".json", json.dumps({"items": CSL}, indent=2))]


@pytest.mark.parametrize(("suffix", "text"), FORMS)
def test_each_format_says_of_the_same_references_what_bibtex_says(suffix: str, text: str) -> None:
    assert [told(entry) for entry in entries(suffix, text)] == [told(entry) for entry in entries(".bib", BIBTEX)]
    check_origins(text, suffix)


@pytest.mark.parametrize(("suffix", "text"), FORMS)
def test_each_value_stands_where_it_leads(suffix: str, text: str) -> None:
    for block in read(suffix, text).blocks:
        for field in block.fields:
            value = block.prose[field.start : field.end]
            start, end = block.source(field.start, field.end)
            letters = {char for char in value if char.isalnum()}
            assert letters <= set(text[start:end])
            assert end - start <= 2 * len(value) + 60


def test_keys_notes_and_keywords_are_kept_and_addresses_are_no_keys() -> None:
    first, second = read(".ris", RIS).blocks

    assert (first.info, fields(first)[0]) == ("inproceedings", ("key", "he2016deep"))
    assert ("note", "The degradation problem is what I remember.") in fields(first)
    assert [value for name, value in fields(second) if name == "subject"] == ["visualization", "embedding"]
    assert [value for name, value in fields(second) if name in ("journal", "shortjournal")] == [
        "Journal of Machine Learning Research",
        "JMLR",
    ]
    assert "key" not in {name for name, _ in fields(read(".json", json.dumps(CSL)).blocks[1])}


def test_an_export_of_pubmed_is_read_over_its_lines() -> None:
    text = """PMID- 26017442
DP  - 2015 May 28
TI  - Deep
      learning.
LID - 10.1038/nature14539 [doi]
AB  - Deep learning allows computational models of many layers.
FAU - LeCun, Yann
AU  - LeCun Y
FAU - Bengio, Yoshua
AU  - Bengio Y
PT  - Journal Article
TA  - Nature
JT  - Nature
MH  - Algorithms

PMID- 1
TI  - A letter.
AU  - Sakura MT
JT  - Science
DP  - 1999
"""
    first, second = entries(".nbib", text)

    assert told(first) == (
        "Deep learning", ["Yann LeCun", "Yoshua Bengio"], True, "2015", "Nature",
        ["https://doi.org/10.1038/nature14539", "https://pubmed.ncbi.nlm.nih.gov/26017442/"],
    )  # fmt: skip
    assert [who.text for who in second.authors] == ["M. T. Sakura"]
    check_origins(text, ".nbib")


@pytest.mark.parametrize(
    ("suffix", "text", "kept"),
    [
        (".ris", "TY  - JOUR\nTI  - Open\n", 1),
        (".ris", "TY  - JOUR\nTI  - First\nTY  - JOUR\nTI  - Second\nER  - \n", 2),
        (".ris", "some words\n", 0),
        (".enw", "some words\n", 0),
        (".nbib", "some words\n", 0),
    ],
)
def test_what_is_half_written_is_kept_and_reported(suffix: str, text: str, kept: int) -> None:
    content = read(suffix, text)

    assert len(content.blocks) == kept
    assert [problem.code for problem in content.problems] == ["broken-reference"]
    assert content.problems[0].line


def test_authors_written_otherwise_are_read() -> None:
    people = [
        {"literal": "The DeepMind Team"},
        {"given": "Sepp"},
        {"family": "King", "given": "Martin Luther", "suffix": "Jr."},
        {"family": "Beethoven", "given": "Ludwig", "dropping-particle": "van"},
    ]
    text = json.dumps(
        [{"type": "book", "title": "T", "id": "a1", "author": people, "issued": {"date-parts": [["1999"]]}}]
    )
    (block,) = read(".json", text).blocks

    assert [value for name, value in fields(block) if name == "author"] == [
        "The DeepMind Team", "Sepp", "King, Jr., Martin Luther", "Beethoven, Ludwig van",
    ]  # fmt: skip
    assert ("year", "1999") in fields(block)
    check_origins(text, ".json")


MARKED = r"<p>We grow CO<sub>2</sub>.</p><p>x &lt; y &amp;amp; z: $\less$i$\greater$in vitro$\less$/i$\greater$</p>"
READ = "We grow CO2.\nx < y & z: in vitro"


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".bib", f"@article{{a, title={{On Marks}}, abstract={{{MARKED}}}}}"),
        (".ris", f"TY  - JOUR\nTI  - On Marks\nAB  - {MARKED}\nER  - \n"),
        (".enw", f"%0 Journal Article\n%T On Marks\n%X {MARKED}\n"),
        (".nbib", f"PMID- 1\nTI  - On Marks.\nAB  - {MARKED}\n"),
        (".json", json.dumps([{"id": "a", "type": "article-journal", "title": "On Marks", "abstract": MARKED}])),
    ],
)
def test_marks_of_html_and_tex_are_read_alike_in_all_formats(suffix: str, text: str) -> None:
    [block] = read(suffix, text).blocks

    assert dict(fields(block))["abstract"] == READ
    check_origins(text, suffix)


def test_tex_that_is_left_over_in_other_formats_is_read() -> None:
    text = r"TY  - JOUR" "\n" r"TI  - G{\"o}del \& the {DNA} of $x$" "\n" r"UR  - http://example.org/~a{b}" "\nER  - \n"
    [block] = read(".ris", text).blocks

    assert fields(block) == [("title", "Gödel & the DNA of $x$"), ("url", "http://example.org/~a{b}")]


def test_an_address_in_bibtex_keeps_its_signs() -> None:
    text = r"@misc{a, title={A}, url={http://example.org/~joe/a--b\_c\%20d{\_}e}, doi={10.1000/a{\textless}b\textgreater{}c}}"
    [block] = read(".bib", text).blocks

    assert fields(block)[2:] == [("url", "http://example.org/~joe/a--b_c%20d_e"), ("doi", "10.1000/a<b>c")]


@pytest.mark.parametrize(
    ("issued", "date"),
    [
        ({"date-parts": [[2004, 6, 1]]}, "2004-6-1"),
        ({"date-parts": [["2004", "6"], ["2006", "8"]]}, "2004-6/2006-8"),
        ({"date-parts": [[1906]], "circa": True}, "circa 1906"),
        ({"circa": "false", "date-parts": [[1906]]}, "1906"),
        ({"season": 2, "date-parts": [["2004"]]}, "2004 Summer"),
    ],
)
def test_a_date_of_csl_json_keeps_all_its_parts(issued: dict[str, object], date: str) -> None:
    text = json.dumps([{"id": "a", "type": "book", "title": "A Table of Tides", "issued": issued}])
    [block] = read(".json", text).blocks

    assert dict(fields(block))["year"] == date
    check_origins(text, ".json")


PUBMED = """PMID- 4711001
IS  - 1533-440X (Electronic)
IS  - 0028-479X (Linking)
DP  - 2016 Nov 10
TI  - [Weekly tides and the sleep of sailors].
PG  - 1834-44
FAU - Roe, Jane P
AU  - Roe JP
CN  - TIDES-6 Investigators
TT  - Les marées de la semaine.
JT  - The Journal of Tides
MH  - *Sleep Disorders, Type 2/*drug therapy
MH  - Sailors
PMC - PMC5300001
"""


def test_pubmed_keeps_groups_translated_titles_headings_and_numbers() -> None:
    [entry] = entries(".nbib", PUBMED)
    told = [(detail.name, detail.text) for detail in entry.details]

    assert entry.title is not None and entry.title.text == "Weekly tides and the sleep of sailors"
    assert [who.text for who in entry.authors] == ["Jane P Roe", "TIDES-6 Investigators"]
    assert [word.text for word in entry.keywords] == ["Sleep Disorders, Type 2/drug therapy", "Sailors"]
    assert [link.text for link in entry.links] == [
        "https://pubmed.ncbi.nlm.nih.gov/4711001/",
        "https://pmc.ncbi.nlm.nih.gov/articles/PMC5300001/",
    ]
    for detail in [
        ("other title", "Les marées de la semaine"),
        ("issn", "1533-440X"),
        ("issn", "0028-479X"),
        ("pages", "1834–44"),
        ("date", "2016-11-10"),
        ("group", "TIDES-6 Investigators"),
    ]:
        assert detail in told


def test_ris_of_chapters_has_editors_pages_and_several_addresses() -> None:
    text = """TY  - CHAP
AU  - Roe, Jane
AU  - Harbour Office of Quay,
A2  - van der Lind, Mara
A2  - Poe, Ann
TI  - On Ropes
T2  - The Handbook of Knots
PY  - 2013///
SP  - 12-
EP  - 34
KW  - ropes; knots, tied
UR  - http://example.org/one;http://example.org/two words?a=b
C2  - PMC5300002
ER  -
"""
    [entry] = entries(".ris", text)
    told = [(detail.name, detail.text) for detail in entry.details]

    assert [who.text for who in entry.authors] == ["Jane Roe", "Harbour Office of Quay"]
    assert [text for name, text in told if name in ("editor", "pages")] == [
        "12–34",
        "Mara van der Lind",
        "Ann Poe",
    ]
    assert [link.text for link in entry.links] == [
        "http://example.org/one",
        "http://example.org/two%20words?a=b",
        "https://pmc.ncbi.nlm.nih.gov/articles/PMC5300002/",
    ]
    assert [word.text for word in entry.keywords] == ["ropes", "knots, tied"]


def test_an_address_behind_href_is_kept_and_is_no_part_of_a_title() -> None:
    text = r"@misc{a, title={\href{http://example.org/p}{A Linked {Title}}}, note={see \href{http://example.org/s}{the maps}}}"
    [block] = read(".bib", text).blocks

    assert fields(block)[1:] == [
        ("url", "http://example.org/p"),
        ("title", "A Linked Title"),
        ("note", "see http://example.org/s the maps"),
    ]
    check_origins(text, ".bib")
