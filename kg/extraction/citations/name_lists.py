"""Common names, as a hint which part of a name is the given one. Most names are not listed, and need not be."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def _words(name: str) -> frozenset[str]:
    lines = files("kg.extraction.citations").joinpath(name).read_text(encoding="utf-8").splitlines()
    found = " ".join(line for line in lines if not line.startswith("#")).casefold().replace("_", " ").split()
    return frozenset(word for word in found if len(word) > 1)


def is_given(word: str) -> bool:
    """Say whether the word is a common given name."""
    return word.casefold() in _words("given.txt")


def is_surname(word: str) -> bool:
    """Say whether the word is (part of) a common family name."""
    return word.casefold() in _words("surnames.txt")


def is_person(name: str) -> bool:
    """Say whether a full name is surely of a person: its given or its family name is common.

    The reader of references was trained with the shorter list of `is_given`; rules ask here.
    """
    words = name.split()
    return bool(words) and (starts_given(words[0]) or is_surname(words[-1]))


def starts_given(word: str) -> bool:
    """Say whether the word is a given name of either list."""
    return is_given(word) or word.casefold() in _words("more_given.txt")
