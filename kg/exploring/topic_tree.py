"""Which topics are below which, and how many papers each has with those below it.

The tree is read once for each state of the graph; a page then only counts what it shows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.asking.search.folding import fold
from kg.asking.telling import tells

MOST = 200_000
"""Most ties between topics, and between papers and topics, that are read."""
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
        self._papers: dict[str, set[int]] = defaultdict(set)
        self._counts: dict[str, int] = {}
        for narrow, broad in sorted(_ties(knowledge, terms.BROADER)):
            if narrow in self._told and broad in self._told and narrow != broad:
                self._below[broad].append(narrow)
                self._above[narrow].append(broad)
        numbers: dict[str, int] = {}
        of_papers = f"{knowledge.store.base}paper/"
        for paper, topic in _ties(knowledge, terms.ABOUT):
            if paper.startswith(of_papers):
                self._papers[topic].add(numbers.setdefault(paper, len(numbers)))

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
            self._counts[topic] = len(set[int]().union(*(self._papers.get(one, ()) for one in self._within(topic))))
        return self._counts[topic]

    def _within(self, topic: str) -> Iterator[str]:
        seen, waiting = {topic}, [topic]
        while waiting:
            one = waiting.pop()
            yield one
            new = [below for below in self._below.get(one, ()) if below not in seen]
            seen.update(new)
            waiting += new

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


def _ties(knowledge: Knowledge, predicate: str) -> Iterator[tuple[str, ...]]:
    return knowledge.store.query(f"SELECT ?one ?other {{ ?one <{predicate}> ?other }} LIMIT {MOST}").texts()
