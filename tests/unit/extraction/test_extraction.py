"""Extraction: what a note in a common style says, read end to end from its text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kg import extraction, notes, terms
from kg.extraction import leftovers, unread_lists
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.key_forms import is_key
from kg.model import Extraction, Kind, Mention
from kg.resolution import resolve
from kg.settings import Settings

FIELDS = {
    terms.NAME: "title",
    terms.ALTERNATE_NAME: "short",
    terms.CITATION_KEY: "key",
    terms.RATING: "rating",
    terms.AUTHOR: "authors",
    terms.AUTHORS_COMPLETE: "complete",
    terms.DATE_PUBLISHED: "year",
    terms.PRESENTED_AT: "venue",
    terms.IS_PART_OF: "journal",
    terms.PRESENTATION_TYPE: "presentation",
    terms.ABOUT: "topic",
    terms.KEYWORDS: "tags",
    terms.URL: "links",
    terms.CODE_REPOSITORY: "code",
}
MANY = {"authors", "links", "tags"}


@pytest.fixture
def read(nlp: Any, tmp_path: Path) -> Any:
    def run(text: str, name: str = "note.md") -> list[dict[str, Any]]:
        return papers(extract(text, name, nlp, tmp_path))

    return run


def extract(text: str, name: str, nlp: Any, folder: Path) -> Extraction:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    note = notes.read(path, vault=folder, settings=Settings()).note
    assert note is not None
    return extraction.extract(note, nlp)


def papers(extracted: Extraction) -> list[dict[str, Any]]:
    """Give what is claimed of each paper, in the order of the note."""
    resolved = resolve([extracted])
    found: dict[str, dict[str, Any]] = {}
    for claim in sorted(extracted.claims, key=lambda c: c.subject.span):
        if claim.subject.kind is not Kind.PAPER or claim.predicate not in FIELDS:
            continue
        one = found.setdefault(resolved.iris[claim.subject], {})
        value = claim.object.text if isinstance(claim.object, Mention) else claim.object
        if claim.predicate == terms.PRESENTATION_TYPE:
            value = str(value).rsplit("#", 1)[-1].lower()
        name = FIELDS[claim.predicate]
        if name in MANY:
            one.setdefault(name, [])
            if value not in one[name]:
                one[name].append(value)
        else:
            one.setdefault(name, value)
    return list(found.values())


def test_a_key_that_leads_its_line_gives_name_rating_year_venue_link_and_topic(read: Any) -> None:
    found = read(
        "# ICLR 2025 orals\n\n## Language models\n\n- Alignment\n"
        "\t- Lodestar [AnnaMcKay2025ICLR++](https://openreview.net/forum?id=abcdefghij) aligns by voting #🚀\n"
    )

    assert found == [
        {
            "short": "Lodestar",
            "key": "AnnaMcKay2025ICLR",
            "rating": 2,
            "links": ["https://openreview.net/forum?id=abcdefghij"],
            "authors": ["Anna McKay"],
            "complete": False,
            "year": "2025",
            "venue": "ICLR 2025",
            "presentation": "oral",
            "topic": "Language models",
            "tags": ["🚀"],
        }
    ]


def test_a_wikilink_to_a_key_is_a_paper_by_its_label_and_takes_nothing_of_the_note(read: Any) -> None:
    found = read("# ICLR 2025 orals\n\nAll of this builds on [[JohnDoe2016CVPR|the Residual Net]] and [[index]].\n")

    assert [(p["key"], p["venue"], p.get("presentation")) for p in found] == [("JohnDoe2016CVPR", "CVPR 2016", None)]


def test_pandoc_keys_are_papers_and_handles_are_not(read: Any) -> None:
    found = read("As shown [@smith2020trees; @li2021], and not by @someone or me@example.org.\n")

    assert [p["key"] for p in found] == ["smith2020trees", "li2021"]


@pytest.mark.parametrize("lead", ["Info", "2022.11", "read", "Source:", "Year:"])
def test_what_introduces_a_key_is_no_name_of_its_paper(read: Any, lead: str) -> None:
    (found,) = read(f"# Harbours\n\n- {lead} [@li2021maps] : it looks inside\n")

    assert (found["key"], found.get("short")) == ("li2021maps", None)


def test_keys_that_spell_the_title_are_keys(read: Any) -> None:
    keys = ["Roe2024HowToShareTheSoundOfTides", "Doe2018HarboursInNotebooksAndMaps", "LindHall2021TenRulesForTides"]

    assert [found["key"] for found in read("".join(f"- {key}\n" for key in keys))] == keys


@pytest.mark.parametrize("text", ["Python2024SDK", "Helsinki2030AI", "Vaswani2017"])
def test_an_abbreviation_behind_a_year_makes_no_sure_key(text: str) -> None:
    assert not is_key(text, strict=True)


@pytest.mark.parametrize("text", ["ICLR2025", "NeurIPS2024", "May2024", "Version2020", "GPT-4", "v1.2.3", "covid2019"])
def test_venues_months_and_versions_are_no_keys(text: str) -> None:
    assert not is_key(text, strict=False)


def test_a_heading_with_links_in_brackets_is_a_paper_under_the_headings_above(read: Any) -> None:
    found = read(
        "---\ntitle: ICML 2031 Oral Papers\n---\n# Vision\n\n## Depth estimation\n\n"
        "#### DeepSea: Sounding the Depths ([Poster](https://icml.cc/virtual/2031/poster/1), "
        "[Code](https://github.com/a/b))\n\nText.\n"
    )

    assert len(found) == 1
    assert found[0]["title"] == "DeepSea: Sounding the Depths"
    assert found[0]["short"] == "DeepSea"
    assert found[0]["code"] == "https://github.com/a/b"
    assert (found[0]["year"], found[0]["venue"], found[0]["presentation"]) == ("2031", "ICML 2031", "oral")
    assert found[0]["topic"] == "Depth estimation"


def test_a_heading_with_labelled_lines_below_is_a_paper(read: Any) -> None:
    found = read(
        "## Sorting in Linear Time Is Hard\n\n**Authors:** Ada Byron, Emmy Noether\n**Venue:** STOC 2019\n"
        "**Link:** https://arxiv.org/abs/1901.00001\n\nMy notes.\n\n## Thoughts on sorting things\n\nNone yet.\n"
    )

    assert len(found) == 1
    assert found[0]["authors"] == ["Ada Byron", "Emmy Noether"]
    assert (found[0]["venue"], found[0]["links"]) == ("STOC 2019", ["https://arxiv.org/abs/1901.00001"])


def test_a_linked_title_takes_the_authors_venue_and_year_behind_it(read: Any) -> None:
    found = read("- [A Theory of Everything Small](https://arxiv.org/abs/2001.00001), Ann Lee et al., NeurIPS 2020\n")

    assert found[0]["title"] == "A Theory of Everything Small"
    assert (found[0]["authors"], found[0]["complete"], found[0]["venue"]) == (["Ann Lee"], False, "NeurIPS 2020")


def test_a_link_to_a_paper_inside_a_sentence_is_a_paper_too(read: Any) -> None:
    found = read("In [Learning to Walk Slowly](https://arxiv.org/abs/2001.00002) legs are learned, see [here](x.md).\n")

    assert [p["title"] for p in found] == ["Learning to Walk Slowly"]


def test_a_quoted_title_is_a_paper_only_where_the_sentence_says_so(read: Any) -> None:
    found = read(
        "In “Learning to Walk Slowly”, the authors teach legs. His blog post “The Last Mile” is fine, "
        "the workshop “Robots Among Us” was not, and nobody defines “world models”.\n"
    )

    assert [p["title"] for p in found] == ["Learning to Walk Slowly"]


def test_rows_that_lost_their_separators_are_papers(read: Any) -> None:
    found = read(
        "Notes from NeurIPS 2031\n\nPoster Session 1: 11am\n\nIDTitleLink\n"
        "101FastThing: A Very Fast Thinghttps://arxiv.org/abs/3101.00001\n"
        "24xxThree Little Bearshttps://openreview.net/forum?id=abcdefghij (SPOTLIGHT)\n",
        "note.txt",
    )

    assert [(p["title"], p["presentation"]) for p in found] == [
        ("FastThing: A Very Fast Thing", "poster"),
        ("Three Little Bears", "spotlight"),
    ]


def test_an_oral_told_as_a_talk_is_a_paper_and_a_keynote_is_not(read: Any) -> None:
    found = read(
        "Report from ICML 2031\n\nMonday, July 1\n\nKeynote - Jane Roe, University of Nowhere\n\nShe spoke.\n\n"
        "Oral 2B Theory - Tight Bounds for Loose Shoes - Max Mustermann, ETH & Erika Musterfrau, TUM\n\nHe began.\n",
        "note.txt",
    )

    assert [(p["title"], p["authors"], p["presentation"]) for p in found] == [
        ("Tight Bounds for Loose Shoes", ["Max Mustermann", "Erika Musterfrau"], "oral")
    ]


def test_the_same_paper_in_a_list_and_as_a_link_is_one(read: Any) -> None:
    found = read(
        "- [A Theory of Everything Small](https://arxiv.org/abs/2001.00001)\n\n"
        "## A theory of everything small\n\nAuthors: Ann Lee, Bo Wu\nLink: https://arxiv.org/pdf/2001.00001v2\n"
    )

    assert len(found) == 1
    assert found[0]["authors"] == ["Ann Lee", "Bo Wu"]


NOTHING = """# Table of contents

