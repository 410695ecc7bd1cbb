"""Papers in lists: what the reader thinks of each, and the line that names it. Also the page of what to read next."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.asking.papers import read_papers, stated
from kg.asking.plain import plain
from kg.asking.reading import read_next
from kg.asking.subjects import find_subject
from kg.asking.thing import Fact
from kg.errors import UsageError
from kg.exploring.rendering import SHORT, written
from kg.graph import Place
from kg.rdf import TOPICAL, TOPICAL_CONFIDENCE, Answer
from kg.text import cut

SUGGESTED = 20
"""Papers that are suggested to be read."""
LONGEST_NAME = 500
"""Characters of the name of a subject."""
MOST = 500
"""Papers of one list of which remarks are read."""
_OF_LISTS = (terms.ABOUT, terms.AUTHOR, terms.PRESENTED_AT, terms.IS_PART_OF)
"""Facts at whose places a heading or a name stands, and nothing about the paper."""


def marked(knowledge: Knowledge, years: Mapping[str, str]) -> dict[str, str]:
    """Return what stands behind the names of papers with some years: year, rating and reading state.

    Papers without any of these are left out.
    """
    known = read_papers(knowledge, [*years]) if years else {}
    shown = {iri: "" if iri in known and year in known[iri].name else year for iri, year in years.items()}
    found = {iri: [year, *(known[iri].marks if iri in known else ())] for iri, year in shown.items()}
    return {iri: ", ".join(filter(None, words)) for iri, words in found.items() if any(words)}


def in_own_words(knowledge: Knowledge, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield facts about papers with a remark on the paper in the place of a heading, or else with its own line."""
    papers = list(dict.fromkeys(fact.value for fact in facts if fact.predicate in _OF_LISTS))[:MOST]
    remarks = stated(knowledge, papers, terms.REMARK)
    lines = _lines(knowledge, [one for one in papers if one not in remarks])
    for fact in facts:
        if fact.predicate not in _OF_LISTS or not (fact.places or fact.predicate == terms.ABOUT):
            yield fact
            continue
        heading = fact.places[0] if fact.places else None
        if fact.value in remarks:
            remark, at = min(remarks[fact.value], key=lambda one: (heading and one[1].note != heading.note, one[1]))
            yield _at(fact, at.note, at.line, cut(plain(remark), limit=SHORT))
        elif own := _own(heading, lines.get(fact.value, ())):
            yield _at(fact, *own, fact.name)
        else:
            yield fact


def _at(fact: Fact, note: str, line: int, words: str) -> Fact:
    """Return a fact with another first place; one that no note states has the place of what it follows from."""
    first, *rest = fact.places or (Place(note, line, words, TOPICAL, TOPICAL_CONFIDENCE, ""),)
    return replace(fact, places=(replace(first, note=note, line=line, quote=words), *rest))


def _own(heading: Place | None, lines: Collection[tuple[str, int]]) -> tuple[str, int] | None:
    """Choose the line that names a paper: the first below what makes it one of a topic, or else that of the topic.

    Without such a heading it is the first line of all; None if no line is known.
    """
    if heading is None:
        return min(lines, default=None)
    below = sorted(line for note, line in lines if note == heading.note and line >= heading.line)
    return heading.note, (below or [heading.line])[0]


def _lines(knowledge: Knowledge, papers: Collection[str]) -> dict[str, list[tuple[str, int]]]:
    rows = knowledge.index.execute(
        "SELECT DISTINCT t.iri, n.path, z.line FROM things t JOIN seen s ON s.thing = t.id "
        "JOIN sentences z ON z.id = s.sentence JOIN notes n ON n.id = z.note "
        "WHERE t.iri IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(papers)),),
    )
    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for iri, note, line in rows:
        found[iri].append((note, line))
    return found


def to_read_page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer:
    """Show suggestions; a name that means nothing, or several subjects, is told."""
    topic, problem, subject = given["topic"].strip()[:LONGEST_NAME], "", None
    try:
        subject = find_subject(knowledge.store, topic) if topic else None
    except UsageError as error:
        problem = str(error)
    found, number = read_next(knowledge, subject, limit=SUGGESTED) if not problem else ((), 0)
    return written(
        "next.html",
        knowledge,
        given,
        here="next",
        topic=subject.name if subject else topic,
        subject=subject,
        problem=problem,
        found=found,
        number=number,
    )
