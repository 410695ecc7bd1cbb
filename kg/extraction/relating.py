"""What a sentence states of two names in it, read by a linear classifier from the words between and around them.

It was trained on the statements of `data/training/prose` (`train_relations.py`); its weights lie in `relations.npz`.
The first name may be left out: then the statement is about what the text around the sentence is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WEIGHTS = "relations.npz"
BUCKETS = 1 << 16
"""Features are told apart by a hash of this many values."""
NONE = "none"
RELATIONS = (
    *(NONE, "uses", "extends", "based_on", "outperforms", "compares_with", "applied_to", "evaluated_on"),
    *("developed_by", "part_of"),
)
"""What there can be between two names, in the order of the weights."""
CUED = 0.3
"""What the words right before a name add to the probability of the relation that they state."""
LEAST = 0.3
THINGS = ("method", "dataset")
"""Kinds that statements are about."""

_TOKEN = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*|\d+|[^\w\s]")
_ENDINGS = ("ations", "ation", "ing", "ies", "ied", "ed", "es", "s", "e")
_MOST_BETWEEN = 14
_EDGE = 7
_LOOK_BACK, _LOOK_AHEAD = 60, 50
_FAR_NAMES = 12
"""A sentence with more names is a list; only the first ones are paired."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a sentence: `text[start:end]`, and its kind as the corpus calls it."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Stated:
    """A relation between two names of a sentence; without a first name, of what the text is about."""

    subject: Name | None
    relation: str
    object: Name
    probability: float


def read(text: str, names: Sequence[Name], cued: Mapping[Name, str], *, about: bool) -> Iterator[Stated]:
    """Give the most likely relation of each ordered pair of names, where one is at all likely.

    Args:
        text: a sentence.
        names: in order.
        cued: the relation that the words before a name state, as a second opinion where the first name leads.
        about: whether the text around is about something that the sentence need not name.
    """
    pairs = list(paired(names, about=about))
    if not pairs:
        return
    import numpy as np

    weights, bias = _weights()
    for subject, object_ in pairs:
        rows = sorted({bucket(f) for f in features(text, names, subject, object_)})
        scores = weights[rows].sum(axis=0, dtype=np.float64) + bias
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        cue = cued.get(object_, "")
        leads = subject is None or (subject == names[0] and subject.end <= object_.start)
        if cue and leads:
            shares[RELATIONS.index(cue)] += CUED
        best = int(shares[1:].argmax()) + 1
        if shares[best] >= LEAST:
            yield Stated(subject, RELATIONS[best], object_, float(shares[best]))


def paired(names: Sequence[Name], *, about: bool) -> Iterator[tuple[Name | None, Name]]:
    """Give the pairs of which a relation could be stated."""
    some = names[:_FAR_NAMES]
    for one in some:
        if one.kind in THINGS:
            yield from ((one, other) for other in some if other is not one)
    if about:
        yield from ((None, other) for other in some)


def bucket(feature: str) -> int:
    """Give the row of the weights that belongs to a feature."""
    return crc32(feature.encode()) % BUCKETS


def features(text: str, names: Sequence[Name], subject: Name | None, object_: Name) -> list[str]:
    """Describe a pair of names: kinds, order, distance, the words between and around, how the sentence begins."""
    ahead = subject is None or subject.end <= object_.start
    order = ">" if ahead else "<"
    first, last = (subject, object_) if ahead else (object_, subject)
    start = first.end if first is not None else 0
    between = _pieces(text, start, last.start if last is not None else start, names)
    before = _pieces(text, max(0, first.start - _LOOK_BACK), first.start, names)[-3:] if first is not None else ["<s>"]
    end = max(subject.end if subject is not None else 0, object_.end)
    after = _pieces(text, end, min(len(text), end + _LOOK_AHEAD), names)[:3]
    kinds = f"{subject.kind if subject is not None else 'paper'}{order}{object_.kind}"
    others = min(sum(piece[0] == "<" for piece in between), 4)
    count = len(between)
    found = [f"kinds {kinds}", f"others {others}{order}", f"kinds {kinds} others {min(others, 3)}"]
    found.append(f"far {count if count < 4 else 4 if count < 7 else 5 if count < 12 else 6}{order}")
    inner = between if count <= _MOST_BETWEEN else [*between[:_EDGE], "..", *between[-_EDGE:]]
    for piece in dict.fromkeys(inner):
        found += (f"has {order}{piece}", f"has {kinds}{piece}")
    found += (f"pair {order}{one} {two}" for one, two in pairwise(inner))
    found.append(f"all {order}{' '.join(between)}" if count <= 4 else f"long {order}")
    if inner:
        found += (f"first {order}{inner[0]}", f"last {order}{inner[-1]}")
    if len(inner) > 1:
        found += (f"opens {order}{inner[0]} {inner[1]}", f"closes {order}{inner[-2]} {inner[-1]}")
    found += (f"before {len(before) - at} {order}{piece}" for at, piece in enumerate(before))
    found += (f"after {at} {order}{piece}" for at, piece in enumerate(after))
    found.append(f"signs {order}{''.join(p for p in between if len(p) == 1 and not p.isalnum())[:6]}")
    things = [name for name in names if name.kind in THINGS]
    if subject is not None:
        found += (f"leads {bool(things) and things[0] == subject}", f"early {subject.start < 25}{order}")
    else:
        found.append(f"other leads {bool(things) and things[0] != object_ and things[0].start < 15}")
    head = _pieces(text, 0, min(len(text), 40), names)[:1]
    found.append(f"begins {head[0] if head else ''} {subject.kind if subject is not None else 'paper'}")
    if text.rstrip().endswith("?"):
        found.append("question")
    return found


def _pieces(text: str, start: int, end: int, names: Sequence[Name]) -> list[str]:
    """Give the words of a range, cut to their stems, with names as their kinds."""
    found: list[str] = []
    place = start
    for name in names:
        if place <= name.start and name.end <= end:
            found += (stem(token) for token in _TOKEN.findall(text[place : name.start]))
            found.append(f"<{name.kind}>")
            place = name.end
    return found + [stem(token) for token in _TOKEN.findall(text[place:end])]


@cache
def stem(word: str) -> str:
    """Cut the ending of an English word.

    >>> stem("Uses"), stem("using"), stem("outperformed")
    ('us', 'us', 'outperform')
    """
    word = word.casefold()
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= (2 if ending in ("es", "ing", "ed", "e") else 3):
            return word[: -len(ending)]
    return word


@cache
def _weights() -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    import numpy as np

    with files("kg.extraction").joinpath(WEIGHTS).open("rb") as stream, np.load(stream) as stored:
        weights = np.zeros((BUCKETS, len(RELATIONS)), dtype=np.float32)
        weights[stored["rows"]] = stored["weights"].astype(np.float32)
        return weights, stored["bias"].astype(np.float64)
