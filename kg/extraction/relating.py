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
from typing import TYPE_CHECKING, NamedTuple
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


class Name(NamedTuple):
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
    constructed: bool = False
    """Whether a construction with one meaning says so, and not the reader."""


@dataclass(frozen=True, slots=True)
class Lead:
    """The words that lead to a name, what they are said of by the grammar, and whether that stands right before."""

    cue: cues.Cue
    said_of: cues.Place | None
    near: bool


def read(text: str, names: Sequence[Name], *, about: bool) -> Iterator[Stated]:
    """Yield the most likely relation of each ordered pair of names, where one is at all likely.

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
    sentence = Pairs(text, names)
    for subject, object_ in pairs:
        rows = sorted({bucket(f) for f in sentence.features(subject, object_)})
        scores = weights[rows].sum(axis=0, dtype=np.float64) + bias
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        cue, place = sentence.governed(subject, object_)
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
    """Yield the pairs of which a relation could be stated."""
    some = names[:_FAR_NAMES]
    for one in some:
        if one.kind in THINGS:
            yield from ((one, other) for other in some if other is not one)
    if about:
        yield from ((None, other) for other in some)


def bucket(feature: str) -> int:
    """Return the row of the weights that belongs to a feature."""
    return crc32(feature.encode()) % BUCKETS


class Pairs:
    """The pairs of names of a sentence; what several of them need of it is read once."""

    def __init__(self, text: str, names: Sequence[Name]) -> None:
        self._text, self._names = text, names
        self._places = [(name.start, name.end) for name in names]
        self._things = [name for name in names if name.kind in THINGS]
        self._leads: dict[Name, Lead | None] = {}
        self._read: dict[tuple[int, int], list[str]] = {}
        self._stems: dict[tuple[int, int], list[str]] = {}

    def features(self, subject: Name | None, object_: Name) -> list[str]:
        """Describe a pair of names: kinds, order, distance, the words between and around, how the sentence begins."""
        text, things = self._text, self._things
        ahead = subject is None or subject.end <= object_.start
        order = ">" if ahead else "<"
        first, last = (subject, object_) if ahead else (object_, subject)
        start = first.end if first is not None else 0
        between = self._pieces(start, last.start if last is not None else start)
        before = self._pieces(max(0, first.start - _LOOK_BACK), first.start)[-3:] if first is not None else ["<s>"]
        end = max(subject.end if subject is not None else 0, object_.end)
        after = self._pieces(end, min(len(text), end + _LOOK_AHEAD))[:3]
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
        if subject is not None:
            found += (f"leads {bool(things) and things[0] == subject}", f"early {subject.start < 25}{order}")
        else:
            found.append(f"other leads {bool(things) and things[0] != object_ and things[0].start < 15}")
        head = self._pieces(0, min(len(text), 40))[:1]
        found.append(f"begins {head[0] if head else ''} {subject.kind if subject is not None else 'paper'}")
        if text.rstrip().endswith("?"):
            found.append("question")
        return found + self._governed(subject, object_)

    def governed(self, subject: Name | None, object_: Name) -> tuple[cues.Cue | None, str]:
        """Return the words that lead to a name, and how the other name stands to them by the grammar."""
        if object_ not in self._leads:
            self._leads[object_] = self._lead(object_)
        lead = self._leads[object_]
        if lead is None:
            return None, ""
        cue, said_of = lead.cue, lead.said_of
        if subject is None:
            return cue, "open" if said_of is None else "taken"
        if said_of is None:
            return cue, "after" if subject.start > object_.start else "early"
        if said_of == (subject.start, subject.end):
            return cue, "near" if lead.near else "far"
        if subject.end <= said_of[0] and cues.are_joined(self._text, subject.end, said_of[0]):
            return cue, "joined"
        return cue, "after" if subject.start > object_.start else "other"

    def _lead(self, object_: Name) -> Lead | None:
        text, places = self._text, self._places
        cue = _fitting(cues.before(text, places, self._names.index(object_)), object_)
        if cue is None:
            return None
        things = [(name.start, name.end) for name in self._things if name != object_]
        said_of, near = cues.subject(text, things, cue.start, object_.end)
        if said_of is not None and near and cue.relation in (AIM, TESTED) and said_of[1] <= cue.start:
            # `BERT uses Adam for parsing`: what it is for is said of what uses it.
            led = cues.before(text, places, places.index(said_of))
            if led is not None and led.clear and led.relation not in (AIM, TESTED):
                said_of, near = cues.subject(text, things, led.start, said_of[1])
        if _IS.match(text, cue.start) and not (near and cue.close):
            return None
        return Lead(cue, said_of, near)

    def _governed(self, subject: Name | None, object_: Name) -> list[str]:
        """Describe by the grammar what the words before the second name state, and whether they say it of the first."""
        cue, place = self.governed(subject, object_)
        if cue is None:
            return ["cue none"]
        how, relation = f"{place} {'close' if cue.close else 'loose'}", cue.relation
        word = " ".join(self._words(cue.start, cue.end))
        return [
            *(f"cue {place}", f"cue {how}", f"cue {how} {relation}", f"cue {place} {relation} {object_.kind}"),
            *(f"cue {place} {word}", f"cue {place} {word} {object_.kind}", f"cue {how} {relation} {object_.kind}"),
        ]

    def _pieces(self, start: int, end: int) -> list[str]:
        """Return the words of a range, cut to their stems, with names as their kinds."""
        if (start, end) in self._read:
            return self._read[start, end]
        found: list[str] = []
        place = start
        for name in self._names:
            if place <= name.start and name.end <= end:
                found += self._words(place, name.start)
                found.append(f"<{name.kind}>")
                place = name.end
        self._read[start, end] = found = [*found, *self._words(place, end)]
        return found

    def _words(self, start: int, end: int) -> list[str]:
        """Return the stems of the words of a range, in which no name is told apart."""
        if (start, end) not in self._stems:
            self._stems[start, end] = [stem(token) for token in _TOKEN.findall(self._text[start:end])]
        return self._stems[start, end]


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
