"""Lines of a source, and the way from a text made of lines back to the source."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.model import LINE_END
from kg.notes.draft import Draft


def between(divider: re.Pattern[str], text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[tuple[int, int]]:
    """Yield the ranges into which what a pattern finds divides a text.

    >>> list(between(re.compile(" and "), "Lind and Roe"))
    [(0, 4), (9, 12)]
    """
    for match in divider.finditer(text, start, end):
        yield start, match.start()
        start = match.end()
    yield start, min(end, len(text))


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a text without their ends, and where each starts."""

    texts: tuple[str, ...]
    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str, *, start: int = 0) -> Lines:
        r"""Split a text from a place on at every end of line: `\\n`, `\\r\\n`, `\\r`, and no other."""
        places = tuple(between(LINE_END, text, start))
        return cls(tuple(text[first:last] for first, last in places), tuple(first for first, _ in places))

    def without(self, unshown: re.Pattern[str]) -> Lines:
        """Leave out the lines that a pattern matches."""
        kept = [pair for pair in zip(self.texts, self.starts, strict=True) if not unshown.match(pair[0])]
        return self if len(kept) == len(self.texts) else Lines(tuple(t for t, _ in kept), tuple(s for _, s in kept))

    def part(self, first: int, contents: list[str], *, code: bool = False) -> Run:
        """Find consecutive contents, one a line from `first` on, in their lines: each is the end of its line.

        The indent of a line is layout and left out, but for code.
        """
        run = Run()
        for number, given in enumerate(contents, first):
            if number > first:
                run.newline(self.starts[number] - 1)
            content = given.lstrip(" \t")
            raw = self.texts[number] if number < len(self.texts) else ""
            column = max(len(raw) - len(content) if raw.endswith(content) else raw.rfind(content), 0)
            # markdown-it trims NBSP too, which may be half of a wrongly decoded character.
            tail = raw[column + len(content) :]
            end = column + len(content) + (len(tail.rstrip(" \t")) if tail.isspace() else 0)
            if code:
                indent = column - len(raw[:column].rstrip(" \t"))
                column -= min(indent, len(given) - len(content))
            run.append(raw[column:end] or content, self.starts[min(number, len(self.starts) - 1)] + column)
        return run


@dataclass(slots=True)
class Run:
    """A text put together from stretches of the source, in order."""

    parts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    """Where each stretch begins in the text."""
    sources: list[int] = field(default_factory=list)
    length: int = 0
    _text: str | None = None

    @classmethod
    def of(cls, text: str, source: int) -> Run:
        """Make a run of one stretch."""
        run = cls()
        run.append(text, source)
        return run

    def append(self, text: str, source: int) -> None:
        """Append a stretch that stands at a place of the source."""
        self.parts.append(text)
        self.starts.append(self.length)
        self.sources.append(source)
        self.length += len(text)
        self._text = None

    def newline(self, source: int) -> None:
        """Append an end of line."""
        self.append("\n", source)

    @property
    def text(self) -> str:
        """The text put together."""
        if self._text is None:
            self._text = "".join(self.parts)
        return self._text

    def whole(self, source: str) -> tuple[int, int] | None:
        """Return where all of the text stands together in the source; None where signs of a quote part its lines."""
        start = self.at(0)
        return (start, start + self.length) if source.startswith(self.text, start) else None

    def at(self, place: int) -> int:
        """Return the place in the source of a place in the text."""
        index = max(bisect_right(self.starts, place) - 1, 0)
        return self.sources[index] + place - self.starts[index] if self.sources else 0

    def end(self, place: int) -> int:
        """Return the place in the source behind the character before a place in the text."""
        return self.at(place - 1) + 1 if place else self.at(0)

    def copy(self, draft: Draft, start: int, end: int) -> None:
        """Append `text[start:end]` to a draft, stretch by stretch."""
        index = max(bisect_right(self.starts, start) - 1, 0)
        while index < len(self.starts) and self.starts[index] < end:
            first = max(start, self.starts[index])
            last = min(end, self.starts[index] + len(self.parts[index]))
            offset = self.starts[index]
            draft.add(self.parts[index][first - offset : last - offset], self.sources[index] + first - offset)
            index += 1
