"""A sentence with a sign in the place of each name, so that a construction with names in it is one pattern."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg import untrusted
from kg.extraction.relating import THINGS, Name

_LETTERS = {"person": "P", "org": "O", "task": "K", "award": "A", "paper": "W"} | dict.fromkeys(THINGS, "T")
ORG, PERSON, THING, TASK = r"⟨O\d+⟩", r"⟨P\d+⟩", r"⟨T\d+⟩", r"⟨K\d+⟩"
"""Patterns of the signs of an organisation, a person, a method or data set, a task."""
AWARD, PAPER = r"⟨A\d+⟩", r"⟨W\d+⟩"
BRACKET = r"(?:\s*\([^()]{0,80}\))?"
"""What may stand in brackets behind a name."""
_SIGN = re.compile(r"⟨([OPTKAW])(\d+)⟩")


def put(text: str, names: Sequence[Name]) -> str:
    """Put a sign in the place of each name.

    >>> put("BERT by Google", [Name(0, 4, "method"), Name(8, 14, "org")])
    '⟨T0⟩ by ⟨O1⟩'
    """
    parts: list[str] = []
    place = 0
    for at, name in enumerate(names):
        letter = _LETTERS.get(name.kind)
        if letter is not None and name.start >= place:
            parts += (text[place : name.start], f"⟨{letter}{at}⟩")
            place = name.end
    return "".join(parts) + text[place:]


def read(part: str, names: Sequence[Name], letters: str) -> Iterator[Name]:
    """Yield the names whose signs stand in a part of a text, outside brackets, if they have one of some letters."""
    for sign in _SIGN.finditer(re.sub(r"\([^()]*\)", "", part)):
        if sign.group(1) in letters:
            yield names[untrusted.integer(sign.group(2))]
