"""What pages read of a thing: as much as they show, which does not grow with how often the thing is named."""

from __future__ import annotations

import pytest

from kg.asking import thing
from kg.asking.knowledge import Knowledge
from kg.asking.near import beside, near
from kg.asking.timeline import dated, timeline
from kg.pipeline import build
from kg.settings import Settings

SUBJECTS = (
    "graphs rivers glaciers sonnets engines harbours lanterns meadows violins orchards deserts cathedrals islands bridges"
).split()
ENTRY = """@inproceedings{{key{n}, title = {{What we learn from {subject} and their maps}}, year = {{{year}}},
  author = {{Ada Byron and Emil Brandt}}, booktitle = {{ICML}}}}
"""


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    folder = tmp_path_factory.mktemp("bounded")
    entries = [ENTRY.format(n=n, subject=subject, year=2010 + n) for n, subject in enumerate(SUBJECTS)]
    for name in ("a.bib", "b.bib"):
        (folder / name).write_text("".join(entries), encoding="utf-8")
    build(folder, folder / "graph", settings=Settings())
    return Knowledge.open(folder / "graph", folder)


def person(knowledge: Knowledge) -> str:
    (iri,) = knowledge.store.having("https://schema.org/name", "Ada Byron")
    return str(iri)


def test_facts_of_others_are_bounded_and_counted(knowledge: Knowledge) -> None:
    iri = person(knowledge)
    whole, some = (thing.read(knowledge.store, iri, most=most) for most in (0, 5))
    papers = [fact for fact in whole.facts_of_others if fact.words == "author of"]
    few = [fact for fact in some.facts_of_others if fact.words == "author of"]

    assert (len(papers), len(few)) == (14, 5)
    assert {fact.value for fact in few} <= {fact.value for fact in papers}
    assert all(
        fact.places and set(fact.places) <= set(known.places)
        for fact in few
        for known in papers
        if fact.value == known.value
    )
    assert thing.count_of_others(knowledge.store, iri)["author of"] == 14


def test_nothing_is_left_out_of_a_thing_with_few_facts(knowledge: Knowledge) -> None:
    iri = next(fact.value for fact in thing.read(knowledge.store, person(knowledge)).facts_of_others)
    whole, some = (thing.read(knowledge.store, iri, most=most) for most in (0, 20))

    assert [(fact.words, fact.value) for fact in some.facts] == [(fact.words, fact.value) for fact in whole.facts]
    assert [fact.value for fact in some.facts_of_others] == [fact.value for fact in whole.facts_of_others]


def test_neighbours_without_sentences_are_those_with_sentences(knowledge: Knowledge) -> None:
    iri = person(knowledge)
    full, fast = near(knowledge, iri, limit=4), beside(knowledge, iri, limit=4)

    assert [(one.iri, one.relation, one.score) for one in fast.neighbours] == [
        (one.iri, one.relation, one.score) for one in full.neighbours
    ]
    assert fast.counts == full.counts
    assert {one.passage for one in fast.neighbours} == {None}
    assert None not in {one.passage for one in full.neighbours}


def test_papers_are_counted_by_year_as_in_the_whole_timeline(knowledge: Knowledge) -> None:
    iri = person(knowledge)

    assert dated(knowledge, iri, most=5).papers == timeline(knowledge, iri).papers


def test_names_are_the_same_from_the_index_as_from_the_graph(knowledge: Knowledge) -> None:
    indexed = Knowledge.over(knowledge.store, knowledge.index, None).names
    iris = [iri for (iri,) in knowledge.index.execute("SELECT iri FROM things")]
    indexed.learn(iris)

    assert [(indexed(iri), indexed.kind(iri)) for iri in iris] == [
        (knowledge.names(iri), knowledge.names.kind(iri)) for iri in iris
    ]
    assert indexed("https://kg.example/none") == "https://kg.example/none"
