"""Names at the beginning of a line of a page, with places, venue or counts behind them."""

from __future__ import annotations

import re

from kg.extraction import align, loose, names, shapes, venues
from kg.extraction.entries import Field
from kg.extraction.pagewords import LONGEST_NOISE
from kg.model import Block

_MOST_LEFT = 20
_LONGEST_PLACE = 7
_QUOTES = re.compile(r"[\"“”„«»]")
_PLACE = re.compile(
    r"(?i:\b(?:universit\w+|institut\w*|college|school|laborator\w+|labs?|research|inc|corp\w*|academy|"
    r"hospital|centre|center|"
    r"technolog\w+|cnrs|inria)\b)|(?:^|,)\s*[A-Z]{2,6}\s*(?=[,;]|$)"
)
_MORE = re.compile(
    r"[,;·\s]{0,3}(?:and\s)?\+?\s?\d{1,4}\s?(?:more|others?)?\s?(?:authors?|more|others?)\Z", re.IGNORECASE
)
_BRACKETS = re.compile(r"\([^()\n]{0,300}\)|\[[^\[\]\n]{0,300}\]|\{[^{}\n]{0,200}\}")
_DIVIDER = re.compile(
    r"\s[-–—|]\s|\t|\s{4,}|;\s(?=\()|[;,.]\s(?:In:?\s)?(?=(?:Proceedings|Proc\.|Advances in|Transactions|"
    r"Journal|International Conference)\b)"
)
_YEAR = re.compile(r"(?<![\w./-])(?:19[5-9]\d|20[0-4]\d)(?![\d/-])")
_NOT_NAMES = re.compile(
    r"[?!:：]|\b(?:is|are|was|the|of|we|this|with a|for|how|what|why|http|at|in|on|from|email|via|using|"
    r"towards?|under)\b|://"
)

_LOWER = re.compile(
    r"(?<![\w'’‐-])(?!(?:and|und|van|von|der|den|del|dos|das|della|degli|bin|ibn|ben|abu|zur|zum|ter|ten|"
    r"with|others?|more|"
    r"authors?|jr|san|santa|mac|los|las)\b)[a-z]{3,}(?![\w'’-])"
)
"""Words without a capital that names do not have."""


def read_people(
    block: Block, index: int, start: int, end: int, *, labelled: bool = False
) -> tuple[tuple[Field, ...], bool | None, int]:
    """Read the names at the beginning of a line; affiliations in brackets or behind each name are left out.

    Returns:
        The names, whether they are all, and where in the prose the rest of the line begins.
    """
    text = block.prose[start:end]
    rest, sure = _rest(text)
    who = _BRACKETS.sub(lambda m: " " * len(m.group()), text[:rest])
    who = _MORE.sub(" et al", _without_places(who).rstrip(" ,.;:([-–—·|"))
    if not labelled and (_NOT_NAMES.search(who) or _LOWER.search(who) or not (sure or _is_end(text[rest:]))):
        return (), None, start + rest
    people, complete = loose.people(block, index, start, start + len(who), text=who)
    if not people and labelled and who.strip():
        return (align.field(block, index, start, start + len(who)),), True, start + rest
    return people, complete, start + rest


def is_sure(people: tuple[Field, ...], text: str) -> bool:
    """Say whether names read are nearly all names by their form; one alone must not be a title of capitals."""
    likely = sum(names.looks_like_person(person.text) for person in people)
    if len(people) == 1 and re.search(r"\d", text.rstrip("0123456789*†‡, ")):
        return False
    if len(people) == 1 and (len(text.split()) > 4 or text.rsplit(maxsplit=1)[-1] in ("AI", "ML", "RL", "II")):
        return False
    return likely * 4 >= 3 * len(people)


def may_be_name(text: str) -> bool:
    """Say whether a short text could name somebody: a capital, and no word that names do not have."""
    return 1 <= len(shapes.words(text)) <= 4 and text[:1].isupper() and not _NOT_NAMES.search(text)


