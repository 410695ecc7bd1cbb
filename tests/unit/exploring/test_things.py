"""The page of a thing: its head, its papers by year, and things of the same name."""

from __future__ import annotations

import re

import pytest
from asked import Notes, iri
from exploring import Page

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.asking.wording import Names
from kg.exploring import heads, things
from kg.exploring.distinguishing import distinguish
from kg.model import Kind

TEXT = """Wide Paths by Ann Lee and Bo Kim, ICLR 2024, uses SGD. Deep Roads by Ann Lee, 2021, introduces SGD.
Vision: Analysis. Language: Probing.
"""


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    made = Notes()
    note = made.note("a.md", TEXT)
    wide, deep = note.mention(Kind.PAPER, "Wide Paths"), note.mention(Kind.PAPER, "Deep Roads")
    ann, bo = note.mention(Kind.PERSON, "Ann Lee"), note.mention(Kind.PERSON, "Bo Kim")
    sgd, venue = note.mention(Kind.METHOD, "SGD"), note.mention(Kind.EDITION, "ICLR 2024")
    for paper, year, authors in ((wide, "2024", (bo, ann)), (deep, "2021", (ann,))):
        note.claim(paper, terms.DATE_PUBLISHED, year)
        note.claim(paper, terms.AUTHORS_COMPLETE, "false" if paper is wide else "true")
        for author in authors:
            note.claim(paper, terms.AUTHOR, author)
    note.claim(wide, terms.PRESENTED_AT, venue)
    note.claim(wide, terms.URL, "https://www.example.org/wide/")
    note.claim(wide, terms.USES, sgd)
    note.claim(deep, terms.INTRODUCES, sgd)
    vision, language = note.mention(Kind.TOPIC, "Vision"), note.mention(Kind.TOPIC, "Language")
    first, second = note.mention(Kind.TOPIC, "Analysis"), note.mention(Kind.TOPIC, "Probing")
    for narrow, broad in ((first, vision), (second, language)):
        note.claim(narrow, terms.BROADER, broad)
        note.claim(wide, terms.ABOUT, narrow)
    return made.knowledge()


def shown(knowledge: Knowledge, key: str) -> tuple[str, Page]:
    found = things.page(knowledge, {"key": key})
    assert found is not None
    page = Page(found.content.decode())
    return re.sub(r"\s+", " ", page.text), page


def test_the_head_of_a_paper_says_who_where_and_when(knowledge: Knowledge) -> None:
    text, page = shown(knowledge, "paper/wide-paths")
    head = text[text.index("paper Wide Paths") : text.index("Facts")]

    assert "Ann Lee, Bo Kim et al." in head and "ICLR 2024" in head and "example.org/wide" in head
    assert "https://www.example.org/wide/" in page.links
    assert "Papers by year" not in text
    assert "2021" in shown(knowledge, "paper/deep-roads")[0]


def test_a_person_has_papers_by_year_and_co_authors(knowledge: Knowledge) -> None:
    text, page = shown(knowledge, "person/ann-lee")

    assert "2 papers" in text and "Papers by year" in text
    assert text.index("Wide Paths 2024") < text.index("Deep Roads 2021")
    assert "/thing/person/bo-kim" in page.links and "Co-authors" in text
    assert heads.coauthors(knowledge, iri("person", "Bo Kim")) == ([(iri("person", "Ann Lee"), "Ann Lee", 1)], 1)


def test_a_method_has_the_papers_that_introduce_it_before_those_that_use_it(knowledge: Knowledge) -> None:
    text, _ = shown(knowledge, "method/sgd")

    assert (
        text.index("introduced by")
        < text.index("Deep Roads 2021")
        < text.index("used by")
        < text.index("Wide Paths 2024")
    )


def test_many_things_are_read_the_latest_first(knowledge: Knowledge) -> None:
    papers = {iri("paper", "Deep Roads"), iri("paper", "Wide Paths"), iri("method", "SGD")}

    assert [one.rsplit("/", 1)[-1] for one in heads.latest_first(knowledge, papers)] == [
        "wide-paths",
        "deep-roads",
        "sgd",
    ]


def test_a_long_text_is_shown_in_part_and_the_rest_on_demand() -> None:
    made = Notes()
    note = made.note("a.md", "Wide Paths.")
    remark = "Begins here. " + "And so on. " * 200 + "Ends here."
    note.claim(note.mention(Kind.PAPER, "Wide Paths"), terms.REMARK, remark)
    text, page = shown(made.knowledge(), "paper/wide-paths")

    assert text.index("Begins here.") < text.index("Show the rest") < text.index("Ends here.")
    assert [tag for tag, _ in page.elements].count("details") >= 1


class Alike(Names):
    """Names of which two are the same."""

    def __call__(self, node: str) -> str:
        return super().__call__(node).replace("Probing", "Analysis")


def told_apart(kind: Kind, within: tuple[str, str]) -> dict[str, str]:
    """Tell two things called `Analysis` apart, of which one is a topic; each is in a note and a topic of its own."""
    made = Notes()
    for path, one, name, above in (("a.md", Kind.TOPIC, "Analysis", within[0]), ("b.md", kind, "Probing", within[1])):
        note = made.note(path, f"{name} in {above}.")
        thing, broad = note.mention(one, name), note.mention(Kind.TOPIC, above)
        if one is Kind.TOPIC:
            note.claim(thing, terms.BROADER, broad)
    knowledge = made.knowledge()
    knowledge.names = Alike(knowledge.store)
    things = [iri("topic", "Analysis"), iri(kind.value, "Probing"), iri("topic", within[0])]
    return {one.removeprefix(knowledge.store.base): words for one, words in distinguish(knowledge, things).items()}


@pytest.mark.parametrize(
    ("kind", "within", "words"),
    [
        (Kind.TASK, ("Vision", "Language"), ("topic", "task")),
        (Kind.ORG, ("Vision", "Language"), ("topic", "organisation")),
        (Kind.TOPIC, ("Vision", "Language"), ("in Vision", "in Language")),
        (Kind.TOPIC, ("Vision", "Vision"), ("in a.md", "in b.md")),
    ],
)
def test_things_of_one_name_are_told_apart(kind: Kind, within: tuple[str, str], words: tuple[str, str]) -> None:
    assert told_apart(kind, within) == {"topic/analysis": words[0], f"{kind.value}/probing": words[1]}


def test_a_list_of_papers_has_ratings_and_remarks_and_the_line_of_each_paper() -> None:
    made = Notes()
    note = made.note("a.md", "Tides\nWide Paths sways nicely.\nDeep Roads\nOcean\n")
    tides, ocean = note.mention(Kind.TOPIC, "Tides"), note.mention(Kind.TOPIC, "Ocean")
    wide, deep = note.mention(Kind.PAPER, "Wide Paths"), note.mention(Kind.PAPER, "Deep Roads")
    note.claim(tides, terms.BROADER, ocean)
    for paper in (wide, deep):
        note.claim(paper, terms.ABOUT, tides, at="Tides")
    note.claim(wide, terms.REMARK, "sways nicely.", at="Wide Paths sways nicely.")
    note.claim(wide, terms.RATING, 2, at="Wide Paths")
    note.claim(wide, terms.RATING_TEXT, "++", at="Wide Paths")

    for key in ("topic/tides", "topic/ocean"):
        text, _ = shown(made.knowledge(), key)
        papers = text[text.index("Papers ") : text.index("Facts")]
        assert re.search(r"Wide Paths rated \+\+ ?sways nicely\. a\.md:2", papers), papers
        assert re.search(r"Deep Roads ?a\.md:3", papers), papers
    assert "in Tides" in papers
