"""What the graph of a vault is written from, when it is known which thing each mention names.

All of it follows from a resolution: for a vault of one part in one go, and else part by part (`kg.pipeline.apart`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol, Self

from kg import extraction, iris, rdf
from kg.model import Called, Entity, Extraction, Iri, Kind, Problem, Resolution, Run
from kg.pipeline import identifying, topical
from kg.pipeline.cache import problem_row
from kg.pipeline.reading import Readings, Survey
from kg.pipeline.spelling import Sheet
from kg.resolution import Weighing
from kg.resolution.clustering import PAPERS, PLACES, meant_topics
from kg.resolution.deciding import Decided
from kg.resolution.merge import Thing
from kg.version import __version__


@dataclass(frozen=True, slots=True)
class Known:
    """What the graph of a vault is written from; how the things were found out is forgotten, as it is large."""

    told: Readings
    index: rdf.Index
    sheets: Mapping[str, Sheet]
    """Of each note."""
    lines: dict[Iri, Iterable[str]]
    """Graphs of what follows from all notes together, as lines of N-Triples, until they are written."""

    @classmethod
    def of(cls, told: Readings, weighing: Weighing) -> Self:
        """Find what follows from an identity, in one pass over what the notes say."""
        decided, resolved, base = weighing.decided, weighing.resolution, told.survey.settings.base
        index = index_of(told, decided, resolved.problems)
        index.things = count_things(resolved.entities)
        index.topics = topics_of(meant_topics(weighing.found[PLACES]), base)
        topics = topical.Reading(topical.names_of(resolved.entities, (Kind.TOPIC,)), resolved)
        sheets = enter(index, told, resolved, topics.passing(decided.extractions), decided.changed)
        said = (component.said for component in weighing.found[PAPERS])
        derived = rdf.derived_lines(resolved.entities, said, resolved.iris, base=base)
        renamed = {resolved.iris[mention] for mention in decided.names}
        unstated = rdf.unstated(decided.extractions, resolved, renamed)
        return cls(told, index, sheets, following(told, index, [*derived, *unstated.values()], topics.lines()))


def following(
    told: Readings, index: rdf.Index, derived: Iterable[str], topics: Iterable[str]
) -> dict[Iri, Iterable[str]]:
    """Return the graphs of what follows from all notes together, from what follows for things and for topics."""
    base = told.survey.settings.base
    head = [*map(rdf.line, rdf.head_facts(run_of(told.survey), base=base, topics=Kind.TOPIC in index.things))]
    concepts = rdf.concept_lines(index.topics, told.survey.vocabularies, base=base)
    return {
        rdf.derived_graph(base): Chained((head, derived)),
        rdf.topical_graph(base): Chained((rdf.topical_head(base), topics)),
        **concepts,
    }


@dataclass(frozen=True, slots=True)
class Chained:
    """Lines of several origins, to be gone through as often as one likes."""

    parts: Sequence[Iterable[str]]

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self.parts)


def index_of(told: Readings, decided: Decided, problems: Iterable[Problem]) -> rdf.Index:
    """Begin the index of a graph with what is known of the vault as a whole.

    Args:
        problems: with the decisions of the user.
    """
    index = rdf.Index(told.survey.made_by, decided.decisions.digest())
    index.concerned = sorted({mention.span.note for mention in decided.concerned()})
    index.stale = [problem_row(problem) for problem in problems]
    return index


def count_things(entities: Iterable[Entity]) -> dict[str, int]:
    """Count the things of each kind."""
    return dict(Counter(entity.kind.value for entity in entities if entity.kind is not Kind.NOTE))


def topics_of(meant: Iterable[tuple[Thing, list[str]]], base: str) -> dict[str, list[list[str]]]:
    """Return the names that notes give topics, and the concepts that these mean, by the IRIs of the topics."""
    return {
        iris.mint(thing.kind, thing.key, base=base): [sorted({m.text for m in thing.mentions}), concepts]
        for thing, concepts in meant
    }


class Told(Protocol):
    """How notes were read."""

    @property
    def keys(self) -> Mapping[str, str]:
        """Note -> digest of its name, its content, and all that reads it."""

    @property
    def problems(self) -> Mapping[str, Sequence[Problem]]:
        """Note -> problems with reading it."""


def enter(
    index: rdf.Index,
    told: Told,
    resolved: Resolution,
    extractions: Iterable[Extraction],
    changed: Container[str] = (),
) -> dict[str, Sheet]:
    """Enter what is known of notes beside their graphs, and give what these follow from.

    Args:
        index: to enter it in.
        told: how the notes were read.
        changed: notes that decisions of the user made say something else than was read.
    """
    things = {entity.iri: Called(entity.iri, entity.kind, entity.name) for entity in resolved.entities}
    sheets = {}
    for extracted in extractions:
        note = extracted.note
        index.contents[note] = told.keys[note]
        index.told[note] = extracted.told
        problems = (*told.problems.get(note, ()), *extracted.problems, *rdf.unwritable(extracted, resolved.iris))
        index.problems.pop(note, None)
        if problems:
            index.problems[note] = [problem_row(problem) for problem in problems]
        index.failed |= any(problem.code == identifying.CODE for problem in extracted.problems)
        # All that the graphs of a note follow from: its content, and which things its mentions name.
        named = [resolved.iris.get(mention, Iri("")) for mention in extracted.mentions]
        called = (f"{iri} {things[iri].kind} {things[iri].name}" for iri in sorted(set(named)) if iri)
        claimed = (f"{c.subject.span.start} {c.predicate} {c.rule}" for c in extracted.claims)
        whole = "\n".join([told.keys[note], *named, *called, *claimed])
        index.notes[note] = hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
        own = extracted if note in changed else None
        sheets[note] = Sheet(note, told.keys[note], own, [things.get(iri) for iri in named])
    return sheets


def run_of(survey: Survey) -> Run:
    """Return what reads the notes of a survey."""
    return Run(__version__, extraction.rule_names(), survey.told_settings)
