"""Where a sentence in the search field leads, and the page of what to read next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from asked import Notes
from exploring import Page

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.exploring import home, papers
from kg.exploring.home import leads
from kg.model import Kind

TEXT = "Kelp. Urchins. Gentle Tides by Ann Lee, OCEANS 2024, is about Kelp and mentions Urchins. Rough Waters: Kelp."


@pytest.fixture(scope="module")
def knowledge() -> Iterator[Knowledge]:
    made = Notes()
    note = made.note("a.md", TEXT)
    kelp, urchins = note.mention(Kind.TOPIC, "Kelp"), note.mention(Kind.METHOD, "Urchins")
    ann, oceans = note.mention(Kind.PERSON, "Ann Lee"), note.mention(Kind.VENUE, "OCEANS")
    gentle, rough = note.mention(Kind.PAPER, "Gentle Tides"), note.mention(Kind.PAPER, "Rough Waters")
    for paper in (gentle, rough):
        note.claim(paper, terms.ABOUT, kelp)
    note.claim(gentle, terms.AUTHOR, ann)
    note.claim(gentle, terms.PRESENTED_AT, oceans)
    note.claim(gentle, terms.MENTIONS, urchins)
    note.claim(gentle, terms.REMARK, "sways.")
    with made.knowledge() as opened:
        yield opened


@pytest.mark.parametrize(
    ("text", "href"),
    [
        ("what should I read next about kelp?", "/next?topic=kelp"),
        ("how is Kelp related to Urchins", "/path?from=Kelp&to=Urchins"),
        ("what do I know about kelp", "/thing/topic/kelp"),
        ("which papers on kelp did I like", "/questions/papers-by-rating?topic=kelp"),
        ("OCEANS papers on kelp", "/questions/papers?venue=OCEANS&topic=kelp"),
        ("papers by Ann Lee", "/questions/papers?author=Ann+Lee"),
        ("what is new since 2024-05", "/questions/since?since=2024-05"),
    ],
)
def test_a_sentence_leads_to_the_page_that_answers_it(knowledge: Knowledge, text: str, href: str) -> None:
    assert leads(knowledge, text)[0].href == href
    page = home.search_page(knowledge, {"q": text})
    assert href in Page(page.content.decode()).links


@pytest.mark.parametrize(
    "text", ["", "kelp", "kelp urchins", "what do I know about zebras", "how is Kelp related to zebras"]
)
def test_what_names_nothing_leads_nowhere(knowledge: Knowledge, text: str) -> None:
    assert leads(knowledge, text) == []


def test_what_to_read_next_is_a_page(knowledge: Knowledge) -> None:
    text = Page(papers.to_read_page(knowledge, {"topic": "kelp"}).content.decode()).text
    assert "Rough Waters" in text and "Gentle Tides" not in text
    assert "it is about 'Kelp'" in text
    assert "nothing in the graph is called 'zebras'" in papers.to_read_page(
        knowledge, {"topic": "zebras"}
    ).content.decode().replace("&#39;", "'")
