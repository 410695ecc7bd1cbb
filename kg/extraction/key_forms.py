"""Citation keys by their spelling: whether a text is one, and which author, year and venue it says."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from kg import lexicons
from kg.citation_keys import person
from kg.extraction import shapes, venues
from kg.extraction.dates import full_year
from kg.extraction.entries import Field
from kg.extraction.records.labels import part_of
from kg.text import name_key

_YEAR = r"(?:1[6-9]\d\d|20[0-3]\d)"
_SPELLINGS = (
    # AnnaMcKay2025ICLR, Vaswani2017, VaswaniEtAl2017a, Abdill2024HowToShareCode
    re.compile(
        rf"(?P<name>[A-Z][^\W\d_]*(?:[-'’][^\W\d_]+){{0,3}})[-_:]?{_YEAR}"
        r"(?:(?P<venue>[A-Z][A-Za-z]{1,18})?[a-z]?|(?P<title>(?:[A-Z][a-z]*){3,40}))"
    ),
    # vaswani2017attention, vaswani2017, devlin-etal-2019-bert, vaswani_attention_2017, kingma:adam2015
    re.compile(rf"(?P<name>[^\W\d_A-Z][^\W\d_]+)(?:[-_:]?et_?al)?[-_:]?{_YEAR}[a-z]?(?:[-_:]?[A-Za-z][\w-]{{0,60}})?"),
    # garcia-marquez_gentle_steps_2019
    re.compile(
        rf"(?P<name>[^\W\d_]{{2,30}}(?:-[^\W\d_]{{2,30}}(?=_))?)[-_:][^\W_][\w-]{{0,60}}[-_:]{_YEAR}[a-z]?(?:[-_:][\w-]{{1,40}})?"
    ),
    # vaswaniAttentionAllYou2017 (Better BibTeX)
    re.compile(rf"(?P<name>[a-z][^\W\d_A-Z]+)(?:[A-Z0-9][^\W_]{{0,30}}){_YEAR}[a-z]?"),
    re.compile(r"DBLP:(?:conf|journals|books|phd|series)/[\w-]{1,30}/[\w-]{2,60}"),
)
_LONGEST = 160
"""Characters of a key that holds a whole title."""
_SIGN = re.compile(r"\d\d|DBLP:")
"""What every key has."""
_CAPITALISED = re.compile(r"[A-Z][a-z]+")
_WORDS = 2
"""Capitalised words behind a year, at most, that are no title."""
_SHORT_YEAR = re.compile(r"(?P<name>[A-Z][^\W\d_]{1,30})[-_:]?(?P<year>\d\d)[a-z]?")
_WRITER_BEFORE = re.compile(
    r"@?(?P<who>[^\W\d_][\w'’ -]{1,30}?),?(?: et al\.?)?(?:\s?\(?(?:1[5-9]|20)\d\d[a-z]?\)?)?\s?(?:::|[:–—|-])\s(?=\S)"
)
_ENDS_IN_CAPITALS = re.compile(r"(?:[A-Z][a-z]+){2,5}[A-Z]{3,}")
"""The name of a program or a meeting: `FlavourPhysicsBND2023`."""
_NOT_NAMES = lexicons.words("no name in key")


def may_have_key(text: str) -> bool:
    """Return whether a text has what no key goes without, which most words have not."""
    return _SIGN.search(text) is not None


def is_key(text: str, *, strict: bool) -> bool:
    """Return whether a text is written as a citation key; `strict` where it stands bare in running text.

    >>> [is_key(t, strict=True) for t in ("AnnaMcKay2025ICLR+", "vaswani2017attention", "ICLR2025", "May2024")]
    [True, True, False, False]
    >>> is_key("Vaswani2017", strict=True), is_key("Vaswani2017", strict=False)
    (False, True)
    >>> is_key("AnnaMOSS2025ICLR", strict=True), is_key("MossSchoolBND2023", strict=False)
    (True, False)
    >>> is_key("roe:2018", strict=False), is_key("年份:2018", strict=False)
    (True, False)
    """
    text = text.rstrip("+")
    if not 4 <= len(text) <= _LONGEST or not may_have_key(text) or " " in text:
        return False
    for number, spelling in enumerate(_SPELLINGS):
        match = spelling.fullmatch(text)
        if not match:
            continue
        name = match.groupdict().get("name") or ""
        if name.casefold() in _NOT_NAMES or (name and _names_venue(name)) or _ENDS_IN_CAPITALS.fullmatch(name):
            return False
        if text.startswith(":", len(name)) and part_of(name) is not None:
            return False  # the value of a field: `年份:2018`
        if not strict or number == len(_SPELLINGS) - 1:
            return True
        return _is_certain(text, name, number)
    short = _SHORT_YEAR.fullmatch(text)
    if short is None or strict:
        return False
    name = short["name"]
    return name.casefold() not in _NOT_NAMES and not shapes.is_name_shaped(name) and not _names_venue(name)


def _is_certain(text: str, name: str, spelling: int) -> bool:
    tail = re.sub(rf"^.*?{_YEAR}", "", text)
    if spelling == 0:
        inner = sum(c.isupper() for c in name) >= 2 and not name.isupper()
        return inner or len(_CAPITALISED.findall(tail)) > _WORDS or bool(tail and _names_venue(tail))
    return len(tail.strip("-_:")) >= 3 or spelling >= 2


@lru_cache(maxsize=1024)
def _names_venue(text: str) -> bool:
    return venues.read_venue(text) is not None


def read_key(key: str) -> tuple[str, str, str]:
    """Read first author, year and venue out of a citation key, "" for what it does not say.

    >>> read_key("MariaDelCarmenRuiz2025ICLR")
    ('Maria Del Carmen Ruiz', '2025', 'ICLR')
    >>> read_key("vaswani2017attention"), read_key("Vaswani17")
    (('Vaswani', '2017', ''), ('Vaswani', '2017', ''))
    >>> read_key("garcia-marquez_gentle_steps_2019")
    ('Garcia-Marquez', '2019', '')
    """
    for spelling in _SPELLINGS:
        match = spelling.fullmatch(key)
        if match:
            groups = match.groupdict()
            year = re.search(_YEAR, key)
            venue = groups.get("venue") or ""
            return person(groups.get("name") or ""), year.group() if year else "", venue if _names_venue(venue) else ""
    short = _SHORT_YEAR.fullmatch(key)
    if short:
        return person(short["name"]), full_year(short["year"]), ""
    return "", "", ""


def without_writer(title: Field, key: Field) -> Field:
    """Return a title without the citation key, or the author whom that names and the year: `Lind (2017): Steps`."""
    own = re.match(rf"@?{re.escape(key.text)}\s?[:–—|-]\s(?=\S)", title.text)
    before = own or _WRITER_BEFORE.match(title.text)
    named = before is not None and (own or name_key(before["who"]) == name_key(read_key(key.text)[0]))
    if before is None or not named or len(title.text) != title.end - title.start:
        return title
    return replace(title, text=title.text[before.end() :], start=title.start + before.end())
