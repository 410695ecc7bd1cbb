"""HTML cut into tags and text with their places, in one pass; what is not closed is text to the end, as browsers do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kg.model import MarkKind
from kg.untrusted import unescape

_TAG = re.compile(r"</?[a-zA-Z]")
_STOP = re.compile(r"[\"'>]")
RAW = frozenset({"script", "style", "textarea", "noscript", "template", "svg", "iframe"})
_NAME = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]{0,40})")
_ADDRESS = re.compile(r"""[\s"'/](?:href|src)\s{0,20}=\s{0,20}("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)
CITED = re.compile(
    r"""<(?:d|dt)-cite\s[^<>]{0,200}?\b(?:bibtex-)?key\s{0,9}=\s{0,9}["'](?P<keys>[^"'<>]{1,2000})["']""", re.IGNORECASE
)
"""A citation in a page written with the template of Distill."""

TAG_MARKS = {
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
    "sup": MarkKind.RAISED,
}


class Tag(NamedTuple):
    """Lower-case name ("" for a comment), whether it closes, and its `href` or `src`."""

    name: str
    closes: bool
    address: str


def read_tag(html: str) -> Tag:
    """Read a tag.

    >>> read_tag('<a class="x" href="https://arxiv.org?a=1&amp;b=2">')
    Tag(name='a', closes=False, address='https://arxiv.org?a=1&b=2')
    """
    name = _NAME.match(html)
    if name is None:
        return Tag("", False, "")
    address = _ADDRESS.search(html, name.end())
    return Tag(name[2].lower(), bool(name[1]), unescape(address[1].strip("\"'")).strip() if address else "")


class HtmlToken(NamedTuple):
    """A tag, or a stretch of text (then `tag` is None), at `text[start:end]`."""

    start: int
    end: int
    tag: Tag | None


def html_tokens(text: str) -> Iterator[HtmlToken]:
    """Cut HTML into tokens; comments and declarations are left out, and so is what scripts and styles hold.

    >>> [text_token.tag for text_token in html_tokens("a<!-- x --><br/>")]
    [None, Tag(name='br', closes=False, address='')]
    """
    last = {char: text.rfind(char) for char in "\"'>"}
    place = 0
    while place < len(text):
        bracket = text.find("<", place)
        while bracket >= 0 and not (_TAG.match(text, bracket) or text.startswith(("<!", "<?"), bracket)):
            bracket = text.find("<", bracket + 1)
        if bracket < 0 or bracket > last[">"]:
            yield HtmlToken(place, len(text), None)
            return
        if place < bracket:
            yield HtmlToken(place, bracket, None)
        if text.startswith("<!--", bracket):
            end = text.find("-->", bracket + 4)
            place = end + 3 if end >= 0 else len(text)
            continue
        place = _tag_end(text, bracket, last)
        tag = read_tag(text[bracket : min(place, bracket + 8_000)])
        if not tag.name:
            continue
        if tag.name in RAW and not tag.closes and not text.startswith("/>", place - 2):
            place = _raw_end(text, place, tag.name)
            continue
        yield HtmlToken(bracket, place, tag)


def _tag_end(text: str, start: int, last: dict[str, int]) -> int:
    """Find the end of a tag; `last` is where each sign stands last, so that no search runs to the end in vain."""
    place = start
    while match := _STOP.search(text, place):
        if match.group() == ">":
            return match.end()
        if last[match.group()] < match.end():
            break
        place = text.find(match.group(), match.end()) + 1
    return text.find(">", start) + 1


def _raw_end(text: str, start: int, name: str) -> int:
    match = re.compile(rf"</{name}\b[^>]{{0,200}}>?", re.IGNORECASE).search(text, start)
    return match.end() if match else len(text)
