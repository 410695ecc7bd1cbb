"""Days as people write them: `Tuesday, Dec. 2`, `3 October 2024`, `5.3.2024`, `2024年3月5日`, as ISO dates."""

from __future__ import annotations

import re

from kg.untrusted import integer

_MONTHS = (
    *("jan(?:uary|uar|vier|eiro)?|enero|gennaio", "feb(?:ruary|ruar|rero|braio)?|févr?(?:ier)?|fevereiro"),
    *("mar(?:ch|s|zo|ço)?|märz", "apr(?:il|ile)?|avr(?:il)?|abril", "mayo?|mai|maio|maggio"),
    *("june?|juni|juin|junio|junho|giugno", "july?|juli|juil(?:let)?|julio|julho|luglio", "aug(?:ust)?|août|agosto"),
    *("sept?(?:ember|embre|iembre)?|setembro|settembre", "o[ck]t(?:ober|obre|ubre)?|outubro|ottobre"),
    *("nov(?:ember|embre|iembre|embro)?", "de[cz](?:ember|embro)?|déc(?:embre)?|diciembre|dicembre"),
)
_MONTH = "|".join(f"(?P<m{number}>{words})" for number, words in enumerate(_MONTHS, 1))
_BARE_MONTH = "|".join(_MONTHS)
_MONTH_DAY = re.compile(
    rf"\b(?:{_MONTH})\b\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year>(?:19|20)\d\d))?", re.IGNORECASE
)
_DAY_MONTH = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:(?:of|de)\s+)?(?:{_MONTH})\b\.?"
    r"(?:,?\s+(?:del?\s+)?(?P<year>(?:19|20)\d\d))?",
    re.IGNORECASE,
)
_DAYS_ON_END = (
    r"\d{1,2}(?:st|nd|rd|th|\.)?(?:\s?[/–—-]\s?|\s(?:to|and|bis|und|au|et|al?|y|e)\s)\d{1,2}(?:st|nd|rd|th|\.)?"
)
_ON_END = re.compile(
    rf"(?<![\d.,–-])(?<!pp\. )\b{_DAYS_ON_END}\s+(?:(?:of|de)\s+)?(?:{_BARE_MONTH})\b"
    rf"|\b(?:{_BARE_MONTH})\b\.?\s+{_DAYS_ON_END}(?![\w/-])",
    re.IGNORECASE,
)
"""Several days of one month."""
_YEAR_MONTH_DAY = re.compile(
    rf"\b(?P<year>(?:19|20)\d\d)[.,]?\s+(?:{_MONTH})\b\.?\s?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b", re.IGNORECASE
)
_SLASHED = re.compile(r"\b(?P<one>\d{1,2})/(?P<two>\d{1,2})/(?P<year>(?:19|20)\d\d)\b")
"""Month and day, or day and month: only a number above twelve says which."""
_ISO = re.compile(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b")
_MONTH_YEAR = re.compile(rf"\b(?:{_MONTH})\b\.?,?\s+(?:19|20)\d\d\b", re.IGNORECASE)
_YEAR_MONTH = re.compile(rf"\b(?:19|20)\d\d[.,]?\s+(?:{_MONTH})\b\.?", re.IGNORECASE)
_DOTTED = re.compile(r"\b(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>(?:19|20)\d\d)?(?!\d)")
_NUMBERED = re.compile(
    r"(?<!\d)(?P<year>(?:19|20)\d\d)(?:(?P<sign>[-/._])(?P<month>\d\d?)(?:(?P=sign)(?P<day>\d\d?))?(?!\d)"
    r"|年(?:(?P<m>\d\d?)月(?:(?P<d>\d\d?)日)?)?)?(?![\d:])"
)
"""A year, with a month and a day or without, in numbers."""
_NAMED_MONTH = re.compile(rf"(?:{_MONTH})\b\.?,?\s+(?:de\s+)?(?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
WEEKDAY = (
    "mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|montag|"
    "dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|"
    "martes|miércoles|jueves|viernes|sábado|domingo"
)
_WEEKDAY = re.compile(rf"(?:{WEEKDAY})\b[.,]?\s*", re.IGNORECASE)
_BEGINS = re.compile(r"[\dadefgjlmnostvw]", re.IGNORECASE)
"""First characters of days, months and weekdays."""
_MONTHS_OF_A_YEAR = len(_MONTHS)
_ANY = 2000
"""Any year, for a day without one; it has all days."""
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def full_year(digits: str) -> str:
    """Write out a year of two digits, such as stands behind an apostrophe.

    >>> full_year("98"), full_year("19")
    ('1998', '2019')
    """
    return ("20" if digits < "60" else "19") + digits


_YEAR = re.compile(r"(?<![\w.])(?P<year>(?:19[5-9]|20[0-4])\d)(?=$|[^\w]|年|[/.-]\d)")
_DAY_LAST = re.compile(r"\d{1,2}[/.](?:\d{1,2}[/.])?(?P<year>(?:19|20)\d\d)\b")
_SHORT_YEAR = re.compile(r"(?<=[A-Za-z\s])['’](?P<year>\d\d)\b|^['’](?P<only>\d\d)$")
_EARLY = re.compile(r"\W*(?P<year>1[5-9]\d\d)\W*")
"""A year before 1950 counts where nothing else is there."""


def year_in(text: str) -> tuple[int, int, str] | None:
    """Find a year or the year of a date: place and four digits.

    >>> [year_in(text)[2] for text in ("2017", "Jun 2017", "2017/06/12", "12.06.2017", "NIPS '17", "(1859)")]
    ['2017', '2017', '2017', '2017', '2017', '1859']
    """
    found = _YEAR.search(text) or _DAY_LAST.search(text) or _EARLY.fullmatch(text)
    if found:
        return *found.span("year"), found["year"]
    short = _SHORT_YEAR.search(text)
    return (*short.span(), full_year(short["year"] or short["only"])) if short else None


def names_day(text: str) -> bool:
    """Return whether a text names a day, with a year or without one."""
    return bool(iso(text, _ANY))


def names_days(text: str) -> bool:
    """Return whether a text names several days on end: those of a meeting.

    >>> [names_days(text) for text in ("12.-13. Oktober 2017", "12–14 June", "June 3-5, 2019", "del 5 al 8 de mayo")]
    [True, True, True, True]
    >>> [names_days(text) for text in ("pp. 12-14, June 2017", "3 June 2019", "May 2017-2019")]
    [False, False, False]
    """
    return _ON_END.search(text) is not None


def iso(text: str, year: int = 0) -> str:
    """Read the day that a text names, "" when it names none.

    Args:
        text: a heading or the beginning of a line.
        year: the year when the text has none; 0 when it is not known.

    >>> iso("Tuesday, Dec. 2", 2025), iso("3 October 2024"), iso("2024-05-07: group meeting"), iso("Day 2", 2024)
    ('2025-12-02', '2024-10-03', '2024-05-07', '')
    """
    found = _ISO.search(text)
    if found:
        return _checked(integer(found["year"]), integer(found["month"]), integer(found["day"]))
    found = _SLASHED.search(text)
    if found:
        one, two = integer(found["one"]), integer(found["two"])
        month, day = (one, two) if two > _MONTHS_OF_A_YEAR else (two, one)
        return _checked(integer(found["year"]), month, day) if max(one, two) > _MONTHS_OF_A_YEAR else ""
    found = _YEAR_MONTH_DAY.search(text) or _MONTH_DAY.search(text) or _DAY_MONTH.search(text)
    if found is None:
        found = _DOTTED.search(text)
        if found is None or not (found["year"] or found.group().strip() == text.strip()):
            return ""
        month = integer(found["month"])
    else:
        month = next(number for number in range(1, 13) if found[f"m{number}"])
    return _checked(integer(found["year"] or "", year), month, integer(found["day"]))


def leading(text: str, start: int = 0, end: int | None = None) -> int:
    """Return where the day ends that begins at a place of a text, with or without a year; 0 when none begins there.

    >>> [leading(text) for text in ("Tue, 5 March: graphs", "2024-05-07 group", "May 2024", "2024 May: gulls", "Three")]
    [12, 10, 8, 8, 0]
    """
    end = len(text) if end is None else end
    if not _BEGINS.match(text, start, end):
        return 0
    weekday = _WEEKDAY.match(text, start, end)
    at = weekday.end() if weekday else start
    for pattern in (_ISO, _YEAR_MONTH_DAY, _MONTH_DAY, _DAY_MONTH, _MONTH_YEAR, _YEAR_MONTH, _DOTTED, _SLASHED):
        found = pattern.match(text, at, end)
        if found:
            return found.end()
    return 0


def at(text: str, start: int = 0, end: int | None = None) -> tuple[int, str] | None:
    """Read the day, month or year that begins at a place of a text: where it ends, and how it is written in the graph.

    >>> [at(text) for text in ("5 March 2024", "March 2024", "2024/3/5", "2024年3月", "2024", "5/3", "Three")]
    [(12, '2024-03-05'), (10, '2024-03'), (8, '2024-03-05'), (7, '2024-03'), (4, '2024'), None, None]
    """
    end = len(text) if end is None else end
    weekday = _WEEKDAY.match(text, start, end)
    start = weekday.end() if weekday else start
    for pattern in (_MONTH_DAY, _DAY_MONTH, _DOTTED):
        found = pattern.match(text, start, end)
        day = iso(found.group()) if found else ""
        if found and day:
            return found.end(), day
    found = _NAMED_MONTH.match(text, start, end)
    if found:
        month = next(number for number in range(1, 13) if found[f"m{number}"])
        return found.end(), f"{found['year']}-{month:02}"
    found = _NUMBERED.match(text, start, end)
    return _numbered(found) if found else None


def _numbered(found: re.Match[str]) -> tuple[int, str] | None:
    """Read a date in numbers; none when there is no such month or day."""
    year = found["year"]
    month, day = (integer(found[name] or found[name[0]] or "") for name in ("month", "day"))
    if day:
        whole = _checked(integer(year), month, day)
        return (found.end(), whole) if whole else None
    if month:
        return (found.end(), f"{year}-{month:02}") if month <= 12 else None
    return found.end(), year


def _checked(year: int, month: int, day: int) -> str:
    if not year or not 1 <= month <= 12 or not 1 <= day <= _DAYS[month - 1]:
        return ""
    return f"{year:04}-{month:02}-{day:02}"


_TIME = re.compile(r"(?<=\d)(?:[T ]{1,3}|,? at )(?!0?0:00)\d{1,2}:\d\d")
"""A time of day behind a date; programs write midnight where they know of none."""


def is_moment(text: str) -> bool:
    """Return whether a date has a time of day, as that of a note has and that of a paper has not.

    >>> is_moment("2023-01-10 19:24:30"), is_moment("2017-06-12T00:00:00Z"), is_moment("2017-06-12")
    (True, False, False)
    >>> is_moment("added July 3, 2023 at 11:21 AM")
    True
    """
    return _TIME.search(text) is not None
