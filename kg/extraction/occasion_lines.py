"""One line about an occasion, cut to its parts: when, what kind, who, and what about.

`12 March – Anna Keller presents Jumper et al. 2021`, `10:00 Keynote – Jane Doe (ETH): Title`, `Week 3 (14 Feb): Title,
led by Jane Doe`, `March 5: Jane Doe (ETH), "Title"`, `Invited talk: Title — Jane Doe, ETH`, `Keynote by Jane Doe on
Title`, `**Session 3B** Title`, `Title, Jane Doe`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from kg.extraction import align, dates, shapes
from kg.extraction.entries import Field, Speaker
from kg.extraction.ranges import ends_of_type, marks_near
from kg.extraction.speakers import (
    JOINT_WORK,
    KIND_WORDS,
    WhoAndWhat,
    is_in_bracket,
    is_known_place,
    is_somebody,
    only_speakers,
    read_label,
    read_panel,
    read_places,
    read_speakers,
    read_verb,
)
from kg.lexicons import occasion_words
from kg.model import Block, BlockKind, MarkKind

_COUNTED = (
    r"(?:(?:week|session|meeting|lecture|talk|seminar|no\.|nr\.|sitzung|termin|treffen|woche|vortrag|séance|semaine|"
    rf"sesión|semana)\s*#?|#)\d{{1,3}}\b|(?:{dates.WEEKDAY})\b(?=[:.]?\s)"
)
HOUR = (
    r"(?:\d{1,2}[:.]\d\d(?:\s?[ap]\.?m\b\.?|[ap]\b(?!\.)|\s?uhr\b|\s?h\b)?|"
    r"\d{1,2}\s?(?:[ap]\.?m\b\.?|uhr\b|h(?:\d\d)?\b))"
)
"""A time of day, as a pattern."""
CLOCK = re.compile(rf"\s*\(?{HOUR}(?:\s?(?:[–—‑-]|to|bis|à)\s?{HOUR})?\)?", re.IGNORECASE)
_CLOCK_BEHIND = re.compile(
    rf"\s{{0,9}}[:,(–—-]{{0,9}}\s{{0,9}}\(?(?:\d{{1,2}}|{HOUR})\s?(?:[–—-]|to|bis)\s?{HOUR}\)?\s{{0,9}}$",
    re.IGNORECASE,
)
"""A time at the end: `Poster Session 1: 11am - 12:30pm`."""
_COUNT = re.compile(rf"\s*{_COUNTED}", re.IGNORECASE)
_INVITED = re.compile(r"(?:invited|contributed|plenary|guest|eingeladen)\s?:\s+", re.IGNORECASE)
_ROOM = r"(?:(?:seminar )?room|salle|sala|aula|raum|hörsaal|saal|auditorium|amphi|lecture hall|theatre)\s[\w.-]{1,12}"
_ROOM_AHEAD = re.compile(rf"{_ROOM}(?=\s?[:,–—-])", re.IGNORECASE)
_ASIDE = re.compile(rf"\s\((?:{_ROOM}|\d{{1,3}}\s?min(?:utes|uten)?\.?)\)$", re.IGNORECASE)
"""Behind what is held: where it is, and how long."""
_EDGE = re.compile(rf"(?:{KIND_WORDS}|session)\s(?:begins?|starts?|ends?|opens?|closes?|abstracts?)\W*", re.IGNORECASE)
"""A line that tells no more than when what is held begins and ends, or what stands below it: `Workshop ends`."""
_CODE = re.compile(
    r"\s*[A-Z]{1,2}(?:\d{1,3}\.\d{1,3}|-?\d{2,4})\b(?:\s\((?:invited|contributed|oral|poster|talk)\))?(?=\W{1,3}\w)"
)
"""Of an entry of a programme: `A12.1 (invited)`, `P-114`."""
_NUMBERING = re.compile(r"(?:\d{1,2}[.)]|[IVX]{1,4}\.)\s+(?=[^\W\d_])")
_DIGIT = re.compile(r"\d")
"""What dates, times and numbers have."""
_GAP = re.compile(r"[\s,:;.|·()\[\]*_–—-]*")
_NONE = re.compile(rf"(?:{occasion_words('nothing held')})\b", re.IGNORECASE)
ATTENDANCE = rf"\b(?i:{occasion_words('attendance')})(?!\w)"
"""The label of who is at a meeting and who is not, as a pattern."""
_STRONG = re.compile(r"\n|\s?[:|·]\s+|\s[–—-]{1,2}\s+|,?\s+\(?(?=[\"“«„])")
_COMMA = re.compile(r"(?<=[\w)”\".?!]),\s+")
_QUOTED_BY = re.compile(r"(?<=[\"”»*])\s(?:by|von|par|por|di)\s(?=[^\W\d_a-z])")
_BRACKET = re.compile(r"\s\((?=[^()\n]{3,120}\)[.\s]{0,40}$)")
_ON = re.compile(r"(?:,?\s(?:on|about|über|zu|sur|sobre)|\s?:|,|\s[–—-])\s+(?=\S)|,?\s+\(?(?=[\"“«„])")
"""What divides who and what: signs, commas, the bracket at the end, and `on` behind `Keynote by`."""
_LEADS = re.compile(
    r"(?:(?:the|a|an|our|his|her|their)\s+)?(?:discussion|presentation|talk|paper|lecture|reading|review|overview|"
    r"journal club|work|summary)\s*(?::|\b(?:of|on|about|called|titled|entitled|by)\b(?!\s+\w+\s+et\s+al))?\s+"
    r"(?=[\"“«„*A-Z])",
)
_LAST = re.compile(r"\s*(?:,|\(|\[|\s[–—|·-])\s+|\s*[(\[]")  # before the day that stands last
_MOST_JOINTS = 4
_SHORT = 120
"""Characters of a line in which a day may stand last: `Jane Doe (ETH), 12 May 2022`."""
_MARKS = " \t\n*_.,;:|·–—-"
_AROUND = " \t\n*_|·›"  # signs around a line
_Enough = Callable[[Iterable[bool]], object]
"""Of what is known of names, whether they are persons: `all`, `any`, or with `list` that there are any."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one line tells: `block.prose[start:end]` is what follows date, time and number."""

    start: int
    end: int
    day: Field | None
    """Its text is the ISO date, or empty when the year is not known."""
    clock: bool
    counted: int | None  # where its number stands: `Week 3`, `Session 2`
    label: str
    """The words for what is held: `Keynote`, `Session 3B`; empty when there are none."""
    begin: int  # where the label ends
    what: tuple[int, int] | None = None
    """The title, or the paper that is talked about."""
    speakers: tuple[Speaker, ...] = ()
    by_verb: bool = False
    """Whether a verb joins who and what: `presents`, `led`."""

    @property
    def led(self) -> bool:
        """Whether the line has a date, a time or a number."""
        return self.day is not None or self.clock or self.counted is not None

    @property
    def opens(self) -> int:
        """Where the line begins with its number, but without date and time."""
        return self.start if self.counted is None else self.counted

    @property
    def sure(self) -> bool:
        """Whether those who speak are surely persons."""
        return bool(self.speakers) and all(map(is_somebody, self.speakers))

    @property
    def placed(self) -> bool:
        """Whether an organisation that is known stands behind somebody who speaks."""
        return any(is_known_place(place) for one in self.speakers for place in one.places)


