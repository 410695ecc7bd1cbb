"""Names that run on, no mark between them: `Roe, J. Poe, A. B. Moe, I. The title`."""

from __future__ import annotations

from collections.abc import Sequence

from kg.extraction.citations.people import PARTICLES, Name
from kg.extraction.citations.tokens import Token, shape

_FAMILY = frozenset(["Xx", "XxX", "Xx-Xx"])
_FEWEST = 3
"""Names that are a list."""


def run_on(tokens: Sequence[Token], labels: Sequence[str]) -> tuple[list[Name], int]:
    """Read names that run on, from the first labelled as one: a labeller has nothing there to part them by.

    Returns:
        The names, none when they do not run on, and the number of the token behind them.
    """
    at = next((i for i, label in enumerate(labels) if label[0] in "FG"), len(tokens))
    names: list[Name] = []
    while at < len(tokens):
        name, behind = _name(tokens, at)
        if name is None:
            break
        names.append(name)
        at = behind
    return (names, at) if len(names) >= _FEWEST else ([], 0)


def _name(tokens: Sequence[Token], at: int) -> tuple[Name | None, int]:
    """Read a family name, a comma, and initials with their points."""
    family = at
    while family < len(tokens) and tokens[family].text in PARTICLES:
        family += 1
    if family >= len(tokens) or shape(tokens[family].text) not in _FAMILY:
        return None, at
    if family + 1 >= len(tokens) or tokens[family + 1].text != ",":
        return None, at
    given: list[int] = []
    behind = family + 2
    while behind + 1 < len(tokens) and shape(tokens[behind].text) == "X" and tokens[behind + 1].text == ".":
        given += [behind, behind + 1]
        behind += 2
    return (Name(list(range(at, family + 1)), given), behind) if given else (None, at)
