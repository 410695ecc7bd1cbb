"""HTML: a saved page, or what stands in a Markdown note; headings, paragraphs, lists, tables, quotes, links, marks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kg.model import BlockKind, LinkKind, MarkKind
from kg.notes.draft import Content, Draft, Source
from kg.notes.frontmatter import read_front_matter
from kg.notes.htmltokens import TAG_MARKS, HtmlToken, Tag, html_tokens
from kg.notes.lines import Run
from kg.notes.outline import ListItem, Outline
from kg.untrusted import unescape

_TEXT = re.compile(
    r"(?P<space>[ \t\r\n\f]+)|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]\w{1,30});?)|[^ \t\r\n\f&]+|&"
)
_DROPPED = frozenset({"nav", "footer", "head", "button", "select", "form"})
_STRUCTURE = re.compile(
    r"<(?:[!?]|/?(?:table|t[rdh]|[uo]l|li|h[1-6]|pre|d-code|blockquote|script|style|nav|title|svg)\b)", re.IGNORECASE
)
_WRAPPER = re.compile(
    r"</?(?:address|article|center|details|dd|div|dl|dt|figcaption|figure|p|section|summary)\b[^<>]{0,2000}>",
    re.IGNORECASE,
)
_CODE = frozenset({"pre", "d-code"})
"""Elements of preformatted text; the second is of pages made with Distill."""
_TABLE = frozenset({"table", "tr", "td", "th"})
_LISTS = frozenset({"ul", "ol"})
_COLUMNS, _HEADING = 2, 10
"""Cells of a row that heads a table, at least, and words of one, at most."""
_ITEM, _ANCHOR, _FEWEST = re.compile(r"<li\b", re.IGNORECASE), re.compile(r"<a\s", re.IGNORECASE), 2
"""An item of a list, a link in it, and the items that a list in a cell has at least to be a list of its own."""
_SEEN = 5_000
"""Characters of a list in a cell by which it is told: lists without an end may stand in each other."""
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_BLOCKS = _HEADINGS | frozenset(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure header hgroup"
    " hr html main p pre d-code section summary tbody tfoot thead caption".split()
)


def read_html(source: Source) -> Content:
    """Read an HTML page, or the source of one with front matter, as Jekyll has them."""
    outline = Outline(source)
    start = read_front_matter(outline)
    return outline.note(read_fragment(Run.of(source.text[start:], start), outline))


def wrapped(text: str) -> list[tuple[int, int]] | None:
    """Find the stretches of text in HTML that only wraps it (`<div>`, `<details>`); None when it has a structure.

    >>> wrapped("<p>one</p>"), wrapped("<table><tr><td>x")
    ([(0, 0), (3, 6), (10, 10)], None)
    """
    if _STRUCTURE.search(text):
        return None
    bounds = [0, *(place for match in _WRAPPER.finditer(text) for place in match.span()), len(text)]
    return list(zip(bounds[::2], bounds[1::2], strict=True))


def read_fragment(run: Run, outline: Outline) -> str:
    """Add the blocks of HTML, which may stand in a note of another format; return the title that it gives itself."""
    writer = _Writer(run, outline)
    writer.write()
    return writer.title


@dataclass(slots=True)
class _Writer:
    run: Run
    outline: Outline
    title: str = ""
    draft: Draft = field(default_factory=Draft)
    heading: int = 0
    quote: int = 0
    lists: list[tuple[str, int, int]] = field(default_factory=list)
    """Name, group and number of items open outside it, for each list around."""
    opened: dict[str, list[tuple[Draft, int, int, str]]] = field(default_factory=dict)
    """Name of a mark or link -> the open ones: the draft that each begins in, its places there and in the run, its
    address. What was opened in an earlier draft goes on in this one."""
    dropped: str = ""
    depth: int = 0
    pre: bool = False
    row: list[bool] | None = None
    """For each cell of the row: whether it is a header."""
    group: int = 0
    begun: bool = False
    """Whether the table has no row yet."""
    behind: int = 0

    def write(self) -> None:
        """Read the run to its end and leave the outline as it was found."""
        text = self.run.text
        items, quote = list(self.outline.items), self.outline.quote
        in_title = False
        for token in html_tokens(text):
            tag = token.tag
            if tag is not None and tag.name == "title":
                in_title = not tag.closes
            elif tag is None and in_title:
                self.title = self.title or " ".join(unescape(text[token.start : token.end]).split())
            elif self.dropped:
                self._skip(tag)
            elif tag is None:
                self._text(text, token)
            else:
                self._tag(tag, token)
            self.behind = token.end
        self._end_row()
        self._flush()
        self.outline.items, self.outline.quote = items, quote

    def _skip(self, tag: Tag | None) -> None:
        if tag is not None and tag.name == self.dropped:
            self.depth += -1 if tag.closes else 1
            if self.depth == 0:
                self.dropped = ""

    def _text(self, text: str, token: HtmlToken) -> None:
        for match in _TEXT.finditer(text, token.start, token.end):
            start, end = match.span()
            if match.lastgroup == "entity":
                self.draft.add(unescape(match.group()), self.run.at(start), self.run.end(end))
            elif match.lastgroup == "space" and not self.pre:
                if self.draft.parts and self.draft.parts[-1][0][-1] not in " \n\t":
                    self.draft.add(" ", self.run.at(start), self.run.end(end))
            else:
                self.run.copy(self.draft, start, end)

    def _tag(self, tag: Tag, token: HtmlToken) -> None:
        name = tag.name
        if name in _DROPPED and not tag.closes:
            self._flush()
            self.dropped, self.depth = name, 1
        elif name == "br":
            self._break(token)
        elif name == "img":
            self._image(tag, token)
        elif name == "a" or name in TAG_MARKS:
            self._inline(tag, token)
        elif name in _TABLE:
            self._cell(tag, token)
        elif self.row is not None and name in _LISTS and not tag.closes and self._lists_links(name, token.end):
            self._end_row()  # the list stands in a cell that only lays it out
            self._list(tag)
        elif self.row is not None and (name in _BLOCKS or name == "li"):
            self._break(token)
        elif self.row is None:
            self._block(tag)

    def _block(self, tag: Tag) -> None:
        if tag.name in _LISTS or tag.name == "li":
            self._list(tag)
        elif tag.name in _BLOCKS:
            self._flush()
        if tag.name == "blockquote":
            self.outline.quote = max(0, self.outline.quote + (-1 if tag.closes else 1))
        elif tag.name in _CODE:
            self.pre = not tag.closes
        elif tag.name in _HEADINGS:
            self.heading = 0 if tag.closes else int(tag.name[1])

    def _lists_links(self, name: str, start: int) -> bool:
        """Return whether most items of the list that begins at a place have a link."""
        seen = self.run.text[start : start + _SEEN]
        end = seen.find(f"</{name}")
        items = _ITEM.split(seen[: end if end >= 0 else None])[1:]
        return len(items) >= _FEWEST and sum(_ANCHOR.search(item) is not None for item in items) * 2 > len(items)

    def _break(self, token: HtmlToken) -> None:
        if self.draft.length and self.draft.parts[-1][0] not in ("\n", "\t"):
            self.draft.add("\n", self.run.at(token.start), self.run.end(token.end))

    def _image(self, tag: Tag, token: HtmlToken) -> None:
        if tag.address:
            self._link(self.draft.length, tag.address, LinkKind.IMAGE, token.start, token.end)

    def _inline(self, tag: Tag, token: HtmlToken) -> None:
        if not tag.closes:
            self.opened.setdefault(tag.name, []).append((self.draft, self.draft.length, token.start, tag.address))
            return
        if not self.opened.get(tag.name):
            return
        draft, begin, start, target = self.opened[tag.name].pop()
        begin = begin if draft is self.draft else 0
        if tag.name != "a":
            self.draft.mark(begin, TAG_MARKS[tag.name])
        elif target and not target.startswith("#"):
            self._link(begin, target, LinkKind.INLINE, start, token.end)

    def _link(self, begin: int, target: str, kind: LinkKind, start: int, end: int) -> None:
        self.outline.link(self.draft, begin, (target, kind), (self.run.at(start), self.run.end(end)))

    def _list(self, tag: Tag) -> None:
        self._flush()
        if tag.name != "li":
            if not tag.closes:
                self.lists.append((tag.name, self.outline.new_group(), len(self.outline.items)))
            elif self.lists:
                del self.outline.items[self.lists.pop()[2] :]
            return
        name, group, around = self.lists[-1] if self.lists else ("ul", self.outline.groups or 1, 0)
        del self.outline.items[around:]
        if not tag.closes:
            self.outline.items.append(ListItem(group, name == "ol"))

    def _cell(self, tag: Tag, token: HtmlToken) -> None:
        if tag.name == "table":
            self._end_row()
            self._flush()
            self.group = 0 if tag.closes else self.outline.new_group()
            self.begun = not tag.closes
        elif tag.name == "tr":
            self._end_row()
            if not tag.closes:
                self._flush()
                self.row = []
        elif not tag.closes:
            if self.row is None:
                self._flush()
                self.row = []
            self._end_cell()
            if self.row:
                self.draft.separate("\t", self.run.at(token.start))
            self.row.append(tag.name == "th")
            self.draft.cells.append((self.draft.length, -1))

    def _end_cell(self) -> None:
        if self.draft.cells and self.draft.cells[-1][1] < 0:
            self.draft.cells[-1] = (self.draft.cells[-1][0], self.draft.length)

    def _end_row(self) -> None:
        if self.row is None:
            return
        self._end_cell()
        header = bool(self.row) and (all(self.row) or self._is_bold())
        self.begun = False
        group = self.group or self.outline.groups or self.outline.new_group()
        kind = BlockKind.HEADER if header else BlockKind.ROW
        draft, self.draft, self.row = self.draft, Draft(), None
        self.opened.clear()
        draft.link_addresses()
        self.outline.layout(draft, kind, group=group)

    def _is_bold(self) -> bool:
        """Return whether a row is the first of its table and each of its cells begins in bold type: it is a header."""
        if not self.begun or len(self.draft.cells) < _COLUMNS:
            return False
        text, bold = self.draft.text, [mark for mark in self.draft.marks if mark.kind is MarkKind.STRONG]
        for start, end in self.draft.cells:
            cell = text[start:end]
            begins = start + len(cell) - len(cell.lstrip())
            words = cell.partition("(")[0].split()
            if len(words) > _HEADING or not any(mark.start <= begins < mark.end for mark in bold):
                return False
        return True

    def _flush(self) -> None:
        """Finish the text gathered so far as a block."""
        if self.row is not None:
            return
        draft, self.draft = self.draft, Draft()
        if not draft.parts and not draft.links:
            return
        draft.link_addresses()
        if self.heading:
            self.outline.heading(draft, self.heading)
        elif self.pre:
            self.outline.layout(draft, BlockKind.CODE)
        else:
            self.outline.paragraph(draft)
