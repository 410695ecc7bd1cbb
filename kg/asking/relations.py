"""How things are tied to each other: by which facts, how much such a tie means, how it is said, and where it stands."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kg import terms
from kg.asking.knowledge import Knowledge, telling
from kg.asking.sentences import Passage, Spot
from kg.asking.wording import PHRASES
from kg.model import Iri

VERBS: Mapping[Iri, tuple[str, str, float]] = {
    terms.named(row["property"]): (row["verb"], row["inverse_verb"], float(row["length"]))
    for row in PHRASES
    if row["verb"]
}
"""Predicate -> how a tie is said from its subject and from its object, and its length: a long one means little."""
_OF_TOPIC = ("covers", "is covered under")
"""What a topic mentions stands below its heading."""
SHALLOW = {"edition", "venue", "periodical", "note"}
"""Kinds of things by which anything is tied to anything."""
_CROWDED = {"topic": 60, "task": 60, "org": 60, "session": 60, "dataset": 200, "award": 60}
_CROWD = 500


class Link(NamedTuple):
    """A fact between two things."""

    subject: str
    predicate: Iri
    object: str

    def other(self, thing: str) -> str:
        """Return the other end."""
        return self.object if self.subject == thing else self.subject


class Stated(NamedTuple):
    """Where a link is stated."""

    passage: Passage | None = None
    """Where it stands best; None when no note states it in one place."""
    confidence: float | None = None
    """Of the evidence there, from 0 to 1."""
    places: int = 0
    """How often it is stated."""


NOWHERE = Stated()


class Relations:
    """The links between the things of a graph; each thing is read once."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._notes = f"{knowledge.store.base}note/"
        self._known: dict[str, tuple[Link, ...]] = {}

    def of(self, thing: str) -> tuple[Link, ...]:
        """Return all links of a thing to other things, except the mentions of notes."""
        if thing not in self._known:
            found = {
                Link(*link)
                for link in self._knowledge.store.links(thing, VERBS)
                if link[0] != link[2] and not self._is_note(link[0]) and not self._is_note(link[2])
            }
            self._known[thing] = tuple(sorted(found))
        return self._known[thing]

    def around(self, things: Sequence[str]) -> dict[str, list[Link]]:
        """Return the links of some things to others, by the other thing."""
        found: dict[str, list[Link]] = defaultdict(list)
        for thing in things:
            for link in self.of(thing):
                if link.other(thing) not in things:
                    found[link.other(thing)].append(link)
        return found

    def _is_note(self, iri: str) -> bool:
        return iri.startswith(self._notes)

    def is_hub(self, thing: str) -> bool:
        """Return whether a thing connects so many others that sharing it means nothing."""
        kind = self._knowledge.names.kind(thing)
        return kind in SHALLOW or len(self.of(thing)) > _CROWDED.get(kind, _CROWD)

    def length(self, link: Link) -> float:
        """Return the length of a link."""
        return VERBS[link.predicate][2]

    def order(self, link: Link) -> tuple[float, Link]:
        """Return a key by which what means most comes first."""
        return self.length(link), link

    def through(self, thing: str) -> float:
        """Return what passing through a thing adds to the length of a path: the more it connects, the more it adds."""
        kind = self._knowledge.names.kind(thing)
        return (4.0 if kind in SHALLOW else 0.0) + math.log10(max(len(self.of(thing)), 1)) / 2

    def say(self, link: Link, thing: str) -> str:
        """Return a link in words, as seen from one of its ends."""
        if link.predicate == terms.MENTIONS and self._knowledge.names.kind(link.subject) == "topic":
            forth, back = _OF_TOPIC
        else:
            forth, back, _ = VERBS[link.predicate]
        return forth if link.subject == thing else back

    def stated(self, links: Iterable[Link]) -> dict[Link, Stated]:
        """Return the best sentence for each link, its confidence, and how often the link is stated."""
        by_predicate: dict[Iri, list[Link]] = defaultdict(list)
        for link in sorted(set(links)):
            by_predicate[link.predicate].append(link)
        found: dict[Link, Stated] = {}
        for predicate, same in by_predicate.items():
            for link, evidence in self._evidence(predicate, same).items():
                ends = [self._knowledge.names(end).casefold() for end in (link.subject, link.object)]
                found[link] = Stated(*self._best(evidence, ends), len(evidence))
        return found

    def _evidence(self, predicate: Iri, links: Sequence[Link]) -> dict[Link, dict[str, list[tuple[float, Spot]]]]:
        """Read the evidence of links of one predicate: each with the places that state it together."""
        pairs = " ".join(f"(<{link.subject}> <{link.object}>)" for link in links)
        found: dict[Link, dict[str, list[tuple[float, Spot]]]] = defaultdict(lambda: defaultdict(list))
        for s, o, e, sure, spot in self._knowledge.evidence(predicate, f"VALUES (?s ?o) {{ {pairs} }}"):
            found[Link(s, predicate, o)][e].append((sure, spot))
        return found

    def _best(
        self, evidence: Mapping[str, Sequence[tuple[float, Spot]]], ends: Sequence[str]
    ) -> tuple[Passage | None, float | None]:
        """Choose the sentence that holds most of one evidence, names its things, is sure, and says something.

        The number is how sure the evidence there is.
        """
        best: tuple[tuple[int, int, float, int], Passage] | None = None
        for spots in sorted(evidence.values(), key=lambda spots: (-max(spots)[0], min(spots)))[:8]:
            passages = [self._knowledge.passage(spot) for _, spot in sorted(spots, key=lambda one: one[1])]
            for passage in passages:
                same = sum(other.quote == passage.quote for other in passages)
                named = sum((2 - place) * (end in passage.sentence.casefold()) for place, end in enumerate(ends))
                rank = (same, named, spots[0][0], telling(passage.sentence))
                if best is None or rank > best[0]:
                    best = (rank, passage)
        return (best[1], best[0][2]) if best else (None, None)
