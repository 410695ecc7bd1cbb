"""Papers in lists: what the reader thinks of each, in her own words, and the line of a note that names it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.asking.papers import read_papers, stated
from kg.asking.plain import plain
from kg.asking.thing import Fact, Place
from kg.exploring.rendering import SHORT
from kg.text import cut

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
        if fact.predicate not in _OF_LISTS or not fact.places:
            yield fact
        elif fact.value in remarks:
            first = fact.places[0]
            remark, at = min(remarks[fact.value], key=lambda one: (one[1].note != first.note, one[1]))
            yield _at(fact, at.note, at.line, cut(plain(remark), limit=SHORT))
        else:
            note, line = _own(fact.places[0], lines.get(fact.value, ()))
            yield _at(fact, note, line, fact.name)


def _at(fact: Fact, note: str, line: int, words: str) -> Fact:
    """Return a fact with another first place."""
    first, *rest = fact.places
    return replace(fact, places=(replace(first, note=note, line=line, quote=words), *rest))


def _own(heading: Place, lines: Collection[tuple[str, int]]) -> tuple[str, int]:
    """Choose the line that names a paper: the first below what makes it one of a topic, or else that of the topic."""
    here = sorted(line for note, line in lines if note == heading.note)
    below = [line for line in here if line >= heading.line]
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
