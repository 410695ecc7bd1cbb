"""The text of a note for an assistant, in parts that fit: each says where it ends, and where to go on."""

from __future__ import annotations

import dataclasses
import difflib
from dataclasses import dataclass
from itertools import groupby

from kg.asking.knowledge import Knowledge
from kg.assisting.trimming import WHOLE
from kg.errors import UsageError


@dataclass(frozen=True, slots=True)
class NoteText:
    """Lines of a note as it is in the graph."""

    note: str
    first_line: int
    last_line: int
    """The last that is given whole."""
    lines: int
    """Of the whole note."""
    text: str
    left_out: tuple[str, ...] = ()
    """Where to go on, if this is not the end of the note."""


def read_lines(graph: Knowledge, path: str, wanted: range, offset: int) -> NoteText:
    """Return the sentences of some lines of a note, each behind the number of its line: as many lines as fit.

    Of a first line that does not fit alone, its characters from the offset are given.
    """
    rows = graph.index.execute(
        "SELECT z.line, z.raw FROM sentences z JOIN notes n ON n.id = z.note WHERE n.path = ? ORDER BY z.start", (path,)
    ).fetchall()
    if not rows:
        near = difflib.get_close_matches(path, graph.store.notes(), n=3, cutoff=0.4)
        hint = f" The nearest paths: {', '.join(near)}." if near else ""
        raise UsageError(f"the graph has no note {path!r}, or the note has no text.{hint}")
    last = int(rows[-1][0])
    if wanted.start > last:
        raise UsageError(f"the last line with text in {path!r} is line {last}. Give an earlier first_line")
    shown: list[str] = []
    for line, some in groupby(rows, key=lambda row: int(row[0])):
        if line not in wanted:
            continue
        text = "\n".join(f"{line}: {raw}" for _, raw in some)[0 if shown else offset :]
        if sum(map(len, shown)) + len(text) > WHOLE:
            if shown:
                return _part(NoteText(path, wanted.start, line - 1, last, "\n".join(shown)), f"first_line={line}")
            more = f"first_line={line} and offset={offset + WHOLE}"
            return _part(NoteText(path, line, line - 1, last, text[:WHOLE]), more)
        shown.append(text)
    end = min(wanted.stop - 1, last)
    whole = NoteText(path, wanted.start, end, last, "\n".join(shown))
    return _part(whole, f"first_line={end + 1}") if end < last else whole


def _part(given: NoteText, more: str) -> NoteText:
    return dataclasses.replace(given, left_out=(f"The note has {given.lines:,} lines. Go on with {more}",))
