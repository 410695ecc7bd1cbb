"""How people cite in a text: "(Lind et al., 2017, p. 3)", "Lind and Roe (2018a)", "[2-5]", "the BERT paper"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kg import lexicons
from kg.extraction import shapes
from kg.extraction.citations.people import MONTHS
from kg.extraction.venues import read_venue

_WORD = re.compile(r"\w+")
_CLOSED = re.compile(r"[)\].,:;]{0,2}\Z")
"""What may stand behind the year of a citation."""
_BEFORE = 2
"""Words before a citation in a sentence."""
_PARTICLE = r"(?:(?:van|von|vom|zu|de|del|della|der|den|di|da|dos|du|la|le|el|al|bin|ibn|ten|ter|zur)[ -])"
_NAME = (
    rf"{_PARTICLE}{{0,3}}(?:[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’]{{0,40}}[\w](?:[-‐–][\w'’]{{1,40}}){{0,6}})"
    r"(?: [A-ZÀ-ÖØ-ÞĀ-Ž][\w'’]{0,40}[\w](?:[-‐–]\w{1,40}){0,6})?"
)
_OTHERS = (
    r"(?:et\.? ?al\b\.?|et coll\b\.?|u\. ?a\.|u\.a\.|ua\b|y otros|e outros|e altri|en anderen|and colleagues|"
    r"and co-?workers|and others|und andere|und Kollegen|et collègues|y colegas|e colleghi|\+|и др\.|等|ら)"
)
_AND = (
    r"(?:,? ?& ?|/|,? (?:and|und|et|y|e|och|en|og|и) "
    r"(?!colleagues|co-?workers|others|Kollegen|andere|collègues|colegas|colleghi|otros|outros|altri|anderen))"
)
NAMES = rf"(?P<names>{_NAME}(?:(?:{_AND}|, ){_NAME}){{0,6}})(?P<others>,? {{0,3}}{_OTHERS})?"
YEAR_TEXT = r"(?:1[89]|20)\d\d"
_PAGES = r",\s?\d{1,4}(?:[–-]\d{1,4})?"
_YEARS = (
    rf"(?P<years>{YEAR_TEXT}[a-k]?"
    rf"(?:(?:(?:{_PAGES})?; ?(?={YEAR_TEXT}[a-k])|, ?| and | & |/)(?:(?:{YEAR_TEXT})?[a-k]|{YEAR_TEXT})(?!\w)){{0,6}})"
)
BARE = re.compile(
    rf"(?<![\w@])(?:{NAMES})(?:['’]s?)?,? (?:[A-Z][A-Za-z]{{2,8}} )?"
    rf"(?P<years>(?:{YEAR_TEXT}|['’]\d\d)[a-k]?(?:, ?(?:{YEAR_TEXT})?[a-k](?!\w))*)(?![\w-])"
)
"""Authors and year without brackets, as people type in haste: `Lind et al 2017`, `Lind+ '17`, `Lind, ICML 2017`."""
NARRATIVE = re.compile(rf"(?<![\w@])(?:{NAMES})(?:['’](?:s [a-z]{{3,20}})?|['’]?s?)? ?[(\[]{_YEARS}(?=[)\],;:])")
IN_BRACKETS = re.compile(rf"(?<![\w@]){NAMES}(?:['’]s?)?,? ?\(?{_YEARS}(?![\w-])")
UNDATED = re.compile(rf"\(\s?{NAMES}\s?\)(?!\w)")
BRACKET = re.compile(r"[(\[][^()\[\]\n]{0,40}(?:[^()\[\]]|\([^()\[\]]{0,12}\)){4,600}[)\]]")
YEAR = re.compile(rf"({YEAR_TEXT}|['’]\d\d)?([a-k])?")
NUMBERS = re.compile(
    r"\[(?:see(?: also)? |cf\.? |e\.g\.,? )?"
    r"(?P<inner>\d{1,3}(?:(?:\s?[,;]|\]\s?[–-]\s?\[|\s?[–-])\s?\d{1,3}){0,30})"
    r"(?:,? (?:pp?\.|§|Sec|Ch|Fig|Tab)[^\[\]]{0,30}| for [^\[\]]{0,30})?\]"
)
_LOCATOR = r",\s?(?:pp?\.|§|Sect?|Ch|Fig|Tab|Thm|Theorem|Def|Lemma|App|Eq)[^\[\],;]{0,30}"
ALPHA = re.compile(
    rf"\[(?P<inner>[A-Za-z]{{1,6}}\+?\d{{2}}[a-z]?(?:{_LOCATOR})?"
    rf"(?:\s?[,;]\s?[A-Za-z]{{1,6}}\+?\d{{2}}[a-z]?(?:{_LOCATOR})?){{0,12}})\]"
)
LOCATOR = re.compile(_LOCATOR)
DATED = re.compile(rf"{YEAR_TEXT}|['’]\d\d")
"""A year as citations have it: a text without one has none of them that is dated."""
_SET_APART = re.compile(rf"[(\[]{YEAR_TEXT}")
_BEHIND_SPACE = re.compile(rf" (?:{YEAR_TEXT}|['’]\d\d)")
_REACH = 4_500
"""Characters before a year in which its citation begins: seven of the longest names."""
LABEL = re.compile(r"\s{0,3}(?:\[(?P<label>[A-Za-z]{0,6}\+?\d{1,4}[a-z]?)\]|(?P<number>\d{1,3})[.)]\s)")
CALLED = re.compile(
    r"\b(?:[Tt]he|[Tt]heir|[Tt]his|original|in|In) (?:original |first )?"
    r"(?P<name>[A-Z][\w.+-]{1,30}(?: [A-Z0-9][\w.+-]{0,20}){0,2}) (?:paper|article|preprint)\b"
)
_NO_NAMES = lexicons.words("no cited name")


@lru_cache(maxsize=16)  # asked for each of the papers of a block
def cites(text: str) -> bool:
    """Return whether a text is prose that cites, and no reference itself: it begins before authors and year.

    >>> cites("Depth helps (He et al., 2016)."), cites("He, K. et al. (2016). Deep residual learning. CVPR.")
    (True, False)
    """
    if not DATED.search(text):
        return False
    inside = [IN_BRACKETS.search(text, *found.span()) for found in BRACKET.finditer(text)]
    found = [one.start() for one in (*inside, next(near_years(NARRATIVE, text), None)) if one is not None]
    return bool(found) and min(found) > 1 and len(text[: min(found)].split()) >= _BEFORE


_BEFORE_YEAR = {NARRATIVE: _SET_APART, BARE: _BEHIND_SPACE}
"""What a text has if it has the form at all."""


def near_years(form: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Find a form that has a year, and look for it only where a year is near; what it needs is looked for first."""
    if form not in _BEFORE_YEAR or _has_before_year(form, text):
        for start, end in _near(text):
            yield from form.finditer(text, start, end)


