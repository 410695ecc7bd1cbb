"""Label the tokens of a reference or a record: the features of each token, weighed by the learned network.

The weights are learned by `data/training/citations/train.py`.
"""

from __future__ import annotations

from functools import cache

from kg.extraction.labelling.network import Network


@cache
def tagger() -> Network:
    """Load the model of the package, once."""
    return Network.load("fields.npz")
