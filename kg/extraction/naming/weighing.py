"""How probable each name of a note is, by its signs: a logistic regression over `signs`.

The weights in `weights.csv` are made by `data/training/prose/train_signs.py` from annotated notes; the probability is
calibrated on notes that it was not made from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kg.extraction import network
from kg.extraction.entries import Page
from kg.extraction.naming import signs
from kg.extraction.naming.named import ENOUGH_ALONE, ENOUGH_ELSEWHERE, KNOWN_FIELD, POSSIBLE, Named
from kg.extraction.nlp import Found
from kg.model import Kind

FILE = "weights.csv"
_BY_KIND = ("probability", "note.agreement", "shape.capitals", "shape.small")
"""Signs that say more of one kind of things than of another."""


def weighed(
    page: Page, finds: Mapping[int, Sequence[Found]], chosen: Iterable[Named]
) -> tuple[list[Named], list[Named]]:
    """Return the names that are believed, and those that are possible.

    What only the trained component found has the probability that it is of its kind, and is believed if that is high.
    In a note about something that the word lists do not know it must be higher, unless the note tells what the name
    stands for; what stands for matter is neither.

    Args:
        page: the note.
        finds: what the rules found, by block.
        chosen: the names, each of one kind in the note.
    """
    believed: list[Named] = []
    possible: list[Named] = []
    for named, seen in signs.of(page, finds, chosen):
        if seen:
            told = seen["note.known"] >= KNOWN_FIELD or "place.defined" in seen
            probability = network.probability(terms(named[0].kind, seen), __package__, FILE)
            weighed_names = [replace(one, confidence=probability) for one in named]
            if "place.matter" in seen:
                continue
            if probability >= (ENOUGH_ALONE if told else ENOUGH_ELSEWHERE):
                believed += weighed_names
            elif probability >= POSSIBLE:
                possible += weighed_names
        else:
            believed += named
    return believed, possible


def terms(kind: Kind, seen: Mapping[str, float]) -> dict[str, float]:
    """Return what the weights are of: the signs of a name, its kind, and some signs for its kind alone.

    >>> sorted(terms(Kind.TASK, {"probability": 1.0, "place.head": 1.0, "repeated": 0.0}))
    ['bias', 'kind.task', 'place.head', 'probability', 'probability/task']
    """
    found = {"bias": 1.0, f"kind.{kind.value}": 1.0}
    for sign, value in seen.items():
        if value:
            found[sign] = value
            if sign in _BY_KIND and kind is not Kind.METHOD:
                found[f"{sign}/{kind.value}"] = value
    return found