def is_nothing(text: str) -> bool:
    """Return whether a text says that nothing is held.

    >>> is_nothing("CANCELLED"), is_nothing("Cancelled flights")
    (True, False)
    """
    return _NONE.fullmatch(text) is not None


def cut(block: Block, line: Field, *, year: int = 0, led: bool = False, listed: bool = False) -> Told | None:
    """Cut one line to its parts; None when it says that nothing is held.

    Args:
        block: the block of the line.
        line: its place; the text does not matter.
        year: of the days that are written without one.
        led: whether only a line with a date, a time or a number is cut.
        listed: whether the line stands in a list of talks, where it may begin with a code.
    """
    prose, index, first, last = block.prose, line.block, line.start, line.end
    start, day, clock, counted = first, None, False, None
    if _DIGIT.search(prose, first, last) or _COUNT.match(prose, first, last):
        code = _CODE.match(prose, first, last) if listed else None
        start, day, clock, counted = _lead(block, index, code.end() if code else first, last, year)
    start, end = align.trim(prose, start, last, _AROUND)
    for lead in (_NUMBERING if start <= first + len(_AROUND) else _INVITED, _INVITED):
        opens = lead.match(prose, start, end)
        start = opens.end() if opens else start
    if day is None and (block.kind is BlockKind.HEADING or end - start <= _SHORT):
        day, end = _day_behind(block, index, (start, end), year)
    aside = _ASIDE.search(prose, start, end)
    end = aside.start() if aside else end
    undated = led and not (day or clock or counted is not None)
    if undated or _NONE.match(prose, start, end) or _EDGE.fullmatch(prose, start, end):
        return None
    behind = _CLOCK_BEHIND.search(prose, start, end)
    if behind is not None and not clock:
        clock, (start, end) = True, align.trim(prose, start, behind.start(), _AROUND)
    label, begin, by = read_label(block, start, end)
    told = Told(start, end, day, clock, counted, label, begin)
    if begin >= end:
        return told
    alone = only_speakers(block, index, begin, end)
    if alone and all(is_known_place(place) for one in alone for place in one.places):
        return replace(told, speakers=alone)
    verb = None if by else read_verb(block, index, begin, end)
    if by:
        found = _first_who(block, index, (begin, end), [*_ON.finditer(prose, begin, end)], list)
        alone = alone or read_speakers(block, index, begin, end, told=True)
    else:
        found = verb or (read_panel(block, index, begin, end) if label else None)
    found = found or _parted(block, index, told, listed=listed)
    if found is None:
        alone = alone or read_speakers(block, index, begin, end)
        named = alone and all(map(is_somebody, alone))
        return replace(told, speakers=alone) if named else replace(told, what=_bare(prose, begin, end))
    what, speakers = found
    slanted = ends_of_type(block, what[0], MarkKind.EM)
    ends = next((at for at in slanted if prose.startswith((",", "."), at)), what[1])  # `Jane Doe, *Title*, Fen Press`
    bare = _bare(prose, what[0], min(ends, what[1]))
    bare = None if bare and is_nothing(prose[slice(*bare)]) else bare  # `Jane Doe (ETH): TBA`
    return replace(told, what=bare, speakers=speakers, by_verb=verb is not None)