def has_rest(text: str, start: int) -> bool:
    """Say whether a divider stands at a place of a line: ` - `, a bar, a tab."""
    return _DIVIDER.match(text, start) is not None


def _rest(text: str) -> tuple[int, bool]:
    """Give where names end and venue or year begin, and whether their form alone says so."""
    rest = len(text)
    divider = _DIVIDER.search(text, 2)
    if divider and not _is_bar(text, divider):
        rest = divider.start()
    for a, _, venue in venues.find_venues(text[:rest]) if any(c.isdigit() for c in text[:rest]) else ():
        if a > 2 and (venue.year or not venue.event):
            rest = min(rest, a)
    year = _YEAR.search(text, 3, rest)
    if year is None:
        return rest, rest == len(text)
    printed = _venue_before(text, year.start())
    return printed, printed < year.start() and _is_end(text[year.start() :])


def _is_bar(text: str, divider: re.Match[str]) -> bool:
    """Say whether a bar or a tab divides names, and not names from what follows them."""
    parts = [part for part in text.split(divider.group()) if part.strip()]
    return sum(names.looks_like_person(part.strip(" *†‡")) for part in parts) * 2 > len(parts) and len(parts) > 1


def _venue_before(text: str, year: int) -> int:
    """Give where a journal begins that no lexicon has: `James W. Cooley and John W. Tukey, Some Journal 1965`."""
    head = text[:year].rstrip(" ,(")
    comma = max(head.rfind(", "), head.rfind(". "))
    last = head[comma + 2 :].strip(" (")
    if comma < 3 or not last or re.search(r"&|\.", last):
        return year
    direct = not text[:year].rstrip().endswith((",", "("))
    joined = re.search(r"\band\b", last) and names.looks_like_person(re.sub(r"^and\s+", "", last))
    journal = (
        len(shapes.words(last)) <= 8
        and shapes.is_title_case(last)
        and last[:1].isupper()
        and (direct or not names.looks_like_person(last))
    )
    return comma if journal and not joined and len(last) > 3 else year


def _is_end(text: str) -> bool:
    """Say whether what stands behind names is a venue and a year, and not the title of a reference."""
    if _DIVIDER.match(text):
        return len(text) <= LONGEST_NOISE and not _QUOTES.search(text)
    left = list(text)
    for start, end, _ in venues.find_venues(text):
        left[start:end] = " " * (end - start)
    return sum(c.isalpha() for c in left) <= _MOST_LEFT


def _without_places(text: str) -> str:
    """Blank out affiliations behind names: `Jane Doe, MIT; John Smith and Ann Lee, University of Utah`."""
    parts = list(re.finditer(r"[^;\n]+", text))
    if len(parts) < 2 and not _PLACE.search(text):
        return text
    paired = len(parts) > 1 and all(_has_place(part.group()) for part in parts)
    placed = paired or sum(bool(_PLACE.search(part.group())) for part in parts) * 2 >= len(parts)
    if not placed:
        return text
    for part in parts:
        at = _place_in(part.group(), paired=paired)
        if at is not None:
            text = text[: part.start() + at] + " " * (part.end() - part.start() - at) + text[part.end() :]
    return text


def _place_in(part: str, *, paired: bool) -> int | None:
    """Give where the affiliation of a part begins: behind the comma before its first piece that is a place."""
    commas = [match.start() for match in re.finditer(",", part)]
    for number, comma in enumerate(commas):
        end = commas[number + 1] if number + 1 < len(commas) else len(part)
        piece = part[comma + 1 : end].strip(" .…*†‡")
        place = paired or (
            _PLACE.search(piece) and len(shapes.words(piece)) <= _LONGEST_PLACE and not names.looks_like_person(piece)
        )
        if place and names.looks_like_person(re.split(r",|\sand\s|&", part)[0].strip()):
            return comma
    return None


def _has_place(part: str) -> bool:
    name, comma, place = part.partition(",")
    one = "," not in place or bool(_PLACE.search(place.partition(",")[0]))
    person = names.looks_like_person(name.strip())
    return bool(comma) and one and person and not names.looks_like_person(place.strip()) and len(place) > 2
