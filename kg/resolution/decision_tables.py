r"""Where each table of the user's decisions stands in its file, so that one comes or goes and the rest stays as it is.

>>> text = '# mine\n[[ignore]]\nthing = "task: X"  # no\n'
>>> [(place.name, place.line, text[place.start : place.end]) for place in find(text)]
[('ignore', 2, '[[ignore]]\nthing = "task: X"  # no\n')]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

HEAD = "# What you decided about your notes; `kg decisions` lists it, and `kg build` goes by it.\n"
"""First line of a file that kg makes."""
Value: TypeAlias = "str | bool | Sequence[str | Sequence[str]]"
_TOKEN = re.compile(
    r"(?P<comment>#[^\n]*)"
    r"|(?P<header>^[ \t]*\[\[[^\]\n]*\]\])"
    r"|(?P<key>^[ \t]*[\w-]+(?=[ \t]*=))"
    r'|"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|[^\s#\"']+",
    re.MULTILINE | re.DOTALL,
)
_DRIVING = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]')
_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}


@dataclass(frozen=True, slots=True)
class Place:
    """A table of the file: from its header to the end of the line of its last value."""

    name: str
    line: int
    start: int
    end: int
    lines: Mapping[str, int]
    """Key -> its line."""


def find(text: str) -> tuple[Place, ...]:
    """Find the tables of a file that is TOML, in order; what stands in strings and comments is none."""
    headers: list[tuple[str, int]] = []
    ends: list[int] = []
    keys: list[dict[str, int]] = []
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "header":
            headers.append((token[0].strip().strip("[]").strip().strip("\"'"), token.start()))
            ends.append(token.end())
            keys.append({})
        elif headers and token.lastgroup != "comment":
            ends[-1] = token.end()
            if token.lastgroup == "key":
                keys[-1].setdefault(token[0].strip(), _line(text, token.start()))
    return tuple(
        Place(name, _line(text, start), start, _end_of_line(text, end), lines)
        for (name, start), end, lines in zip(headers, ends, keys, strict=True)
    )


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _end_of_line(text: str, place: int) -> int:
    found = text.find("\n", place)
    return len(text) if found < 0 else found + 1


def table(name: str, values: Mapping[str, Value]) -> str:
    r"""Write a table.

    >>> print(table("rename", {"thing": 'method: "X"', "name": "a\nb"}), end="")
    [[rename]]
    thing = "method: \"X\""
    name = "a\nb"
    """
    lines = [f"[[{name}]]"]
    for key, value in values.items():
        lines.append(f"{key} = {_value(value)}")
    return "".join(f"{line}\n" for line in lines)


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return quoted(value) if isinstance(value, str) else f"[{', '.join(map(_value, value))}]"


def quoted(text: str) -> str:
    """Write a text as TOML on one line, with no code that drives a terminal."""
    return f'"{_DRIVING.sub(_escape, text)}"'


def _escape(found: re.Match[str]) -> str:
    return _ESCAPED.get(found[0], f"\\u{ord(found[0]):04X}")


def appended(text: str, written: str) -> str:
    """Put a table behind all that is there, in the line ends of the file."""
    ends = "\r\n" if "\r\n" in text else "\n"
    before = text or HEAD
    gap = "\n" if before.endswith("\n") else "\n\n"
    return before + (gap + written).replace("\n", ends) if text else f"{before}{gap}{written}"


def without(text: str, place: Place) -> str:
    """Take a table out, and the blank line before it where nothing stands behind it; "" when only our line remains."""
    before, behind = text[: place.start], text[place.end :]
    alone = re.search(r"\n(\r?\n)\Z", before)
    if alone and (not behind.strip() or re.match(r"\r?\n", behind)):
        before = before[: alone.start(1)]
    left = before + behind
    return "" if left == HEAD else left
