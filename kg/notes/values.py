r"""What a value of a reference says: its text without the marks of HTML, MathML and TeX that programs leave in it.

Reference managers take titles and abstracts from the pages of publishers: `CO<sub>2</sub>`, `Plants &amp; Soil`,
`<mml:mi>Z</mml:mi>`, `$\less$i$\greater$`. Every reader of references cleans its values here, so that the same title
is the same text in all formats; each piece still leads back to its place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from kg import untrusted
from kg.notes.draft import Piece, cut, whole
from kg.notes.latex import decode_latex

_ENTITY = re.compile(r"&(?:[A-Za-z][A-Za-z\d]{1,30}|#\d{1,7}|#[xX][\da-fA-F]{1,6});")
_NAMES = (
    r"(?:(?:mml|jats|m):[a-z-]{1,30}|abbr|a|bold|big|br|b|center|cite|code|div|em|ext-link|font|h[1-6]|inf|inline-formula|italic|"
    r"i|li|math|mfrac|mi|mmultiscripts|mn|monospace|mover|mo|mprescripts|mrow|mspace|msqrt|mstyle|msubsup|msub|msup|mtext|"
    r"munderover|munder|named-content|ol|p|pre|roman|sc|scp|section|sec|semantics|smallcaps|small|span|strike|strong|"
    r"styled-content|sub|sup|tt|ul|underline|u|xref)"
)
_TAG = re.compile(
    r"<(?P<hidden>(?:mml:|m:)?annotation(?:-xml)?|(?:jats:)?tex-math)\b[^<>]{0,300}>[^<]{0,2000}</(?P=hidden)>"
    rf"|<(?P<ends>/?)(?P<name>{_NAMES})(?:\s[^<>]{{0,300}})?/?>",
    re.IGNORECASE,
)
_LINES = re.compile(r"(?:jats:)?(?:p|div|li|h[1-6]|title|sec|section)", re.IGNORECASE)
"""Tags at whose end a line ends."""
_TEX = re.compile(
    r"\$[^$\n]{1,200}\$|\{\\[^{}]{1,30}(?:\{[^{}]{0,10}\})?[^{}]{0,10}\}|\\[\"'`^~=.](?:\{\\?[A-Za-z]\}|[A-Za-z])|\\[uvHcdbrk]\{\\?[A-Za-z]\}"
    r"|\\text[a-z]{2,20}(?:\{\})?|\\[&%$#_]|(?<![\w^_$}\\])\{\{?[\w.'’-]{1,60}\}\}?"
)
"""What TeX alone writes so; in formats of other programs it is left over from a file of BibTeX."""


def unescaped(pieces: Sequence[Piece]) -> list[Piece]:
    """Read the entities of a value, and those that were written as entities again: `&amp;lt;`."""
    found = list(pieces)
    for _ in range(2):
        if any("&" in piece[0] for piece in found):
            found = _replaced(found, _ENTITY, lambda match: untrusted.unescape(match.group()))
    return found


def readable(pieces: Sequence[Piece]) -> list[Piece]:
    """Read the entities of a value and leave out its tags; a paragraph ends with a line break.

    >>> "".join(piece[0] for piece in readable([("Uptake of CO<sub>2</sub> in Plants &amp; Soil", 0, 45)]))
    'Uptake of CO2 in Plants & Soil'
    """
    found = unescaped(pieces)
    return _replaced(found, _TAG, _instead) if any("<" in piece[0] for piece in found) else found


_LINK = re.compile(r"\[[^\[\]\n]{0,400}\]\((?P<target>https?://(?:[^()\s]|\([^()\s]{0,100}\)){1,800})\)", re.IGNORECASE)


def without_link(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the address that a link of Markdown in a value leads to.

    >>> without_link([("[10.1/x](https://doi.org/10.1/x)", 0, 32)])
    [('https://doi.org/10.1/x', 0, 32)]
    """
    return _replaced(pieces, _LINK, lambda match: match["target"])


def without_tex(pieces: Sequence[Piece]) -> list[Piece]:
    r"""Read the accents, signs and braces that TeX left over in a value of another format.

    >>> "".join(piece[0] for piece in without_tex([(r"G{\"o}del \& the {DNA} of {a set}", 0, 33)]))
    'Gödel & the DNA of {a set}'
    """
    if not any("\\" in piece[0] or "{" in piece[0] or "$" in piece[0] for piece in pieces):
        return list(pieces)
    return _replaced(pieces, _TEX, _decoded)


def _decoded(match: re.Match[str]) -> str:
    return "".join(piece[0] for piece in decode_latex(match.group(), 0, len(match.group())))


def _instead(match: re.Match[str]) -> str:
    name = match["name"] or ""
    ends = name.casefold() == "br" or (match["ends"] and _LINES.fullmatch(name))
    return "\n" if ends else ""


def _replaced(
    pieces: Sequence[Piece], pattern: re.Pattern[str], instead: Callable[[re.Match[str]], str]
) -> list[Piece]:
    """Put something in the place of each match, which may go over several pieces."""
    text = "".join(piece[0] for piece in pieces)
    starts = [0, *accumulate(len(piece[0]) for piece in pieces)]
    found: list[Piece] = []
    last = 0
    for match in pattern.finditer(text):
        new = instead(match)
        found += _cut(pieces, starts, last, match.end() if new == match.group() else match.start())
        if new and new != match.group():
            places = list(_cut(pieces, starts, *match.span()))
            found.append(whole(new, places[0][1], places[-1][2]))
        last = match.end()
    return [*found, *_cut(pieces, starts, last, len(text))] if last else list(pieces)


def _cut(pieces: Sequence[Piece], starts: Sequence[int], first: int, last: int) -> Iterator[Piece]:
    """Yield the range of a text that pieces make up; of one that does not map by characters, the place is the whole."""
    for index in range(bisect_right(starts, first) - 1, len(pieces)):
        begin, stop = max(first - starts[index], 0), min(last - starts[index], len(pieces[index][0]))
        if begin >= stop:
            return
        yield cut(pieces[index], begin, stop)
