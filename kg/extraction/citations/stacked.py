"""Names that stand apart by layout: on a line of their own below the title, or before the colon that opens it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kg.extraction.citations.name_lists import is_given, is_surname
from kg.extraction.citations.people import PARTICLES
from kg.extraction.citations.tokens import Token

_JOINT = re.compile(r",\s(?:and\s|&\s)?|\s(?:and|und|et|y|e|&)\s|;\s")
_INITIAL = re.compile(r"[^\W\d_a-z]\.(?:-?[^\W\d_a-z]\.)?")
_INITIALS = re.compile(r"[^\W\d_a-z]{1,3}\.?")
_CAPITAL = re.compile(r"[^\W\d_a-z][^\W\d_]*(?:[-'’‐][^\W\d_]+)*|d['’][^\W\d_a-z][^\W\d_]+")
_OTHERS = re.compile(r",?\s(?:et al\.?|and others|\.\.\.|…)\s*$")


def stop_lines(text: str, tokens: Sequence[Token]) -> list[Token]:
    """Put a full stop (of no width) between the lines when one of them is a list of names; else change nothing."""
    lines = text.split("\n")
    if not 1 < len(lines) < 6 or not any(_names(line) for line in lines):
        return list(tokens)
    found: list[Token] = []
    for token in tokens:
        if token.begins and found and found[-1].text not in ".?!,;:":
            found.append(Token(".", token.start, token.start, spaced=False))
        found.append(replace(token, spaced=True) if token.begins else token)
    return found


def before_colon(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Find the names with which `text[start:end]` begins, closed by a colon: "Mary Jones: On rings".

    >>> text = "John Smith and Mary Jones: On rings"
    >>> [text[first:last] for first, last in before_colon(text, 0, len(text))]
    ['John Smith', 'Mary Jones']
    """
    colon = text.find(": ", start, min(end, start + 600))
    if colon == -1 or not _names(text[start:colon]):
        return []
    found = []
    at = start
    for joint in (*_JOINT.finditer(text, start, colon), None):
        stop = joint.start() if joint else colon
        found.append((at, stop))
        at = joint.end() if joint else colon
    return found


def _names(line: str) -> bool:
    """Say whether a line is a list of names and nothing else."""
    line = _OTHERS.sub("", line.strip()[:2000])
    parts = _JOINT.split(line)
    joints = [joint.strip(" ,;") for joint in _JOINT.findall(line)]
    if ";" not in line and _surnames(parts):
        return not any(joints[:-1])
    if not all(_name(part) for part in parts) or any(joints[:-1]):
        return False
    if len({_INITIAL.fullmatch(part.split()[0]) is None for part in parts}) > 1 and joints and not joints[-1]:
        return False
    return len(parts) > 2 or any(
        is_given(first) or _INITIAL.fullmatch(first) for first in (p.split()[0] for p in parts)
    )


def _surnames(parts: list[str]) -> bool:
    """Say whether these are family names alone, several of them, and one at least a common one."""
    if any(not _CAPITAL.fullmatch(part) or is_given(part) for part in parts):
        return False
    return len(parts) > 1 and any(map(is_surname, parts))


def _name(part: str) -> bool:
    """Say whether words look like a name whose given name comes first."""
    words = part.split()
    if not 2 <= len(words) <= 5 or _INITIALS.fullmatch(words[-1]):
        return False
    capitals = [word for word in words if _CAPITAL.fullmatch(word) or _INITIAL.fullmatch(word)]
    small = [word for word in words if word in PARTICLES]
    return len(capitals) + len(small) == len(words) and len(capitals) >= 2