@lru_cache(maxsize=1 << 10)  # asked of each block by several rules
def _has_before_year(form: re.Pattern[str], text: str) -> bool:
    return _BEFORE_YEAR[form].search(text) is not None


@lru_cache(maxsize=16)
def _near(text: str) -> tuple[tuple[int, int], ...]:
    """Return the ranges of a text that are near a year; several forms are looked for in each."""
    found: list[tuple[int, int]] = []
    for year in DATED.finditer(text):
        start, end = max(0, year.start() - _REACH), year.end() + _REACH
        if found and start <= found[-1][1]:
            start = found.pop()[0]
        found.append((start, end))
    return tuple(found)


def dated(text: str) -> Iterator[re.Match[str]]:
    """Find authors and years, in brackets or with the year alone in them."""
    if not DATED.search(text):
        return
    for group in BRACKET.finditer(text):
        yield from IN_BRACKETS.finditer(text, group.start() + 1, group.end())
    for form in (NARRATIVE, BARE):
        yield from near_years(form, text)


_TOWNS = lexicons.words("place of publication")
_MONTH = re.compile(rf"(?<!\w)[^\W\d_a-z][\w'’-]{{1,40}},? (?i:{'|'.join(sorted(MONTHS))})$")
_POSSESSIVE = re.compile(r"['’]s?$")
_JOINT = re.compile(rf"({_AND}|, )")


