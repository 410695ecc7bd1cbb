"""Which names are informative: readers understand a map or a list of topics by the names in it.

Some things found in notes are headings that any note could have, sentences, or table columns joined to one word. They
stay on the map, but no theme or band is named after them, and they represent no theme; lists of topics show them last.
"""

from __future__ import annotations

import re
from functools import cache

from kg import lexicons

WORDS = 7
"""A name with more words than this is a sentence."""
_NUMBERED = re.compile(r"\d\s*:")
_SENTENCE = re.compile(r"[.!?]$")
_VERB = re.compile(r"\b(?:is|are|was|were|will|can|should)\b")
"""Words that make a name of more than three words a sentence."""
_SCRAP = re.compile(r"\bwithout\b|\bversion\b|\b(?:based|inspired|driven)$|[{}<>»]|^(?:19|20)\d\d\b", re.IGNORECASE)
"""What no name of a subject has: a part of a sentence, a placeholder, a year in front."""
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+")
_SHORT = 3


def tells(name: str) -> bool:
    """Return whether the name of a topic, method, task or data set is informative.

    >>> [tells(name) for name in ("Diffusion models", "Examples", "Takeaway 3: Good Agents", "IDTitleLink", "CovMatch")]
    [True, False, False, False, True]
    >>> [tells(name) for name in ("Physics inspired", "{{title}}", "2024, without a guest", "Cell migration")]
    [False, False, False, True]
    >>> [tells(name) for name in ("Scaling will help", "Pipelines are evolving fast", "What is RLHF")]
    [True, False, True]
    """
    said = " ".join(name.split())
    number = len(said.split())
    sentence = number > WORDS or (number > 1 and _SENTENCE.search(said)) or (number > _SHORT and _VERB.search(said))
    return not (
        sentence or lexicons.is_general(said) or _NUMBERED.search(said) or _SCRAP.search(said) or _is_header(said)
    )


def _is_header(name: str) -> bool:
    """Return whether a word consists of table columns."""
    parts = _PART.findall(name) if name.isalpha() else []
    known = [part for part in parts if part.casefold() in _labels()]
    return len(known) > 1 and all(len(part) <= _SHORT for part in parts if part not in known)


@cache
def _labels() -> frozenset[str]:
    return frozenset(row["label"].casefold() for row in lexicons.rows("labels"))
