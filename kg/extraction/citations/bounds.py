"""Find where the title begins and ends: at a mark of punctuation, unless the labeller is sure that it does not."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kg.extraction.citations.people import Name
from kg.extraction.citations.tagger import Beliefs
from kg.extraction.citations.tokens import Token

Run = tuple[int, int]
"""First and last token of a part."""
_BEFORE = frozenset(".,:;“”\"«„‘'’」)][(({|/?!—–-*=>·•、")
_BEHIND = frozenset(".,:;“”\"»’'()[]?!|/—–-@{}*」<·•")
_DASHES = frozenset("/-–—")
"""These part only with a blank beside them."""
_JOINTS = frozenset(
    "a an and as at by for from in of on or the to under with und der die das von zur de la des du et y".split()
)
"""Words at which no title ends."""
_QUOTES = {"“": "”", "«": "»", "„": "“", '"': '"', "「": "」", "『": "』"}
_REACH = 14
"""Tokens by which an end may be moved."""
_SURE = 3.0
"""How much the belief in one token counts at most, in nats."""
_BROKEN = 5.0
"""What it costs to begin or end amid words."""
_UNEVEN = 1.5
_LIKELY = math.log(0.5)


def longest(labels: Sequence[str], sign: str, gap: int) -> Run | None:
    """Find the longest run of a label, small holes in it filled."""
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
    tokens: Sequence[Token],
    labels: Sequence[str],
    beliefs: Beliefs,
    names: Sequence[Name],
    marks: Sequence[tuple[int, int, str]],
) -> Run | None:
    """Give the first and last token of the title, moved to where a title can begin and end."""
    run = longest(labels, "T", 4)
    if run is None:
        return None
    taken = {i for name in names for i in name.all()}
    run = _head(tokens, labels, _moved(tokens, beliefs, taken, run), taken)
    for other in (*_quoted(tokens), *_marked(tokens, marks)):
        if _alike(run, other) and not any(i in taken for i in range(other[0], other[1] + 1)):
            return other
    return run


def _moved(tokens: Sequence[Token], beliefs: Beliefs, taken: set[int], run: Run) -> Run:
    odds = [0.0]
    for i in range(len(tokens)):
        likely = beliefs.log(i, "T")
        unlikely = math.log(max(1e-4, 1.0 - math.exp(likely)))
        odds.append(odds[-1] + (-2 * _SURE if i in taken else max(-_SURE, min(_SURE, likely - unlikely))))
    starts = {
        i: _opening(tokens, i)
        for i in range(max(0, run[0] - _REACH), min(run[1] + 1, run[0] + _REACH))
        if tokens[i].text[0].isalnum() or i == run[0]
    }
    stops = {
        i: _closing(tokens, i, beliefs)
        for i in range(max(run[0], run[1] - _REACH), min(len(tokens), run[1] + _REACH + 1))
    }
    best, chosen = -1e9, run
    for first, opening in starts.items():
        for last, closing in stops.items():
            score = odds[last + 1] - odds[first] - opening - closing
            if last >= first and score > best + 1e-6:
                best, chosen = score, (first, last)
    return chosen


def _opening(tokens: Sequence[Token], i: int) -> float:
    """Say what it costs to begin at this token."""
    if i == 0:
        return 0.0
    before = tokens[i - 1].text
    if tokens[i].begins or (before in _BEFORE and (tokens[i].spaced or (before not in _DASHES and before != "."))):
        return 0.0
    return _UNEVEN if before[0].isdigit() else _BROKEN


def _closing(tokens: Sequence[Token], i: int, beliefs: Beliefs) -> float:
    """Say what it costs to end behind this token; little where the venue follows at once, as in some styles."""
    text = tokens[i].text
    if text.casefold() in _JOINTS and text != "A":
        return 2 * _BROKEN
    if i + 1 == len(tokens) or text in '.?!”"»':
        return 0.0
    behind = tokens[i + 1]
    if behind.begins:
        return 0.0
    if behind.text in _BEHIND and (behind.spaced or behind.text not in _DASHES):
        return 0.0
    if max(beliefs.log(i + 1, sign) for sign in "VYPC") > _LIKELY:
        return _UNEVEN / 2
    return _UNEVEN if text in _BEHIND else _BROKEN


def _head(tokens: Sequence[Token], labels: Sequence[str], run: Run, taken: set[int]) -> Run:
    """Take the words before a colon into the title when they are no names: "Adam: A method"."""
    first = run[0]
    if first < 2 or tokens[first - 1].text != ":" or first - 2 in taken:
        return run
    at = first - 2
    while at >= 0 and at not in taken and labels[at] not in "YX" and first - at < 9 and not _parts(tokens, at):
        at -= 1
    begin = at + 1
    reached = at < 0 or at in taken or labels[at] in "YX" or _parts(tokens, at)
    return (begin, run[1]) if reached and begin < first - 1 and tokens[begin].text[0].isalnum() else run


def _parts(tokens: Sequence[Token], i: int) -> bool:
    text = tokens[i].text
    return text in ",;:)]“”\"«»„‘’'[(" or (text == "." and tokens[i + 1].spaced)


def _quoted(tokens: Sequence[Token]) -> list[Run]:
    """Find what stands in double quotation marks, unless the sentence goes on behind them."""
    found: list[Run] = []
    i = 0
    while i < len(tokens):
        closing = _QUOTES.get(tokens[i].text)
        if closing is None or i + 1 == len(tokens):
            i += 1
            continue
        depth, j = 1, i + 1
        while j < len(tokens) and depth:
            depth += (tokens[j].text == tokens[i].text and closing != tokens[i].text) - (tokens[j].text == closing)
            j += 1
        if depth:
            break
        behind = tokens[j].text if j < len(tokens) else "."
        if j - i > 3 and behind != ":" and not (behind[0].islower() and behind not in ("in", "by")):
            found.append((i + 1, j - 2))
        i = j
    return found


def _marked(tokens: Sequence[Token], marks: Sequence[tuple[int, int, str]]) -> list[Run]:
    """Find what is set in bold or italics or is the text of a link."""
    found: list[Run] = []
    for start, end, _ in marks:
        inside = [i for i, token in enumerate(tokens) if token.start >= start and token.end <= end]
        if len(inside) > 1:
            found.append((inside[0], inside[-1]))
    return found


def _alike(one: Run, other: Run) -> bool:
    """Say whether two runs are nearly the same."""
    common = min(one[1], other[1]) - max(one[0], other[0]) + 1
    return common > 0.6 * (max(one[1], other[1]) - min(one[0], other[0]) + 1)
