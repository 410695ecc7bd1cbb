"""The sentences of notes: where each stands, and the one around a place of the graph.

A graph holds the words at the places that were read, not the text around them. Where the file of a note is still what
was read (its hash tells), sentences come from the file; else from the longest quotes that the graph has.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from kg import terms
from kg.asking.plain import suffix_of
from kg.model import LINE_END, Problem, line_starts
from kg.rdf import Store
from kg.settings import Settings

LONGEST = 700
"""Characters of a file that are quoted as one sentence; more is cut around the place."""
_MARKED = re.compile(
    r"[ \t]*(?:>|#{1,6}[ \t]|[-*+•◦▪][ \t]|\d{1,3}[.)][ \t]|\||\[[ xX]\]|```|~~~|@\w|\\|<|\"|\{|\}"
    r"|[a-z][\w-]{0,20}:(?:\s|$))"
)
_END = re.compile(
    r"(?<=[.!?])[\"'”’)\]*_]*(?P<gap>\s+)(?=[\"'“‘(\[*_$]*[A-Z0-9\u00c0-\u024f\u0370-\u1fff])|(?<=[。！？])(?P<none>)(?=\S)"
)
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|al|etc|Fig|Eq|Sec|Tab|Ref|No|Dr|Prof|Mr|Ms|St|approx|resp|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|[A-Z])|^\s*(?:[->*]\s*)*\d+)\.$"
)
_ENTRY = 400
"""Characters up to which an item or a quotation is one sentence: an entry of a list, a reference."""
_ADDRESS = re.compile(r"\(?https?://\S*")
_NO_TEXT = re.compile(
    r"<(style|script|head)\b(?:(?!<\1\b).)*?</\1\s{0,40}>|<!--(?:(?!<!--).)*?-->", re.DOTALL | re.IGNORECASE
)
_KEY_OF_JSON = re.compile(r"^[ \t]*(?:\"[\w.-]+\":[^\n]*|[\[\]{}, \t]*)$", re.MULTILINE)
_FULL = (60, 130)
"""Lengths of lines that were broken because they were full."""


class Sentence(NamedTuple):
    """A sentence at its place: code points of the file as decoded."""

    start: int
    end: int
    line: int
    """On which it starts."""
    raw: str


@dataclass(frozen=True, slots=True, order=True)
class Passage:
    """Words of a note that support an answer."""

    note: str
    line: int
    sentence: str
    """For people: on one line, without markup."""
    quote: str
    """As it stands in the file."""


class Spot(NamedTuple):
    """A place of the graph."""

    note: str
    start: int
    end: int
    line: int
    quote: str


def sentences(text: str, *, suffix: str = ".md") -> Iterator[Sentence]:
    r"""Split the text of a note at lines that begin something and at ends of sentences.

    >>> [one.raw for one in sentences("# A\nIt works, cf. Fig. 2. We saw that\nit does.\n- B. See C.\n")]
    ['# A', 'It works, cf. Fig. 2.', 'We saw that\nit does.', '- B. See C.']
    """
    starts = line_starts(text)
    for begin, end in _paragraphs(_blanked(text, suffix)):
        for start, stop in _cut(text, begin, end):
            yield Sentence(start, stop, bisect_right(starts, start), text[start:stop])


def _blanked(text: str, suffix: str) -> str:
    """Put blanks in the place of what is no text, so that places stay what they are."""
    if suffix in (".html", ".htm"):
        return _NO_TEXT.sub(_blanks, text)
    return _KEY_OF_JSON.sub(_blanks, text) if suffix == ".ipynb" else text


def _blanks(found: re.Match[str]) -> str:
    return re.sub(r"[^\r\n]", " ", found[0])


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Yield lines, those of one broken paragraph together."""
    begin, before = -1, ""
    last = at = 0
    for stop, after in [*((m.start(), m.end()) for m in LINE_END.finditer(text)), (len(text), len(text))]:
        line = text[at:stop]
        if begin >= 0 and not _goes_on(before, line):
            yield begin, last
            begin = -1
        if line.strip():
            begin = at if begin < 0 else begin
            last = stop
        before, at = line, after
    if begin >= 0:
        yield begin, last


def _goes_on(before: str, line: str) -> bool:
    """Return whether a line continues the one before."""
    bare = line.lstrip()
    if not bare or _MARKED.match(line) or before.lstrip().startswith(("#", "|", "```", "~~~")):
        return False
    ends = before.rstrip().endswith((".", "!", "?", ":", ";"))
    full = _FULL[0] <= len(before.rstrip()) <= _FULL[1] and len(line.rstrip()) <= _FULL[1]
    return (bare[0].islower() and not ends) or full or line[:1].isspace()


def _cut(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    start = begin
    if _MARKED.match(text, begin, end) and len(_ADDRESS.sub("", text[begin:end])) <= _ENTRY:
        yield _trimmed(text, begin, end)
        return
    for found in _END.finditer(text, begin, end):
        cut = found.start("gap") if found["gap"] else found.start()
        if found["gap"] and _ABBREVIATED.search(text, max(start, cut - 12), cut):
            continue
        if text[start:cut].strip():
            yield _trimmed(text, start, cut)
        start = found.end()
    if text[start:end].strip():
        yield _trimmed(text, start, end)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


class Library:
    """Gives the sentences of the notes of a graph.

    Args:
        notes: the folder of the notes, or the one note; None if they are not here.
    """

    def __init__(self, store: Store, notes: Path | None = None) -> None:
        self._store = store
        self._notes = notes
        self._settings = _settings(notes)

    def of(self, note: str) -> Iterator[Sentence]:
        """Yield all sentences of a note; if its file has changed, the quotes of its graph."""
        text = self.text(note)
        if text is not None:
            yield from sentences(text, suffix=suffix_of(note))
            return
        reached = -1
        for start, end, line, quote in sorted(self._quotes(note), key=lambda row: (row[0], -row[1])):
            if end > reached:
                reached = end
                yield Sentence(start, end, line, quote)

    def text(self, note: str) -> str | None:
        """Return the text of a note as it was read; None if its file is gone or has changed since."""
        if self._notes is None:
            return None
        from kg.notes import read_text

        path = self._notes if self._notes.is_file() else self._notes / note
        try:
            if path != self._notes and not path.resolve().is_relative_to(self._notes.resolve()):
                return None
            whole = read_text(path, vault=self._notes, settings=self._settings)
        except ValueError:  # no name of a file: a graph can hold any path
            return None
        if isinstance(whole, Problem) or whole.sha256 not in self._hashes(note):
            return None
        return whole.text

    def _hashes(self, note: str) -> set[str]:
        return {
            one for iri in self._store.having(terms.PATH, note) for one in self._store.values(iri, terms.CONTENT_HASH)
        }

    def _quotes(self, note: str) -> Iterable[tuple[int, int, int, str]]:
        for iri in sorted(self._store.having(terms.PATH, note)):
            rows = self._store.query(
                f"SELECT ?start ?end ?line ?quote {{ ?at oa:hasSource <{iri}> ; kg:start ?start ; kg:end ?end ; "
                "kg:line ?line ; kg:quote ?quote }"
            ).texts()
            for start, end, line, quote in rows:
                yield int(start), int(end), int(line), quote


def _settings(notes: Path | None) -> Settings:
    from kg.settings import find

    return find(notes) if notes is not None and notes.exists() else Settings()
