"""Ratings as people write them: `★★★★☆`, `4.5/5`, `8 out of 10`, `3 stars`, and runs of marks such as `++`.

Behind a label or in a column any of them counts, and so does a bare number. Elsewhere a fraction has to stand alone:
`3/5 runs` and `8/10 accuracy` are results.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from kg import untrusted

_FULL, _EMPTY = "★⭐🌟✭⭑", "☆✩✰⭒"
_NUMBER = r"(?<![\d.,/-])(?P<number>\d{1,3}(?:[.,]\d{1,2})?)"
_UNIT = (
    r"(?:stars?|points?|pts?|sterne?n?|punkten?|punkte?|étoiles?|estrellas?|puntos?|stelle|颗星|星|分|[★⭐🌟]\ufe0f?)"
)
_STARS = re.compile(
    rf"(?P<full>(?:[{_FULL}]\ufe0f?\s?){{1,10}})(?P<half>½?)(?P<empty>(?:\s?[{_EMPTY}]\ufe0f?){{0,9}})"
    r"|(?P<bar>●{1,10})(?P<rest>○{1,9})|(?P<named>(?::star2?:\s?){1,10})"
)
_OTHERS = re.compile(
    r"(?:[❤♥🔥👍]\ufe0f?\s?){1,10}|(?<=[\s.])\+{2,5}(?=[\s.,;)]|\Z)|(?<=[\s)\]])\*{2,5}(?=\s*(?:[.,;—–-]|\Z))"
)
_PLUS = re.compile(r"\+{1,10}")
_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}
_FRACTION = re.compile(
    rf"{_NUMBER}\s?/\s?(?P<scale>5|10)(?![\d.,]*\d)(?:[\s-]?{_UNIT}(?!\w))?"
    r"|(?<![\d.,/-])(?P<least>\d{1,2}(?:[.,]\d)?)\s+"
    rf"(?:out\s+of\s+(?P<most>5|10|five|ten)\b(?:\s{_UNIT}(?!\w))?|of\s+(?P<all>5|10|five|ten)\s{_UNIT}(?!\w))",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"{_NUMBER}[\s-]?{_UNIT}(?!\w)|\b(?P<word>one|two|three|four|five)[\s-]stars?(?!\w)", re.IGNORECASE
)
_STATED = re.compile(
    rf"{_NUMBER}(?:\s?(?:/|of|out of|von|aus|sur|de|di|su)\s?(?P<scale>3|4|5|6|7|10|20|100)(?!\d))?"
    rf"(?:[\s-]?{_UNIT}(?!\w))?",
    re.IGNORECASE,
)
_TOLD = re.compile(rf"\b(?:(?:my|our)\s)?(?:rating|rated)(?:\sit)?\s{_NUMBER}(?!\s?[/%\d]|[.,]\d)", re.IGNORECASE)
_SCALE = re.compile(r"(?:/\s?|\bout of\s|[(\[][01]\s?[-–]\s?)(?P<scale>3|4|5|6|7|10|20|100)(?!\d)")
"""In a label, the highest rating: `Rating (1-5)`, `Score /10`."""
_TAGGED = r"(?:(?P<number>[1-5])[-_]?stars?|(?:my[-_]?)?(?:rating|stars?)[/_-](?P<least>[1-5]))(?![\w/.-])"
_TAG, _KEYWORD = re.compile(f"#{_TAGGED}", re.IGNORECASE), re.compile(f"#?{_TAGGED}", re.IGNORECASE)
"""Tags that are ratings: `#4stars`, `#rating/4`; keywords may leave out the sign."""
_RANK = re.compile(r"rank(?P<number>[1-5])")
"""How JabRef writes stars."""
_COUNT_WORD = re.compile(r"\d|\bstars?\b", re.IGNORECASE)
"""What every number of a rating has in it or behind it."""
_EDGES = " \t\n()[]（）【】\"'`*_"
_BEHIND = re.compile(r"\s{0,3}(?:$|[(（—–;.)\]|·]|,(?!\s?\d)|[-:]\s(?!\s?\d)|\n)")
"""What may follow a rating behind a label: the end, or a sign and words; `8, 6, 6` and `7 / 10 / 9` are of reviews."""
_BEFORE = re.compile(
    r"(?:^|[,;(（\[|·•—–\t\n!\"”»]|(?:^|\s)-{1,3}|(?<!\b[^\W\d_])(?<!\b[^\W\d_]{2})(?<!\b[^\W\d_]{3})\.)\s{0,4}$"
)
"""What may stand before it; a point behind a few letters is of an abbreviation: `pp. 3/5`."""
_CALLED = re.compile(
    r"\b(?:ratings?|rated|scores?|scored|grade|(?:give|gave) it|bewertung|note|nota|valoración|voto|оценка)"
    r"\s?(?:is|of|with|an?|[:=])?\s{0,4}$",
    re.IGNORECASE,
)
"""Words that say that a rating follows: `my rating: 4 out of 5`."""
_CLOSING = re.compile(r"\s{0,3}(?:[)\]\"”»*_]{1,4}:?)?\s{0,4}")
"""What may stand between a field of the paper and the rating behind it: `(Lind, 2021) 9/10`."""
_AFTER = re.compile(r"\s{0,4}(?:$|[,;.)）\]|·•—–\t\n!](?!\d)|-\s)")
_DATED = re.compile(
    r"(?:\b(?:on|am|le|el|mon|tue|wed|thu|fri|sat|sun|part|page|slide|day)[a-z]{0,6}\.?,?|\d)\s{0,3}[,(]?\s{0,2}$",
    re.IGNORECASE,
)
"""Words before a day of a month or a part of a series: `Tue (5/10)`."""
_COUNT = re.compile(r"\s?[\d.,]+\s?[kKM]?(?![\w/])")
"""A number behind a star: `⭐ 1.2k` counts those of a repository."""
_SEVERAL = 3
"""Stars, full or empty, that are a rating whatever stands around them: `(Lind, 2021) ★★★★☆ skimmed`."""
_HIGHEST = 10
"""Bare numbers above it are no ratings."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating at a place of a text."""

    start: int
    end: int
    number: float
    scale: int
    """The highest that could have been given; 0 where the text does not show it."""
    is_starred: bool = field(default=False, repr=False)
    """Whether it is given by stars."""

    @property
    def is_one_star(self) -> bool:
        """Whether it is a single star, which may be but an ornament."""
        return self.is_starred and self.number == 1 and not self.scale

    @property
    def text(self) -> str:
        """The number as it is written in the graph: whole ones without a point."""
        return f"{self.number:g}"


