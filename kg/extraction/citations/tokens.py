"""Cut a reference into tokens and say what each looks like.

Words keep inner hyphens and apostrophes (`Ben-David`, `O'Brien`), addresses and formulas are one token, every other
mark stands alone: punctuation is what tells the parts of a reference apart.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from kg import lexicons
from kg.identifiers import ARCHIVE

_TOKEN = re.compile(
    rf"(?<![\w./-])(?=[a-z-]{{2,9}}(?:\.[A-Z]{{2}})?/\d)(?:{ARCHIVE}/\d{{7}})(?!\d)|"
    r"(?!https?:/|www\.)[A-Za-z]++(?![\w\u0300-\u036f'’‐‑-])"  # most tokens: found first
    r"|https?:/?/?\S+|www\.\S+|10\.\d{4,9}/\S+|\$[^$\n]{1,80}\$"
    r"|(?<!\w)\d{1,3}(?=[^\W\d_]{3})"  # the number of a list, printed without a blank
    r"|(?<!\w)(?:19|20)\d\d(?=[^\W\d_])|(?<=[^\W\d_])(?:19|20)\d\d(?!\w)"  # a year printed without a blank
    r"|[^\W\d_\u0300-\u036f]{2,40}(?=(?:19|20)\d\d(?![\w-]))"
    r"|(?<=[A-Za-z\u00c0-\u024f.\s])等"
    r"|[\u4e00-\u9fff]{2,4}(?=[与和及][\u4e00-\u9fff]{2,4}(?!\w))|(?<=[\u4e00-\u9fff]{2})[与和及](?=[\u4e00-\u9fff]{2,4}(?!\w))"
    r"|[\u4e00-\u9fff]{2,6}(?=[他等ら](?!\w))|(?<=[\u4e00-\u9fff]{2})[他等ら](?!\w)"  # names joined, and others
    r"|[A-Za-z\u00c0-\u024f\u0300-\u036f]+(?:[-'’‐‑][A-Za-z\u00c0-\u024f\u0300-\u036f]+)*(?=[\u3040-\u9fff])"
    r"|[\u3040-\u9fff]+(?=[A-Za-z\u00c0-\u024f])"  # two scripts without a blank
    r"|[^\W\d_]{2,40}(?=['’]\d\d(?!\w))"  # ICLR'19
    r"|[\w\u0300-\u036f]+(?:[-'’‐‑][\w\u0300-\u036f]+)*|[^\w\s]"
)
_ADDRESSES = ("http", "www.", "10.")
"""What addresses and DOIs begin with."""
_TRAILING = ".,;:)]}>*”\"'"
_WIDE = str.maketrans("，。：；（）、．！？［］،؛¨", ',.:;(),.!?[],;"')
_DASH = re.compile(r"(?<=\s)[~\u2053\u223c\uff5e\u2012\u2015](?=\s)")
"""A sign between blanks that some write for a dash, as the tilde in `Title ~ Author`."""
_EMPHASIS = re.compile(r"(?<!\w)_{1,2}(?=[^\W_])|(?<=[^\s_])_{1,2}(?=[\s,.;:)]|\Z)")
"""Signs of emphasis that were left open, or closed behind a line: `_Doe, J. A title`."""
LONGEST = 600
"""Tokens that are looked at; what is longer is no reference."""


class Token(NamedTuple):
    """A piece of the text, `text[start:end]`."""

    text: str
    start: int
    end: int
    spaced: bool
    """Whether a blank stands before it."""
    begins: bool = False
    """Whether it is the first of a line."""
    parted: bool = False
    """Whether another cell, block or line that was not only wrapped begins with it: nothing goes on over that."""


def tokenize(text: str, *, start: int = 0, most: int = LONGEST) -> list[Token]:
    """Cut the text, from `start` on, into tokens, `most` of them.

    >>> [token.text for token in tokenize("O'Brien, J.-L. (2017). On $k$-means.")]
    ["O'Brien", ',', 'J', '.', '-', 'L', '.', '(', '2017', ')', '.', 'On', '$k$', '-', 'means', '.']
    """
    text = _readable(text)
    found: list[Token] = []
    at = start
    while len(found) < most and (match := _TOKEN.search(text, at)):
        first, end = match.span()
        if end - first > 8 and shape(match[0]) in ("URL", "DOI"):
            while end > first + 8 and text[end - 1] in _TRAILING:
                end -= 1
        shown = text[first:end]
        if not shown.isascii():
            shown = shown.translate(_WIDE)
        if first == at:
            found.append(Token(shown, first, end, first == start))
        else:
            gap = text[at:first]
            found.append(Token(shown, first, end, gap[-1].isspace() or first == start, "\n" in gap))
        at = end
    return found


def words_and_signs(text: str, *, most: int) -> list[str]:
    """Return the texts of the tokens alone, which are found faster where none is an address.

    >>> words_and_signs("Kim’s GPT-4, cf. www.example.org.", most=9)
    ['Kim’s', 'GPT-4', ',', 'cf', '.', 'www.example.org', '.']
    """
    text = _readable(text)
    if any(sign in text for sign in _ADDRESSES):
        return [token.text for token in tokenize(text, most=most)]
    found: list[str] = _TOKEN.findall(text)[:most]
    return found if text.isascii() else [word.translate(_WIDE) for word in found]


def _readable(text: str) -> str:
    """Return the text, of the same length, with the dashes that the networks know, and blanks for signs of emphasis."""
    if "_" in text:
        text = _EMPHASIS.sub(lambda found: " " * len(found[0]), text)
    return text if text.isascii() and "~" not in text else _DASH.sub("–", text)


_START, _END = attrgetter("start"), attrgetter("end")


def within(tokens: Sequence[Token], start: int, end: int) -> range:
    """Return the numbers of the tokens that lie in a range of the text."""
    return range(bisect_left(tokens, start, key=_START), bisect_right(tokens, end, key=_END))


@lru_cache(maxsize=1 << 16)
def shape(text: str) -> str:
    """Name the look of a token: its script, case and length class.

    >>> [shape(word) for word in ("A", "JL", "NIPS", "Vaswani", "attention", "McCarthy", "2017", "张三", ".", "J-L")]
    ['X', 'XX', 'XXX', 'Xx', 'xx', 'XxX', 'YEAR', 'CJK', '.', 'X-X']
    """
    first = text[0]
    if not (first.isalnum() or first in "_$") or (len(text) == 1 and not first.isalnum()):
        return text
    if first == "$":
        return "MATH"
    if text.startswith(("http", "www.")) and ("/" in text or "." in text):
        return "URL"
    if "/" in text and (text.startswith("10.") or text[-1].isdigit()):
        return "DOI"
    if "-" in text or "‐" in text or "‑" in text:
        return "-".join(shape(part) for part in re.split("[-‐‑]", text)[:2] if part) or "-"
    if first.isdigit():
        return _digits(text)
    return _letters(text)


def _digits(text: str) -> str:
    if not text.isdigit():
        return "ord" if text[-1].isalpha() and text[:-2].isdigit() else "9a"
    if len(text) == 4 and "1600" <= text <= "2100":
        return "YEAR"
    return "9" * min(len(text), 5)


def _letters(text: str) -> str:
    first = text[0]
    if unicodedata.category(first) == "Lo":
        return "CJK" if first >= "\u1100" else "script"
    if any(character.isdigit() for character in text):
        return "a9"
    if text.isupper():
        return "X" * min(len(text), 3) if len(text) < 5 else "XXXX"
    if text.islower():
        return "x" if len(text) == 1 else "xx"
    if first.isupper():
        rest = text[1:]
        return "Xx" if rest.islower() or "'" in text or "’" in text else "XxX"
    return "xX"


_CLOSED = lexicons.words("reference word")
"""Words that hold titles together, terms of bibliographies in several languages, and words of venues."""
_VENUE = lexicons.words("venue word")


@lru_cache(maxsize=1 << 16)
def kind(text: str) -> str:
    """Return the coarse class by which patterns of neighbouring tokens are told apart: the word itself or its shape."""
    lower = text.casefold()
    return "=" + lower if (lower in _CLOSED and len(lower) > 1) or lower in "eyui&" else shape(text)


def names_venue(text: str) -> bool:
    """Return whether the word is one of those of which names of journals, proceedings and publishers are made."""
    return text.casefold() in _VENUE
