"""BibTeX: each entry a record whose fields lead back to their places, in `.bib` files and in fences of Markdown.

BibTeX reads nothing outside entries; in a file, what people draw there as banners becomes headings.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from kg.model import BlockKind, NamedField
from kg.notes.banners import banners
from kg.notes.draft import Content, Draft, Piece, Source, whole
from kg.notes.latex import decode_latex
from kg.notes.lines import Run
from kg.notes.outline import Outline
from kg.notes.references import LITERAL, NAME_PARTS, SURNAME, VERBATIM, add_field, written

_ENTRIES = re.compile(
    r"^[ \t]*+@[a-zA-Z]{3,30}\s{0,20}(?:\{|\([^=\n]{1,300},)[^=\n]{0,300}\s{0,40}+[A-Za-z][\w-]{0,60}[ \t]*+=",
    re.MULTILINE,
)
"""The beginning of an entry and of its first field, on a line of a note of another format."""
_LETTER = re.compile(r"[^\W_]")
_LANGUAGES = frozenset({"bib", "bibtex", "biblatex"})
"""What code may be called that is BibTeX."""
_ENTRY = re.compile(r"(?:^|(?<=[\s}),]))@\s{0,5}([A-Za-z]{1,40}|\[['\", A-Za-z]{2,80}\])\s{0,20}([{(])")
_AT_LINE = re.compile(r"^[ \t]*@\s{0,5}(?:[A-Za-z]{1,40}|\[['\", A-Za-z]{2,80}\])\s{0,20}[{(]", re.MULTILINE)
_KEY = re.compile(r"\s*+([^,={}\n]{0,300})(?:,|(?=[})]|\Z))")
_LOOSE_KEY = re.compile(r"\s*+([^,\n]{1,300}),(?=\s*+[A-Za-z][\w-]{0,60}\s*+=)")
"""A key with signs that BibTeX forbids in one, before the first field."""
_BARE_KEY = re.compile(r"\s*+([^\s,={}()\"]{1,100})\s++(?=[A-Za-z][\w-]{0,60}\s*+=\s*+[{\"\d])")
"""A key with no comma behind it."""
_FIRST = re.compile(
    r"\ufeff?(?:\s|%[^\n]*+\n)*+@[A-Za-z]{3,20}\s{0,5}[{(][^,={}\n]{0,100},\s*+[A-Za-z][\w-]{0,40}\s*+="
)
_FIELD = re.compile(r"[\s,]*+([A-Za-z][\w:.+/-]{0,60})\s*+=\s*")
_RESUMED = re.compile(r"\n[ \t]*+(?=[A-Za-z][\w-]{0,60}[ \t]*+=[ \t]*+[{\"\w])")
"""The line of a field, with which reading goes on behind one that is broken."""
_DATES = frozenset(["date", "urldate", "eventdate"])
"""Dates as EDTF has them, in which `~` is no blank."""
_BESIDE = re.compile(
    r",\s*+(?=(?:author|editor|title|journal|booktitle|publisher|year|date|doi|url|volume|number|pages)\s*+=\s*+[{\"\d])",
    re.IGNORECASE,
)
"""The field behind one on the same line, which reads as a part of it where braces are not balanced."""
_LINKED = re.compile(r"\s*+\{?\\href\s{0,3}\{([^{}\s]{1,400})\}")
_INITIALS = re.compile(r"^\s*+\{[^{},]{2,60},(?:[\s~.-]{0,3}[A-Z]\.){1,4}\}$")
_WORD = re.compile(r"[^\s,#{}()\"=]{1,200}")
_SPACE = re.compile(r"\s*")
_AND = re.compile(r"[{}]|(?<=\s)and(?=\s)", re.IGNORECASE)
_NAMES = frozenset({"author", "editor", "translator"})
_NAMED_PART = re.compile(
    r"[\s,\"]{0,40}+(?P<part>family|given|prefix|suffix|useprefix|id|hash|[a-z]{4,6}-i)\s{0,3}=\s{0,3}"
    r"(?P<value>(?:\{[^{}]{0,200}\}|[^,{}\"=]){0,200}+)"
)
"""A part of a name in the extended format of biblatex, where a quotation mark may stand around each."""
_RENAMED = {"key": "sortkey", "ranking": "rating"}
"""Field -> the name under which it is kept: `key` is that of the citation key."""
_COMMENT = "comment-"
"""With what the field of somebody's comment begins; their name follows."""

LONGEST_MACRO = 1_000
"""A macro may name itself twice, and so on: without a limit a few lines would fill the memory."""
MOST_PARTS = 100

