"""The tokens of a record, and what the layout says of each: its line, the label before it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from kg.extraction.citations.tokens import Token, tokenize
from kg.extraction.records.record import Features, Record

_NONE: Features = ("lab-",)


def tokens_of(record: Record) -> list[Token]:
    """Cut a record into tokens."""
    return tokenize(record.text)


def layout_of(record: Record, tokens: Sequence[Token]) -> list[tuple[Features, ...]]:
    """Give what the layout says of each token, in groups that neighbours share."""
    lines = record.layout()
    labels = record.labelled()
    starts = [start for start, _, _ in labels]
    some = (f"labels{min(len(labels) // 2, 4)}",)
    found: list[tuple[Features, ...]] = []
    for token in tokens:
        number = record.line_at(token.start)
        at = bisect_right(starts, token.start) - 1
        found.append((lines[number], some, _label(record, labels[at], token, number) if at >= 0 else _NONE))
    return found


def _label(record: Record, label: tuple[int, int, str], token: Token, number: int) -> Features:
    """Say what the label before a token means for it."""
    start, end, part = label
    if not start <= token.start < end:
        return _NONE
    if part == "label":
        return ("lab=", f"lab={record.lines[number].kind}")
    away = number - record.line_at(start)
    if away == 0:
        return (f"lab{part}", f"lab{part}{record.lines[number].kind}")
    wrapped = record.lines[number].index == record.lines[number - 1].index
    return (f"carry{part}{min(away, 2)}{wrapped:d}", f"carry{part}")
