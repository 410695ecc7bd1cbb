"""Banners: comments that divide a file of references into sections, which people draw with rules.

% ---- Graph learning ----          %%%%%%%%%%%%%%%%
                                    %% Graph learning
                                    %%%%%%%%%%%%%%%%
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_DRAWN = " \t\r%#*=~_+|/-"
_RULE = re.compile(r"([-=*#~_+%])\1{2}")
_COMMENT = re.compile(r"[ \t]*(?:%|#|//|\*|[-=]{3})")
_NO_NAME = re.compile(r"[@={}\\]|://|[.!?;]$|\d\d:\d\d")
_LONGEST = 80
_MOST_WORDS = 10


class Banner(NamedTuple):
    """The name of a section: where it stands, and whether rules above or below set it off (1) or not (2)."""

    start: int
    end: int
    level: int


def banners(text: str, start: int, end: int) -> Iterator[Banner]:
    r"""Yield the names of sections among the comments in a range of a text.

    >>> text = "%%%%%\n% Surveys\n%%%%%\n\n% --- Vision ---\n% exported in May\n"
    >>> [(text[one.start : one.end], one.level) for one in banners(text, 0, len(text))]
    [('Surveys', 1), ('Vision', 2)]
    """
    lines = list(_lines(text, start, end))
    for number, line in enumerate(lines):
        around = (*lines[max(number - 1, 0) : number], *lines[number + 1 : number + 2])
        set_off = any(other.drawn and not other.has_words for other in around)
        if line.has_words and (line.drawn or set_off) and _is_name(text[line.start : line.end]):
            yield Banner(line.start, line.end, 1 if set_off else 2)


class _Line(NamedTuple):
    """Where the words of a comment stand, and whether its line has a rule."""

    start: int
    end: int
    drawn: bool

    @property
    def has_words(self) -> bool:
        return self.start < self.end


def _lines(text: str, start: int, end: int) -> Iterator[_Line]:
    """Yield each line; of one that is no comment, nothing but its place."""
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        line = text[start:stop]
        if _COMMENT.match(line):
            words = line.strip(_DRAWN)
            first = start + line.index(words)
            yield _Line(first, first + len(words), _RULE.search(line) is not None)
        else:
            yield _Line(start, start, drawn=False)
        start = stop + 1


def _is_name(words: str) -> bool:
    few = len(words) <= _LONGEST and len(words.split()) <= _MOST_WORDS
    return few and any(map(str.isalpha, words)) and not _NO_NAME.search(words)
