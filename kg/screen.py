"""What people see: tables, sentences and the progress bar, on a terminal, in a pipe or in a file."""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import IO, TextIO

GAP = "  "
_DRIVING = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_NUMBER = re.compile(r"-?[0-9][0-9,]*(?:\.[0-9]+)?")
MIN_CELL = 8
"""On a narrow terminal a cell is cut to no fewer columns than this."""
WORTH_SAYING = 1000
"""Notes from which on a build says in a pipe at what it is."""
REDRAW = 0.1
"""Seconds between two looks of the progress bar."""


def say(text: str) -> None:
    """Say something beside an answer, on standard error."""
    print(f"kg: {text}", file=sys.stderr, flush=True)


def clean(text: str) -> str:
    r"""Make text safe for one line: a note may contain line breaks and terminal control codes.

    >>> clean("red \x1b[31malert\x1b[0m\nnext\tcell")
    'red \\x1b[31malert\\x1b[0m next cell'
    """
    return text.translate(_SHOWN)


def clean_each(text: str) -> str:
    r"""Make text safe for one line like `clean`, and keep each character one character.

    >>> clean_each("red \x1b[31malert\nnext")
    'red \ufffd[31malert next'
    """
    return text.translate(_SHOWN_AS_ONE)


def as_json(value: object) -> str:
    r"""Write a value as JSON without terminal control codes; a parser gets the same text.

    >>> print(as_json(["Σ", "\x1b[31m", "\x9b31m"]))
    ["Σ", "\u001b[31m", "\u009b31m"]
    """
    return _DRIVING.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


