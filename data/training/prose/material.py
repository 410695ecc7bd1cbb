"""Training material out of the annotated sentences: plain lines, and the same lines with other names in them."""

from __future__ import annotations

import csv
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from corpus import Mark, Passage

LEXICONS = Path(__file__).parents[2] / "lexicons"
LISTS = {
    "method": "methods",
    "dataset": "datasets",
    "task": "tasks",
    "organisation": "organisations",
    "award": "awards",
}
"""Word list with more names of a kind."""
_HEAD = re.compile(r"\s*(?:[-*•]|\d+[.)]|#{1,6})\s+(?:\[[ xX]\]\s+)?")
_MARKUP = re.compile(r"\*\*|`|(?<!\w)_|_(?!\w)|(?<!\w)\*|\*(?!\w)")
_JOINED = 0.6
"""Share of lines that stand in one paragraph with the line before."""
_KEPT = 0.25
"""Share of names that stay in a copy."""
_LISTED = 0.5
"""Share of new names that come from the word lists; the others come from the sentences."""

Text = tuple[str, list[Mark]]
"""A block of prose without markup, and its names."""


def blocks(passages: Iterable[Passage], rng: random.Random | None = None) -> list[Text]:
    """Give the prose of passages as blocks: a bullet or heading alone, other lines joined (at random with `rng`)."""
    found: list[Text] = []
    for passage in passages:
        group: list[tuple[str, list[Mark], bool]] = []
        for line in _lines(passage):
            loose = group and not line[2] and not group[-1][2] and (rng is None or rng.random() < _JOINED)
            if group and not loose:
                found.append(_join(group))
                group = []
            group.append(line)
        if group:
            found.append(_join(group))
    return found


def prose_lines(passage: Passage) -> Iterable[Text]:
    """Give each line of a passage without markup, with its names."""
    return ((text, marks) for text, marks, _ in _lines(passage))


def _lines(passage: Passage) -> Iterable[tuple[str, list[Mark], bool]]:
    place = 0
    for line in passage.text.split("\n"):
        start, place = place, place + len(line) + 1
        kept = [True] * len(line)
        head = _HEAD.match(line)
        spans = [m.span() for m in _MARKUP.finditer(line)] + ([head.span()] if head else [])
        for first, last in spans:
            kept[first:last] = [False] * (last - first)
        index = [0]
        for keep in kept:
            index.append(index[-1] + keep)
        marks = [
            Mark(index[m.start - start], index[m.end - start], m.kind, m.certain)
            for m in passage.marks
            if start <= m.start < start + len(line)
        ]
        text = "".join(c for c, keep in zip(line, kept, strict=True) if keep)
        if text.strip():
            yield text, [m for m in marks if m.start < m.end], head is not None


def _join(group: Sequence[tuple[str, list[Mark], bool]]) -> Text:
    text, marks = "", list[Mark]()
    for line, own, _ in group:
        text += " " if text else ""
        marks += (Mark(m.start + len(text), m.end + len(text), m.kind, m.certain) for m in own)
        text += line
    return text, marks


class Filler:
    """Puts other real names in the place of the marked ones, one name always replaced by the same other."""

    def __init__(self, texts: Iterable[Text], rng: random.Random) -> None:
        self._rng = rng
        seen: dict[str, set[str]] = defaultdict(set)
        for text, marks in texts:
            for mark in marks:
                if mark.certain:
                    seen[mark.kind].add(text[mark.start : mark.end])
        self._seen = {kind: sorted(names) for kind, names in seen.items()}
        self._listed = {kind: _listed(file) for kind, file in LISTS.items()}

    def __call__(self, text: str, marks: Sequence[Mark]) -> Text:
        """Give a copy of a text with other names."""
        new: dict[str, str] = {}
        filled, found, last = "", list[Mark](), 0
        for mark in sorted(marks, key=lambda m: m.start):
            name = text[mark.start : mark.end]
            filled += text[last : mark.start]
            last = mark.end
            if mark.certain and mark.kind != "session" and name not in new:
                new[name] = name if self._rng.random() < _KEPT else self._other(mark.kind, name)
            shown = new.get(name, name) if mark.certain else name
            found.append(Mark(len(filled), len(filled) + len(shown), mark.kind, mark.certain))
            filled += shown
        return filled + text[last:], found

    def _other(self, kind: str, name: str) -> str:
        listed = self._listed.get(kind)
        names = listed if listed and self._rng.random() < _LISTED else self._seen[kind]
        for _ in range(12):
            other = self._rng.choice(names)
            alike = name.islower() == other.islower() if kind in ("method", "task") else True
            if alike and (kind != "person" or (" " in other) == (" " in name)):
                return other
        return name


def _listed(file: str) -> list[str]:
    path = LEXICONS / f"{file}.csv"
    with path.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if not row.get("caution")]
    return sorted({form for row in rows for form in (row["name"], *row["aliases"].split("|")) if form})
