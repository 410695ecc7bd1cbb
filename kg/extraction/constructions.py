"""What a sentence states of two names by a construction that can mean one thing only: `the use of X for Y`, `X from Y`.

The names of a sentence are put as signs (`signs`), so that each construction is one pattern. What they say goes before
what the trained reader takes a sentence for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.extraction import signs
from kg.extraction.relating import THINGS, Name

_THING, _ANY = signs.THING, rf"(?:{signs.THING}|{signs.TASK})"
_BRACKET = signs.BRACKET
_KINDS = (*THINGS, "task")
_SORT = (
    r"(?:method|technique|algorithm|recipe|approach|procedure|loss|module|trick|strategy|scheme|objective|layer|block|"
    r"mechanism|framework|model|architecture|network)"
)
_PLAIN = r"(?!(?:and|or|but|to|for|on|in|with|by|from|of|at|as|which|that|is|are|was|were|while|than|it|we|they|not)\b)"
_SOME = rf"(?:{_PLAIN}[\w’'-]+\s+){{0,3}}"
_AND = r"(?>\s*(?:,\s*(?:(?:and|or|&)\s*)?|(?:and|or|&)\s*)(?:the\s+)?)"
_EG = r"(?:,?\s*(?:e\.g\.|for example|for instance|such as|including|like|especially),?\s*)"
_LIST = rf"{_ANY}{_BRACKET}(?:(?:{_AND}|{_EG}){_ANY}{_BRACKET})*"


@dataclass(frozen=True, slots=True)
class Said:
    """What a construction says: the subject, or None for what the text is about, the relation, the object."""

    subject: Name | None
    relation: str
    object: Name


_WORK = (
    r"(?:method|technique|algorithm|approach|procedure|strategy|scheme|framework|optimi[sz]er|compiler|toolkit|library)"
)
_FROM = rf"(?P<s>{_THING}{_BRACKET})\s+{_SORT}s?\s+from\s+(?:the\s+)?(?P<o>{_THING})(?!['’])"
"""The Foo loss from Bar."""
_USE_OF = (
    r"\b(?:use|usage|application|adoption|applicability|appl(?:ying|ies|y|ied))\s+(?:of\s+)?(?:the\s+|an?\s+)?"
    rf"(?P<s>{_THING}{_BRACKET})(?:\s+{_SORT}s?)?\s+(?:for|to|in)\s+(?:the\s+)?{_SOME}(?P<o>{_LIST})"
)
"""The use of Foo for parsing and tagging."""
_IN_USE = (
    rf"^\W*(?P<s>{_THING}{_BRACKET})(?:\s+{_SORT}s?)?\s+(?:is|are|was|were|has been|have been)\s+"
    r"(?:\w+ly\s+|often\s+|also\s+)?(?:used|applied|useful|popular|standard|successful)\s+(?:for|in|to)\s+"
    rf"{_SOME}(?P<o>{_LIST})"
)
"""Foo is widely used for parsing, e.g. of trees."""
_OF_SORT = (
    rf"\ban?\s+(?:[\w-]+\s+){{0,2}}(?P<o>{_THING})(?:[- ]based)?\s+{_SORT},?\s+"
    rf"(?:(?:called|named|dubbed|termed)\s+)?(?P<s>{_THING})(?=[,.;:]|\s*$|\s+(?:that|which|for|to)\b)"
)
"""A novel dynamic programming algorithm, Foo."""
_WORK_FOR = (
    rf"^\W*(?:(?P<s>{_THING}){_BRACKET}\s+)?(?:(?:it|this paper|the paper|we|they|also)\s+)?(?:also\s+)?"
    r"(?:propos|present|introduc|develop|describ|giv|offer)\w*\s+an?\s+[^⟨⟩.,;]{0,60}?\b"
    rf"{_WORK}\s+for\s+(?:the\s+)?{_SOME}(?P<o>{_THING})"
)
"""Foo presents a parallel training method for Bar."""
_IS_A = (
    r"^\W*(?P<s>)(?:the\s+(?:\w+\s+)?(?:model|method|architecture|system|network|backbone|core)|it)\s+(?:itself\s+)?"
    r"(?:is|was)\s+(?:\w+ly\s+)?(?:an?\s+)(?:[^⟨⟩.,;]{0,60}\s)?"
    rf"(?P<o>{_THING})(?:[- ](?:based|style))?\s+(?:architecture|model|variant|network|backbone)"
)
"""The model itself is a small Foo architecture."""
_PATTERNS = tuple(
    (relation, re.compile(pattern, re.IGNORECASE))
    for relation, pattern in (
        ("part_of", _FROM),
        ("applied_to", _USE_OF),
        ("applied_to", _IN_USE),
        ("based_on", _OF_SORT),
        ("applied_to", _WORK_FOR),
        ("based_on", _IS_A),
    )
)
"""A group `s` that is empty stands for what the text is about."""


def find(text: str, names: Sequence[Name]) -> Iterator[Said]:
    """Yield what the constructions of a sentence say.

    >>> text = "takes the Evol loss from WizardLM"
    >>> [(text[s.subject.start : s.subject.end], s.relation, text[s.object.start : s.object.end])
    ...  for s in find(text, [Name(10, 14, "method"), Name(25, 33, "method")])]
    [('Evol', 'part_of', 'WizardLM')]
    """
    if not any(name.kind in _KINDS for name in names):
        return
    signed = signs.put(text, names)
    for relation, pattern in _PATTERNS:
        for match in pattern.finditer(signed):
            subjects: list[Name | None] = [*signs.read(match["s"] or "", names, "T")]
            for subject in subjects or [None]:
                for object_ in signs.read(match["o"], names, "TK"):
                    if not (object_.kind == "dataset" and relation == "applied_to"):
                        yield Said(subject, relation, object_)
