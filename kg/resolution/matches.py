"""What was compared, and what came of it: the reasons of a resolution."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kg.model import Mention


class Verdict(StrEnum):
    """What is decided of two mentions."""

    SAME = "same"
    DIFFERENT = "different"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True, order=True)
class Match:
    """Why two mentions name one thing, or two, or why that is not decided."""

    one: Mention
    other: Mention
    verdict: Verdict
    reason: str
    """For people: `same identifier arxiv-1706.03762`."""
    score: float
    """How likely they are one thing by what was compared, up to 1."""