def _day_behind(block: Block, index: int, place: tuple[int, int], year: int) -> tuple[Field | None, int]:
    """Read the day at the end of a heading, `Oversmoothing (12 May 2022)`, and give where the rest ends."""
    start, end = place
    for gap in (
        reversed(list(_LAST.finditer(block.prose, start, end))) if _DIGIT.search(block.prose, start, end) else ()
    ):
        last = dates.leading(block.prose, gap.end(), end)
        if last and not block.prose[last:end].strip(" )]*_."):
            day = Field(dates.iso(block.prose[gap.end() : last], year), index, gap.end(), last)
            return day, gap.start()
    return None, end


def _lead(block: Block, index: int, first: int, last: int, year: int) -> tuple[int, Field | None, bool, int | None]:
    """Read number, date and time before the line's own words, in any order: `Week 3 (14 Feb):`, `2024-03-05, 10:00`."""
    at, day, clock, counted = first, None, False, None
    for _ in range(4):
        begin = _GAP.match(block.prose, at, last)
        begin_at = begin.end() if begin else at
        count = _COUNT.match(block.prose, begin_at, last)
        dated = dates.leading(block.prose, begin_at, last)
        time = CLOCK.match(block.prose, begin_at, last)
        room = _ROOM_AHEAD.match(block.prose, begin_at, last) if day or clock else None
        if count and counted is None:
            counted, at = begin_at, count.end()
        elif dated and day is None:
            day = Field(dates.iso(block.prose[begin_at:dated], year), index, begin_at, dated)
            at = dated
        elif time and not clock:
            clock, at = True, time.end()
        elif room:
            at = room.end()
        else:
            break
    gap = _GAP.match(block.prose, at, last)
    return (gap.end() if gap else at), day, clock, counted


