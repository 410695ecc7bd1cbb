"""Find where the title begins and ends: at a mark of punctuation, unless the labeller is sure that it does not."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kg.extraction.citations.people import Name
from kg.extraction.citations.tagger import Beliefs
from kg.extraction.citations.tokens import Token

_BEFORE = frozenset(".,:;“”\"«„‘'’)]([{|/?!—–-」』*=>")
_BEHIND = frozenset(".,:;“”\"»’'()[]?!|/—–-@{}*」』<")
_JOINTS = frozenset(
    "a an and as at by for from in of on or the to under with und der die das von zur de la des du et y".split()
)
"""Words at which no title ends."""
_REACH = 14
"""Tokens by which an end may be moved."""
_BROKEN = 3.0
"""What it costs (in nats) to begin or end amid words."""
_UNEVEN = 1.5
_LIKELY = math.log(0.5)


def longest(labels: Sequence[str], sign: str, gap: int) -> tuple[int, int] | None:
    """Find the longest run of a label, small holes in it filled: its first and last token."""
    runs: list[list[int]] = []
    for i, label in enumerate(labels):
        if label != sign:
            continue
        if runs and i - runs[-1][1] <= gap:
            runs[-1][1] = i
        else:
            runs.append([i, i])
    if not runs:
        return None
    first, last = max(runs, key=lambda run: (run[1] - run[0], -run[0]))
    return first, last


def mend(
    text: str, tokens: Sequence[Token], labels: Sequence[str], beliefs: Beliefs, names: Sequence[Name]
) -> tuple[int, int] | None:
    """Give the first and last token of the title, moved to where a title can begin and end."""
    run = longest(labels, "T", 4)
    if run is None:
        return None
    taken = {i for name in names for i in name.all()}
    odds = [0.0]
    for i in range(len(tokens)):
        likely = beliefs.log(i, "T")
        odds.append(odds[-1] + (-9.0 if i in taken else max(-5.0, min(5.0, likely - _others(likely)))))
    starts = [
        i
        for i in range(max(0, run[0] - _REACH), min(run[1] + 1, run[0] + _REACH))
        if tokens[i].text[0].isalnum() or i == run[0]
    ]
    stops = list(range(max(run[0], run[1] - _REACH), min(len(tokens), run[1] + _REACH + 1)))
    opens = {i: _opening(tokens, i) for i in starts}
    ends = {i: _closing(tokens, i, beliefs) for i in stops}
    best, chosen = -1e9, run
    for first in starts:
        for last in stops:
            if last < first:
                continue
            score = odds[last + 1] - odds[first] - opens[first] - ends[last]
            if score > best + 1e-6:
                best, chosen = score, (first, last)
    return chosen


def _others(likely: float) -> float:
    """Give the logarithm of 1 - exp(likely), bounded."""
    return math.log(max(1e-4, 1.0 - math.exp(likely)))


def _opening(tokens: Sequence[Token], i: int) -> float:
    """Say what it costs to begin at this token."""
    if i == 0 or tokens[i - 1].text in _BEFORE:
        return 0.0
    before = tokens[i - 1].text
    return _UNEVEN if before[0].isdigit() else _BROKEN


def _closing(tokens: Sequence[Token], i: int, beliefs: Beliefs) -> float:
    """Say what it costs to end behind this token; little where the venue follows at once, as in some styles."""
    if tokens[i].text in _JOINTS:
        return 2 * _BROKEN
    if i + 1 == len(tokens) or tokens[i + 1].text in _BEHIND or tokens[i].text in '.?!”"»':
        return 0.0
    if max(beliefs.log(i + 1, sign) for sign in "VYPC") > _LIKELY:
        return _UNEVEN / 2
    return _UNEVEN if tokens[i].text in _BEHIND else _BROKEN
