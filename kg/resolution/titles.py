"""How two titles of papers relate: spelling, a subtitle or short name left out, misprints, abbreviations."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations

from rapidfuzz.distance import DamerauLevenshtein
from rapidfuzz.fuzz import ratio

from kg.text import GREEK, name_key

Pair = tuple[str, str]
_ANCHOR = 10
_MANY = 16
"""Titles that begin or end alike from which on they are compared all at once."""
_NEAR = 80
"""Likeness of two titles, up to 100, that differ by letters and small words alone."""
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
_DOTS = re.compile(r"(?<!\s)\s*(?:…|\.\.\.)\s*$")
_HEAD = re.compile(r"(?<!\s)\s*[:–—?!]\s+|(?<!\s)\s+-\s+")
_WORD = re.compile(r"[^\W_]+")
_KEY_WORD = re.compile(r"\d{4}[-_:]?([a-z]{3,})$")
_KEY_WORDS = re.compile(r"^[a-z]+?((?:[A-Z][a-z]*)+)(?:19|20)\d\d")
_SMALL = frozenset(
    "a an the on of in for to and with by from towards toward is are do does can how what why at".split()
)


@lru_cache(maxsize=1 << 16)
def title_key(title: str) -> str:
    r"""Reduce a title to what decides: no case, punctuation, TeX, first article, last bracket; American spelling.

    >>> title_key("The Modelling of $S_n$ &amp; Behaviour") == title_key("Modeling of S_n and behavior")
    True
    >>> title_key("$\\beta$-VAE (ICLR 2017 Oral)") == title_key("β-VAE")
    True
    """
    return name_key(_plain(title))


@lru_cache(maxsize=1 << 12)
def _plain(title: str) -> str:
    text = _MACRO.sub("", html.unescape(title)).strip()
    bare = _REMARK.sub("", text)
    text = _ARTICLE.sub("", bare if len(name_key(bare)) >= 4 else text).casefold()
    for sign, letters in () if text.isascii() else GREEK.items():
        text = text.replace(sign, letters)
    for british, american in _SPELLINGS:
        text = british.sub(american, text)
    return text


@lru_cache(maxsize=1 << 12)
def divided(title: str) -> tuple[tuple[str, str], ...]:
    """Return the parts of a title before and behind each of its first two colons, dashes or question marks."""
    marks = list(_HEAD.finditer(title))[:2]
    parts = ((title[: mark.start()].strip(), title[mark.end() :].strip()) for mark in marks)
    return tuple((head, tail) for head, tail in parts if head and tail)


def parts(title: str) -> set[str]:
    """Return the keys of a title and of its parts at colons."""
    return {title_key(title), *(title_key(part) for pair in divided(title) for part in pair)} - {""}


@lru_cache(maxsize=1 << 12)
def slip(one: str, other: str) -> str:
    """Return how two titles are alike but for a slip of the pen, "" when they are not.

    >>> slip("Structural Causal Bandits with Memory", "Structural Casual Bandits with Memory")
    'a misprint'
    >>> slip("Scaling Large Language Models to Gaming", "Scaling LLMs to Gaming")
    'an abbreviation'
    >>> slip("Learning to Rank, Part I", "Learning to Rank, Part II")
    ''
    >>> slip("Supervised Contrastive Learning of Views", "Unsupervised Contrastive Learning of Views")
    ''
    """
    if _is_cut(one, other) or _is_cut(other, one):
        return "its end cut off"
    mine, its = _WORD.findall(_plain(one)), _WORD.findall(_plain(other))
    if "".join(mine) == "".join(its):
        return "other blanks"
    told: list[str] = []
    for tag, a, b, c, d in SequenceMatcher(None, mine, its, autojunk=False).get_opcodes():
        if tag != "equal":
            told.append(_edit(mine[a:b], its[c:d]))
    return told[0] if 0 < len(told) <= 2 and all(told) else ""


def anchors(title: str) -> tuple[str, str]:
    """Return how a title begins and ends: titles that are alike but for a slip share one of both."""
    key = title_key(title)
    return f"{key[:_ANCHOR]}<", f">{key[-_ANCHOR:]}"


def slips(titles: Iterable[str]) -> list[Pair]:
    """Return the pairs of different titles that are alike but for a slip, in order."""
    anchored: dict[str, list[str]] = defaultdict(list)
    for title in sorted(set(titles)):
        for anchor in anchors(title):
            anchored[anchor].append(title)
    near = {pair for block in anchored.values() for pair in (_few if len(block) < _MANY else _many)(block)}
    return [pair for pair in sorted(near) if slip(*pair)]


def _few(block: Sequence[str]) -> Iterator[Pair]:
    """Return the pairs of titles that could be alike but for a slip."""
    return (pair for pair in combinations(block, 2) if may_slip(*pair))


def _many(block: Sequence[str]) -> Iterator[Pair]:
    """Yield what `_few` gives, one title against all behind it at once: many begin with `Learning to`."""
    import numpy as np
    from rapidfuzz.process import cdist

    keys, words = list(map(title_key, block)), list(map(_words, block))
    sizes = np.array(list(map(len, words)))
    dotted = np.array([_DOTS.search(title) is not None for title in block])
    places: dict[str, list[int]] = defaultdict(list)
    for at, some in enumerate(words):
        for word in some:
            places[word].append(at)
    having = {word: np.array(some) for word, some in places.items()}
    for at, title in enumerate(block[:-1]):
        shared = np.zeros(len(block), dtype=int)
        for word in words[at]:
            shared[having[word]] += 1
        near = (dotted | dotted[at] | (sizes[at] - shared == 1) | (sizes - shared == 1))[at + 1 :]
        near |= cdist([keys[at]], keys[at + 1 :], scorer=ratio, score_cutoff=_NEAR)[0] > 0
        yield from ((title, block[at + 1 + other]) for other in np.flatnonzero(near).tolist())


def may_slip(one: str, other: str) -> bool:
    """Return quickly whether two titles could be alike but for a slip."""
    mine, its = title_key(one), title_key(other)
    if ratio(mine, its) >= _NEAR or _DOTS.search(one) or _DOTS.search(other):
        return True
    words, others = _words(one), _words(other)
    return len(words - others) == 1 or len(others - words) == 1


@lru_cache(maxsize=1 << 12)
def _words(title: str) -> frozenset[str]:
    return frozenset(_WORD.findall(_plain(title)))


def _is_cut(short: str, long: str) -> bool:
    """Return whether a title ends in dots and another one goes on from there."""
    found = _DOTS.search(short)
    begun = name_key(_plain(short[: found.start()])) if found else ""
    return len(begun) >= MIN_TITLE and name_key(_plain(long)).startswith(begun)


def _edit(mine: Sequence[str], its: Sequence[str]) -> str:
    """Return what one difference between two titles is, "" when it makes two titles of them."""
    if not mine or not its:
        return "a small word" if all(word in _SMALL for word in (*mine, *its)) else ""
    if len(mine) == len(its) == 1:
        return "a misprint" if _is_slip(mine[0], its[0]) else ""
    short, long = sorted((mine, its), key=len)
    if len(short) == 1 and _abbreviates(short[0], long):
        return "an abbreviation"
    return "other blanks" if "".join(mine) == "".join(its) else ""


def _abbreviates(short: str, words: Sequence[str]) -> bool:
    """Return whether a word is made of the first letters of others: `llms`, `cnns`."""
    initials = "".join(word[0] for word in words)
    return len(words) > 1 and short in (initials, initials + "s")


def _is_slip(one: str, other: str) -> bool:
    if any(c.isdigit() for c in one + other) or min(len(one), len(other)) < 4:
        return False
    if one.endswith(other) or other.endswith(one):
        return one[1:] == other or other[1:] == one  # a longer prefix makes another word: supervised, unsupervised
    if one[:3] == other[:3] and {one.rstrip("s"), other.rstrip("s")} == {"net", "network"}:
        return True
    return DamerauLevenshtein.distance(one, other, score_cutoff=2) <= (1 if min(len(one), len(other)) < 8 else 2)


def first_word(title: str) -> str:
    """Return the first word of a title that is no article or preposition, in small letters.

    >>> first_word("On the Measure of Intelligence")
    'measure'
    """
    return next((word for word in _WORD.findall(title.casefold()) if word not in _SMALL), "")


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
    told = "".join(word for word in _WORD.findall(title.casefold()) if word not in _SMALL)
    return words is not None and len(words.group(1)) > 3 and told.startswith(words.group(1).casefold())
