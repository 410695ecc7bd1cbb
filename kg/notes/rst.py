"""reStructuredText, rewritten as Markdown: headings, lists, links, roles, citations, and directives that hold text.

The grammar is that of Docutils; docutils itself gives no places within a line, which evidence needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.notes.bibtex import is_bibtex
from kg.notes.composed import Composed
from kg.notes.draft import Content, Source
from kg.notes.lines import Lines

_RULE = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ \t]*\Z")
_EXPLICIT = re.compile(r"[ \t]*\.\.(?:[ \t]+|\Z)")
_DIRECTIVE = re.compile(
    r"[ \t]*\.\.[ \t]+(?:\|[^|\n]{1,80}\|[ \t]+)?(?P<name>[\w:+.-]{1,60}?)::(?:[ \t]+(?P<told>.*+))?\Z"
)
_CITATION = re.compile(r"[ \t]*\.\.[ \t]+\[(?P<label>[^\]\n]{1,80})\](?:[ \t]+|\Z)")
_TARGET = re.compile(r"[ \t]*\.\.[ \t]+_(?P<name>`[^`\n]{1,200}`|[^:\n`]{1,200}):[ \t]+(?P<address>\S+)[ \t]*\Z")
_ITEM = re.compile(r"[ \t]*(?:[*+•-]|#\.)(?=[ \t])")
_OPTION = re.compile(r"[ \t]*:[\w -]{1,40}:")
_TEXTS = frozenset(
    "note warning tip hint important attention caution danger error admonition seealso topic sidebar epigraph "
    "highlights pull-quote compound container rubric versionadded versionchanged bibliography "
    "tab tabs tab-set tab-item dropdown details card grid grid-item grid-item-card".split()
)
"""Directives whose body is text of the note."""
_NAMING = frozenset("container versionadded versionchanged bibliography tab tab-item grid".split())
"""Those of them whose first line is no text."""
_CODE = frozenset("code code-block sourcecode parsed-literal".split())
"""Directives whose body is a program, or BibTeX."""
_TABLES = frozenset(["list-table", "csv-table"])
_HEADER = re.compile(r"[ \t]*:(?P<sort>header|header-rows):[ \t]*(?=[^0\s])")
_ROW, _CELL = re.compile(r"[ \t]*[*+-][ \t]+[*+-](?:[ \t]+|\Z)"), re.compile(r"[ \t]*[*+-](?:[ \t]+|\Z)")
"""What begins a row, and another cell of it, in a table that is a list of lists."""
_VALUE = re.compile(r'(?:"(?P<quoted>[^"]*)"|(?P<plain>[^,"]+))[ \t]*(?:,[ \t]*|\Z)')
_FENCE = "~" * 8
Row = list[list[tuple[int, int]]]
"""The cells of a row, each with the places of its lines."""
_DOI = "https://doi.org/"
_INLINE = re.compile(
    r"``(?P<code>[^`]{1,400})``"
    r"|(?:\\ )?:raw[\w-]{0,30}:`(?P<raw>[^`]{1,400})`"
    r"|(?::(?P<role>[\w:+.-]{1,40}):)?`(?P<text>[^`<>]{0,400}?)(?:\s*<(?P<address>[^<>`\s]{1,800}(?:\s[^<>`\s]{1,400}){0,3})>)?`(?P<link>__?)?"
    r"|(?<![\w\[])\[(?P<cited>[A-Za-z][\w.:+-]{0,60})\]_"
    r"|(?<![\w`])(?P<word>[A-Za-z][\w.-]{0,60}[A-Za-z0-9])_(?![\w`])"
    r"|(?m:^)[ \t]*(?P<bar>\|)(?:[ \t]+|$)"
)


def read_rst(source: Source) -> Content:
    """Read a file of reStructuredText."""
    return _Rewriter(source.text).written().read(source)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


class _Rewriter:
    """The rewriting of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        lines = Lines.of(text)
        self.lines, self.starts = lines.texts, lines.starts
        self.out = Composed()
        self.levels: list[tuple[str, bool]] = []
        """Characters of the headings by their level, and whether they stand above them, too."""

    def written(self) -> Composed:
        """Rewrite the whole."""
        at = 0
        while at < len(self.lines):
            at = self._line(at)
        return self.out

    def _line(self, at: int) -> int:
        """Rewrite what begins at a line; return the line behind it."""
        line = self.lines[at]
        if heading := self._heading(at):
            text, char, over, behind = heading
            level = self._level(char, over=over)
            self.out.layout("\n" + "#" * min(level, 6) + " ", self.starts[text])
            self._inline(self.starts[text] + _indent(self.lines[text]), self._end(text))
            self.out.layout("\n\n", self._end(text))
            return behind
        if _EXPLICIT.match(line):
            return self._explicit(at)
        if _RULE.match(line) and len(line.strip()) > 3:
            return at + 1
        return self._paragraph(at)

    def _end(self, at: int) -> int:
        return self.starts[at] + len(self.lines[at].rstrip())

    def _heading(self, at: int) -> tuple[int, str, bool, int] | None:
        """Return the line of a title, the character of its rule, whether that is above it too, and the line behind."""
        line = self.lines[at]
        over, under = _RULE.match(line), at + 1 < len(self.lines) and _RULE.match(self.lines[at + 1])
        if (
            over
            and at + 2 < len(self.lines)
            and self.lines[at + 1].strip()
            and self.lines[at + 2].strip() == line.strip()
        ):
            return at + 1, over[1], True, at + 3
        fits = under and len(self.lines[at + 1].strip()) >= min(len(line.rstrip()), 4)
        if line.strip() and not line[0].isspace() and not over and under and fits and not _ITEM.match(line):
            return at, under[1], False, at + 2
        return None

    def _level(self, char: str, *, over: bool) -> int:
        if (char, over) not in self.levels:
            self.levels.append((char, over))
        return self.levels.index((char, over)) + 1

    def _body(self, at: int) -> int:
        """Return the line behind the indented lines below a line."""
        own = _indent(self.lines[at])
        last = at
        for n in range(at + 1, len(self.lines)):
            line = self.lines[n]
            if line.strip():
                if _indent(line) <= own:
                    break
                last = n
        return last + 1

    def _explicit(self, at: int) -> int:
        """Rewrite a citation, a target, the head of a directive that holds text; leave out all else with its body."""
        line = self.lines[at]
        if (directive := _DIRECTIVE.match(line)) and directive["name"] in _TEXTS:
            return self._text(at, directive)
        behind = self._body(at)
        if directive and directive["name"] in _CODE:
            self._bibtex(at + 1, behind)
        elif directive and directive["name"] in _TABLES:
            self._table(at + 1, behind, listed=directive["name"] == "list-table")
        elif cited := _CITATION.match(line):
            self.out.layout("\n- ", self.starts[at])
            self._inline(self.starts[at] + cited.start("label") - 1, self._end(behind - 1))
            self.out.layout("\n", self._end(behind - 1))
        elif target := _TARGET.match(line):
            name, address = target.span("name"), target.span("address")
            quoted = line[name[0]] == "`"
            self.out.layout("\n\n[", self.starts[at])
            self._keep(self.starts[at] + name[0] + quoted, self.starts[at] + name[1] - quoted)
            self.out.layout("]: ", self.starts[at] + name[1])
            self._keep(self.starts[at] + address[0], self.starts[at] + address[1])
            self.out.layout("\n\n", self._end(at))
        return behind

    def _bibtex(self, first: int, behind: int) -> None:
        """Keep the lines of a program where they are BibTeX; all other programs are left out."""
        while first < behind and (not self.lines[first].strip() or _OPTION.match(self.lines[first])):
            first += 1
        if first < behind and is_bibtex("\n".join(self.lines[first:behind])):
            self.out.layout(f"\n\n{_FENCE}bibtex\n", self.starts[first])
            self._keep(self.starts[first], self._end(behind - 1))
            self.out.layout(f"\n{_FENCE}\n\n", self._end(behind - 1))

    def _table(self, first: int, behind: int, *, listed: bool) -> None:
        """Rewrite the body of a directive that is a table, given as a list of lists or with commas, with its header."""
        options = [n for n in range(first, behind) if _OPTION.match(self.lines[n])]
        named = {n: found for n in options if (found := _HEADER.match(self.lines[n]))}
        body = [n for n in range(first, behind) if n not in options and self.lines[n].strip()]
        rows = [self._values(n, found.end()) for n, found in named.items() if found["sort"] == "header"]
        rows += self._listed(body) if listed else [self._values(n, _indent(self.lines[n])) for n in body]
        for number, row in enumerate(rows):
            self.out.layout("\n|" if number else "\n\n|", row[0][0][0])
            for cell in row:
                for start, end in cell:
                    self.out.layout(" ", start)
                    self._inline(start, max(start, end))
                self.out.layout(" |", cell[-1][1])
            if number == 0 and named:
                self.out.layout("\n|" + "---|" * len(row), row[-1][-1][1])
        if rows:
            self.out.layout("\n\n", rows[-1][-1][-1][1])

    def _listed(self, body: list[int]) -> list[Row]:
        """Return the cells of a table that is a list of lists, each with the places of its lines."""
        rows: list[Row] = []
        for n in body:
            row, cell = _ROW.match(self.lines[n]), _CELL.match(self.lines[n])
            opened = row or cell
            place = (self.starts[n] + (opened.end() if opened else _indent(self.lines[n])), self._end(n))
            if row or not rows:
                rows.append([[place]])
            elif opened:
                rows[-1].append([place])
            else:
                rows[-1][-1].append(place)
        return rows

    def _values(self, at: int, start: int) -> Row:
        """Return the places of the values of a line with commas between them, without their quotation marks."""
        line = self.starts[at]
        values = _VALUE.finditer(self.lines[at], start)
        found = [one.span("plain" if one["quoted"] is None else "quoted") for one in values]
        return [[(line + first, line + last)] for first, last in found] or [[(line + start, line + start)]]

    def _text(self, at: int, directive: re.Match[str]) -> int:
        """Rewrite the first line of a directive that holds text; its body is read like other lines."""
        if directive["name"] not in _NAMING and directive["told"]:
            self.out.layout("\n", self.starts[at])
            self._inline(self.starts[at] + directive.start("told"), self._end(at))
        self.out.layout("\n\n", self._end(at))
        behind = at + 1
        while behind < len(self.lines) and _OPTION.match(self.lines[behind]):
            behind += 1
        return behind

    def _paragraph(self, at: int) -> int:
        """Rewrite lines up to a blank one, or the next item of a list; code behind `::` is left out."""
        if not self.lines[at].strip():
            self.out.layout("\n", self.starts[at])
            return at + 1
        behind = at + 1
        while behind < len(self.lines) and self.lines[behind].strip() and not self._begins(behind):
            behind += 1
        start, end = self.starts[at], self._end(behind - 1)
        if number := re.match(r"[ \t]*#(?=\.[ \t])", self.lines[at]):
            self._keep(start, start + number.end() - 1)
            self.out.layout("1", start)
            start += number.end()
        self._inline(start, end)
        self.out.layout("\n", end)
        if self.lines[behind - 1].rstrip().endswith("::"):
            first, behind = behind, self._body(behind - 1)
            self._bibtex(first, behind)
        return behind

    def _begins(self, at: int) -> bool:
        return bool(_ITEM.match(self.lines[at]) or _EXPLICIT.match(self.lines[at]) or self._heading(at))

    def _keep(self, start: int, end: int) -> None:
        self.out.add(self.text[start:end], start, end)

    def _inline(self, start: int, end: int) -> None:
        """Rewrite links, roles and code in a stretch of the text."""
        at = start
        for found in _INLINE.finditer(self.text, start, end):
            self._keep(at, found.start())
            at = found.end()
            place = found.start()
            raw = [found.span("raw")] if found["raw"] is not None else []
            for piece in raw if raw or found["bar"] else self._rewritten(found):  # the lines of a line block stay lines
                if isinstance(piece, str):
                    self.out.layout(piece, place)
                else:
                    self._keep(*piece)
                    place = piece[1]
        self._keep(at, end)

    @staticmethod
    def _rewritten(found: re.Match[str]) -> Iterator[str | tuple[int, int]]:
        """Yield what is written instead: marks, and ranges of the text."""
        role = (found["role"] or "").rpartition(":")[2]
        if found["code"] is not None:
            yield from ("`", found.span("code"), "`")
        elif found["cited"] is not None:
            yield from ("[", found.span("cited"), "]")
        elif found["word"] is not None:
            yield from ("[", found.span("word"), "]")
        elif (found["role"] or "").startswith(("cite", "footcite")):
            yield from ("{cite}`", found.span("text"), "`")
        elif role == "doi":
            yield from (_DOI, found.span("text")) if found["text"].strip() else (found.span(),)
        elif found["address"] is not None and not role:
            if found["text"]:
                yield from ("[", found.span("text"), "](", found.span("address"), ")")
            else:
                yield from ("<", found.span("address"), ">")
        elif found["link"]:
            yield from ("[", found.span("text"), "]")
        elif role in ("", "title", "title-reference", "emphasis"):
            yield from ("*", found.span("text"), "*") if found["text"].strip() else (found.span(),)
        else:
            yield found.span("text")
