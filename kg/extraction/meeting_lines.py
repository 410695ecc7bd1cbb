"""One line of a log or a programme: when, who, and what about.

`12 March – Anna Keller presents Jumper et al. 2021`, `10:00 Keynote – Jane Doe (ETH): Title`, `Week 3 (14 Feb): Title,
led by Jane Doe`, `March 5: Jane Doe (ETH), "Title"`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kg.extraction import align, dates
from kg.extraction.entries import Field, Speaker
from kg.extraction.speakers import KIND_WORDS, is_known_place, is_somebody, read_places, read_speakers
from kg.model import Block, BlockKind

_COUNTED = (
    r"(?:(?:week|session|meeting|lecture|talk|seminar|no\.|nr\.|sitzung|termin|treffen|woche|vortrag|séance|semaine|"
    r"sesión|semana)\s*#?|#)\d{1,3}\b"
)
_HOUR = r"(?:\d{1,2}[:.]\d\d(?:\s?[ap]\.?m\b\.?|\s?uhr\b|\s?h\b)?|\d{1,2}\s?(?:[ap]\.?m\b\.?|uhr\b|h\b))"
_CLOCK = re.compile(rf"\s*\(?{_HOUR}(?:\s?(?:[–—-]|to|bis)\s?{_HOUR})?\)?", re.IGNORECASE)
_COUNT = re.compile(rf"\s*{_COUNTED}", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
"""What dates, times and numbers have."""
_GAP = re.compile(r"[\s,:;.|·()\[\]*_–—-]*")
_NONE = re.compile(
    r"(?:no (?:meeting|seminar|session|talk|journal club|reading group|class|lecture)|cancel\w*|skipped|postponed|"
    r"holidays?|break|lunch|coffee|dinner|welcome|registration|closing|opening remarks|easter|christmas|tbd|tba|"
    r"fällt aus|entfällt|ausgefallen|annulé|cancelad[ao])\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?P<label>(?:(?:invited|contributed|opening|closing|lightning|industry|short|plenary|special|guest|flash|"
    r"research|student|public|joint|final|first|second|third|discussion)\s+){0,2}"
    rf"(?:{KIND_WORDS}|address|journal club|discussion|reading|paper|group meeting|vortrag|exposé|charla)"
    r"(?:\s+(?:talk|session|discussion|lecture))?(?:\s+#?\d{1,2}[A-Z]?)?)\s*(?::|\.|\s[–—|·-]|\s?\|)\s+",
    re.IGNORECASE,
)
_WORD = r"[^\W\d_a-z][\w'’.-]{0,40}"
_NAME = rf"{_WORD}(?:\s(?:van|von|de|der|den|la|le|di|da|del|bin|al|ter|dos|{_WORD})){{0,4}}"
_PLACED = rf"{_NAME}(?:\s*\([^()\n]{{2,90}}\))?"
_WHO = (
    rf"(?:(?:Prof|Dr|Mr|Ms|Mrs)\.?\s+){{0,2}}{_PLACED}(?:(?:,\s+|,?\s+(?:and|und|et|y|e|&)\s+|\s*/\s*){_PLACED}){{0,4}}"
)
_TELLS = (
    r"(?:will\s+)?(?:presents?|presented|presenting|led|leads|leading|on|discuss(?:es|ed|ing)|introduc(?:es|ed|ing)|"
    r"covers|covered|talks? (?:on|about)|talked about|spoke (?:on|about)|speaks (?:on|about)|speaking (?:on|about)|"
    r"walk(?:s|ed) us through|takes? us through|took us through|explain(?:s|ed)|gives|gave|summari[sz](?:es|ed)|"
    r"reports? on|reported on|reviews?|reviewed|showed|über|zu|stellt|sur|présente|sobre|presenta)"
)
_FROM = r"(?:,? (?:of|from|at)(?: the)? [^\n\"“.]{2,60}?|, [^\n\"“.:]{2,60}?,)?"
PRESENTS = re.compile(rf"(?P<who>{_WHO}{_FROM})\s+(?P<verb>{_TELLS})\s+(?P<what>\S[^\n]*)")
_SPEAKS = re.compile(
    rf"(?P<who>{_WHO})(?P<where>,\s[^\n:\"“]{{2,60}}?)??\s*"
    r"(?P<joint>[:|·]|\s[–—-]{1,2}(?=\s)|,(?=\s*[\"“«„]))\s*(?P<what>\S[^\n]*)"
)
_BY = re.compile(
    r"[\s,;(\[–—|·-]{1,40}(?:(?:presented|led|given|introduced|moderated|chaired|discussed|discussion led|talk|hosted)"
    r"\s+by|vorgetragen von|präsentiert von|présenté par|presentado por)"
    rf"\s*:?\s+(?P<who>{_WHO}[^\n]{{0,80}}?)[)\].\s]{{0,40}}$",
)
_BEHIND = re.compile(rf"\s(?:[–—|·-]{{1,2}})\s+(?P<who>{_WHO}[^\n–—|·]{{0,80}}?)[.\s]{{0,40}}$")
_BRACKET = re.compile(rf"[\s\"”]{{1,40}}\((?P<who>{_WHO}(?:,\s[^()\n]{{2,60}})?)\)[.\s]{{0,40}}$")
_LEADS = re.compile(
    r"(?:(?:the|a|an|our|his|her|their)\s+)?(?:discussion|presentation|talk|paper|lecture|reading|review|overview|"
    r"journal club|work|summary)\s*(?::|\b(?:of|on|about|called|titled|entitled|by)\b(?!\s+\w+\s+et\s+al))?\s+"
    r"(?=[\"“«„*A-Z])",
)
_LAST = re.compile(r"\s*(?:,|\(|\[|\s[–—|·-])\s+|\s*[(\[]")
"""Before the day that stands last."""
_COMMA = re.compile(r"(?<=[\w)]),\s+")
_MOST_COMMAS = 4
_SHORT = 120
"""Characters of a line in which a day may stand last: `Jane Doe (ETH), 12 May 2022`."""
_MARKS = " \t\n*_.,;:|·–—-"


@dataclass(frozen=True, slots=True)
class Told:
    """What one line tells: `block.prose[start:end]` is what follows date, time and number."""

    start: int
    end: int
    day: Field | None
    """Its text is the ISO date, or empty when the year is not known."""
    clock: bool
    label: str
    """The word for what is held: `Keynote`; empty when there is none."""
    what: tuple[int, int] | None
    """The title, or the paper that is talked about."""
    speakers: tuple[Speaker, ...]
    by_verb: bool = False
    """Whether a verb joins who and what: `presents`, `led`."""


def read_line(block: Block, index: int, first: int, last: int, *, year: int = 0) -> Told | None:
    """Read one line; None when nothing is held or nothing follows that could be read.

    Args:
        block: the block of the line.
        index: its place in the note.
        first: where the line begins.
        last: where it ends.
        year: of the days that are written without one.
    """
    prose = block.prose
    if not _DIGIT.search(prose, first, last):
        return None
    start, day, clock, counted = _lead(block, index, first, last, year)
    start, end = align.trim(prose, start, last, " \t\n*_|·")
    if day is None and (block.kind is BlockKind.HEADING or end - start <= _SHORT):
        day, end = _day_behind(block, index, (start, end), year)
    if not (day or clock or counted) or _NONE.match(prose, start, end):
        return None
    label = _LABEL.match(prose, start, end)
    begin = label.end() if label else start
    told = Told(start, end, day, clock, label["label"] if label else "", None, ())
    if begin >= end:
        return told
    for read in (_by_verb, _by_whom, _by_colon, _by_comma, _by_end):
        found = read(block, index, begin, end)
        if found is not None:
            what, speakers = found
            verb = read in (_by_verb, _by_whom)
            return replace(told, what=_filled(_bare(prose, *what)), speakers=speakers, by_verb=verb)
    alone = read_speakers(block, index, begin, end)
    if alone and all(map(is_somebody, alone)):
        return replace(told, speakers=alone)
    return replace(told, what=_filled(_bare(prose, begin, end)))


def _filled(place: tuple[int, int]) -> tuple[int, int] | None:
    return place if place[0] < place[1] else None


def _day_behind(block: Block, index: int, place: tuple[int, int], year: int) -> tuple[Field | None, int]:
    """Read the day at the end of a heading, `Oversmoothing (12 May 2022)`, and give where the rest ends."""
    start, end = place
    for gap in reversed(list(_LAST.finditer(block.prose, start, end))):
        last = dates.leading(block.prose, gap.end(), end)
        if last and not block.prose[last:end].strip(" )]*_."):
            day = Field(dates.iso(block.prose[gap.end() : last], year), index, gap.end(), last)
            return day, gap.start()
    return None, end


def _lead(block: Block, index: int, first: int, last: int, year: int) -> tuple[int, Field | None, bool, bool]:
    """Read number, date and time before the line's own words, in any order: `Week 3 (14 Feb):`, `2024-03-05, 10:00`."""
    at, day, clock, counted = first, None, False, False
    for _ in range(4):
        begin = _GAP.match(block.prose, at, last)
        begin_at = begin.end() if begin else at
        count = _COUNT.match(block.prose, begin_at, last)
        dated = dates.leading(block.prose, begin_at, last)
        time = _CLOCK.match(block.prose, begin_at, last)
        if count and not counted:
            counted, at = True, count.end()
        elif dated and day is None:
            day = Field(dates.iso(block.prose[begin_at:dated], year), index, begin_at, dated)
            at = dated
        elif time and not clock:
            clock, at = True, time.end()
        else:
            break
    gap = _GAP.match(block.prose, at, last)
    return (gap.end() if gap else at), day, clock, counted


