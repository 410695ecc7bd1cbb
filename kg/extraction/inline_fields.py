"""Inline fields, as Dataview and Logseq have them: `[year:: 2017]` within a line, or `year:: 2017` as a whole one.

They belong to the line that they stand on, or to what they stand under; never to what comes next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_NAME = r"[*_]{0,3}(?P<name>[^\W\d_][\w -]{0,30})[*_]{0,3}::[*_]{0,3}"
_VALUE = r"(?P<value>(?:[^\[\]()\n]|\[[^\[\]()\n]{0,200}\]|\([^\[\]()\n]{0,200}\)){0,500}+)"
_INLINE = re.compile(rf"[\[(]{_NAME}(?=\s){_VALUE}[\])]")
_PROPERTY = re.compile(rf"\s*{_NAME}(?=\s|$)\s{{0,3}}(?P<value>[^\n]*)")


def inline_fields(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the fields in brackets between two places of a text; their groups are `name` and `value`."""
    return _INLINE.finditer(text, start, end) if "::" in text else iter(())


def property_line(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the field that a line is as a whole, with its groups `name` and `value`; None where it is none."""
    return _PROPERTY.fullmatch(text, start, end) if "::" in text else None


def fields_of(text: str, lines: Iterable[tuple[int, int]]) -> list[re.Match[str]]:
    """Return the fields of some lines of a text, in order; their groups are `name` and `value`."""
    found: list[re.Match[str]] = []
    for start, end in lines if "::" in text else ():
        line = property_line(text, start, end)
        found += inline_fields(text, start, end) if line is None else [line]
    return found


def fields_alone(text: str, start: int, end: int) -> tuple[str, ...]:
    """Return the names of the fields of a line that holds nothing else, none if it does.

    >>> lines = ("[doi:: 10.1000/abc]", "**Year**:: 2017", "Deep sets [year:: 2017]", "std::vector")
    >>> [fields_alone(line, 0, len(line)) for line in lines]
    [('doi',), ('Year',), (), ()]
    """
    line = property_line(text, start, end)
    if line is not None:
        return (line["name"],)
    found = list(inline_fields(text, start, end))
    ends = [start, *(one.end() for one in found)]
    starts = [*(one.start() for one in found), end]
    between = "".join(text[last:first] for last, first in zip(ends, starts, strict=True))
    return () if any(map(str.isalnum, between)) else tuple(one["name"] for one in found)
