"""What a sentence states of two names in it, read by a linear classifier from the words between and around them.

It was trained on the statements of `data/training/prose` (`train_relations.py`); its weights lie in `relations.npz`.
The first name may be left out: then the statement is about what the text around the sentence is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING
from zlib import crc32

from kg.extraction import cues

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
BESIDE, CUED, HINTED, AGAINST = 0.55, 0.42, 0.1, 0.5
"""What words before a name add to the probability of what they state of the other, where they state one thing only."""
AIM, TESTED, MADE = "applied_to", "evaluated_on", "developed_by"
SAID = ("near", "far", "joined", "open")
LEAST = 0.3
THINGS = ("method", "dataset")
"""Kinds that statements are about."""

_IS = re.compile(r"(?:is|was|are)\b", re.IGNORECASE)
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
    clear: bool = True
    """Whether words say so that can mean one thing only."""


def read(text: str, names: Sequence[Name], *, about: bool) -> Iterator[Stated]:
    """Give the most likely relation of each ordered pair of names, where one is at all likely.

    Args:
        text: a sentence.
        names: in order.
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
        cue, place = governed(text, names, subject, object_)
        if cue is not None and cue.clear and place not in SAID:
            shares *= 1 - AGAINST
        elif cue is not None and place in SAID:
            weight = (BESIDE if place == "near" and cue.close else CUED) if cue.clear else HINTED
            shares *= 1 - weight
            shares[RELATIONS.index(cue.relation)] += weight
        best = int(shares[1:].argmax()) + 1
        if shares[best] >= LEAST:
            clear = cue is not None and cue.clear and place in SAID
            yield Stated(subject, RELATIONS[best], object_, float(shares[best]), clear)


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
    return found + _governed(text, names, subject, object_)


def governed(text: str, names: Sequence[Name], subject: Name | None, object_: Name) -> tuple[cues.Cue | None, str]:
    """Give the words that lead to a name, and how the other name stands to them by the grammar."""
    places = [(name.start, name.end) for name in names]
    cue = _fitting(cues.before(text, places, names.index(object_)), object_)
    if cue is None:
        return None, ""
    things = [
        (n.start, n.end)
        for n in names
        if n.kind in THINGS and n != object_ and not cues.qualifies(text, n.start, n.end)
    ]
    said_of, near = cues.subject(text, things, cue.start, object_.end)
    if said_of is not None and near and cue.relation in (AIM, TESTED) and said_of[1] <= cue.start:
        # `BERT uses Adam for parsing`: what it is for is said of what uses it.
        led = cues.before(text, places, places.index(said_of))
        if led is not None and led.clear and led.relation not in (AIM, TESTED):
            said_of, near = cues.subject(text, things, led.start, said_of[1])
    if _IS.match(text, cue.start) and not (near and cue.close):
        return None, ""
    if subject is None:
        return cue, "open" if said_of is None else "taken"
    if said_of is None:
        return cue, "after" if subject.start > object_.start else "early"
    if said_of == (subject.start, subject.end):
        return cue, "near" if near else "far"
    if subject.end <= said_of[0] and cues.are_joined(text, subject.end, said_of[0]):
        return cue, "joined"
    return cue, "after" if subject.start > object_.start else "other"


def _fitting(cue: cues.Cue | None, object_: Name) -> cues.Cue | None:
    """Bring what words state in accord with the kind of the name that they lead to."""
    if cue is None:
        return None
    if object_.kind == "task":
        if cue.relation == TESTED:
            return replace(cue, relation=AIM)
        return None if cue.relation not in (AIM, "uses") else cue
    if object_.kind == "dataset" and cue.relation == AIM:
        return replace(cue, relation=TESTED)
    if object_.kind == "method" and cue.relation in (AIM, TESTED) and not cue.close:
        return replace(cue, clear=False)
    return cue if (cue.relation == MADE) == (object_.kind in ("person", "org")) else None


def _governed(text: str, names: Sequence[Name], subject: Name | None, object_: Name) -> list[str]:
    """Describe by the grammar what the words before the second name state, and whether they say it of the first."""
    cue, place = governed(text, names, subject, object_)
    if cue is None:
        return ["cue none"]
    how = f"{place} {'close' if cue.close else 'loose'}"
    word = " ".join(stem(token) for token in _TOKEN.findall(text[cue.start : cue.end]))
    found = [f"cue {place}", f"cue {how}", f"cue {how} {cue.relation}", f"cue {place} {cue.relation} {object_.kind}"]
    return [
        *found,
        f"cue {place} {word}",
        f"cue {place} {word} {object_.kind}",
        f"cue {how} {cue.relation} {object_.kind}",
    ]


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
