"""Where notes tell of talks: in lists of them, and in sentences that give their titles, and who gave them on what.

A heading, the line of a session or the title of a note says that a line is an entry of a list of talks. Sentences have
`the keynote "Title"`, `a talk titled Title`, `Jane Doe’s talk on graphs`, `a lecture on graphs by Jane Doe`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg.extraction import align, names, shapes
from kg.extraction.citations.people import is_given
from kg.extraction.credits import by_whom
from kg.extraction.entries import Field, Occasion, Speaker
from kg.extraction.occasion_lines import HOUR
from kg.extraction.outline import is_date, title_block
from kg.extraction.speakers import kind_of
from kg.lexicons import occasion_words
from kg.model import Block, BlockKind, Note

_DATE, _TOP = 60, 4
"""Characters of a heading that is a date, and blocks that say what a note is of, at most."""
SESSIONS = re.compile(
    rf"\W{{0,6}}(?:{HOUR}\W{{1,4}})?(?:{occasion_words('numbered session')})"
    r"\s#?(?:\d{1,2}[A-Z]?|[A-Z](?:[A-Z]?\d{1,3}[A-Z]?)?|[IVX]{1,4})(?!\w)",
    re.IGNORECASE,
)
"""A line that opens a session of a programme."""
TALKS = re.compile(
    rf"(?:[a-z-]{{2,20}} ){{0,2}}(?:{occasion_words('list of talks')})"
    r"(?:,? (?:and|&|und|y|et) (?:[a-z-]{2,20} )?[a-z]{3,20}s)?(?P<whose> (?:I|we|to) [a-z]{2,10})?"
    r"(?: \((?:\d{1,3}|[a-z]+ sessions)\))?"
    r"|panel papers|short papers",
    re.IGNORECASE,
)
"""What heads a list each of whose items is a talk."""
_WHEN = re.compile(
    rf"(?:{occasion_words('when')})(?: [a-z]{{4,12}})?"
    r"|(?:phase|part|block|round|teil|partie|parte)\s?(?:\d{1,2}|[IVX]{1,4})",
    re.IGNORECASE,
)
"""What divides a list by time: `Upcoming`, `Past events`, `Phase 1`."""
_READING = re.compile(rf"\b(?:{occasion_words('reading series')})\b", re.IGNORECASE)
"""Meetings at which papers of others are read."""
_KINDS_TOLD = (
    *("talk", "presentation", "keynote", "lecture", "seminar", "address", "speech", "tutorial", "panel", "workshop"),
    *("poster", "colloquium", "symposium"),
)
"""What every pattern has one of."""
_TOLD = rf"(?:{'|'.join(_KINDS_TOLD[:-1])})"
_TITLED = (
    re.compile(
        rf"\b{_TOLD}(?:,? (?:titled|entitled|called|named)|:)\s+[\"“”*_]{{0,2}}"
        r"(?P<title>[A-Z0-9][^\"“”\n]{6,140}?)(?=[\"“”*_]|[.!?](?:\s|$)|$|\s\()"
    ),
    re.compile(
        rf"\b{_TOLD}s?,?(?: (?:on|about|titled|called|in|gave|was))?\s+[\"“«„](?P<title>[^\"“”«»„\n]{{6,160}})[\"”»“]",
        re.IGNORECASE,
    ),
    re.compile(
        rf"[\"“«„](?P<title>[^\"“”«»„\n]{{6,160}})[\"”»“](?:,?\s+(?:was|is|a|an|the)(?:\s+[\w-]+){{0,3}})?\s+{_TOLD}s?\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:panel|workshop|tutorial|symposium)(?: on)? "
        r"(?P<title>(?:[A-Z][\w-]*[,:]?)(?: (?:[A-Z][\w-]*[,:]?|of|and|in|for|the|on|with|to)){2,12}?)"
        r"(?=[.,;](?:\s|$)|\s(?!(?:of|and|in|for|the|on|with|to)\s)[a-z]|\s(?:with|to|in)\s(?!the\s)[a-z]|$)"
    ),
    re.compile(
        r"\b(?:workshop|symposium|panel)\b[^.!?\n\"“]{0,80}?\b(?:titled|entitled|called|named|calling|naming)"
        r"(?: (?:itself|themselves))? [\"“«„](?P<title>[^\"“”«»„\n]{6,160})[\"”»“]",
        re.IGNORECASE,
    ),
)
_WORD = r"[^\W\d_a-z][\w'’-]{1,40}"
_PERSON = (
    r"(?:(?:Prof|Dr|Mr|Ms|Mrs|Sir)\b\.? ){0,2}(?<![\w'’-])"
    rf"(?P<who>[^\W\d_a-z][\w'’-]{{0,40}}[a-z](?: (?:[A-Z]\.|van|von|de|der|del|da|di|la|le|{_WORD})){{0,3}})"
)
_SPOKEN_KIND = (
    r"(?P<kind>(?:(?:lightning|invited|guest|keynote|plenary|opening|closing) )?"
    r"(?:talk|keynote|lecture|tutorial|seminar|poster))"
)
_TOPIC = r",?(?P<topic> (?:on|about) (?!\w+day\b)(?:[^\s.,;:()]+ ){0,11}?[^\s.,;:()]+)"
_ENDS = r"\s(?:was|is|at|during|opened|gave|made|drew|had|also|which|that|where|to|showed|[a-z]+ed)\b"
_AT = r"(?: at (?:the )?[^.,;\n]{3,80}?(?= (?:on|about) |[.,;]))?"
_SPOKEN = (
    re.compile(rf"{_PERSON}['’]s? (?:[\w-]+ ){{0,2}}?{_SPOKEN_KIND}\b{_TOPIC}?(?=[.,;:()]|{_ENDS}|$)"),
    re.compile(
        rf"{_PERSON}(?:,? [^.!?\n,]{{2,40}},)? (?:also |then |recently )?"
        rf"(?:gave|delivered|held) (?:an?|the|her|his|their) (?:[\w-]+ ){{0,3}}?"
        rf"{_SPOKEN_KIND}\b{_AT}{_TOPIC}?(?=\s?[.,;:(]|\s(?:which|that|where|to)\b|$)"
    ),
    re.compile(
        rf"\b{_SPOKEN_KIND}s?(?: (?:was|is|were))?(?: (?:given|delivered|held))? by {_PERSON}"
        rf"(?:,? \([^()\n]{{2,60}}\))?{_TOPIC}?(?=\s?[.,;:(]|\s(?:which|that|where|to)\b|$)"
    ),
    re.compile(rf"\b{_SPOKEN_KIND}s?{_TOPIC}(?: given)? by {_PERSON}(?=\s?[.,;:(]|{_ENDS}|$)"),
)
"""Talks that a sentence tells of by their speaker: `Jane Doe’s talk on graphs`, `a lecture on graphs by Jane Doe`."""
_SENTENCE_END = re.compile(r"(?<![ .]al)(?<=[a-z\d)]{2})\.\s(?=[A-Z\"“*])")
_LED = re.compile(r"[\"”»*_,)\s]{0,4}(?:led|given|run|held|taught)(?=\sby\s)")
_WORDS, _SHORTEST, _FAR = 2, 4, 6
"""Words of a full name, letters of a given name that stands for a person, blocks back in which the full name stands."""


def is_title(note: Note, index: int) -> bool:
    """Return whether a heading is the title of its note."""
    if note.blocks[index].level != 1:
        return False
    return not any(block.level for block in note.blocks[:index]) or index == title_block(note)


def is_reading(note: Note) -> bool:
    """Return whether a note says at its top, or by its name, that papers of others are read."""
    return any(_READING.search(text) for text in (*(block.prose for block in note.blocks[:_TOP]), note.id))


def heads(note: Note) -> list[int]:
    """Return for each block the last one up to it that is no item, behind which its list begins; -1 without one."""
    found: list[int] = []
    for index, block in enumerate(note.blocks):
        found.append((found[-1] if found else -1) if block.kind is BlockKind.ITEM else index)
    return found


def list_above(note: Note, index: int, before: Sequence[int]) -> str:
    """Return what stands above an entry of a list of talks, or the note's title; "" when nothing says so.

    Args:
        note: the note.
        index: the block of the entry.
        before: the `heads` of the note.
    """
    block = note.blocks[index]
    if block.kind is BlockKind.PARAGRAPH:
        heading = note.blocks[block.parent].prose if block.parent is not None else ""
        return heading if SESSIONS.match(heading) else ""
    if block.kind is BlockKind.ITEM and block.level > 1:
        return ""
    at = block.parent
    while at is not None and _is_time(align.one_line(note.blocks[at].prose)):
        at = note.blocks[at].parent
    above = note.blocks[at] if at is not None and not is_title(note, at) else None
    if above is not None and above.kind is not BlockKind.HEADING:
        return ""
    text = align.one_line(above.prose if above else note.title or "").strip(" :")
    return text if TALKS.fullmatch(text) else _line_above(note, before[index], index)


def _is_time(text: str) -> bool:
    """Return whether a heading says no more than when what stands below it is held."""
    return len(text) <= _DATE and not TALKS.fullmatch(text) and (is_date(text) or _WHEN.fullmatch(text) is not None)


def _line_above(note: Note, at: int, index: int) -> str:
    """Return the line right above a list that opens a list of talks: `Session 1A: Soil`, `My favourite talks:`."""
    if at in (-1, index) or note.blocks[at].kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING):
        return ""
    line = note.blocks[at].prose.rstrip().rpartition("\n")[2]
    opens = SESSIONS.match(line) or (line.rstrip().endswith(":") and TALKS.fullmatch(line.strip(" :*")))
    return line if opens else ""


def read_titled(block: Block, index: int, rule: str) -> Iterator[Occasion]:
    """Read the titles in a block that its words call those of a talk, a panel or a workshop."""
    small = block.prose.lower()
    if not any(word in small for word in _KINDS_TOLD):
        return
    for pattern in _TITLED:
        for told in pattern.finditer(block.prose):
            title = align.field(block, index, *align.trim(block.prose, *told.span("title"), ' ,;:*_"'))
            named = sum(not word.isdigit() for word in shapes.words(title.text)) > 1 and not title.text[:1].islower()
            if named and not names.looks_like_person(title.text):
                led = _LED.match(block.prose, told.end())
                who = tuple(map(Speaker, by_whom(block, index, led.end() if led else told.end()).authors))
                yield Occasion(rule, title, kind_of(told.group().replace(title.text, " ")) or "talk", who)


def read_spoken(note: Note, index: int, rule: str) -> Iterator[Occasion]:
    """Read the talks of a paragraph or item that have no title: they go by their speaker, and by what they are on."""
    block = note.blocks[index]
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM) or not any(
        word in block.prose.lower() for word in _KINDS_TOLD
    ):
        return
    for pattern in _SPOKEN:
        for told in pattern.finditer(block.prose.replace("\n", " ")):
            who = _whole_name(note, index, told["who"])
            if not who:
                continue
            name = Field(who, index, *told.span("who"))
            text = align.one_line(f"{who}’s {told['kind']}{told['topic'] or ''}")
            title = Field(text, index, told.start(), told.end())
            yield Occasion(rule, title, kind_of(told["kind"]) or "talk", (Speaker(name),))


def sentence_end(prose: str, start: int, end: int) -> int:
    """Return where the first sentence ends; initials, titles and `et al.` end none."""
    stop = _SENTENCE_END.search(prose, start, end)
    return stop.start() if stop else end


def _whole_name(note: Note, index: int, name: str) -> str:
    """Return the full name of a speaker; a given name alone is that of the person named before, "" when nobody is."""
    words = name.split()
    if len(words) > _WORDS and not is_given(words[0]) and is_given(words[1]):
        words = words[1:]  # `Heard Jane Doe's talk`
    if len(words) > 1:
        return " ".join(words) if names.looks_like_person(" ".join(words)) else ""
    if len(name) < _SHORTEST:
        return ""
    for block in reversed(note.blocks[max(0, index - _FAR) : index + 1]):
        for found in re.finditer(rf"\b{re.escape(name)} [A-Z][\w-]+(?=['’\s,.])", block.prose):
            if names.looks_like_person(found.group()):
                return found.group()
    return ""
