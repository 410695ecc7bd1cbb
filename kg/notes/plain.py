"""Plain text: a page pasted from the web, a list typed without any marks, a printed bibliography."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice

from kg.model import BlockKind, MarkKind, Problem
from kg.notes.draft import Content, Draft, Source
from kg.notes.headings import heading_level, title_apart
from kg.notes.lines import Lines, Run
from kg.notes.outline import ListItem, Outline
from kg.notes.tags import mark_tags
from kg.notes.titles import first_title
from kg.notes.twice import given_twice
from kg.notes.wrapping import Line, paragraphs

_MARKDOWN = re.compile(
    r"^ {0,3}#{1,6}[ \t]+\S"
    r"|^ {0,3}(?:```|~~~|>[ \t]?\S)"
    r"|^ {0,3}\|?[ \t]{0,9}:?-{3,50}:?[ \t]{0,9}\|"
    r"|^ {0,3}(?:=+|-+)[ \t]*$"
    r"|\]\(|\[\[|\]\[|\*\*\S|__\S|</?[a-zA-Z][^>\n]{0,200}>|`[^`\n]{1,200}`"
    r"|^(?:\t+| {2,})[-*+][ \t]+\S",
    re.MULTILINE,
)
_WEB_BULLET = re.compile(r"^[ \t]*[•◦‣▪●○∙·][ \t\xa0]*\S", re.MULTILINE)
_LIST = re.compile(r"^[-*+][ \t]+\S", re.MULTILINE)
_UNWRAPPED = re.compile(r"^[^\n]{200,}\n(?=[^\n]*\S)", re.MULTILINE)


def looks_plain(text: str) -> bool:
    r"""Return whether a Markdown file is plain text that was pasted: no Markdown in it, and not laid out for Markdown.

    >>> looks_plain("A page\n\n  • first\n  • second\n"), looks_plain("# A note\n\n- first\n")
    (True, False)
    """
    if _MARKDOWN.search(text):
        return False
    if _WEB_BULLET.search(text):
        return True
    lines = text.count("\n") + 1
    return _UNWRAPPED.search(text) is not None and sum(1 for _ in _LIST.finditer(text)) * 2 < lines


def marked_up(text: str) -> bool:
    """Return whether a text file is written in Markdown after all: it has more than one mark of it."""
    return len(list(islice(_MARKDOWN.finditer(text), 2))) > 1


def read_text(source: Source) -> Content:
    """Read a text file that has no marks."""
    outline = Outline()
    problems = read_plain(source, outline=outline)
    blocks = tuple(map(mark_tags, outline.blocks))
    return Content(blocks, tuple(problems), first_title(blocks))


def read_plain(source: Source, *, outline: Outline, start: int = 0) -> list[Problem]:
    """Add the blocks of plain text from a place on to an outline."""
    reader = _Reader(outline)
    for paragraph in paragraphs(Lines.of(source.text, start=start)):
        if reader.first and title_apart(paragraph):
            reader.add(paragraph[:1])
            reader.add(paragraph[1:])
        else:
            reader.add(paragraph)
    return []


@dataclass(slots=True)
class _Reader:
    outline: Outline
    bullets: list[tuple[int, ListItem]] = field(default_factory=list)
    """Indent of each list item that is open."""
    first: bool = True

    def add(self, lines: list[Line]) -> None:
        """Add one paragraph: the lines that belong together."""
        head = lines[0]
        draft = _draft(lines)
        if head.marker:
            self._item(head, draft)
        elif level := heading_level(lines, first=self.first):
            self._leave()
            self.outline.heading(draft, level)
        else:
            self._leave(below=head.indent)
            self.outline.layout(draft, BlockKind.PARAGRAPH)
        self.first = False

    def _item(self, head: Line, draft: Draft) -> None:
        while self.bullets and self.bullets[-1][0] > head.indent:
            self.bullets.pop()
        group = self.bullets[-1][1].group if self.bullets and self.bullets[-1][0] == head.indent else 0
        if group:
            self.bullets.pop()
        entered = ListItem(group or self.outline.new_group(), head.ordered)
        self.bullets.append((head.indent, entered))
        self.outline.items = [item for _, item in self.bullets]
        self.outline.paragraph(draft)

    def _leave(self, *, below: int = 0) -> None:
        """Close the list items that a line with this indent does not belong to."""
        while self.bullets and self.bullets[-1][0] >= below:
            self.bullets.pop()
        self.outline.items = [item for _, item in self.bullets]


def _draft(lines: list[Line]) -> Draft:
    run = Run()
    for line in lines:
        if run.parts:
            run.newline(line.start - 1)
        run.append(line.text, line.source)
    draft = Draft()
    text = run.text
    last = 0
    for start, end, stop in given_twice(text):
        run.copy(draft, last, start)
        begin = draft.length
        run.copy(draft, end, stop)
        draft.mark(begin, MarkKind.MATH)
        last = stop
    run.copy(draft, last, run.length)
    draft.link_addresses()
    return draft
