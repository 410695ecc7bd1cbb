"""All there is about a topic on one screen: papers, people, methods, notes, topics below it, and what is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg import terms
from kg.asking.knowledge import Knowledge, telling
from kg.asking.papers import Paper, read_papers, stated
from kg.asking.relations import VERBS, Relations
from kg.asking.sentences import Passage
from kg.asking.topic_tree import Tree, tree_of
from kg.asking.wording import Names

_OF_PAPERS = (
    *(terms.INTRODUCES, terms.USES, terms.EVALUATED_ON, terms.EXTENDS, terms.BASED_ON, terms.APPLIED_TO),
    terms.MENTIONS,
)


@dataclass(frozen=True, slots=True)
class AboutPaper:
    """A paper about the topic."""

    paper: Paper
    relation: str
    """How it is tied to the topic, in words."""
    topic: str
    """The name of the topic below under which it stands; "" when it is the topic itself."""
    passage: Passage | None


@dataclass(frozen=True, slots=True)
class Counted:
    """A thing and the number of papers that it goes with."""

    iri: str
    kind: str
    name: str
    papers: int
    """Of a topic, those of the topics below it included."""
    passage: Passage | None = None


@dataclass(frozen=True, slots=True)
class NoteAbout:
    """A note that mentions the topic."""

    note: str
    places: int
    first: Passage | None


@dataclass(frozen=True, slots=True)
class Remark:
    """What a note says about a paper on the topic."""

    paper: str
    passage: Passage


@dataclass(frozen=True, slots=True)
class About:
    """Everything about a topic."""

    iri: str
    kind: str
    name: str
    papers: tuple[AboutPaper, ...]
    """Rated ones first, as many as were asked for."""
    all_papers: int
    people: tuple[Counted, ...]
    methods: tuple[Counted, ...]
    """Methods, datasets and tasks of the papers."""
    topics: tuple[Counted, ...]
    """Topics below it, with the papers of each."""
    above: tuple[Counted, ...]
    notes: tuple[NoteAbout, ...]
    years: Mapping[str, int]
    """Year -> papers; in order, years without papers left out."""
    remarks: tuple[Remark, ...]
    sentences: tuple[Passage, ...]
    """That name the topic itself."""


def about(knowledge: Knowledge, topic: str, *, limit: int = 0) -> About:
    """Return everything about a topic, a method, a dataset, a task, or any other thing.

    Args:
        knowledge: the graph.
        topic: its IRI; what is below it is included.
        limit: number of papers and remarks that get a sentence; 0 for all.
    """
    relations = Relations(knowledge)
    names = knowledge.names
    tree = tree_of(knowledge)
    is_topic = names.kind(topic) == "topic"
    papers = _of_topic(tree, topic) if is_topic else _papers(relations, knowledge, topic)
    known = read_papers(knowledge, papers)
    ranked = sorted(known.values(), key=lambda one: (-one.rating, -one.notes, one.year or "9", one.name, one.iri))
    kept = ranked[: limit or None]
    told = _told(relations, knowledge, topic, papers, kept)
    below = tree.within(topic)[1:]
    topics = [Counted(one, names.kind(one), names(one), tree.papers(one)) for one in below]
    above = sorted(
        {link.object for link in relations.of(topic) if (link.predicate, link.subject) == (terms.BROADER, topic)}
    )
    years = Counter(one.year for one in ranked if one.year)
    return About(
        topic,
        names.kind(topic),
        names(topic),
        tuple(told),
        len(ranked),
        _counted(_linked(relations, known, (terms.AUTHOR,)), names, {"person", "org"}),
        _counted(_linked(relations, known, _OF_PAPERS, but=topic), names, {"method", "dataset", "task"}),
        tuple(sorted(topics, key=lambda one: (-one.papers, one.name, one.iri))),
        tuple(Counted(one, names.kind(one), names(one), 0) for one in above),
        _notes(knowledge, [topic, *known] if is_topic else [topic]),
        dict(sorted(years.items())),
        _remarks(knowledge, ranked, limit),
        tuple(knowledge.naming(topic)),
    )


def _of_topic(tree: Tree, topic: str) -> dict[str, tuple[str, str]]:
    """Return the papers of a topic, as `_papers` does."""
    said, _, _ = VERBS[terms.ABOUT]
    return {paper: (one, said) for one, papers in tree.grouped(topic).items() for paper in papers}


def _papers(relations: Relations, knowledge: Knowledge, thing: str) -> dict[str, tuple[str, str]]:
    """Return the papers that a thing is tied to: paper -> the thing, and how that is said."""
    found: dict[str, tuple[str, str]] = {}
    for link in sorted(relations.of(thing), key=lambda link: (relations.length(link), link)):
        other = link.other(thing)
        if other not in found and knowledge.names.kind(other) == "paper":
            found[other] = (thing, relations.say(link, other))
    return found


def _told(
    relations: Relations,
    knowledge: Knowledge,
    topic: str,
    tied: Mapping[str, tuple[str, str]],
    papers: Sequence[Paper],
) -> Iterable[AboutPaper]:
    for paper in papers:
        under, relation = tied[paper.iri]
        passages = sorted(knowledge.naming(paper.iri, 20), key=lambda one: -telling(one.sentence))
        place = passages[0] if passages else None
        yield AboutPaper(paper, relation, "" if under == topic else knowledge.names(under), place)


def _linked(relations: Relations, papers: Iterable[str], predicates: Sequence[str], *, but: str = "") -> Counter[str]:
    """Count what papers are tied to: thing -> papers."""
    counts: Counter[str] = Counter()
    for paper in papers:
        links = (link for link in relations.of(paper) if link.subject == paper and link.predicate in predicates)
        counts.update({link.object for link in links} - {but})
    return counts


def _counted(counts: Mapping[str, int], names: Names, kinds: set[str]) -> tuple[Counted, ...]:
    found = (Counted(iri, names.kind(iri), names(iri), number) for iri, number in counts.items())
    return tuple(sorted((one for one in found if one.kind in kinds), key=lambda one: (-one.papers, one.name, one.iri)))


def _notes(knowledge: Knowledge, things: Sequence[str]) -> tuple[NoteAbout, ...]:
    counts: Counter[str] = Counter()
    for at in range(0, len(things), 500):
        part = things[at : at + 500]
        rows = knowledge.index.execute(
            "SELECT n.path, COUNT(DISTINCT z.id) FROM things t JOIN seen s ON s.thing = t.id JOIN sentences z "
            "ON z.id = s.sentence JOIN notes n ON n.id = z.note "
            f"WHERE t.iri IN ({', '.join('?' * len(part))}) GROUP BY n.path",
            part,
        )
        counts.update({str(path): int(number) for path, number in rows})
    first = {one.note: one for one in reversed(knowledge.naming(things[0], 200))} if things else {}
    ranked = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return tuple(NoteAbout(note, places, first.get(note)) for note, places in ranked)


def _remarks(knowledge: Knowledge, papers: Sequence[Paper], limit: int) -> tuple[Remark, ...]:
    chosen = [one for one in papers if one.has_remark][: limit or None]
    found = stated(knowledge, [one.iri for one in chosen], terms.REMARK)
    told = ((one.name, found[one.iri]) for one in chosen if found.get(one.iri))
    best = ((name, max(remarks, key=lambda one: telling(one[1].sentence))[1]) for name, remarks in told)
    return tuple(Remark(name, passage) for name, passage in best)