def width(text: str) -> int:
    """Count the columns a text takes on a terminal.

    >>> width("FAST"), width("知识"), width("e\u0301")
    (4, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(c) or unicodedata.category(c) == "Cf"
        else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


def cut(text: str, columns: int) -> str:
    """Shorten a text to a number of columns, and show that it was shortened.

    >>> cut("Lodestars", 8), cut("FAST", 8)
    ('Lodesta…', 'FAST')
    """
    if width(text) <= columns:
        return text
    kept, used = "", 1
    for character in text:
        used += width(character)
        if used > columns:
            break
        kept += character
    return kept + "…"


def table(
    columns: Sequence[str], rows: Sequence[Sequence[object]], *, columns_wide: int | None = None
) -> Iterator[str]:
    r"""Format rows under their column names; numbers are aligned to the right.

    Args:
        rows: a cell each; None is empty.
        columns_wide: cut cells so that lines fit this width; None leaves them complete, for programs.

    >>> print(*table(["kind", "count"], [["paper", 12], ["venue", 3]]), sep="\n")
    kind   count
    -----  -----
    paper     12
    venue      3
    """
    cells = [[clean("" if cell is None else str(cell)) for cell in row] for row in rows]
    widths = [max([width(name), *(width(row[i]) for row in cells)]) for i, name in enumerate(columns)]
    if columns_wide is not None:
        widths = _fit(widths, columns_wide - len(GAP) * (len(widths) - 1))
    right = [bool(rows) and all(_is_number(row[i]) for row in rows) for i in range(len(columns))]
    for line in [list(columns), ["-" * w for w in widths], *cells]:
        padded = [_pad(cut(cell, w), w, right=r) for cell, w, r in zip(line, widths, right, strict=True)]
        yield GAP.join(padded).rstrip()


def terminal_width(stream: TextIO) -> int | None:
    """Return the width of the terminal that a stream writes to; None when it writes to a pipe or a file."""
    return shutil.get_terminal_size().columns if stream.isatty() else None


def show(columns: Sequence[str], rows: Sequence[Sequence[object]], stream: IO[str] | None = None) -> None:
    """Print a table: cut to the screen on a terminal, complete elsewhere."""
    lines = table(columns, rows, columns_wide=terminal_width(sys.stdout))
    for number, line in enumerate(lines):
        print(bold(line, sys.stdout) if number == 0 else line, file=stream)


@contextlib.contextmanager
def paged(lines: int, *, is_on: bool = True) -> Iterator[IO[str]]:
    """Yield a stream to print to: output longer than the screen goes through the user's pager, or `less`.

    Args:
        lines: how many will be printed.
        is_on: whether to page at all.
    """
    command = os.environ.get("KG_PAGER", os.environ.get("PAGER", "less"))
    program = shlex.split(command) if is_on and sys.stdout.isatty() else []
    if not program or lines <= shutil.get_terminal_size().lines or shutil.which(program[0]) is None:
        yield sys.stdout
        return
    # As git does: short answers are not paged, colours pass, wide lines are not folded.
    environment = {"LESS": "FRSX", **os.environ}
    with subprocess.Popen(  # noqa: S603 - the person's own pager
        program, stdin=subprocess.PIPE, env=environment, text=True, encoding="utf-8"
    ) as pager:
        assert pager.stdin is not None  # noqa: S101 - it is a pipe
        with contextlib.suppress(BrokenPipeError):
            yield pager.stdin
            pager.stdin.close()


def bold(text: str, stream: TextIO) -> str:
    """Mark text on a terminal, unless NO_COLOR is set."""
    return f"\x1b[1m{text}\x1b[0m" if has_style(stream) else text


def has_style(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that shows styles and colours, and NO_COLOR is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


@contextlib.contextmanager
def progress(
    stream: TextIO, *, clock: Callable[[], float] = time.monotonic, unit: str = "notes"
) -> Iterator[Callable[[int, int, str], None]]:
    """Yield a function that shows progress, called with notes done, notes in all, and the stage.

    On a terminal it draws a bar with notes per second and the remaining time of the stage, removed at the end. In a
    pipe or a file it says each stage in one line, of a large vault only: a program has no use for more.
    """
    if not stream.isatty():
        yield _Lines(stream, unit)
        return
    try:
        yield _Bar(stream, clock, unit)
    finally:
        stream.write("\r\x1b[K")
        stream.flush()


class _Lines:
    """A line for each stage."""

    def __init__(self, stream: TextIO, unit: str) -> None:
        self._stream = stream
        self._unit = unit
        self._stage = ""

    def __call__(self, _done: int, total: int, stage: str) -> None:
        if stage != self._stage and total >= WORTH_SAYING:
            print(f"kg: {stage} {total:,} {self._unit}", file=self._stream, flush=True)
        self._stage = stage


class _Bar:
    """A line that is drawn over and over."""

    def __init__(self, stream: TextIO, clock: Callable[[], float], unit: str) -> None:
        self._stream = stream
        self._unit = unit
        self._clock = clock
        self._stage = ""
        self._began = self._drawn = 0.0

    def __call__(self, done: int, total: int, stage: str) -> None:
        now = self._clock()
        if stage != self._stage:
            self._stage, self._began = stage, now
        elif now - self._drawn < REDRAW and done < total:
            return
        self._drawn = now
        self._draw(self._line(done, total, now - self._began))

    def _line(self, done: int, total: int, seconds: float) -> str:
        filled = 20 * done // max(total, 1)
        line = f"{clean(self._stage):9} [{'#' * filled}{'.' * (20 - filled)}] {done:,}/{total:,}"
        if not done or not seconds:
            return line
        speed = done / seconds
        shown = f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}"
        return f"{line}  {shown} {self._unit}/s  {_spoken((total - done) / speed)} left"

    def _draw(self, line: str) -> None:
        columns = shutil.get_terminal_size().columns - 1
        self._stream.write(f"\r{cut(line, columns)}\x1b[K")
        self._stream.flush()


def _spoken(seconds: float) -> str:
    """Return how long something takes.

    >>> _spoken(4.2), _spoken(60), _spoken(93), _spoken(7260)
    ('5 s', '60 s', '1 min 33 s', '2 h 1 min')
    """
    whole = math.ceil(seconds)
    if whole <= 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def _shown(character: str) -> str:
    if character.isspace():
        return " "
    if (
        unicodedata.category(character) in {"Cc", "Cs"}
        or character in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    ):
        return character.encode("unicode_escape").decode("ascii")
    return character


class _Table(dict[int, str]):
    """How each character is shown, found out when a text first has it."""

    def __init__(self, show: Callable[[str], str]) -> None:
        super().__init__()
        self._show = show

    def __missing__(self, code: int) -> str:
        shown = self[code] = self._show(chr(code))
        return shown


def _shown_as_one(character: str) -> str:
    shown = _shown(character)
    return shown if len(shown) == 1 else "\ufffd"


_SHOWN, _SHOWN_AS_ONE = _Table(_shown), _Table(_shown_as_one)


def _is_number(cell: object) -> bool:
    if isinstance(cell, str):
        return _NUMBER.fullmatch(cell) is not None
    return cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool))


def _fit(widths: Sequence[int], room: int) -> list[int]:
    """Take columns from the widest until all fit, so that one long title does not hide the rest of the row."""
    fitted = list(widths)
    while sum(fitted) > room and max(fitted, default=0) > MIN_CELL:
        widest = fitted.index(max(fitted))
        second = max([w for i, w in enumerate(fitted) if i != widest], default=MIN_CELL)
        need = sum(fitted) - room
        fitted[widest] -= max(1, min(need, fitted[widest] - max(second, MIN_CELL)))
    return fitted


def _pad(text: str, columns: int, *, right: bool) -> str:
    space = " " * max(columns - width(text), 0)
    return space + text if right else text + space
