"""Words as a search compares them: without case and accents, Chinese, Japanese and signs by characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n"}
)
_EAST = (
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_SIGNS = "\u2600-\u27bf\U0001f300-\U0001faff"
_WORD = re.compile(rf"[{_EAST}{_SIGNS}]|[^\W_{_EAST}]+")
_HYPHENED = re.compile(r"(?<!\w)\w+(?:[-‐‑–]\w+)+")
_HYPHEN = re.compile(r"[-‐‑–]")
_KEY = re.compile(r"(?<!\w)[A-Z][^\W\d_]{3,}\d{4}\w*")
_PARTS_OF_KEY = re.compile(r"[A-Z]?[a-z\u00df-\u024f]+|[A-Z]+(?![a-z])|\d+")


def fold(text: str) -> str:
    """Write a text without what a search ignores: case, accents, forms of one letter.

    >>> fold("Łukasz SCHRÖDINGER ﬁts Ａ")
    'lukasz schrodinger fits a'
    """
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", bare).casefold().translate(_LETTERS)


def words(text: str) -> list[str]:
    """Return the words of a text, folded; a character is a word in scripts without spaces.

    >>> words("Pre-training GPT-4o 知识 x_1")
    ['pre', 'training', 'gpt', '4o', '知', '识', 'x', '1']
    """
    return _WORD.findall(fold(text))


def indexed(text: str) -> str:
    """Write a text for the index: its words, then their other spellings.

    >>> indexed("Pre-training, see XuLi2019ICLR")
    'pre training see xuli2019iclr pretraining xu li 2019 iclr'
    """
    return " ".join([*words(text), *_variants(text)])


def _variants(text: str) -> Iterator[str]:
    for found in _HYPHENED.finditer(text) if _HYPHEN.search(text) else ():
        yield "".join(words(found[0]))
    for found in _KEY.finditer(text):
        yield from map(fold, _PARTS_OF_KEY.findall(found[0]))


def ranges(text: str) -> Iterator[tuple[int, int, frozenset[str]]]:
    """Yield where the words of a text are, each with the forms by which it can be found."""
    for found in re.finditer(rf"[{_EAST}{_SIGNS}]|\w+(?:[-‐‑–]\w+)*", text):
        yield *found.span(), _forms(found[0])


@lru_cache(maxsize=1 << 12)
def _forms(word: str) -> frozenset[str]:
    return frozenset(indexed(word).split())
