r"""The border for text of others: entities, numbers, days, addresses, TOML, JSON and bytes, read by what cannot raise.

Notes, settings and graphs of others hold numbers of 6,000 digits and 3,000 brackets, and what Python reads them with
raises there, each in a way of its own. Whatever meets such text calls these functions: a value is replaced by another
when it is none, and a file that cannot be read is a `Flaw` that says why and where.
"""

from __future__ import annotations

import datetime as dt
import html
import json
import math
import re
import tomllib
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

DEEPEST = 100
"""Brackets inside each other; nobody nests a setting deeper, and every stack holds so many."""
LONGEST_KEY = 1_000
"""Parts of a key of TOML, which takes the square of their number to read."""
_SHOWN = 60
"""Characters of a value that a message shows."""
_MOST_DIGITS = 4_300
"""Python makes no number of more."""

_ENDLESS = re.compile(r"(&#(?:\d{9,}|[xX][0-9a-fA-F]{9,});?)")
"""A number that no character has; Python would refuse to read one of 5,000 digits at all."""
_INTEGER = re.compile(r"\s*[+-]?\d{1,18}\s*")
_NUMBER = re.compile(r"\s*[+-]?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][+-]?\d{1,3})?\s*")
_DIGITS = re.compile(rf"\d[\d_]{{{_MOST_DIGITS},}}")
_OF_POWERS = re.compile(r"(?<=[\s=,\[])0[xob]\w{3500,}")
"""A number that Python makes of so many digits, and cannot write in decimal ones."""
_IN_MESSAGE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_BRACKET = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'|#[^\n]*|[\[{]|[\]}]", re.DOTALL
)
_KEY = re.compile(r"[\w\"'-]++(?:[ \t]*+\.[ \t]*+[\w\"'-]++)*+")
_LINE_END = re.compile(r"\r\n|\n|\r")
_NOWHERE = SplitResult("", "", "", "", "")


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why a text cannot be read, and where: its code point from 0, its line and column from 1."""

    reason: str
    place: int = 0
    line: int = 1
    column: int = 1

    @classmethod
    def at(cls, text: str, place: int, reason: str) -> Flaw:
        """Make a flaw of a place in a text."""
        begins = [0, *(end.end() for end in _LINE_END.finditer(text, 0, place))]
        return cls(reason, place, len(begins), place - begins[-1] + 1)

    def message(self, path: str) -> str:
        """Tell a person what is wrong with a file of theirs, where, and what to do."""
        return f"{path}:{self.line}:{self.column}: {self.reason}. Put that place right, or move the file away"


def unescape(text: str) -> str:
    """Put characters in the place of the entities of HTML; what names no character is left as it stands.

    >>> unescape("R&amp;D &#8211; &eacute;"), unescape("&#" + "9" * 9 + ";")
    ('R&D – é', '&#999999999;')
    """
    if "&" not in text:
        return text
    return "".join(part if number % 2 else html.unescape(part) for number, part in enumerate(_ENDLESS.split(text)))


def integer(text: str, otherwise: int = 0) -> int:
    """Read a whole number of at most 18 digits, as a graph can hold it, in the digits of any script.

    >>> integer("42"), integer("٤٢"), integer("²"), integer("9" * 6_000, -1)
    (42, 42, 0, -1)
    """
    return int(text) if _INTEGER.fullmatch(text) else otherwise


def number(text: str, otherwise: float = 0.0) -> float:
    """Read a finite number.

    >>> number("4.5"), number("1e999"), number("nan"), number("7" * 6_000, -1)
    (4.5, 0.0, 0.0, -1)
    """
    found = float(text) if _NUMBER.fullmatch(text) else math.inf
    return found if math.isfinite(found) else otherwise


def day(text: str) -> dt.date | None:
    """Read an ISO date; None when there is no such day.

    >>> day("2024-02-29"), day("2023-02-29"), day("2024")
    (datetime.date(2024, 2, 29), None, None)
    """
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None


def character(code: str) -> str:
    """Return the character of a code point in hexadecimal digits; U+FFFD where there is none.

    >>> character("00e9"), character("110000"), character("f" * 6_000)
    ('é', '\ufffd', '\ufffd')
    """
    number = int(code, 16) if len(code) <= 8 else math.inf
    return chr(int(number)) if number < 0x110000 else "\ufffd"


def address(text: str) -> SplitResult:
    """Divide an address into its parts, which are all empty when it is none.

    >>> address("https://a.b/c").netloc, address("http://[::1/").netloc
    ('a.b', '')
    """
    try:
        return urlsplit(text)
    except ValueError:
        return _NOWHERE


def utf8(raw: bytes) -> str | Flaw:
    r"""Decode a file that must be UTF-8, without the mark of it that some editors put first.

    >>> utf8(b"caf\xc3\xa9"), utf8(b"a\nb\xff")
    ('café', Flaw(reason='this is not UTF-8: invalid start byte', place=3, line=2, column=2))
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8")
        return Flaw.at(before, len(before), f"this is not UTF-8: {error.reason}")


