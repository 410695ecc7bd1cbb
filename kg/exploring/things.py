"""The page of a thing: what it is, its papers and facts with their places, nearby things, dates and notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import NamedTuple
from urllib.parse import urlencode

from kg import terms
from kg.asking import thing
from kg.asking.knowledge import Knowledge
from kg.asking.near import beside
from kg.asking.plain import plain
from kg.asking.relations import Relations
from kg.asking.subjects import alone, subject_of
from kg.asking.thing import Fact, Name, Thing
from kg.asking.timeline import Timeline, dated
from kg.asking.topic_tree import tree_of
from kg.asking.wording import is_iri, kind_word
from kg.exploring import heads, papers
from kg.exploring.distinguishing import broader, distinguish
from kg.exploring.highlights import has_map
from kg.exploring.picture import nearest, picture
from kg.exploring.rendering import written
from kg.limits import Limits
from kg.model import DECIDABLE
from kg.rdf import Answer, GraphFormat, Question
from kg.rdf.answering import answer
from kg.text import name_key

MOST = 20
"""Most facts of one sort, and most notes, that are shown."""
NEAR, TEXTS, SENTENCES, NAMES, SUB_TOPICS = 12, 12, 10, 20, 40
_TEXTS = (terms.REMARK, terms.ABSTRACT, terms.HIGHLIGHT)
"""Facts whose values are texts; they are shown first and in full."""
_MEASURES = (terms.PAGE_RANK, terms.BETWEENNESS, terms.CORE_NUMBER, terms.COMMUNITY, terms.COMMUNITY_NAME)
"""Results of `kg analyze`, which no note states."""
_TOPIC = {"topic"}
_APART = {*_TEXTS, *_MEASURES, *thing.NAMING}
_DATA = """CONSTRUCT { <$> ?p ?o . ?s ?q <$> } WHERE { { <$> ?p ?o } UNION { ?s ?q <$>
    FILTER (?q NOT IN (rdf:subject, rdf:object, rdf:first, kg:names, oa:hasSource)) } }"""


class Group(NamedTuple):
    """Facts of one sort."""

    words: str
    facts: tuple[Fact, ...]
    more: int
    """How many more there are."""
    query: str
    """The query that gives all of them."""


def page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer | None:
    """Show the subject to which a thing belongs, or only the thing."""
    iri = iri_of(knowledge, given["key"])
    if iri is None:
        return None
    store = knowledge.store
    whole = subject_of(knowledge, iri)
    subject = alone(store, iri) if given.get("only") else whole
    iris, kinds = subject.iris, {one.kind for one in subject.things}
    found = thing.read(store, subject, names=knowledge.names, most=MOST, order=partial(heads.latest_first, knowledge))
    texts = [fact for fact in found.facts if fact.predicate in _TEXTS]
    own = [fact for fact in found.facts if fact.predicate not in _APART]
    above = heads.SHOWN.get(found.kind, ())
    others = found.facts_of_others
    topics = [one.iri for one in subject.things if one.kind == "topic"]
    below, in_topic = _below(knowledge, topics)
    years = heads.years_of(knowledge, {*(fact.value for fact in (*own, *others)), *in_topic})
    listed = papers.in_own_words(knowledge, [fact for fact in others if fact.kind == "paper"])
    more = _more(others, thing.count_of_others(store, *iris))
    relations = Relations(knowledge)
    near = beside(knowledge, subject, limit=4, relations=relations)
    linked = [fact.value for fact in (*own, *others) if fact.kind]
    added = distinguish(knowledge, [*linked, *(one.iri for one in nearest(near, NEAR))], shown=iris)
    dates = dated(knowledge, subject, most=MOST, relations=relations)
    all_papers = {*in_topic, *(relations.around(iris) if kinds - _TOPIC else ())}
    return written(
        "thing.html",
        knowledge,
        given,
        thing=found,
        parts=[(one.iri, kind_word(one.kind)) for one in subject.things],
        is_part=len(whole.things) > len(subject.things),
        key=given["key"],
        head=heads.head(knowledge, found),
        above=[one for topic in topics for one in broader(knowledge, topic) if one[0] not in iris],
        texts=list(_groups(texts[:TEXTS])),
        more_texts=max(len(texts) - TEXTS, 0),
        stated=list(_groups([fact for fact in own if fact.predicate in above])),
        groups=[
            *_groups([fact for fact in own if fact.predicate not in above]),
            *_groups(_of_notes([fact for fact in others if fact.kind != "paper"]), iris, more),
        ],
        papers=[*_groups(_by_year(listed, years), iris, more), *below],
        years=papers.marked(knowledge, years),
        added=added,
        coauthors=heads.coauthors(knowledge, found.iri) if found.kind == "person" else ([], 0),
        picture=picture(near, NEAR, added),
        by_year=_papers_by_year(knowledge, kinds, dates, all_papers),
        events=dates.events,
        **_details(knowledge, found),
    )


def _details(knowledge: Knowledge, found: Thing) -> Mapping[str, object]:
    """Return the names of a subject, what is denied or measured of it, and the notes that name it, with sentences."""
    iris, is_thing = found.subject.iris, found.kind in DECIDABLE
    notes = knowledge.notes_naming(*iris, limit=MOST)
    sentences = knowledge.naming(*iris, limit=SENTENCES, among=2 * SENTENCES) if is_thing else []
    is_cut = sum(number for _, number, _ in notes) > len(sentences)
    measures = list(_groups([fact for fact in found.facts if fact.predicate in _MEASURES]))
    on_map = f"/map#{urlencode({'thing': found.iri})}" if has_map(knowledge) else ""
    facts = {
        "on_map": on_map,
        "names": _names(found.names),
        "denied": list(_groups(found.denied)),
        "measures": measures,
    }
    return {**facts, "notes": notes, "sentences": sentences, "more_sentences": is_cut, "is_thing": is_thing}


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


def _of_notes(facts: Iterable[Fact]) -> list[Fact]:
    """Put facts in the same words together, and tell notes about a thing from sessions about it."""
    found: dict[str, list[Fact]] = {}
    for fact in facts:
        words = "notes about it" if (fact.kind, fact.predicate) == ("note", terms.ABOUT) else fact.words
        found.setdefault(words, []).append(replace(fact, words=words))
    return [fact for same in found.values() for fact in same]


def _by_year(facts: Iterable[Fact], years: Mapping[str, str]) -> list[Fact]:
    """Order papers of one sort by year, the newest first."""
    return [
        fact
        for _, same in groupby(facts, key=lambda fact: fact.words)
        for fact in sorted(same, key=lambda fact: years.get(fact.value, ""), reverse=True)
    ]


def _more(facts: Iterable[Fact], counts: Mapping[str, int]) -> dict[str, int]:
    """Count the facts of others in the same words that were not read."""
    read = Counter(fact.words for fact in facts)
    return {words: counts[words] - number for words, number in read.items() if counts.get(words, 0) > number}


def _groups(facts: Iterable[Fact], iris: Sequence[str] = (), more: Mapping[str, int] | None = None) -> Iterator[Group]:
    for words, some in groupby(facts, key=lambda fact: fact.words):
        same = tuple(some)
        rest = len(same) - len(same[:MOST]) + (more or {}).get(words, 0)
        yield Group(words, same[:MOST], rest, _query(f"<{same[0].predicate}>", iris) if iris else "")


def _query(path: str, iris: Sequence[str]) -> str:
    one_of = f"VALUES ?this {{ {' '.join(f'<{iri}>' for iri in iris)} }} " if len(iris) > 1 else ""
    return (
        f"SELECT{' DISTINCT' if one_of else ''} ?thing ?name ?year {{ {one_of}?thing {path} "
        f"{'?this' if one_of else f'<{iris[0]}>'} ; rdfs:label ?name "
        "OPTIONAL { ?thing schema:datePublished ?year } } ORDER BY DESC(?year) ?name"
    )


def _papers_by_year(
    knowledge: Knowledge, kinds: Collection[str], dates: Timeline, papers: Iterable[str]
) -> Mapping[str, int]:
    """Count papers by year: those of a topic by their years, others as they are dated; one year says little."""
    years = heads.years_of(knowledge, {*papers}) if "topic" in kinds else {}
    found = dict(sorted(Counter(filter(None, years.values())).items())) if "topic" in kinds else dates.papers
    return found if kinds != {"paper"} and len(found) > 1 else {}


def _below(knowledge: Knowledge, topics: Sequence[str]) -> tuple[list[Group], list[str]]:
    """Return the papers of the topics below some topics, a group for each of these, and all papers of the topics."""
    grouped: dict[str, dict[str, None]] = {}
    for topic in topics:
        for one, some in tree_of(knowledge).grouped(topic).items():
            grouped.setdefault(one, {}).update(dict.fromkeys(some))
    all_papers = [*dict.fromkeys(paper for some in grouped.values() for paper in some)]
    lower = [one for one in grouped if one not in topics]
    groups, added = [], distinguish(knowledge, lower[:SUB_TOPICS], with_kinds=False)
    for one in lower[:SUB_TOPICS]:
        called = f"in {knowledge.names(one)}{f' ({added[one]})' if one in added else ''}"
        shown = heads.latest_first(knowledge, grouped[one])[:MOST]
        told = thing.stated_of(knowledge.store, one, terms.ABOUT, shown, knowledge.names)
        facts = list(papers.in_own_words(knowledge, told))
        (group,) = _groups([replace(fact, words=called) for fact in facts], [one])
        groups.append(group._replace(more=len(grouped[one]) - len(facts)))
    rest = sum(len(grouped[one]) for one in lower[SUB_TOPICS:])
    if rest:
        groups.append(Group("in other topics", (), rest, _query("schema:about/skos:broader*", topics)))
    return groups, all_papers


def _names(names: Iterable[Name]) -> list[Name]:
    """Leave out names that differ only in case or markup from one before them."""
    found: dict[str, Name] = {}
    for name in names:
        found.setdefault(name_key(plain(name.text)), name)
    return list(found.values())[:NAMES]
