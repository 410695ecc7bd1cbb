"""What was read beside a title, and how much of the text it explains.

What is left unexplained decides whether a line was about the paper or was a sentence about something else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kg.extraction.entries import Entry, Field


@dataclass(frozen=True, slots=True)
class Details:
    """What was read beside a title."""

    authors: tuple[Field, ...] = ()
    complete: bool | None = None
    year: Field | None = None
    venue: Field | None = None
    presentation: Field | None = None
    links: tuple[Field, ...] = ()
    keywords: tuple[Field, ...] = ()
    rating: Field | None = None
    citekey: Field | None = None
    title: Field | None = None
    letters: int = 0
    """Letters and digits in the text read."""
    left: int = 0
    """Those of them that nothing explains."""

    @property
    def explained(self) -> bool:
        """Whether the text was about the paper: little of it is left over."""
        return (self.letters > 0 or bool(self.links)) and self.left <= max(4, 0.25 * self.letters)

    @property
    def found(self) -> bool:
        """Whether anything was read."""
        return bool(self.authors or self.year or self.venue or self.presentation or self.links)

    def and_then(self, other: Details) -> Details:
        """Complete this by what was read farther away; the nearer value wins."""
        return Details(
            self.authors or other.authors,
            self.complete if self.authors else other.complete,
            self.year or other.year,
            self.venue or other.venue,
            self.presentation or other.presentation,
            tuple(dict.fromkeys(self.links + other.links)),
            tuple(dict.fromkeys(self.keywords + other.keywords)),
            self.rating or other.rating,
            self.citekey or other.citekey,
            self.title or other.title,
            self.letters + other.letters,
            self.left + other.left,
        )


def fill(entry: Entry, details: Details) -> Entry:
    """Complete an entry by details; what the entry has stays."""
    return replace(
        entry,
        authors=entry.authors or details.authors,
        complete=entry.complete if entry.authors else details.complete,
        year=entry.year or details.year,
        venue=entry.venue or details.venue,
        presentation=entry.presentation or details.presentation,
        links=tuple(dict.fromkeys(entry.links + details.links)),
        keywords=tuple(dict.fromkeys(entry.keywords + details.keywords)),
        rating=entry.rating or details.rating,
        citekey=entry.citekey or details.citekey,
    )
