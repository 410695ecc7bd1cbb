"""Two BibTeX files field by field, as a program that we did not write reads them."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from pybtex.database import BibliographyData, Entry, Person, parse_string
from pylatexenc.latex2text import LatexNodes2Text

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_UNKNOWN = {"braceleft": r"\{", "braceright": r"\}", "less": "<", "greater": ">", "bar": "|"}
"""Commands of LaTeX that pylatexenc does not know."""
_PLAIN = LatexNodes2Text(math_mode="verbatim", strict_latex_spaces=True)


def differences(before: str, after: str) -> list[str]:
    """Say which fields of the first file the second has not, or has otherwise."""
    one, other = (parse_string(text, "bibtex") for text in (before, after))
    return [line for key in one.entries for line in _of_entry(key, one.entries[key], other)]


def _of_entry(key: str, before: Entry, other: BibliographyData) -> list[str]:
    if key not in other.entries:
        return [f"{key}: the entry is gone"]
    after = other.entries[key]
    found = [] if before.type == after.type else [f"{key}: type {before.type} is {after.type}"]
    for role, people in before.persons.items():
        mine, its = ([_person(one) for one in some] for some in (people, after.persons.get(role, ())))
        kept = len(mine) == len(its) and all(_keeps(one, other) for one, other in zip(mine, its, strict=True))
        found += [] if kept else [f"{key}: {role} {mine} is {its}"]
    for name, value in before.fields.items():
        mine, its = _value(name, value), _value(name, after.fields.get(name, ""))
        if name == "url" and value == f"https://doi.org/{after.fields.get('doi')}":
            continue  # an address of doi.org says what the DOI says
        found += [] if mine == its else [f"{key}: {name} {mine!r} is {its!r}"]
    return found


@cache
def plain(latex: str) -> str:
    """Give the text that LaTeX would print, on one line."""
    for name, sign in _UNKNOWN.items():
        latex = latex.replace(f"\\text{name}{{}}", sign)
    return " ".join(_PLAIN.latex_to_text(latex).replace("\u00a0", " ").split())


def _value(name: str, value: str) -> str:
    if name in {"url", "doi", "eprint", "crossref"}:
        return value
    text = re.sub(r"[–—]|--+", "-", plain(value))
    if name == "month":
        return re.sub(r"[A-Za-z]{3,9}", lambda match: _month(match.group()), text)
    return ", ".join(sorted(re.split(r",\s*", text))) if name == "keywords" else text


def _month(word: str) -> str:
    return word[:3].lower() if word[:3].lower() in _MONTHS else word


def _person(person: Person) -> tuple[str, list[str]]:
    """Give the family name with its particles and suffix, and the given names."""
    family = (*person.prelast_names, *person.last_names, *person.lineage_names)
    return " ".join(map(plain, family)), " ".join(map(plain, (*person.first_names, *person.middle_names))).split()


def _keeps(mine: tuple[str, list[str]], its: tuple[str, list[str]]) -> bool:
    """Say whether a name is there with all its parts; it may have more of them, or accents, from another entry of the person."""
    if its == (" ".join((*mine[1], mine[0])), []):
        return True  # a group, which has no family name: `Collaboration, ATLAS`
    same = mine[0] == its[0] or mine[0] == _folded(its[0])
    given = [*its[1], *map(_folded, its[1])]
    return same and all(any(long.startswith(short.rstrip(".")) for long in given) for short in mine[1])


def _folded(name: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFD", name) if not unicodedata.combining(sign))
