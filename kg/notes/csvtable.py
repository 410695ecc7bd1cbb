"""CSV and TSV: a reading list, or a database of Notion, as a table. Measurements are tables, too, and no notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.model import LINE_END, BlockKind
from kg.notes.clippings import columns, read_highlights
from kg.notes.draft import UNKNOWN, Content, Draft, Piece, Source, cut
from kg.notes.lines import Run, between
from kg.notes.outline import Outline
from kg.notes.programs import relations
from kg.notes.tagformats import LIBRARIES
from kg.notes.tagged import Format, Tagged, add
from kg.notes.values import readable
from kg.notes.yamltree import NAMES

_FEWEST, _SHARE = 3, 0.9
"""Lines of a table in a text file, and the share of them that have as many cells as the first."""
_LONGEST_NAME = 60
"""Characters of the name of a column."""
SAMPLE = 50
"""Rows that are looked at to tell notes from measurements."""

_NUMBER = re.compile(
    r"\s*[-+]?(?:\d[\d,' ]{0,60})?[.,]?\d{1,60}(?:[eE][-+]?\d{1,9})?\s*(?:%\s*)?|\s*(?:nan|inf|null|true|false)\s*",
    re.IGNORECASE,
)
_SEPARATOR_LINE = re.compile(r"\ufeff?sep=(?P<sign>.)[ \t]*(?:\r\n|\n|\r)")
_SIGNS = {",": r",(?! )", ";": ";", "\t": "\t", "|": r"\|"}
_COMMA = re.compile(r",\s*")
_KNOWN = 4
"""Columns by which the library of a program is told, beside the one that only that program has."""
_SERIAL = re.compile(r"\s\((?P<series>[^()#]{2,100}?),?\s#[\d.–-]{1,8}\)\s*$")
_SHELVES = frozenset({"to-read", "currently-reading", "read"})
"""Shelves that every library of Goodreads has."""
_OF_SERIES = "Series"
"""Behind the title of a book, Goodreads has the series and a number: `The Road (Roads, #2)`."""
_QUOTED = re.compile(r'"[^"]*(?:""[^"]*)*"')
_LINE = re.compile(r"[^\r\n]*")
_FENCED = {"csv": ",", "tsv": "\t"}
"""Languages of fences that hold tables, and what divides cells there."""

Cell = list[Piece]


def read_csv(source: Source) -> Content:
    """Read a table; the sign between its cells is told by its first line."""
    marked = _SEPARATOR_LINE.match(source.text)
    start = marked.end() if marked else 0
    first = _LINE.match(source.text, start)
    sign = marked["sign"] if marked else _sign(first.group() if first else "")
    return _read(source, sign, start)


def _sign(line: str) -> str:
    """Tell what divides cells; a comma before a space is one of a text."""
    bare = re.sub(r'"[^"]*"', "", line)
    counts = {sign: len(re.findall(pattern, bare)) for sign, pattern in _SIGNS.items()}
    return max(counts, key=lambda sign: counts[sign])


def is_tsv(text: str) -> bool:
    r"""Return whether a text is a table with tabs between its cells: nine in ten lines have those of the first.

    >>> is_tsv("Title\tAuthors\tYear\nA study\tJ. Lind\t2017\nMoss\tN. Okafor\t2021\n"), is_tsv("a\tb\n")
    (True, False)
    """
    lines = [line for line in _LINE.findall(text) if line.strip()]
    tabs = [line.count("\t") for line in lines]
    return len(lines) >= _FEWEST and tabs[0] > 1 and tabs.count(tabs[0]) >= _SHARE * len(lines)


def read_tsv(source: Source) -> Content:
    """Read a table with tabs between its cells."""
    return _read(source, "\t", 0)


def _read(source: Source, sign: str, start: int) -> Content:
    outline = Outline(source)
    rows = _rows(outline, sign, start, len(source.text))
    held = columns(["".join(piece[0] for piece in cell).strip() for cell in rows[0]]) if rows else {}
    if held:
        return read_highlights(outline, rows[1:], held)
    if rows and (form := _library(rows[0])):
        names = list(map(_text, rows[0]))
        for row in rows[1:]:
            add(outline, form, list(_values(form, names, row)))
        return outline.content()
    if rows and _is_measured(rows[1 : 1 + SAMPLE]):
        message = (
            "this table is mostly numbers, so it was not read: it looks like measurements. To leave the file out, add "
            "its name to `ignore` in kg.toml"
        )
        return Content((), (source.problem(UNKNOWN, message, 0, 1),))
    _add_rows(outline, rows)
    return outline.content()


def add_fence(outline: Outline, run: Run, language: str) -> bool:
    """Add the rows of a fence of CSV or TSV whose columns are those of works, and return whether they are."""
    place = run.whole(outline.source.text) if language in _FENCED else None
    if place is None:
        return False
    rows = _rows(outline, _FENCED[language], *place)
    named = {NAMES.get(_text(cell).casefold()) for cell in rows[0]} if rows else set()
    if not ("title" in named and named & {"author", "year"}):
        return False
    _add_rows(outline, rows)
    return True


def _rows(outline: Outline, sign: str, start: int, end: int) -> list[list[Cell]]:
    return [row for row in _Table(outline, sign, start, end).rows() if any(cell for cell in row)]


def _add_rows(outline: Outline, rows: list[list[Cell]]) -> None:
    group = outline.new_group()
    for number, row in enumerate(rows):
        header = number == 0 and _names_columns(row)
        outline.layout(_draft(row), BlockKind.HEADER if header else BlockKind.ROW, group=group)


def _text(cell: Cell) -> str:
    return "".join(piece[0] for piece in cell).strip()


def _library(header: list[Cell]) -> Format | None:
    """Return the program that exported its library with such columns."""
    names = set(map(_text, header))
    return next(
        (form for form in LIBRARIES if form.opening in names and len(names & form.names.keys()) >= _KNOWN), None
    )


def _values(form: Format, names: list[str], row: list[Cell]) -> Iterator[Tagged]:
    """Yield the values of a row; a shelf that says how far the reading has come is no keyword, and no rating is 0."""
    cells = list(zip(names, row, strict=False))
    shelves = _SHELVES | {_text(cell) for name, cell in cells if form.names.get(name) == "status"}
    for name, cell in cells:
        field = form.names.get(name, "")
        listed = name in form.listed
        if field == "title" and cell and (serial := _SERIAL.search(cell[-1][0])):
            yield Tagged(_OF_SERIES, [cut(cell[-1], *serial.span("series"))])
            cell = [*cell[:-1], cut(cell[-1], 0, serial.start())]
        parts = [[cut(piece, *part)] for piece in cell for part in between(_COMMA, piece[0])] if listed else [cell]
        unrated = field == "rating" and not _text(cell).strip("0.")
        yield from (Tagged(name, part) for part in parts if not unrated and not (listed and _text(part) in shelves))


def _names_columns(row: list[Cell]) -> bool:
    """Return whether a first row is names of columns: short, and no addresses."""
    texts = ["".join(piece[0] for piece in cell) for cell in row]
    return all(len(text) <= _LONGEST_NAME and "://" not in text for text in texts)


def _is_measured(rows: list[list[Cell]]) -> bool:
    """Return whether most of the cells are numbers: at most two columns of a reading list are."""
    texts = ["".join(piece[0] for piece in cell) for row in rows for cell in row if cell]
    numbers = sum(_NUMBER.fullmatch(text) is not None for text in texts)
    return numbers * 2 > len(texts)


def _draft(row: list[Cell]) -> Draft:
    draft = Draft()
    behind = 0
    for cell in row:
        with draft.cell(behind):
            for text, start, end in readable(cell):
                last = 0
                for first, stop, name in relations(text):
                    draft.add(text[last:first].replace("\t", " "), start + last, start + first)
                    draft.add(name, start + first, start + stop)
                    last = stop
                draft.add(text[last:].replace("\t", " "), start + last, end)
        behind = cell[-1][2] if cell else behind
    draft.link_addresses()
    return draft


@dataclass(slots=True)
class _Table:
    outline: Outline
    sign: str
    place: int
    end: int
    open_ended: bool = False
    """Whether a quotation mark was found that nothing closes: then none is looked for beyond its line."""
    plain: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        self.plain = re.compile(rf"[^\r\n{re.escape(self.sign)}]*")

    def rows(self) -> Iterator[list[Cell]]:
        """Yield the rows; a line break in quotation marks ends none."""
        text = self.outline.source.text
        row: list[Cell] = []
        while self.place < self.end:
            row.append(self._cell())
            if text.startswith(self.sign, self.place):
                self.place += 1
                if self.place < self.end:
                    continue
            end = LINE_END.match(text, self.place)
            self.place = end.end() if end else self.place
            yield row
            row = []

    def _cell(self) -> Cell:
        text, start = self.outline.source.text, self.place
        cell: Cell = []
        if text.startswith('"', start):
            quoted = None if self.open_ended else _QUOTED.match(text, start)
            if quoted is not None:
                cell = list(_unquoted(text, start + 1, quoted.end() - 1))
                start = quoted.end()
            elif not self.open_ended:
                self.open_ended = True
                message = "a quotation mark is never closed; the table was read line by line from here on"
                self.outline.report("broken-csv", message, start)
        rest = self.plain.match(text, start)
        self.place = end = rest.end() if rest else start
        raw = text[start:end]
        if raw.strip():
            cell.append((raw, start, end))
        return cell


def _unquoted(text: str, start: int, end: int) -> Iterator[Piece]:
    last = start
    for match in re.finditer('""', text[start:end]):
        if last < start + match.start():
            yield text[last : start + match.start()], last, start + match.start()
        last = start + match.end()
        yield '"', last - 2, last
    if last < end:
        yield text[last:end], last, end
