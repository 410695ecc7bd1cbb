"""Put title, names, year and venue of a paper together from labelled tokens, in any style and language.

A learned labeller (see `data/training/citations`) says what each token is.
"""

from __future__ import annotations

from kg.extraction.citations.likeness import looks_like
from kg.extraction.citations.reading import Citation, Part

__all__ = ["Citation", "Part", "looks_like"]
