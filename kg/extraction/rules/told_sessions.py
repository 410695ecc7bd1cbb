"""Talks told of in lists, minutes and sentences.

`10:30 Jane Doe (ETH): Title`, `Jane Doe (ETH), "Title"`, `**Title**, Jane Doe, ETH.`, `Speaker: Jane Doe` beside
`Title: ...`, and in a sentence `the keynote "Title"` or `a talk titled Title`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kg.extraction import align, names, shapes
from kg.extraction.entries import Field, Occasion, Page, Speaker
from kg.extraction.speakers import is_known_place, kind_of, read_places, read_speakers
from kg.model import Block, BlockKind, MarkKind

NAME = "told-session"

_CLOCK = re.compile(
    r"(?:\d{1,2}[:.]\d\d(?:\s?[ap]m)?(?:\s?[–—-]\s?\d{1,2}[:.]\d\d(?:\s?[ap]m)?)?|\d{1,2}\s?[ap]m)[\s,:–—-]+",
    re.IGNORECASE,
)
_WHO = re.compile(r"(?P<name>[^\n(:,]{3,60}?)\s*\((?P<where>[^()\n]{2,90})\)\s*(?P<joint>:|[–—-]{1,2}|\bon\b|,)\s+")
_REST = re.compile(r"(?P<title>\S[^\n]{3,200})")
_QUOTED = re.compile(r"[\"“«„](?P<title>[^\"“”«»„\n]{6,160})[\"”»“]")
_KINDS_TOLD = (
    *("talk", "presentation", "keynote", "lecture", "seminar", "address", "speech", "tutorial", "panel", "workshop"),
    *("colloquium", "symposium"),
)
"""What every pattern of a sentence has one of."""
_KIND = rf"(?:{'|'.join(_KINDS_TOLD[:-1])})"
_TITLED = (
    re.compile(
        rf"\b{_KIND}(?:,? (?:titled|entitled|called|named)|:)\s+[\"“”*_]{{0,2}}"
        r"(?P<title>[A-Z0-9][^\"“”\n]{6,140}?)(?=[\"“”*_]|[.!?](?:\s|$)|$|\s\()"
    ),
    re.compile(
        rf"\b{_KIND}s?,?(?: (?:on|about|titled|called|in|gave|was))?\s+[\"“«„](?P<title>[^\"“”«»„\n]{{6,160}})[\"”»“]",
        re.IGNORECASE,
    ),
    re.compile(
        rf"[\"“«„](?P<title>[^\"“”«»„\n]{{6,160}})[\"”»“],?\s+(?:was|is|a|an|the)\s+(?:[\w-]+\s+){{0,3}}{_KIND}\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:panel|workshop|tutorial|symposium)(?: on)? "
        r"(?P<title>(?:[A-Z][\w-]*[,:]?)(?: (?:[A-Z][\w-]*[,:]?|of|and|in|for|the|on|with|to)){2,12}?)"
        r"(?=[.,;](?:\s|$)|\s(?!(?:of|and|in|for|the|on|with|to)\s)[a-z]|\s(?:with|to|in)\s(?!the\s)[a-z]|$)"
    ),
    re.compile(rf"[\"“«„](?P<title>[^\"“”«»„\n]{{6,160}})[\"”»“]\s+{_KIND}s?\b", re.IGNORECASE),
    re.compile(
        r"\b(?:workshop|symposium|panel)\b[^.!?\n\"“]{0,80}?\b(?:titled|entitled|called|named|calling|naming)"
        r"(?: (?:itself|themselves))? [\"“«„](?P<title>[^\"“”«»„\n]{6,160})[\"”»“]",
        re.IGNORECASE,
    ),
)
_NAME = r"[A-Z][\w'’-]{1,40}"
_PERSON = (
    rf"(?<![\w'’-])(?P<who>[A-Z][\w'’-]{{0,40}}[a-z](?: (?:[A-Z]\.|van|von|de|der|del|da|di|la|le|{_NAME})){{0,3}})"
)
_SPOKEN_KIND = (
    r"(?P<kind>(?:lightning |invited |keynote |plenary |opening |closing )?(?:talk|keynote|lecture|tutorial))"
)
_SPOKEN = (
    re.compile(
        rf"{_PERSON}['’]s? (?:[\w-]+ ){{0,2}}?{_SPOKEN_KIND}\b"
        r"(?P<topic> (?:on|about) (?:[^\s.,;:()]+ ){0,9}?[^\s.,;:()]+)?"
        r"(?=[.,;:()]|\s(?:was|is|at|during|in|opened|gave|made|drew|had|also|which|that|where|showed|[a-z]+ed)\b|$)"
    ),
    re.compile(
        rf"{_PERSON}(?:,? [^.!?\n,]{{2,40}},)? (?:also |then |recently )?"
        rf"(?:gave|delivered|held) (?:an?|the|her|his|their) (?:[\w-]+ ){{0,3}}?"
        rf"{_SPOKEN_KIND}\b(?: at (?:the )?[^.,;\n]{{3,80}}?(?= (?:on|about) |[.,;]))?"
        r"(?P<topic> (?:on|about) (?:[^\s.,;:()]+ ){0,11}?[^\s.,;:()]+)?(?=\s?[.,;:(]|\s(?:which|that|where|to)\b|$)"
    ),
)
"""Talks that a sentence tells of by their speaker: `Jane Doe’s talk on graphs`, `Jane Doe gave a talk on graphs`."""
_LABEL = re.compile(rf"\s*(?:[\w-]+ ){{0,3}}{_KIND}\s*:\s+", re.IGNORECASE)
_SHORTEST, _FAR = 4, 6
"""Letters of a given name that can stand for a person, and blocks back in which the full name stands."""
_KINDS = (BlockKind.ITEM, BlockKind.PARAGRAPH, BlockKind.HEADING)


def find(page: Page) -> Iterable[Occasion]:
    """Find the talks that items, paragraphs and sentences tell of."""
    held = {
        place.block for one in page.occasions for place in (one.title, *one.others, *(s.name for s in one.speakers))
    }
    for index, block in enumerate(page.note.blocks):
        if block.kind not in _KINDS or not block.prose or index in held:
            continue
        yield from _told(page, block, index)


def _told(page: Page, block: Block, index: int) -> Iterator[Occasion]:
    opened = _opened(block, index) or _marked(page, block, index)
    if opened is not None:
        yield opened
    small = block.prose.lower()
    if not any(word in small for word in _KINDS_TOLD):
        return
    for pattern in _TITLED:
        for told in pattern.finditer(block.prose):
            title = align.field(block, index, *align.trim(block.prose, *told.span("title"), ' ,;:*_"'))
            inside = opened is not None and opened.title.start <= title.start < opened.title.end
            if names.looks_like_person(title.text):
                continue
            if _is_title(title.text) and not inside and not _is_paper(page, title):
                opened = Occasion(NAME, title, kind_of(told.group().replace(title.text, " ")) or "talk")
                above = _heading(page, index)
                same = above is not None and above.kind == opened.kind and len(above.speakers) == 1
                yield replace(above, others=(*above.others, title)) if above is not None and same else opened
    yield from _spoken(page, block, index)


def _heading(page: Page, index: int) -> Occasion | None:
    """Return the session that the heading above a block names."""
    at = page.note.blocks[index].parent
    while at is not None and page.note.blocks[at].kind is not BlockKind.HEADING:
        at = page.note.blocks[at].parent
    return next((one for one in page.occasions if one.title.block == at), None)


def _spoken(page: Page, block: Block, index: int) -> Iterator[Occasion]:
    """Read the talks that have no title: they go by their speaker, and by what they are on."""
    if block.kind is not BlockKind.PARAGRAPH:
        return
    for pattern in _SPOKEN:
        for told in pattern.finditer(block.prose.replace("\n", " ")):
            who = _whole_name(page, index, told["who"])
            if not who:
                continue
            name = Field(who, index, *told.span("who"))
            text = align.one_line(f"{who}’s {told['kind']}{told['topic'] or ''}")
            title = Field(text, index, told.start("who"), told.end())
            yield Occasion(NAME, title, kind_of(told["kind"]) or "talk", (Speaker(name),))


def _whole_name(page: Page, index: int, name: str) -> str:
    """Return the full name of a speaker; a given name alone is that of the person named before, "" when nobody is."""
    words = name.split()
    if len(words) > 1:
        return name if names.looks_like_person(name) else ""
    if len(name) < _SHORTEST:
        return ""
    for block in reversed(page.note.blocks[max(0, index - _FAR) : index + 1]):
        for found in re.finditer(rf"\b{re.escape(name)} [A-Z][\w-]+(?=['’\s,.])", block.prose):
            if names.looks_like_person(found.group()):
                return found.group()
    return ""


def _opened(block: Block, index: int) -> Occasion | None:
    """Read `10:30 Jane Doe (ETH): Title` and `Jane Doe (ETH), "Title"` at the beginning of a block."""
    clock = _CLOCK.match(block.prose)
    strong = next((m.end for m in block.marks if m.start == 0), 0)
    label = _LABEL.match(block.prose)
    begins = (clock.end() if clock else 0, strong, label.end() if label else 0)
    for begin in dict.fromkeys(begins):
        who = _WHO.match(block.prose, begin)
        if who is None or not names.looks_like_person(who["name"].strip(" *_")):
            continue
        where = tuple(read_places(block, index, *who.span("where")))
        title = _QUOTED.match(block.prose, who.end())
        known = any(is_known_place(place) for place in where)
        if title is None and (who["joint"] == "," or not where or (begin == 0 and not known)):
            continue
        title = title or _REST.match(block.prose, who.end())
        if title is None or (who["joint"] == "on" and title.re is _REST):
            continue
        first, last = align.trim(block.prose, *title.span("title"), ' \t"“”*_.')
        stop = re.search(r"[.!?]\s|\n", block.prose[first:last])
        last = first + stop.start() if stop else last
        name = align.field(block, index, *align.trim(block.prose, *who.span("name"), " *_"))
        if shapes.is_title_like(block.prose[first:last]):
            return Occasion(NAME, align.field(block, index, first, last), "talk", (Speaker(name, where),))
    return None


def _marked(page: Page, block: Block, index: int) -> Occasion | None:
    """Read `**Title**, Jane Doe and Max Mustermann, ETH. What was said.` at the beginning of a block."""
    mark = next((m for m in block.marks if m.start == 0 and m.kind in (MarkKind.STRONG, MarkKind.EM)), None)
    if (
        mark is None
        or block.prose[mark.end : mark.end + 2] not in (", ", ": ")
        or block.prose[: mark.end].endswith(":")
    ):
        return None
    stop = re.search(r"\.\s+(?=[A-Z*\"“])|\n|$", block.prose[mark.end :])
    end = mark.end + (stop.start() if stop else 0)
    speakers = read_speakers(block, index, mark.end + 2, end)
    title = align.field(block, index, *align.trim(block.prose, 0, mark.end, ' ,;:*_"“”'))
    if not speakers or not any(s.places for s in speakers):
        return None
    sure = any(is_known_place(place) for speaker in speakers for place in speaker.places)
    if _is_paper(page, title) and not sure:
        return None
    return Occasion(NAME, title, "talk", speakers)


def _is_title(text: str) -> bool:
    return len(shapes.words(text)) > 1 and not text[:1].islower()


def _is_paper(page: Page, title: Field) -> bool:
    """Return whether an earlier rule has read the title as one of a paper."""
    return any(
        entry.title is not None
        and entry.title.block == title.block
        and entry.title.start < title.end
        and title.start < entry.title.end
        for entry in page.entries
    )
