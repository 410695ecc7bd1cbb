"""What workers do when it is decided which thing each mention names, to find out what graphs are written from.

A batch of components tells every part what its mentions name (`call`). The part enters what is known of its notes, and
tells the batches of papers which things the authors are (`enter_part`), from which the lists of authors follow
(`derive`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kg import rdf
from kg.model import Called, Entity, Iri, Kind, Mention, Problem, Resolution
from kg.pipeline import topical
from kg.pipeline.apart.job import Job, extractions, opened, task
from kg.pipeline.component_codec import mention_row, read_mention, read_said, written
from kg.pipeline.known import count_things, enter, topics_of
from kg.pipeline.spelling import Sheet
from kg.resolution import resolution_of
from kg.resolution.clustering import GROUPS, PAPERS, PLACES, Component, Group, meant_topics

_DERIVED, _TOPICAL = range(2)
"""Whose lines are which part of what is left for the build."""


@task
def call(job: Job, group: Group, batch: int) -> dict[str, Any]:
    """Tell each part what its mentions name; return how many things there are, and the topics that mean something."""
    found = list(job.found(group, batch))
    resolved = _resolved(job, found)
    called: list[list[Any]] = [[] for _ in range(job.parts)]
    for one in resolved.entities:
        members: dict[int, list[Any]] = defaultdict(list)
        for mention in one.mentions:
            members[job.part_of(mention.span.note)].append(mention_row(mention))
        for part, rows in members.items():
            called[part].append([one.iri, one.kind, one.name, rows])
    job.exchange.put_rows(f"called-{group.name}", batch, called, written)
    if group is PLACES:
        topics = topical.names_of(resolved.entities, (Kind.TOPIC,))
        job.exchange.put_rows("topics", batch, [list(topics.items())], written)
    if group is not PAPERS:
        _leave(job, group.name, batch, rdf.derived_lines(resolved.entities, (), resolved.iris, base=job.base), ())
    meant = topics_of(meant_topics(found), job.base) if group is PLACES else {}
    return {"things": count_things(resolved.entities), "topics": meant}


def _resolved(job: Job, found: Iterable[Component]) -> Resolution:
    things = [thing for component in found for thing in component.things]
    return resolution_of(things, base=job.base, renamed=job.decided.names)


def _leave(job: Job, name: str, sender: int, derived: Iterable[str], topics: Iterable[str]) -> None:
    """Leave lines of the graphs of what follows from all notes."""
    job.exchange.put(f"lines-{name}", sender, ("\n".join(lines).encode() for lines in (derived, topics)))


@dataclass(frozen=True, slots=True)
class Following:
    """Lines of one of these graphs, read at each iteration; some come several times."""

    job: Job
    of_topics: bool

    def __iter__(self) -> Iterator[str]:
        told = [(group.name, self.job.senders(group)) for group in GROUPS]
        for name, count in (("", self.job.parts), *told):
            for sender in range(count):
                found = self.job.exchange.get(f"lines-{name}", sender, _TOPICAL if self.of_topics else _DERIVED)
                yield from found.decode().split("\n") if found else ()


@dataclass(slots=True)
class _Told:
    """How the notes of a part were read."""

    keys: dict[str, str] = field(default_factory=dict)
    problems: dict[str, tuple[Problem, ...]] = field(default_factory=dict)


@task
def enter_part(job: Job, _group: Group, part: int) -> dict[str, Any]:
    """Find out what the graphs of the notes of a part are written from; return what the index has of them."""
    resolved, batch_of = _of_part(job, part)
    told = _Told()
    said = []
    for key, extraction, problems in extractions(job, part):
        told.keys[extraction.note], told.problems[extraction.note] = key, problems
        said.append(extraction)
    decided = job.decided.of(said)
    names = {iri: name for rows in job.exchange.gather("topics", job.senders(PLACES), 0) for iri, name in rows}
    topics = topical.Reading(names, resolved)
    index = rdf.Index()
    sheets = enter(index, told, resolved, topics.passing(decided), job.decided.changed)
    _keep(job, part, sheets, job.decided.changed)
    _send_authors(job, part, resolved.iris, batch_of)
    renamed = {resolved.iris[mention] for mention in job.decided.names if mention in resolved.iris}
    unstated = rdf.unstated(decided, resolved, renamed)
    _leave(job, "", part, (), topics.lines())
    return {
        **{name: getattr(index, name) for name in ("contents", "notes", "told", "problems", "failed")},
        "concerned": [[mention_row(m), resolved.iris[m]] for m in job.decided.concerned() if m in resolved.iris],
        "stated": sorted(renamed - unstated.keys()),
        "unstated": unstated,
    }


def _of_part(job: Job, part: int) -> tuple[Resolution, dict[Mention, int]]:
    """Return what the mentions of a part name, and the batches of those of papers."""
    entities: list[Entity] = []
    iris: dict[Mention, Iri] = {}
    batch_of: dict[Mention, int] = {}
    for group in GROUPS:
        for batch, rows in enumerate(job.exchange.gather(f"called-{group.name}", job.senders(group), part)):
            for iri, kind, name, members in rows:
                entities.append(Entity(Iri(iri), Kind(kind), name, tuple(map(read_mention, members))))
                iris.update(dict.fromkeys(entities[-1].mentions, entities[-1].iri))
                if group is PAPERS:
                    batch_of.update(dict.fromkeys(entities[-1].mentions, batch))
    return Resolution(tuple(entities), iris=iris), batch_of


def _keep(job: Job, part: int, sheets: Mapping[str, Sheet], changed: Iterable[str]) -> None:
    """Keep from what the graphs of the notes of a part are written."""
    things = {one.iri: one for sheet in sheets.values() for one in sheet.called if one is not None}
    number = {iri: at for at, iri in enumerate(things)}
    rows = [
        [one.note, one.key, one.note in changed, [None if c is None else number[c.iri] for c in one.called]]
        for one in sheets.values()
    ]
    job.exchange.put_rows("sheets", part, [list(things.values()), rows], written)


def read_sheets(job: Job, part: int) -> dict[str, Sheet]:
    """Return from what the graphs of the notes of a part are written."""
    things = [Called(Iri(iri), Kind(kind), name) for iri, kind, name in job.exchange.rows("sheets", part, 0)]
    sheets = {}
    for note, key, is_changed, numbers in job.exchange.rows("sheets", part, 1):
        said = (extraction for _, extraction, _ in opened(job.cache).extractions([key] if is_changed else []))
        own = next(iter(job.decided.of(said)), None)
        sheets[note] = Sheet(note, key, own, [None if at is None else things[at] for at in numbers])
    return sheets


def _send_authors(job: Job, part: int, iris: Mapping[Mention, Iri], batch_of: Mapping[Mention, int]) -> None:
    """Tell the batches of papers which things the authors are that the mentions of a part list."""
    authors: list[list[Any]] = [[] for _ in range(job.senders(PAPERS))]
    for paper, said in read_said(PAPERS, job.exchange.rows(f"said-{PAPERS.name}", part, 0)).items():
        if paper in batch_of:
            authors[batch_of[paper]] += [[mention_row(one), iris[one]] for one in said.listed if one in iris]
    job.exchange.put_rows("authors", part, authors, written)


@task
def derive(job: Job, group: Group, batch: int) -> None:
    """Write what follows for the papers of a batch."""
    found = list(job.found(group, batch))
    resolved = _resolved(job, found)
    authors = job.exchange.gather("authors", job.parts, batch)
    iris = resolved.iris | {read_mention(author): Iri(iri) for rows in authors for author, iri in rows}
    said = (component.said for component in found)
    _leave(job, group.name, batch, rdf.derived_lines(resolved.entities, said, iris, base=job.base), ())
