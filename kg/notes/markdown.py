"""Markdown: blocks from markdown-it, each with its text, marks and the way back to code points of the file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from markdown_it.token import Token

from kg.model import BlockKind, MarkKind
from kg.notes import csvtable, html, yamltree
from kg.notes.bibtex import add_code, add_entries
from kg.notes.blockparser import PREFIX, split_row
from kg.notes.directives import without_boxes, without_org
from kg.notes.draft import Content, Draft, Source
from kg.notes.frontmatter import read_front_matter
from kg.notes.inline import parser, readable
from kg.notes.lines import Lines, Run
from kg.notes.lists import BULLETS, SAID, Lists, is_chat
from kg.notes.outline import Outline
from kg.notes.plain import looks_plain, read_plain
from kg.notes.programs import relations
from kg.notes.spans import Spans

HUGE = 200_000
"""Characters of one paragraph from which on its marks are not read: that could take more than linear time."""
BRACKETS = 4_000

_CALLOUT = re.compile(r"\[!([\w-]{1,40})(?:\|[^\]\n]{0,60})?\][+-]?[ \t]*")
_NAMELESS = re.compile(r"(?:highlight|quote|annotation|markierung|zitat|citation|cita)s?:?\s*", re.IGNORECASE)
"""A title of a box that says only that it holds what was marked."""
_QUOTATION = re.compile(r"(?i)quote|cite|highlight|annotation")
_INTO_PROGRAM = re.compile(r"\]\((?:zotero|mendeley|papers|bookends|obsidian)://")
_TASK = re.compile(r"\[[ xX/>-]\][ \t]+")
_SIGNS = re.compile(r"[\\`*_\[<&~$^]|==|://| \n|\(\(|\{\{")
"""What a text must have for the inline parser to find anything in it."""
_BULLETS = re.compile(rf"(?:(?<=\n)|\A)([{BULLETS}])[ \t\xa0]*(?=\S)")
_PAPER = re.compile(r"https?://|\b(?:19|20)\d\d\b")
"""A sign that what is said in a chat may be a paper."""
_LABELS = re.compile(r"(?:(?<=\n)|\A)(?:\[\d{1,3}\]|\(\d{1,3}\)|\d{1,3}[.)])[ \t]+(?=\S)")
"""Labels of a numbered bibliography that stands in one paragraph, an entry below the other."""
_RULE = re.compile(r"[|:\s-]+")
"""The rule of a table."""
_ROW = re.compile(r"(</?)(?:table|tr)\b", re.IGNORECASE)
_BARS, _FEWEST_ROWS = 2, 2
_QUOTES = re.compile(r"(?: {0,3}> ?)*")
_UNSHOWN = re.compile(
    r"[ \t>]{0,200}(?:id:: *[0-9a-fA-F-]{36}|collapsed:: *(?:true|false)|:LOGBOOK:|:END:|CLOCK: \[.*+"
    r"|(?:SCHEDULED|DEADLINE): <[^<>]*>"
    r"|(?:logseq\.[\w.-]{1,80}|query-[\w-]{1,80}|background-color|ls-type|hl-[\w-]{1,80}"
    r"|card-[\w-]{1,80}|icon)::.*+)[ \t]*\Z"
)
"""Lines that Logseq writes for itself."""
_VERBATIM = frozenset({"fence", "math_block", "html_block", "too_deep"})


def read_markdown(source: Source) -> Content:
    """Read a Markdown note; one that has no Markdown in it is read as the plain text that it is."""
    outline = Outline(source)
    start = read_front_matter(outline)
    chat = is_chat(source.text)
    if looks_plain(source.text[start:]) and not chat:
        read_plain(outline, start)
    else:
        lines = without_org(Lines.of(source.text, start=start).without(_UNSHOWN))
        Walker(without_boxes(lines), outline, chat=chat).walk()
    return outline.note()


def _behind_row(tokens: list[Token], place: int) -> int:
    """Put the pieces together into which blank lines divide a row of an HTML table; return the place behind them."""
    whole, sign, pieces = tokens[place], "</", list[str]()
    while place < len(tokens) and tokens[place].type == "html_block" and (not pieces or sign == "<"):
        token = tokens[place]
        sign = [sign, *_ROW.findall(token.content)][-1]
        if pieces and whole.map and token.map:
            pieces.append("\n" * (token.map[0] - whole.map[1]))
            whole.map[1] = token.map[1]
        pieces.append(token.content)
        place += 1
    whole.content = "".join(pieces)
    return place


@dataclass(slots=True)
class Walker:
    """Goes through the block tokens of markdown-it and fills the outline."""

    lines: Lines
    outline: Outline
    chat: bool = False
    """Whether people write to each other in the note: each message is an item, of a paper without time and speaker."""
    env: dict[str, Any] = field(default_factory=dict)
    lists: Lists = field(init=False)
    quotes: list[str] = field(default_factory=list)
    """For each block quote around: the type of callout outside it."""
    fresh_quote: bool = False
    footnote: str = ""
    section: int = 0
    """The level of the last heading that stands in no list."""

    def __post_init__(self) -> None:
        self.lists = Lists(self.outline)

    def walk(self) -> None:
        """Parse the lines and add every block."""
        tokens: list[Token] = []
        md = parser()
        md.block.parse("\n".join(self.lines.texts), md, self.env, tokens)
        place = 0
        while place < len(tokens):
            token = tokens[place]
            if token.type == "table_open":
                place = self._table(tokens, place)
            elif token.type == "heading_open":
                self._heading(token, tokens[place + 1])
                place += 3
            else:
                behind = _behind_row(tokens, place) if token.type == "html_block" else place + 1
                self._step(token)
                place = behind

    def _step(self, token: Token) -> None:
        if token.type == "inline":
            self._paragraph(token)
        elif token.type in _VERBATIM:
            self.fresh_quote = False
            self.lists.interrupt()
            self._verbatim(token)
        elif token.type.endswith(("list_open", "list_close", "item_open", "item_close")):
            self._list(token)
        elif token.type.startswith("blockquote"):
            self._quote(token)
        elif token.type.startswith("footnote_reference"):
            self.footnote = str(token.meta.get("label", ""))

    def _list(self, token: Token) -> None:
        if token.type == "list_item_open":
            self.lists.open_item()
        elif token.type == "list_item_close":
            self.lists.close_item()
        elif token.type.endswith("_close"):
            self.lists.close_list()
        else:
            line = self.lines.texts[(token.map or [0])[0]]
            quotes = _QUOTES.match(line)
            column = len(line[quotes.end() if quotes else 0 :].expandtabs(4))
            column -= len(line[quotes.end() if quotes else 0 :].expandtabs(4).lstrip(" "))
            self.lists.open_list(column, ordered=token.type[0] == "o")

    def _quote(self, token: Token) -> None:
        self.lists.interrupt()
        self.fresh_quote = token.type == "blockquote_open"
        if self.fresh_quote:
            self.quotes.append(self.outline.info)
            self.outline.quote += 1
        else:
            self.outline.quote -= 1
            self.outline.info = self.quotes.pop()

    def _heading(self, token: Token, inline: Token) -> None:
        self.fresh_quote = False
        self.lists.interrupt()
        run = self._run(inline)
        draft = self._inline(run, 0, run.length)
        level = int(token.tag[1:])
        if self.outline.items:  # a heading within a list ends no section that the list stands in
            level += self.section
        else:
            self.section = level
        self.outline.heading(draft, level)

    def _paragraph(self, token: Token) -> None:
        if token.map and self._headless(*token.map):
            return
        run = self._run(token)
        start = 0
        if self.fresh_quote:
            self.fresh_quote = False
            start = self._callout(run)
        elif self.outline.items and self.outline.items[-1].block is None:
            task = _TASK.match(run.text)
            start = task.end() if task else 0
        if not add_entries(self.outline, run, lambda first, last: self._pieces(run, max(first, start), last)):
            self._pieces(run, start, run.length)

    def _pieces(self, run: Run, start: int, end: int) -> None:
        """Add the paragraphs and items of a stretch."""
        last = start
        signs = SAID if self.chat and SAID.match(run.text, start) else _BULLETS
        for sign in (_LABELS if _LABELS.match(run.text, start) else signs).finditer(run.text, start, end):
            self._piece(run, last, sign.start())
            last = sign.start()
        self._piece(run, last, end)

    def _headless(self, first: int, last: int) -> bool:
        """Read lines between bars as the rows of a table that has no header, or has its rule above it."""
        if not self.lines.texts[first].lstrip().startswith("|"):
            return False
        lines = [text.strip() for text in self.lines.texts[first:last]]
        rows = [n for n, line in enumerate(lines, first) if not _RULE.fullmatch(line)]
        is_table = all(line.startswith("|") and line.endswith("|") and line.count("|") > _BARS for line in lines)
        if len(rows) < _FEWEST_ROWS or not is_table or self.outline.items or self.outline.quote:
            return False
        group = self.outline.new_group()
        for number in rows:
            self._row(number, BlockKind.ROW, group)
        return True

    def _piece(self, run: Run, start: int, end: int) -> None:
        """Add a paragraph, or an item when it begins with a bullet as web pages have them."""
        said = SAID.match(run.text, start, end) if self.chat else None
        bullet = said or _BULLETS.match(run.text, start, end)
        if bullet is None:
            self.lists.interrupt()
            if start < end:
                self._add(self._inline(run, start, end))
            return
        begin = bullet.end() if said is None or _PAPER.search(run.text, bullet.end(), end) else start
        count = self.lists.open_bullet(BULLETS[0] if said else bullet[1])
        self._add(self._inline(run, begin, end))
        del self.outline.items[len(self.outline.items) - count :]

    def _add(self, draft: Draft) -> None:
        if self.footnote and not self.outline.items:
            self.outline.layout(draft, BlockKind.FOOTNOTE, info=self.footnote)
        else:
            self.outline.paragraph(draft)

    def _callout(self, run: Run) -> int:
        """Read `[!type] title` at the head of a quote: the type is layout, the title a paragraph of its own.

        The source that a program writes there, with a link to the place in the program, says nothing new.
        """
        match = _CALLOUT.match(run.text)
        if match is None:
            return 0
        self.outline.info = match[1].lower()
        end = run.text.find("\n")
        end = run.length if end < 0 else end
        title = run.text[match.end() : end]
        quoted = _QUOTATION.match(match[1])
        if title and not (quoted and (_INTO_PROGRAM.search(title) or _NAMELESS.fullmatch(title))):
            self._add(self._inline(run, match.end(), end))
        return end

    def _run(self, token: Token) -> Run:
        first = token.map[0] if token.map else 0
        return self.lines.part(first, token.content.split("\n"))

    def _inline(self, run: Run, start: int, end: int, draft: Draft | None = None) -> Draft:
        draft = Draft() if draft is None else draft
        begin = draft.length
        text = run.text[start:end]
        if len(text) > HUGE or text.count("[") > BRACKETS:
            self.outline.unmarked(draft, run, start, end)
            draft.link_addresses(begin)
            return draft
        related = list(relations(text))
        if related:
            self._related(run, (start, end), related, draft)
        elif _SIGNS.search(text):
            md = parser()
            tokens = md.inline.parse(readable(text), md, self.env, [])
            Spans(self.outline, run, draft, base=start).write(tokens)
        else:
            run.copy(draft, start, end)
        if "/" in text or "www." in text:
            draft.link_addresses(begin)
        return draft

    def _related(self, run: Run, place: tuple[int, int], related: list[tuple[int, int, str]], draft: Draft) -> None:
        """Write a text with the names of what an export of Notion relates in the place of their paths."""
        last, end = place
        for first, stop, name in related:
            self._inline(run, last, place[0] + first, draft)
            draft.add(name, run.at(place[0] + first), run.end(place[0] + stop))
            last = place[0] + stop
        self._inline(run, last, end, draft)

    def _verbatim(self, token: Token) -> None:
        if token.type == "too_deep":
            self._too_deep(token)
        elif token.type == "html_block":
            self._html(self._run(token))
        elif token.type == "math_block":
            first, last = token.map or (0, 0)
            run = self.lines.part(first, [PREFIX.sub("", text, count=1) for text in self.lines.texts[first:last]])
            draft = Draft()
            run.copy(draft, 0, run.length)
            draft.mark(0, MarkKind.MATH)
            self._add(draft)
        else:
            self._fence(token)

    def _html(self, run: Run) -> None:
        """Read HTML; where it only wraps text, people put Markdown into it."""
        stretches = html.wrapped(run.text)
        if stretches is None:
            html.read_fragment(run, self.outline)
            return
        for start, end in stretches:
            self._piece(run, start, end)

    def _fence(self, token: Token) -> None:
        contents = token.content.split("\n")
        run = self.lines.part((token.map or [0])[0] + 1, contents[:-1] if contents[-1] == "" else contents, code=True)
        language = token.info.strip().split(maxsplit=1)[0].strip("{}.").lower() if token.info.strip() else ""
        if not (yamltree.add_fence(self.outline, run, language) or csvtable.add_fence(self.outline, run, language)):
            add_code(self.outline, run, language)

    def _too_deep(self, token: Token) -> None:
        first, last = token.map or (0, 0)
        message = "lists or quotes are nested too deeply; their lines were read without the nesting"
        self.outline.report("too-deep", message, self.lines.starts[first])
        for number in range(first, last):
            text = PREFIX.sub("", self.lines.texts[number], count=1)
            run = self.lines.part(number, [text])
            draft = self._inline(run, 0, run.length)
            if self.outline.items:
                self.outline.items[-1].block = None
            self.outline.paragraph(draft)

    def _table(self, tokens: list[Token], place: int) -> int:
        """Add the rows of a table; give the place behind it."""
        group = self.outline.new_group()
        while tokens[place].type != "table_close":
            token = tokens[place]
            if token.type == "tr_open" and token.map:
                header = tokens[place - 1].type == "thead_open"
                self._row(token.map[0], BlockKind.HEADER if header else BlockKind.ROW, group)
            place += 1
        return place + 1

    def _row(self, number: int, kind: BlockKind, group: int) -> None:
        draft = Draft()
        behind = 0
        for run, pipe in split_row(self.lines.texts[number], self.lines.starts[number]):
            with draft.cell(behind):
                self._inline(run, 0, run.length, draft)
            behind = pipe
        self.outline.layout(draft, kind, group=group)
