"""Which persons a note names: full names, and the surnames that stand for them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from kg.extraction import names
from kg.extraction.citations.name_lists import is_given, is_surname
from kg.extraction.entries import Page
from kg.extraction.naming.named import Named
from kg.model import Kind
from kg.text import name_key

_BESIDE = re.compile(r"\s*(?:[,(]|of|from|at)\s*(?:[\w-]{1,20}[, ]\s*){0,3}")
"""What stands between a person and an organisation that tells where the person belongs to."""
_BY = re.compile(r"\b(?:by|with|and|,)\s+$")
_TOLD = 0.9
"""Confidence of a name that the layout or a title before it says to be a person."""
_OWNED = re.compile(r"['’]s?\s+")


def whole_names(page: Page, chosen: list[Named]) -> list[Named]:
    """Give each person the full name that the note has; leave out what only looks like a name of a person."""
    authors = {f.text for entry in page.entries for f in entry.authors}
    alone = {name_key(_unowned(n.text)) for n in chosen if n.kind is Kind.PERSON and " " not in n.text}
    orgs = [n for n in chosen if n.kind is Kind.ORG]
    persons = {(n.block, n.start): n for n in chosen if n.kind is Kind.PERSON}
    full = {name for name in authors if names.looks_like_person(name)}
    for one in chosen:
        if one.kind is Kind.PERSON and names.looks_like_person(_unowned(one.text)):
            prose = page.note.blocks[one.block].prose
            near = [o for o in orgs if o.block == one.block]
            placed = any(
                _BESIDE.fullmatch(prose[one.end : o.start]) or _OWNED.fullmatch(prose[o.end : one.start]) for o in near
            )
            told = _BY.search(prose[: one.start]) is not None or _is_joined(one, persons)
            if one.confidence > _TOLD or _is_person(_unowned(one.text), alone) or placed or told:
                full.add(_unowned(one.text))
    by_part: dict[str, set[str]] = defaultdict(set)
    for name in full:
        for part in (name.split()[-1], name.split()[0]):
            by_part[name_key(part)].add(name)
    kept: list[Named] = []
    for one in chosen:
        text = _unowned(one.text)
        if one.kind is not Kind.PERSON:
            known = len(by_part.get(name_key(text), ())) == 1 and one.rule != "known-name" and " " not in text
            kept.append(replace(one, kind=Kind.PERSON, text=min(by_part[name_key(text)])) if known else one)
        elif text in full:
            kept.append(
                replace(one, text=text, end=one.end - len(one.text) + len(text), confidence=max(one.confidence, 0.85))
            )
        elif " " not in text and len(by_part.get(name_key(text), ())) == 1:
            kept.append(replace(one, text=min(by_part[name_key(text)]), end=one.end - len(one.text) + len(text)))
    return kept


def _is_joined(one: Named, persons: Mapping[tuple[int, int], Named]) -> bool:
    """Say whether another full name follows in a list of names."""
    for gap in (2, 5, 6, 3):
        other = persons.get((one.block, one.end + gap))
        if other is not None and names.looks_like_person(other.text):
            return True
    return False


def _unowned(name: str) -> str:
    return name.removesuffix("'s").removesuffix("’s").removesuffix("'").removesuffix("’")


def _is_person(name: str, alone: set[str]) -> bool:
    """Say whether a full name is one: its given or family name is common, or the family name stands elsewhere alone."""
    words = name.split()
    return is_given(words[0]) or is_surname(words[-1]) or name_key(words[-1]) in alone
