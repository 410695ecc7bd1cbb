"""What to read next: papers that the notes show no sign of having been read, and every reason for each.

A score is the sum of its reasons, and each reason says what it rests on. Nothing is guessed from likeness.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.asking.overview import papers_of
from kg.asking.papers import Paper, read_papers, stated
from kg.asking.relations import Relations
from kg.asking.sentences import Passage
from kg.asking.subjects import Subject
from kg.model import Iri

_MARKED, _READING = 4.0, 3.0
_NOTES = 1.5
"""For each doubling of the notes that name a paper."""
_AUTHOR = 2.0
"""For an author all of whose papers got the best rating."""
_LIKED = 0.3
"""How much an author is liked from which on it is a reason; see `_liking`."""
_HEADING = 20
"""Characters up to which a sentence is no more than a heading, such as `Backlog`: the paper's own says more."""
_BRIDGE = 1.5
"""For a paper that stands under two topics of many papers that share few others."""
_TOPIC = 4
"""Papers that make a topic one of the reader's own."""
_ON, _LIKE = 2.0, 1.0
"""For a paper on the subject that was asked for, and for one that shares something with all papers on it."""
_SHARED = 2
"""Papers on a subject from which on what they have in common belongs to it."""
_COMMON = 5
"""A thing of more than one in so many papers of all says little."""
_RARE = 3
"""Papers that two topics may share while one of them is still a bridge."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why to read a paper."""

    words: str
    points: float
    passage: Passage | None
    """What it rests on."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A paper to read."""

    iri: str
    name: str
    year: str
    score: float
    reasons: tuple[Reason, ...]
    """The weightiest first; their points make up the score."""


def read_next(
    knowledge: Knowledge, subject: Subject | None = None, *, limit: int = 10
) -> tuple[tuple[Suggestion, ...], int]:
    """Suggest papers to read, the best first, and say how many there are.

    Args:
        subject: on which they are to be, or to share something with the papers that are; None for any.
        limit: number of suggestions; 0 for all.
    """
    papers = read_papers(knowledge)
    unread = {iri: paper for iri, paper in papers.items() if not paper.is_read or paper.state in ("to read", "reading")}
    reasons: Mapping[str, list[_Why]] = defaultdict(list)
    for find in (_marked, _cited, _by_authors, _bridges, _related):
        for iri, reason in find(knowledge, unread, papers):
            reasons[iri].append(reason)
    if subject is not None:
        about = dict(_on(knowledge, unread, papers, subject))
        reasons = {iri: [about[iri], *reasons.get(iri, ())] for iri in about}
    scored = [(round(sum(reason.points for reason in some), 2), unread[iri], some) for iri, some in reasons.items()]
    scored.sort(key=lambda one: (-one[0], -one[1].notes, one[1].name, one[1].iri))
    return tuple(_suggestions(knowledge, scored[: limit or None])), len(scored)


class _Why(NamedTuple):
    """A reason, before it is known whether it will be shown."""

    words: str
    points: float
    rests_on: tuple[str, Iri] | None = None
    """The paper and the property whose place is quoted; None for the paper itself."""


_Found = Iterator[tuple[str, _Why]]
_Papers = Mapping[str, Paper]


def _marked(knowledge: Knowledge, unread: _Papers, papers: _Papers) -> _Found:
    """Find papers that a note marks as to be read."""
    points = {"to read": _MARKED, "reading": _READING}
    for iri, paper in unread.items():
        if paper.state in points:
            words = "you marked it to be read" if paper.state == "to read" else "you began it"
            yield iri, _Why(words, points[paper.state], (iri, terms.READING_STATE))


def _cited(knowledge: Knowledge, unread: _Papers, papers: _Papers) -> _Found:
    """Find papers that many notes name, and none says that it was read."""
    for iri, paper in unread.items():
        if paper.notes >= 2:
            yield iri, _Why(f"{paper.notes} of your notes name it", round(_NOTES * math.log2(paper.notes), 2))


def _by_authors(knowledge: Knowledge, unread: _Papers, papers: _Papers) -> _Found:
    """Find papers of authors whose other papers were rated well."""
    authors, wrote = _pairs(knowledge, "?paper schema:author ?author")
    rated = {iri: paper.rating for iri, paper in papers.items() if paper.rating > 0}
    liking = {author: _liking([rated[one] for one in some if one in rated]) for author, some in wrote.items()}
    liked = {author: [one for one in wrote[author] if one in rated] for author in wrote if liking[author] >= _LIKED}
    for iri in unread:
        best = max(((liking[one], one) for one in authors[iri] if set(liked.get(one, ())) - {iri}), default=None)
        if best is not None:
            points, author = best
            paper = min((one for one in liked[author] if one != iri), key=lambda one: (-rated[one], one))
            words = (
                f"by {knowledge.names(author)}, whose {papers[paper].name!r} you rated {papers[paper].rated or 'well'}"
            )
            yield iri, _Why(words, round(_AUTHOR * points, 2), (paper, terms.RATING))


def _liking(ratings: Sequence[float]) -> float:
    """Return how much an author is liked: the mean rating, less where there is one rating only."""
    return sum(ratings) / (len(ratings) + 0.5) if ratings else 0.0


