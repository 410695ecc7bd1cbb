"""Which words of a title braces hold, where a bibliography had it in BibTeX."""

from __future__ import annotations

import re

from kg.notes.latex import decode_latex

_WORD = re.compile(r"\S+")
_EDGES = ",.:;!?()[]\"'“”‘’"


def held_words(latex: str) -> frozenset[str]:
    r"""Return the words with a capital in braces, without accents and punctuation of LaTeX.

    >>> sorted(held_words(r"{BERT} and {S}iamese {\"o}fen of the {North Sea}: {a} note"))
    ['BERT', 'North', 'Sea', 'Siamese']
    """
    pieces: list[str] = []
    depths: list[int] = []
    depth, last = _unopened(latex), 0
    for piece, start, _ in decode_latex(latex, 0, len(latex)):
        depth += latex.count("{", last, start) - latex.count("}", last, start)
        last = start
        pieces.append(piece)
        depths += [depth] * len(piece)
    text = "".join(pieces)
    return frozenset(
        word.group().strip(_EDGES)
        for word in _WORD.finditer(text)
        if any(text[at].isupper() and depths[at] > 0 for at in range(*word.span()))
    )


def _unopened(latex: str) -> int:
    """Count the braces that close what was opened before: a quote begins at the first letter, behind them."""
    depth = least = 0
    for sign in latex:
        depth += (sign == "{") - (sign == "}")
        least = min(least, depth)
    return -least
