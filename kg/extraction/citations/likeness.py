"""Say cheaply how likely a text is a reference: a weighted sum of signs, no labelling.

The weights are learned from printed references and from lines of notes that are none.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache
from importlib.resources import files
from io import BytesIO
from operator import mul
from typing import NamedTuple

import numpy as np

_LONGEST = 2000
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"\w+")
_SPEECH = (
    "is are was were we our i my he she they their you your it its this these that has have had will would can could "
    "do does did not but if so because which who show shows showed argue argues found use uses used gave propose "
    "proposes see also very new here there"
)
_VENUE = "journal proceedings conference transactions letters review annals advances press springer elsevier wiley"
_SITE = "arxiv biorxiv doi neurips nips icml iclr cvpr acl emnlp isbn"
_JOINT = "and und et y e"
_TOOL = "star stars toolkit library"
_NO_REFERENCE = (
    "speaker keynote talk seminar panel room session organizer organizers course video news figure chapter section "
    "dataset todo"
)
_LISTS = {word: words for words in (_SPEECH, _VENUE, _SITE, _JOINT, _TOOL, _NO_REFERENCE) for word in words.split()}
"""Word in small letters -> the list that it is of."""


class _Sign(NamedTuple):
    """What is counted in a text, up to a limit: matches of a pattern, and words of a list."""

    pattern: re.Pattern[str]
    most: int
    needs: tuple[str, ...]
    """One of these stands, in small letters, wherever the pattern matches: to look for them first is faster; none
    where only words are counted."""
    words: str


def _sign(pattern: str, most: int, *needs: str, words: str = "") -> _Sign:
    return _Sign(re.compile(pattern), most, (needs or ("",)) if pattern else (), words)


_NUMBER = "\0"
"""Stands for any digit among what a pattern needs."""
# Patterns that begin with a letter or a sign, and look back from there, are found faster than those that look first.
_SIGNS = (
    _sign(r"[(\[](?:19|20)\d\d[a-z]?[)\],.]", 1, "19", "20"),
    _sign(r"(?:19|20)(?<!\w..)\d\d\b", 3, "19", "20"),
    _sign(r"[A-Z]\.(?<!\w..)(?:\s?-?[A-Z]\.)?", 6, "."),
    _sign(r",\s[A-Z]\.(?<=[^\W\d_]{2},...)", 4, ","),
    _sign(r"[^\W\d_a-z][^\W\d_]{1,20}\s[A-Z]{1,3}\b[,.;:]", 4),
    _sign(r"[A-Z]\.(?<!\w..)\s?[A-Z][^\W\d_]", 4, "."),
    _sign(r"et(?<!\w..)\.?\s?al\b|and others(?<!\w.{10})\b", 1, "et", "others"),
    _sign(r"(?i:\b(?:proc|trans)\.(?=\w))", 3, "proc.", "trans.", words=_VENUE),
    _sign("", 2, words=_SITE),
    _sign(r"(?i:\b(?:vol|no|pp?|pages|bd|nr|art)\b\.?\s?\d)", 3, _NUMBER),
    _sign(r"\d{1,4}\s?\(\d{1,3}\)", 1, "("),
    _sign(r"[-–‑](?<=\d.)\d", 2, _NUMBER),
    _sign(r"[iI][nN](?<!\w..):?\s(?i:proc|adv|[A-Z])", 1, "in"),
    _sign(r"(?i:\beds?\.|\bhrsg\b|\bedited by\b)", 1, "ed.", "eds.", "hrsg", "edited by"),
    _sign(r"[“”«»\"„]", 2),
    _sign(r"&", 3, words=_JOINT),
    _sign(r",", 8),
    _sign(r";", 4),
    _sign(r":", 2),
    _sign(r"\.\s", 5),
    _sign(r"^\s*[\[(]?\d{1,3}[\]).]", 1),
    _sign(r"^\W{0,4}[^\W\d_a-z][^\W\d_]{1,20},\s", 1),
    _sign(r"\d\d?:\d\d\b", 2, _NUMBER),
    _sign(r"(?i:\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b)", 1, "day"),
    _sign(r"(?i:github\.com|\brelease|\bopen[- ]source\b)", 2, "github.com", "release", "source", words=_TOOL),
    _sign("", 2, words=_NO_REFERENCE),
    _sign(r"[:?]\s*$", 1),
    _sign(r"[.]\s*$", 1),
    _sign(r"!", 1),
    _sign(r"\bby\s[A-Z]", 1, "by"),
    _sign(r"https?://", 1),
)


@cache
def _weights() -> tuple[float, ...]:
    with np.load(BytesIO(files("kg.extraction").joinpath("models", "likeness.npz").read_bytes())) as arrays:
        return tuple(float(weight) for weight in arrays["likeness"])


def signs(text: str) -> list[float]:
    """Count the signs in a text, each up to its limit."""
    text = text[:_LONGEST]
    words = text.split()
    seen = text.lower() + _NUMBER * bool(_DIGIT.search(text))
    counted = Counter(filter(None, map(_LISTS.get, _WORD.findall(seen))))
    found: list[float] = []
    for pattern, most, needs, listed in _SIGNS:
        count = counted.get(listed, 0) if listed else 0
        for need in needs:
            if need in seen:
                count += len(pattern.findall(text))
                break
        found.append(float(min(count, most)))
    spoken = counted.get(_SPEECH, 0)
    capitals = len([word for word in words if len(word) > 1 and word[0].isupper()])
    share = capitals / max(1, len(words))
    length = math.log1p(len(words))
    return [
        1.0,
        *found,
        float(min(spoken, 6)),
        spoken / max(1, len(words)),
        share,
        share * share,
        length,
        length * length,
        float(len(words) < 6),
    ]


def looks_like(text: str) -> float:
    """Return the probability that the text is a reference at all.

    >>> looks_like("Smith, J. and Li, W. (2019). Deep parsing. Computational Linguistics, 3(4), 1–9.") > 0.9
    True
    >>> looks_like("We met on Monday and talked about the book.") < 0.1
    True
    """
    if not text.strip():
        return 0.0
    weight = sum(map(mul, _weights(), signs(text)))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, weight))))
