"""Say cheaply how likely a text is a reference: a weighted sum of signs, no labelling.

The weights are learned from printed references and from lines of notes that are none.
"""

from __future__ import annotations

import math
import re
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

_LONGEST = 2000
_SPEECH = re.compile(
    r"\b(?:is|are|was|were|we|our|i|my|he|she|they|their|you|your|it|its|this|these|that|has|have|had|will|would|can|could|do|does|did|"
    r"not|but|if|so|because|which|who|shows?|showed|argues?|found|uses?|used|gave|proposes?|see|also|very|new|here|there)\b",
    re.IGNORECASE,
)
_SIGNS: tuple[tuple[re.Pattern[str], int], ...] = tuple(
    (re.compile(pattern), most)
    for pattern, most in (
        (r"[(\[](?:19|20)\d\d[a-z]?[)\],.]", 1),
        (r"\b(?:19|20)\d\d\b", 3),
        (r"\b[A-Z]\.(?:\s?-?[A-Z]\.)?", 6),
        (r"[^\W\d_]{2},\s[A-Z]\.", 4),
        (r"[^\W\d_a-z][^\W\d_]{1,20}\s[A-Z]{1,3}\b[,.;:]", 4),
        (r"\b[A-Z]\.\s?[A-Z][^\W\d_]", 4),
        (r"\bet\.?\s?al\b|\band others\b", 1),
        (
            r"(?i:\b(?:journal|proceedings|proc\.|conference|transactions|trans\.|letters|review|annals|advances|press|springer|elsevier|wiley)\b)",
            3,
        ),
        (r"(?i:\b(?:arxiv|biorxiv|doi|neurips|nips|icml|iclr|cvpr|acl|emnlp|isbn)\b)", 2),
        (r"(?i:\b(?:vol|no|pp?|pages|bd|nr|art)\b\.?\s?\d)", 3),
        (r"\d{1,4}\s?\(\d{1,3}\)", 1),
        (r"\d[-–‑]\d", 2),
        (r"(?i:\bin:?\s(?:proc|adv|[A-Z]))", 1),
        (r"(?i:\beds?\.|\bhrsg\b|\bedited by\b)", 1),
        (r"[“”«»\"„]", 2),
        (r"(?i:\b(?:and|und|et|y|e)\b|&)", 3),
        (r",", 8),
        (r";", 4),
        (r":", 2),
        (r"\.\s", 5),
        (r"^\s*[\[(]?\d{1,3}[\]).]", 1),
        (r"^\W{0,4}[^\W\d_a-z][^\W\d_]{1,20},\s", 1),
        (r"\d\d?:\d\d\b", 2),
        (r"(?i:\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b)", 1),
        (r"(?i:github\.com|\bstars?\b|\btoolkit\b|\blibrary\b|\brelease|\bopen[- ]source\b)", 2),
        (
            r"(?i:\b(?:speaker|keynote|talk|seminar|panel|room|session|organizers?|course|video|news|figure|chapter|section|dataset|todo)\b)",
            2,
        ),
        (r"[:?]\s*$", 1),
        (r"[.]\s*$", 1),
        (r"!", 1),
        (r"\bby\s[A-Z]", 1),
        (r"https?://", 1),
    )
)


@cache
def _weights() -> tuple[float, ...]:
    with np.load(BytesIO(files("kg.extraction.models").joinpath("likeness.npz").read_bytes())) as arrays:
        return tuple(float(weight) for weight in arrays["likeness"])


def signs(text: str) -> list[float]:
    """Count the signs in a text, each up to its limit."""
    text = text[:_LONGEST]
    words = text.split()
    found = [float(min(len(pattern.findall(text)), most)) for pattern, most in _SIGNS]
    spoken = len(_SPEECH.findall(text))
    capitals = sum(word[0].isupper() for word in words if len(word) > 1)
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
    """Give the probability that the text is a reference at all.

    >>> looks_like("Smith, J. and Li, W. (2019). Deep parsing. Computational Linguistics, 3(4), 1–9.") > 0.9
    True
    >>> looks_like("We met on Monday and talked about the book.") < 0.1
    True
    """
    if not text.strip():
        return 0.0
    weight = sum(w * x for w, x in zip(_weights(), signs(text), strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, weight))))
