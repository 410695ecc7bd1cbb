r"""LaTeX: the text of a document, without its preamble, comments and commands that only format.

Sections are headings, lists are items, `tabular` is a table. Each `\bibitem` is a paragraph that keeps `\bibitem`,
`\newblock` and the emphasis of its venue, by which a later stage tells its parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kg.model import BlockKind
from kg.notes.draft import Content, Draft, Source
from kg.notes.lines import Run, between
from kg.notes.outline import ListItem, Outline
from kg.notes.texinline import Tex

HUGE = 400_000
"""Characters of one paragraph from which on its commands are not read."""

_COMMENT = re.compile(
    r"(?P<line>^[ \t]*%[^\r\n]*(?:\r\n|\n|\r|\Z))"
    r"|\\(?:[^\r\n])"
    r"|(?P<rest>%[^\r\n]*(?:(?:\r\n|\n|\r)[ \t]*(?=[^\s]))?)",
    re.MULTILINE,
)
_VERBATIM = re.compile(r"\\begin\{(verbatim|Verbatim|lstlisting|minted|alltt|comment)\*?\}")
_BODY = re.compile(r"\\begin\s{0,3}\{document\}")
_BODY_END = re.compile(r"\\end\s{0,3}\{document\}")
_FRONT = re.compile(r"\\(?P<name>title|author|date)(?![A-Za-z])\s{0,3}(?=[\[{])")
_AND = re.compile(r"\\(?:and|AND|And)(?![A-Za-z])")
_PERSON_END = re.compile(r"\\\\|\\(?:thanks|inst|textsuperscript|affil|footnote|email)(?![A-Za-z])|\$\^")
_PERSON_AND = re.compile(r",\s|(?:(?<!\s)|(?<=,\s))\s+and\s+")
_TOKEN = re.compile(
    r"\\begin\s{0,3}\{(?P<begin>[^{}\n]{1,40})\}"
    r"|\\end\s{0,3}\{(?P<end>[^{}\n]{1,40})\}"
    r"|\\(?P<section>part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)\*?(?=\s{0,3}[\[{])"
    r"|\\(?P<item>item)(?![A-Za-z])(?:\s{0,3}\[(?P<label>[^\[\]]{0,300})\])?"
    r"|\\(?P<caption>caption)\*?(?=\s{0,3}[\[{])"
    r"|\\(?P<skipped>title|author|date|newcommand|renewcommand|providecommand|newenvironment|usepackage|documentclass"
    r"|DeclareMathOperator|def\\[A-Za-z]{1,40}|newtheorem)\*?(?![A-Za-z])"
    r"|(?P<bibitem>\\bibitem)(?![A-Za-z])"
    r"|(?P<blank>(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)\s*"
    r"|\\(?:par|maketitle|tableofcontents|clearpage|newpage|bigskip|medskip|smallskip)(?![A-Za-z]))"
)
_LEVELS = {
    "part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6,
}  # fmt: skip
_LISTS = frozenset({"itemize", "enumerate", "description", "compactitem", "compactenum", "inparaenum"})
_QUOTES = frozenset({"quote", "quotation", "displayquote", "verse"})
_MATH = frozenset("equation align gather multline eqnarray displaymath math alignat flalign split".split())
_CODE = frozenset({"verbatim", "Verbatim", "lstlisting", "minted", "alltt"})
_TABLES = frozenset({"tabular", "tabularx", "tabulary", "longtable", "array"})
_CELL = re.compile(r"\\\\(?:\[[^\[\]\n]{0,20}\])?|\\[&%#$_{}]|(?P<and>&)|\\(?:end|begin)\{[^{}]{1,40}\}")
_ROW_LINE = re.compile(
    r"\s*+(?:\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot)(?![A-Za-z])"
    r"|\\(?:cline|cmidrule)(?:\([^()]{0,9}\))?\{[^{}]{0,20}\})"
)
_KEPT = re.compile(
    r"\\newblock(?![A-Za-z])|\{\s{0,3}\\(?:em|it)(?![A-Za-z])\s{0,20}(?P<emphasis>[^{}\\]{1,300})\}"
    r"|\\(?:emph|textit)\{(?P<emphasized>[^{}\\]{1,300})\}"
)


def read_tex(source: Source) -> Content:
    """Read a document, or a part of one."""
    run, outline = _without_comments(source.text), Outline(source)
    tex = Tex.of(outline, run)
    outline.layout(_front(tex), BlockKind.RECORD, info="yaml")
    reader = _Reader(tex, outline)
    body, end = _BODY.search(run.text), _BODY_END.search(run.text)
    start = body.end() if body else 0
    reader.read(start, end.start() if end and end.start() >= start else run.length)
    return replace(outline.note(), blocks=tuple(outline.blocks))  # a `#` of LaTeX is a number sign


def _without_comments(text: str) -> Run:
    """Leave out comments, with the end of line that each hides; code keeps its per cent signs."""
    run = Run()
    last = place = 0
    unclosed: set[str] = set()
    while match := _COMMENT.search(text, place):
        place = match.end()
        opened = _VERBATIM.match(text, match.start())
        if opened and opened[1] not in unclosed:
            close = text.find(f"\\end{{{opened[1]}", place)
            if close < 0:
                unclosed.add(opened[1])
            place = max(place, close)
        elif match["line"] is not None or match["rest"] is not None:
            if last < match.start():
                run.append(text[last : match.start()], last)
            last = match.end()
    if last < len(text):
        run.append(text[last:], last)
    return run


def _front(tex: Tex) -> Draft:
    """Read title, authors and date, wherever they are given."""
    draft = Draft()
    seen: set[str] = set()
    behind = 0
    for match in _FRONT.finditer(tex.text):
        inside = tex.argument(match.end())
        if inside is None or match.start() < behind or (match["name"] in seen and match["name"] != "author"):
            continue
        seen.add(match["name"])
        behind = inside[1]
        for first, last in _people(tex.text, *inside) if match["name"] == "author" else [inside]:
            value = Draft()
            tex.write(value, *tex.trim(first, last))
            if not value.text.strip() or "today" in tex.text[first:last]:
                continue
            with draft.value(match["name"]):
                for part in value.parts:
                    draft.add(part[0].replace("\n", " "), *part[1:])
    return draft


def _people(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Divide authors: a name ends at its affiliation."""
    for group in between(_AND, text, start, end):
        affiliation = _PERSON_END.search(text, *group)
        yield from between(_PERSON_AND, text, group[0], affiliation.start() if affiliation else group[1])


