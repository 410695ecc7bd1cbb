"""The titles of papers reduced to what decides: spelling, parts at colons, words that a citation key is made of."""

from __future__ import annotations

import re
from functools import lru_cache

from kg.text import GREEK, name_key
from kg.untrusted import unescape

MIN_TITLE = 12
"""Letters and digits that a title needs to decide alone."""
_SPELLINGS = (
    (re.compile(r"isation(s?)\b"), r"ization\1"),
    (re.compile(r"is(e|ed|es|ing|er|ers)\b(?<!wise)(?<!rise)(?<!noise)(?<!precise)(?<!ising)"), r"iz\1"),
    (re.compile(r"\b(behavi|col|fav|neighb|lab)our"), r"\1or"),
    (re.compile(r"elling\b"), "eling"),
    (re.compile(r"\banalys(e|ing)\b"), r"analyz\1"),
    (re.compile(r"\bvs\b\.?"), "versus"),
    (re.compile(r"[&+]"), " and "),
    (re.compile(r"\\?\bell(?=\s*_?\d)|\\ell\b|ℓ"), "l"),
)
_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_MACRO = re.compile(r"\\(?:mathrm|mathbf|mathcal|mathbb|text|textit|textbf|emph|operatorname|rm|bf|it)\b\s*|[${}\\^_]")
_REMARK = re.compile(r"(?<!\s)\s*(?:\([^()]{2,60}\)|\[[^\[\]]{2,60}\])\s*$|^\s*\[\d{4}\.\d{4,5}\]\s*")
_SHORT = re.compile(
    r"(?<=\w)\s\((?![IVX]+\))[A-Za-z0-9-]{0,6}[A-Z][A-Za-z0-9-]{0,4}[A-Z][A-Za-z0-9-]{0,6}\)(?=\s?[:–—-]?\s\S)"
)
"""The short form of what stands before it, which not all print: `Moss Rendering (MR): Learning without Light`."""
_HEAD = re.compile(r"(?<!\s)\s*[:–—?!]\s+|(?<!\s)\s+-\s+")
_SIGN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORD = re.compile(r"[^\W_]+")
_KEY_WORD = re.compile(r"\d{4}[-_:]?([a-z]{3,})$")
_KEY_WORDS = re.compile(r"^[a-z]+?((?:[A-Z][a-z]*)+)(?:19|20)\d\d")
SMALL = frozenset("a an the on of in for to and with by from towards toward is are do does can how what why at".split())


@lru_cache(maxsize=1 << 16)
def title_key(title: str) -> str:
    r"""Reduce a title to what decides: no case, punctuation, TeX, first article, last bracket; American spelling.

    >>> title_key("The Modelling of $S_n$ &amp; Behaviour") == title_key("Modeling of S_n and behavior")
    True
    >>> title_key("$\\beta$-VAE (ICLR 2017 Oral)") == title_key("β-VAE")
    True
    >>> title_key("Moss Rendering (MR): Learning to See") == title_key("Moss Rendering: Learning to See")
    True
    """
    return name_key(_plain(title))


@lru_cache(maxsize=1 << 12)
def _plain(title: str) -> str:
    text = _MACRO.sub("", unescape(title)).strip()
    bare = _REMARK.sub("", _SHORT.sub("", text))
    text = _ARTICLE.sub("", bare if len(name_key(bare)) >= 4 else text).casefold()
    for sign, letters in () if text.isascii() else GREEK.items():
        text = text.replace(sign, letters)
    for british, american in _SPELLINGS:
        text = british.sub(american, text)
    return text


def is_telling(title: str) -> bool:
    """Return whether a title is enough to know a paper by; a sign of Chinese says as much as two letters.

    >>> [is_telling(title) for title in ("Attention Is All You Need", "Transformers", "深層学習による分類", "图谱")]
    [True, False, True, False]
    """
    key = title_key(title)
    signs = len(_SIGN.findall(key))
    return len(key) + signs >= MIN_TITLE and (len(title.split()) > 1 or signs > 0)


@lru_cache(maxsize=1 << 12)
def words(title: str) -> tuple[str, ...]:
    """Return the words of a title in order, reduced as its key is, but with accents."""
    return tuple(_WORD.findall(_plain(title)))


@lru_cache(maxsize=1 << 12)
def divided(title: str) -> tuple[tuple[str, str], ...]:
    """Return the parts of a title before and behind each of its first two colons, dashes or question marks."""
    marks = list(_HEAD.finditer(title))[:2]
    parts = ((title[: mark.start()].strip(), title[mark.end() :].strip()) for mark in marks)
    return tuple((head, tail) for head, tail in parts if head and tail)


def parts(title: str) -> set[str]:
    """Return the keys of a title and of its parts at colons."""
    return {title_key(title), *(title_key(part) for pair in divided(title) for part in pair)} - {""}


def first_word(title: str) -> str:
    """Return the first word of a title that is no article or preposition, in small letters.

    >>> first_word("On the Measure of Intelligence")
    'measure'
    """
    return next((word for word in _WORD.findall(title.casefold()) if word not in SMALL), "")


def in_key(citekey: str, title: str) -> bool:
    """Return whether a citation key ends or goes on with the first words of a title.

    >>> in_key("vaswani2017attention", "Attention Is All You Need")
    True
    >>> in_key("heDeepResidualLearning2016", "Deep Residual Learning for Image Recognition")
    True
    """
    found = _KEY_WORD.search(citekey)
    if found:
        return found.group(1) == first_word(title)
    words = _KEY_WORDS.match(citekey)
    told = "".join(word for word in _WORD.findall(title.casefold()) if word not in SMALL)
    return words is not None and len(words.group(1)) > 3 and told.startswith(words.group(1).casefold())
