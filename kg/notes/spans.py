"""Placed inline tokens of Markdown -> a draft with its links and marks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from markdown_it.token import Token

from kg.model import LinkKind, MarkKind
from kg.notes.draft import Draft
from kg.notes.htmltokens import CITED, TAG_MARKS, read_tag
from kg.notes.lines import Run
from kg.notes.outline import Outline
from kg.notes.programs import leads_into_program

_MARKS = {
    "em": MarkKind.EM,
    "strong": MarkKind.STRONG,
    "s": MarkKind.STRIKE,
    "highlight": MarkKind.HIGHLIGHT,
}
HIDDEN = frozenset({"script", "style", "noscript", "template"})


@dataclass(slots=True)
class Spans:
    """Writes the tokens of one inline text into a draft."""

    outline: Outline
    run: Run
    draft: Draft
    base: int = 0
    """Place in the run where the inline text begins."""
    opened: dict[str, list[tuple[int, int, str]]] = field(default_factory=dict)
    """Name of a mark or link -> the open ones: start in the draft, start in the run, target."""
    hidden: str = ""

    def write(self, tokens: list[Token]) -> None:
        """Append all tokens."""
        for token in tokens:
            if not self.hidden or token.type == "html_inline":
                self._write(token)

    def _write(self, token: Token) -> None:
        start, end = (self.base + place for place in token.meta["at"])
        writer = _WRITERS.get(token.type)
        if writer is not None:
            writer(self, token, start, end)
        elif token.type.endswith("_open"):
            self._open(token.type[:-5], start, str(token.attrs.get("href", "")))
        elif token.type.endswith("_close"):
            self._close(token.type[:-6], end, bare=token.markup == "autolink")

    def text(self, token: Token, start: int, _end: int) -> None:
        self.run.copy(self.draft, start, start + len(token.content))

    def special(self, token: Token, start: int, end: int) -> None:
        self.draft.add(token.content, self.run.at(start), self.run.end(end))

    def newline(self, _token: Token, start: int, _end: int) -> None:
        self.draft.add("\n", self.run.at(start + (self.run.text[start] == "\\")))

    def math(self, _token: Token, start: int, end: int) -> None:
        self._copied(start, end, MarkKind.MATH)

    def wikilink(self, token: Token, start: int, end: int) -> None:
        begin = self.draft.length
        self.run.copy(self.draft, *(self.base + place for place in token.meta["label"]))
        kind = LinkKind.IMAGE if token.markup == "image" else LinkKind.WIKI
        self._link(begin, token.content, kind, start, end)

    def address(self, token: Token, start: int, end: int) -> None:
        begin = self.draft.length
        self.run.copy(self.draft, start, end)
        self._link(begin, token.content, LinkKind.BARE, start, end)

    def footnote(self, token: Token, start: int, end: int) -> None:
        self._link(self.draft.length, str(token.meta.get("label", "")), LinkKind.FOOTNOTE, start, end)

    def _open(self, name: str, start: int, target: str) -> None:
        self.opened.setdefault(name, []).append((self.draft.length, start, target))

    def _close(self, name: str, end: int, *, bare: bool = False) -> None:
        if not self.opened.get(name):
            return
        begin, start, target = self.opened[name].pop()
        if name in ("link", "a"):
            if target and not target.startswith("(("):  # a block of Logseq or Roam
                self._link(begin, target, LinkKind.BARE if bare else LinkKind.INLINE, start, end)
        else:
            self.draft.mark(begin, _MARKS.get(name) or TAG_MARKS[name])

    def _link(self, begin: int, target: str, kind: LinkKind, start: int, end: int) -> None:
        if not leads_into_program(target):
            self.outline.link(self.draft, begin, (target, kind), (self.run.at(start), self.run.end(end)))

    def _copied(self, start: int, end: int, kind: MarkKind) -> None:
        begin = self.draft.length
        self.run.copy(self.draft, start, end)
        self.draft.mark(begin, kind)

    def code(self, token: Token, start: int, end: int) -> None:
        first, last = start + len(token.markup), end - len(token.markup)
        if last - first == len(token.content) + 2:
            first, last = first + 1, last - 1
        self._copied(first, last, MarkKind.CODE)

    def image(self, token: Token, start: int, end: int) -> None:
        begin = self.draft.length
        inner = Spans(self.outline, self.run, self.draft, base=start + 2)
        inner.write(token.children or [])
        self.draft.mark(begin, MarkKind.IMAGE)
        self._link(begin, str(token.attrs.get("src", "")), LinkKind.IMAGE, start, end)

    def html(self, token: Token, start: int, end: int) -> None:
        tag = read_tag(token.content)
        cited = CITED.match(token.content)
        if cited is not None and not self.hidden:
            self._cite(cited["keys"], start + cited.start("keys"), end)
        elif self.hidden:
            self.hidden = "" if tag.closes and tag.name == self.hidden else self.hidden
        elif tag.name in HIDDEN and not tag.closes:
            self.hidden = tag.name
        elif tag.name in ("br", "hr") or (tag.closes and tag.name in ("p", "div", "li")):
            self.draft.add("\n", self.run.at(start), self.run.end(end))
        elif tag.name == "sup" and not self.run.text[:start].endswith(" ") and _EDITION.match(self.run.text, end):
            self.draft.separate(" ", self.run.at(start))
        elif tag.name == "img":
            self._link(self.draft.length, tag.address, LinkKind.IMAGE, start, end)
        elif tag.name == "a" or tag.name in TAG_MARKS:
            if tag.closes:
                self._close(tag.name, end)
            else:
                self._open(tag.name, start, tag.address)

    def citation(self, token: Token, _start: int, end: int) -> None:
        self._cite(token.content, self.base + token.meta["keys"], end)

    def _cite(self, keys: str, start: int, end: int) -> None:
        """Write the keys that Distill or MyST cites as Pandoc writes them."""
        before = "["
        for key in re.finditer(r"[^\s,;]+", keys):
            first = start + key.start()
            self.draft.separate(f"{before}@", self.run.at(first))
            self.run.copy(self.draft, first, first + len(key.group()))
            before = "; "
        if before != "[":
            self.draft.separate("]", self.run.end(end))


_EDITION = re.compile(r"(?:\d{1,2}</sup>)?(?:1[5-9]|20)\d\d\b")
"""Behind a tag of the number of an edition that stands raised before the year: `<sup>4</sup>1995`."""
_WRITERS: dict[str, Callable[[Spans, Token, int, int], None]] = {
    "text": Spans.text,
    "text_special": Spans.special,
    "softbreak": Spans.newline,
    "hardbreak": Spans.newline,
    "code_inline": Spans.code,
    "math_inline": Spans.math,
    "math_inline_double": Spans.math,
    "image": Spans.image,
    "wikilink": Spans.wikilink,
    "address": Spans.address,
    "footnote_ref": Spans.footnote,
    "html_inline": Spans.html,
    "citation": Spans.citation,
}
"""What each inline token of markdown-it becomes; other tokens open or close a mark or a link."""
