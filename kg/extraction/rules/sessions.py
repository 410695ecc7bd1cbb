"""Sessions, keynotes and talks: `Keynote - Jane Doe, ETH`, `Title - Jane Doe, ETH | Google`, `Poster Session 2`.

A heading is a talk where somebody with an affiliation stands behind its title, or where other headings beside it are
talks; a heading with a word for a session is one by itself. In lists and sentences, `10:30 Jane Doe (ETH): Title` and
`a talk titled "..."`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kg.extraction import align, gazetteer, names, shapes
from kg.extraction.citations.name_lists import is_given, is_surname
from kg.extraction.entries import Field, Occasion, Page, Speaker
from kg.extraction.outline import Role, role_of, title_block
from kg.model import Block, BlockKind, Kind

NAME = "session"

KINDS = (
    ("keynote", r"keynotes?|plenary|plenaries"),
    ("panel", r"panels?|fireside|roundtable"),
    ("poster", r"posters?"),
    ("spotlight", r"spotlights?"),
    ("oral", r"orals?"),
    ("tutorial", r"tutorials?"),
    ("expo", r"expo"),
    ("workshop", r"workshops?"),
    ("award", r"awards?|prize"),
    ("talk", r"talks?|lectures?|seminars?|colloquium|presentations?"),
)
"""Kinds of sessions by the words in their names, the more special first."""

_DASH = re.compile(r"\s[–—-]{1,2}\s")
_COLON = re.compile(r":\s+")
_HOUR = r"\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|h|uhr)?"
_TIME = re.compile(rf"\s*[:,(–—-]*\s*\(?{_HOUR}\s?(?:[–—-]|to|bis)\s?{_HOUR}\)?\s*$", re.IGNORECASE)
_CLOCK = re.compile(
    r"(?:\d{1,2}[:.]\d\d(?:\s?[ap]m)?(?:\s?[–—-]\s?\d{1,2}[:.]\d\d(?:\s?[ap]m)?)?|\d{1,2}\s?[ap]m)[\s,:–—-]+",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"(?P<name>[^\n(:,]{3,60}?)\s*\((?P<where>[^()\n]{2,90})\)\s*(?::|[–—-]{1,2}|\bon\b|,)\s+(?P<title>\S[^\n]{3,200})"
)
_TITLED = re.compile(
    r"\b(?:talk|presentation|keynote|lecture|seminar|address|speech|tutorial)"
    r"(?:,? (?:titled|entitled|called|named)|:)\s+"
    r"[\"“”*_]{0,2}(?P<title>[A-Z0-9][^\"“”\n]{6,140}?)(?=[\"“”*_]|[.!?](?:\s|$)|$|\s\()"
)
_NUMBERED = re.compile(
    r"\s*(?P<label>(?:[A-Z][\w&/-]{1,20}\s+){0,3}?(?:oral|session|keynote|poster|spotlight|talk|panel|track|tutorial)s?"
    r"(?:\s+(?:session|talk|paper)s?)?(?:\s+#?\d{0,2}[A-Z]?)?(?:\s+[A-Z][\w&/ ]{0,30}?\d{0,2})?)\s*(?::|\s[–—-])\s+",
    re.IGNORECASE,
)
_PLACE_WORDS = re.compile(
    r"\b(?:university|universität|université|universidad|institut\w*|college|school|labs?|laborator\w+|research|inc\.?|"
    r"corp\.?|center|centre|academy|hospital|department|dept\.?|univ\.?|tech|polytechnic|foundation|company|group|"
    r"max planck|eth|mit|cmu|epfl)\b",
    re.IGNORECASE,
)
_PEOPLE = re.compile(r"\s*(?:;|&|\band\b|\bund\b|\bwith\b)\s*")
_PARTS = re.compile(r"\s*[,|/]\s*")
_MOST_WORDS = 30
_COMMON = frozenset({"talk", "award", "poster", "oral", "spotlight"})
"""Kinds whose words also stand in headings that name no session."""


def find(page: Page) -> Iterable[Occasion]:
    """Find the occasions of a note."""
    note = page.note
    title = title_block(note)
    doubted: list[tuple[int, Occasion]] = []
    sure: list[tuple[int, Occasion]] = []
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.HEADING and index != title:
            read = _heading(block, index)
            if read is not None:
                (sure if _is_sure(read) else doubted).append((index, read))
        elif block.kind in (BlockKind.ITEM, BlockKind.PARAGRAPH) and block.prose:
            sure += ((index, told) for told in _told(block, index))
        if block.kind is BlockKind.HEADING and index != title and not any(at == index for at, _ in (*sure, *doubted)):
            sure += ((index, told) for told in _told(block, index))
    talks = sum(bool(one.speakers) for _, one in sure)
    found = sure + [pair for pair in doubted if talks > 1]
    yield from (one for _, one in sorted(found, key=lambda pair: (pair[0], pair[1].title.start)))


def kind_of(text: str) -> str:
    """Read the kind of a session from its name, "" when no word says it.

    >>> kind_of("Keynote 3"), kind_of("Poster Session 2"), kind_of("Expo Talk Panel"), kind_of("Related Work")
    ('keynote', 'poster', 'panel', '')
    """
    return next((kind for kind, words in KINDS if re.search(rf"\b(?:{words})\b", text, re.IGNORECASE)), "")


def _is_sure(one: Occasion) -> bool:
    return one.kind != "" or any(speaker.places for speaker in one.speakers)


def _heading(block: Block, index: int) -> Occasion | None:
    """Read a heading as an occasion; one without a word for it and without speakers is none."""
    prose = block.prose
    if len(shapes.words(prose)) > _MOST_WORDS or role_of(block) in (Role.DATE, Role.FUNCTIONAL, Role.REFERENCES):
        return None
    end = len(prose.rstrip(" ."))
    whole = align.field(block, index, 0, end)
    for cut in [*reversed(list(_DASH.finditer(prose, 0, end))), *list(_COLON.finditer(prose, 0, end))[-1:]]:
        speakers = _speakers(block, index, cut.end(), end)
        label = prose[: cut.start()]
        colon = prose[cut.start()] == ":"
        if speakers and (not colon or (kind_of(label) and _is_somebody(speakers[0]))):
            short = colon or (bool(kind_of(label)) and len(shapes.words(label)) <= 3)
            last = speakers[0].name.end if short else cut.start()
            title = align.field(block, index, 0, last)
            return Occasion(NAME, title, kind_of(label), speakers, tuple(_parts(block, index, cut.start())))
    if any(c in prose for c in ",|(") and (speakers := _speakers(block, index, 0, end)) and speakers[0].places:
        return Occasion(NAME, whole, "talk", speakers)
    kind = kind_of(prose)
    if not kind or role_of(block) is Role.VENUE:
        return None
    plain = len(shapes.words(prose)) <= 12 and shapes.is_title_case(prose) and kind not in _COMMON
    if role_of(block) is not Role.SESSION and not plain:
        return None
    timed = _TIME.search(prose)
    title = align.field(block, index, 0, timed.start() if timed else end)
    return Occasion(NAME, title, kind) if title.text else None


def _is_somebody(speaker: Speaker) -> bool:
    """Say whether a name behind a colon is a person and no theme: a common name, or an organisation behind it."""
    words = speaker.name.text.split()
    known = any(gazetteer.known(place.text) or _PLACE_WORDS.search(place.text) for place in speaker.places)
    return is_given(words[0]) or is_surname(words[-1]) or known


def _parts(block: Block, index: int, end: int) -> Iterator[Field]:
    """Give label and title of `Oral 3B: Title`."""
    label = _NUMBERED.match(block.prose, 0, end)
    if label and label.end() < end:
        yield align.field(block, index, *label.span("label"))
        yield align.field(block, index, label.end(), end)


def _speakers(block: Block, index: int, start: int, end: int) -> tuple[Speaker, ...]:
    """Read `Jane Doe, ETH | Google & Max Mustermann (TUM)`; empty when the first part is nobody's name."""
    found: list[Speaker] = []
    at = start
    for joint in (*_PEOPLE.finditer(block.prose, start, end), None):
        stop = joint.start() if joint else end
        one = _speaker(block, index, at, stop)
        if one is None:
            if not found:
                return ()
            more = tuple(_places(block, index, at, stop))
            found[-1] = Speaker(found[-1].name, (*found[-1].places, *more))
        else:
            found.append(one)
        at = joint.end() if joint else end
    return tuple(found)


