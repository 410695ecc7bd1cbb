"""What the notes hold by date: papers by year, talks and sessions, notes with a date, and what was read when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.asking.papers import stated
from kg.asking.relations import Relations
from kg.asking.sentences import Passage
from kg.asking.subjects import Subject, as_subject
from kg.graph import batches, pairs
from kg.model import Iri

SORTS: Mapping[str, tuple[Iri, str]] = {
    "published": (terms.DATE_PUBLISHED, "paper"),
    "held": (terms.START_DATE, ""),
    "noted": (terms.DATE_CREATED, "note"),
    "read": (terms.READ_ON, "paper"),
}
"""What happens on a date -> the property that gives it, and the kind of what it happens to; "" for several."""
_TIED = 5_000
"""Ties of a thing that are followed, where not all are wanted."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened on a day, in a month or a year."""

    date: str
    """`2025`, `2025-04` or `2025-04-24`."""
    sort: str
    """`published`, `held`, `noted` or `read`."""
    iri: str
    kind: str
    name: str
    passage: Passage | None
    """What a note says of it."""
    dated: Passage | None
    """Where the date stands."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The contents of the notes by date."""

    name: str
    """Of the subject whose timeline it is; "" for all."""
    subject: Subject | None
    papers: Mapping[str, int]
    """Year -> papers, in order."""
    events: tuple[Event, ...]
    """In order; papers by their year come with the timeline of a thing only."""
    undated: int
    """Papers without a year."""
    latest: str = ""
    """The last date of all, whatever the bounds; "" if there is none."""


def timeline(knowledge: Knowledge, meant: Subject | str = "", *, first: str = "", last: str = "") -> Timeline:
    """Return the contents of the notes by date, for all or for what is connected with one subject.

    Args:
        meant: the subject, or the IRI of a thing; "" for all.
    """
    subject = as_subject(knowledge.store, meant) if meant else None
    among = _around(knowledge, subject.iris) if subject else None
    dated = {sort: list(_dated(knowledge, sort, among)) for sort in SORTS}
    papers = dict(sorted(dated["published"], reverse=True))  # of several years the earliest
    years = Counter(year for year in papers.values() if _within(year, first, last))
    events = [event for sort in SORTS for event in _events(knowledge, sort, dated[sort], full=subject is not None)]
    kept = sorted((one for one in events if _within(one.date, first, last)), key=_order)
    undated = _papers(knowledge, among) - len(papers)
    name, latest = (
        subject.name if subject else "",
        max([*papers.values(), *(event.date for event in events)], default=""),
    )
    return Timeline(name, subject, dict(sorted(years.items())), tuple(kept), undated, latest)


def dated(knowledge: Knowledge, meant: Subject | str, *, most: int, relations: Relations | None = None) -> Timeline:
    """Return what is connected with a subject by date, without remarks, and with papers only counted.

    Args:
        most: maximum number of talks, sessions and readings.
        relations: of the graph, if some have been read.
    """
    subject, relations = as_subject(knowledge.store, meant), relations or Relations(knowledge)
    tied = {link.other(thing) for thing in subject.iris for link in relations.of(thing)[:_TIED]} | {*subject.iris}
    papers, events = Counter[str](), list[Event]()
    read = _among(knowledge, SORTS["read"][0], tied)
    for part in batches(sorted(tied)):
        rows = knowledge.index.execute(
            f"SELECT iri, kind, name, year FROM things WHERE iri IN ({', '.join('?' * len(part))}) AND year <> ''", part
        ).fetchall()
        papers.update(year[:4] for _, kind, _, year in rows if kind == "paper")
        for iri, kind, name, _ in rows:
            sort = "read" if kind == "paper" else "held"
            asked = kind != "note" and len(events) < most and (kind != "paper" or iri in read)
            dates = knowledge.store.values(iri, SORTS[sort][0]) if asked else ()
            events += [Event(date, sort, iri, kind, name, None, None) for date in dates]
    years, some = dict(sorted(papers.items())), tuple(sorted(events, key=_order)[:most])
    return Timeline(subject.name, subject, years, some, 0)


def _among(knowledge: Knowledge, predicate: Iri, things: Collection[str]) -> Collection[str]:
    """Keep the things that may have a value: those that have one, if this is quick to see, or else all."""
    having = [thing for thing, _ in islice(knowledge.store.each(predicate), len(things) + 1)]
    return things if len(having) > len(things) else {*having} & {*things}


def _around(knowledge: Knowledge, things: Sequence[str]) -> set[str]:
    """Return some things and what they are tied to; of a topic, also what is tied to the topics below."""
    relations = Relations(knowledge)
    found = [*things]
    for one in found:
        links = (link for link in relations.of(one) if link.predicate == terms.BROADER and link.object == one)
        found += [link.subject for link in links if link.subject not in found]
    around = {link.other(one) for one in found for link in relations.of(one)}
    notes = {iri for one in found for iri in knowledge.store.having(terms.MENTIONS, one)}
    return {*found, *around, *(iri for iri in notes if knowledge.names.kind(iri) == "note")}


def _dated(knowledge: Knowledge, sort: str, among: Collection[str] | None) -> Iterator[tuple[str, str]]:
    predicate, kind = SORTS[sort]
    rows: Iterable[tuple[str, str]]
    if among is not None:
        rows = ((thing, date) for thing in among for date in knowledge.store.values(thing, predicate))
    else:
        rows = pairs(knowledge.store, predicate)
    yield from sorted((thing, date) for thing, date in rows if not kind or knowledge.names.kind(thing) == kind)


def _events(knowledge: Knowledge, sort: str, dated: list[tuple[str, str]], *, full: bool) -> Iterator[Event]:
    if sort == "published" and not full:
        return
    predicate, _ = SORTS[sort]
    found = stated(knowledge, sorted({thing for thing, _ in dated}), predicate)
    for thing, date in dated:
        where = next((passage for value, passage in found.get(thing, ()) if value == date), None)
        passage = next(iter(knowledge.naming(thing, limit=20)), where)
        yield Event(date, sort, thing, knowledge.names.kind(thing), knowledge.names(thing), passage, where)


def _papers(knowledge: Knowledge, among: Collection[str] | None) -> int:
    if among is None:
        (number,) = knowledge.index.execute("SELECT COUNT(*) FROM things WHERE kind = 'paper'").fetchone()
        return int(number)
    return sum(knowledge.names.kind(one) == "paper" for one in among)


def _within(date: str, first: str, last: str) -> bool:
    return (not first or date[:4] >= first) and (not last or date[:4] <= last)


def _order(event: Event) -> tuple[str, str, str, str]:
    return event.date, event.sort, event.name, event.iri
