"""What is near a thing: what facts tie it to, what is named in one sentence with it, and what is near those."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kg.asking.knowledge import Knowledge
from kg.asking.relations import NOWHERE, SHALLOW, Link, Relations
from kg.asking.sentences import Passage
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
    """What is near a thing."""

    iri: str
    kind: str
    name: str
    neighbours: tuple[Neighbour, ...]
    """The nearest first."""
    counts: Mapping[str, int]
    """Kind -> how many there are, shown or not."""


def near(knowledge: Knowledge, thing: str, *, depth: int = 1, kind: str = "", limit: int = 0) -> Near:
    """Find what is near a thing.

    Args:
        knowledge: the graph.
        thing: IRI of the thing.
        depth: number of steps, 1 to 3; steps do not pass through venues and crowded topics.
        kind: of the neighbours; "" for all.
        limit: neighbours of each kind that get a sentence and are returned; 0 for all.
    """
    relations = Relations(knowledge)
    together = _together(knowledge, thing)
    found = _direct(relations, knowledge, thing, together)
    known = {thing} | found.keys()
    step = found
    for number in range(2, min(depth, FARTHEST) + 1):
        step = _farther(relations, knowledge, step, known, number)
        found |= step
        known |= step.keys()
    kept = _ranked(knowledge, found.values(), kind)
    told = _told(knowledge, relations, thing, _limited(kept, knowledge.names, limit))
    return _near(knowledge, thing, kept, told)


def beside(knowledge: Knowledge, thing: str, *, limit: int, relations: Relations | None = None) -> Near:
    """Find what is one step from a thing, without the sentences that say so, which take most of the time.

    Args:
        knowledge: the graph.
        thing: IRI of the thing.
        limit: neighbours of each kind.
        relations: of the graph, if some have been read.
    """
    relations = relations or Relations(knowledge)
    found = _direct(relations, knowledge, thing, _together(knowledge, thing))
    kept = _ranked(knowledge, found.values(), "")
    told = (_neighbour(knowledge, relations, one) for one in _limited(kept, knowledge.names, limit))
    return _near(knowledge, thing, kept, told)


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


def _near(knowledge: Knowledge, thing: str, kept: Iterable[_Candidate], told: Iterable[Neighbour]) -> Near:
    names = knowledge.names
    counts = Counter(names.kind(one.iri) for one in kept)
    return Near(thing, names.kind(thing), names(thing), tuple(told), dict(sorted(counts.items())))


def _together(knowledge: Knowledge, thing: str) -> dict[str, tuple[int, int]]:
    """Count the sentences that name both a thing and another, and those that name the other."""
    rows = knowledge.index.execute(
        "SELECT t.iri, COUNT(*), t.places FROM things mine "
        "JOIN seen a ON a.thing = mine.id JOIN seen b ON b.sentence = a.sentence JOIN things t ON t.id = b.thing "
        "WHERE mine.iri = ? AND b.thing <> a.thing AND t.kind <> 'note' GROUP BY t.id",
        (thing,),
    )
    return {iri: (both, all_) for iri, both, all_ in rows}


def _direct(
    relations: Relations, knowledge: Knowledge, thing: str, together: Mapping[str, tuple[int, int]]
) -> dict[str, _Candidate]:
    links: dict[str, list[Link]] = defaultdict(list)
    for link in relations.of(thing):
        links[link.other(thing)].append(link)
    (own,) = knowledge.index.execute(
        "SELECT COUNT(*) FROM seen s JOIN things t ON t.id = s.thing WHERE t.iri = ?", (thing,)
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
        links: dict[str, list[Link]] = defaultdict(list)
        for link in relations.of(via.iri):
            links[link.other(via.iri)].append(link)
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


def _told(knowledge: Knowledge, relations: Relations, thing: str, found: Sequence[_Candidate]) -> Iterator[Neighbour]:
    stated = relations.stated(link for one in found for link in one.links)
    for one in found:
        links = sorted(one.links, key=lambda link: (relations.length(link), link))
        first = next((at for link in links if (at := stated.get(link, NOWHERE)).passage is not None), NOWHERE)
        passage = first.passage or (_sentence(knowledge, thing, one.iri) if one.together else None)
        places = max(one.together, sum(stated.get(link, NOWHERE).places for link in links))
        known = _neighbour(knowledge, relations, one)
        yield replace(known, places=places, passage=passage, confidence=first.confidence)


def _neighbour(knowledge: Knowledge, relations: Relations, one: _Candidate) -> Neighbour:
    links = sorted(one.links, key=lambda link: (relations.length(link), link))
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


def _sentence(knowledge: Knowledge, thing: str, other: str) -> Passage | None:
    """Return the sentence that names two things and says most."""
    return next(iter(knowledge.together((thing, other))), None)
