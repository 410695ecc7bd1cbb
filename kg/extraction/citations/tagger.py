"""Label the tokens of a reference or a record: the features of each token, weighed by the learned network.

The weights are learned by `data/training/citations/train.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kg.extraction.citations.features import describe
from kg.extraction.citations.tokens import Token
from kg.extraction.labelling.network import Network
from kg.extraction.labelling.vectors import Group

Layout = Sequence[Sequence[Group]]
"""Groups of features that each token shares with its neighbours: what the layout says of its line."""


def features(
    tokens: Sequence[Token], marks: Sequence[tuple[int, int, str]] = (), layout: Layout = ()
) -> list[list[Group]]:
    """Describe each token: by groups of features that many tokens share."""
    found = describe(tokens, marks)
    return [[*own, *shared] for own, shared in zip(found, layout, strict=True)] if layout else [[*own] for own in found]


@cache
def tagger() -> Network:
    """Load the model of the package, once."""
    return Network.load("fields.npz")
