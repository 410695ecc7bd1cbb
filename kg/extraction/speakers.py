"""Who speaks and where these belong to, and which kind of session a name tells: `Jane Doe, ETH | Google`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.extraction import align, gazetteer, names, shapes
from kg.extraction.citations.name_lists import is_given, is_surname
from kg.extraction.entries import Field, Speaker
from kg.model import Block, Kind

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
_PLACE_WORDS = re.compile(
    r"\b(?:university|universität|université|universidad|institut\w*|college|school|labs?|laborator\w+|research|inc\.?|"
    r"corp\.?|center|centre|academy|hospital|department|dept\.?|univ\.?|tech|polytechnic|foundation|company|group|"
    r"max planck|eth|mit|cmu|epfl)\b",
    re.IGNORECASE,
)
_PEOPLE = re.compile(r"\s*(?:;|&|\band\b|\bund\b|\bwith\b)\s*")
_PARTS = re.compile(r"\s*[,|/]\s*")


def kind_of(text: str) -> str:
    """Read the kind of a session from its name, "" when no word says it.

    >>> kind_of("Keynote 3"), kind_of("Poster Session 2"), kind_of("Expo Talk Panel"), kind_of("Related Work")
    ('keynote', 'poster', 'panel', '')
    """
    return next((kind for kind, words in KINDS if re.search(rf"\b(?:{words})\b", text, re.IGNORECASE)), "")


def is_known_place(place: Field) -> bool:
    """Say whether a place names an organisation: one of the word list, or one with a word such as "University"."""
    return bool(gazetteer.known(place.text) or _PLACE_WORDS.search(place.text))


def is_somebody(speaker: Speaker) -> bool:
    """Say whether a name behind a colon is a person and no theme: a common name, or an organisation behind it."""
    words = speaker.name.text.split()
    known = any(is_known_place(place) for place in speaker.places)
    return is_given(words[0]) or is_surname(words[-1]) or known


def read_speakers(block: Block, index: int, start: int, end: int) -> tuple[Speaker, ...]:
    """Read `Jane Doe, ETH | Google & Max Mustermann (TUM)`; empty when the first part is nobody's name."""
    found: list[Speaker] = []
    at = start
    for joint in (*_PEOPLE.finditer(block.prose, start, end), None):
        stop = joint.start() if joint else end
        one = _speaker(block, index, at, stop)
        if one is None:
            if not found:
                return ()
            more = tuple(read_places(block, index, at, stop))
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
    return Speaker(name, tuple(read_places(block, index, first, end)))


def read_places(block: Block, index: int, start: int, end: int) -> Iterator[Field]:
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