_Read = tuple[tuple[int, int], tuple[Speaker, ...]]


def _by_verb(block: Block, index: int, start: int, end: int) -> _Read | None:
    """Read `Anna Keller presents ...`."""
    match = PRESENTS.match(block.prose, start, end)
    who = read_speakers(block, index, *match.span("who"), told=True) if match else ()
    return (match.span("what"), who) if match and who else None


def _by_whom(block: Block, index: int, start: int, end: int) -> _Read | None:
    """Read `..., led by Jane Doe` and `... (presenter: Jane Doe)`."""
    match = _BY.search(block.prose, max(0, start - 1), end)
    who = read_speakers(block, index, *match.span("who"), told=True) if match else ()
    return ((start, max(start, match.start())), who) if match and who else None


def _by_colon(block: Block, index: int, start: int, end: int) -> _Read | None:
    """Read `Jane Doe (ETH): Title`, `Jane Doe | Title` and `Jane Doe, "Title"`."""
    match = _SPEAKS.match(block.prose, start, end)
    end_of = (match.end("where") if match["where"] else match.end("who")) if match else 0
    who = read_speakers(block, index, match.start("who"), end_of, told=True) if match else ()
    if match and match["where"] and not any(is_known_place(place) for one in who for place in one.places):
        return None
    return (match.span("what"), who) if match and who and all(map(is_somebody, who)) else None


