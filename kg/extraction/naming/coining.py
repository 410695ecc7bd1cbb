"""Words before the colon of a title: whether they name what the paper makes, or are its subject."""

from __future__ import annotations

import re

from kg import lexicons
from kg.extraction import gazetteer, shapes

MAKES = lexicons.words("title method head")
"""Last words of the names of methods."""
VERBAL = re.compile(
    r"(?:learning|understanding|towards?|rethinking|revisiting|improving|exploring|training|scaling|evaluating|measuring|"
    r"on|the|a|an|how|why|what|when|is|are|do|does|can|beyond|from|in|deep|large|investigating|assessing|connecting|"
    r"analy[sz]ing|generating|making|using|building|predicting|optimal|survey|introduction|some)$",
    re.IGNORECASE,
)
_TAUGHT = re.compile(
    r"\b(?:basics|introductions?|reviews?|surveys?|overview|primer|tutorial|principles|elements|theory|perspectives?|handbook|"
    r"textbook|guide|lessons)\b",
    re.IGNORECASE,
)
"""Behind the colon of a title that tells of what others made."""
_ASKED = re.compile(
    r"\b(?:(?:un)?knowns|history|myths?|challenges|opportunities|what|why|how|when|where|who)\b", re.IGNORECASE
)
"""Behind the colon of a title whose first words are a subject, unless they are written as only names are."""
_MAKING = re.compile(
    r"\W{1,3}(?:(?:an?|the|our)\s)?(?:[^\s,:;.()]+\s){0,8}?(?P<last>[^\W\d_]+)"
    r"(?=\s(?:for|of|in|with|by|via|using|from|on|that|which|applied|based)\s|[,:;.(]|$)",
    re.IGNORECASE,
)
"""Behind such a colon, the word for what it is: `: an open access microscopy platform for ...`."""
_MADE = lexicons.words("made thing") | MAKES
_DOING = ("ing", "tion", "tions", "sis", "ment")
"""How the word ends for what one does with what a single word before a colon names: `: automatic analysis of ...`."""
_LONGEST_ACRONYM = 4
"""Letters of an acronym among other words in capitals."""
_JOINED = re.compile(r"[&+]|\s(?:and|or|in|on|for|with|to|from|at|by|vs\.?)\s")
_PART, _PLURAL = re.compile(r"[-/–]"), re.compile(r"[A-Z-]{2,}s$")


def is_coined(text: str) -> bool:
    """Return whether a name is written as only names are, and is of no class of things.

    >>> [is_coined(text) for text in ("LoRA", "Mod3D", "Golem", "LLMs", "AI Leapfrogging", "Visual ChatGPT")]
    [True, True, False, False, False, True]
    >>> [is_coined(text) for text in ("LOST SHOES", "Nano/Micro Sensors", "CLIP-Dissect")]
    [False, False, True]
    """
    words = shapes.words(text)
    loud = len(words) > 1 and text.isupper() and max(map(len, words)) > _LONGEST_ACRONYM
    parts = (
        part for word in words if not shapes.is_class(word) and not _PLURAL.match(word) for part in _PART.split(word)
    )
    return not loud and any(map(shapes.is_name_shaped, parts))


def is_called(text: str, rest: str | None) -> bool | None:
    """Return whether words before the colon of a title name what the paper makes, None where they alone do not tell.

    Args:
        text: the words.
        rest: what stands behind them; None for a name that a note gives the paper itself.

    >>> is_called("Golem", ": an algorithm for robust planning"), is_called("Brownian Motion", ": Elements of Dynamics")
    (True, False)
    >>> is_called("Walrus", ": Linear-Time Modeling of Sequences"), is_called("ELISA", ": the basics")
    (True, False)
    """
    known, words = gazetteer.known(text), shapes.words(text)
    if rest is None:
        return known is not None or any(map(shapes.is_name_shaped, words)) or None
    named = known is not None and not known.name.islower()
    if (
        _TAUGHT.search(rest)
        or (_JOINED.search(text) and not named)
        or VERBAL.match(words[0])
        or words[0] == "Introducing"
    ):
        return False
    if named or is_coined(text):
        return True
    if _ASKED.search(rest):
        return False
    made = _MAKING.match(rest)
    last = made["last"].casefold() if made is not None else ""
    does = last.endswith(_DOING) and (known is not None or len(words) == 1)
    if does or last in _MADE:
        return True
    return None if len(words) == 1 or words[-1].casefold() in MAKES else False