_TITLE_BEHIND = re.compile(r"[)\]]?,\s{1,3}(?P<title>[\"“«„]?[^\W\d_a-z][^\n]{8,200})(?:\n|$)")
_TITLE_WORDS = 3


def title_behind(text: str, found: re.Match[str]) -> str:
    """Return the title behind authors and a year with which a line begins, `Lind & Roe 2019, Rivers that forget`.

    Such a line is a reference. It is "" where they cite, or stand amid a line.
    """
    behind, start = _TITLE_BEHIND.match(text, found.end()), surnames(found)[1]
    if behind is None or text[text.rfind("\n", 0, start) + 1 : start].strip(" *_-–•["):
        return ""
    title = behind["title"].strip(' "”»“.')
    said = len(shapes.words(title)) >= _TITLE_WORDS and shapes.is_title_like(title) and not shapes.is_sentence(title)
    return title if said else ""


def surnames(found: re.Match[str]) -> tuple[tuple[str, ...], int]:
    """Return the surnames of a match and where the first one begins; words that introduce a citation are none.

    >>> [surnames(found) for text in ("Lind, 2019", "Between 2013") if (found := IN_BRACKETS.match(text))]
    [(('Lind',), 0), ((), 7)]
    """
    text, places = found.string, list(name_places(found))
    return tuple(text[start:end] for start, end in places), places[0][0] if places else found.end("names")


def name_places(found: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Yield where each surname of a match stands; words that introduce a citation are none."""
    at, first = found.start("names"), True
    for part in _JOINT.split(found["names"]):
        if part and not _JOINT.fullmatch(part):
            words = part.split(" ")
            while words and first and words[0].casefold().strip(".") in _NO_NAMES:
                words = words[1:]
            name = " ".join(words)
            if words:
                first = False
                start = at + len(part) - len(name)
                yield start, start + len(_POSSESSIVE.sub("", name))
        at += len(part)


def named_in(found: re.Match[str]) -> tuple[tuple[str, ...], int]:
    """Return the surnames of a match and where the first one begins; none where they are a venue, towns, or a month.

    >>> texts = "NeurIPS 2019", "Wei, 2022", "Kyoto, November 2023", "Lind and May, 2001", "Oxford and New York, 1990"
    >>> [named_in(found)[0] for text in texts if (found := IN_BRACKETS.match(text))]
    [(), ('Wei',), (), ('Lind', 'May'), ()]
    """
    names, start = surnames(found)
    towns = all(name.casefold() in _TOWNS for name in names) and " " in " ".join(names)
    if _MONTH.search(found["names"]) or towns:
        return (), start
    venue = len(names) == 1 and not found["others"] and read_venue(names[0]) is not None
    return ((), start) if venue else (names, start)


class Whole(NamedTuple):
    """Authors and year that are all of a text."""

    found: re.Match[str]
    surnames: tuple[str, ...]
    start: int
    """Where the first of them begins."""


def whole(text: str, start: int, end: int) -> Whole | None:
    """Read a range that is authors and year and nothing else, words that introduce them left out.

    >>> texts = "Roe et al. (2019)", "see Roe, 2019", "ICML 2019", "Logic"
    >>> [found and found.surnames for text in texts for found in [whole(text, 0, len(text))]]
    [('Roe',), ('Roe',), None, None]
    """
    for form in (IN_BRACKETS, BARE) if DATED.search(text, start, end) else ():
        found = form.search(text, start, end)
        if found is None or not _CLOSED.match(text, found.end(), end):
            continue
        names, first = named_in(found)
        if names and all(word.casefold() in _NO_NAMES for word in _WORD.findall(text, start, first)):
            return Whole(found, names, first)
    return None
