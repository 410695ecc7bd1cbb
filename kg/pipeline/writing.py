"""Write the graph of a vault: whole, from the one before as far as that still holds, or only what a change touches."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from shutil import copyfile
from typing import Self

from kg import extraction, iris, rdf
from kg.model import Called, Extraction, Iri, Kind, Problem, Resolution, Run
from kg.net import attempted, described
from kg.pipeline import identifying, topical
from kg.pipeline.cache import problem_row
from kg.pipeline.extracting import Progress
from kg.pipeline.ledger import FILE_NAME as LEDGER
from kg.pipeline.ledger import Ledger, UnfitLedgerError
from kg.pipeline.reading import Readings, Survey
from kg.pipeline.spelling import Sheet, SpellingOptions, Written, spell
from kg.pipeline.touching import Touched, touch
from kg.resolution import Weighing
from kg.resolution.clustering import PAPERS, PLACES, meant_topics
from kg.resolution.merge import Thing
from kg.settings import Settings
from kg.version import __version__

WORTH_REVISING = 0.3
"""Share of notes that say something else from which on the graph is written anew."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of writing a graph."""

    index: rdf.Index
    problems: tuple[Problem, ...]
    """With the graph as a whole; those of each note are in the index."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the graph of a vault is written from; how the things were found out is forgotten, as it is large."""

    told: Readings
    index: rdf.Index
    sheets: list[Sheet]
    lines: dict[Iri, list[str]]
    """Graphs of what follows from all notes together, as lines of N-Triples, until they are written."""

    @classmethod
    def of(cls, told: Readings, weighing: Weighing) -> Self:
        """Find what follows from an identity, in one pass over what the notes say."""
        decided, resolved, settings = weighing.decided, weighing.resolution, told.survey.settings
        index = _index(told, weighing)
        topics = topical.Reading(resolved)
        sheets = _enter(index, told, resolved, topics.passing(decided.extractions), decided.changed)
        said = (component.said for component in weighing.found[PAPERS])
        renamed = {resolved.iris[mention] for mention in decided.names}
        unstated = rdf.unstated(decided.extractions, resolved, renamed)
        derived = rdf.derived_lines(resolved, said, run_of(told.survey), base=settings.base, unstated=unstated)
        concepts = rdf.concept_lines(index.topics, told.survey.vocabularies, base=settings.base)
        return cls(told, index, sheets, {**derived, **topics.lines(settings.base), **concepts})


def _index(told: Readings, weighing: Weighing) -> rdf.Index:
    """Begin the index of a graph with what is known of the vault as a whole."""
    decided, resolved = weighing.decided, weighing.resolution
    things = Counter(entity.kind.value for entity in resolved.entities if entity.kind is not Kind.NOTE)
    index = rdf.Index(told.survey.made_by, decided.decisions.digest(), things=dict(things))
    index.topics = _topics(meant_topics(weighing.found[PLACES]), told.survey.settings.base)
    index.concerned = sorted({mention.span.note for mention in decided.concerned()})
    index.stale = [problem_row(problem) for problem in resolved.problems]
    return index


def write(new: Path, old: rdf.Old | None, known: Known, *, tell: Progress, workers: int) -> Outcome:
    """Write the graph of a whole vault, taking over graphs of notes that are still the same.

    Args:
        new: an empty folder for the graph.
        known: what all notes say, with the decisions of the user, and which things they mention.
    """
    told, index, sheets = known.told, known.index, known.sheets
    settings = told.survey.settings
    others = [sheet for sheet in sheets if old is None or old.index.notes.get(sheet.note) != index.notes[sheet.note]]
    few = len(others) <= 1 + WORTH_REVISING * len(sheets)
    with ExitStack() as stack:
        writer: rdf.Writer | rdf.Reviser
        if old is not None and old.index.made == index.made and few:
            writer = stack.enter_context(rdf.Reviser(new, old, base=settings.base))
            gone = old.index.notes.keys() - index.notes.keys()
            writer.drop(_graphs({*gone, *(sheet.note for sheet in others)}, settings))
            writer.drop([*rdf.analysis_graphs(old, settings.base), rdf.concept_graph(settings.base)])
        else:
            writer, others = stack.enter_context(rdf.Writer(new, base=settings.base)), sheets
        writer.add(known.lines)
        known.lines.clear()
        return _finish(new, writer, index, _Notes(told, others, tell, workers))


