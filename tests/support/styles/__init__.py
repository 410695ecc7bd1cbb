"""Notes in many styles, rendered from real papers, with the gold rows of what each note states.

A style is a function of papers and a seeded random source: the same seed gives the same notes. No style knows how kg
reads, and no rule of kg may be written for a style; they are here to find where general rules fail.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from . import (
    days,
    exports,
    headed,
    keys,
    lists,
    nested,
    odd,
    pages,
    paperless,
    records,
    reference_lists,
    tables,
    vaults,
)
from .papers import Paper, bibliography
from .sheet import Rendered

Style = Callable[[Sequence[Paper], Random], Rendered]

STYLES: dict[str, Style] = {
    **headed.STYLES,
    **lists.STYLES,
    **keys.STYLES,
    **reference_lists.STYLES,
    **tables.STYLES,
    **pages.STYLES,
    **records.STYLES,
    **days.STYLES,
    **exports.STYLES,
    **odd.STYLES,
    **paperless.STYLES,
    **nested.STYLES,
    **vaults.STYLES,
}


def render(name: str, seed: int = 0) -> Rendered:
    """Write the notes of a style; the random source depends on the name and the seed only."""
    return STYLES[name](bibliography(), Random(f"{name}/{seed}"))