def _parted(block: Block, index: int, told: Told, *, listed: bool) -> WhoAndWhat | None:
    """Read who and what on either side of a sign: `Jane Doe (ETH): Title`, `Title – Jane Doe`, `Title, Jane Doe`."""
    start, end = told.begin, told.end
    enough = any if told.label or listed else all
    led = told.led and block.kind is not BlockKind.HEADING
    place = start, end
    quoted = shapes.QUOTED.match(block.prose, start, end)
    inner = quoted.end() if quoted else start  # `"Walking: Slowly", Fen Institute`
    strong = [one for one in _STRONG.finditer(block.prose, inner, end) if not is_in_bracket(block.prose, start, one)]
    commas = list(_COMMA.finditer(block.prose, inner, end))
    slanted = {mark.start for mark in marks_near(block, start, end) if mark.kind is MarkKind.EM}
    set_off = [one for one in commas if one.end() in slanted][:1]
    first = _first_who(block, index, place, set_off, list if led else enough)
    first = first or _first_who(block, index, place, _behind_place(block, index, commas, strong), enough)
    first = first or _first_who(block, index, place, strong, enough)
    first = first or _first_who(block, index, place, commas[:_MOST_JOINTS], enough)
    behind = [*strong, *_QUOTED_BY.finditer(block.prose, start, end), *_BRACKET.finditer(block.prose, start, end)][
        ::-1
    ][:_MOST_JOINTS]
    return (
        first
        or _last_who(block, index, place, behind, led=led)
        or _last_who(block, index, place, commas[-_MOST_JOINTS:], led=led)
        # in a list of talks, and in a bracket behind a label, other lines bear out any name
        or _first_who(block, index, place, strong[: listed or block.prose[start] == "("], list)
    )


def _behind_place(
    block: Block, index: int, commas: list[re.Match[str]], strong: list[re.Match[str]]
) -> list[re.Match[str]]:
    """Return the first comma if it stands behind a bracket and before a title with a colon: `Ann Poe (ETH), A: B`."""
    comma, colon = next(iter(commas), None), next(iter(strong), None)
    if comma is None or colon is None or comma.end() > colon.start() or block.prose[comma.start() - 1] != ")":
        return []
    return [comma] if not read_speakers(block, index, comma.end(), colon.start(), told=True) else []


def _first_who(
    block: Block, index: int, place: tuple[int, int], joints: list[re.Match[str]], enough: _Enough
) -> WhoAndWhat | None:
    """Read who stands before one of some signs, and what behind it.

    In a line named as one about an occasion one known name is `enough`, and an organisation needs not be known.
    """
    (start, end), named = place, enough is not all
    for joint in joints:
        who = read_speakers(block, index, *align.trim(block.prose, start, joint.start(), " ()"), told=True)
        behind = [one.places[-1] for one in who[-1:] if one.places]
        placed = any(map(is_known_place, behind))
        if not who or not (any if placed and not named else enough)(map(is_somebody, who)):
            continue
        comma = joint.group().startswith(",") and joint.re is _COMMA
        strange = not (comma or named) and behind and not placed and "(" not in block.prose[start : joint.start()]
        slanted = any(mark.start == joint.end() for mark in block.marks if mark.kind is MarkKind.EM)
        ahead = next(read_places(block, index, joint.end(), end), None) if comma and not slanted else None
        if strange or (ahead is not None and is_known_place(ahead)):
            continue
        if not comma or (
            len(block.prose[joint.end() : end].split()) > 1 and not read_speakers(block, index, joint.end(), end)
        ):
            return (joint.end(), end), who
    return None


def _last_who(
    block: Block, index: int, place: tuple[int, int], joints: list[re.Match[str]], *, led: bool
) -> WhoAndWhat | None:
    """Read who stands behind one of some signs, and what before; behind a day a given name is enough in a bracket."""
    start, end = place
    for joint in joints:
        comma = joint.re is _COMMA
        whole = block.prose.find("\n", joint.end(), end)
        last = align.trim(block.prose, joint.end(), whole if whole > 0 else end, " .")[1] - (joint.re is _BRACKET)
        given = led and joint.re is _BRACKET
        read = only_speakers if comma else read_speakers
        at = block, index, joint.end(), last
        who = read_speakers(*at, told=True) if given else read(*at)
        marked = any(mark.end == joint.start() and mark.start <= start for mark in block.marks)
        several = marked or len(block.prose[start : joint.start()].split()) > 1
        if who and (comma or all(map(is_somebody, who))) and (several or not comma):
            return (start, joint.start()), who
    return None


def _bare(prose: str, start: int, end: int) -> tuple[int, int] | None:
    """Leave out words that only lead to what is talked about, the marks around it, what is behind a quotation."""
    quoted = shapes.QUOTED.match(prose, start, end)
    if quoted:
        return quoted.span()
    joint = JOINT_WORK.search(prose, start, end)
    start, end = align.trim(prose, start, joint.start() if joint else end, _MARKS)
    leads = _LEADS.match(prose, start, end)
    first, last = align.trim(prose, leads.end() if leads else start, end, _MARKS)
    return (first, last) if first < last else None
