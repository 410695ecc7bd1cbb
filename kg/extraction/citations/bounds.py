"""Find where the title begins and ends: at a mark of punctuation, unless the labeller is sure that it does not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kg.extraction.citations.people import Name
from kg.extraction.citations.tagger import Beliefs
from kg.extraction.citations.tokens import Token, shape, within

Run = tuple[int, int]
"""First and last token of a part."""
Marks = Sequence[tuple[int, int, str]]
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
_FAR = 40
"""The same when the other references of a list show where."""
_APART = frozenset("YVRNKLI")
"""Labels of what is no part of a title, though it be set in the same type."""
_NO_HEAD = frozenset("YXNKLRI")
"""Labels of words that do not belong to the title behind a colon."""
_SURE = 3.0
"""How much the belief in one token counts at most, in nats."""
_NEVER = -9.0
"""A belief so low that the token was ruled out."""
_BROKEN = 5.0
"""What it costs to begin or end amid words."""
_UNEVEN = 1.5
_LIKELY = math.log(0.5)
_STRANGE = 9.0
"""What it costs to begin, or to end, otherwise than the other titles of the list."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands right before and right behind the titles of a list; nothing when each has its own."""

    before: frozenset[str] = frozenset()
    behind: frozenset[str] = frozenset()
    named: bool = False
    """Whether persons are named before the titles."""

    def opening(self, tokens: Sequence[Token], i: int) -> float:
        """Say what it costs to begin here when the other titles begin otherwise."""
        return _STRANGE if self.before and before(tokens, i) not in self.before else 0.0

    def closing(self, tokens: Sequence[Token], i: int, marks: Marks) -> float:
        """Say what it costs to end here when the other titles end otherwise; a question mark ends any."""
        if not self.behind or tokens[i].text in "?!":
            return 0.0
        return _STRANGE if behind(tokens, i, marks) not in self.behind else 0.0


def before(tokens: Sequence[Token], i: int) -> str:
    """Name what stands right before a token: a mark of punctuation and whether a year precedes it."""
    if i == 0:
        return "^"
    sign = tokens[i - 1].text
    if sign[0].isalnum():
        return "Y" if shape(sign) == "YEAR" else "w"
    at = i - 1
    while at > 0 and not tokens[at].text[0].isalnum():
        at -= 1
    return sign + "Y" * (shape(tokens[at].text) == "YEAR")


def behind(tokens: Sequence[Token], i: int, marks: Marks) -> str:
    """Name what stands right behind a token: a mark of punctuation and whether bold or italics begin behind that."""
    while i > 0 and tokens[i].text in ".,;:":
        i -= 1
    if i + 1 == len(tokens):
        return "$"
    sign = tokens[i + 1].text
    at = i + 1
    while at + 1 < len(tokens) and not tokens[at].text[0].isalnum():
        at += 1
    marked = any(i < at and tokens[i].end <= start <= tokens[at].start for start, _, _ in marks)
    return ("w" if sign[0].isalnum() else sign) + "/" * marked


def longest(tokens: Sequence[Token], labels: Sequence[str], sign: str, gap: int) -> Run | None:
    """Find the longest run of a label within one block or cell, small holes in it filled."""
    runs: list[list[int]] = []
    for i, label in enumerate(labels):
        if label != sign:
            continue
        if runs and i - runs[-1][1] <= gap and not any(token.parted for token in tokens[runs[-1][1] + 1 : i + 1]):
            runs[-1][1] = i
        else:
            runs.append([i, i])
    if not runs:
        return None
    first, last = max(runs, key=lambda run: (run[1] - run[0], -run[0]))
    return first, last


@dataclass(frozen=True, slots=True)
class Clues:
    """What is known of a reference when its title is sought."""

    tokens: Sequence[Token]
    labels: Sequence[str]
    beliefs: Beliefs
    names: Sequence[Name]
    marks: Marks = ()
    frame: Frame = Frame()

    @property
    def taken(self) -> set[int]:
        """The tokens of the names."""
        return {i for name in self.names for i in name.all()}


def mend(clues: Clues) -> Run | None:
    """Give the first and last token of the title, moved to where a title can begin and end."""
    tokens, taken = clues.tokens, clues.taken
    run = longest(tokens, clues.labels, "T", 4)
    if run is None:
        return None
    run = _moved(clues, run)
    longer = _head(tokens, clues.labels, run, taken)
    if clues.frame.opening(tokens, longer[0]) <= clues.frame.opening(tokens, run[0]):
        run = longer
    for other in (*_quoted(tokens), *_marked(tokens, clues.marks)):
        inside = range(other[0], other[1] + 1)
        if _alike(run, other) and not any(i in taken or clues.labels[i] in _APART for i in inside):
            return other
    return run


