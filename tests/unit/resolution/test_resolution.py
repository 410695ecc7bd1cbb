"""Resolution: which mentions are one thing."""

from __future__ import annotations

from itertools import permutations

import pytest
from extractions import paper
from hypothesis import given
from hypothesis import strategies as st

from kg.model import THINGS, Extraction, Kind, Mention, Span
from kg.resolution import best_name, resolve
from kg.resolution.paper_facts import PaperFacts, other_names


def count(kind: Kind, *extractions: Extraction) -> int:
    return sum(entity.kind is kind for entity in resolve(extractions).entities)


ARXIV = "https://arxiv.org/abs/1706.03762"


def test_two_notes_with_one_address_of_a_paper_name_one_paper() -> None:
    other = paper("b.md", 0, title="Transformers", url="https://arxiv.org/pdf/1706.03762v5.pdf")

    assert count(Kind.PAPER, paper("a.md", 0, title="Attention Is All You Need", url=ARXIV), other) == 1


def test_one_title_in_other_case_and_punctuation_is_one_paper() -> None:
    other = paper("b.md", 0, title="Attention is all you need.")

    assert count(Kind.PAPER, paper("a.md", 0, title="Attention Is All You Need", url=ARXIV), other) == 1


def test_one_title_with_two_identifiers_of_one_site_is_two_papers() -> None:
    one = paper("a.md", 0, title="Structured State Spaces", url="https://openreview.net/forum?id=aaaaaaaaaa")
    other = paper("a.md", 9, title="Structured State Spaces", url="https://openreview.net/forum?id=bbbbbbbbbb")

    assert count(Kind.PAPER, one, other) == 2


def test_one_title_by_other_people_is_another_paper() -> None:
    one = paper("a.md", 0, title="A Survey of Surveys", author=["Ada Lovelace"])
    other = paper("b.md", 0, title="A Survey of Surveys", author=["Grace Hopper"])

    assert count(Kind.PAPER, one, other) == 2


def test_an_identifier_copied_to_another_title_with_other_authors_joins_nothing() -> None:
    one = paper("a.md", 0, title="Dilated Recurrent Neural Networks", url=ARXIV, author=["Shiyu Chang"])
    other = paper("a.md", 9, title="Bayesian Recurrent Neural Networks", url=ARXIV, author=["Meire Fortunato"])
    unsigned = paper("b.md", 0, title="Dilated RNNs", url=ARXIV)

    assert count(Kind.PAPER, one, other) == 2
    assert count(Kind.PAPER, one, unsigned) == 1


def test_one_letter_more_in_a_title_is_another_paper() -> None:
    one = paper("a.md", 0, title="Causal Bandits under Drift")

    assert count(Kind.PAPER, one, paper("a.md", 9, title="Casual Bandits under Drift")) == 2


def test_a_short_name_joins_the_paper_of_its_own_note_only() -> None:
    long = paper("a.md", 0, title="LoRA: Low-Rank Adaptation", short="LoRA", url=ARXIV)

    assert count(Kind.PAPER, long, paper("a.md", 9, short="LoRA")) == 1
    assert count(Kind.PAPER, long, paper("b.md", 9, short="LoRA")) == 2


def test_one_citation_key_is_one_paper_unless_the_titles_have_other_authors() -> None:
    one = paper("a.md", 0, key="smith2020", title="On Trees", author=["Ann Smith"])

    assert count(Kind.PAPER, one, paper("b.md", 0, key="smith2020")) == 1
    assert count(Kind.PAPER, one, paper("b.md", 0, key="smith2020", title="On Seas", author=["Bo Li"])) == 2


def test_the_strongest_identifier_makes_the_iri_of_a_paper() -> None:
    one = paper("a.md", 0, key="vaswani2017", url=[ARXIV, "https://doi.org/10.1000/XYZ"])

    assert [e.iri for e in resolve([one]).entities] == ["https://kg.example/paper/doi-10.1000/xyz"]


def test_a_full_name_is_one_person_in_all_notes() -> None:
    one = paper("a.md", 0, title="On Trees and Seas", author=["Laurens van der Maaten"])

    assert count(Kind.PERSON, one, paper("b.md", 0, title="On Seas and Trees", author=["Laurens van der Maaten"])) == 1


def test_surname_and_initial_never_join_two_papers() -> None:
    one = paper("a.md", 0, title="On Trees and Seas", author=["A. Kumar"])

    assert count(Kind.PERSON, one, paper("b.md", 0, title="On Seas and Trees", author=["A. Kumar"])) == 2


def test_surname_and_initial_are_the_full_name_on_one_paper() -> None:
    one = paper("a.md", 0, title="On Trees and Seas", author=["Adelaide Byron", "Bo Li"])
    other = paper("a.md", 20, title="On Trees and Seas", author=["A. Byron", "B. Li", "C. Wu"])

    assert count(Kind.PERSON, one, other) == 3


@pytest.mark.parametrize(
    ("names", "best"),
    [(["A. Byron", "Adelaide Byron"], "Adelaide Byron"), (["BERT", "Bert", "BERT"], "BERT"), ([], "")],
)
def test_the_name_to_show_is_the_most_complete_then_the_most_frequent(names: list[str], best: str) -> None:
    assert best_name(names) == best


def test_the_order_of_notes_does_not_matter() -> None:
    notes = [
        paper("a.md", 0, title="Attention Is All You Need", url=ARXIV),
        paper("b.md", 0, title="Attention is all you need", key="vaswani2017attention"),
        paper("c.md", 0, key="vaswani2017attention", short="Transformer"),
    ]
    found = {resolve(order) for order in permutations(notes)}

    assert len(found) == 1
    assert count(Kind.PAPER, *notes) == 1


