"""What siblings say for each other's tokens: who writes a list writes all of it alike.

Each record is labelled alone first. Tokens that stand in one place of the layout, say in bold on the first line, or in
the brackets behind it, are of one part in most records; what they are there on average weighs on each.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate, chain, pairwise
from operator import itemgetter

import numpy as np

from kg.extraction.citations.tokens import Token, within
from kg.extraction.crf import Scores
from kg.extraction.records.record import Record

_WEIGHT = 0.4
LEAST = 3
"""Records that make a list; fewer show no habit."""
_FLOOR = 0.05
"""The least share that a label is given, so that one record can still be odd."""
_STOPS = frozenset(".?!|—–;:([")
Slot = tuple[object, ...]


def slots(record: Record, tokens: Sequence[Token]) -> list[Slot]:
    """Name the place in the layout of each token: line, type, brackets, and how many parts stand before it."""
    first = record.lines[0]
    labels = record.labelled()
    types = [frozenset[str]()] * len(tokens)
    for start, end, sort in record.marks:
        for i in within(tokens, start, end) if sort != "tag" else ():
            types[i] |= {sort}
    found: list[Slot] = []
    depth = part = 0
    last = -1
    for i, token in enumerate(tokens):
        number = record.line_at(token.start)
        if number != last:
            depth = part = 0
            last = number
        line = record.lines[number]
        if token.text in ")]":
            depth = max(0, depth - 1)
        behind = bisect_right(labels, token.start, key=itemgetter(0))
        label = labels[behind - 1][2] if behind and token.start < labels[behind - 1][1] else ""
        place = min(number, 3) if line.index == first.index else 4 + min(line.level - first.level, 2)
        found.append((line.kind, place, label, types[i], depth > 0, min(part, 3)))
        if token.text in "([":
            depth += 1
        if (token.text in _STOPS and not (token.text == "." and i and len(tokens[i - 1].text) == 1)) or (
            token.text == "-" and token.spaced and i + 1 < len(tokens) and tokens[i + 1].spaced
        ):
            part += 1
    return found


def agreement(slotted: Sequence[Sequence[Slot]], chances: Sequence[Scores]) -> list[Scores]:
    """Return what the siblings say for the labels of each token, to be added to its scores.

    Args:
        slotted: for each record the slots of its tokens.
        chances: for each record the probabilities of the labels of its tokens, read alone.
    """
    whole = np.concatenate(chances)
    owners = [number for number, record in enumerate(slotted) for _ in record]
    members: dict[Slot, list[int]] = defaultdict(list)
    for i, slot in enumerate(chain.from_iterable(slotted)):
        members[slot].append(i)
    found = np.zeros_like(whole)
    for places in members.values():
        if len({owners[i] for i in places}) >= LEAST:
            found[places] = _WEIGHT * np.log(np.maximum(whole[places].mean(axis=0), _FLOOR))
    bounds = pairwise(accumulate(map(len, slotted), initial=0))
    return [found[start:end] for start, end in bounds]