Value = list[tuple[int, int, str | None]]
"""Parts of a value: a range of the text, and for a macro what it stands for."""


def is_bibtex(text: str) -> bool:
    """Return whether a text that is no `.bib` begins with an entry."""
    return _FIRST.match(text) is not None


def read_bibtex(source: Source) -> Content:
    """Read a BibTeX file."""
    outline, run = Outline(source), Run.of(source.text, 0)
    reader = _Entries(outline, run, run.text)
    reader.read()
    reader.lay_out(lambda start, end: _add_headings(outline, run, start, end))
    return outline.content()


def _add_headings(outline: Outline, run: Run, start: int, end: int) -> None:
    for first, last, level in banners(run.text, start, end):
        draft = Draft()
        draft.add(run.text[first:last], run.at(first), run.end(last))
        outline.heading(draft, level)


def add_entries(outline: Outline, run: Run, add_text: Callable[[int, int], None]) -> bool:
    """Add the entries of a paragraph of another format, and by `add_text` what stands around them.

    Returns whether it has any entry; without one nothing is added.
    """
    if not _ENTRIES.search(run.text):
        return False
    reader, known = _Entries(outline, run, run.text), len(outline.problems)
    reader.read()
    if not reader.has_records():
        del outline.problems[known:]
        return False
    reader.lay_out(lambda start, end: add_text(start, end) if _LETTER.search(run.text, start, end) else None)
    return True


def add_code(outline: Outline, run: Run, language: str) -> None:
    """Add code of a note of another format: as records where it is BibTeX, which reads nothing around them."""
    known = len(outline.problems)
    if language in _LANGUAGES or _ENTRIES.search(run.text):
        reader = _Entries(outline, run, run.text)
        reader.read()
        if reader.has_records():
            reader.lay_out(lambda _start, _end: None)
            return
        if language not in _LANGUAGES:
            del outline.problems[known:]
    draft = Draft()
    run.copy(draft, 0, run.length)
    outline.layout(draft, BlockKind.CODE, info=language)


class _BrokenError(Exception):
    """An entry does not go on as it should, from this place."""

    def __init__(self, place: int, wanted: str) -> None:
        super().__init__(wanted)
        self.place = place


