"""Names that the word lists of `data/lexicons` know: methods, datasets, tasks, organisations, awards.

A dictionary from the first word to the names that begin with it, the longest first, reads a text in one pass; spaCy's
EntityRuler takes seconds to load as many names and reads many times slower.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from kg.lexicons import forms, rows, words
from kg.model import Kind
from kg.text import name_key

NAMES = (
    ("methods", Kind.METHOD),
    ("datasets", Kind.DATASET),
    ("tasks", Kind.TASK),
    ("organisations", Kind.ORG),
    ("awards", Kind.AWARD),
)
"""Lists with what their names are of, in the order of trust, where a name stands in several."""
FIELDS = (("topics", Kind.TOPIC),)
"""The list of fields of science, whose names are also ordinary words of a text."""
TERMS = (*FIELDS, ("terms", Kind.TOPIC))
"""The same with words of a title that tell in which field a paper is."""

Lists = tuple[tuple[str, Kind], ...]

_EVERYDAY = frozenset(
    {"programming languages", "operating systems", "software engineering", "web development", "databases"}
)
"""Fields of which the products are everyday tools."""
_EASTERN = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(rf"[^\W\d_{_EASTERN}]+|[{_EASTERN}]+|\d+|[^\w\s\u2010-\u2014-]")
"""Words, and letters of Chinese, Japanese and Korean, which stand beside a Latin name without a blank."""
_JOINED = re.compile(rf"[^\W{_EASTERN}]")
_SHARED = 2
"""Letters that a word has in common with its plural: `body`, `bodies`."""
_GAP = re.compile(r"[ \t\n\u00a0\u2009-]{0,3}")


@dataclass(frozen=True, slots=True)
class Known:
    """A name of a word list."""

    name: str
    """The usual form."""
    kind: Kind
    caution: str
    """`word` when it is an ordinary word too, `broad` when readers dispute that it is a name of this kind, or empty."""
    everyday: bool = False
    """Whether people write of it for its own sake, as of a programming language: a title with it does not use it."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a known name, as tokens."""

    tokens: tuple[str, ...]
    exact: bool
    """Whether the case of the letters counts."""
    known: Known


@dataclass(frozen=True, slots=True)
class Forms:
    """The ways to write the known names that begin with a token, the longest first."""

    single: tuple[Form, ...]
    """Of one token."""
    longer: dict[str, tuple[Form, ...]]
    """By what the second token begins with."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A known name at its place in a text."""

    start: int
    end: int
    known: Known


def find(text: str, lists: Lists = NAMES) -> Iterator[Hit]:
    """Find the names of some lists in a text from left to right, the longest at each place, none inside another.

    A plural ending belongs to the name; a name of capitals counts only as written, or with a version in small letters
    (`yolov8`).

    >>> [(text[hit.start : hit.end], hit.known.kind.value) for text in ("DPO and ImageNet",) for hit in find(text)]
    [('DPO', 'method'), ('ImageNet', 'dataset')]
    """
    places = list(_TOKEN.finditer(text))
    folded = [place[0].casefold() for place in places]
    index = _index(lists)
    begun = [at for at, word in enumerate(folded) if word in index or (word[-1] == "s" and _singular(word) in index)]
    behind = 0
    for at in begun:
        if at < behind:
            continue
        for form in _candidates(folded, at, lists):
            size = _reads(text, form, places, folded, at)
            if size:
                yield Hit(places[at].start(), places[at + size - 1].end(), form.known)
                behind = at + size
                break


def known(text: str) -> Known | None:
    """Return the known name that a text is, whole.

    >>> known("Low-Rank Adaptation").name
    'LoRA'
    """
    hit = next(find(text.strip()), None)
    return hit.known if hit is not None and (hit.start, hit.end) == (0, len(text.strip())) else None


def _candidates(folded: Sequence[str], at: int, lists: Lists) -> tuple[Form, ...]:
    """Return the forms that may stand at a place, the longest first."""
    index, first = _index(lists), folded[at]
    singular = _singular(first)
    plural = _forms(singular, lists).single if singular in index else ()
    if first not in index:
        return plural
    known = _forms(first, lists)
    second = folded[at + 1][:_SHARED] if at + 1 < len(folded) else ""
    return known.longer.get(second, ()) + known.single + plural


