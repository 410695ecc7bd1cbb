"""JSON as a tree in which each value knows where it stands.

A JSON parser forgets where a string stood, and evidence needs to know. Nothing here recurs: the depth is the file's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kg import untrusted
from kg.model import Problem
from kg.notes.draft import Piece, Source

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}:,]|[^\s\[\]{}:,"]+', re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|.)", re.DOTALL)
_SHORT = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


@dataclass(slots=True, eq=False)
class Value:
    """A value of JSON: `whole[start:end]`, quotation marks and brackets included."""

    whole: str
    start: int
    end: int
    items: list[tuple[str, Value]] = field(default_factory=list)
    """Of an object its keys and values, of a list its values."""

    @property
    def is_text(self) -> bool:
        """Whether it is a string."""
        return self.whole[self.start] == '"'

    @property
    def is_object(self) -> bool:
        """Whether it has keys."""
        return self.whole[self.start] == "{"

    @property
    def elements(self) -> list[Value]:
        """The values of a list; none of anything else."""
        return [value for _, value in self.items] if self.whole[self.start] == "[" else []

    @property
    def text(self) -> str:
        """A string as it is meant, or a number as it is written; "" for what is neither."""
        if self.is_text:
            return "".join(piece[0] for piece in self.pieces())
        raw = self.whole[self.start : self.end]
        return raw if raw[0] in "-0123456789" else ""

    def get(self, *names: str) -> Value | None:
        """Return the value of the first of some keys that there is."""
        if self.is_object:
            for name in names:
                for key, value in self.items:
                    if key == name:
                        return value
        return None

    def said(self, *names: str) -> str:
        """Return the text of the value of a key."""
        value = self.get(*names)
        return value.text if value is not None else ""

    def pieces(self) -> Iterator[Piece]:
        """Yield a string, or a number, piece by piece."""
        quote = int(self.is_text)
        start, end = self.start + quote, self.end - quote
        last = start
        for match in _ESCAPE.finditer(self.whole, start, end) if quote else ():
            if last < match.start():
                yield self.whole[last : match.start()], last, match.start()
            yield _unescaped(match), *match.span()
            last = match.end()
        if last < end:
            yield self.whole[last:end], last, end

    def walk(self) -> Iterator[Value]:
        """Yield this value and all below it, in the order of the file."""
        stack = [self]
        while stack:
            value = stack.pop()
            yield value
            stack.extend(inner for _, inner in reversed(value.items))


def read_json(source: Source, what: str) -> Value | Problem:
    """Read a file; a problem with its place when it is no JSON, or nested deeper than anybody's."""
    read = untrusted.json_of(source.text)
    if isinstance(read, untrusted.Flaw):
        message = f"the {what} is not valid JSON, so nothing in it was read: {read.reason}. Export it again"
        return source.problem("broken-json", message, read.place, read.place + 1)
    return _tree(source.text)


def _tree(text: str) -> Value:
    root = Value(text, 0, 0)
    around = [root]
    key: str | None = None
    for match in _TOKEN.finditer(text):
        sign = match.group()
        inner = around[-1]
        if sign in "}]":
            around.pop().end = match.end()
            key = None
        elif sign == ",":
            key = None
        elif sign != ":":
            value = Value(text, match.start(), match.end())
            if key is None and len(around) > 1 and inner.is_object:
                key = value.text
                continue
            inner.items.append((key or "", value))
            key = None
            if sign in "{[":
                around.append(value)
    return root.items[0][1]


def _unescaped(match: re.Match[str]) -> str:
    if match[1] is None:
        char = match.group()[1]
        return _SHORT.get(char, char)
    high, low = untrusted.character(match[1]), untrusted.character(match[2]) if match[2] else ""
    if low and "\ud800" <= high < "\udc00":
        return chr(0x10000 + ((ord(high) - 0xD800) << 10) + ord(low) - 0xDC00)
    return high + low