def _bridges(knowledge: Knowledge, unread: _Papers, papers: _Papers) -> _Found:
    """Find papers that stand under two topics that few papers share."""
    topics, under = _pairs(knowledge, "?paper a schema:ScholarlyArticle ; schema:about ?topic")
    own = {topic for topic, some in under.items() if len(some) >= _TOPIC}
    both = Counter(pair for some in topics.values() for pair in _couples(sorted(own & set(some))))
    for iri in unread:
        couples = [(both[pair], pair) for pair in _couples(sorted(own & set(topics[iri]))) if both[pair] <= _RARE]
        if couples:
            shared, (one, other) = min(couples)
            names = knowledge.names(one), knowledge.names(other)
            rest = "no other paper of yours does" if shared == 1 else f"only {shared} papers of yours do"
            words = (
                f"it joins {names[0]!r} ({len(under[one])} papers) and {names[1]!r} ({len(under[other])}), as {rest}"
            )
            yield iri, _Why(words, round(_BRIDGE / shared, 2))


def _related(knowledge: Knowledge, unread: _Papers, papers: _Papers) -> _Found:
    """Find papers that name what many papers with a rating or a remark name, too."""
    things, named = _pairs(knowledge, _TIED)
    read = {iri: 1.0 + paper.rating for iri, paper in papers.items() if paper.is_read}
    weight = {thing: sum(read.get(one, 0.0) for one in some) for thing, some in named.items()}
    for iri in unread:
        heavy, thing = max(((weight[one], one) for one in things[iri]), default=(0.0, ""))
        if heavy >= _TOPIC and len(named[thing]) <= len(papers) / _COMMON:
            seen = sum(one in read for one in named[thing])
            words = f"it is about {knowledge.names(thing)!r}, like {seen} papers that you rated or wrote about"
            yield iri, _Why(words, round(min(math.log2(heavy) / 4, 1.5), 2))


def _on(knowledge: Knowledge, unread: _Papers, papers: _Papers, subject: Subject) -> _Found:
    """Find papers on a subject, and those that share something with most of the papers on it."""
    own = papers_of(knowledge, subject, Relations(knowledge))
    for iri in own.keys() & unread.keys():
        thing, relation = own[iri]
        under = f", under {knowledge.names(thing)!r}" if thing not in subject.iris else ""
        yield iri, _Why(f"it {relation or 'is'} {subject.name!r}{under}", _ON)
    things, named = _pairs(knowledge, _TIED)
    shared = {
        thing: number
        for thing, some in named.items()
        if (number := len(own.keys() & set(some))) >= _SHARED
        and len(some) <= len(papers) / _COMMON
        and thing not in subject.iris
    }
    for iri in unread.keys() - own.keys():
        number, thing = max(((shared[one], one) for one in things[iri] if one in shared), default=(0, ""))
        if number:
            words = (
                f"it is about {knowledge.names(thing)!r}, like {number} of the {len(own)} papers on {subject.name!r}"
            )
            yield iri, _Why(words, round(_LIKE * number / len(own), 2))


_TIED = (
    "?paper a schema:ScholarlyArticle ; "
    "schema:mentions|schema:about|kg:introduces|kg:uses|kg:appliedTo|kg:evaluatedOn ?thing"
)
"""What a paper names, as a pattern."""


def _couples(ordered: Sequence[str]) -> Iterator[tuple[str, str]]:
    return ((one, other) for at, one in enumerate(ordered) for other in ordered[at + 1 :])


def _pairs(knowledge: Knowledge, pattern: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Read pairs of a paper and something: paper -> others, other -> papers."""
    second = pattern.rsplit("?", 1)[-1]
    forth: dict[str, list[str]] = defaultdict(list)
    back: dict[str, list[str]] = defaultdict(list)
    for paper, other in sorted(knowledge.store.query(f"SELECT DISTINCT ?paper ?{second} {{ {pattern} }}").texts()):
        forth[paper].append(other)
        back[other].append(paper)
    return forth, back


def _suggestions(knowledge: Knowledge, scored: Iterable[tuple[float, Paper, list[_Why]]]) -> Iterator[Suggestion]:
    shown = list(scored)
    wanted: dict[Iri, set[str]] = defaultdict(set)
    for one in (why.rests_on for _, _, some in shown for why in some):
        if one is not None:
            wanted[one[1]].add(one[0])
    places = {predicate: stated(knowledge, sorted(papers), predicate) for predicate, papers in wanted.items()}
    for score, paper, some in shown:
        own = next(iter(knowledge.naming(paper.iri)), None)
        reasons = []
        for why in sorted(some, key=lambda why: (-why.points, why.words)):
            passage = None
            if why.rests_on is not None:
                there, predicate = why.rests_on
                passage = _telling(knowledge, there, [one for _, one in places[predicate].get(there, ())])
            reasons.append(Reason(why.words, why.points, passage or own))
        yield Suggestion(paper.iri, paper.name, paper.year, score, tuple(reasons))


def _telling(knowledge: Knowledge, paper: str, stated_at: Sequence[Passage]) -> Passage | None:
    """Return where something is stated of a paper: the sentence, or below a mere heading what names the paper there."""
    long = (one for one in stated_at if len(one.sentence) > _HEADING)
    notes = {one.note for one in stated_at}
    return next(long, None) or next((one for one in knowledge.naming(paper) if one.note in notes), None)
