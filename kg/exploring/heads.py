"""What the head of a page says about a thing before its facts: who wrote a paper and where, what a person wrote."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.asking.papers import read_papers
from kg.asking.thing import Fact, Thing
from kg.asking.topic_tree import tree_of
from kg.asking.wording import kind_word
from kg.exploring import addresses

_LINKS = (terms.URL, terms.SAME_AS, terms.CODE_REPOSITORY)
SHOWN = {
    "paper": (
        *(terms.AUTHOR, terms.AUTHORS_COMPLETE, terms.DATE_PUBLISHED, terms.PRESENTED_AT, terms.IS_PART_OF),
        *(terms.RATING, terms.READING_STATE, terms.READ_ON, *_LINKS),
    )
}
"""Kind -> predicates of the facts that its head shows; their places stand behind a fold."""
_OF_VENUE = "(kg:presentedAt|schema:isPartOf)/schema:superEvent*"
_PAPERS_OF = {"person": "schema:author", **dict.fromkeys(("venue", "edition", "periodical"), _OF_VENUE)}
"""Kind -> how its papers lead to a thing."""
AUTHORS, LINKS, COAUTHORS = 30, 4, 15
MOST = 2_000
"""Papers, or other things, that are ordered by year."""
PAPERS = 300
"""Papers of a person of which the authors are read."""


class Head(NamedTuple):
    """The lines below the name of a thing."""

    authors: tuple[Fact, ...]
    more_authors: str
    """What follows the authors if there are more: a number of them, `et al.`, or ""."""
    where: tuple[Fact, ...]
    """The venues and journals of a paper, or the affiliations of a person."""
    said: tuple[str, ...]
    """Years, rating, reading state, or counts."""
    links: tuple[str, ...]


class Coauthor(NamedTuple):
    """Who wrote papers with a person."""

    iri: str
    name: str
    papers: int


def head(knowledge: Knowledge, found: Thing) -> Head:
    """Choose what the head says."""
    by: dict[str, list[Fact]] = {}
    for fact in found.facts:
        by.setdefault(fact.predicate, []).append(fact)
    links = dict.fromkeys(fact.value for one in _LINKS for fact in by.get(one, ()) if addresses.outward(fact.value))
    shown = tuple(links)[:LINKS]
    counted = [words for one in found.subject.things for words in count_papers(knowledge, one.iri, one.kind)]
    if found.kind != "paper":
        return Head((), "", tuple(by.get(terms.AFFILIATION, ())), tuple(counted), shown)
    authors = by.get(terms.AUTHOR, [])
    complete = {fact.value for fact in by.get(terms.AUTHORS_COMPLETE, ())}
    more = f"and {len(authors) - AUTHORS} more" if len(authors) > AUTHORS else "et al." if complete == {"false"} else ""
    where = (*by.get(terms.PRESENTED_AT, ()), *by.get(terms.IS_PART_OF, ()))
    years = " or ".join(sorted({fact.name[:4] for fact in by.get(terms.DATE_PUBLISHED, ())}))
    if any(years in fact.name for fact in where):
        years = ""
    marks = [words for paper in read_papers(knowledge, [found.iri]).values() for words in paper.marks]
    return Head(
        tuple(authors[:AUTHORS]),
        more,
        where,
        (*([years] if years else []), *marks, *counted),
        shown,
    )


def count_papers(knowledge: Knowledge, iri: str, kind: str) -> Iterator[str]:
    """Say how many papers a person wrote, or belong to a topic or venue, with those of what is below it."""
    number = tree_of(knowledge).papers(iri) if kind == "topic" else 0
    if kind in _PAPERS_OF:
        papers = f"?paper a schema:ScholarlyArticle ; {_PAPERS_OF[kind]} <{iri}>"
        ((counted,),) = knowledge.store.query(f"SELECT (COUNT(DISTINCT ?paper) AS ?n) {{ {papers} }}").texts()
        number = int(counted)
    if number:
        yield f"{number:,} {kind_word('paper', number)}"


def years_of(knowledge: Knowledge, things: Collection[str]) -> dict[str, str]:
    """Return the first year of each paper among some things."""
    # The plus keeps SQLite from going through all papers by the index of kinds.
    query = "SELECT iri, year FROM things WHERE iri IN (SELECT value FROM json_each(?)) AND +kind = 'paper'"
    rows = knowledge.index.execute(query, (json.dumps(sorted(things)),))
    return {str(iri): str(year)[:4] for iri, year in rows}


def latest_first(knowledge: Knowledge, things: Collection[str]) -> list[str]:
    """Order things by the years of those that are papers; many are only ordered by their IRIs."""
    years = years_of(knowledge, things) if len(things) <= MOST else {}
    return sorted(sorted(things), key=lambda iri: years.get(iri, ""), reverse=True)


def coauthors(knowledge: Knowledge, person: str) -> tuple[list[Coauthor], int]:
    """Return who wrote most papers with a person, and how many have written any."""
    counts: Counter[str] = Counter()
    of_papers = f"{knowledge.store.base}paper/"
    wrote = sorted(one for one in knowledge.store.having(terms.AUTHOR, person) if one.startswith(of_papers))
    for paper in wrote[:PAPERS]:
        counts.update(set(knowledge.store.values(paper, terms.AUTHOR)) - {person})
    knowledge.names.learn(counts)
    found = sorted(
        (Coauthor(iri, knowledge.names(iri), n) for iri, n in counts.items()), key=lambda c: (-c.papers, c.name)
    )
    return found[:COAUTHORS], len(found)