def _by_comma(block: Block, index: int, start: int, end: int) -> _Read | None:
    """Read `Jane Doe (ETH), Title of the Talk` and `Jane Doe, ETH, Title of the Talk`."""
    for comma in list(_COMMA.finditer(block.prose, start, end))[:_MOST_COMMAS]:
        who = read_speakers(block, index, start, comma.start(), told=True)
        rest = read_speakers(block, index, comma.end(), end)
        words = block.prose[comma.end() : end].split()
        placed = any(is_known_place(place) for one in who for place in one.places)
        if who and not rest and len(words) > 1 and (placed or all(map(is_somebody, who))):
            place = next(read_places(block, index, comma.end(), end), None)
            if place is None or not is_known_place(place):
                return (comma.end(), end), who
    return None


def _by_end(block: Block, index: int, start: int, end: int) -> _Read | None:
    """Read `Title – Jane Doe, ETH` and `Title (Jane Doe, Max Mustermann)`."""
    for pattern in (_BEHIND, _BRACKET):
        match = pattern.search(block.prose, start, end)
        who = read_speakers(block, index, *match.span("who")) if match else ()
        if match and who and all(map(is_somebody, who)):
            return (start, match.start()), who
    return None


def _bare(prose: str, start: int, end: int) -> tuple[int, int]:
    """Leave out words that only lead to what is talked about, and the marks around it."""
    start, end = align.trim(prose, start, end, _MARKS)
    leads = _LEADS.match(prose, start, end)
    return align.trim(prose, leads.end() if leads else start, end, _MARKS)
