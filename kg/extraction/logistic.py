"""Logistic regressions whose weights lie in tables beside the modules that use them: a row a term, and its weight."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


def probability(found: Mapping[str, float], package: str, file: str) -> float:
    """Return how probable something is by its terms.

    Args:
        found: the values of the terms; those that the table does not have count nothing.
        package: where the table lies.
        file: its name, a CSV file with the columns `sign` and `weight`.
    """
    weights = _weights(package, file)
    total = sum(weights.get(term, 0.0) * value for term, value in found.items())
    return round(1 / (1 + math.exp(-total)), 4)


def logit(share: float) -> float:
    """Return the logarithm of the odds of a probability, a quarter of it, so that it is about 1 for what is likely.

    >>> round(logit(0.5), 2), round(logit(0.99), 2)
    (0.0, 1.15)
    """
    held = min(max(share, 0.05), 0.999)
    return math.log(held / (1 - held)) / 4


@cache
def _weights(package: str, file: str) -> dict[str, float]:
    text = files(package).joinpath(file).read_text(encoding="utf-8")
    return {row["sign"]: float(row["weight"]) for row in csv.DictReader(text.splitlines())}
