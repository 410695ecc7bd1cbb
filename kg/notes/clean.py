"""Raw text -> prose, with the way back: what stood wrong in the file is repaired piece by piece.

Only short runs are ever changed, so a quote of the prose leads to the exact place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from kg.text import repair

_RUN = re.compile(r"[^ \t\n\r\f\v]+")
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
# A wrongly decoded sequence has a letter like Â, Ã, â, ð in it; dashes, curly quotes, CJK alone cannot be one.
_SOUND = re.compile(r"[\x00-\x7f\u2010-\u2027\u2030-\u205e\u3000-\u9fff\uac00-\ud7a3\uff00-\uffef]*\Z")
_PLAIN = re.compile(r"[\n\x20-\x7e]*\Z")
_DROPPED = "".join(map(chr, (*range(9), 0x0B, *range(0x0E, 0x20), *range(0x7F, 0xA0), 0xAD))) + (
    "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff"
)
_SPACES = "\t\f\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_TABLE = (
    dict.fromkeys(map(ord, _DROPPED))
    | dict.fromkeys(map(ord, _SPACES), " ")
    | dict.fromkeys(map(ord, "\r\x85\u2028\u2029"), "\n")
    | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
)
_ODD = re.compile("[" + re.escape(_DROPPED + _SPACES) + "\r\x85\u2028\u2029\ud800-\udfff]")

WIDEST_GAP = 100
"""Blanks and line ends in a row that a prose has at most: more say nothing, and patterns look at each from each."""
_GAP = re.compile(r"\s+")
_WIDE = re.compile(rf"\s{{{WIDEST_GAP},}}")

Chunk = tuple[int, int, str]
"""`text[start:end]` became the string: equal lengths map character by character, others as a whole."""


def clean(text: str) -> list[Chunk]:
    r"""Repair wrong decoding, turn every space into a plain one, drop what cannot be seen.

    >>> clean("a\xa0b")
    [(0, 3, 'a b')]
    >>> clean("by SchrÃ¶dinger")
    [(0, 7, 'by Schr'), (7, 9, 'ö'), (9, 15, 'dinger')]
    """
    if _PLAIN.match(text):
        return [(0, len(text), text)] if text else []
    chunks: list[Chunk] = []
    for start, end, repaired in _repaired(text):
        if end - start == len(repaired):
            _append(chunks, start, repaired)
        elif cleaned := repaired.translate(_TABLE):
            chunks.append((start, end, cleaned))
    return _joined(chunks)


def without_wide_gaps(chunk: Chunk, gap: int) -> Iterator[Chunk]:
    """Drop what each gap of a chunk has beyond the widest; `gap` characters of the first stand before the chunk.

    >>> [(start, end, len(text)) for start, end, text in without_wide_gaps((0, 502, "a" + " " * 500 + "b"), 0)]
    [(0, 101, 101), (501, 502, 1)]
    """
    start, end, text = chunk
    if gap == 0 and _WIDE.search(text) is None:
        yield chunk
        return
    even = end - start == len(text)
    kept: list[tuple[int, int]] = []
    place = 0
    for match in _GAP.finditer(text):
        first, last = match.span()
        widest = WIDEST_GAP - (gap if first == 0 else 0)
        if last - first > widest:
            kept.append((place, first + widest))
            place = last
    for first, last in (*kept, (place, len(text))):
        if first < last:
            yield (start + first, start + last, text[first:last]) if even else (start, end, text[first:last])


def _append(chunks: list[Chunk], start: int, text: str) -> None:
    last = 0
    for match in _ODD.finditer(text):
        place = match.start()
        if last < place:
            chunks.append((start + last, start + place, text[last:place]))
        if instead := match.group().translate(_TABLE):
            chunks.append((start + place, start + place + 1, instead))
        last = place + 1
    if last < len(text):
        chunks.append((start + last, start + len(text), text[last:]))


def _joined(chunks: list[Chunk]) -> list[Chunk]:
    joined: list[tuple[int, int, list[str]]] = []
    for start, end, text in chunks:
        even = end - start == len(text)
        if even and joined and joined[-1][1] == start and joined[-1][2][0]:
            first, _, parts = joined[-1]
            parts.append(text)
            joined[-1] = (first, end, parts)
        else:
            joined.append((start, end, ["x" if even else "", text]))
    return [(start, end, "".join(parts[1:])) for start, end, parts in joined]


def _repaired(text: str) -> Iterator[Chunk]:
    last = 0
    for match in _RUN.finditer(text):
        run = match.group()
        if run.isascii() or _SOUND.match(run):
            continue
        repaired = _repair(run)
        if repaired == run:
            continue
        if last < match.start():
            yield last, match.start(), text[last : match.start()]
        yield from _narrowed(run, repaired, match.start())
        last = match.end()
    if last < len(text):
        yield last, len(text), text[last:]


@lru_cache(maxsize=4096)
def _repair(run: str) -> str:
    return repair(run)


def _narrowed(run: str, repaired: str, start: int) -> Iterator[Chunk]:
    """Map as finely as can be: between equal runs of ASCII, else between the equal beginning and end."""
    if _FOREIGN.split(run) == _FOREIGN.split(repaired):
        place = 0
        for old, new in zip(_FOREIGN.finditer(run), _FOREIGN.finditer(repaired), strict=True):
            if place < old.start():
                yield start + place, start + old.start(), run[place : old.start()]
            yield from _between(old.group(), new.group(), start + old.start())
            place = old.end()
        if place < len(run):
            yield start + place, start + len(run), run[place:]
    else:
        yield from _between(run, repaired, start)


def _between(old: str, new: str, start: int) -> Iterator[Chunk]:
    if len(old) == len(new):
        yield start, start + len(old), new
        return
    shorter = min(len(old), len(new))
    head = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    tail = next((i for i in range(shorter - head) if old[-1 - i] != new[-1 - i]), shorter - head)
    if head:
        yield start, start + head, old[:head]
    yield start + head, start + len(old) - tail, new[head : len(new) - tail]
    if tail:
        yield start + len(old) - tail, start + len(old), old[len(old) - tail :]
