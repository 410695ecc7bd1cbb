"""The names of persons in the parts that bibliographies print: given name, particle, family name, suffix."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_SUFFIX = re.compile(r"(?i)(?:jr|sr|ii|iii|iv)\.?")
_CAPITAL_PARTICLES = frozenset("Van Von De Del Della Der Den Di Du Da Dos Le La Ter Ten Mac".split())
"""Particles that some families write with a capital; what is in small letters needs no list."""


class PersonalName(NamedTuple):
    """A name in its parts; one that has no parts, such as that of an organisation, is a family name alone."""

    given: str
    particle: str
    family: str
    suffix: str

    @property
    def surname(self) -> str:
        """The family name with its particle."""
        return f"{self.particle} {self.family}".strip()


def divide(name: str, surname: str = "") -> PersonalName:
    """Divide a name that is written with the given name first.

    Without more to go by, the family name begins at a word in small letters, else at a particle with a capital, else
    it is the last word.

    Args:
        name: of a person.
        surname: with its particle, where it is known; the whole name when it has no parts.

    >>> divide("Aäron van den Oord"), divide("Guy L. Steele Jr.").suffix
    (PersonalName(given='Aäron', particle='van den', family='Oord', suffix=''), 'Jr.')
    >>> divide("Gabriel García Márquez", "García Márquez").given
    'Gabriel'
    >>> divide("Barnes and Noble", "Barnes and Noble").surname
    'Barnes and Noble'
    """
    name = " ".join(name.split())
    if surname == name:
        return PersonalName("", "", name, "")
    family, comma, given = name.partition(",")
    if comma and given.strip() and "," not in given and not _SUFFIX.fullmatch(given.strip()):
        name = f"{given} {family}"
    words, suffix = [word for word in name.replace(",", " ").split() if word] or [name], ""
    if len(words) > 2 and _SUFFIX.fullmatch(words[-1]):
        suffix = words.pop()
    known = surname.split()
    if known and list(map(_folded, words[-len(known) :])) == list(map(_folded, known)):
        first = len(words) - len(known)
    else:
        first = _first_of_surname(words)
    last = first
    while last < len(words) - 1 and words[last][:1].islower():
        last += 1
    return PersonalName(" ".join(words[:first]), " ".join(words[first:last]), " ".join(words[last:]), suffix)


def _folded(word: str) -> str:
    """Reduce a word to what is left of it where a note has no accents."""
    return "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign)).casefold()


def _first_of_surname(words: list[str]) -> int:
    small = next((at for at, word in enumerate(words[1:-1], 1) if word[:1].islower()), None)
    if small is not None:
        return small
    first = len(words) - 1
    while first > 1 and words[first - 1] in _CAPITAL_PARTICLES:
        first -= 1
    return first
