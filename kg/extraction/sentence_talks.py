"""Talks that a sentence tells of: `the keynote "Title"`, `a talk titled Title`, `Jane Doe’s talk on graphs`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.extraction import align, names, shapes
from kg.extraction.entries import Field, Occasion, Speaker
from kg.extraction.speakers import kind_of
from kg.model import Block, BlockKind, Note

_KINDS_TOLD = (
    *("talk", "presentation", "keynote", "lecture", "seminar", "address", "speech", "tutorial", "panel", "workshop"),
    *("colloquium", "symposium"),
)
"""What every pattern has one of."""
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
        rf"[\"“«„](?P<title>[^\"“”«»„\n]{{6,160}})[\"”»“](?:,?\s+(?:was|is|a|an|the)(?:\s+[\w-]+){{0,3}})?\s+{_KIND}s?\b",
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
_SHORTEST, _FAR = 4, 6
"""Letters of a given name that can stand for a person, and blocks back in which the full name stands."""


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
                yield Occasion(rule, title, kind_of(told.group().replace(title.text, " ")) or "talk")


def read_spoken(note: Note, index: int, rule: str) -> Iterator[Occasion]:
    """Read the talks of a paragraph that have no title: they go by their speaker, and by what they are on."""
    block = note.blocks[index]
    if block.kind is not BlockKind.PARAGRAPH or not any(word in block.prose.lower() for word in _KINDS_TOLD):
        return
    for pattern in _SPOKEN:
        for told in pattern.finditer(block.prose.replace("\n", " ")):
            who = _whole_name(note, index, told["who"])
            if not who:
                continue
            name = Field(who, index, *told.span("who"))
            text = align.one_line(f"{who}’s {told['kind']}{told['topic'] or ''}")
            title = Field(text, index, told.start("who"), told.end())
            yield Occasion(rule, title, kind_of(told["kind"]) or "talk", (Speaker(name),))


def _whole_name(note: Note, index: int, name: str) -> str:
    """Return the full name of a speaker; a given name alone is that of the person named before, "" when nobody is."""
    words = name.split()
    if len(words) > 1:
        return name if names.looks_like_person(name) else ""
    if len(name) < _SHORTEST:
        return ""
    for block in reversed(note.blocks[max(0, index - _FAR) : index + 1]):
        for found in re.finditer(rf"\b{re.escape(name)} [A-Z][\w-]+(?=['’\s,.])", block.prose):
            if names.looks_like_person(found.group()):
                return found.group()
    return ""
