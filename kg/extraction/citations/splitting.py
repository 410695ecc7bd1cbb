"""Cut a text into single references: numbered, separated by blank lines, or one on each line."""

from __future__ import annotations

import itertools
import re

_NUMBER = re.compile(r"^[ \t]*(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})[.)])(?=\s|[^\W\d_])", re.MULTILINE)
_BLANK = re.compile(r"\n[ \t]*\n")


def split(text: str) -> tuple[tuple[int, int], ...]:
    r"""Give the ranges of the single references in a text; one range when it is one.

    >>> text = "[1] A. One: First. 2001.\n[2] B. Two: A second that is\n    wrapped. 2002."
    >>> [text[start:end] for start, end in split(text)]
    ['[1] A. One: First. 2001.', '[2] B. Two: A second that is\n    wrapped. 2002.']
    """
    ranges = []
    for start, end in _at(text, 0, len(text), [m.start() + 1 for m in _BLANK.finditer(text)]):
        numbers = _numbered(text, start, end)
        ranges += _at(text, start, end, numbers) if len(numbers) > 1 else _lines(text, start, end)
    return tuple(ranges)


def _at(text: str, start: int, end: int, places: list[int]) -> list[tuple[int, int]]:
    """Cut a range at places; leave out blanks at the ends of the pieces, and empty pieces."""
    cuts = [start, *(place for place in places if start < place < end), end]
    found = []
    for first, last in itertools.pairwise(cuts):
        piece = text[first:last]
        if piece.strip():
            found.append((first + len(piece) - len(piece.lstrip()), last - (len(piece) - len(piece.rstrip()))))
    return found


def _numbered(text: str, start: int, end: int) -> list[int]:
    """Find the lines that begin with the next number of a list, so that a wrapped `12. New York` is none."""
    places: list[int] = []
    wanted: int | None = None
    for match in _NUMBER.finditer(text, start, end):
        number = int(match[1] or match[2] or match[3])
        if wanted is None or number == wanted:
            places.append(match.start())
            wanted = number + 1
    return places


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Cut where each line is a reference of its own; else they are the lines of one wrapped reference."""
    places = [match.end() for match in re.finditer(r"\n", text[start:end])]
    lines = [piece for piece in text[start:end].split("\n") if piece.strip()]
    if len(lines) < 2 or not all(_whole(line) for line in lines) or _wrapped(lines):
        return _at(text, start, end, [])
    return _at(text, start, end, [start + place for place in places])


def _wrapped(lines: list[str]) -> bool:
    """Say whether a line ends amid words where the next word would have been too much for the width of the text."""
    width = max(map(len, lines))
    return any(
        line.rstrip()[-1].isalpha() and len(line.rstrip()) + 1 + len(behind.split()[0]) > width
        for line, behind in itertools.pairwise(lines)
    )


def _whole(line: str) -> bool:
    """Say whether a line could be a whole reference: it begins like one, is long, and has a year or an address."""
    line = line.strip()
    begins = line[:1].isupper() or not line[:1].isascii() or line[:1] in "\"“[*'‘"
    return begins and len(line) > 40 and re.search(r"\b(?:19|20)\d\d|https?://|et al", line) is not None