@dataclass(slots=True)
class _Reader:
    tex: Tex
    outline: Outline
    draft: Draft = field(default_factory=Draft)
    """The paragraph that is being gathered."""
    lists: list[tuple[str, int]] = field(default_factory=list)
    """Environment and group of each list that is open."""
    unclosed: set[str] = field(default_factory=set)

    def read(self, start: int, end: int) -> None:
        """Add the blocks of a range."""
        place = start
        while match := _TOKEN.search(self.tex.text, place, end):
            self._text(place, match.start())
            place = max(self._step(match, end), match.end())
        self._text(place, end)
        self._flush()

    def _step(self, match: re.Match[str], end: int) -> int:
        """Do what a token says; give the place to go on from."""
        if match["begin"]:
            return self._begin(match, end)
        if match["section"] or match["caption"] or match["skipped"]:
            return self._argument(match)
        if match["bibitem"]:
            return self._bibitem(match, end)
        self._flush()
        if match["item"]:
            self._item(match)
        elif match["end"]:
            self._end(match["end"].rstrip("*"))
        return match.end()

    def _text(self, start: int, end: int) -> None:
        if start >= end:
            return
        if end - start > HUGE:
            self.outline.unmarked(self.draft, self.tex.run, start, end)
        else:
            self.tex.write(self.draft, start, end)

    def _flush(self) -> None:
        """Add the paragraph that was gathered."""
        draft, self.draft = self.draft, Draft()
        if draft.text.strip() or draft.links:
            draft.link_addresses()
            self.outline.paragraph(draft)

    def _argument(self, match: re.Match[str]) -> int:
        inside = self.tex.argument(match.end())
        if inside is None:
            return match.end()
        if match["skipped"]:
            more = self.tex.argument(inside[1] + 1) if "command" in match["skipped"] else None
            return (more or inside)[1] + 1
        self._flush()
        self.tex.write(self.draft, *inside)
        if match["caption"]:
            self._flush()
        else:
            draft, self.draft = self.draft, Draft()
            self.outline.heading(draft, _LEVELS[match["section"]])
        return inside[1] + 1

    def _begin(self, match: re.Match[str], end: int) -> int:
        name = match["begin"].rstrip("*")
        if name in _MATH:
            close = self._close(match, end)
            if close < 0:
                return match.end()
            self.tex.math(self.draft, match.start(), close)
            return close
        self._flush()
        if name in _CODE or name == "comment":
            return self._code(match, end, name)
        if name in _TABLES:
            return self._table(match, end)
        if name in _LISTS:
            self.lists.append((name, self.outline.new_group()))
        elif name in _QUOTES:
            self.outline.quote += 1
        elif name == "abstract":
            self.tex.run.copy(self.draft, *match.span("begin"))
            draft, self.draft = self.draft, Draft()
            self.outline.heading(draft, _LEVELS["section"])
        elif name == "thebibliography":
            widest = self.tex.argument(match.end())
            return widest[1] + 1 if widest else match.end()
        return match.end()

    def _end(self, name: str) -> None:
        if name in _LISTS and self.lists:
            depth = len(self.lists)
            self.lists.pop()
            del self.outline.items[depth - 1 :]
        elif name in _QUOTES and self.outline.quote:
            self.outline.quote -= 1

    def _close(self, match: re.Match[str], end: int) -> int:
        """Return the place behind the end of an environment, -1 when it is never closed."""
        name = match["begin"]
        close = self.tex.text.find(f"\\end{{{name}}}", match.end(), end) if name not in self.unclosed else -1
        if close >= 0:
            return close + len(name) + 6
        if name not in self.unclosed:
            self.unclosed.add(name)
            message = f"\\begin{{{name}}} is never closed; what follows was read as text"
            self.outline.report("open-block", message, self.tex.run.at(match.start()))
        return -1

    def _code(self, match: re.Match[str], end: int, name: str) -> int:
        close = self._close(match, end)
        if close < 0:
            return match.end()
        draft = Draft()
        self.tex.run.copy(draft, match.end(), close - len(match["begin"]) - 6)
        if name != "comment":
            self.outline.layout(draft, BlockKind.CODE)
        return close

    def _item(self, match: re.Match[str]) -> None:
        if not self.lists:
            return
        del self.outline.items[len(self.lists) - 1 :]
        name, group = self.lists[-1]
        while len(self.outline.items) < len(self.lists):
            self.outline.items.append(ListItem(group, ordered="enum" in name))
        if match["label"]:
            self.tex.write(self.draft, *match.span("label"))
            self.draft.separate(" ", self.tex.run.end(match.end()))

    def _table(self, match: re.Match[str], end: int) -> int:
        """Add the rows of a table; the first one is its header where a line is drawn below it."""
        close = self._close(match, end)
        columns = self.tex.argument(match.end())
        if close < 0:
            return match.end()
        start = columns[1] + 1 if columns and columns[1] < close else match.end()
        group = self.outline.new_group()
        rows = list(self._rows(start, close - len(match["begin"]) - 6))
        for number, (cells, _) in enumerate(rows):
            header = number == 0 and len(rows) > 1 and rows[1][1] > 0
            self._row(cells, BlockKind.HEADER if header else BlockKind.ROW, group)
        return close

    def _rows(self, start: int, end: int) -> Iterator[tuple[list[tuple[int, int]], int]]:
        """Yield the cells of each row, and how many lines are drawn above it."""
        cells: list[tuple[int, int]] = []
        place = last = start
        ruled = 0
        while last < end:
            while not cells and (line := _ROW_LINE.match(self.tex.text, last, end)):
                last = place = line.end()
                ruled += 1
            match = _CELL.search(self.tex.text, place, end)
            place = match.end() if match else end
            if match is not None and not (match["and"] or match.group().startswith("\\\\")):
                continue
            cells.append((last, match.start() if match else end))
            last = place
            if match is None or not match["and"]:
                if any(self.tex.text[first:stop].strip() for first, stop in cells):
                    yield cells, ruled
                    ruled = 0
                cells = []

    def _row(self, cells: list[tuple[int, int]], kind: BlockKind, group: int) -> None:
        draft = Draft()
        for first, last in (self.tex.trim(*cell) for cell in cells):
            with draft.cell(self.tex.run.at(first)):
                self.tex.write(draft, first, last)
        draft.link_addresses()
        self.outline.layout(draft, kind, group=group)

    def _bibitem(self, match: re.Match[str], end: int) -> int:
        r"""Add one entry of a bibliography, up to the next; it keeps what tells its parts apart."""
        self._flush()
        key = self.tex.argument(match.end())
        if key is None:
            return match.end()
        ends = _ENTRY_END.search(self.tex.text, key[1] + 1, end)
        stop = ends.start() if ends else end
        draft = self.draft
        self.tex.run.copy(draft, match.start(), match.end())
        self.tex.run.copy(draft, key[0] - 1, key[1] + 1)
        last = key[1] + 1
        for kept in _KEPT.finditer(self.tex.text, last, stop):
            self.tex.write(draft, last, kept.start())
            inner = kept.span("emphasis") if kept["emphasis"] else kept.span("emphasized")
            if inner[0] < 0:
                self.tex.run.copy(draft, *kept.span())
            else:
                self.tex.run.copy(draft, kept.start(), inner[0])
                self.tex.write(draft, *inner)
                self.tex.run.copy(draft, inner[1], kept.end())
            last = kept.end()
        self.tex.write(draft, last, stop)
        self._flush()
        return stop


_ENTRY_END = re.compile(r"\\bibitem(?![A-Za-z])|\\end\s{0,3}\{")
