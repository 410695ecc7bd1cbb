"""Citation keys: the note's own where it has one, else one that people can read; each once, and of plain letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from kg.model import Iri

_LEFT_OUT = frozenset(
    "a an the on of for in to and or with from by is are der die das ein eine le la les un une".split()
)
_STRANGE = re.compile(r"[^A-Za-z0-9_:.+/-]+")
_WORD = re.compile(r"[A-Za-z0-9]+")
_LETTERS = {
    "ß": "ss",
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "æ": "ae",
    "Æ": "Ae",
    "œ": "oe",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ı": "i",
}


def plain(text: str) -> str:
    """Write a text in ASCII, as far as its letters have an ASCII form.

    >>> plain("Łukasz Müller-Lüdenscheidt, 何")
    'Lukasz Muller-Ludenscheidt, '
    """
    folded = "".join(_LETTERS.get(letter, letter) for letter in text)
    return unicodedata.normalize("NFKD", folded).encode("ascii", "ignore").decode("ascii")


def made_up(surname: str, year: int, title: str) -> str:
    """Make a key from first author, year and the first informative word of the title.

    >>> made_up("van den Oord", 2018, "Representation Learning with Contrastive Predictive Coding")
    'vandenoord2018representation'
    """
    words = (word.casefold() for word in _WORD.findall(plain(title)))
    word = next((word for word in words if word not in _LEFT_OUT), "")
    name = "".join(_WORD.findall(plain(surname))).casefold()
    return (f"{name}{year or ''}{word}" if name else f"{word}{year or ''}") or "work"


def own(key: str) -> str:
    """Return a key of a note in the letters that BibTeX, LaTeX and Pandoc all accept, "" if none is left."""
    return _STRANGE.sub("-", plain(key)).strip("-:./")


def assign(wanted: Mapping[Iri, tuple[str, str]]) -> dict[Iri, str]:
    """Give each work a key of its own.

    Keys of notes come before generated keys, and works are taken in the order of their IRIs; the second work with a key
    gets `b` at the end, the third `c`.

    Args:
        wanted: work -> the key of the note, "" if it has none, and the generated key.
    """
    taken: set[str] = set()
    more: dict[str, Iterator[str]] = {}
    found: dict[Iri, str] = {}
    for first in (True, False):
        for iri in sorted(wanted):
            key, other = wanted[iri]
            if bool(key) is first:
                found[iri] = _free(key or other, taken, more)
                taken.add(found[iri].casefold())
    return found


def _free(key: str, taken: set[str], more: dict[str, Iterator[str]]) -> str:
    """Return a key, or else the next of its variants, that no work has."""
    free = key
    while free.casefold() in taken:
        free = key + next(more.setdefault(key.casefold(), _suffixes()))
    return free


def _suffixes() -> Iterator[str]:
    letters = "bcdefghijklmnopqrstuvwxyz"
    yield from letters
    number = 2
    while True:
        yield from (f"{letter}{number}" for letter in letters)
        number += 1