def write_update(
    new: Path, old: rdf.Old, told: Readings, *, more: Callable[[Collection[str]], Readings], tell: Progress
) -> Outcome:
    """Write the graph of a vault from the previous one and what changed; the decisions of the user are the same.

    Args:
        new: an empty folder for the graph.
        told: what notes say that are new or now say something else; no decision affects it.
        more: gives what other notes say.

    Raises:
        UnfitLedgerError: too little is known about the previous graph; nothing is written yet.
    """
    settings, before = told.survey.settings, old.index
    gone = {note for note, key in before.contents.items() if told.keys.get(note) != key}
    copyfile(old.folder / LEDGER, new / LEDGER)
    with closing(Ledger.open(new / LEDGER)) as identity:
        touched = _touched(identity, gone, told)
        if not touched.notes.isdisjoint(before.concerned):
            raise UnfitLedgerError("the user decided on what a note says")
        contents = {note: key for note, key in before.contents.items() if note not in gone}
        contents |= told.contents()
        identity.apply(touched.updates, contents)
    others = more(touched.notes)
    told = replace(
        told,
        notes=(*told.notes, *others.notes),
        problems={**others.problems, **told.problems},
        keys={**told.keys, **others.keys},
    )
    index = before.without(gone)
    index.things = _counted(before.things, touched.things)
    places = touched.updates[PLACES]
    old_topics, new_topics = (_topics(meant_topics(some), settings.base) for some in (places.old.values(), places.new))
    index.topics = {topic: told for topic, told in before.topics.items() if topic not in old_topics} | new_topics
    index.analyses = []
    sheets = _enter(index, told, touched.resolution, told.extractions)
    derived = (
        [*rdf.head_facts(run_of(told.survey), base=settings.base, topics=Kind.TOPIC in things), *facts]
        for things, facts in ((before.things, touched.before), (index.things, touched.after))
    )
    follow = partial(topical.amend, base=settings.base)
    with rdf.Reviser(new, old, base=settings.base, follow=follow) as writer:
        writer.drop(_graphs({*gone, *told.notes}, settings))
        writer.drop([*rdf.analysis_graphs(old, settings.base), rdf.concept_graph(settings.base)])
        writer.amend(rdf.derived_graph(settings.base), *derived)
        writer.add(rdf.concept_lines(index.topics, told.survey.vocabularies, base=settings.base))
        return _finish(new, writer, index, _Notes(told, sheets, tell))


def _counted(before: Mapping[str, int], added: Mapping[str, int]) -> dict[str, int]:
    """Return the number of things of each kind that is left."""
    counts = Counter(before)
    counts.update(added)
    return {kind: number for kind, number in counts.items() if number}


def _topics(meant: Iterable[tuple[Thing, list[str]]], base: str) -> dict[str, list[list[str]]]:
    """Return the names that notes give topics, and the concepts that these mean, by the IRIs of the topics."""
    return {
        iris.mint(thing.kind, thing.key, base=base): [sorted({m.text for m in thing.mentions}), concepts]
        for thing, concepts in meant
    }


def _touched(identity: Ledger, gone: Collection[str], told: Readings) -> Touched:
    """Find what a change affects; where that raises, a build from all notes finds the one to blame."""
    touched: list[Touched] = []
    survey = told.survey

    def touching() -> list[Touched]:
        fresh = tuple(told.extractions)
        return [touch(identity, gone, fresh, base=survey.settings.base, vocabularies=survey.vocabularies)]

    error = attempted(touching, touched)
    if error is not None:
        raise UnfitLedgerError(described(error)) from error
    return touched[0]


def _enter(
    index: rdf.Index,
    told: Readings,
    resolved: Resolution,
    extractions: Iterable[Extraction],
    changed: Container[str] = (),
) -> list[Sheet]:
    """Enter what is known of notes beside their graphs, and give what these follow from.

    Args:
        index: to enter it in.
        told: how the notes were read.
        changed: notes that decisions of the user made say something else than was read.
    """
    things = {entity.iri: Called(entity.iri, entity.kind, entity.name) for entity in resolved.entities}
    sheets = []
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
        sheets.append(Sheet(note, told.keys[note], own, [things.get(iri) for iri in named]))
    return sheets


def _graphs(notes: Iterable[str], settings: Settings) -> Iterator[Iri]:
    for note in sorted(notes):
        facts = iris.mint("note", note, base=settings.base)
        yield from (facts, iris.part(facts, "evidence"))


@dataclass(frozen=True, slots=True)
class _Notes:
    """Notes to write the graphs of."""

    told: Readings
    sheets: Sequence[Sheet]
    tell: Progress
    workers: int = 1

    def graphs(self) -> Iterator[Written]:
        """Return the graphs of the notes in their order, which is that of the files written."""
        settings = self.told.survey.settings
        ordered = sorted(self.sheets, key=lambda sheet: iris.mint("note", sheet.note, base=settings.base))
        options = SpellingOptions(settings.base, rdf.run_iri(run_of(self.told.survey), base=settings.base))
        return spell(ordered, self.told.known, options, tell=self.tell, workers=self.workers)


def _finish(new: Path, writer: rdf.Writer | rdf.Reviser, index: rdf.Index, notes: _Notes) -> Outcome:
    """Write the graphs of notes, and what is left."""
    for one in notes.graphs():
        if one.failed is not None:
            note, index.failed = one.failed.note, True
            index.notes[note] = f"{one.failed.code} {index.notes[note]}"  # so that the next build writes it again
            index.problems[note] = [*index.problems.get(note, ()), problem_row(one.failed)]
        if one.graphs is not None:
            writer.add_note(one.graphs)
    written = writer.finish()
    index.graphs = written.graphs
    index.facts, index.misshapen = written.facts, bool(written.problems)
    index.save(new)
    return Outcome(index, written.problems)


def run_of(survey: Survey) -> Run:
    """Return what reads the notes of a survey."""
    return Run(__version__, extraction.rule_names(), survey.told_settings)