def _speaker(block: Block, index: int, start: int, end: int) -> Speaker | None:
    prose = block.prose
    bracket = prose.find("(", start, end)
    comma = _PARTS.search(prose, start, end)
    first = min([end, *([bracket] if bracket >= 0 else []), *([comma.start()] if comma else [])])
    name = align.field(block, index, *align.trim(prose, start, first, ' \t*_"“”.'))
    bare = re.sub(r"^(?:Prof|Dr|Mr|Ms|Mrs)\.?\s+(?:Dr\.?\s+)?", "", name.text)
    name = Field(bare, index, name.end - len(bare), name.end)
    if not names.looks_like_person(bare) or gazetteer.known(bare) is not None or kind_of(bare):
        return None
    return Speaker(name, tuple(_places(block, index, first, end)))


def _places(block: Block, index: int, start: int, end: int) -> Iterator[Field]:
    """Give the organisations in what stands behind a name: known ones, else each part that is written as a name."""
    for part in re.finditer(r"[^,|/();]+", block.prose[start:end]):
        first, last = align.trim(block.prose, start + part.start(), start + part.end(), " \t*_.")
        if first >= last:
            continue
        text = block.prose[first:last]
        hits = [hit for hit in gazetteer.find(text) if hit.known.kind is Kind.ORG]
        if hits and hits[0].start == 0 and hits[0].end < len(text) - 3 and text[hits[0].end :].strip()[:1].isupper():
            yield align.field(block, index, first, first + hits[0].end)
            yield align.field(block, index, first + hits[0].end, last)
        elif _is_place(text):
            yield align.field(block, index, first, last)