def _moved(clues: Clues, run: Run) -> Run:
    tokens, beliefs, taken, frame = clues.tokens, clues.beliefs, clues.taken, clues.frame
    odds = [0.0]
    for i in range(len(tokens)):
        likely = beliefs.log(i, "T")
        unlikely = math.log(max(1e-4, 1.0 - math.exp(likely)))
        barred = i in taken or likely < _NEVER or shape(tokens[i].text) in ("URL", "DOI")
        odds.append(odds[-1] + (-2 * _SURE if barred else max(-_SURE, min(_SURE, likely - unlikely))))
    reach = _REACH if frame == Frame() else _FAR
    low, high = _piece(tokens, run)
    starts = {
        i: _opening(tokens, i) + frame.opening(tokens, i)
        for i in range(max(low, run[0] - reach), min(run[1] + 1, run[0] + reach))
        if tokens[i].text[0].isalnum() or i == run[0]
    }
    stops = {
        i: _closing(clues, i) + frame.closing(tokens, i, clues.marks)
        for i in range(max(min(starts), run[1] - reach), min(high, run[1] + reach + 1))
    }
    best, chosen = -1e9, run
    for first, opening in starts.items():
        for last, closing in stops.items():
            score = odds[last + 1] - odds[first] - opening - closing
            if last >= first and score > best + 1e-6:
                best, chosen = score, (first, last)
    return chosen


def _piece(tokens: Sequence[Token], run: Run) -> tuple[int, int]:
    """Give the tokens of the block or cell in which a run stands: the first, and that behind the last."""
    low, high = run[0], run[1] + 1
    while low > 0 and not tokens[low].parted:
        low -= 1
    while high < len(tokens) and not tokens[high].parted:
        high += 1
    return low, high


def _opening(tokens: Sequence[Token], i: int) -> float:
    """Say what it costs to begin at this token."""
    if i == 0:
        return 0.0
    if i > 1 and _in_number(tokens, i - 1):
        return 2 * _BROKEN
    before = tokens[i - 1].text
    if tokens[i].begins or (before in _BEFORE and (tokens[i].spaced or (before not in _DASHES and before != "."))):
        return 0.0
    return _UNEVEN if before[0].isdigit() else _BROKEN


def _closing(clues: Clues, i: int) -> float:
    """Say what it costs to end behind this token; little where the venue follows at once, as in some styles."""
    tokens, beliefs = clues.tokens, clues.beliefs
    text = tokens[i].text
    if text.casefold() in _JOINTS and text != "A":
        return 2 * _BROKEN
    if i + 1 == len(tokens) or text in '.?!”"»':
        return 0.0
    behind = tokens[i + 1]
    if _in_number(tokens, i) or _in_number(tokens, i + 1):
        return 2 * _BROKEN
    if behind.begins or _turns(clues, i):
        return 0.0
    if behind.text in _BEHIND and (behind.spaced or behind.text not in _DASHES):
        return 0.0
    if max(beliefs.log(i + 1, sign) for sign in "VYPC") > _LIKELY:
        return _UNEVEN / 2
    return _UNEVEN if text in _BEHIND else _BROKEN


def _in_number(tokens: Sequence[Token], i: int) -> bool:
    """Say whether a token is the comma of a number of some thousands: 100,000."""
    if tokens[i].text != "," or not 0 < i < len(tokens) - 1 or tokens[i].spaced or tokens[i + 1].spaced:
        return False
    head, tail = tokens[i - 1].text, tokens[i + 1].text
    return head.isdigit() and len(head) <= 3 and tail.isdigit() and len(tail) == 3


def _turns(clues: Clues, i: int) -> bool:
    """Say whether bold or italics begin right behind a token, as names of journals do."""
    start = clues.tokens[i + 1].start
    return any(first == start for first, _, kind in clues.marks if kind != "link")


def _head(tokens: Sequence[Token], labels: Sequence[str], run: Run, taken: set[int]) -> Run:
    """Take the words before a colon into the title when they are no names: "Adam: A method"."""
    first = run[0]
    if first < 2 or tokens[first - 1].text != ":" or first - 2 in taken or labels[first - 2] in _NO_HEAD:
        return run
    if shape(tokens[first - 2].text) in ("URL", "DOI"):
        return run
    at = first - 2
    low, _ = _piece(tokens, run)
    if at < low:
        return run
    while at >= low and at not in taken and labels[at] not in _NO_HEAD and first - at < 9 and not _parts(tokens, at):
        at -= 1
    begin = at + 1
    reached = at < low or at in taken or labels[at] in _NO_HEAD or _parts(tokens, at)
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
    for start, end, sort in marks:
        if sort == "known":
            continue
        inside = within(tokens, start, end)
        if len(inside) > 1:
            found.append((inside[0], inside[-1]))
    return found


def _alike(one: Run, other: Run) -> bool:
    """Say whether two runs are nearly the same."""
    common = min(one[1], other[1]) - max(one[0], other[0]) + 1
    return common > 0.6 * (max(one[1], other[1]) - min(one[0], other[0]) + 1)