@dataclass(slots=True)
class _Entries:
    outline: Outline
    run: Run
    text: str
    macros: dict[str, str] = field(default_factory=dict)
    entries: list[tuple[tuple[int, int], tuple[str, Draft] | None]] = field(default_factory=list)
    """The range of each in the text, with its type and draft; None for what is no record, such as a macro."""
    stop: int = 0
    """Where the next entry begins: a broken entry ends there at the latest."""

    def read(self) -> None:
        heads = [match.end() - len(match.group().lstrip()) for match in _AT_LINE.finditer(self.text)]
        heads.append(len(self.text))
        place = number = 0
        while match := _ENTRY.search(self.text, place):
            while heads[number] <= match.start():
                number += 1
            self.stop = heads[number]
            end, entry = self._entry(match)
            place = max(end, match.end())
            self.entries.append(((match.start(), place), entry))

    def has_records(self) -> bool:
        """Return whether any entry is a record, and no macro or remark."""
        return any(entry is not None for _, entry in self.entries)

    def lay_out(self, between: Callable[[int, int], None]) -> None:
        """Add the records to the outline, and hand over the stretches between and around the entries, in order."""
        place = 0
        for (start, end), entry in self.entries:
            between(place, start)
            place = end
            if entry is not None:
                self.outline.layout(entry[1], BlockKind.RECORD, info=entry[0])
        between(place, self.run.length)

    def _entry(self, match: re.Match[str]) -> tuple[int, tuple[str, Draft] | None]:
        """Read an entry: where it ends, and what it says."""
        kind = match[1].lower() if match[1].isalpha() else "misc"  # several types in a list, or none
        close = "}" if match[2] == "{" else ")"
        draft = Draft(info_at=(self.run.at(match.start(1)), self.run.end(match.end(1))))
        try:
            if kind in ("comment", "preamble"):
                return self._balanced(match.end() - 1, close), None
            if kind == "string":
                return self._string(match.end(), close), None
            end = self._fields(match.end(), close, draft)
        except _BrokenError as broken:
            end = self.stop
            last = self.run.at(min(broken.place, len(self.text) - 1))
            message = f"a BibTeX entry is broken: expected {broken} (what was readable was kept)"
            self.outline.report("broken-bibtex", message, last)
        if not draft.fields:
            return end, None
        draft.link_addresses()
        return end, (kind, draft)

    def _string(self, place: int, close: str) -> int:
        name = _FIELD.match(self.text, place, self.stop)
        if name is None:
            raise _BrokenError(place, "name = value in @string")
        value, place = self._value(name.end())
        self.macros[name[1].lower()] = "".join(self._plain(part) for part in value)[:LONGEST_MACRO]
        return self._closed(place, close)

    def _fields(self, place: int, close: str, draft: Draft) -> int:
        """Read key and fields; behind a field that is broken, reading goes on with the next line that is one."""
        place = self._key(place, draft)
        broken: _BrokenError | None = None
        while True:
            while name := _FIELD.match(self.text, place, self.stop):
                called = name[1].lower()
                called = "comment" if called.startswith(_COMMENT) else _RENAMED.get(called, called)
                try:
                    value, place = self._whole_value(name.end())
                except _BrokenError as error:
                    broken = broken or error
                    value, place = self._first_line(name.end())
                self._add_field(draft, called, value)
            try:
                end = self._closed(place, close)
            except _BrokenError as error:
                broken = broken or error
                end = self.stop
            resumed = _RESUMED.search(self.text, place, end) if broken else None
            if resumed is None:
                break
            place = resumed.end()
        if broken is not None:
            raise broken
        return end

    def _key(self, place: int, draft: Draft) -> int:
        """Read the citation key, which may be missing; where it ends, the fields begin."""
        key = _KEY.match(self.text, place, self.stop)
        if key is None and _FIELD.match(self.text, place, self.stop) is None:
            key = _BARE_KEY.match(self.text, place, self.stop) or _LOOSE_KEY.match(self.text, place, self.stop)
        if key is None:
            at = self.run.at(min(place, len(self.text) - 1))
            message = "a BibTeX entry has no citation key (its fields were kept)"
            self.outline.report("broken-bibtex", message, at)
            return place
        start = key.start(1)
        if text := key[1].strip():
            self._add(draft, "key", [(start, start + len(text), None)], verbatim=True)
        return key.end()

    def _whole_value(self, place: int) -> tuple[Value, int]:
        """Read a value; one whose braces close only behind the fields that follow is broken."""
        value, end = self._value(place)
        last = value[-1][1]
        goes_on = any(pattern.search(self.text, place, last) for pattern in (_RESUMED, _BESIDE))
        if self.text[end : self.stop].strip() or not goes_on:
            return value, end
        raise _BrokenError(place, "braces that are balanced")

    def _add_field(self, draft: Draft, name: str, value: Value) -> None:
        linked = _LINKED.match(self.text, *value[0][:2]) if name == "title" and value[0][2] is None else None
        if linked is not None:  # a title that is a link: `\href{https://...}{The title}`
            self._add(draft, "url", [(*linked.span(1), None)])
            value = [(linked.end(), value[0][1], None), *value[1:]]
        for part in self._names(value) if name in _NAMES else [value]:
            named = self._named_parts(part) if name in _NAMES else {}
            if named:
                self._add(draft, name, [(part[0][0], part[0][1], written(named))])
                if named.keys() == {"family"}:
                    draft.fields.append(replace(draft.fields[-1], name=LITERAL))
                continue
            self._add(draft, name, part)
            if name in _NAMES:
                self._mark_braces(draft, part)

    def _named_parts(self, name: Value) -> dict[str, str]:
        """Return the parts of a name that biblatex gives by name: `family=Jong, given=K., prefix=de`; else none."""
        start, end, macro = name[0]
        if macro is not None or len(name) > 1 or not _NAMED_PART.match(self.text, start, end):
            return {}
        found = (one for one in _NAMED_PART.finditer(self.text, start, end) if one["part"] in NAME_PARTS)
        return {one["part"]: self._plain((*one.span("value"), None)).strip() for one in found}

    def _mark_braces(self, draft: Draft, name: Value) -> None:
        """Note of the name added last whether braces keep it, or its last words, together."""
        start, end, macro = name[0]
        text = self.text[start:end].rstrip()
        if macro is not None or len(name) > 1 or not text.endswith("}"):
            return
        opened = self._opening(start, start + len(text))
        kept = draft.fields[-1] if draft.fields else None
        if kept is None or kept.name not in _NAMES or opened < 0:
            return
        if not self.text[start:opened].strip():
            if _INITIALS.search(text):  # a person in braces, as some programs write each: `{Roe, J. B.}`
                return
            draft.fields.append(replace(kept, name=LITERAL))
        elif self.text[opened - 1].isspace() and "," not in self.text[start:opened]:
            inner = "".join(piece[0] for piece in decode_latex(self.text, opened, start + len(text))).strip()
            if " " in inner:
                draft.fields.append(NamedField(SURNAME, kept.end - len(inner), kept.end))

    def _opening(self, start: int, end: int) -> int:
        """Return the place of the brace that the one at the end closes, -1 when there is none."""
        depth = 0
        for place in range(end - 1, start - 1, -1):
            if self.text[place] in "{}" and self.text[place - 1] != "\\":
                depth += 1 if self.text[place] == "}" else -1
                if depth == 0:
                    return place
        return -1

    def _first_line(self, place: int) -> tuple[Value, int]:
        """Return what stands on the line of a value that nothing closes, before the next field, and its end."""
        end = self.text.find("\n", place, self.stop)
        end = self.stop if end < 0 else end
        beside = _BESIDE.search(self.text, place, end)
        line = self.text[place : end if beside is None else beside.start()]
        start = place + len(line) - len(line.lstrip('{" '))
        return [(start, max(start, place + len(line.rstrip('}", \r'))), None)], place + len(line)

    def _closed(self, place: int, close: str) -> int:
        while place < self.stop and (self.text[place].isspace() or self.text[place] == ","):
            place += 1
        if place >= self.stop or self.text[place] != close:
            raise _BrokenError(min(place, self.stop - 1), f"a field or {close!r}")
        return place + 1

    def _value(self, place: int) -> tuple[Value, int]:
        parts: Value = []
        while True:
            char = self.text[place] if place < self.stop else ""
            if char == "{":
                end = self._balanced(place, "}")
                parts.append((place + 1, end - 1, None))
            elif char == '"':
                end = self._quoted(place)
                parts.append((place + 1, end - 1, None))
            else:
                word = _WORD.match(self.text, place, self.stop)
                if word is None:
                    raise _BrokenError(min(place, self.stop - 1), "a value in braces or quotes")
                end = word.end()
                parts.append((place, end, self.macros.get(word.group().lower())))
            space = _SPACE.match(self.text, end, self.stop)
            place = space.end() if space else end
            if place >= self.stop or self.text[place] != "#":
                return parts[:MOST_PARTS], place
            space = _SPACE.match(self.text, place + 1, self.stop)
            place = space.end() if space else place + 1

    def _balanced(self, place: int, close: str) -> int:
        """Return the place behind the bracket that closes the one at a place."""
        opening = self.text[place]
        depth = 0
        for end in range(place, self.stop):
            char = self.text[end]
            if char == opening and not (depth and self.text[end - 1] == "\\"):
                depth += 1
            elif char == close and self.text[end - 1] != "\\":
                depth -= 1
                if depth == 0:
                    return end + 1
        raise _BrokenError(self.stop - 1, f"{close!r} to close {opening!r}")

    def _quoted(self, place: int) -> int:
        depth = 0
        for end in range(place + 1, self.stop):
            char = self.text[end]
            if char in "{}":
                depth += 1 if char == "{" else -1
            elif char == '"' and depth <= 0 and self.text[end - 1] != "\\":
                return end + 1
        raise _BrokenError(self.stop - 1, "a closing quote")

    def _names(self, value: Value) -> list[Value]:
        """Divide a value at the `and` outside braces: one value a person."""
        names: list[Value] = []
        for start, end, macro in value:
            if macro is not None:
                names.append([(start, end, macro)])
                continue
            depth, last = 0, start
            for match in _AND.finditer(self.text, start, end):
                if match.group() in "{}":
                    depth += 1 if match.group() == "{" else -1
                elif depth <= 0:
                    names.append([(last, match.start(), None)])
                    last = match.end()
            names.append([(last, end, None)])
        return names

    def _gap(self, start: int, end: int) -> int:
        """Return the end in the source of what became one space; a tie (`~`) leads back to its place only."""
        return self.run.at(start) if self.text[start:end] == "~" else self.run.end(end)

    def _plain(self, part: tuple[int, int, str | None]) -> str:
        start, end, macro = part
        return "".join(piece[0] for piece in decode_latex(self.text, start, end)) if macro is None else macro

    def _add(self, draft: Draft, name: str, value: Value, *, verbatim: bool = False) -> None:
        pieces: list[Piece] = []
        for start, end, macro in value:
            if macro is not None:
                pieces.append(whole(macro, start, end))
            elif verbatim:
                pieces.append((self.text[start:end], start, end))
            else:
                pieces.extend(decode_latex(self.text, start, end, verbatim=name in VERBATIM or name in _DATES))
        placed = [
            (piece, self.run.at(start), self.run.end(end) if piece != " " else self._gap(start, end))
            for piece, start, end in pieces
        ]
        add_field(draft, name, placed)
