"""When a work was published, as bibliographies of all formats print it: `2016 Nov 10`, `c2002`, `2004-21`, `1999/2000`.

A year is read out of whatever stands around it. What is more than one day, month or year stays as it is printed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kg import untrusted
from kg.extraction.citations.people import MONTHS
from kg.extraction.dates import full_year

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_LONG_MONTHS = MONTHS | {"sept"}
_YEAR = r"(?<!\d)(?:1\d{3}|20\d\d)(?!\d)"
_ANY_YEAR = re.compile(_YEAR)
_NUMBERS = re.compile(
    r"\W{0,3}(?P<year>\d{4})(?:(?:\s{0,2}[-/.]\s{0,2}|年)(?P<month>\d{1,2})?(?:(?:[-/.]|月)(?P<day>\d{1,2})?)?)?日?"
    r"(?:[T ]\d[\d:.Z+-]{1,20})?(?P<rest>/.{0,80}|\s)?",
    re.DOTALL,
)
"""A date in numbers; in RIS, other words follow the last stroke."""
_NAMED = re.compile(
    rf"(?:(?P<before>{_YEAR})[ ,./-]{{1,3}})?(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?(before)[. ~]|[. ~/-]){{1,2}})?"
    r"(?P<month>[A-Za-z]{3,9})\.?(?:(?(before)[ /-]| )(?P<later>\d{1,2})(?:st|nd|rd|th)?(?!\d))?"
    rf"(?:(?:[/-]|,? {{1,2}})(?P<year>{_YEAR}))?/{{0,3}}"
)
_SEASONS = {21: "Spring", 22: "Summer", 23: "Autumn", 24: "Winter"}
"""Numbers of months that EDTF gives to seasons."""
_STROKES = 3
"""In a date of RIS, before what is said in other words."""
_UNSAID = re.compile(r"(?<=\d)(?:-[Xu]{2}){1,2}$")
"""In EDTF, a month or day that is not known."""
_DOTTED = re.compile(r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\. ?(?P<year>1\d{3}|20\d\d)")
_SHORT = re.compile(r"['’](\d\d)")
_SEASON = re.compile(
    r"(?i)(?:(?:early|late|mid)[- ])?(?:spring|summer|autumn|fall|winter|frühling|frühjahr|sommer|herbst|printemps|été|"
    r"automne|hiver|easter|christmas|michaelmas|hilary|trinity)"
    r"|[a-zäéû]{3,9}\.?\s?[-–/]\s?[a-zäéû]{3,9}\.?|[a-zäéû]{3,9}\.? \d{1,2}\s?[-–]\s?(?:[a-zäéû]{3,9}\.? )?\d{1,2}"
    r"|\d{1,2}(?: [a-zäéû]{3,9}\.?)?\s?(?:--|[-–&])\s?\d{1,2} [a-zäéû]{3,9}\.?"
)
"""A part of a year that is no month."""
_ISSUED_IN = re.compile(
    rf"(?P<year>{_YEAR})[ ,/]{{1,4}}(?P<rest>.{{1,40}})|(?P<words>.{{1,40}}?)[ ,]{{1,2}}(?P<end>{_YEAR})", re.DOTALL
)


class Issued(NamedTuple):
    """A date of publication."""

    year: str = ""
    """Four digits, "" if there is none."""
    month: int = 0
    day: int = 0
    printed: str = ""
    """What year, month and day do not say, in the words of the reference."""

    @property
    def date(self) -> str:
        """The month or day in ISO form, "" where it is not known."""
        if not (self.year and self.month):
            return ""
        return f"{self.year}-{self.month:02}" + (f"-{self.day:02}" if self.day else "")


def read(text: str) -> Issued:
    """Read a date.

    >>> read("2016 Nov 10").date, read("2012/05//").date, read("c2002"), read("Spring 2004")
    ('2016-11-10', '2012-05', Issued(year='2002', month=0, day=0, printed='c2002'), \
Issued(year='2004', month=0, day=0, printed='Spring'))
    >>> read("2003/05//c2003")
    Issued(year='2003', month=5, day=0, printed='c2003')
    >>> read("2019/..").printed, read("1984~"), read("2014-05-01 00:00:00").date
    ('2019/..', Issued(year='1984', month=0, day=0, printed='1984~'), '2014-05-01')
    >>> read("2015/october").date, read("3-Oct-2015").date, read("2015/Oct/03/").date, read("2015/15/3").date
    ('2015-10', '2015-10-03', '2015-10-03', '2015-03-15')
    >>> read("2016/10//Oct").date, read("2016/10//Oct").printed
    ('2016-10', 'Oct')
    >>> read("[2003]").year, read("1999/2000").printed, read("in press"), read("jun").month, read("1999/").printed
    ('2003', '1999/2000', Issued(year='', month=0, day=0, printed='in press'), 6, '')
    """
    text = _UNSAID.sub("", " ".join(text.split()).strip(" ,;"))
    if (dotted := _DOTTED.fullmatch(text)) and untrusted.integer(dotted["month"]) <= len(_MONTHS):
        return Issued(dotted["year"], untrusted.integer(dotted["month"]), untrusted.integer(dotted["day"]))
    if short := _SHORT.fullmatch(text):
        return Issued(full_year(short[1]))
    return _with_month(text) or _in_numbers(text) or _with_season(text) or _otherwise(text)


def put_together(year: str, month: str, day: str) -> Issued:
    """Read a date whose parts stand in fields of their own.

    >>> put_together("2017", "12~jun", "").date, put_together("2005", "Spring", "").printed
    ('2017-06-12', 'Spring')
    >>> put_together("2005a", "3", "")
    Issued(year='2005', month=3, day=0, printed='2005a')
    """
    main, part = read(year), _part(month)
    number = untrusted.integer(day) if day.strip().isdecimal() else 0
    printed = " ".join(dict.fromkeys(filter(None, (part.printed, main.printed))))
    return Issued(
        main.year or part.year, part.month or main.month, part.day or number or main.day * (not part.month), printed
    )


def is_part_of_year(words: str) -> bool:
    """Return whether words name a part of a year: one month or several, days of one, a season.

    >>> [is_part_of_year(words) for words in ("october", "June 10–12", "29 May–2 June", "Spring", "online first")]
    [True, True, True, True, False]
    """
    month = _with_month(words)
    return _SEASON.fullmatch(words) is not None or (month is not None and not month.year)


def _part(month: str) -> Issued:
    month = " ".join(month.replace("~", " ").split()).strip(" ,;./")
    if month.isdecimal() and 1 <= untrusted.integer(month) <= len(_MONTHS):
        return Issued(month=untrusted.integer(month))
    return Issued() if month.isdecimal() else read(month)


def _in_numbers(text: str) -> Issued | None:
    found = _NUMBERS.fullmatch(text)
    if found is None or not _ANY_YEAR.fullmatch(found["year"]):
        return None
    month, day = (untrusted.integer(found[name] or "") for name in ("month", "day"))
    rest = (found["rest"] or "").strip(" /")
    bare = text.strip(" /.")
    if rest and not any(c.isalnum() for c in rest):
        return Issued(found["year"], printed=text)
    if month in _SEASONS and not day and not rest:
        return Issued(found["year"], printed=_SEASONS[month])
    if text.count("/") >= _STROKES:
        rest = text.split("/", _STROKES)[_STROKES].strip()
    elif any(c.isdigit() for c in rest):
        return Issued(found["year"], printed=bare)
    if month > len(_MONTHS) and 1 <= day <= len(_MONTHS):
        month, day = day, month  # day and month are turned round
    if month > len(_MONTHS) or day > 31:
        return Issued(found["year"], printed=bare)
    marked = "" if bare[:1].isdigit() and bare[-1:] not in ("?", "~", "%") else bare
    return Issued(found["year"], month, day if month else 0, rest or marked)


def _with_month(text: str) -> Issued | None:
    found = _NAMED.fullmatch(text)
    month = _month(found["month"]) if found is not None else 0
    if found is None or not month or (found["day"] and found["later"]) or (found["before"] and found["year"]):
        return None
    return Issued(
        found["before"] or found["year"] or "", month, untrusted.integer(found["day"] or found["later"] or "")
    )


def _month(word: str) -> int:
    word = word.casefold()
    full = word[:3] in _MONTHS and (len(word) == 3 or word in _LONG_MONTHS)
    return _MONTHS.index(word[:3]) + 1 if full else 0


def _with_season(text: str) -> Issued | None:
    found = _ISSUED_IN.fullmatch(text)
    words = (found["rest"] or found["words"]).strip() if found is not None else ""
    if found is None or not _SEASON.fullmatch(words):
        return None
    return Issued(found["year"] or found["end"], printed=words)


def _otherwise(text: str) -> Issued:
    found = _ANY_YEAR.search(text)
    return Issued(found[0] if found else "", printed=text if any(c.isalnum() for c in text) and text else "")
