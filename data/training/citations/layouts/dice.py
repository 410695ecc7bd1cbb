"""Chance: one seeded source for a whole sheet."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice(random.Random):
    """A seeded source of choices."""

    def pick(self, choices: Sequence[T]) -> T:
        """Choose one of some values, each as likely as the others."""
        return self.choice(choices)

    def chance(self, probability: float) -> bool:
        """Say yes as often as asked."""
        return self.random() < probability

    def draw(self, weights: Mapping[T, float]) -> T:
        """Choose a key by its weight."""
        return self.choices(list(weights), list(weights.values()))[0]

    def some(self, choices: Sequence[T], least: int, most: int) -> list[T]:
        """Choose several different values, in any order."""
        return self.sample(list(choices), min(len(choices), self.randint(least, most)))
