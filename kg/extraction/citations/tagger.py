"""Label the tokens of a reference or a record: the features of each token, weighed by the learned network.

The weights are learned by `data/training/citations/train.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kg.extraction.citations.features import describe
from kg.extraction.citations.tokens import Token
from kg.extraction.labelling.chain import Scores
from kg.extraction.labelling.network import Group, Network

Layout = Sequence[Sequence[Group]]
"""Groups of features that each token shares with its neighbours: what the layout says of its line."""


class Tagger(Network):
    """The learned weights, and what they say of a sequence of tokens."""

    def weigh(self, tokens: Sequence[Token], marks: Sequence[tuple[int, int, str]], layout: Layout = ()) -> Scores:
        """Score the labels of each token."""
        return self.scores(features(tokens, marks, layout))


def features(
    tokens: Sequence[Token], marks: Sequence[tuple[int, int, str]] = (), layout: Layout = ()
) -> list[list[Group]]:
    """Describe each token: by groups of features that many tokens share."""
    found = describe(tokens, marks)
    return [[*own, *shared] for own, shared in zip(found, layout, strict=True)] if layout else [[*own] for own in found]


@cache
def tagger() -> Tagger:
    """Load the model of the package, once."""
    return Tagger.load("fields.npz")
