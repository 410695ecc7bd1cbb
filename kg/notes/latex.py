r"""LaTeX in a BibTeX value -> Unicode text, piece by piece, so that every piece leads back to its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from kg.notes.draft import Piece

_TOKEN = re.compile(
    r"(?P<plain>[^\\{}$~\s`'\-]+)"
    r"|(?P<space>\s+)"
    r"|(?P<brace>[{}])"
    r"|(?P<math>\$[^$\n]{1,500}\$)"
    r"|\\(?P<accent>[\"'`^~=.]|[uvHcdbrkt](?![A-Za-z]))\s{0,3}(?:\{\s?(?P<inner>\\[ij]|[^\W\d_])\s?\}"
    r"|(?P<dotless>\\[ij])(?![A-Za-z])|(?P<letter>[^\W\d_]))"
    r"|\\(?P<gap>[hv]space\*?\{[^{}]{0,20}\}|ifmmode[^{}]{0,60}?\\else(?![A-Za-z])\s?)"
    r"|\\href\s{0,3}\{(?P<target>[^{}\s]{1,400})\}(?=\s{0,3}\{)"
    r"|\\(?P<word>[A-Za-z]{1,40})\s{0,3}(?:\{\})?"
    r"|\\(?P<escaped>.)"
    r"|(?P<ligature>---?|``|'')"
    r"|(?P<tie>~)"
    r"|(?P<other>.)",
    re.DOTALL,
)
_COMBINING = dict(
    zip(
        "\"'`^~=.uvHcdbrkt",
        "\u0308\u0301\u0300\u0302\u0303\u0304\u0307\u0306\u030c\u030b\u0327\u0323\u0331\u030a\u0328\u0361",
        strict=True,
    )
)
_SYMBOLS = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å",
    "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ",
    "textendash": "–", "textemdash": "—", "textquoteright": "’", "textquoteleft": "‘", "textasciitilde": "~",
    "textbackslash": "\\", "textunderscore": "_", "textbraceleft": "{", "textbraceright": "}", "textbar": "|",
    "textasciicircum": "^", "textless": "<", "textgreater": ">", "textquotedbl": '"', "ldots": "…", "dots": "…",
    "copyright": "©", "pounds": "£", "textquotesingle": "'", "textquotedblleft": "“", "textquotedblright": "”",
    "textperiodcentered": "·", "textregistered": "®", "texttrademark": "™", "textdegree": "°", "textellipsis": "…",
    "texttimes": "×", "textpm": "±", "textmu": "µ", "textbullet": "•", "textsection": "§", "S": "§", "P": "¶",
    "guillemotleft": "«", "guillemotright": "»", "quotedblbase": "„", "quotesinglbase": "‚", "textonehalf": "½",
    "textexclamdown": "¡", "textquestiondown": "¿", "euro": "€", "texteuro": "€", "slash": "/", "textdollar": "$",
    "textordmasculine": "º", "textordfeminine": "ª", "textsuperscript": "", "textcopyright": "©", "textsterling": "£",
}  # fmt: skip
_SIGNS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π",
    "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ",
    "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ",
    "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "circ": "°", "degree": "°", "sim": "∼", "approx": "≈",
    "times": "×", "pm": "±", "cdot": "·", "ldots": "…", "infty": "∞", "to": "→", "rightarrow": "→", "leq": "≤",
    "le": "≤", "geq": "≥", "ge": "≥", "ell": "ℓ", "prime": "′", "ast": "*", "dagger": "†",
}  # fmt: skip
"""Signs that formulas are made of, which stand alone in the words of a title: `$\\beta$-decay`, `20$^\\circ$C`."""
_MATH = {
    **dict.fromkeys(("$<$", r"$\less$", r"$\lt$"), "<"), **dict.fromkeys(("$>$", r"$\greater$", r"$\gt$"), ">"),
    r"$\mathplus$": "+", r"$\mathsemicolon$": ";", r"$\texttimes$": "×", r"$\backslash$": "\\", "$-$": "−", "$+$": "+",
    "$=$": "=", "$|$": "|", r"$\vert$": "|", "$'$": "′", r"${\prime}$": "′", "$*$": "*",
}  # fmt: skip
"""Formulas that are a sign and no formula: how Crossref and some programs write signs."""
_FORMULA = re.compile(
    r"\$\s*+(?:\\[A-Za-z]{1,12}\s*+|_(?:\d|\{\s?\d{1,3}\s?\})\s*+|\^(?:\\circ|\{\s?\\circ\s?\})\s*+){1,6}\$"
)
"""Signs, and figures below the line behind a word, with nothing that is counted with."""
_COMMAND = re.compile(r"\\([A-Za-z]+)\s*|[_^{}$\s]")
_NO_BRACES = str.maketrans("", "", "\\{}")
_LIGATURES = {"--": "–", "---": "—", "``": "“", "''": "”"}


def decode_latex(text: str, start: int, end: int, *, verbatim: bool = False) -> Iterator[Piece]:
    r"""Decode `text[start:end]`: accents and symbols become letters, braces and commands that only format go.

    Args:
        text: with LaTeX in it.
        start: of the range.
        end: of the range.
        verbatim: whether this is an address or identifier, in which `~`, `--` and quotes are themselves.

    >>> value = r'{\"O}zg{\"u}r {K{\i}rm{\i}z{\i}} \& the {DNA} of $L_2$'
    >>> "".join(piece[0] for piece in decode_latex(value, 0, len(value)))
    'Özgür Kırmızı & the DNA of $L_2$'
    >>> "".join(piece[0] for piece in decode_latex(r"$\beta$-decay of CO$_2$ at 20$^\circ$C", 0, 38))
    'β-decay of CO2 at 20°C'
    """
    for match in _TOKEN.finditer(text, start, end):
        piece = _typed(match) if verbatim else _piece(match)
        if piece:
            yield piece, match.start(), match.end()


def _typed(match: re.Match[str]) -> str:
    """Return what a token of an address is: LaTeX escapes some of its signs, and no more."""
    kind = match.lastgroup
    if kind in ("word", "brace", "escaped", "gap"):
        return _SYMBOLS.get(match["word"] or "", match["escaped"] or "")
    if kind == "target":
        return f"{match['target']} "
    if kind in ("inner", "dotless", "letter"):  # `\~joe` is the home of Joe
        return match.group().translate(_NO_BRACES)
    return _MATH.get(match.group(), match.group())


def _piece(match: re.Match[str]) -> str:
    kind = match.lastgroup
    if accent := match["accent"]:
        letter = (match["inner"] or match["dotless"] or match["letter"]).lstrip("\\")
        return unicodedata.normalize("NFC", letter + _COMBINING[accent])
    if kind == "target":
        return f"{match['target']} "
    if kind in ("space", "tie", "brace", "gap"):
        return " " if kind in ("space", "tie") else ""
    if kind == "word":
        word = match["word"]
        is_name = word.endswith("TeX") or (word.isupper() and match.string[match.end() : match.end() + 1] != "{")
        return _SYMBOLS.get(word) or _SIGNS.get(word, word if is_name and word != "LARGE" else "")
    if kind == "escaped":
        return " " if match["escaped"] in " \n\r\t,;:/" else match["escaped"].strip("()[]!-")
    if kind == "ligature":
        return _LIGATURES[match["ligature"]]
    if kind == "math":
        return _MATH.get(match["math"]) or _signs(match["math"])
    return match.group()


def _signs(formula: str) -> str:
    """Return a formula of signs alone as these signs, and any other as it stands."""
    known = all(name in _SIGNS for name in filter(None, _COMMAND.findall(formula)))
    if not known or not _FORMULA.fullmatch(formula):
        return formula
    return _COMMAND.sub(lambda match: _SIGNS.get(match[1] or "", ""), formula)
