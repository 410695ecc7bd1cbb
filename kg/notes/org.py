"""Org mode: an outline with states, tags and properties, lists, tables and blocks.

What stands at the head of the file is one record as front matter is (`#+filetags:`, a drawer of properties); the title
is part of it where it is a paper's, and else a heading of level 1 over all others. The properties of a heading are a
paragraph of labelled lines below it (`AUTHOR: ...`); with authors and a citation key, or a type of BibTeX, they are a
record as an entry of BibTeX is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kg.model import BlockKind
from kg.notes import orgproperties
from kg.notes.bibtex import add_code
from kg.notes.draft import Content, Draft, Source
from kg.notes.lines import Lines, Run
from kg.notes.lists import Indented
from kg.notes.orginline import OrgSpans
from kg.notes.orgproperties import Property
from kg.notes.outline import Outline

HUGE = 200_000
"""Characters of one paragraph from which on its marks are not read."""


_HEADING = re.compile(
    r"(?P<stars>\*{1,100})[ \t]++"
    r"(?:(?:TO-?DO|DONE|NEXT|WAIT(?:ING)?|HOLD|CANCELL?ED|STARTED|DOING|SOMEDAY|READ(?:ING)?|PROJ)(?:[ \t]++|\Z))?"
    r"(?:\[#[A-Z0-9]\][ \t]*+)?(?:COMMENT[ \t]++)?(?P<text>.*+)\Z"
)
_TAGS = re.compile(r":[\w@#%:]+:")
_OWN_TAGS = frozenset({"ATTACH", "ARCHIVE", "noexport", "ignore", "crypt"})
"""Tags by which Org says what is to be done with a heading."""
_STATES = re.compile(r"(?i)#\+(?:seq_|typ_)?to-?do:[ \t]*(?P<states>.*)")
_KEYWORD = re.compile(r"[ \t]*#\+(?P<name>[\w-]+)(?:\[[^\]\n]*\])?:[ \t]*+(?P<value>.*+)\Z")
_BEGIN = re.compile(r"[ \t]*#\+begin_(?P<kind>[\w-]+)[ \t]*(?P<argument>\S*)", re.IGNORECASE)
_END = re.compile(r"[ \t]*#\+end_(?P<kind>[\w-]+)", re.IGNORECASE)
_COMMENT = re.compile(r"[ \t]*#(?:[ \t]|\Z|\+)")
_DRAWER_END = re.compile(r"(?i)[ \t]*:end:[ \t]*\Z|\*+[ \t]")
_PLANNING = re.compile(r"[ \t]*(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):[ \t]*[<\[]")
_DRAWER = re.compile(r"[ \t]*:(?P<name>[\w-]+):[ \t]*\Z")
_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?:[-+]|(?<=[ \t])\*|(?P<number>\d{1,9}|[a-zA-Z])[.)])(?:[ \t]+|\Z)"
    r"(?:\[@\d+\][ \t]*)?(?:\[[ xX-]\][ \t]+)?"
)
_ROW = re.compile(r"[ \t]*\|")
_RULE = re.compile(r"[ \t]*\|[-+|: ]*\Z")
_FOOTNOTE = re.compile(r"\[fn:(?P<label>[\w-]{1,60})\][ \t]*")
_LINE = re.compile(r"[ \t]*(?:-{5,}|%%\(.*+)[ \t]*\Z")
_VERBATIM = frozenset({"src", "example", "export", "comment"})
_QUOTES = frozenset({"quote", "verse"})


def read_org(source: Source) -> Content:
    """Read a file of Org mode."""
    outline = Outline(source)
    _Reader(outline, Lines.of(source.text), Indented(outline)).read()
    return outline.note()


@dataclass(slots=True)
class _Reader:
    outline: Outline
    lines: Lines
    lists: Indented
    at: int = 0
    """Line at hand."""
    run: Run = field(default_factory=Run)
    """The paragraph that is being gathered."""
    footnote: str = ""
    front: list[Property] = field(default_factory=list)
    states: frozenset[str] = frozenset()
    titled: bool = False
    heading: Property | None = None
    """The heading above, unless it is a link."""
    drawer_end: int = 0
    """Where the drawer at hand would end: the next line with `:END:`, or the next heading."""
    unclosed: set[str] = field(default_factory=set)
    """Kinds of blocks that are never closed from here on."""

    def read(self) -> None:
        """Add every block."""
        self._head()
        while self.at < len(self.lines.texts):
            line = self.lines.texts[self.at]
            self._line(line)
            self.at += 1
        self._flush()

    def _head(self) -> None:
        """Read what the file says of itself before its first text."""
        while self.at < len(self.lines.texts):
            line, start = self.lines.texts[self.at], self.lines.starts[self.at]
            keyword, states = _KEYWORD.match(line), _STATES.match(line)
            drawer = _DRAWER.match(line)
            if states:
                self.states = frozenset(re.sub(r"\([^()]*\)|\|", " ", states["states"]).split())
            elif keyword:
                name, value = (start + keyword.start(part) for part in ("name", "value"))
                self.front.append(Property(keyword["name"], keyword["value"].rstrip(), name, value))
            elif drawer:
                self.front.extend(self._drawer(drawer))
            elif line.strip() and not (_COMMENT.match(line) and not _BEGIN.match(line)):
                break
            self.at += 1
        self._front()

    def _front(self) -> None:
        """Add what the file says of itself; a title alone, or with the writer's name, is a heading over the rest."""
        titles = [one for one in self.front if one.name.lower() == "title" and one.value]
        apart = titles if titles and not orgproperties.is_of_paper(self.front) else []
        orgproperties.add_front(self.outline, [one for one in self.front if one not in apart])
        for title in apart[:1]:
            self.outline.heading(self._inline(Run.of(title.value, title.start)), 1)
        self.titled = bool(titles)

    def _line(self, line: str) -> None:
        heading, begin = _HEADING.match(line), _BEGIN.match(line)
        if not line.strip() or _LINE.match(line):
            self._flush()
        elif heading:
            self._heading(heading)
        elif begin:
            self._begin(begin)
        elif end := _END.match(line):
            self._flush()
            self.outline.quote -= end["kind"].lower() in _QUOTES and self.outline.quote > 0
        elif _COMMENT.match(line) or _PLANNING.match(line):
            pass
        elif drawer := _DRAWER.match(line):
            self._flush()
            self._properties(self._drawer(drawer))
        elif _ROW.match(line):
            self._table()
        else:
            self._text(line)

    def _drawer(self, drawer: re.Match[str]) -> list[Property]:
        """Read a drawer to its end; what is in any but that of properties is the program's own."""
        first, texts = self.at + 1, self.lines.texts
        if self.drawer_end < first:
            self.drawer_end = first
            while self.drawer_end < len(texts) and not _DRAWER_END.match(texts[self.drawer_end]):
                self.drawer_end += 1
        last = self.drawer_end
        if last == len(texts) or texts[last].startswith("*"):
            return []
        self.at = last
        known = drawer["name"].lower() == "properties"
        return orgproperties.read_properties(self.lines, first, last) if known else []

    def _properties(self, found: list[Property]) -> None:
        above = self.outline.blocks[-1] if self.outline.blocks else None
        title = self.heading if above is not None and above.kind is BlockKind.HEADING else None
        title = title and orgproperties.title_of(self.front, found, title)
        reference = orgproperties.reference_of(found, title)
        if reference is not None:
            orgproperties.add_record(self.outline, reference, found)
        else:
            orgproperties.add_card(self.outline, found)

    def _heading(self, match: re.Match[str]) -> None:
        """Add a heading without its state; its tags stand behind it as tags do in Markdown."""
        self._leave()
        start, text = self.lines.starts[self.at], match["text"].rstrip()
        words = text.split()
        tags = words[-1] if words and _TAGS.fullmatch(words[-1]) else ""
        shown = text[: len(text) - len(tags)].rstrip()
        skipped = 0
        if words and words[0] in self.states:
            skipped = len(shown) - len(shown[len(words[0]) :].lstrip())
        cited = orgproperties.CITED.fullmatch(shown, skipped)
        first, last = cited.span("title") if cited else (skipped, len(shown))
        run = Run.of(shown[first:last], start + match.start("text") + first)
        self.heading = Property("title", run.text, start, run.sources[0]) if "[[" not in run.text else None
        draft = self._inline(run)
        place = start + match.start("text") + len(text) - len(tags)
        for tag in tags.split(":"):
            if tag and tag not in _OWN_TAGS:
                draft.separate(" #" if draft.length else "#", place)
                draft.add(tag, place)
            place += len(tag) + 1
        self.outline.heading(draft, min(len(match["stars"]) + self.titled, 6))
        if cited:
            place = start + match.start("text") + cited.start("cite")
            self._keyed(Property(orgproperties.LINKED, cited["cite"], start, place))

    def _keyed(self, key: Property) -> None:
        """Add the key to which a heading is a link, with the properties of the heading."""
        texts = self.lines.texts
        while self.at + 1 < len(texts) and _PLANNING.match(texts[self.at + 1]):
            self.at += 1
        drawer = _DRAWER.match(texts[self.at + 1]) if self.at + 1 < len(texts) else None
        self.at += drawer is not None
        self._properties([key, *(self._drawer(drawer) if drawer is not None else ())])

    def _begin(self, match: re.Match[str]) -> None:
        self._flush()
        kind = match["kind"].lower()
        if kind in _QUOTES:
            self.outline.quote += 1
        if kind not in _VERBATIM or kind in self.unclosed:
            return
        first = last = self.at + 1
        texts = self.lines.texts
        while last < len(texts) and not ((end := _END.match(texts[last])) and end["kind"].lower() == kind):
            last += 1
        if last == len(texts):
            self.unclosed.add(kind)
            message = f"the block {match.group().strip()} is never closed; its lines were read as text"
            start = self.lines.starts[self.at]
            self.outline.report("open-block", message, start, start + len(match.group()))
            return
        self.at = last
        if kind in ("src", "example"):
            language = match["argument"].lower() if kind == "src" else ""
            add_code(self.outline, self.lines.part(first, list(texts[first:last]), code=True), language)

    def _table(self) -> None:
        """Add the rows of a table; what stands above the first rule is its header."""
        self._flush()
        last = self.at
        while last < len(self.lines.texts) and _ROW.match(self.lines.texts[last]):
            last += 1
        rules = [number for number in range(self.at, last) if _RULE.match(self.lines.texts[number])]
        header = next((number for number in rules if number > self.at), -1) if self.at not in rules else -1
        group = self.outline.new_group()
        for number in range(self.at, last):
            if not _RULE.match(self.lines.texts[number]):
                self._row(number, BlockKind.HEADER if number < header else BlockKind.ROW, group)
        self.at = last - 1

    def _row(self, number: int, kind: BlockKind, group: int) -> None:
        line, start = self.lines.texts[number], self.lines.starts[number]
        draft = Draft()
        for cell in re.finditer(r"\|(?P<text>[^|\n]*)(?=\||\Z)", line):
            text = cell["text"]
            if not text.strip() and cell.end() == len(line):
                break
            with draft.cell(start + cell.start()):
                place = start + cell.start("text") + len(text) - len(text.lstrip())
                self._inline(Run.of(text.strip(), place), draft)
        draft.link_addresses()
        self.outline.layout(draft, kind, group=group)

    def _text(self, line: str) -> None:
        """Gather a line of running text; an item or a footnote begins a paragraph."""
        start = self.lines.starts[self.at]
        item, footnote = _ITEM.match(line), _FOOTNOTE.match(line)
        indent = len(line.expandtabs(8)) - len(line.expandtabs(8).lstrip())
        if item:
            self._flush()
            self.lists.open(indent, ordered=item["number"] is not None)
            logged = orgproperties.LOGGED.match(line, item.end())
            first = logged.end() if logged else item.end()
            self.run.append(line[first:], start + first)
            return
        if footnote:
            self._leave()
            self.footnote = footnote["label"]
            self.run.append(line[footnote.end() :], start + footnote.end())
            return
        if self.lists.opened and indent <= self.lists.opened[-1][0]:
            self._flush()
            self.lists.close(indent)
        body = line.lstrip()
        if self.run.parts:
            self.run.newline(start - 1)
        self.run.append(body.rstrip(), start + len(line) - len(body))

    def _leave(self) -> None:
        self._flush()
        self.lists.close(0)

    def _flush(self) -> None:
        """Add the paragraph that was gathered."""
        run, self.run = self.run, Run()
        label, self.footnote = self.footnote, ""
        if not run.length:
            return
        draft = self._inline(run)
        if label:
            self.outline.layout(draft, BlockKind.FOOTNOTE, info=label)
        else:
            self.outline.paragraph(draft)

    def _inline(self, run: Run, draft: Draft | None = None) -> Draft:
        shared = draft is not None
        draft = draft or Draft()
        if run.length > HUGE:
            self.outline.unmarked(draft, run, 0, run.length)
        else:
            OrgSpans(self.outline, run, draft).write(0, run.length)
        if not shared:  # in a row once, as it takes the whole text
            draft.link_addresses()
        return draft
