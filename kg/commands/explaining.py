"""`kg explain`: a note line by line, with its regions, its records and the field of each word."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from kg import extraction, notes, pipeline, screen
from kg.errors import UsageError
from kg.model import Note, Problem
from kg.pipeline import vocabularies
from kg.publishing import explained
from kg.publishing.explained import Line, Piece, reading, render
from kg.publishing.explained.reading import FIELDS, TABLE, Explanation
from kg.publishing.explained.regions import RegionKind
from kg.settings import Settings, find
from kg.writing import write_bytes

KIND = max(len(kind) for kind in RegionKind)
RECORD = 8
"""Columns of the gutter for kinds and for records."""
LEAST = 30
"""Columns left for text on a narrow terminal."""
STYLES = {row["field"]: row["style"] for row in TABLE}
"""Codes of ANSI terminals; dim ones go beside those they resemble."""
_DIM, _REGION, _PROBLEM, _RECORD = "2", "1", "31", "1;34"


def explain(asked: Namespace) -> int:
    """Show how a note is read, on the terminal or as a page."""
    settings, place, root = _located(asked.note, asked.vault)
    html: Path | None = asked.html
    note, problems = _read(place, root, settings)
    if html is not None and html.exists() and html.samefile(place):
        raise UsageError(
            f"{html} is the note itself, which kg does not change. Give another file: --html explained.html"
        )
    labels = vocabularies.load(root, settings).labels()
    read = extraction.read(note, extraction.make_nlp(settings.spacy_model), labels)
    explanation = reading.explain(*read, problems)
    if html is not None:
        write_bytes(html, render(explanation).encode("utf-8", "backslashreplace"))
        print(f"Open {html} in a browser.")
        return 0
    for line in _shown(explanation, style=screen.has_style(sys.stdout), wide=screen.terminal_width(sys.stdout)):
        print(line)
    return 0


def _located(path: Path, vault: Path | None) -> tuple[Settings, Path, Path]:
    """Return the settings, the file of the note, and the vault, or the file when it stands alone."""
    if vault is not None and not vault.is_dir():
        raise UsageError(f"there is no folder {str(vault)!r}. Give the folder of your notes: --vault DIR")
    place = vault / path if vault is not None and not path.exists() and (vault / path).exists() else path
    if place.is_dir():
        raise UsageError(f"{place} is a folder. Give one note: kg explain NOTE")
    if not place.exists():
        raise UsageError(f"there is no file {str(path)!r}. Give a note: kg explain NOTE")
    if vault is None:
        return find(place), place, place
    try:
        return find(vault), vault / place.resolve().relative_to(vault.resolve()), vault
    except ValueError as error:
        raise UsageError(
            f"{place} is not in {vault}. Leave out --vault, or give a folder that contains the note"
        ) from error


def _read(path: Path, vault: Path, settings: Settings) -> tuple[Note, tuple[Problem, ...]]:
    reading = notes.read(path, vault=vault, settings=settings)
    if reading.note is None:
        raise UsageError(f"{path} cannot be shown: {'; '.join(problem.message for problem in reading.problems)}")
    decisions = pipeline.read_decisions(vault)
    return replace(reading.note, lists=decisions.lists(reading.note.id)), reading.problems


def _shown(explanation: Explanation, *, style: bool, wide: int | None) -> Iterator[str]:
    note = explanation.note
    yield _styled(f"{screen.clean(note.id)}: {explained.counts(explanation)}", _REGION, style=style)
    if style:
        used = {run.field for record in explanation.records for run in record.runs}
        yield "fields: " + "  ".join(_styled(field, STYLES[field], style=True) for field in FIELDS if field in used)
    yield ""
    digits = len(str(explanation.rows[-1].line))
    for line in explained.lines_of(explanation):
        yield from _line(line, digits, style=style, wide=wide)


def _line(line: Line, digits: int, *, style: bool, wide: int | None) -> Iterator[str]:
    """Show a line behind its gutter, and below it what became of the records that end there."""
    room = max(wide - digits - KIND - RECORD - 3, LEAST) if wide is not None else None
    number = str(line.number or "").rjust(digits)
    first = f"{_styled(number, _DIM, style=style)} {_styled(line.region.ljust(KIND), _REGION, style=style)} "
    records = _records(line)
    for text in _wrapped(line.pieces, room, style=style):
        yield f"{first}{_styled(f'{records:{RECORD}}', _RECORD, style=style)} {text}".rstrip()
        first, records = " " * (digits + KIND + 2), "│" if line.open else ""
    margin = " " * (digits + KIND + RECORD)
    for record in line.ended:
        text = f"└ {explained.name(record)}: {explained.summary(record)}"
        yield from _below(margin, text, room, _PROBLEM if record.entry is None else _DIM, style=style)
    for problem in line.problems:
        text = f"! {problem.code}: {problem.message}"
        yield from _below(margin, text, room, _PROBLEM, style=style)


def _records(line: Line) -> str:
    if not line.begun:
        return "│" if line.open else ""
    first, last = explained.name(line.begun[0]), explained.name(line.begun[-1])
    return first if len(line.begun) == 1 else f"{first}-{last}"


def _below(margin: str, text: str, room: int | None, code: str, *, style: bool) -> Iterator[str]:
    for number, part in enumerate(_parts(screen.clean(text), room)):
        yield margin + ("  " if number else "") + _styled(part, code, style=style)


def _wrapped(pieces: tuple[Piece, ...], room: int | None, *, style: bool) -> Iterator[str]:
    """Yield a line as one or more rows; the fields are coloured, or named in brackets where there are no colours."""
    row, used = "", 0
    for piece in pieces:
        text, code = screen.clean(piece.text), ""
        if piece.run is not None:
            code = STYLES[piece.run.field] + ("" if piece.run.kept else ";9")
            text = text if style else f"‹{explained.label(piece.run)} {text}›"
        for number, part in enumerate(_parts(text, room, used)):
            if number:
                yield row
                row, used = "", 0
            row += _styled(part, code, style=style and bool(code))
            used += screen.width(part)
    yield row


def _parts(text: str, room: int | None, used: int = 0) -> Iterator[str]:
    """Cut a text, between words where there are any, into parts that fit a row, the first behind what is used of it."""
    start, columns, space = 0, used, 0
    for at, character in enumerate(text if room is not None else ""):
        columns += screen.width(character)
        begun = at > start or (used and not start)
        if room is not None and columns > room and begun and character != " ":
            cut = space if space > start else start if used and not start else at
            yield text[start:cut].rstrip(" ")
            start, used, columns = cut, 0, screen.width(text[cut : at + 1])
        space = at + 1 if character == " " else space
    yield text[start:]


def _styled(text: str, code: str, *, style: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if style and text else text
