r"""Unicode text as LaTeX that BibTeX takes: signs escaped, braces balanced, mathematics kept, capitals held.

Letters of all scripts stay as they are: LaTeX has read UTF-8 by itself since 2018. Also which words of a title braces
hold, where a bibliography had it in BibTeX.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

from kg.notes.latex import decode_latex

_SIGNS = {
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "@": r"{@}",
    "\u00a0": "~",
}  # fmt: skip
_SIGN = re.compile("|".join(map(re.escape, _SIGNS)))
_MATH = re.compile(r"\$(?=\S)((?:[^$\\\n]|\\[A-Za-z,;:! {}|])+?)(?<=\S)\$(?!\d)")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_SAFE = frozenset(
    """
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho
    varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi
    Psi Omega mathbb mathbf mathcal mathfrak mathit mathrm mathsf mathtt mathscr boldsymbol bm text textrm
    textit textbf operatorname frac sqrt sum prod int lim inf sup min max log ln exp sin cos tan arg det dim ker
    deg gcd Pr bar hat tilde vec dot ddot overline underline widehat widetilde left right langle rangle lfloor
    rfloor lceil rceil vert Vert mid cdot cdots ldots dots times div pm mp le leq ge geq ne neq ll gg approx sim
    simeq cong equiv propto subset subseteq supset supseteq in notin ni cup cap setminus emptyset varnothing
    forall exists neg land lor wedge vee oplus otimes circ ast star dagger to rightarrow leftarrow Rightarrow
    Leftarrow leftrightarrow mapsto infty partial nabla ell hbar Re Im aleph prime perp parallel quad qquad
    infin binom top bot
    """.split()
)
"""Commands that mathematics is made of; with any other in it, what looks like mathematics is text."""
_WORD = re.compile(r"[^\s,.:;!?()\[\]\"'`“”‘’/]+(?:[.'’/][^\s,.:;!?()\[\]\"'`“”‘’/]+)*")
"""A word with hyphens and what stands within it, but without the punctuation around."""
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_SMALL_SHARE = 0.65
"""Share of long words with a capital below which a title is in small letters, so that its capitals mean something."""
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
_NO_CHARACTERS = "\ufffe\uffff"
_TOKEN = re.compile(r"\S+")
_EDGES = ",.:;!?()[]\"'“”‘’"


def encode(text: str) -> str:
    r"""Write a text as LaTeX, on one line.

    >>> print(encode("100% of {braces} & $L_2$ for $5"))
    100\% of \textbraceleft{}braces\textbraceright{} \& {$L_2$} for \$5
    """
    return encode_lines(" ".join(clean(text).split()))


def encode_lines(text: str) -> str:
    """Write a text as LaTeX, with its line breaks."""
    return "".join(part if is_math else _plain(part) for part, is_math in _divided(clean(text)))


def encode_title(text: str, held: Collection[str] = ()) -> str:
    r"""Write a title as LaTeX, with braces around words that must keep their capitals.

    Args:
        held: words that a bibliography has in braces.

    >>> print(encode_title("BERT and the ImageNet of U-Nets"))
    {BERT} and the {ImageNet} of {U-Nets}
    """
    text = " ".join(clean(text).split())
    capitals = [match.group()[:1].isupper() for match in _LONG_WORD.finditer(text) if match.start()]
    in_small_letters = sum(capitals) < _SMALL_SHARE * len(capitals)
    parts: list[str] = []
    for part, is_math in _divided(text):
        parts.append(part if is_math else _words(part, held, first=not parts, small=in_small_letters))
    return "".join(parts)


def _divided(text: str) -> Iterator[tuple[str, bool]]:
    """Divide a text at its formulas, and say of each part whether it is one; these have braces around them."""
    at = 0
    for match in _MATH.finditer(text):
        if _is_safe(match[1]):
            if at < match.start():
                yield text[at : match.start()], False
            yield f"{{{match.group()}}}", True
            at = match.end()
    if at < len(text):
        yield text[at:], False


def verbatim(text: str) -> str:
    """Write an address or identifier, which LaTeX takes literally, except for braces and line breaks.

    >>> verbatim("10.1000/a{b} c")
    '10.1000/a%7Bb%7D%20c'
    """
    text = "".join(clean(text).split("\n"))
    return "".join({"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20", '"': "%22"}.get(sign, sign) for sign in text)


def clean(text: str) -> str:
    """Leave out what no file of references may contain: control characters, surrogates, direction marks."""
    return "".join(_cleaned(sign) for sign in text).strip()


def _cleaned(sign: str) -> str:
    category = unicodedata.category(sign)
    if sign == "\n" or category not in _UNSEEN:
        return "" if sign in _NO_CHARACTERS else sign
    return sign if sign in _JOINERS else " " if category in ("Cc", "Zl", "Zp") else ""


def _is_safe(mathematics: str) -> bool:
    depth = 0
    for sign in re.sub(r"\\[{}]", "", mathematics):
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    brackets = re.search(r"\\[{}]|[%#&@~\"<>|]", mathematics)
    return depth == 0 and brackets is None and all(name in _SAFE for name in _COMMAND.findall(mathematics))


def _plain(text: str) -> str:
    return _SIGN.sub(lambda match: _SIGNS[match.group()], text)


def _words(text: str, held: Collection[str], *, first: bool, small: bool) -> str:
    parts: list[str] = []
    at = 0
    for number, match in enumerate(_WORD.finditer(text)):
        begins = small and match.group()[:1].isupper() and not (first and number == 0)
        encoded = _plain(match.group())
        if begins or match.group() in held or _has_meaning(match.group()):
            # A brace before a backslash would begin a "special character", whose letters BibTeX does change.
            encoded = f"{{{{{encoded}}}}}" if encoded.startswith("\\") else f"{{{encoded}}}"
        parts += [_plain(text[at : match.start()]), encoded]
        at = match.end()
    return "".join([*parts, _plain(text[at:])])


def _has_meaning(word: str) -> bool:
    """Return whether the capitals of a word are part of its spelling, in whatever case the title is written.

    >>> [word for word in "BERT U-Net ImageNet GPT-4 H2O Fine-Tuning A Deep Über".split() if _has_meaning(word)]
    ['BERT', 'U-Net', 'ImageNet', 'GPT-4', 'H2O']
    """
    parts = word.split("-")
    lone = len(parts) > 1 and any(len(part) == 1 and part.isupper() for part in parts)
    return lone or any(sign.isupper() for part in parts for sign in part[1:]) or bool(re.match(r"[A-Z]\d", word))


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
        for word in _TOKEN.finditer(text)
        if any(text[at].isupper() and depths[at] > 0 for at in range(*word.span()))
    )


def _unopened(latex: str) -> int:
    """Count the braces that close what was opened before: a quote begins at the first letter, behind them."""
    depth = least = 0
    for sign in latex:
        depth += (sign == "{") - (sign == "}")
        least = min(least, depth)
    return -least