def toml(text: str) -> dict[str, Any] | Flaw:
    r"""Read TOML.

    >>> toml("a = 1"), toml("a = 1\nb = [").line, toml("a = " + "7" * 6_000).reason
    ({'a': 1}, 2, 'a number has more than 4300 digits')
    """
    if beyond := _too_deep(text) or _too_long(text):
        return beyond
    try:
        table = tomllib.loads("\n".join(_LINE_END.split(text)))
    except tomllib.TOMLDecodeError as error:
        found = _IN_MESSAGE.search(str(error))
        place = _place(text, int(found[1]), int(found[2])) if found and found[1] else len(text.rstrip())
        return Flaw.at(text, place, f"this is not TOML: {_IN_MESSAGE.sub('', str(error))}")
    except ValueError:
        return _too_large(text, _DIGITS.search(text))
    large = _OF_POWERS.search(text)
    return _too_large(text, large) if large else table


def shown(value: object) -> str:
    """Show a value in a message, cut where it is long.

    >>> shown("a"), shown(["b" * 9_000])
    ("'a'", "['bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…")
    """
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def line_of(text: str, key: str) -> int:
    """Return the line on which a key or a table of TOML stands first, 1 when none is found."""
    found = re.search(rf"^[ \t]*+\[?\[?[ \t]*[\"']?{re.escape(key)}\b", text, re.MULTILINE)
    return Flaw.at(text, found.start(), "").line if found else 1


def json_of(text: str) -> Any:
    """Read JSON, a `Flaw` when it is none; a number of more digits than `integer` and `number` read is 0.

    >>> json_of('[5, "a", 1e999, ' + "7" * 6_000 + "]"), json_of("[1,").reason
    ([5, 'a', 0.0, 0], 'Expecting value')
    """
    try:
        return json.loads(text, parse_int=_whole, parse_float=number)
    except json.JSONDecodeError as error:
        return Flaw.at(text, error.pos, error.msg)
    except RecursionError:
        return _too_deep(text) or Flaw("it is nested too deeply")


def _whole(digits: str) -> int:
    return int(digits) if len(digits) <= 18 else 0


def _place(text: str, line: int, column: int) -> int:
    begins = [0, *(end.end() for end in _LINE_END.finditer(text))]
    return begins[min(line, len(begins)) - 1] + column - 1


def _too_large(text: str, found: re.Match[str] | None) -> Flaw:
    return Flaw.at(text, found.start() if found else 0, f"a number has more than {_MOST_DIGITS} digits")


def _too_long(text: str) -> Flaw | None:
    keys = _KEY.finditer(text) if text.count(".") > LONGEST_KEY else ()
    places = (key.start() for key in keys if key.group().count(".") > LONGEST_KEY)
    return next((Flaw.at(text, place, "this key has too many parts") for place in places), None)


def _too_deep(text: str) -> Flaw | None:
    depth = 0
    for found in _BRACKET.finditer(text) if text.count("[") + text.count("{") > DEEPEST else ():
        depth += (found.group() in "[{") - (found.group() in "]}")
        if depth > DEEPEST:
            return Flaw.at(text, found.start(), f"more than {DEEPEST} brackets stand inside each other")
    return None
