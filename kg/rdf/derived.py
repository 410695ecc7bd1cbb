"""The derived graph: what follows from all notes together and no single note says, marked as the work of a run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import pyoxigraph as ox

from kg import terms
from kg.iris import mint, part
from kg.model import Claim, Extraction, Iri, Kind, Mention, Resolution
from kg.rdf.quads import name_predicates
from kg.rdf.values import Term, node, string

IDENTITY = "identity"
"""Name of the activity behind the derived graph itself; an analysis has a graph and an activity of its own."""


def derived_quads(extractions: Sequence[Extraction], resolution: Resolution, *, base: str) -> list[ox.Quad]:
    """Write what resolution adds: a label for every thing, the order of authors, the scheme of the topics.

    Names are stated here only when no note has the chosen form as it stands.
    """
    graph = node(mint("graph", "derived", base=base))
    claims = [claim for extraction in extractions for claim in extraction.claims]
    facts = [*activity_of(IDENTITY, graph, base=base), *_topics(resolution, base=base)]
    keys = _citation_keys(claims, resolution)
    short = _short_names(claims, resolution)
    for entity in sorted(resolution.entities, key=lambda entity: entity.iri):
        label = entity.name or short.get(entity.iri) or keys.get(entity.iri) or _end(entity.iri)
        facts.append(_triple(node(entity.iri), terms.LABEL, string(label)))
    facts += _missing_names(claims, resolution)
    for paper, authors in sorted(_author_lists(claims, resolution).items()):
        facts += _author_list(paper, authors)
    return [ox.Quad(fact.subject, fact.predicate, fact.object, graph) for fact in facts]


def activity_of(name: str, graph: ox.NamedNode, *, base: str) -> list[ox.Triple]:
    """Say which activity made a derived graph."""
    ran = node(mint("run", name, base=base))
    return [
        _triple(graph, terms.TYPE, node(terms.ENTITY_CLASS)),
        _triple(graph, terms.WAS_GENERATED_BY, ran),
        _triple(ran, terms.TYPE, node(terms.ACTIVITY_CLASS)),
        _triple(ran, terms.RULE, string(name)),
    ]


def _topics(resolution: Resolution, *, base: str) -> list[ox.Triple]:
    topics = sorted(entity.iri for entity in resolution.entities if entity.kind is Kind.TOPIC)
    if not topics:
        return []
    scheme = node(mint("graph", "topics", base=base))
    return [
        _triple(scheme, terms.TYPE, node(terms.CONCEPT_SCHEME_CLASS)),
        _triple(scheme, terms.PREF_LABEL, string("Topics of the notes")),
        _triple(scheme, terms.LABEL, string("Topics of the notes")),
        *(_triple(node(topic), terms.IN_SCHEME, scheme) for topic in topics),
    ]


def _citation_keys(claims: Iterable[Claim], resolution: Resolution) -> dict[Iri, str]:
    return _least(claims, terms.CITATION_KEY, resolution)


def _short_names(claims: Iterable[Claim], resolution: Resolution) -> dict[Iri, str]:
    return _least(claims, terms.ALTERNATE_NAME, resolution)


def _least(claims: Iterable[Claim], predicate: Iri, resolution: Resolution) -> dict[Iri, str]:
    """Give for each thing one text claimed with a predicate: the first of the first note, however notes are ordered."""
    found: dict[Iri, tuple[Mention, str]] = {}
    for claim in claims:
        iri = resolution.iris.get(claim.subject)
        if claim.predicate == predicate and isinstance(claim.object, str) and claim.object and iri:
            found[iri] = min(found.get(iri, (claim.subject, claim.object)), (claim.subject, claim.object))
    return {iri: text for iri, (_, text) in found.items()}


def _missing_names(claims: Iterable[Claim], resolution: Resolution) -> Iterator[ox.Triple]:
    naming = {terms.NAME, terms.PREF_LABEL, terms.ALT_LABEL}
    claimed = {(resolution.iris.get(c.subject), c.object) for c in claims if c.predicate in naming}
    for entity in sorted(resolution.entities, key=lambda entity: entity.iri):
        stated = entity.kind is not Kind.PAPER and any(mention.text == entity.name for mention in entity.mentions)
        if entity.name and not stated and (entity.iri, entity.name) not in claimed:
            yield _triple(node(entity.iri), name_predicates(entity.kind)[0], string(entity.name))


def _author_lists(claims: Iterable[Claim], resolution: Resolution) -> dict[Iri, list[Iri]]:
    """Choose for each paper the statement with most authors; of equal ones a complete one, then the first."""
    authors: dict[Mention, list[Mention]] = defaultdict(list)
    complete: set[Mention] = set()
    for claim in claims:
        if claim.predicate == terms.AUTHOR and isinstance(claim.object, Mention) and claim.qualifier != "negated":
            authors[claim.subject].append(claim.object)
        elif claim.predicate == terms.AUTHORS_COMPLETE and claim.object is True:
            complete.add(claim.subject)
    best: dict[Iri, tuple[int, bool, list[Iri]]] = {}
    for subject in sorted(authors):
        paper = resolution.iris.get(subject)
        order = [iri for mention in sorted(authors[subject]) if (iri := resolution.iris.get(mention))]
        people = list(dict.fromkeys(order))
        if paper and people and (len(people), subject in complete) > best.get(paper, (0, False))[:2]:
            best[paper] = (len(people), subject in complete, people)
    return {paper: people for paper, (_, _, people) in best.items()}


def _author_list(paper: Iri, people: Sequence[Iri]) -> Iterator[ox.Triple]:
    cells = [node(part(paper, f"author-{place}")) for place in range(1, len(people) + 1)]
    yield _triple(node(paper), terms.AUTHOR_LIST, cells[0])
    for cell, person, after in zip(cells, people, [*cells[1:], node(terms.NIL)], strict=True):
        yield _triple(cell, terms.FIRST, node(person))
        yield _triple(cell, terms.REST, after)


def _end(iri: Iri) -> str:
    return iri.rsplit("/", 1)[-1]


def _triple(subject: ox.NamedNode, predicate: Iri, value: Term) -> ox.Triple:
    return ox.Triple(subject, node(predicate), value)
