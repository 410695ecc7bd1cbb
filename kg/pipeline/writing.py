"""Write the graph of a vault: whole, from the one before as far as that still holds, or only what a change touches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from shutil import copyfile

from kg import iris, rdf
from kg.model import Iri, Kind, Problem
from kg.net import attempted, described
from kg.pipeline import topical
from kg.pipeline.cache import problem_row
from kg.pipeline.extracting import Progress
from kg.pipeline.known import Known, enter, run_of, topics_of
from kg.pipeline.ledger import FILE_NAME as LEDGER
from kg.pipeline.ledger import Ledger, UnfitLedgerError
from kg.pipeline.reading import Readings
from kg.pipeline.spelling import Sheet, SpellingOptions, Written, spell
from kg.pipeline.touching import Touched, touch
from kg.resolution.clustering import PLACES, meant_topics
from kg.settings import Settings

WORTH_REVISING = 0.3
"""Share of notes that say something else from which on the graph is written anew."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of writing a graph."""

    index: rdf.Index
    problems: tuple[Problem, ...]
    """With the graph as a whole; those of each note are in the index."""


def write(new: Path, old: rdf.Old | None, known: Known, *, tell: Progress, workers: int) -> Outcome:
    """Write the graph of a whole vault, taking over graphs of notes that are still the same.

    Args:
        new: an empty folder for the graph.
        known: what all notes say, with the decisions of the user, and which things they mention.
    """
    told, index, sheets = known.told, known.index, known.sheets
    settings = told.survey.settings
    others = [note for note in index.notes if old is None or old.index.notes.get(note) != index.notes[note]]
    few = len(others) <= 1 + WORTH_REVISING * len(sheets)
    with ExitStack() as stack:
        writer: rdf.Writer | rdf.Reviser
        if old is not None and old.index.made == index.made and few:
            writer = stack.enter_context(rdf.Reviser(new, old, base=settings.base))
            gone = old.index.notes.keys() - index.notes.keys()
            writer.drop(_graphs({*gone, *others}, settings))
            writer.drop([*rdf.analysis_graphs(old, settings.base), rdf.concept_graph(settings.base)])
        else:
            writer, others = stack.enter_context(rdf.Writer(new, base=settings.base)), list(index.notes)
        writer.add(known.lines)
        known.lines.clear()
        return _finish(new, writer, index, _Notes(told, sheets, others, tell, workers))


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
    old_topics, new_topics = (
        topics_of(meant_topics(some), settings.base) for some in (places.old.values(), places.new)
    )
    index.topics = {topic: told for topic, told in before.topics.items() if topic not in old_topics} | new_topics
    index.analyses = []
    sheets = enter(index, told, touched.resolution, told.extractions)
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
        return _finish(new, writer, index, _Notes(told, sheets, list(sheets), tell))


def _counted(before: Mapping[str, int], added: Mapping[str, int]) -> dict[str, int]:
    """Return the number of things of each kind that is left."""
    counts = Counter(before)
    counts.update(added)
    return {kind: number for kind, number in counts.items() if number}


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


def _graphs(notes: Iterable[str], settings: Settings) -> Iterator[Iri]:
    for note in sorted(notes):
        facts = iris.mint("note", note, base=settings.base)
        yield from (facts, iris.part(facts, "evidence"))


@dataclass(frozen=True, slots=True)
class _Notes:
    """Notes to write the graphs of."""

    told: Readings
    sheets: Mapping[str, Sheet]
    some: Sequence[str]
    tell: Progress
    workers: int = 1

    def graphs(self) -> Iterator[Written]:
        """Return the graphs of the notes in their order, which is that of the files written."""
        settings = self.told.survey.settings
        ordered = sorted(self.some, key=lambda note: iris.mint("note", note, base=settings.base))
        options = SpellingOptions(settings.base, rdf.run_iri(run_of(self.told.survey), base=settings.base))
        return spell(ordered, self.sheets, self.told.known, options, tell=self.tell, workers=self.workers)


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