def read(text: str) -> Rating | None:
    """Read a text that is a rating and nothing else.

    >>> [(found.text, found.scale) for found in map(read, ("★★★★☆", "4,5 / 5", "++", "15/20", "3")) if found]
    [('4', 5), ('4.5', 5), ('2', 0), ('15', 20), ('3', 0)]
    >>> read("12k stars"), read("11"), read("6/5")
    (None, None, None)
    """
    found = stated(text, 0, len(text))
    return found if found is not None and not text[found.end :].strip(_EDGES) else None


def stated(text: str, start: int, end: int) -> Rating | None:
    """Read the rating that a value behind a label begins with; words may follow it behind a sign.

    >>> stated("4/5 - lovely", 0, 12)
    Rating(start=0, end=3, number=4.0, scale=5)
    >>> stated("8, 6, 6", 0, 7)
    """
    while start < end and text[start] in _EDGES:
        start += 1
    for pattern in (_STARS, _OTHERS, _PLUS, _FRACTION, _STATED, _KEYWORD, _RANK):
        match = pattern.match(text, start, end)
        found = _valued(match) if match is not None else None
        if match is not None and found is not None and _BEHIND.match(text, found.end, end):
            return found
    return None


def scale_of(label: str) -> int:
    """Return the highest rating that a label says; 0 where it says none.

    >>> scale_of("Rating (1-5)"), scale_of("My score /10"), scale_of("Rating")
    (5, 10, 0)
    """
    found = _SCALE.search(label)
    return untrusted.integer(found["scale"]) if found is not None else 0


