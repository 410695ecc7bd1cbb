"""Sentences that no ready-made question answers, but another command or a span of time: a path, what is new."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

LONGEST = 300
"""Characters of a sentence."""
_A, _B, _C = (rf"(?P<{name}>\S(?:[^?]{{0,118}}\S)?)" for name in "abc")
_READ = r"(?:what|which|anything|papers?|something)\b[^?]{0,60}\bread\b(?: next)?|\bread next|\breading next"
_ASKING = (
    ("next", rf"(?=[^?]*\bnext\b)[^?]{{0,80}}?(?:{_READ})(?: (?:about|on|in|for) {_A})?"),
    (
        "next",
        (
            rf"(?:what|which)(?: papers?| articles?)?(?: (?:about|on|in|for) {_A})? should (?:I|we) read"
            rf"(?: first| now)?(?: (?:about|on|in|for) {_B})?"
        ),
    ),
    ("path", rf"how (?:does|do|is|are|did) {_A} (?:related?|relates|connected|connect|linked|tied) (?:to|with) {_B}"),
    ("path", rf"how (?:do|are) {_A} and {_B} (?:related?|connected|linked)(?: to each other)?"),
    ("path", rf"what (?:connects|links|ties) {_A} (?:and|with|to) {_B}"),
    ("path", rf"[^?]{{0,40}}?\b(?:connection|relation|link|path|way) (?:between|from) {_A} (?:and|to) {_B}"),
    ("common", rf"what do(?:es)? {_A} (?:and|with) {_B} (?:have in common|share)"),
    ("common", rf"(?:compare|(?:what(?:['’]s| is) )?the difference between) {_A} (?:and|with|to) {_B}"),
    (
        "near",
        (
            r"(?:what|which)(?: things?| papers?)? (?:is|are) (?:connected|related|linked|tied|near|close|similar)"
            rf"(?: to| with)? {_A}|(?:(?:what|which) )?(?:papers?|notes?|who)(?: that)? cites? {_B}"
        ),
    ),
    (
        "find",
        (
            r"(?:where|in which notes?)\b[^?]{0,20}?"
            rf"\b(?:mention(?:ed)?|writ(?:e|ten)|wrote|noted?|say|said|read|see)(?: about| on| of)? {_A}"
            rf"|where (?:is|are|was|were) {_B} (?:mentioned|noted|written about)"
            r"|(?:what|which)(?: of (?:my|our|the))? notes?"
            rf" (?:mentions?|names?|discuss|(?:is|are|talk) (?:about|on)) {_C}"
        ),
    ),
    (
        "about",
        (
            r"(?:what|anything|everything|all)\b[^?]{0,60}"
            rf"\b(?:have|got|know|there|notes?|noted|notes? says?|written|wrote) (?:on|about) {_A}"
        ),
    ),
    (
        "about",
        (
            r"(?:(?:what|which) (?:rating|score|grade|mark) did (?:I|we) give(?: to)?"
            r"|how(?: much| highly| well)? did (?:I|we) (?:rate|like|score)"
            r"|(?:when )?did (?:I|we)(?: already| ever)? read"
            rf"|who (?:wrote|(?:is|are|was|were) the authors? of)) {_A}"
        ),
    ),
    (
        "about",
        (
            r"(?:(?:tell me|list|show(?: me)?|give me)(?: all| everything)? about|overview (?:of|on)"
            rf"|what(?:['’]s| is| are)) {_A}"
        ),
    ),
)
_PATTERNS = [(command, re.compile(pattern, re.IGNORECASE)) for command, pattern in _ASKING]
"""Command -> sentences that ask for it, with the names of its things."""
_CITED = re.compile(
    r"(?<![\w'’-])[A-ZÀ-Þ][^\W\d_]{1,40}+(?:[-'’][^\W\d_]{1,40}+){0,3}+"
    r"(?:,? et al\.?|,? (?:and|&) [A-ZÀ-Þ][\w'’-]{1,60}+)?,? [(\[]?(?:1[5-9]|20)\d\d[a-z]?(?!\w)"
)
"""An author and a year in a sentence."""
_SINCE = re.compile(
    r"\bsince (?:(?P<date>(?:19|20)\d\d(?:-\d\d){0,2})\b"
    r"|(?:the )?(?:(?:last|past) )?(?P<unit>yesterday|day|week|month|year)\b)"
    r"|(?=(?:did|have) (?:I|we)\b)[^?]{0,120}?(?: in the| during the| in| during)?"
    r" (?P<this>this|last|past) (?P<span>week|month|year)\b",
    re.IGNORECASE,
)
_ON = re.compile(
    r"\b(?:about|on) (?!(?:this|last|past|since)\b)(?P<topic>\S[^?]{0,118}?)"
    r"(?= (?:since|this|last|past|in the last|in the past|during)\b|$)",
    re.IGNORECASE,
)
_DAYS = {"yesterday": 1, "day": 1, "week": 7, "month": 30, "year": 365}


class Meaning(NamedTuple):
    """A command, and the names that it is given."""

    command: str
    """`next`, `path`, `common`, `near`, `find` or `about`."""
    names: tuple[str, ...]


def meaning(text: str) -> Meaning | None:
    """Return the command that a sentence asks for; None if it is no such sentence.

    >>> meaning("How does TreeWalk relate to Mazes?")
    Meaning(command='path', names=('TreeWalk', 'Mazes'))
    >>> meaning("Where did I write about mazes?"), meaning("what is related to coral reefs")
    (Meaning(command='find', names=('mazes',)), Meaning(command='near', names=('coral reefs',)))
    >>> meaning("What rating did I give Roe 2019?"), meaning("how did I rate mazes")
    (Meaning(command='about', names=('Roe 2019',)), Meaning(command='about', names=('mazes',)))
    >>> meaning("what should I read next about coral reefs"), meaning("which papers have code")
    (Meaning(command='next', names=('coral reefs',)), None)
    """
    line = " ".join(text[:LONGEST].split()).rstrip(" ?.!")
    for command, pattern in _PATTERNS:
        found = pattern.fullmatch(line)
        if found:
            names = (found.groupdict().get(name) for name in "abc")
            return Meaning(command, tuple(name.strip("\"'“”‘’") for name in names if name))
    return None


def cited(text: str) -> Meaning | None:
    """Return that a sentence asks about the paper that it cites by author and year; None if it cites none.

    >>> cited("what did we think of Roe et al. 2019 in journal club?"), cited("papers of 2019")
    (Meaning(command='about', names=('Roe et al. 2019',)), None)
    """
    found = _CITED.search(" ".join(text[:LONGEST].split()))
    return Meaning("about", (found[0],)) if found else None


def since(text: str, today: Callable[[], date] = date.today) -> dict[str, str]:
    """Return the day since which a sentence asks for something, and on which topic, if it says so.

    >>> since("what came on mazes since last week?", lambda: date(2025, 3, 10)), since("new since 2024-05")
    ({'since': '2025-03-03', 'topic': 'mazes'}, {'since': '2024-05'})
    >>> [since(f"what did I read {when}", lambda: date(2025, 3, 12))["since"] for when in ("this week", "this month")]
    ['2025-03-10', '2025-03']
    """
    line = " ".join(text[:LONGEST].split()).rstrip(" ?.!")
    found = _SINCE.search(line)
    if found is None:
        return {}
    on = _ON.search(line)
    return {"since": found["date"] or _first_day(found, today()), **({"topic": on["topic"]} if on else {})}


def _first_day(said: re.Match[str], now: date) -> str:
    """Return the day, month or year in which a span of time begins."""
    unit = (said["unit"] or said["span"]).lower()
    if (said["this"] or "").lower() != "this":
        return str(now - timedelta(days=_DAYS[unit]))
    return str(now - timedelta(days=now.weekday())) if unit == "week" else str(now)[: 7 if unit == "month" else 4]
