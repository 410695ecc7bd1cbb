"""Do the quotes of a graph still stand in the notes? Every place is looked at again, note by note."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path

from kg import notes
from kg.asking.wording import Names
from kg.graph import notes_by_path
from kg.model import Problem, line_starts
from kg.publishing.verifying.evidence import Evidence, Fact
from kg.publishing.verifying.relocating import Elsewhere, Passage, Places, relocate
from kg.publishing.verifying.rewording import Piece, PieceStatus, reworded
from kg.rdf import Store, writable
from kg.settings import Settings

__all__ = ["Check", "Fact", "Fate", "Finding", "Piece", "PieceStatus", "State", "verify"]

_NOWHERE = Places({}, {}, {})
LineOf = Callable[[str, int], int]
"""Returns the line of a place in a note, from 1."""


class State(StrEnum):
    """What became of a note since the graph was built."""

    SAME = "same"
    EDITED = "edited"
    """Its text is another, and every quote stands at its place."""
    MOVED = "moved"
    """Every quote stands in the notes, and some stand elsewhere."""
    BROKEN = "broken"
    """The words of a quote are changed or gone."""
    RENAMED = "renamed"
    """The file has another name; every quote stands in it or in another note."""
    MISSING = "missing"
    UNREADABLE = "unreadable"
    NEW = "new"
    """A build would read it, and the graph does not know it."""


class Fate(StrEnum):
    """What became of a quote that is not at its place."""

    MOVED = "moved"
    """The same words stand elsewhere."""
    CHANGED = "changed"
    """Nearly the same words stand at its place."""
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Finding:
    """A quote that is not at its place."""

    fate: Fate
    line: int
    """Where it stood when the graph was built."""
    start: int
    end: int
    quote: str
    note_now: str = ""
    """The note that has the words now; "" when they are gone."""
    line_now: int = 0
    """Its line there; 0 when they are gone."""
    now: str = ""
    """What stands in place of words that changed."""
    difference: tuple[Piece, ...] = ()
    """The words of both, when they changed."""
    facts: tuple[Fact, ...] = ()
    """Those that rest on the quote; none when it only moved."""


@dataclass(frozen=True, slots=True)
class Check:
    """What was found for one note."""

    note: str
    state: State
    quotes: int = 0
    """Places that were looked at, or that cannot be."""
    facts: int = 0
    """Facts that rest on words which are changed or gone."""
    findings: tuple[Finding, ...] = ()
    """The quotes that do not stand at their places, in order; of an unreadable note, none."""
    reason: str = ""
    """Why it cannot be read."""
    renamed: str = ""
    """The new name of its file."""

    @property
    def holds(self) -> bool:
        """Whether everything that the graph says about the note still has its evidence."""
        return not self.facts and self.state is not State.BROKEN

    def counts(self) -> Counter[Fate]:
        """Count the quotes that are not at their places."""
        return Counter(finding.fate for finding in self.findings)


def verify(store: Store, vault: Path, *, settings: Settings) -> Iterator[Check]:
    """Check every note of a graph, in order of ids, then yield the new notes.

    Unchanged notes need no search elsewhere; the texts of the others are in memory
    until all have been read, because what is gone from one may be in another.

    Raises:
        VaultError: there is nothing at the path.
    """
    there = notes.files(vault, settings=settings)
    graphs = notes_by_path(store)
    hashes, names = store.notes(), Names(store)
    fresh = _fresh({path: there[path] for path in sorted(there.keys() - graphs.keys())}, vault, settings)
    seen: list[_Seen] = []
    for path, note in graphs.items():
        # What the settings leave out today may have been read by the build.
        file = there.get(path) or (vault if vault.is_file() else vault / path)
        whole = notes.read_text(file, vault=vault, settings=settings) if _is_there(file) else None
        evidence = Evidence(store, note, names)
        if isinstance(whole, notes.Text) and whole.note == path:
            seen.append(_seen(path, evidence, whole, old_hash=hashes[path]))
        else:
            reason = whole.message if isinstance(whole, Problem) else ""
            seen.append(_Seen(path, evidence, evidence.passages(), reason=reason, is_missing=True))
    _name_anew(seen, fresh, hashes)
    moved = _moved(seen, fresh)
    texts = {one.now: one.text for one in seen} | {path: writable(found.text) for path, found in fresh.items()}
    starts = cache(lambda note: line_starts(texts[note]))
    for one in seen:
        yield one.check(moved.get(one.note, {}), lambda note, place: bisect_right(starts(note), place))
    for path in sorted(fresh.keys() - {one.renamed for one in seen}):
        yield Check(path, State.NEW)


def _is_there(file: Path) -> bool:
    """Return whether there is a file; what the system hides is taken to be there, so that its reason is told."""
    try:
        return file.is_file()
    except OSError:
        return True


def _fresh(files: Mapping[str, Path], vault: Path, settings: Settings) -> dict[str, notes.Text]:
    """Read the files that a build would read and the graph does not know."""
    read = {path: notes.read_text(file, vault=vault, settings=settings) for path, file in files.items()}
    return {path: found for path, found in read.items() if isinstance(found, notes.Text)}


@dataclass(slots=True)
class _Seen:
    """A note of the graph as it was found."""

    note: str
    evidence: Evidence
    passages: list[Passage]
    text: str = ""
    """As it is now, where it changed."""
    places: Places = field(default=_NOWHERE)
    changed: bool = True
    is_missing: bool = False
    reason: str = ""
    renamed: str = ""

    @property
    def now(self) -> str:
        """The name of the file that has the text now."""
        return self.renamed or self.note

    def lost(self) -> list[Passage]:
        """Return the passages that do not stand in the note any more, nor nearly."""
        return [one for one in self.passages if one not in self.places.exact and one not in self.places.reworded]

    def check(self, moved: Mapping[Passage, tuple[str, int]], line_of: LineOf) -> Check:
        """Tell what became of the note and its quotes."""
        findings: list[Finding] = []
        displaced = [one for one in self.passages if self.renamed or self.places.exact.get(one) != one.start]
        there = (self.places.exact, moved, self.places.stray)
        lost = any(not any(one in some for some in there) for one in displaced)
        rest = self.evidence.facts() if lost else {}
        old_lines = self.evidence.lines() if displaced else {}
        for one in displaced:
            of = rest.get((one.start, one.end), ())
            found = self._finding(one, old_lines.get((one.start, one.end), 0), of, moved.get(one), line_of)
            findings.append(found)
        facts = {fact for found in findings for fact in found.facts}
        state = self._state(findings)
        shown = () if state is State.UNREADABLE else tuple(findings)
        return Check(self.note, state, len(self.passages), len(facts), shown, self.reason, self.renamed)

    def _state(self, findings: list[Finding]) -> State:
        if self.is_missing:
            return State.UNREADABLE if self.reason else State.MISSING
        if any(one.fate is not Fate.MOVED for one in findings):
            return State.BROKEN
        if self.renamed:
            return State.RENAMED
        if findings:
            return State.MOVED
        return State.EDITED if self.changed else State.SAME

    def _finding(
        self, one: Passage, line: int, facts: tuple[Fact, ...], moved: tuple[str, int] | None, line_of: LineOf
    ) -> Finding:
        at = self.places.exact.get(one)
        if at is None and moved is None:
            at = self.places.stray.get(one)
        place = moved if at is None else (self.now, at)
        if place is not None:
            return Finding(Fate.MOVED, line, *one, place[0], line_of(*place))
        if one in self.places.reworded:
            start, end = self.places.reworded[one]
            now = self.text[start:end]
            there = self.now, line_of(self.now, start)
            return Finding(Fate.CHANGED, line, *one, *there, now, reworded(one.quote, now), facts)
        return Finding(Fate.GONE, line, *one, facts=facts)


def _seen(note: str, evidence: Evidence, whole: notes.Text, *, old_hash: str) -> _Seen:
    passages, text = evidence.passages(), writable(whole.text)
    places = relocate(text, passages)
    changed = whole.sha256 != old_hash
    return _Seen(
        note, evidence, passages, text if changed or len(places.exact) < len(passages) else "", places, changed
    )


def _name_anew(seen: list[_Seen], fresh: Mapping[str, notes.Text], hashes: Mapping[str, str]) -> None:
    """Find the files of missing notes under other names: those of the same content, else of most of the quotes."""
    free = dict(fresh)
    missing = [one for one in seen if one.is_missing and not one.reason]
    for one in missing:
        same = min((path for path, found in free.items() if found.sha256 == hashes[one.note]), default="")
        if same:
            _rename(one, same, free.pop(same))
    for one in missing:
        if one.renamed or not one.passages or not free:
            continue
        texts = {path: writable(found.text) for path, found in free.items()}
        found = Elsewhere(texts).find({one.note: one.passages}).get(one.note, {})
        counts = Counter(other for other, _ in found.values())
        best = min(counts, key=lambda other: (-counts[other], other), default="")
        if best and 2 * counts[best] >= len(one.passages):
            _rename(one, best, free.pop(best))


def _rename(one: _Seen, path: str, whole: notes.Text) -> None:
    one.renamed, one.text, one.is_missing = path, writable(whole.text), False
    one.places = relocate(one.text, one.passages)


def _moved(seen: list[_Seen], fresh: Mapping[str, notes.Text]) -> dict[str, dict[Passage, tuple[str, int]]]:
    """Look for what is gone from its note in all notes that have new text."""
    lost = {one.note: found for one in seen if not one.reason for found in [one.lost()] if found}
    if not lost:
        return {}
    texts = {one.now: one.text for one in seen if one.text}
    own = {one.now: {(at, passage.quote) for passage, at in one.places.exact.items()} for one in seen if one.text}
    texts |= {path: writable(found.text) for path, found in fresh.items() if path not in texts}
    return Elsewhere(texts, own).find(lost)
