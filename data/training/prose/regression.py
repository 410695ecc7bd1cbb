"""Logistic regressions with calibrated probabilities, and what they would say of notes they were not made from."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

PENALTY = 1.0
"""Of the squares of the weights."""
LEAST = 0.02
"""Size from which on a weight is written."""
KEPT = 5.0
"""Of the squares of what weights change by that are fitted to more examples."""
STEPS = (0.3, 0.5, 0.6, 0.7, 0.9)


class Example(NamedTuple):
    """Something in a note: its group, its terms, and whether it is right."""

    note: str
    group: str
    terms: Mapping[str, float]
    right: float
    """1 or 0; between them where readers could disagree."""


def train(examples: Sequence[Example], written: Path) -> None:
    """Print what comes out for each note with the weights of the others, and write the weights of all."""
    columns = {term: at for at, term in enumerate(sorted({term for one in examples for term in one.terms}))}
    penalty = np.full(len(columns), PENALTY)
    penalty[columns["bias"]] = 0.01
    _train(examples, written, columns, (np.zeros(len(columns)), penalty))


def adapt(examples: Sequence[Example], written: Path) -> None:
    """Do the same with weights that stay near those that are written already."""
    with written.open(encoding="utf-8", newline="") as stream:
        known = {row["sign"]: float(row["weight"]) for row in csv.DictReader(stream)}
    terms = sorted(known.keys() | {term for one in examples for term in one.terms})
    near = np.array([known.get(term, 0.0) for term in terms])
    _train(examples, written, {term: at for at, term in enumerate(terms)}, (near, np.full(len(terms), KEPT)))


def _train(examples: Sequence[Example], written: Path, columns: Mapping[str, int], prior: tuple[Any, Any]) -> None:
    held: list[tuple[Example, float]] = []
    for note in sorted({one.note for one in examples}):
        weights = _fit([one for one in examples if one.note != note], columns, prior)
        some = [one for one in examples if one.note == note]
        held += zip(some, 1 / (1 + np.exp(-(_matrix(some, columns) @ weights))), strict=True)
    _print(held)
    weights = _fit(examples, columns, prior)
    with written.open("w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream, lineterminator="\n")
        rows.writerow(("sign", "weight"))
        rows.writerows((term, f"{weights[at]:.3f}") for term, at in columns.items() if abs(weights[at]) >= LEAST)


def _matrix(examples: Sequence[Example], columns: Mapping[str, int]) -> Any:
    matrix = np.zeros((len(examples), len(columns)))
    for at, one in enumerate(examples):
        for term, value in one.terms.items():
            matrix[at, columns[term]] = value
    return matrix


def _fit(examples: Sequence[Example], columns: Mapping[str, int], prior: tuple[Any, Any]) -> Any:
    matrix, right = _matrix(examples, columns), np.array([one.right for one in examples], float)
    near, penalty = prior

    def loss(weights: Any) -> tuple[float, Any]:
        total, off = matrix @ weights, weights - near
        error = (np.logaddexp(0, total) - right * total).sum() + (penalty * off**2).sum() / 2
        return float(error), matrix.T @ (1 / (1 + np.exp(-total)) - right) + penalty * off

    return minimize(loss, near.copy(), jac=True, method="L-BFGS-B", options={"maxiter": 1000}).x


def _probabilities(examples: Sequence[Example], columns: Mapping[str, int], weights: Any) -> Any:
    return 1 / (1 + np.exp(-(_matrix(examples, columns) @ weights)))


def _print(held: Sequence[tuple[Example, float]]) -> None:
    """Print precision and recall from some probabilities on, and the calibration error, for each kind."""
    for group in sorted({one.group for one, _ in held}):
        some = [(one.right, share) for one, share in held if one.group == group]
        right = sum(one for one, _ in some)
        cells = []
        for step in STEPS:
            taken = [one for one, share in some if share >= step]
            cells.append(f"{step}: {sum(taken) / max(len(taken), 1):.2f}/{sum(taken) / max(right, 1):.2f}")
        print(f"{group:14} {len(some):5} {right:5}  {'  '.join(cells)}  error {error(some):.3f}")


def error(some: Sequence[tuple[bool, float]], bins: int = 10) -> float:
    """Return the expected calibration error."""
    total = 0.0
    for at in range(bins):
        inside = [(one, share) for one, share in some if min(int(share * bins), bins - 1) == at]
        if inside:
            total += abs(sum(one for one, _ in inside) - sum(share for _, share in inside))
    return total / len(some)
