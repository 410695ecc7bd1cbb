"""Read references as people write them: any style, any order of parts, any language of the terms.

A learned labeller (see `data/training/citations`) says what each token is; rules put names and titles together.
"""

from __future__ import annotations

from collections.abc import Sequence

from kg.extraction.citations.company import FEWEST, parse_list
from kg.extraction.citations.likeness import looks_like
from kg.extraction.citations.reading import Citation, Part, read
from kg.extraction.citations.splitting import split

__all__ = ["FEWEST", "Citation", "Part", "looks_like", "parse", "parse_list", "split"]


def parse(text: str, *, marks: Sequence[tuple[int, int, str]] = ()) -> Citation | None:
    """Read one reference; None when the text is none.

    Args:
        text: one reference, without the marks of Markdown; `split` gives the references of a longer text.
        marks: typographic runs of the text (start, end, "em" | "strong" | "link"), as far as known.

    >>> found = parse("Smith, J. and Li, W. (2019). Deep parsing of treebanks. Computational Linguistics, 3(4), 1–9.")
    >>> found.title.text, [author.text for author in found.authors], found.year.text
    ('Deep parsing of treebanks', ['J. Smith', 'W. Li'], '2019')
    """
    return read(text, marks) if looks_like(text) >= 0.05 else None