_names = st.sampled_from(["Ann Smith", "A. Smith", "Bo Li", "Li", "张三"])
_papers = st.builds(
    lambda note, at, title, key, people: paper(note, at, title=title, key=key, author=people),
    st.sampled_from(["a.md", "b.md"]),
    st.integers(0, 400).map(lambda n: n * 10),
    st.sampled_from(["On Trees and Seas", "On Seas and Trees", "On trees & seas"]),
    st.sampled_from([[], "smith2020", "li2021"]),
    st.lists(_names, max_size=3, unique=True),
)

_named = st.builds(
    lambda note, at, kind, text: Extraction(note, (Mention(Span(note, at, at + 1), kind, text, "rule"),), (), ()),
    st.sampled_from(["a.md", "b.md"]),
    st.integers(0, 400).map(lambda n: n * 10),
    st.sampled_from(THINGS),
    st.sampled_from(["NAACL", "naacl", "NAACL 2019", "Naacl-2019", "Deep Nets", "Ann Smith"]),
)


@pytest.mark.parametrize("kind", [Kind.PERIODICAL, Kind.VENUE])
def test_a_journal_printed_with_ampersand_is_the_one_with_and(kind: Kind) -> None:
    names = ("Soils & Ferns", "Soils and Ferns", "Soils&Ferns", "Soils Ferns")
    mentions = tuple(Mention(Span(f"{at}.md", 0, 1), kind, name, "rule") for at, name in enumerate(names))

    assert count(kind, *(Extraction(each.span.note, (each,), (), ()) for each in mentions)) == 2


def test_a_venue_that_one_note_takes_for_a_journal_is_one_venue() -> None:
    kinds = (Kind.PERIODICAL, Kind.VENUE, Kind.PERIODICAL)
    mentions = [Mention(Span(f"{n}.md", 0, 1), kind, "NAACL", "rule") for n, kind in enumerate(kinds)]
    resolved = resolve([Extraction(m.span.note, (m,), (), ()) for m in mentions])

    assert [(entity.kind, len(entity.mentions)) for entity in resolved.entities] == [(Kind.VENUE, 3)]


def _seen(*things: tuple[Kind, str]) -> list[tuple[Kind, str, int]]:
    """Resolve one mention a note, and give the kind, the name and the number of mentions of each thing."""
    mentions = [Mention(Span(f"{at}.md", 0, 1), kind, name, "rule") for at, (kind, name) in enumerate(things)]
    resolved = resolve([Extraction(m.span.note, (m,), (), ()) for m in mentions])
    assert set(resolved.iris) == set(mentions)
    return [(entity.kind, entity.name, len(entity.mentions)) for entity in resolved.entities]


@pytest.mark.parametrize("kind", [Kind.METHOD, Kind.DATASET, Kind.TASK, Kind.ORG, Kind.AWARD])
def test_a_candidate_is_the_one_thing_that_another_note_knows_by_its_name(kind: Kind) -> None:
    assert _seen((Kind.CANDIDATE, "Riverflow"), (kind, "Riverflow")) == [(kind, "Riverflow", 2)]
    assert _seen((kind, "Riverflow"), (Kind.CANDIDATE, "Riverflow")) == [(kind, "Riverflow", 2)]


def test_a_candidate_whose_name_two_things_have_or_none_stays_one() -> None:
    assert _seen((Kind.METHOD, "Riverflow"), (Kind.DATASET, "Riverflow"), (Kind.CANDIDATE, "Riverflow")) == [
        (Kind.CANDIDATE, "Riverflow", 1),
        (Kind.DATASET, "Riverflow", 1),
        (Kind.METHOD, "Riverflow", 1),
    ]
    assert _seen((Kind.CANDIDATE, "Riverflow"), (Kind.CANDIDATE, "riverflow"), (Kind.METHOD, "Tideflow")) == [
        (Kind.CANDIDATE, "Riverflow", 2),
        (Kind.METHOD, "Tideflow", 1),
    ]


@given(st.lists(_papers | _named, max_size=12, unique_by=lambda e: e.mentions[0].span))
def test_resolution_is_a_partition_with_an_iri_of_its_own_for_each_thing(extractions: list[Extraction]) -> None:
    resolved = resolve(extractions)
    mentions = {m for e in extractions for m in e.mentions}

    assert {m for e in resolved.entities for m in e.mentions} == mentions
    assert sum(len(e.mentions) for e in resolved.entities) == len(mentions)
    assert len({e.iri for e in resolved.entities}) == len(resolved.entities)
    assert resolve(extractions[::-1]) == resolved


@pytest.mark.parametrize(
    ("mine", "its", "other"),
    [
        (PaperFacts(shorts=["MossQA"]), PaperFacts(shorts=["RoofQA"]), True),
        (PaperFacts(shorts=["MossQA"]), PaperFacts(titles=["MossQA: Questions on moss"], shorts=["MQ"]), False),
        (PaperFacts(shorts=["MossQA"]), PaperFacts(titles=["Questions on moss"]), False),
        (PaperFacts(links=["https://a.org/1.pdf"]), PaperFacts(links=["https://a.org/2.pdf"]), True),
        (PaperFacts(links=["https://a.org/1.pdf"]), PaperFacts(links=["https://b.org/2.pdf"]), False),
    ],
)
def test_papers_of_one_author_and_year_are_told_apart_by_their_names_and_addresses(mine, its, other):
    assert other_names(mine, its) == other == other_names(its, mine)