def keyword(text: str) -> Rating | None:
    """Read a keyword that is a rating: several stars, as plugins of reference managers write them, or `rating/4`.

    >>> [found and found.text for found in map(keyword, ("★★★", "★", "rating/4", "#5stars", "4"))]
    ['3', None, '4', '5', None]
    """
    found = read(text)
    plain = _KEYWORD.fullmatch(text.strip(_EDGES)) is not None
    return found if found is not None and (plain or (found.is_starred and not found.is_one_star)) else None


def find(
    text: str, bounds: tuple[int, int], *, behind: bool = False, before: bool = False, usual: Collection[int] = ()
) -> Rating | None:
    """Find a rating that stands without a label between the fields of a paper, or on a line below it.

    Args:
        text: the prose of a block.
        bounds: of the part that is no field.
        behind: whether a field ends where the part starts.
        before: whether the paper begins behind it, where a fraction numbers the papers of a series.
        usual: scales on which other papers of the note are rated. A fraction of one need not stand alone: words may
            follow it, or stand before it.

    >>> find("a classic (4/5)", (0, 15)), find("3/5 runs diverge", (0, 16))
    (Rating(start=11, end=14, number=4.0, scale=5), None)
    >>> find("3/5 dated, but clear", (0, 20), usual=(5,)), find("4 of 5 stars", (0, 12)), find("- four stars", (0, 12))
    (Rating(start=0, end=3, number=3.0, scale=5), Rating(start=0, end=12, number=4.0, scale=5), \
Rating(start=2, end=12, number=4, scale=0))
    """
    start, end = bounds
    numbered = () if before or not _COUNT_WORD.search(text, start, end) else (_FRACTION, _COUNTED, _TOLD)
    for pattern in (*numbered, _STARS, _OTHERS, _TAG):  # a star may be the unit of a number: `4/5 ⭐`
        for match in pattern.finditer(text, start, end):
            found = _valued(match)
            loose = found is not None and found.scale in usual
            alone = found is not None and _stands_alone(text, match, bounds, behind=behind, loose=loose)
            marked = match.re is _OTHERS and behind and not text[start : match.start()].strip()
            if found is not None and (alone or marked):
                return found
    return None


def _stands_alone(text: str, match: re.Match[str], bounds: tuple[int, int], *, behind: bool, loose: bool) -> bool:
    """Return whether nothing around a rating makes it a part of a sentence, of a date or of a number of other stars.

    A loose one may have words on one side.
    """
    start, end = bounds
    before, rest = text[start : match.start()], text[match.end() : end]
    opens = bool(_BEFORE.search(before) or _CALLED.search(before)) or (
        behind and _CLOSING.fullmatch(before) is not None
    )
    ends = bool(_AFTER.match(rest))
    if match.re is _STARS:
        several = sum(not c.isspace() for c in match.group()) >= _SEVERAL
        return (opens or ends or several) and not _COUNT.match(rest)
    if match.re is _OTHERS:
        return ends and start < match.start()
    return (opens or ends if loose else opens and ends) and not _DATED.search(before)


def _valued(match: re.Match[str]) -> Rating | None:
    """Return what a match says; none when the number is above the scale."""
    start, end = match.start(), match.start() + len(match.group().rstrip())
    parts = match.groupdict()
    if match.re is _STARS:
        full, empty = parts["full"] or parts["bar"] or parts["named"], parts["empty"] or parts["rest"] or ""
        count = full.count(":") // 2 if parts["named"] else sum(full.count(star) for star in f"{_FULL}●")
        blank = sum(empty.count(star) for star in f"{_EMPTY}○")
        half = 0.5 if parts["half"] else 0.0
        return Rating(
            start, end, count + half, count + blank + (half > 0 and blank > 0) if blank else 0, is_starred=True
        )
    if match.re in (_OTHERS, _PLUS):
        return Rating(start, end, sum(not (c.isspace() or c == "\ufe0f") for c in match.group()), 0)
    number = untrusted.number((parts.get("number") or parts.get("least") or "").replace(",", "."))
    most = parts.get("scale") or parts.get("most") or parts.get("all") or ""
    scale = _WORDS.get(most.lower()) or untrusted.integer(most)
    if word := parts.get("word"):
        number = _WORDS[word.lower()]
    return Rating(start, end, number, scale) if number <= (scale or _HIGHEST) else None
