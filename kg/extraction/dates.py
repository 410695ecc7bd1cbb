"""Days in headings: `Tuesday, Dec. 2`, `3 October 2024`, `2024-05-07`, as ISO dates."""

from __future__ import annotations

import re

_MONTHS = (
    *("jan(?:uary|uar|vier)?", "feb(?:ruary|ruar)?|févr?(?:ier)?", "mar(?:ch|s)?|märz", "apr(?:il)?|avr(?:il)?"),
    *("may|mai", "june?|juni|juin", "july?|juli|juil(?:let)?", "aug(?:ust)?|août", "sept?(?:ember|embre)?"),
    *("o[ck]t(?:ober|obre)?", "nov(?:ember|embre)?", "de[cz](?:ember)?|déc(?:embre)?"),
)
_MONTH = "|".join(f"(?P<m{number}>{words})" for number, words in enumerate(_MONTHS, 1))
_MONTH_DAY = re.compile(
    rf"\b(?:{_MONTH})\b\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year>(?:19|20)\d\d))?", re.IGNORECASE
)
_DAY_MONTH = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?:{_MONTH})\b\.?(?:,?\s+(?P<year>(?:19|20)\d\d))?",
    re.IGNORECASE,
)
_ISO = re.compile(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


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
        return _checked(int(found["year"]), int(found["month"]), int(found["day"]))
    found = _MONTH_DAY.search(text) or _DAY_MONTH.search(text)
    if found is None:
        return ""
    month = next(number for number in range(1, 13) if found[f"m{number}"])
    return _checked(int(found["year"] or year), month, int(found["day"]))


def _checked(year: int, month: int, day: int) -> str:
    if not year or not 1 <= month <= 12 or not 1 <= day <= _DAYS[month - 1]:
        return ""
    return f"{year:04}-{month:02}-{day:02}"
