"""What is near a thing: what facts tie it to, what is named in one sentence with it, and what is near those."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kg.asking.knowledge import Knowledge
from kg.asking.relations import NOWHERE, SHALLOW, Link, Relations
from kg.asking.sentences import Passage
from kg.asking.subjects import Subject, as_subject
from kg.asking.wording import Names

FARTHEST = 3
TOGETHER = "named together with"
_LOOKED_AT = 300
"""Things of one step that are looked at for the next: the nearest."""
_FADES = 0.4
"""What is left of nearness with each step."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A thing near another."""

    iri: str
    kind: str
    name: str
    steps: int
    relation: str
    """In words, as said from it: `wrote`, `is about`."""
    via: str
    """The name of the thing on the way, of which the relation is said then; "" when there is none."""
    places: int
    """Sentences that state the relation or name both."""
    association: float
    """From 0 to 1: how much of what is said of either is said of both."""
    score: float
    passage: Passage | None
    confidence: float | None
    """Of the relation at the passage, from 0 to 1; None where the passage only names both."""


@dataclass(frozen=True, slots=True)
class Near:
    """What is near a subject."""

    iri: str
    kind: str
    name: str
    subject: Subject
    neighbours: tuple[Neighbour, ...]
    """The nearest first."""
    counts: Mapping[str, int]
    """Kind -> how many there are, shown or not."""


def near(knowledge: Knowledge, meant: Subject | str, *, depth: int = 1, kind: str = "", limit: int = 0) -> Near:
    """Find what is near a subject: near one of its things, and none of them.

    Args:
        depth: number of steps, 1 to 3; steps do not pass through venues and crowded topics.
        kind: of the neighbours; "" for all.
        limit: neighbours of each kind that get a sentence and are returned; 0 for all.
    """
    relations, subject = Relations(knowledge), as_subject(knowledge.store, meant)
    found = _direct(relations, knowledge, subject.iris)
    known = {*subject.iris} | found.keys()
    step = found
    for number in range(2, min(depth, FARTHEST) + 1):
        step = _farther(relations, knowledge, step, known, number)
        found |= step
        known |= step.keys()
    kept = _ranked(knowledge, found.values(), kind)
    told = _described(knowledge, relations, subject.iris, _limited(kept, knowledge.names, limit))
    return _near(knowledge, subject, kept, told)


def beside(knowledge: Knowledge, meant: Subject | str, *, limit: int, relations: Relations | None = None) -> Near:
    """Find what is one step from a subject, without the sentences that say so, which take most of the time.

    Args:
        limit: neighbours of each kind.
        relations: of the graph, if some have been read.
    """
    relations, subject = relations or Relations(knowledge), as_subject(knowledge.store, meant)
    found = _direct(relations, knowledge, subject.iris)
    kept = _ranked(knowledge, found.values(), "")
    told = (_neighbour(knowledge, relations, one) for one in _limited(kept, knowledge.names, limit))
    return _near(knowledge, subject, kept, told)


@dataclass(slots=True)
class _Candidate:
    iri: str
    steps: int
    via: str
    links: list[Link]
    together: int
    score: float
    association: float


def _ranked(knowledge: Knowledge, found: Collection[_Candidate], kind: str) -> list[_Candidate]:
    names = knowledge.names
    names.learn(one.iri for one in found)
    kept = sorted(found, key=lambda one: (one.steps, -one.score, names(one.iri), one.iri))
    return [one for one in kept if names.kind(one.iri) and kind in ("", names.kind(one.iri))]


def _near(knowledge: Knowledge, subject: Subject, kept: Iterable[_Candidate], told: Iterable[Neighbour]) -> Near:
    counts = Counter(knowledge.names.kind(one.iri) for one in kept)
    return Near(subject.iri, subject.kind, subject.name, subject, tuple(told), dict(sorted(counts.items())))


