"""How answers with sentences are laid out: headings, things with what is known of them, quotes with their places."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from kg import screen
from kg.asking.sentences import Passage
from kg.asking.subjects import Subject

T = TypeVar("T")
PIPE_WIDTH = 100
"""Columns of wrapped text where there is no terminal."""
QUOTED = 280
"""Characters of a sentence that are shown; a program gets all of it with `--json`."""
BAR = 40
Ranges = Sequence[tuple[int, int]]


def width() -> int:
    """Return the number of columns to fill."""
    return screen.terminal_width(sys.stdout) or PIPE_WIDTH


def heading(text: str, shown: int = 0, number: int = 0) -> str:
    """Write a heading, with "N of M" if not everything is shown.

    >>> heading("papers", 20, 94), heading("papers", 3, 3)
    ('papers: 20 of 94 (--limit 0 shows all)', 'papers: 3')
    """
    if not number:
        return screen.bold(text, sys.stdout)
    count = f"{shown:,} of {number:,} (--limit 0 shows all)" if shown < number else f"{number:,}"
    return f"{screen.bold(text, sys.stdout)}: {count}"


def section(title: str, some: Sequence[T], limit: int, lines: Callable[[T], Iterable[str]]) -> Iterator[str]:
    """Write a list below a heading, not more of it than a limit other than 0; nothing if there is nothing."""
    if some:
        yield ""
        yield heading(title, min(limit or len(some), len(some)), len(some))
        for one in some[: limit or None]:
            yield from lines(one)


def item(name: str, told: Iterable[str], *, indent: int = 2) -> Iterator[str]:
    """Write a thing, followed by what is known about it."""
    known = ", ".join(screen.clean(one) for one in told if one)
    line = screen.clean(name) + (f"  ({known})" if known else "")
    yield from _named(wrapped(line, indent=indent, hanging=indent + 2), screen.clean(name))


def subject(meant: Subject) -> Iterator[str]:
    """Write what an answer is about: how the name was understood, the name, and what has it."""
    yield from notices(meant)
    if not meant.says:
        yield from item(meant.name, [meant.kind], indent=0)


def notices(meant: Subject) -> Iterator[str]:
    """Write what is not plain from the name of a subject: how it was understood, and that several things have it."""
    for line in meant.told:
        yield from wrapped(screen.clean(line))
    if meant.says:
        yield from _named(wrapped(screen.clean(str(meant)), hanging=2), screen.clean(meant.name))


def _named(lines: Sequence[str], name: str) -> Iterator[str]:
    """Mark a name in the first of some lines."""
    yield lines[0].replace(name, screen.bold(name, sys.stdout), 1)
    yield from lines[1:]


def quote(passage: Passage | None, marked: Ranges = (), *, indent: int = 4) -> Iterator[str]:
    """Write a sentence after its place, with matches marked on a terminal."""
    if passage is None:
        return
    place = f"{passage.note}:{passage.line}"
    sentence, ranges = cut(passage.sentence, marked)
    lines = wrapped(f"{screen.clean(place)}  {sentence}", indent=indent, hanging=indent + 2)
    if not screen.has_style(sys.stdout):
        yield from lines
        return
    words = sorted({sentence[start:end] for start, end in ranges}, key=len, reverse=True)
    for number, line in enumerate(lines):
        head, text = (line[: indent + len(place)], line[indent + len(place) :]) if number == 0 else ("", line)
        yield f"\x1b[2m{head}\x1b[0m{_with_marks(text, words)}" if head else _with_marks(text, words)


class Quotes:
    """Writes sentences as `quote` does, each once; for a repeated one only the place."""

    def __init__(self) -> None:
        self._written: set[Passage] = set()

    def quote(self, passage: Passage | None, marked: Ranges = (), *, indent: int = 4) -> Iterator[str]:
        """Write a sentence, or only its place."""
        if passage is not None and passage in self._written:
            yield from wrapped(screen.clean(f"{passage.note}:{passage.line}  (quoted above)"), indent=indent)
        else:
            yield from quote(passage, marked, indent=indent)
        if passage is not None:
            self._written.add(passage)


def cut(sentence: str, marked: Ranges = ()) -> tuple[str, list[tuple[int, int]]]:
    """Make a sentence safe for a line, and shorten a long one around its marks.

    >>> cut("a" * 300 + " here " + "b" * 300, [(301, 305)])[0].split()[1]
    'here'
    """
    text = screen.clean_each(sentence)
    if len(text) <= QUOTED:
        return text, list(marked)
    first = min((start for start, _ in marked), default=0)
    begin = max(min(first - QUOTED // 3, len(text) - QUOTED), 0)
    if begin:
        blank = text.find(" ", begin, first)
        begin = blank + 1 if blank >= 0 else begin
    end = begin + QUOTED
    if end < len(text):
        blank = text.rfind(" ", begin + QUOTED // 2, end)
        end = blank if blank >= 0 else end
    head = "… " if begin else ""
    shift = begin - len(head)
    kept = [(start - shift, stop - shift) for start, stop in marked if begin <= start and stop <= end]
    return head + text[begin:end] + (" …" if end < len(text) else ""), kept


def wrapped(text: str, *, indent: int = 0, hanging: int = 0) -> list[str]:
    """Break a text into lines that fit, by the columns that its characters occupy."""
    room = max(width(), hanging + 20)
    lines: list[str] = []
    line, used = " " * indent, indent
    for word in text.split(" "):
        for number, piece in enumerate(_pieces(word, room - hanging)):
            gap = 0 if number or used == (hanging if lines else indent) else 1
            columns = screen.width(piece)
            if used + gap + columns > room and line.strip():
                lines.append(line.rstrip())
                line, used, gap = " " * hanging, hanging, 0
            line += " " * gap + piece
            used += gap + columns
    return [*lines, line.rstrip()]


def _pieces(word: str, room: int) -> Iterator[str]:
    """Cut a word that fits on no line, as texts without blanks are."""
    piece, used = "", 0
    for character in word:
        columns = screen.width(character)
        if used + columns > room:
            yield piece
            piece, used = "", 0
        piece += character
        used += columns
    yield piece


def bars(counts: Mapping[str, int]) -> Iterator[str]:
    """Draw a bar for each count.

    >>> list(bars({"2024": 2, "2025": 4}))[0]
    '  2024  ####################                      2'
    """
    most = max(counts.values(), default=1)
    room = min(BAR, max(width() - 20, 10))
    label = max(map(len, counts), default=0)
    for name, count in counts.items():
        bar = "#" * max(round(room * count / most), 1 if count else 0)
        yield f"  {name:{label}}  {bar:{room}}  {count:,}".rstrip() if count else f"  {name}"


def _with_marks(text: str, words: Sequence[str]) -> str:
    if not words:
        return text
    import re

    pattern = "|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words)
    return re.sub(pattern, lambda found: f"\x1b[1;4m{found[0]}\x1b[0m", text)