def _is_place(text: str) -> bool:
    """Say whether a text is written as the name of an organisation: all its words that matter have capitals."""
    return (
        2 <= len(text) <= 80 and (text.isupper() or shapes.is_title_case(text)) and not any(c.isdigit() for c in text)
    )


def _told(block: Block, index: int) -> Iterator[Occasion]:
    """Read `10:30 Jane Doe (ETH): Title` at the beginning of an item, and titles of talks in a sentence."""
    clock = _CLOCK.match(block.prose)
    start = clock.end() if clock else 0
    strong = next((m.end for m in block.marks if m.start == 0), 0)
    for begin in dict.fromkeys((start, strong)):
        who = _WHO.match(block.prose, begin)
        if who is None or not names.looks_like_person(who["name"].strip(" *_")):
            continue
        where = list(_places(block, index, *who.span("where")))
        if not where or (begin == 0 and not any(_PLACE_WORDS.search(w.text) or gazetteer.known(w.text) for w in where)):
            continue
        first, last = align.trim(block.prose, *who.span("title"), ' \t"“”*_.')
        stop = re.search(r"[.!?]\s|\n", block.prose[first:last])
        last = first + stop.start() if stop else last
        name = align.field(block, index, *align.trim(block.prose, *who.span("name"), " *_"))
        if shapes.is_title_like(block.prose[first:last]):
            yield Occasion(NAME, align.field(block, index, first, last), "talk", (Speaker(name, tuple(where)),))
            return
    for told in _TITLED.finditer(block.prose):
        title = align.field(block, index, *align.trim(block.prose, *told.span("title"), ' ,;:*_"'))
        if shapes.is_title_case(title.text) and len(shapes.words(title.text)) > 1:
            yield Occasion(NAME, title, kind_of(told.group()[:12]) or "talk")
