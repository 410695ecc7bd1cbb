"""All there is about a topic on one screen: papers, people, methods, notes, topics below it, and what is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg import terms
from kg.asking.knowledge import Knowledge, telling
from kg.asking.papers import Paper, read_papers, stated
from kg.asking.relations import VERBS, Relations
from kg.asking.sentences import Passage
from kg.asking.subjects import Subject, as_subject
from kg.asking.topic_tree import tree_of
from kg.asking.wording import Names
from kg.graph import batches

_OF_PAPERS = (
    *(terms.INTRODUCES, terms.USES, terms.EVALUATED_ON, terms.EXTENDS, terms.BASED_ON, terms.APPLIED_TO),
    terms.MENTIONS,
)


@dataclass(frozen=True, slots=True)
class AboutPaper:
    """A paper about the topic."""

    paper: Paper
    relation: str
    """How it is tied to the topic, in words; "" if it is itself a part of the subject."""
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
    subject: Subject
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


def about(knowledge: Knowledge, meant: Subject | str, *, limit: int = 0) -> About:
    """Return everything about a topic, a method, a dataset, a task, or any other subject.

    Args:
        meant: the subject, or the IRI of a thing; what is below it is included.
        limit: number of papers and remarks that get a sentence; 0 for all.
    """
    relations, subject = Relations(knowledge), as_subject(knowledge.store, meant)
    names = knowledge.names
    tree = tree_of(knowledge)
    papers = papers_of(knowledge, subject, relations)
    known = read_papers(knowledge, papers)
    ranked = sorted(known.values(), key=lambda one: (-one.rating, -one.notes, one.year or "9", one.name, one.iri))
    kept = ranked[: limit or None]
    told = _described(knowledge, subject.iris, papers, kept)
    below = dict.fromkeys(one for topic in subject.iris for one in tree.within(topic)[1:] if one not in subject.iris)
    topics = [Counted(one, names.kind(one), names(one), tree.papers(one)) for one in below]
    links = (link for one in subject.iris for link in relations.of(one) if link.subject == one)
    above = sorted({link.object for link in links if link.predicate == terms.BROADER} - {*subject.iris, *below})
    years = Counter(one.year for one in ranked if one.year)
    is_topic = any(one.kind == "topic" for one in subject.things)
    return About(
        subject.iri,
        subject.kind,
        subject.name,
        subject,
        tuple(told),
        len(ranked),
        _counted(_linked(relations, known, (terms.AUTHOR,)), names, {"person", "org"}),
        _counted(_linked(relations, known, _OF_PAPERS, but=subject.iris), names, {"method", "dataset", "task"}),
        tuple(sorted(topics, key=lambda one: (-one.papers, one.name, one.iri))),
        tuple(Counted(one, names.kind(one), names(one), 0) for one in above),
        _notes(knowledge, subject.iris, known if is_topic else ()),
        dict(sorted(years.items())),
        _remarks(knowledge, ranked, limit),
        tuple(knowledge.naming(*subject.iris)),
    )


def papers_of(knowledge: Knowledge, subject: Subject, relations: Relations) -> dict[str, tuple[str, str]]:
    """Return the papers of a subject, its own among them: paper -> to what it is tied, and how that is said."""
    found, tree = dict[str, tuple[str, str]](), tree_of(knowledge)
    others = [one.iri for one in subject.things if one.kind != "topic"]
    links = ((one, link) for one in others for link in relations.of(one))
    for thing, link in sorted(links, key=lambda one: (relations.length(one[1]), one[1])):
        other = link.other(thing)
        if other not in found and knowledge.names.kind(other) == "paper":
            found[other] = (thing, relations.say(link, other))
    said, _, _ = VERBS[terms.ABOUT]
    for topic in subject.iris:
        for one, papers in tree.grouped(topic).items():
            found |= {paper: (one, said) for paper in papers if paper not in found}
    if len(subject.things) > 1:
        found |= {one.iri: (subject.iri, "") for one in subject.things if one.kind == "paper" and one.iri not in found}
    return found


def _described(
    knowledge: Knowledge,
    own: Collection[str],
    tied: Mapping[str, tuple[str, str]],
    papers: Sequence[Paper],
) -> Iterable[AboutPaper]:
    for paper in papers:
        under, relation = tied[paper.iri]
        passages = sorted(knowledge.naming(paper.iri, limit=20), key=lambda one: -telling(one.sentence))
        place = passages[0] if passages else None
        yield AboutPaper(paper, relation, "" if under in own else knowledge.names(under), place)


def _linked(
    relations: Relations, papers: Iterable[str], predicates: Sequence[str], *, but: Collection[str] = ()
) -> Counter[str]:
    """Count what papers are tied to: thing -> papers."""
    counts: Counter[str] = Counter()
    for paper in papers:
        links = (link for link in relations.of(paper) if link.subject == paper and link.predicate in predicates)
        counts.update({link.object for link in links} - {*but})
    return counts


def _counted(counts: Mapping[str, int], names: Names, kinds: set[str]) -> tuple[Counted, ...]:
    found = (Counted(iri, names.kind(iri), names(iri), number) for iri, number in counts.items())
    return tuple(sorted((one for one in found if one.kind in kinds), key=lambda one: (-one.papers, one.name, one.iri)))


def _notes(knowledge: Knowledge, own: Sequence[str], papers: Iterable[str]) -> tuple[NoteAbout, ...]:
    counts: Counter[str] = Counter()
    things = [*own, *(paper for paper in papers if paper not in own)]
    for part in batches(things):
        rows = knowledge.seen(part, "n.path, COUNT(DISTINCT z.id)", "GROUP BY n.path")
        counts.update({str(path): int(number) for path, number in rows})
    first = {one.note: one for one in reversed(knowledge.naming(*own, limit=200))}
    ranked = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return tuple(NoteAbout(note, places, first.get(note)) for note, places in ranked)


def _remarks(knowledge: Knowledge, papers: Sequence[Paper], limit: int) -> tuple[Remark, ...]:
    chosen = [one for one in papers if one.has_remark][: limit or None]
    found = stated(knowledge, [one.iri for one in chosen], terms.REMARK)
    told = ((one.name, found[one.iri]) for one in chosen if found.get(one.iri))
    best = ((name, max(remarks, key=lambda one: telling(one[1].sentence))[1]) for name, remarks in told)
    return tuple(Remark(name, passage) for name, passage in best)
