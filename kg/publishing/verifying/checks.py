"""What becomes of notes and quotes between a build and now."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from kg.publishing.verifying.evidence import Fact
from kg.publishing.verifying.rewording import Piece


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
