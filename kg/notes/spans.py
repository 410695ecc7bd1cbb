"""Placed inline tokens of Markdown -> a draft with its links and marks."""

from __future__ import annotations

from dataclasses import dataclass, field

from markdown_it.token import Token

from kg.model import LinkKind, MarkKind, Problem
from kg.notes.addresses import unsafe
from kg.notes.draft import Draft, Source
from kg.notes.htmltag import Tag, read_tag
from kg.notes.lines import Run

_MARKS = {
    "em": MarkKind.EM,
    "strong": MarkKind.STRONG,
    "s": MarkKind.STRIKE,
    "highlight": MarkKind.HIGHLIGHT,
}
_TAG_MARKS = {
    "b": MarkKind.STRONG,
    "strong": MarkKind.STRONG,
    "i": MarkKind.EM,
    "em": MarkKind.EM,
    "cite": MarkKind.EM,
    "code": MarkKind.CODE,
    "kbd": MarkKind.CODE,
    "s": MarkKind.STRIKE,
    "del": MarkKind.STRIKE,
    "mark": MarkKind.HIGHLIGHT,
}
HIDDEN = frozenset({"script", "style", "noscript", "template"})


@dataclass(slots=True)
class Spans:
    """Writes the tokens of one inline text into a draft."""

    source: Source
    run: Run
    draft: Draft
    problems: list[Problem] = field(default_factory=list)
    base: int = 0
    """Place in the run where the inline text begins."""
    opened: list[tuple[str, int, int, str]] = field(default_factory=list)
    """Open marks and links: name, start in the draft, start in the run, target."""
    hidden: str = ""

    def write(self, tokens: list[Token]) -> None:
        """Append all tokens."""
        for token in tokens:
            if not self.hidden or token.type == "html_inline":
                self._write(token)

    def _write(self, token: Token) -> None:
        start, end = (self.base + place for place in token.meta["at"])
        match token.type:
            case "text":
                self.run.copy(self.draft, start, start + len(token.content))
            case "text_special":
                self.draft.add(token.content, self.run.at(start), self.run.end(end))
            case "softbreak" | "hardbreak":
                self.draft.add("\n", self.run.at(start + (self.run.text[start] == "\\")))
            case "code_inline":
                self._code(token, start, end)
            case "math_inline" | "math_inline_double":
                self._copied(start, end, MarkKind.MATH)
            case "image":
                self._image(token, start, end)
            case "wikilink":
                begin = self.draft.length
                self.run.copy(self.draft, *(self.base + place for place in token.meta["label"]))
                self._link(begin, token.content, LinkKind.WIKI, start, end)
            case "address":
                begin = self.draft.length
                self.run.copy(self.draft, start, end)
                self._link(begin, token.content, LinkKind.BARE, start, end)
            case "footnote_ref":
                self._link(self.draft.length, str(token.meta.get("label", "")), LinkKind.FOOTNOTE, start, end)
            case "html_inline":
                self._html(token.content, start, end)
            case kind if kind.endswith("_open"):
                self.opened.append((kind[:-5], self.draft.length, start, str(token.attrs.get("href", ""))))
            case kind if kind.endswith("_close"):
                self._close(kind[:-6], end, bare=token.markup == "autolink")

    def _close(self, name: str, end: int, *, bare: bool = False) -> None:
        place = next((i for i in range(len(self.opened) - 1, -1, -1) if self.opened[i][0] == name), None)
        if place is None:
            return
        _, begin, start, target = self.opened.pop(place)
        if name in ("link", "a"):
            if target:
                self._link(begin, target, LinkKind.BARE if bare else LinkKind.INLINE, start, end)
        else:
            self.draft.mark(begin, _MARKS.get(name) or _TAG_MARKS[name])

    def _link(self, begin: int, target: str, kind: LinkKind, start: int, end: int) -> None:
        first, last = self.run.at(start), self.run.end(end)
        if unsafe(target):
            message = f"a link to {target[:40]!r} leads nowhere and was left out; its text was kept"
            self.problems.append(self.source.problem("unsafe-link", message, first, last))
        else:
            self.draft.link(begin, target, kind, (first, last))

    def _copied(self, start: int, end: int, kind: MarkKind) -> None:
        begin = self.draft.length
        self.run.copy(self.draft, start, end)
        self.draft.mark(begin, kind)

    def _code(self, token: Token, start: int, end: int) -> None:
        first, last = start + len(token.markup), end - len(token.markup)
        if last - first == len(token.content) + 2:
            first, last = first + 1, last - 1
        self._copied(first, last, MarkKind.CODE)

    def _image(self, token: Token, start: int, end: int) -> None:
        begin = self.draft.length
        inner = Spans(self.source, self.run, self.draft, base=start + 2)
        inner.write(token.children or [])
        self.draft.mark(begin, MarkKind.IMAGE)
        self._link(begin, str(token.attrs.get("src", "")), LinkKind.IMAGE, start, end)

    def _html(self, html: str, start: int, end: int) -> None:
        tag: Tag = read_tag(html)
        if self.hidden:
            self.hidden = "" if tag.closes and tag.name == self.hidden else self.hidden
        elif tag.name in HIDDEN and not tag.closes:
            self.hidden = tag.name
        elif tag.name in ("br", "hr"):
            self.draft.add("\n", self.run.at(start), self.run.end(end))
        elif tag.name == "img":
            self._link(self.draft.length, tag.address, LinkKind.IMAGE, start, end)
        elif tag.name == "a" or tag.name in _TAG_MARKS:
            if tag.closes:
                self._close(tag.name, end)
            else:
                self.opened.append((tag.name, self.draft.length, start, tag.address))