- [Introduction](#introduction)
- [Papers](#papers)

## Tools

- [PyTorch](https://github.com/pytorch/pytorch): deep learning
- [A great course on graphs](https://www.youtube.com/watch?v=abc)
- [How we built it](https://example.com/blog/how-we-built-it)
- Meet Ann Lee and Bo Wu on Tuesday

## To do

- [ ] buy milk
- [x] write to the editor about the review
"""


def test_tables_of_contents_tools_courses_and_tasks_are_no_papers(read: Any) -> None:
    assert read(NOTHING) == []


def test_a_line_with_the_address_of_a_paper_that_was_not_read_is_reported(nlp: Any, tmp_path: Path) -> None:
    text = "| a | b |\n|---|---|\n| 1 | see arXiv:2001.00009 |\n"
    extracted = extract(text, "note.md", nlp, tmp_path)

    assert papers(extracted) or [(p.code, p.line) for p in extracted.problems] == [("not-understood", 3)]


def test_a_book_with_its_author_and_year_that_was_not_read_is_reported(nlp: Any, tmp_path: Path) -> None:
    text = "# Resources\n\n## Books\n\n- [Sound Patterns and Speech](https://web.example.edu/spp/) by Larch and Minton. 2019.\n"
    extracted = extract(text, "note.md", nlp, tmp_path)

    assert papers(extracted) or [(p.code, p.line) for p in extracted.problems] == [("not-understood", 5)]


def test_an_address_that_was_copied_to_a_second_paper_is_reported(nlp: Any, tmp_path: Path) -> None:
    card = "## {}\n**Authors:** {}\n**Link:** https://arxiv.org/abs/1710.02224\n\n"
    one = card.format("Dilated Recurrent Neural Networks", "Shiyu Chang, Yang Zhang")
    other = card.format("Bayesian Recurrent Neural Networks", "Meire Fortunato, Charles Blundell")
    extracted = extract(f"# Journal club\n\n{one}{other}", "note.md", nlp, tmp_path)

    assert [(p.code, p.line) for p in extracted.problems] == [("not-understood", 9)]
    assert "'Dilated Recurrent Neural Networks' in line 3" in extracted.problems[0].message


def test_a_line_of_a_paragraph_of_references_that_was_not_read_is_reported(tmp_path: Path) -> None:
    text = (
        "Doe, A. and Roe, B. (2020). Reeds as filters for shallow lakes. Nature 12(2), 1-9.\n"
        "Poe, C. and Moe, D. (2019). Ice and the breath of lakes in winter. Limnology 7, 10-19.\n"
        "Nothing else is known of 2 of these lakes.\n"
    )
    (tmp_path / "note.md").write_text(text, encoding="utf-8")
    note = notes.read(tmp_path / "note.md", vault=tmp_path, settings=Settings()).note
    assert note is not None
    title = "Reeds as filters for shallow lakes"
    place = Field(title, 0, text.index(title), text.index(title) + len(title))
    page = Page(note, (Entry("record", place, 0.9, title=place, blocks=(0,)),))

    problems = leftovers.find(page, [*unread_lists.find(page)])
    assert [(problem.code, problem.line) for problem in problems] == [("not-understood", 2)]


TITLES = ["Moss and old roofs", "Snow and old fences", "Rain and old walls", "Wind and old hills"]
WANTED = """\
# Wanted

- Smith, Jane. [Moss and old roofs](http://example.org/a)
- Keller, Karl. [Snow and old fences](http://example.org/b)
- Miller, Ann. [Rain and old walls](http://example.org/c)
- Holm, Ada. [Wind and old hills](http://example.org/d)
"""


def test_a_list_of_references_that_was_not_read_is_reported_once_and_asked_about(nlp: Any, tmp_path: Path) -> None:
    extracted = extract(WANTED, "note.md", nlp, tmp_path)

    assert not papers(extracted)
    assert [(problem.code, problem.line) for problem in extracted.problems] == [("unread-list", 3)]
    assert "kg review" in extracted.problems[0].message
    assert [(doubt.below, doubt.records, doubt.papers) for doubt in extracted.doubts] == [("Wanted", 4, 0)]


@pytest.mark.parametrize("papers_there", [True, False])
def test_an_answer_about_a_list_that_was_not_read_settles_it(papers_there: bool, nlp: Any, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text(WANTED, encoding="utf-8")
    note = notes.read(tmp_path / "note.md", vault=tmp_path, settings=Settings()).note
    assert note is not None

    extracted = extraction.extract(replace(note, lists=(("Wanted", papers_there),)), nlp)

    titles = [paper["title"] for paper in papers(extracted)]
    assert titles == (TITLES if papers_there else [])
    assert not extracted.problems
    assert not extracted.doubts


@pytest.mark.parametrize("heading", ["# Members", "# Films"])
def test_a_list_of_something_else_is_not_reported(heading: str, nlp: Any, tmp_path: Path) -> None:
    extracted = extract(WANTED.replace("# Wanted", heading), "note.md", nlp, tmp_path)

    assert not papers(extracted)
    assert not extracted.problems
