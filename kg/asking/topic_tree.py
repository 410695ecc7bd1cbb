"""Which topics are below which, and which papers each has with those below it: wherever these are listed or counted.

The tree is read once for each state of the graph; a page then only counts what it shows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.asking.search.folding import fold
from kg.graph import pairs
from kg.telling import tells
from kg.vocabularies import reached

MANY = 5_000
"""Topics of which not all are counted."""
CHILDREN = 40
"""Narrower topics that are shown below one."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A topic with its narrower topics."""

    iri: str
    name: str
    papers: int
    """Papers on it or on a topic below it."""
    notes: int
    is_telling: bool
    """Whether its name says what it is about."""
    below: tuple[Branch, ...]
    more: int
    """Narrower topics that are not shown here."""


class Tree:
    """The topics of a graph."""

    def __init__(self, knowledge: Knowledge) -> None:
        rows = knowledge.index.execute("SELECT iri, name, notes FROM things WHERE kind = 'topic'")
        self._told = {str(iri): (str(name), int(notes)) for iri, name, notes in rows}
        self._below: dict[str, list[str]] = defaultdict(list)
        self._above: dict[str, list[str]] = defaultdict(list)
        self._papers: dict[str, set[str]] = defaultdict(set)
        self._counts: dict[str, int] = {}
        for narrow, broad in sorted(pairs(knowledge.store, terms.BROADER)):
            if narrow in self._told and broad in self._told and narrow != broad:
                self._below[broad].append(narrow)
                self._above[narrow].append(broad)
        one_of_each: dict[str, str] = {}
        of_papers = f"{knowledge.store.base}paper/"
        for paper, topic in pairs(knowledge.store, terms.ABOUT):
            if paper.startswith(of_papers):
                self._papers[topic].add(one_of_each.setdefault(paper, paper))

    def __len__(self) -> int:
        return len(self._told)

    def roots(self) -> list[str]:
        """Return the topics without broader ones, those with most papers first."""
        return self._ordered(iri for iri in self._told if not self._above.get(iri))

    def largest(self, most: int) -> list[str]:
        """Return the topics with most papers whose names are informative; of very many, only the broadest."""
        among = self.roots() if len(self) > MANY else self._told
        return self._ordered(one for one in among if tells(self._told[one][0]))[:most]

    def above(self, topic: str) -> list[str]:
        """Return the path down to a topic, without the topic itself."""
        way: list[str] = []
        while broader := [one for one in self._ordered(self._above.get(topic, ())) if one not in way]:
            topic = broader[0]
            way.append(topic)
        return way[::-1]

    def matching(self, text: str, most: int) -> tuple[list[str], int]:
        """Return the topics whose names contain a text, and how many there are."""
        wanted = fold(text)
        found = self._ordered(iri for iri, (name, _) in self._told.items() if wanted in fold(name))
        return found[:most], len(found)

    def branch(self, topic: str, depth: int, way: Sequence[str] = ()) -> Branch:
        """Return a topic with its narrower topics, to a depth."""
        name, notes = self._told.get(topic, (topic, 0))
        below = [one for one in self._ordered(self._below.get(topic, ())) if one not in way]
        shown = below[:CHILDREN] if depth > 0 else []
        branches = tuple(self.branch(one, depth - 1, (*way, topic)) for one in shown)
        return Branch(topic, name, self.papers(topic), notes, tells(name), branches, len(below) - len(shown))

    def papers(self, topic: str) -> int:
        """Count the papers on a topic and on those below it."""
        if topic not in self._counts:
            self._counts[topic] = len(set[str]().union(*(self._papers.get(one, ()) for one in self.within(topic))))
        return self._counts[topic]

    def grouped(self, topic: str) -> dict[str, list[str]]:
        """Return the papers that `papers` counts, each under the nearest topic that it is about."""
        found, seen = dict[str, list[str]](), set[str]()
        for one in self.within(topic):
            new = self._papers.get(one, set()) - seen
            seen |= new
            if new:
                found[one] = sorted(new)
        return found

    def within(self, topic: str) -> list[str]:
        """Return a topic and all topics below it, the near ones first."""
        return [topic, *(below for below in reached(topic, self._below) if below != topic)]

    def _ordered(self, topics: Iterable[str]) -> list[str]:
        """Order topics by their papers; those that say little and have nothing below come last."""
        return sorted(topics, key=self._rank)

    def _rank(self, topic: str) -> tuple[bool, int, int, str, str]:
        name, notes = self._told[topic]
        return not (tells(name) or self._below.get(topic)), -self.papers(topic), -notes, name, topic


def tree_of(knowledge: Knowledge) -> Tree:
    """Return the topics of a graph, as they were read before if it is in the same state."""
    (state,) = knowledge.index.execute("SELECT value FROM about WHERE key = 'state'").fetchone()
    key = f"{knowledge.store.path} {state}"
    if knowledge.store.path is None:
        return Tree(knowledge)
    if key not in _KNOWN:
        made = Tree(knowledge)
        _KNOWN.clear()
        _KNOWN[key] = made
    return _KNOWN[key]


_KNOWN: dict[str, Tree] = {}
"""The tree of the graph that this process has open."""
