"""Text with its parts marked: pieces that are put together, and the sheet they become."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Stretch:
    """A range of a sheet's text and what it is."""

    start: int
    end: int
    part: str
    record: int
    person: int = -1
    """Which author of the record it belongs to: for `family`, `given`, `suffix` and `affiliation`."""


@dataclass(frozen=True)
class Sheet:
    """A note or a part of one, with records in one layout."""

    text: str
    stretches: tuple[Stretch, ...]
    records: tuple[dict[str, Any], ...]
    layout: str


@dataclass(frozen=True)
class Piece:
    """Some text with marks; pieces are added to each other and to strings."""

    text: str = ""
    marks: tuple[Stretch, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.text)

    def __add__(self, other: Piece | str) -> Piece:
        if isinstance(other, str):
            return Piece(self.text + other, self.marks)
        shift = len(self.text)
        return Piece(self.text + other.text, (*self.marks, *(_moved(mark, shift) for mark in other.marks)))

    def __radd__(self, other: str) -> Piece:
        return Piece(other) + self

    def of(self, record: int) -> Piece:
        """Say which record all marks belong to."""
        marks = (Stretch(m.start, m.end, m.part, record, m.person) for m in self.marks)
        return Piece(self.text, tuple(marks))

    def wrap(self, before: str, after: str) -> Piece:
        """Put it between two strings, if there is anything."""
        return before + self + after if self else self

    def indented(self, rest: str) -> Piece:
        """Put a string before every line but the first; marks that go over lines are split."""
        if "\n" not in self.text:
            return self
        lines, marks, old, new = [], [], 0, 0
        for number, line in enumerate(self.text.split("\n")):
            lead = "" if not number else rest if line.strip() else rest.rstrip()
            for mark in self.marks:
                start, end = max(mark.start, old), min(mark.end, old + len(line))
                inside = line[start - old : end - old] if start < end else ""
                if inside.strip():
                    start += len(inside) - len(inside.lstrip())
                    end -= len(inside) - len(inside.rstrip())
                    shift = new + len(lead) - old
                    marks.append(replace(mark, start=start + shift, end=end + shift))
            lines.append(lead + line)
            new += len(lead) + len(line) + 1
            old += len(line) + 1
        return Piece("\n".join(lines), tuple(sorted(marks, key=lambda mark: mark.start)))

    def wrapped(self, width: int) -> Piece:
        """Break lines at blanks where they grow too long."""
        characters, column, blank = list(self.text), 0, -1
        for place, character in enumerate(self.text):
            column += 1
            if character == "\n":
                column, blank = 0, -1
            elif character == " ":
                if column > width and blank >= 0:
                    characters[blank] = "\n"
                    column = place - blank
                if self.text[place + 1 : place + 2].isalpha():
                    blank = place
        return Piece("".join(characters), self.marks).indented("")


def _moved(mark: Stretch, shift: int) -> Stretch:
    return Stretch(mark.start + shift, mark.end + shift, mark.part, mark.record, mark.person)


def mark(part: str, text: str, person: int = -1) -> Piece:
    """Make a piece that is a part as a whole, save blanks at its ends."""
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    return Piece(text, (Stretch(start, end, part, -1, person),) if start < end else ())


def join(pieces: Iterable[Piece | str], separator: str = "") -> Piece:
    """Put pieces one behind the other; empty ones are left out."""
    text, marks = "", []
    for piece in pieces:
        if not piece:
            continue
        whole = piece if isinstance(piece, Piece) else Piece(piece)
        text += separator if text else ""
        marks += [_moved(m, len(text)) for m in whole.marks]
        text += whole.text
    return Piece(text, tuple(marks))
