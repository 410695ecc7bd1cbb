"""The graph of what names say of topics, in titles, remarks and as names of methods, for a build and for an update."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from kg import rdf, terms
from kg.iris import path
from kg.model import LITERATURE, Entity, Extraction, Iri, Kind, Resolution
from kg.resolution.topical import TopicNames, same_names

_TEXTS = (terms.NAME, terms.REMARK)
"""What is written about a paper."""
_NAMED = (Kind.METHOD, Kind.TASK)
"""Kinds of things that may have the name of a topic."""


class Reading:
    """Collects the topics of papers."""

    def __init__(self, topics: Mapping[Iri, str], resolution: Resolution) -> None:
        """Take the names of all topics, and things that have some; the topics that titles name follow at once."""
        self._iris = resolution.iris
        self._names = TopicNames(topics)
        self._same = list(same_names(topics, names_of(resolution.entities, _NAMED)))
        self._found = defaultdict[Iri, set[Iri]](set)
        for iri, title in names_of(resolution.entities, LITERATURE).items():
            self._found[iri] |= self._names.in_title(title)

    def passing(self, extractions: Iterable[Extraction]) -> Iterator[Extraction]:
        """Read the remarks in the extractions of all notes while somebody goes through these."""
        for extraction in extractions:
            for claim in extraction.claims:
                if claim.predicate == terms.REMARK and claim.subject.kind in LITERATURE:
                    paper = self._iris.get(claim.subject)
                    if paper and isinstance(claim.object, str):
                        self._found[paper] |= self._names.in_remark(rdf.writable(claim.object))
            yield extraction

    def lines(self) -> set[str]:
        """Write all that was read."""
        return rdf.topical_facts(self._found, self._same)


def names_of(things: Iterable[Entity], kinds: Container[Kind]) -> dict[Iri, str]:
    """Return the names of those things that have one and are of some kinds, as the graph has them."""
    return {one.iri: rdf.writable(one.name) for one in things if one.name and one.kind in kinds}


def amend(store: rdf.Store, changed: rdf.Delta, *, base: str) -> dict[Iri, rdf.Delta]:
    """Return what to change in the graph when facts in the notes have changed.

    Only papers of which the title, a remark, or a topic that one of these names has changed are looked at, and topics
    that share a changed name.

    Args:
        store: with the facts of now.
        changed: facts that no note states any more, or none stated before.
    """
    graph = rdf.topical_graph(base)
    of_papers, of_others = (tuple(f"{base}{path(kind)}/" for kind in kinds) for kinds in (LITERATURE, _NAMED))
    of_topics = f"{base}{path(Kind.TOPIC)}/"
    papers, concerned, labels, others = set[str](), set[str](), set[str](), set[str]()
    for subject, predicate, value in rdf.parts_of(changed.gone | changed.new, (*_TEXTS, terms.PREF_LABEL)):
        if predicate in _TEXTS and subject.startswith(of_papers):
            papers.add(subject)
        elif predicate == terms.PREF_LABEL and subject.startswith(of_topics):
            labels.add(value)
            concerned.add(subject)
        elif predicate == terms.PREF_LABEL and subject.startswith(of_others):
            others.add(value)
    if labels:
        papers |= _naming(store, labels, of_papers)
    if not (papers or labels or others):
        return {}
    named = [(Iri(one), name) for one, name in store.each(terms.PREF_LABEL)]
    topics = {one: name for one, name in named if one.startswith(of_topics)}
    same = set(same_names(topics, {one: name for one, name in named if one.startswith(of_others)}))
    concerned |= {topic for topic, _ in same_names(topics, {Iri(name): name for name in others})}
    names = TopicNames(topics)
    before = {line for one in papers | concerned for line in store.facts_of(Iri(one), graph)}
    now = rdf.topical_facts(
        {Iri(paper): _topics(store, paper, names) for paper in papers}, (pair for pair in same if pair[0] in concerned)
    )
    return {graph: rdf.Delta(before - now, now - before)}


def _naming(store: rdf.Store, labels: AbstractSet[str], of_papers: tuple[str, ...]) -> set[str]:
    """Return the papers of which the title or a remark has one of some names."""
    names = TopicNames({Iri(label): label for label in labels})
    texts = (pair for predicate in _TEXTS for pair in store.each(predicate))
    return {one for one, text in texts if one.startswith(of_papers) and names.occur_in(text)}


def _topics(store: rdf.Store, paper: str, names: TopicNames) -> set[Iri]:
    title, remark = (store.values(paper, predicate) for predicate in _TEXTS)
    return set().union(*map(names.in_title, title), *map(names.in_remark, remark))
