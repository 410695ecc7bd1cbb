"""Decisions applied to what the notes say: which mentions each one is about, and what becomes of these.

Kinds come first, in the order of the file, then what is to be ignored; what is the same, or different, or has another
name, is looked for among the kinds as decided, and else among the kinds as read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import combinations, product

from kg import iris, terms
from kg.model import LITERATURE, Extraction, Kind, Mention, Problem
from kg.resolution.decisions import FILE_NAME, Decision, Decisions, DecisionType, Designator, plain, spellings
from kg.resolution.merge import Pair
from kg.resolution.paper_facts import identifier
from kg.resolution.recast import recast

_NAMES = frozenset({terms.NAME, terms.ALTERNATE_NAME, terms.PREF_LABEL, terms.ALT_LABEL, terms.CITATION_KEY})


@dataclass(frozen=True, slots=True)
class Decided:
    """What the decisions make of the notes."""

    decisions: Decisions
    extractions: Iterable[Extraction]
    """With other kinds, and without what is ignored; to be gone through as often as one likes."""
    matched: tuple[tuple[tuple[Mention, ...], ...], ...] = ()
    """Of each decision, of each of its things: the mentions it is about, with their kinds as decided."""
    same: tuple[Pair, ...] = ()
    apart: tuple[Pair, ...] = ()
    names: Mapping[Mention, str] = field(default_factory=dict)
    """The name to show of the thing of a mention."""
    parted: tuple[tuple[int, frozenset[Mention], frozenset[Mention]], ...] = ()
    """Number of a decision, and the mentions that it keeps apart from each other."""
    changed: AbstractSet[str] = frozenset()
    """Notes that are not as they were read."""
    problems: tuple[Problem, ...] = ()

    def of(self, some: Iterable[Extraction]) -> Iterable[Extraction]:
        """Return what some of the notes say, as they were read, with what was decided on it."""
        return replace(self.extractions, read=some) if isinstance(self.extractions, _Recast) else some

    def concerned(self) -> set[Mention]:
        """Return all mentions that a decision is about, with their kinds as decided."""
        return {mention for each in self.matched for found in each for mention in found}

    def pairs(self, kinds: Collection[Kind]) -> dict[str, list[Pair]]:
        """Return what is the same and what is different among some kinds."""
        return {
            name: [
                pair for pair in pairs if pair[0].kind in kinds and iris.path(pair[0].kind) == iris.path(pair[1].kind)
            ]
            for name, pairs in (("same", self.same), ("apart", self.apart))
        }


@dataclass(frozen=True, slots=True)
class _Recast:
    """Notes with other kinds of their mentions, and without some."""

    read: Iterable[Extraction]
    now: Mapping[Mention, Mention]
    ignored: Collection[Mention]

    def __iter__(self) -> Iterator[Extraction]:
        return (recast(extraction, self.now, self.ignored) for extraction in self.read)


def decide(extractions: Iterable[Extraction], decisions: Decisions) -> Decided:
    """Apply decisions to notes as they were read; without decisions the notes are given back as they are."""
    if not decisions.all:
        return Decided(decisions, extractions)
    vault = _Vault(extractions, decisions)
    kinds, sorted_out = _kinds(vault, decisions)
    read = [
        sorted_out.get(number) or [vault.find(thing, kinds) for thing in one.things]
        for number, one in enumerate(decisions.all, 1)
    ]
    ignored = {m for n, _ in decisions.numbered(DecisionType.IGNORE) for found in read[n - 1] for m in found}
    now = {mention: replace(mention, kind=kind) for mention, kind in kinds.items()}
    matched = tuple(tuple(tuple(sorted({now.get(m, m) for m in found})) for found in each) for each in read)
    gone = {now.get(m, m) for m in ignored}
    kept = [tuple(tuple(m for m in found if m not in gone) for found in each) for each in matched]
    parted = [
        (n, *two)
        for n, one in decisions.numbered(DecisionType.DIFFERENT)
        for two in _apart(one, kept[n - 1], vault.readings(one))
    ]
    return Decided(
        decisions,
        _Recast(extractions, now, ignored),
        matched,
        tuple(pair for n, _ in decisions.numbered(DecisionType.SAME) for pair in _together(kept[n - 1])),
        tuple(pair for _, mine, its in parted for pair in _pairs(mine, its)),
        {m: one.value for n, one in decisions.numbered(DecisionType.RENAME) for found in kept[n - 1] for m in found},
        tuple(parted),
        {mention.span.note for mention in (*now, *ignored)},
        tuple(_stale(decisions, matched, vault.notes)),
    )


class _Vault:
    """The mentions of all notes by the names that decisions use."""

    def __init__(self, extractions: Iterable[Extraction], decisions: Decisions) -> None:
        self.notes = {plain(extraction.note): extraction.note for extraction in extractions}
        things = [thing for one in decisions.all for thing in one.things]
        wanted = {text for thing in things for text in spellings(self._read(thing)[0])}
        found: dict[str, dict[Mention, None]] = defaultdict(dict)
        for extraction in extractions:
            for name, mention in names_of(extraction):
                if name in wanted:
                    found[name][mention] = None
        self._found = {name: tuple(mentions) for name, mentions in found.items()}

    def _read(self, thing: Designator) -> tuple[str, str]:
        name, note = thing.read(self.notes)
        return name, self.notes.get(note, "")

    def readings(self, one: Decision) -> list[bool]:
        """Return for each thing of a decision whether it is restricted to a note."""
        return [bool(self._read(thing)[1]) for thing in one.things]

    def find(self, thing: Designator, kinds: Mapping[Mention, Kind]) -> tuple[Mention, ...]:
        """Return the mentions that a designator is about: by their kinds as decided, else by those as read."""
        name, note = self._read(thing)
        near = [
            mention
            for spelling in sorted(spellings(name))
            for mention in self._found.get(spelling, ())
            if note in ("", mention.span.note)
        ]
        now = tuple(m for m in near if kinds.get(m, m.kind) is thing.kind)
        return now or tuple(m for m in near if m.kind is thing.kind)


def concern(decisions: Decisions, extractions: Iterable[Extraction], notes: Collection[str]) -> bool:
    """Return whether decisions can be about something that some notes say, or whose note was not there or is no more.

    Args:
        extractions: of the notes, as they were read.
        notes: that came or went.
    """
    wanted: set[str] = set()
    came = {plain(note) for note in notes}
    if any(one.part is not None and one.part.note in came for one in decisions.all):
        return True
    for thing in (thing for one in decisions.all for thing in one.things):
        if thing.read(came)[1]:
            return True
        # A name is looked for with and without what may be the name of a note behind it.
        words = thing.text.split(" @ ")
        wanted.update(*(spellings(" @ ".join(words[:end])) for end in range(1, len(words) + 1)))
    return any(name in wanted for extraction in extractions for name, _ in names_of(extraction))


def names_of(extraction: Extraction) -> Iterator[tuple[str, Mention]]:
    """Yield every name under which a note shows a mention: its text, what claims call it, identifiers of a paper."""
    for mention in extraction.mentions:
        yield plain(mention.text), mention
    for claim in extraction.claims:
        if isinstance(claim.object, str) and claim.predicate in _NAMES:
            yield plain(claim.object), claim.subject
        elif claim.predicate == terms.URL and claim.subject.kind in LITERATURE:
            key = identifier(str(claim.object))
            if key:
                yield key, claim.subject


def _kinds(vault: _Vault, decisions: Decisions) -> tuple[dict[Mention, Kind], dict[int, list[tuple[Mention, ...]]]]:
    """Return the mentions that have another kind now, and what each decision on a kind was about when its turn came.

    What is the same has the kind of the first that is named.
    """
    kinds: dict[Mention, Kind] = {}
    about: dict[int, list[tuple[Mention, ...]]] = {}
    for number, one in (*decisions.numbered(DecisionType.KIND), *decisions.numbered(DecisionType.SAME)):
        found = [vault.find(thing, kinds) for thing in one.things]
        first = next((kinds.get(m, m.kind) for mentions in found for m in mentions), None)
        kind = Kind(one.value) if one.sort is DecisionType.KIND else first
        kinds |= {m: kind for mentions in found for m in mentions if kind is not None}
        if one.sort is DecisionType.KIND:
            about[number] = found
    return {mention: kind for mention, kind in kinds.items() if kind is not mention.kind}, about


def _together(found: Sequence[Sequence[Mention]]) -> Iterator[Pair]:
    """Pair the mentions of each thing with its first, and the first of all with the first of each."""
    groups = [mentions for mentions in found if mentions]
    for mentions in groups:
        yield from ((mentions[0], other) for other in mentions[1:])
    yield from ((groups[0][0], other[0]) for other in groups[1:])


def _apart(
    one: Decision, found: Sequence[Sequence[Mention]], near: Sequence[bool]
) -> Iterator[tuple[frozenset[Mention], frozenset[Mention]]]:
    """Yield the mentions of each thing beside those of each other; what one thing says with its note is its alone."""
    things = [frozenset(m for mentions in side for m in mentions) for side in one.sides(found)]
    exact = [all(side) for side in one.sides(near)]
    for (mine, here), (its, there) in combinations(zip(things, exact, strict=True), 2):
        both = mine & its
        yield mine if here and not there else mine - both, its if there and not here else its - both


def _pairs(mine: Collection[Mention], its: Collection[Mention]) -> Iterator[Pair]:
    """Pair mentions that a rule could join: those whose kinds share a path."""
    for path in sorted({iris.path(m.kind) for m in mine}):
        yield from product(*(sorted(m for m in some if iris.path(m.kind) == path) for some in (mine, its)))


def _stale(
    decisions: Decisions, matched: Sequence[Sequence[Sequence[Mention]]], notes: Collection[str]
) -> Iterator[Problem]:
    for (number, one), found in zip(enumerate(decisions.all, 1), matched, strict=True):
        if one.part is not None and one.part.note not in notes:
            message = f"there is no note {one.part.note} any more. Correct it, or remove it: kg undo --number {number}"
            yield problem("stale-decision", message, one)
        for thing, mentions in zip(one.things, found, strict=True):
            if not mentions:
                message = f"no note names {thing} any more. Correct it, or remove it: kg undo --number {number}"
                yield problem("stale-decision", message, one)


def problem(code: str, message: str, one: Decision) -> Problem:
    """Make a problem that stands at a decision."""
    return Problem(code, message, FILE_NAME, line=one.line, column=1)


def contradictions(decided: Decided, things: Mapping[Mention, str]) -> Iterator[Problem]:
    """Report decisions of which one undoes what the other says.

    Args:
        decided: what they make of the notes.
        things: the IRI of the thing of each mention, as it was decided in the end.
    """
    decisions = decided.decisions
    of = [
        [{things[m] for found in side for m in found if m in things} for side in one.sides(each)]
        for one, each in zip(decisions.all, decided.matched, strict=bool(decided.matched))
    ]
    apart = list(decisions.numbered(DecisionType.DIFFERENT))
    for number, one in decisions.numbered(DecisionType.SAME):
        joined: set[str] = set().union(*of[number - 1])
        if len(joined) > 1:
            against = [other for n, other in apart if len([found for found in of[n - 1] if found & joined]) > 1]
            lines = ", ".join(f"{FILE_NAME}:{other.line}" for other in against) or "their kinds"
            told = f"joins things that stay apart because of {lines}"
            yield problem("contradicting-decisions", f"{told}. Remove one: kg undo --number {number}", one)
    for number, mine, its in decided.parted:
        one = decisions.all[number - 1]
        named = all(any(side) for side in one.sides(decided.matched[number - 1]))
        if named and (not mine or not its or {things[m] for m in mine} & {things[m] for m in its}):
            told = "separates what is a single mention"
            way = f"Be more precise, with @ and a note, or remove it: kg undo --number {number}"
            yield problem("contradicting-decisions", f"{told}. {way}", one)
    yield from _renamed(decisions, of)


def _renamed(decisions: Decisions, of: Sequence[Sequence[Iterable[str]]]) -> Iterator[Problem]:
    named: dict[str, tuple[int, Decision]] = {}
    for number, one in decisions.numbered(DecisionType.RENAME):
        for thing in sorted({thing for found in of[number - 1] for thing in found}):
            first, earlier = named.get(thing, (number, one))
            if earlier.value != one.value:
                told = f"{FILE_NAME}:{one.line} gives another name, which takes precedence"
                message = f"{told}. Remove this one: kg undo --number {first}"
                yield problem("contradicting-decisions", message, earlier)
            named[thing] = (number, one)
