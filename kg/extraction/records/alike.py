"""Items written in the same way as those beside them in which a record begins: they begin one, too.

The way is what stands where: `Poe, [*Nothing*](...), 2022` and `Lind and Roe, [*Moss and rain*](...), 1996` are both
names, a title that is set off, and a year. What a line goes on with in small letters is a remark, and no part of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from kg.extraction.ranges import links_near, marks_near
from kg.extraction.records.lines import Line
from kg.extraction.records.surroundings import Setting
from kg.model import LinkKind, MarkKind, Note

BEGIN, OUTSIDE = "B", "O"
_LINK, _EM, _STRONG, _QUOTED, _YEAR, _NAME, _WORDS = "\ue000\ue001\ue002\ue003\ue004\ue005\ue006"
"""Stand for a part of a line."""
_SIGNS = {MarkKind.EM: _EM, MarkKind.STRONG: _STRONG}
_PIECES = (
    (re.compile(r"[“\"„«][^“”\"„«»\n]{3,200}[”\"»“]"), _QUOTED),
    (re.compile(r"\b(?:1[5-9]|20)\d\d[a-z]?\b"), _YEAR),
    (re.compile(r"\d+"), "0"),
    (re.compile(r",?\s?\bet\.?\sal\b\.?"), ""),
    (re.compile(r"(?:,?\s(?:and|und|et|y|e|&|и)\s|,\s)(?=[^\W\d_a-z])"), " "),
    (re.compile(r"\b[^\W\d_a-z][\w.'’-]*"), _NAME),
    (re.compile(rf"{_NAME}(?:\s{_NAME})+"), _NAME),
    (re.compile(r"\b[^\W\d_A-Z]\w*\b.*", re.DOTALL), _WORDS),
    (re.compile(r"\s+"), " "),
)
"""What the parts of a line become, one kind after the other."""
_TITLED = re.compile(f"[{_LINK}{_EM}{_STRONG}{_QUOTED}]")
_FEWEST, _SHARE, _LONGEST = 2, 0.5, 400
"""Records that are written in a way, their share of all items that are, and characters of a line that count."""


def begin_alike(setting: Setting, labels: list[str]) -> None:
    """Begin a record at each item of a list that is written as those that begin one."""
    for numbers in setting.members.values():
        items = [n for n in numbers if setting.lines[n].kind in "ip" and not setting.looks[n].labels]
        if len(items) <= _FEWEST or not any(labels[n] == OUTSIDE for n in items):
            continue
        ways = {n: way for n in items if (way := _way(setting.note, setting.lines[n]))}
        written = Counter(ways.values())
        begun = Counter(way for n, way in ways.items() if labels[n] == BEGIN)
        for n, way in ways.items():
            if labels[n] == OUTSIDE and begun[way] >= max(_FEWEST, _SHARE * written[way]):
                labels[n] = BEGIN


def _way(note: Note, line: Line) -> str:
    """Return how a line is written, "" where nothing sets a title off from names or a year."""
    found = "".join(_parts(note, line))
    for piece, sign in _PIECES:
        found = piece.sub(sign, found)
    way = found.removesuffix(_WORDS).rstrip(" .,;:–—-(")
    return way if _TITLED.search(way) and (_NAME in way or _YEAR in way) else ""


def _parts(note: Note, line: Line) -> Iterator[str]:
    """Yield the text of a line, a letter in place of each stretch that is a link or has a type of its own."""
    block = note.blocks[line.index]
    end = min(line.end, line.start + _LONGEST)
    at = line.start
    for start, stop, sign in sorted(_stretches(note, line)):
        if at <= start < end:
            yield block.prose[at:start]
            yield sign
            at = stop
    yield block.prose[at:end]


def _stretches(note: Note, line: Line) -> Sequence[tuple[int, int, str]]:
    block = note.blocks[line.index]
    links = [
        (k.start, k.end, _LINK)
        for k in links_near(block, line.start, line.end)
        if k.kind is not LinkKind.IMAGE and k.start < k.end
    ]
    marks = [
        (m.start, m.end, _SIGNS[m.kind])
        for m in marks_near(block, line.start, line.end)
        if m.kind in _SIGNS and not any(start <= m.start < stop for start, stop, _ in links)
    ]
    return [*links, *marks]
