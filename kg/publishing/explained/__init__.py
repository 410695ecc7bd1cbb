"""How a note was read, line by line: what `kg explain` prints on a terminal and writes as a page.

The page has no script and takes nothing from any host; text of notes is text in it only.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

import jinja2

from kg.extraction.entries import Entry, Field
from kg.model import Problem
from kg.publishing.explained.reading import FIELDS, Explanation, Reading, Row, Run

_CONTROL = (*range(9), 11, 12, *range(14, 32), *range(127, 160))
_TURNING = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
_UNSHOWN: dict[int, str | None] = {**dict.fromkeys(_CONTROL, "\ufffd"), **dict.fromkeys(_TURNING)}
"""Control characters, which no page may hold, and those that turn the order of the text around them."""


def render(explanation: Explanation) -> str:
    """Write the page."""
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=False,  # noqa: S701 - `finalize` escapes
        finalize=_safe,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    templates.filters.update({"class": _class, "name": name, "label": label, "summary": summary})
    used = {run.field for record in explanation.records for run in record.runs}
    return templates.get_template("page.html").render(
        title=explanation.note.id,
        counts=counts(explanation),
        legend=[field for field in FIELDS if field in used],
        lines=_with_regions(lines_of(explanation)),
    )


def _with_regions(lines: Iterator[Line]) -> Iterator[tuple[Line, str]]:
    """Yield each row with the kind of the region that it is in."""
    region = ""
    for line in lines:
        region = line.region or region
        yield line, region


def _class(words: str) -> str:
    return words.replace(" ", "-")


def _safe(value: object) -> str:
    return escape(str(value).translate(_UNSHOWN))


_AUTHORS = 4
"""Authors and links that are written out."""
_MARKUP, _DATA = re.compile(rb"\0{40,}"), re.compile(rb"\0{400,}")
"""Characters that are no text of a block, too many to be shown."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line: the words of one field, or the text between fields."""

    text: str
    run: Run | None
    record: Reading | None


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the note with what is shown beside and below it."""

    number: int
    """Of the line of the file; 0 for the further rows of a long one."""
    region: str
    """The kind of the region that begins here, or ""."""
    begun: tuple[Reading, ...]
    """The records that begin here."""
    open: bool
    """Whether it belongs to a record."""
    pieces: tuple[Piece, ...]
    ended: tuple[Reading, ...]
    """The records that end here."""
    problems: tuple[Problem, ...]


def lines_of(explanation: Explanation) -> Iterator[Line]:
    """Yield the rows of the note in order."""
    begun: dict[int, list[Reading]] = defaultdict(list)
    ended: dict[int, list[Reading]] = defaultdict(list)
    for record in explanation.records:
        if record.rows:
            begun[record.rows[0]].append(record)
            ended[record.rows[-1]].append(record)
    inside = {at for record in explanation.records for at in record.rows}
    regions: dict[int, str] = {}
    for at, kind in explanation.regions:
        regions.setdefault(at, kind.value)
    problems: dict[int, list[Problem]] = defaultdict(list)
    for at, problem in explanation.problems:
        problems[at].append(problem)
    painted, covered = _paint(explanation), _cover(explanation)
    for at, row in enumerate(explanation.rows):
        pieces = _pieces(explanation.note.text, painted, row)
        yield Line(
            row.line if row.first else 0,
            regions.get(at, ""),
            tuple(begun[at]),
            at in inside,
            tuple(_shortened(pieces, covered, row)),
            tuple(ended[at]),
            tuple(problems[at]),
        )


def _paint(explanation: Explanation) -> list[tuple[Run, Reading] | None]:
    """Return the run that each character belongs to; of two, the one named last."""
    painted: list[tuple[Run, Reading] | None] = [None] * len(explanation.note.text)
    for record in explanation.records:
        for run in record.runs:
            painted[run.start : run.end] = [(run, record)] * (run.end - run.start)
    return painted


def _cover(explanation: Explanation) -> bytearray:
    """Mark the characters that are text, not markup, with 1."""
    covered = bytearray(len(explanation.note.text))
    for block in explanation.note.blocks:
        for segment in block.origins:
            length = segment.source_end - segment.source_start
            covered[segment.source_start : segment.source_end] = b"\1" * length
    return covered


def _pieces(text: str, painted: list[tuple[Run, Reading] | None], row: Row) -> Iterator[Piece]:
    at = row.start
    for place in range(row.start + 1, row.end + 1):
        if place == row.end or painted[place] is not painted[at]:
            run, record = painted[at] or (None, None)
            yield Piece(text[at:place], run, record)
            at = place


def _shortened(pieces: Iterator[Piece], covered: bytearray, row: Row) -> Iterator[Piece]:
    """Leave out long runs of markup, scripts and data; in a page without line ends, shorter ones too."""
    most = _DATA if row.whole else _MARKUP
    at = row.start
    for piece in pieces:
        end = at + len(piece.text)
        text = piece.text
        if piece.run is None or not piece.run.field.endswith("link"):
            for gap in reversed(list(most.finditer(covered[at:end]))):
                text = f"{text[: gap.start()]} … {text[gap.end() :]}"
        yield Piece(text, piece.run, piece.record)
        at = end


def summary(record: Reading) -> str:
    """Return in one line what a record became, or why it was left out."""
    entry = record.entry
    if entry is None:
        return f"left out: {record.reason}"
    parts = (
        entry.title.text if entry.title else "no title",
        _text(entry.short),
        f"[{entry.citekey.text}]" if entry.citekey else "",
        _people(entry),
        _text(entry.year),
        _text(entry.venue),
        _text(entry.presentation),
        f"rated {entry.rating.text}" if entry.rating else "",
        entry.state.text if entry.state else "",
        _some([link.text for link in entry.links], " "),
        f"{entry.rule} {entry.confidence:.2f}",
    )
    return " · ".join(part for part in parts if part)


def name(record: Reading) -> str:
    """Return the short name of a record."""
    return f"R{record.number}"


def label(run: Run) -> str:
    """Name the field of a run, with a question mark if the record has something else in it."""
    return run.field if run.kept else f"{run.field}?"


def counts(explanation: Explanation) -> str:
    """Return how much was found."""
    left = sum(record.entry is None for record in explanation.records)
    figures = (
        (sum(row.first for row in explanation.rows), "line", ""),
        (len(explanation.regions), "region", ""),
        (len(explanation.records) - left, "record", ""),
        (left, "record", " left out"),
        (len(explanation.problems), "problem", ""),
    )
    shown = [(count, word, rest) for count, word, rest in figures if count or (word == "record" and not rest)]
    return ", ".join(f"{count:,} {word}{'s' * (count != 1)}{rest}" for count, word, rest in shown)


def _people(entry: Entry) -> str:
    shown = _some([author.text for author in entry.authors], ", ")
    return f"{shown} et al." if shown and entry.complete is False else shown


def _some(texts: list[str], between: str) -> str:
    more = f"{between}and {len(texts) - _AUTHORS} more" if len(texts) > _AUTHORS else ""
    return between.join(texts[:_AUTHORS]) + more


def _text(field: Field | None) -> str:
    return field.text if field is not None else ""
