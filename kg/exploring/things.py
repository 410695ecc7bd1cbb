"""The page of a thing: its facts and their places, nearby things, dates and notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from kg import terms
from kg.asking import thing
from kg.asking.knowledge import Knowledge
from kg.asking.near import beside
from kg.asking.thing import Fact
from kg.asking.timeline import dated
from kg.asking.wording import is_iri
from kg.exploring.picture import picture
from kg.exploring.writing import written
from kg.limits import Limits
from kg.model import THINGS
from kg.rdf import Answer, GraphFormat, Question
from kg.rdf.answering import answer

MOST = 20
"""Most facts of one sort, and most notes, that are shown."""
NEAR, TEXTS, SENTENCES = 12, 12, 10
_TEXTS = (terms.REMARK, terms.ABSTRACT, terms.HIGHLIGHT)
"""Facts whose values are texts; they are shown first and in full."""
_MEASURES = (terms.PAGE_RANK, terms.COMMUNITY, terms.COMMUNITY_NAME)
"""Results of `kg analyze`, which no note states."""
_APART = {*_TEXTS, *_MEASURES, *thing.NAMING}
_DATA = """CONSTRUCT { <$> ?p ?o . ?s ?q <$> } WHERE { { <$> ?p ?o } UNION { ?s ?q <$>
    FILTER (?q NOT IN (rdf:subject, rdf:object, rdf:first, kg:names, oa:hasSource)) } }"""
_LINKS = (terms.URL, terms.SAME_AS, terms.CODE_REPOSITORY)


class Group(NamedTuple):
    """Facts of one sort."""

    words: str
    facts: tuple[Fact, ...]
    more: int
    """How many more there are."""
    query: str
    """The query that gives all of them."""


def page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer | None:
    """Show a thing."""
    iri = iri_of(knowledge, given["key"])
    if iri is None:
        return None
    found = thing.read(knowledge.store, iri, names=knowledge.names, most=MOST)
    counts = thing.count_of_others(knowledge.store, iri)
    texts = [fact for fact in found.facts if fact.predicate in _TEXTS]
    own = [fact for fact in found.facts if fact.predicate not in _APART]
    notes = knowledge.notes_naming(iri, MOST)
    sentences = knowledge.naming(iri, SENTENCES, among=2 * SENTENCES) if found.kind in THINGS else []
    return written(
        "thing.html",
        knowledge,
        given,
        thing=found,
        key=given["key"],
        texts=texts[:TEXTS],
        more_texts=max(len(texts) - TEXTS, 0),
        groups=[*_groups(own), *_groups(found.facts_of_others, iri, counts)],
        denied=list(_groups(found.denied)),
        measures=list(_groups([fact for fact in found.facts if fact.predicate in _MEASURES])),
        sentences=sentences,
        links=sorted({(fact.words, fact.value) for fact in found.facts if fact.predicate in _LINKS}),
        picture=picture(beside(knowledge, iri, limit=4), NEAR),
        dates=dated(knowledge, iri, most=MOST),
        more_sentences=sum(number for _, number, _ in notes) > len(sentences),
        notes=notes,
        is_thing=found.kind in THINGS,
    )


def data(knowledge: Knowledge, given: Mapping[str, str]) -> Answer | None:
    """Give a program what the graph says about a thing."""
    iri = iri_of(knowledge, given["key"])
    if iri is None:
        return None
    triples = GraphFormat(given["format"]) if given["format"] else None
    return answer(knowledge.store, Question(_DATA.replace("$", iri), triples=triples), Limits())


def iri_of(knowledge: Knowledge, key: str) -> str | None:
    """Return the IRI of a thing by the part after the base; None if there is no such thing."""
    iri = f"{knowledge.store.base}{key}"
    return iri if is_iri(iri) and knowledge.names.kind(iri) else None


def _groups(facts: Sequence[Fact], iri: str = "", counts: Mapping[str, int] | None = None) -> Iterator[Group]:
    for words, some in groupby(facts, key=lambda fact: fact.words):
        same = tuple(some)
        more = max((counts or {}).get(words, 0) - len(same[:MOST]), len(same) - MOST, 0)
        query = f"SELECT ?thing ?name {{ ?thing <{same[0].predicate}> <{iri}> ; rdfs:label ?name }} ORDER BY ?name"
        yield Group(words, same[:MOST], more, query if iri else "")
