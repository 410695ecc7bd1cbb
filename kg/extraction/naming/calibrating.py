"""How often a name is right of which the rules are so sure: what a mention says as its confidence.

What the rules say is for choosing among names, and does not tell how often they are right. `confidences.csv` does, for
each kind of name and rule; `data/training/prose/train_confidences.py` makes it from annotated notes.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kg import resources, untrusted
from kg.extraction.naming.named import ENOUGH
from kg.model import Kind

FILE = Path(__file__).with_name("confidences.csv")
STEPS = (ENOUGH, 0.7)
"""What the rules say from which on names are counted together."""
ANY = "any"
"""In the place of a rule that has too few names in the annotated notes."""


def step(said: float) -> float:
    """Return the bound from which on names are counted with one of which the rules are so sure.

    >>> step(0.85), step(0.6), step(0.3)
    (0.7, 0.5, 0.5)
    """
    return max((bound for bound in STEPS if bound <= said), default=ENOUGH)


def calibrated(kind: Kind, rule: str, said: float) -> float:
    """Return how probable a name is; of a kind or a candidate that was not measured, what the rules say.

    Args:
        kind: its kind.
        rule: the rule that found it.
        said: how sure the rules are.
    """
    if said < ENOUGH:
        return said
    table, at = measured(), step(said)
    return table.get((kind, rule, at), table.get((kind, ANY, at), said))


@cache
def measured() -> dict[tuple[str, str, float], float]:
    """Read the table: kind, rule and bound -> share of the names that were right."""
    rows = resources.rows(FILE)
    return {(row["kind"], row["rule"], untrusted.number(row["from"])): untrusted.number(row["right"]) for row in rows}