def _reads(text: str, form: Form, places: Sequence[re.Match[str]], folded: Sequence[str], at: int) -> int:
    """Return the number of tokens of a form that stands at a place; 0 when it does not."""
    size = len(form.tokens)
    if at + size > len(places):
        return 0
    last = size - 1
    for offset, token in enumerate(form.tokens):
        seen = places[at + offset][0] if form.exact else folded[at + offset]
        versioned = form.exact and seen.islower() and size > 1 and form.tokens[-1].isdigit() and len(form.tokens[0]) > 3
        if versioned and seen == token.casefold():
            continue
        if seen != token and not (offset == last and _is_plural(seen, token)):
            return 0
        if offset and not _GAP.fullmatch(text, places[at + offset - 1].end(), places[at + offset].start()):
            return 0
    start, end = places[at].start(), places[at + last].end()
    before, after = text[start - 1 : start], text[end : end + 1]
    if _JOINED.match(before) or _JOINED.match(after):
        return 0
    if before == "-" and text[start - 2 : start - 1].isalnum():
        return 0
    return size


def _is_plural(seen: str, token: str) -> bool:
    return len(token) > 2 and token.isalpha() and seen in (token + "s", token + "es", token[:-1] + "ies")


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") else ""


@cache
def _forms(first: str, lists: Lists) -> Forms:
    """Return the ways to write the known names that begin with a token that some name begins with, in small letters."""
    found: dict[tuple[str, ...], Form] = {}
    for text, entry in _index(lists)[first]:
        form = _form(text, entry)
        if form is not None:
            found.setdefault(_key(form), form)
    longer: dict[str, tuple[Form, ...]] = {}
    ordered = sorted(found.values(), key=lambda form: -len(form.tokens))
    for form in (form for form in ordered if len(form.tokens) > 1):
        second = form.tokens[1].casefold()[:_SHARED]
        longer[second] = (*longer.get(second, ()), form)
    return Forms(tuple(form for form in ordered if len(form.tokens) == 1), longer)


@cache
def _index(lists: Lists) -> dict[str, list[tuple[str, Known]]]:
    """Index all texts of the lists by their first token, in small letters; most are never looked at more closely."""
    index: dict[str, list[tuple[str, Known]]] = {}
    for file, kind in lists:
        for row in rows(file):
            fields = (row.get("broader") or "").split("|")
            everyday = kind is Kind.METHOD and not row["name"].islower() and not _EVERYDAY.isdisjoint(fields)
            ordinary = (row.get("ordinary") or "").split("|")
            for text in dict.fromkeys(forms(row)):
                caution = "word" if text in ordinary else row.get("caution") or ""
                entry = Known(row["name"], kind, caution, everyday)
                first = _TOKEN.search(text)
                if first is not None:
                    index.setdefault(first.group().casefold(), []).append((text, entry))
    return index


def _key(form: Form) -> tuple[str, ...]:
    return (str(form.exact), *form.tokens)


def _form(text: str, entry: Known) -> Form | None:
    tokens = _TOKEN.findall(text)
    tokens = [token for token in tokens if token not in "-–"]
    if not tokens or len(name_key(text)) < 2:
        return None
    words = [token for token in tokens if token.isalpha()]
    # The case counts where it is what makes the name: capitals inside, or a single word that is capitalised.
    shaped = any(not word.islower() and not word.istitle() for word in words)
    exact = shaped or (len(words) == 1 and not words[0].islower())
    return Form(tuple(tokens if exact else [token.casefold() for token in tokens]), exact, entry)


_PLACES = words("place")
_REGION = re.compile(
    r"(?:north|south|east|west|central|latin|middle|north-?east|south-?east)(?:ern)? "
    r"(?:africa|asia|europe|america|east|korea)|"
    r"united (?:states|kingdom|arab emirates)|new (?:zealand|york|delhi|orleans)|hong kong|saudi arabia|czech republic|"
    r"\w+ islands"
)


def is_place(text: str) -> bool:
    """Return whether a text is a country, a continent or a part of one.

    >>> is_place("Kenya"), is_place("Southern Europe"), is_place("Amazon")
    (True, True, False)
    """
    small = text.casefold().removeprefix("the ").rstrip(".")
    return small in _PLACES or _REGION.fullmatch(small) is not None
