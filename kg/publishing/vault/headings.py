"""Under which heading a line of a note stands, as a link of Obsidian names it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from pathlib import Path

from kg import notes
from kg.model import LINE_END, Problem
from kg.settings import Settings

_SUFFIXES = (".md", ".markdown")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t](.*)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_STRIPPED = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")
"""What Obsidian leaves out when it compares headings."""

Headings = Sequence[tuple[int, str]]
"""Line and heading, in order."""


def read(text: str) -> Headings:
    r"""Find the headings of a Markdown note, outside of code blocks and front matter.

    >>> read("---\n# no\n---\n# One\n```\n# no\n```\n## Two: a [link](x) #\n")
    [(4, 'One'), (8, 'Two a link x')]
    """
    found: list[tuple[int, str]] = []
    fence = ""
    for number, line in enumerate(LINE_END.split(text), 1):
        opened = "---" if number == 1 and line.rstrip() == "---" else ""
        mark = _FENCE.match(line)
        if fence:
            fence = "" if line.strip().startswith(fence) and not line.strip().strip(fence[0]) else fence
        elif opened or mark:
            fence = opened or (mark[1] if mark else "")
        elif (heading := _HEADING.fullmatch(line)) and (shown := _STRIPPED.sub(" ", heading[1]).strip()):
            found.append((number, shown))
    return found


def above(headings: Headings, line: int) -> str:
    """Return the heading above a line, "" if there is none."""
    place = bisect_right(headings, line, key=lambda row: row[0])
    return headings[place - 1][1] if place else ""


def of_notes(vault: Path, paths: Sequence[str]) -> Mapping[str, Headings]:
    """Read the headings of those notes that are Markdown and can be read."""
    found: dict[str, Headings] = {}
    for path in paths:
        if path.lower().endswith(_SUFFIXES):
            whole = notes.read_text(vault / path, vault=vault, settings=Settings())
            found[path] = () if isinstance(whole, Problem) else read(whole.text)
    return found
