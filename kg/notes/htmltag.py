"""One HTML tag, read for its name and where it leads."""

from __future__ import annotations

import re
from typing import NamedTuple

from kg.model import MarkKind
from kg.untrusted import unescape

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
