"""Which thing each mention of a vault names, and the net under it: what raises there costs the mention to blame.

All notes are looked at together, so that one raise would end the build. Where it happens, the notes to blame are found
(`kg.net.Spared`), and in each of them the mentions that make it raise alone. Where no mention does, as when two notes
only raise together, the note says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from kg import resolution
from kg.errors import KgError
from kg.model import Extraction, Mention, Problem
from kg.net import Spared, attempted, described
from kg.pipeline.reading import Readings
from kg.resolution import Weighing
from kg.resolution.deciding import Decided, decide
from kg.resolution.decisions import Decisions
from kg.resolution.recast import recast

T = TypeVar("T")
CODE = "identity-failed"
_OF_KG = "all else was kept; this is an error of kg: please report it with the note"


def weigh(
    told: Readings,
    extractions: Iterable[Extraction],
    decisions: Decisions,
    *,
    reasons: bool,
    elsewhere: Callable[[Decided], T] | None = None,
) -> Weighing | T:
    """Apply the decisions of the user, and decide which thing each mention names.

    Args:
        extractions: of all its notes; gone through several times.
        reasons: whether to keep why mentions were joined.
        elsewhere: decides instead of this process, without reasons; where that raises, this process finds the one to
            blame.

    Raises:
        MemoryError, OSError, KgError: no note is to blame for these.
    """
    return _Identity(told, extractions, decisions, reasons).weighed(elsewhere)


@dataclass(frozen=True, slots=True)
class _Lessened:
    """Notes of which some say less than was read in them."""

    read: Iterable[Extraction]
    now: Mapping[str, Extraction]

    def __iter__(self) -> Iterator[Extraction]:
        return (self.now.get(extraction.note, extraction) for extraction in self.read)


@dataclass(frozen=True, slots=True)
class _Identity:
    told: Readings
    extractions: Iterable[Extraction]
    decisions: Decisions
    reasons: bool

    def weighed(self, elsewhere: Callable[[Decided], T] | None) -> Weighing | T:
        weigh: Callable[[Decided], Weighing | T] = elsewhere or self._weighed
        made = _attempted(lambda: weigh(decide(self.extractions, self.decisions)))
        return self._spared(made) if isinstance(made, Exception) else made

    def _weigh(self, extractions: Iterable[Extraction]) -> Weighing:
        return self._weighed(decide(extractions, self.decisions))

    def _without(self, now: Mapping[str, Extraction]) -> Weighing:
        """Decide with less in the place of what some notes say."""
        decided = decide(_Lessened(self.extractions, now), self.decisions)
        changed = replace(decided, changed={*decided.changed, *now})
        return self._weighed(changed)

    def _weighed(self, decided: Decided) -> Weighing:
        survey = self.told.survey
        base, vocabularies = survey.settings.base, survey.vocabularies
        return resolution.weigh(decided, base=base, vocabularies=vocabularies, reasons=self.reasons)

    def _spared(self, error: Exception) -> Weighing:
        notes = [extraction.note for extraction in self.extractions]
        spared = Spared(lambda hidden: self._without({notes[n]: _nothing(notes[n]) for n in hidden}), len(notes))
        blamed = {notes[number]: raised for number, raised in spared.blamed()}
        if spared.made is None:
            raise error
        blamed = dict.fromkeys(notes[spared.left :], error) | blamed
        bad = [extraction for extraction in self.extractions if extraction.note in blamed]
        fewer = {one.note: self._narrowed(one, blamed[one.note]) for one in bad}
        made = _attempted(lambda: self._without(fewer))
        if isinstance(made, Exception):
            return self._without({one.note: _silenced(one, blamed[one.note]) for one in bad})
        return made

    def _narrowed(self, extraction: Extraction, error: Exception) -> Extraction:
        """Return what a note says without the mentions that raise; nothing of it where these are not known."""
        mentions = extraction.mentions

        def hiding(hidden: Collection[int]) -> Weighing:
            return self._weigh([recast(extraction, {}, {mentions[n] for n in hidden})])

        spared = Spared(hiding, len(mentions))
        blamed = {mentions[number]: raised for number, raised in spared.blamed()}
        if not blamed or spared.left < spared.count:
            return _silenced(extraction, error)
        problems = self._problems(extraction.note, blamed)
        return replace(recast(extraction, {}, blamed), problems=(*extraction.problems, *problems))

    def _problems(self, note: str, blamed: Mapping[Mention, Exception]) -> Sequence[Problem]:
        quotes = self.told.excerpt(note).quotes
        return [
            Problem(
                CODE,
                f"kg failed to find out what this names ({described(error)}). It was left out, {_OF_KG}",
                *(note, mention.span, quotes[mention.span][0] if mention.span in quotes else 0),
            )
            for mention, error in blamed.items()
        ]


def _attempted(weigh: Callable[[], T]) -> T | Exception:
    """Return what comes of it, or what it raises and a note may be to blame for."""
    made: list[T] = []
    error = attempted(lambda: [weigh()], made)
    if isinstance(error, KgError | MemoryError | OSError):
        raise error
    return error or made[0]


def _nothing(note: str) -> Extraction:
    return Extraction(note, (), ())


def _silenced(extraction: Extraction, error: Exception) -> Extraction:
    message = f"kg failed to find out what this note names ({described(error)}). It was left out, {_OF_KG}"
    problems = (*extraction.problems, Problem(CODE, message, extraction.note))
    return replace(_nothing(extraction.note), problems=problems, told=extraction.told)
