"""Common names, as a hint which words are names of persons, and which part of a name is the given one.

Most names are not listed, and need not be.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def _given() -> frozenset[str]:
    return _words("given.txt", "more_given.txt")


@cache
def _surnames() -> frozenset[str]:
    return _words("surnames.txt", "more_surnames.txt")


def _words(*names: str) -> frozenset[str]:
    folder = files("kg.extraction.citations")
    lines = [line for name in names for line in folder.joinpath(name).read_text(encoding="utf-8").splitlines()]
    found = " ".join(line for line in lines if not line.startswith("#")).casefold().replace("_", " ").split()
    return frozenset(word for word in found if len(word) > 1)


def is_given(word: str) -> bool:
    """Return whether the word is a common given name."""
    return word.casefold() in _given()


def is_surname(word: str) -> bool:
    """Return whether the word is (part of) a common family name."""
    return word.casefold() in _surnames()


def is_name(word: str) -> bool:
    """Return whether the word is a common given name, or (part of) a common family name."""
    small = word.casefold()
    return small in _given() or small in _surnames()


def is_person(name: str) -> bool:
    """Return whether a full name is surely of a person: its given or its family name is common."""
    words = name.split()
    return bool(words) and (is_given(words[0]) or is_surname(words[-1]))
