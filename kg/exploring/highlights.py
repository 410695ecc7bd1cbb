"""What the first page shows: what the notes say most about, themes, ratings, what is to be read, what is new."""

from __future__ import annotations

import math
from typing import NamedTuple
from urllib.parse import urlencode

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.asking.papers import Paper, read_papers
from kg.asking.topic_tree import tree_of
from kg.asking.wording import kind_word
from kg.publishing import news
from kg.publishing.topicmap import memory

AMONG = 100
"""Things of a kind among which those to show are chosen."""
RATED = 150
"""Papers with a rating that are looked at, those with the highest numbers first."""


class Most(NamedTuple):
    """A thing that the notes say much about."""

    iri: str
    name: str
    said: str
    """How much the notes say about it, or ""."""
    remark: str = ""
    """On a paper."""


class Theme(NamedTuple):
    """A theme of the topic map."""

    name: str
    papers: int
    href: str


def most_said(knowledge: Knowledge, kind: str, limit: int) -> list[Most]:
    """Return the things of a kind that are in most notes and sentences, and papers with remarks and ratings.

    Topics are those with most papers.
    """
    if kind == "topic":
        tree = tree_of(knowledge)
        largest = ((one, tree.papers(one)) for one in tree.largest(limit))
        return [Most(one, knowledge.names(one), f"{n:,} {kind_word('paper', n)}" if n else "") for one, n in largest]
    rows = knowledge.index.execute(
        "SELECT iri, name, notes, places FROM things WHERE kind = ? "
        "ORDER BY notes DESC, places DESC, name, iri LIMIT ?",
        (kind, AMONG),
    ).fetchall()
    known = read_papers(knowledge, [iri for iri, *_ in rows]) if kind == "paper" else {}

    def rank(row: tuple[str, str, int, int]) -> tuple[float, str, str]:
        iri, name, notes, places = row
        paper = known.get(iri)
        noted = 2 * paper.rating + paper.has_remark if paper else 0.0
        return -(3 * math.log1p(notes) + math.log1p(places) + noted), name, iri

    return [
        Most(iri, name, _summary(notes, places, known.get(iri)), known[iri].remark if iri in known else "")
        for iri, name, notes, places in sorted(rows, key=rank)[:limit]
    ]


def _summary(notes: int, places: int, paper: Paper | None) -> str:
    often = f"{notes:,} notes" if notes > 1 else f"{places:,} sentences" if places > 1 else ""
    marks = paper.marks if paper else ()
    return ", ".join(one for one in (often, *marks) if one)


def rated(knowledge: Knowledge, limit: int) -> list[Paper]:
    """Return the papers with the best ratings."""
    rows = knowledge.store.query(
        f"SELECT DISTINCT ?paper {{ ?paper <{terms.RATING}> ?rating }} ORDER BY DESC(?rating) ?paper LIMIT {RATED}"
    ).texts()
    found = read_papers(knowledge, [paper for (paper,) in rows]).values()
    return sorted((one for one in found if one.rating), key=lambda one: (-one.rating, *_order(one)))[:limit]


def to_read(knowledge: Knowledge, limit: int) -> tuple[list[Paper], int]:
    """Return papers that are to be read, and how many there are."""
    marked = knowledge.store.having(terms.READING_STATE, terms.TO_READ)
    found = [one for one in read_papers(knowledge, sorted(marked)[:RATED]).values() if one.state == "to read"]
    number = len(found) + max(len(marked) - RATED, 0)
    return sorted(found, key=_order)[:limit], number


def _order(paper: Paper) -> tuple[int, str, str]:
    return -paper.notes, paper.name, paper.iri


def new(knowledge: Knowledge) -> news.News | None:
    """Return what is new since the build before; None for the first build."""
    found = news.read(knowledge.graph_folder)
    return None if found is None or found.is_first else found


def has_map(knowledge: Knowledge) -> bool:
    """Return whether a topic map lies beside the graph."""
    return (knowledge.graph_folder / memory.MAP).is_file()


def themes(knowledge: Knowledge, limit: int) -> list[Theme]:
    """Return the themes of the topic map, if there is one: those with most papers first."""
    sizes = memory.drawn(knowledge.graph_folder).sizes(knowledge.store.base)
    found = [Theme(name, papers, f"/map#{urlencode({'theme': name})}") for name, papers in sizes.items()]
    return sorted(found, key=lambda one: (-one.papers, one.name))[:limit]