def _together(knowledge: Knowledge, things: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Count the sentences that name both one of some things and another, and those that name the other."""
    rows = knowledge.index.execute(
        "SELECT t.iri, COUNT(DISTINCT a.sentence), t.places FROM things mine "
        "JOIN seen a ON a.thing = mine.id JOIN seen b ON b.sentence = a.sentence JOIN things t ON t.id = b.thing "
        f"WHERE mine.iri IN ({', '.join('?' * len(things))}) AND b.thing <> a.thing AND t.kind <> 'note' GROUP BY t.id",
        things,
    )
    return {iri: (both, all_) for iri, both, all_ in rows if iri not in things}


def _direct(relations: Relations, knowledge: Knowledge, things: Sequence[str]) -> dict[str, _Candidate]:
    together, links = _together(knowledge, things), relations.around(things)
    (own,) = knowledge.index.execute(
        "SELECT COUNT(DISTINCT s.sentence) FROM seen s JOIN things t ON t.id = s.thing "
        f"WHERE t.iri IN ({', '.join('?' * len(things))})",
        things,
    ).fetchone()
    found: dict[str, _Candidate] = {}
    knowledge.names.learn(together)
    named = {one for one in together if knowledge.names.kind(one) not in SHALLOW}
    for other in links.keys() | named:
        both, all_ = together.get(other, (0, 0))
        association = both / math.sqrt(own * all_) if own and all_ else 0.0
        stated = sum(3 / relations.length(link) for link in links.get(other, ()))
        score = stated + math.log1p(both) * (0.5 + association)
        found[other] = _Candidate(other, 1, "", links.get(other, []), both, score, association)
    return found


def _farther(
    relations: Relations, knowledge: Knowledge, before: Mapping[str, _Candidate], known: Iterable[str], number: int
) -> dict[str, _Candidate]:
    """Take one more step along links, from the nearest of what was reached."""
    found: dict[str, _Candidate] = {}
    reached = set(known)
    passed = [one for one in before.values() if not relations.is_hub(one.iri)]
    for via in sorted(passed, key=lambda one: (-one.score, one.iri))[:_LOOKED_AT]:
        links = relations.around([via.iri])
        for other, some in links.items():
            if other in reached:
                continue
            gained = (
                _FADES * via.score * sum(1 / relations.length(link) for link in some) / (1 + math.log1p(len(links)))
            )
            if other in found:
                found[other].score += gained
            else:
                found[other] = _Candidate(other, number, via.iri, some, 0, gained, 0.0)
    return found


def _limited(found: Sequence[_Candidate], names: Names, limit: int) -> list[_Candidate]:
    counts: dict[str, int] = defaultdict(int)
    kept = []
    for one in found:
        counts[names.kind(one.iri)] += 1
        if not limit or counts[names.kind(one.iri)] <= limit:
            kept.append(one)
    return kept


def _described(
    knowledge: Knowledge, relations: Relations, things: Sequence[str], found: Sequence[_Candidate]
) -> Iterator[Neighbour]:
    stated = relations.stated(link for one in found for link in one.links)
    for one in found:
        links = sorted(one.links, key=relations.order)
        first = next((at for link in links if (at := stated.get(link, NOWHERE)).passage is not None), NOWHERE)
        passage = first.passage or (next(iter(knowledge.together(things, (one.iri,))), None) if one.together else None)
        places = max(one.together, sum(stated.get(link, NOWHERE).places for link in links))
        known = _neighbour(knowledge, relations, one)
        yield replace(known, places=places, passage=passage, confidence=first.confidence)


def _neighbour(knowledge: Knowledge, relations: Relations, one: _Candidate) -> Neighbour:
    links = sorted(one.links, key=relations.order)
    said = dict.fromkeys(relations.say(link, one.iri) for link in links)
    return Neighbour(
        one.iri,
        knowledge.names.kind(one.iri),
        knowledge.names(one.iri),
        one.steps,
        ", ".join(said) or TOGETHER,
        knowledge.names(one.via) if one.via else "",
        one.together,
        round(one.association, 3),
        round(one.score, 3),
        None,
        None,
    )
