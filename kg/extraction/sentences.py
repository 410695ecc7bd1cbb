"""Where sentences end that the tokenizer glues together: `... on GSM8K. For translation ...`."""

from __future__ import annotations

import re
from collections.abc import Iterator

_STOP = re.compile(r"(?<=[\w)\]\"”’%])[.!?][\"”’)]?\s+(?=[A-Z\"“*(])")
_ABBREVIATED = re.compile(
    r"(?:\b(?:al|e\.g|i\.e|vs|cf|dr|prof|mr|mrs|ms|fig|figs|eq|eqs|sec|no|nos|vol|ed|eds|st|jr|sr|inc|ltd|corp|univ|dept|approx|"
    r"ca|resp|etc|dec|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|tue|wed|thu|fri|sat|sun|mon)|\b[A-Z])$",
    re.IGNORECASE,
)


def split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Divide a range at the ends of sentences inside it; an abbreviation ends none.

    >>> text = "It is tested on GSM8K. Chase et al. (2025) agree, and so does J. Doe."
    >>> [text[a:b] for a, b in split(text, 0, len(text))]
    ['It is tested on GSM8K. ', 'Chase et al. (2025) agree, and so does J. Doe.']
    """
    first = start
    for stop in _STOP.finditer(text, start, end):
        if not _ABBREVIATED.search(text[max(first, stop.start() - 8) : stop.start()]):
            yield first, stop.end()
            first = stop.end()
    if first < end:
        yield first, end
