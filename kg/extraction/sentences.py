"""Where sentences end that the tokenizer glues together or tears apart: `... on GSM8K. For translation ...`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_STOP = re.compile(r"(?<=[\w)\]\"”’%])[.!?][\"”’)]?\s+(?=[A-Z\"“*(])")
_GOES_ON = re.compile(r"\s*(?:[,;)\]]|\((?:https?:|arxiv))", re.IGNORECASE)
_BROKEN = re.compile(r"[,;(\[]\s*$")
"""How no sentence ends, and how the one behind it does not begin."""
_ABBREVIATED = re.compile(
    r"(?:\b(?:al|e\.g|i\.e|vs|cf|dr|prof|mr|mrs|ms|fig|figs|eq|eqs|sec|no|nos|vol|ed|eds|st|jr|sr|inc|ltd|corp|univ|dept|approx|"
    r"ca|resp|etc|dec|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|tue|wed|thu|fri|sat|sun|mon)|\b[A-Z])$",
    re.IGNORECASE,
)


def whole(text: str, bounds: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Put together what was divided at an abbreviation, or before a sign that begins no sentence.

    >>> text = "X (Doe et al., 2021) wins. So be it."
    >>> [text[a:b] for a, b in whole(text, [(0, 14), (14, 27), (27, 36)])]
    ['X (Doe et al., 2021) wins. ', 'So be it.']
    """
    first = last = -1
    for start, end in bounds:
        if first >= 0 and not (_GOES_ON.match(text, start) or _breaks_off(text[max(first, last - 12) : last])):
            yield first, last
            first = -1
        first, last = (start if first < 0 else first), end
    if first >= 0:
        yield first, last


def _breaks_off(end: str) -> bool:
    """Return whether a sentence cannot end so: open, or with an abbreviation."""
    stripped = end.rstrip()
    return bool(_BROKEN.search(end)) or (stripped.endswith(".") and bool(_ABBREVIATED.search(stripped[:-1])))


def split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Divide a range at the ends of sentences inside it; an abbreviation ends none.

    >>> text = "It is tested on GSM8K. Chase et al. (2025) agree, and so does J. Doe."
    >>> [text[a:b] for a, b in split(text, 0, len(text))]
    ['It is tested on GSM8K. ', 'Chase et al. (2025) agree, and so does J. Doe.']
    """
    first = start
    for stop in _STOP.finditer(text, start, end):
        word = text[max(first, stop.start() - 8) : stop.start()]
        if not (_GOES_ON.match(text, stop.end()) or _ABBREVIATED.search(word)):
            yield first, stop.end()
            first = stop.end()
    if first < end:
        yield first, end
