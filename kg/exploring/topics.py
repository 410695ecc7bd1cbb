"""Topics as a tree: the broad ones, and below each the narrower ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.exploring.things import iri_of
from kg.exploring.writing import written
from kg.rdf import Answer

DEPTH = 3
"""Levels that are shown at once; the pages of topics show more."""
CHILDREN = 40
ROOTS = 100
MOST = 50_000
"""Most ties between topics that are read."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A topic with its narrower topics."""

    iri: str
    name: str
    notes: int
    below: tuple[Branch, ...]
    more: int
    """Narrower topics that are not shown here."""


def page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer | None:
    """Show the tree, or the part of it below a topic."""
    tree = _Tree(knowledge)
    begin = int(given["from"]) if given["from"].isdecimal() and len(given["from"]) < 7 else 0
    if given["key"]:
        top = iri_of(knowledge, given["key"])
        if top is None:
            return None
        tops, all_tops, way = [tree.branch(top, ())], 1, tree.above(top)
    else:
        roots = tree.roots()
        tops, all_tops, way = [tree.branch(one, ()) for one in roots[begin : begin + ROOTS]], len(roots), []
    return written(
        "topics.html",
        knowledge,
        given,
        here="topics",
        tops=tops,
        way=[(iri, knowledge.names(iri)) for iri in way],
        total=all_tops,
        begin=begin,
        after=begin + ROOTS if begin + ROOTS < all_tops else 0,
    )


class _Tree:
    """Which topics are below which."""

    def __init__(self, knowledge: Knowledge) -> None:
        rows = knowledge.index.execute("SELECT iri, name, notes FROM things WHERE kind = 'topic'")
        self._told = {str(iri): (str(name), int(notes)) for iri, name, notes in rows}
        self._below: dict[str, list[str]] = defaultdict(list)
        self._above: dict[str, list[str]] = defaultdict(list)
        ties = knowledge.store.query(f"SELECT ?narrow ?broad {{ ?narrow <{terms.BROADER}> ?broad }} LIMIT {MOST}")
        for narrow, broad in sorted(ties.texts()):
            if narrow in self._told and broad in self._told and narrow != broad:
                self._below[broad].append(narrow)
                self._above[narrow].append(broad)

    def roots(self) -> list[str]:
        """Return the topics without broader ones, those that most notes mention first."""
        return self._ordered(iri for iri in self._told if not self._above.get(iri))

    def above(self, topic: str) -> list[str]:
        """Return the path down to a topic, without the topic itself."""
        way: list[str] = []
        while broader := [one for one in self._ordered(self._above.get(topic, ())) if one not in way]:
            topic = broader[0]
            way.append(topic)
        return way[::-1]

    def branch(self, topic: str, way: Sequence[str]) -> Branch:
        """Return a topic with its narrower topics, to the depth that is shown."""
        name, notes = self._told.get(topic, (topic, 0))
        below = [one for one in self._ordered(self._below.get(topic, ())) if one not in way]
        shown = below[:CHILDREN] if len(way) + 1 < DEPTH else []
        branches = tuple(self.branch(one, (*way, topic)) for one in shown)
        return Branch(topic, name, notes, branches, len(below) - len(shown))

    def _ordered(self, topics: Iterable[str]) -> list[str]:
        return sorted(topics, key=lambda iri: (-self._told[iri][1], self._told[iri][0], iri))
